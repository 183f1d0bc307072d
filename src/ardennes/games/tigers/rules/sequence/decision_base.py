"""What the decisions of Tigers share: they can be skipped, or stay open until the player ends them."""

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
    """A decision; its frame is on top of the stack."""

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        """Decide without the player if there is nothing to decide; return True if done.

        A required attack or advance, and an attack that must be cancelled, are left to the player even as the
        only option: the refusals of the others say why.
        """
        return False


class YesOrNo(deciding.YesOrNo[World, TigersState, F], TigersDeciding[F]):
    """A question whose answer is yes or no."""


class UntilEnd(deciding.UntilEnd[World, TigersState, F], TigersDeciding[F]):
    """Orders one after the other, until the player ends it."""

    def idle(self, w: World, s: TigersState, frame: F) -> bool:
        """Is the end the only order?"""
        return False

    def moot(self, w: World, s: TigersState, frame: F, dice: Dice, events: Events) -> bool:
        idle = self.idle(w, s, frame)
        if idle:
            self.end(w, s, frame, dice, events)
        return idle
