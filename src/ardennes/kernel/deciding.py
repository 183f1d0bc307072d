"""A decision: its question, its answers and their effects.

Each kind is a class next to its rule. A game has one instance of each kind. Changing data is in the state:
the *frame* is the state's record of the open decision. In a game with a stack of decisions it is the top of
the stack, elsewhere the number of the side asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from ardennes.dice import Dice
from ardennes.kernel.contract import End, Events, Order, Refusal
from ardennes.kernel.offers import Offer, only

W = TypeVar("W")
S = TypeVar("S")
F = TypeVar("F")

Check = Callable[[Any, Any, int, Any], Refusal | None]  # of world, state, side and order
Deed = Callable[[Any, Any, Any, Dice, Events], None]  # of world, state and order
Deeds = Mapping[type[Order], tuple[Check, Deed]]  # by kind of order: why not, and what it does


class Lasting(NamedTuple):
    """A named answer that can be given whenever the question comes again; the order differs."""

    id: str
    label: str
    order: Order


class Deciding(Generic[W, S, F]):
    """One kind of decision, in reading order: the question, the answers, the effects."""

    kind: ClassVar[str]  # its name, in cases and on the page
    rule: ClassVar[str]
    answers: ClassVar[tuple[type[Order], ...]]
    asks: ClassVar[str] = ""  # the prompt, if it is always the same
    done: ClassVar[str] = "Done"  # label of the button that ends it
    sets_up: ClassVar[bool] = False  # part of a setup: the usual answer is the historical one
    for_good: ClassVar[bool] = False  # its end can never be undone
    standing: ClassVar[str] = ""  # name of a question that comes repeatedly
    # ... whose first lasting answer is given unless the player asks for the question
    unasked: ClassVar[bool] = False

    def prompt(self, w: W, s: S, frame: F) -> str:
        return self.asks

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        """Return every order that `check` accepts."""
        raise NotImplementedError

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        """Return the answer of a player who does nothing; by default the first order offered."""
        return None

    def passes(self, w: W, s: S, frame: F) -> Order | None:
        """Return the order that needs no question: the only one there is, or the end if nothing else is
        useful.
        """
        return only(self.offers(w, s, frame))

    def question(self, w: W, s: S, frame: F) -> str:
        """Return the current name of a standing question; its answer is remembered by this name."""
        return self.standing

    def lasting(self, w: W, s: S, frame: F) -> Sequence[Lasting]:
        """The answers to a standing question that may be given for the rest of the match."""
        return ()

    def check(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        """Return why an order of `answers`, whose names are all known, is illegal."""
        return None

    def apply(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: Events) -> None:
        """Carry the order out; remove the frame from the stack when the decision is over."""
        raise NotImplementedError


class YesOrNo(Deciding[W, S, F]):
    """A yes-or-no question; a player who does nothing says no."""

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        return [order for order in self._both() if self.check(w, s, frame, order) is None]

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        return self._both()[1]

    def _both(self) -> tuple[Order, Order]:
        answer: Any = self.answers[0]
        return answer(True), answer(False)


class UntilEnd(Deciding[W, S, F]):
    """Orders one after the other, until the player ends it."""

    deeds: ClassVar[Deeds]  # if several kinds of order may be given

    @functools.cached_property
    def ending(self) -> Order:
        return next(kind for kind in self.answers if issubclass(kind, End))()

    def orders(self, w: W, s: S, frame: F) -> Iterable[Offer]:
        """Return all orders except the end."""
        raise NotImplementedError

    def refusal(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        """Return why the order, which is not the end, is illegal."""
        asked: Any = frame
        return self.deeds[type(order)][0](w, s, asked if isinstance(asked, int) else asked.side, order)

    def carry_out(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: Events) -> None:
        self.deeds[type(order)][1](w, s, order, dice, events)

    def not_yet(self, w: W, s: S, frame: F) -> Refusal | None:
        """Return why the decision may not end now."""
        return None

    def end(self, w: W, s: Any, frame: F, dice: Dice, events: Events) -> None:
        s.stack.pop()

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        result = [*self.orders(w, s, frame)]
        if self.not_yet(w, s, frame) is None:
            result.append(self.ending)
        return result

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        return self.ending

    def check(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        if isinstance(order, End):
            return self.not_yet(w, s, frame)
        return self.refusal(w, s, frame, order)

    def apply(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: Events) -> None:
        if isinstance(order, End):
            self.end(w, s, frame, dice, events)
        else:
            self.carry_out(w, s, frame, order, dice, events)


def no_die(deed: Callable[[Any, Any, Any, Events], None]) -> Deed:
    """Carry out an order that needs no dice."""
    return lambda w, s, order, dice, events: deed(w, s, order, events)


class Asked(msgspec.Struct, Generic[W, S, F], frozen=True, gc=False):
    """An open decision and its side."""

    side: int
    deciding: Deciding[W, S, F]
    frame: F


def others_turn(rule: str, decider: str, kind: str) -> Refusal:
    """Return why a side may not answer a question put to the other side."""
    return Refusal(rule, f"The {decider} player decides now: {kind}.")


def no_answer(rule: str, prompt: str, answers: Iterable[type[Order]], what: str = "That") -> Refusal:
    """Return why an order does not answer the question."""
    names = ", ".join(str(kind.__struct_config__.tag) for kind in answers)
    return Refusal(rule, f"{what} must wait. First: {prompt}", f"Answer with: {names}.")
