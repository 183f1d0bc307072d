"""What follows from a position: derived when first asked for, and kept with the state until it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ardennes.kernel.contract import Following, State

T = TypeVar("T")
W = TypeVar("W")
S = TypeVar("S", bound=State)
D = TypeVar("D", bound=Following)


class Answers:
    """Answers to questions about a position, each computed once."""

    __slots__ = ("known",)
    known: dict[Hashable, Any]

    def recall(self, question: Hashable, compute: Callable[[], T]) -> T:
        """Return the answer; the question names everything it depends on besides what is derived."""
        if question in self.known:
            answer: T = self.known[question]
        else:
            answer = self.known[question] = compute()
        return answer


def derived_once(derive: Callable[[W, S], D]) -> Callable[[W, S], D]:
    """Make the `derived` of a game: it derives what follows from a state, unless the state has it."""

    def derived(w: W, s: S) -> D:
        kept: Any = s.follows
        if kept is None:
            kept = s.follows = derive(w, s)
        result: D = kept
        return result

    return derived
