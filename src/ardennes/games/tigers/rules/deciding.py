"""What the decisions of Tigers share: passed over where there is nothing to decide, or open until ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ardennes.dice import Dice
from ardennes.games.tigers.rules.orders import END, End
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deciding
from ardennes.kernel.offers import Offer

F = TypeVar("F")


def leads_to(kind: type[Order], **begins: Any) -> Callable[[Order], bool]:
    """For a branch: is an order of the kind, and are its fields so, or begin so where they are tuples?"""

    def leads(order: Order) -> bool:
        if not isinstance(order, kind):
            return False
        for name, value in begins.items():
            found = getattr(order, name)
            if (found[: len(value)] if isinstance(value, tuple) else found) != value:
                return False
        return True

    return leads


class TigersDeciding(Deciding[World, TigersState, F]):
    """A decision; its frame lies on top of the stack."""

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        """Take the decision where there is nothing to decide; True when nobody need be asked.

        An attack or advance that is owed, or an attack that has to be cancelled, stays the player's own to
        order, be it the only option: the refusal of the rest says why.
        """
        return False


class YesOrNo(TigersDeciding[F]):
    """A question whose answer is yes or no; whoever does nothing says no."""

    def offers(self, w: World, s: TigersState, frame: F) -> Sequence[Offer]:
        answer: Any = self.answers[0]
        return [answer(True), answer(False)]

    def usual(self, w: World, s: TigersState, frame: F) -> Order | None:
        answer: Any = self.answers[0]
        no: Order = answer(False)
        return no


class UntilEnd(TigersDeciding[F]):
    """Orders one after the other, until the player ends it."""

    def orders(self, w: World, s: TigersState, frame: F) -> Iterable[Offer]:
        """Everything that may be ordered, but for the end."""
        raise NotImplementedError

    def refusal(self, w: World, s: TigersState, frame: F, order: Any) -> Refusal | None:
        """Why the order, which is not the end, may not be given."""
        raise NotImplementedError

    def carry_out(self, w: World, s: TigersState, frame: F, order: Any, dice: Dice, events: Events) -> None:
        raise NotImplementedError

    def not_yet(self, w: World, s: TigersState, frame: F) -> Refusal | None:
        """Why it may not end now."""
        return None

    def end(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> None:
        s.stack.pop()

    def idle(self, w: World, s: TigersState, frame: F) -> bool:
        """Is there nothing to order but the end?"""
        return False

    def offers(self, w: World, s: TigersState, frame: F) -> Sequence[Offer]:
        found = [*self.orders(w, s, frame)]
        return [*found, END] if self.not_yet(w, s, frame) is None else found

    def usual(self, w: World, s: TigersState, frame: F) -> Order | None:
        return END

    def check(self, w: World, s: TigersState, frame: F, order: Any) -> Refusal | None:
        if isinstance(order, End):
            return self.not_yet(w, s, frame)
        return self.refusal(w, s, frame, order)

    def apply(self, w: World, s: TigersState, frame: F, order: Any, dice: Dice, events: Events) -> None:
        if isinstance(order, End):
            self.end(w, s, frame, dice, events)
        else:
            self.carry_out(w, s, frame, order, dice, events)

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        idle = self.idle(w, s, frame)
        if idle:
            self.end(w, s, frame, dice, events)
        return idle
