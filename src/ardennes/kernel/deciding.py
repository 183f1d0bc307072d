"""A decision: how it is put, what answers it, what they do. One class a kind, beside the rule it belongs to.

A game has one instance of each kind. What changes lies in the state: the *frame* is what the state keeps of
the open decision (in a game with a stack of decisions the top of it, elsewhere the number of the side asked).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ardennes.dice import Dice
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Offer

W = TypeVar("W")
S = TypeVar("S")
F = TypeVar("F")


class Deciding(Generic[W, S, F]):
    """One kind of decision, read from top to bottom: what is asked, what answers it, what comes of it."""

    kind: ClassVar[str]  # its name, in cases and on the page
    rule: ClassVar[str]
    answers: ClassVar[tuple[type[Order], ...]]
    asks: ClassVar[str] = ""  # the prompt, where it is always the same
    done: ClassVar[str] = "Done"  # what the button says that ends it

    def prompt(self, w: W, s: S, frame: F) -> str:
        return self.asks

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        """Every order that `check` has nothing against."""
        raise NotImplementedError

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        """What a player answers who does nothing; none: the first order that is offered."""
        return None

    def check(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        """Why an order of `answers`, whose names are all known, may not be given."""
        return None

    def apply(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: list[Event]) -> None:
        """Carry the order out; the frame is taken off the stack when the decision is over."""
        raise NotImplementedError


class Asked(msgspec.Struct, Generic[W, S, F], frozen=True, gc=False):
    """A decision that lies open, and whose it is."""

    side: int
    deciding: Deciding[W, S, F]
    frame: F


def others_turn(rule: str, decider: str, kind: str) -> Refusal:
    """Why a side may not answer what the other side is asked."""
    return Refusal(rule, f"The {decider} player decides now: {kind}.")


def no_answer(rule: str, prompt: str, answers: Iterable[type[Order]], what: str = "That") -> Refusal:
    """Why an order is no answer to what is asked."""
    names = ", ".join(str(kind.__struct_config__.tag) for kind in answers)
    return Refusal(rule, f"{what} is not what is decided now: {prompt}", f"Answer with: {names}.")
