"""Case files for Tigers in the Ardennes: orders, default answers, goals (docs/reference/cases-tigers.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ardennes.cases.ask import world_of
from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.tigers.cases import given
from ardennes.games.tigers.cases.calculations import Question
from ardennes.games.tigers.facts import FACTS
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import events, orders
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.games.tigers.rules.sequence.turn_order import TURN, phasing
from ardennes.games.tigers.schema.units import Unit
from ardennes.games.tigers.words import WORDING
from ardennes.kernel.contract import Event, Order

GOALS = ("end", "turn N", "turn N PHASE", "PHASE", "decision KIND")
ASKED_IN: dict[str, tuple[type[Any], ...]] = {
    "reinforcements": (st.Reinforcing,),
    "movement": (st.Moving,),
    "declaration": (st.Declaring,),
    "air": (st.Bombing, st.Intercepting),
    "supply flights": (st.Resupplying, st.Intercepting),
    "bridges": (st.Bridging,),
    "entrenching": (st.Entrenching,),
}


class TigersCasebook(CasebookFrame):
    """The case files of this game. Stacks are checked only after movement, TIA-STACK-7."""

    def takes_room(self, unit: Unit) -> bool:
        return unit.combat

    def passed_over(self, table: Table, order: Order) -> TigersState | None:
        return _passed_over(table, order)

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        if isinstance(order, orders.Retreat) and not order.path:
            fighting = table.state.battle is not None and not isinstance(table.state.stack[-1], st.Advancing)
            return not fighting and any(isinstance(event, events.CombatResult) for event in happened)
        return any(WORDING.told(order, event) for event in happened)

    def stretch(self, state: TigersState) -> object:
        return (state.turn, phasing(state) if state.turn else 0)

    def moment(self, table: Table, words: str) -> Test | None:
        """'turn 6', 'turn 6 german movement', 'allied supply'."""
        result = re.fullmatch(r"(?:turn\s+([0-9]{1,4}))?\s*(.*)", words)
        assert result is not None
        number = given.phase_number(result[2]) if result[2] else 0
        if number is None or (not result[1] and not result[2]):
            return None
        before = table.before or table.state  # the last order may have led past the goal
        later = before.phase > number and before.turn > 0
        turn = max(1, int(result[1]) if result[1] else before.turn + later)

        def there(state: TigersState) -> bool:
            return (state.turn, state.phase if state.turn else -1) >= (turn, number)

        return there


CASEBOOK = TigersCasebook(
    Tigers(), given.lay_out, FACTS, Question, DECISIONS.values(), (*GOALS, *given.phase_names())
)


def _passed_over(table: Table, order: Order) -> TigersState | None:
    """Return the position with a decision reopened that was skipped since the last order; else None."""
    before, now = table.before or table.state, table.state
    if not now.turn or before.turn != now.turn:
        return None
    w = world_of(table)
    for number in range(now.phase, before.phase - 1, -1):
        phase = TURN[number]
        for type_ in ASKED_IN.get(phase.name, ()):
            if type(order) in DECISIONS[type_].answers and not isinstance(order, orders.End):
                state: TigersState = now.clone()
                state.phase = number
                side = phase.side
                if isinstance(order, orders.Bomb | orders.Intercept):
                    side = w.air_units[w.air_by_id[order.air]].side
                state.stack = [type_(side)]
                return state
    return None
