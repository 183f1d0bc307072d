"""Case files for the playsheet: orders, defaults, goals (docs/reference/cases-playsheet.md)."""

from __future__ import annotations

from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.playsheet.cases.calculations import Question
from ardennes.games.playsheet.cases.given import lay_out
from ardennes.games.playsheet.facts import FACTS
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import turn_of
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Decision, Order

GOALS = ("resolved", "end", "turn 18N")


class PlaysheetCasebook(CasebookFrame):
    """The case files of this game."""

    def suits(self, order: Order, decision: Decision) -> bool:
        return True  # every order is written on the sheet, which is the only decision

    def too_many(self, w: World, s: PlaysheetState, cell: int, units: list[int]) -> str:
        """Return what is wrong with a stack; artillery and flak do not count, OPS-GRID-6."""
        count, most = sum(w.units[unit].combat for unit in units), w.limits.stack_limit
        return f"{count} of them are combat units, but {most} is the limit." if count > most else ""

    def stretch(self, state: PlaysheetState) -> object:
        return state.turn

    def moment(self, table: Table, words: str) -> Test | None:
        """Return the test of a goal: 'resolved' (this turn), 'turn 20D'; None for other words."""
        now = table.state.turn
        if words == "resolved":
            return lambda state: bool(state.over) or state.turn > now
        turn = turn_of(words.removeprefix("turn ").upper())
        return None if turn is None else lambda state: bool(state.over) or state.turn >= turn


CASEBOOK = PlaysheetCasebook(Playsheet(), lay_out, FACTS, Question, (), GOALS)
