"""What the decisions of Tigers share: passed over where there is nothing to decide, or open until ended."""

from __future__ import annotations

from typing import TypeVar

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel import deciding
from ardennes.kernel.contract import Events
from ardennes.kernel.deciding import Deciding

F = TypeVar("F")


class TigersDeciding(Deciding[World, TigersState, F]):
    """A decision; its frame lies on top of the stack."""

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        """Take the decision where there is nothing to decide; True when nobody need be asked.

        An attack or advance that is owed, or an attack that has to be cancelled, stays the player's own to
        order, be it the only option: the refusal of the rest says why.
        """
        return False


class YesOrNo(deciding.YesOrNo[World, TigersState, F], TigersDeciding[F]):
    """A question whose answer is yes or no."""


class UntilEnd(deciding.UntilEnd[World, TigersState, F], TigersDeciding[F]):
    """Orders one after the other, until the player ends it."""

    def idle(self, w: World, s: TigersState, frame: F) -> bool:
        """Is there nothing to order but the end?"""
        return False

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        idle = self.idle(w, s, frame)
        if idle:
            self.end(w, s, frame, dice, events)
        return idle
