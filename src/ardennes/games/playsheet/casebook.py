"""Case files for the playsheet: orders, defaults, goals (docs/cases-playsheet.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.model import Mismatch, Table
from ardennes.games.playsheet import (
    casebook_calculations,
    casebook_expect,
    casebook_given,
    casebook_positions,
)
from ardennes.games.playsheet.casebook_ask import Ask
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.load import turn_of
from ardennes.games.playsheet.orders import Seal
from ardennes.games.playsheet.shorthand import parse
from ardennes.games.playsheet.state import PlaysheetState
from ardennes.games.playsheet.world import World
from ardennes.kernel.contract import Decision, Event, Order

GOALS = ("resolved", "end", "turn 18N")
CALCULATIONS = {**casebook_calculations.CALCULATIONS, **casebook_positions.CALCULATIONS}


class PlaysheetCasebook:
    """What the case files of this game understand."""

    rule_ids: Collection[str] = Playsheet().rule_ids()
    expectations: Mapping[str, str] = casebook_expect.EXPECTATIONS
    calculations: Collection[str] = tuple(CALCULATIONS)
    goals: Collection[str] = GOALS

    def lay_out(self, given: Fields) -> Table:
        return casebook_given.lay_out(given)

    def read_order(self, table: Table, text: str) -> Order:
        return parse(_world(table), text, table.state)

    def suits(self, order: Order, decision: Decision) -> bool:
        return True  # whatever is written belongs on the sheet, which is all there is to decide

    def default(self, table: Table, side: int) -> Order:
        return Seal()

    def passed_over(self, table: Table, order: Order) -> PlaysheetState | None:
        return None

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        return False

    def stretch(self, state: PlaysheetState) -> object:
        return state.turn

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        return _goal(table, words)

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        found = CALCULATIONS[name]
        arguments.only(found.arguments)
        return found.run(Ask(_world(table), table.state, arguments))

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        return casebook_expect.compare(_world(table), state, name, expect)


CASEBOOK = PlaysheetCasebook()


def _world(table: Table) -> World:
    game = table.game
    assert isinstance(game, Playsheet)
    return game.world


def _goal(table: Table, words: str) -> Callable[[Any], bool] | None:
    """'resolved' (this turn), 'turn 20D', 'end'."""
    lower = words.lower().strip()
    now = table.state.turn
    if lower == "resolved":
        return lambda state: bool(state.over) or state.turn > now
    if lower == "end":
        return lambda state: bool(state.over)
    turn = turn_of(lower.removeprefix("turn ").upper())
    return None if turn is None else lambda state: bool(state.over) or state.turn >= turn
