"""SS Ruthlessness (TIA-SS): the question; its effects are in `odds` and `peiper`."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model.events import RuthlessnessInvoked
from ardennes.games.tigers.rules.model.orders import Ruthless
from ardennes.games.tigers.rules.model.state import Swearing, TigersState
from ardennes.games.tigers.rules.sequence.decision_base import YesOrNo
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events
from ardennes.kernel.deciding import Lasting


class Ruthlessness(YesOrNo[Swearing]):
    kind, rule, answers = "ruthlessness", "TIA-SS-1", (Ruthless,)
    asks = "Invoke Ruthlessness this turn? Only once in the game."
    standing, unasked = "Ruthlessness", True

    def lasting(self, w: World, s: TigersState, frame: Swearing) -> Sequence[Lasting]:
        return [Lasting("no", "Do not invoke it", Ruthless(False))]

    def apply(
        self, w: World, s: TigersState, frame: Swearing, order: Ruthless, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        if order.yes:
            s.ruthless_turn = s.turn
            events.append(RuthlessnessInvoked(s.turn))
