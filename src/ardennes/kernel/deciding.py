"""A decision: how it is put, what answers it, what they do. One class a kind, beside the rule it belongs to.

A game has one instance of each kind. What changes lies in the state: the *frame* is what the state keeps of
the open decision (in a game with a stack of decisions the top of it, elsewhere the number of the side asked).
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
    """An answer that can be given whenever the question comes again, by its name; the order differs."""

    id: str
    label: str
    order: Order


class Deciding(Generic[W, S, F]):
    """One kind of decision, read from top to bottom: what is asked, what answers it, what comes of it."""

    kind: ClassVar[str]  # its name, in cases and on the page
    rule: ClassVar[str]
    answers: ClassVar[tuple[type[Order], ...]]
    asks: ClassVar[str] = ""  # the prompt, where it is always the same
    done: ClassVar[str] = "Done"  # what the button says that ends it
    sets_up: ClassVar[bool] = False  # part of a set-up: the usual answer is history's
    for_good: ClassVar[bool] = False  # its end is never taken back
    standing: ClassVar[str] = ""  # what a question is called that comes again and again
    unasked: ClassVar[bool] = False  # ... whose first lasting answer is given unless one wants to be asked

    def prompt(self, w: W, s: S, frame: F) -> str:
        return self.asks

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        """Every order that `check` has nothing against."""
        raise NotImplementedError

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        """What a player answers who does nothing; none: the first order that is offered."""
        return None

    def passes(self, w: W, s: S, frame: F) -> Order | None:
        """The order that need not be asked for: the only one there is, or the end where nothing is useful."""
        return only(self.offers(w, s, frame))

    def question(self, w: W, s: S, frame: F) -> str:
        """What a standing question is called now; by this name its answer is remembered."""
        return self.standing

    def lasting(self, w: W, s: S, frame: F) -> Sequence[Lasting]:
        """The answers to a standing question that may be given for the rest of the match."""
        return ()

    def check(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        """Why an order of `answers`, whose names are all known, may not be given."""
        return None

    def apply(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: Events) -> None:
        """Carry the order out; the frame is taken off the stack when the decision is over."""
        raise NotImplementedError


class YesOrNo(Deciding[W, S, F]):
    """A question whose answer is yes or no; whoever does nothing says no."""

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        return [order for order in self._both() if self.check(w, s, frame, order) is None]

    def usual(self, w: W, s: S, frame: F) -> Order | None:
        return self._both()[1]

    def _both(self) -> tuple[Order, Order]:
        answer: Any = self.answers[0]
        return answer(True), answer(False)


class UntilEnd(Deciding[W, S, F]):
    """Orders one after the other, until the player ends it."""

    deeds: ClassVar[Deeds]  # where several kinds of order may be given

    @functools.cached_property
    def ending(self) -> Order:
        return next(kind for kind in self.answers if issubclass(kind, End))()

    def orders(self, w: W, s: S, frame: F) -> Iterable[Offer]:
        """Everything that may be ordered, but for the end."""
        raise NotImplementedError

    def refusal(self, w: W, s: S, frame: F, order: Any) -> Refusal | None:
        """Why the order, which is not the end, may not be given."""
        asked: Any = frame
        return self.deeds[type(order)][0](w, s, asked if isinstance(asked, int) else asked.side, order)

    def carry_out(self, w: W, s: S, frame: F, order: Any, dice: Dice, events: Events) -> None:
        self.deeds[type(order)][1](w, s, order, dice, events)

    def not_yet(self, w: W, s: S, frame: F) -> Refusal | None:
        """Why it may not end now."""
        return None

    def end(self, w: W, s: Any, frame: F, dice: Dice, events: Events) -> None:
        s.stack.pop()

    def offers(self, w: W, s: S, frame: F) -> Sequence[Offer]:
        result = [*self.orders(w, s, frame)]
        return [*result, self.ending] if self.not_yet(w, s, frame) is None else result

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
    """What an order does that needs no dice."""
    return lambda w, s, order, dice, events: deed(w, s, order, events)


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
    return Refusal(rule, f"{what} must wait. First: {prompt}", f"Answer with: {names}.")
