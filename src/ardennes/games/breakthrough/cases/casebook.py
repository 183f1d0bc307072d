"""Case files for Breakthrough: orders, defaults, goals (docs/reference/cases-breakthrough.md)."""

from __future__ import annotations

from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.breakthrough.cases import given
from ardennes.games.breakthrough.cases.calculations import Question
from ardennes.games.breakthrough.facts import FACTS
from ardennes.games.breakthrough.game import DECIDING, Breakthrough
from ardennes.games.breakthrough.rules.model.position import stack_points
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.world import World

GOALS = ("end", "day N", "day N PHASE", "turn N PHASE", "PHASE", "decision KIND")


class BreakthroughCasebook(CasebookFrame):
    """Orders, defaults and goals of case files.

    A phase in which a side can decide is asked or skipped. The casebook gives no order that a case could
    give.
    """

    def too_many(self, w: World, s: BreakthroughState, cell: int, units: list[int]) -> str:
        """Return why a stack is too large, or an empty text; the limit holds at any moment, BTA-7.6j."""
        points, most = stack_points(w, s, units), w.limits.stacking_points_per_hex
        return f"they have {points} stacking points, and the limit is {most}." if points > most else ""

    def stretch(self, state: BreakthroughState) -> object:
        return state.turn

    def moment(self, table: Table, words: str) -> Test | None:
        """Return the test for a goal like 'day 21', 'day 21 air' or 'german second operation'."""
        result = given.turn_and_phase(words)
        if result is None:
            return None
        turn, phase = result
        number, acting = phase or (0, None)
        before = table.before or table.state  # the last order may have led past the goal already
        due = turn if turn is not None else before.turn + (before.phase > number)

        def there(state: BreakthroughState) -> bool:
            if (state.turn, state.phase) == (due, number) and acting is not None:
                return state.acting == acting
            return bool(state.over) or (state.turn, state.phase) >= (due, number)

        return there


CASEBOOK = BreakthroughCasebook(
    Breakthrough(), given.lay_out, FACTS, Question, DECIDING.values(), (*GOALS, *given.phase_names())
)
