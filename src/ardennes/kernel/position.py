"""Data derived from a position, computed on first use and cached with the state until it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from ardennes.kernel.contract import Following, State

T = TypeVar("T")
W = TypeVar("W")
S = TypeVar("S", bound=State)
D = TypeVar("D", bound=Following)
World = TypeVar("World", contravariant=True)
Position = TypeVar("Position", contravariant=True)


class Recall(Protocol[World, Position]):
    """Return the answer to a question about a position, computed once.

    The question contains everything that the answer depends on besides the derived data.
    """

    def __call__(self, w: World, s: Position, question: Hashable, compute: Callable[[], T]) -> T: ...


def derived_once(derive: Callable[[W, S], D]) -> Callable[[W, S], D]:
    """Make a game's `derived`, which derives data from a state unless the state already has it."""

    def derived(w: W, s: S) -> D:
        follows: Any = s.follows
        if follows is None:
            follows = s.follows = derive(w, s)
        result: D = follows
        return result

    return derived


def recall_from(derived: Callable[[W, S], Following]) -> Recall[W, S]:
    """Make a game's `recall`; the derived data caches the answers in `known`."""

    def recall(w: W, s: S, question: Hashable, compute: Callable[[], T]) -> T:
        follows: Any = s.follows or derived(w, s)
        known = follows.known
        if question in known:
            answer: T = known[question]
        else:
            answer = known[question] = compute()
        return answer

    return recall
