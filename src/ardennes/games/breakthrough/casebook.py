"""Case files for Breakthrough in the Ardennes: orders, defaults, goals (docs/cases-breakthrough.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.model import Mismatch, Table
from ardennes.games.breakthrough import casebook_calculations, casebook_expect, casebook_given
from ardennes.games.breakthrough.game import ANSWERS, Breakthrough
from ardennes.games.breakthrough.orders import END
from ardennes.games.breakthrough.shorthand import parse
from ardennes.games.breakthrough.state import BreakthroughState
from ardennes.games.breakthrough.world import World
from ardennes.kernel.contract import Decision, Event, Order

GOALS = ("end", "day N", "day N PHASE", "turn N PHASE", "PHASE", "decision KIND")


class BreakthroughCasebook:
    """What the case files of this game understand."""

    rule_ids: Collection[str] = Breakthrough().rule_ids()
    expectations: Mapping[str, str] = casebook_expect.EXPECTATIONS
    calculations: Collection[str] = tuple(casebook_calculations.CALCULATIONS)

    @property
    def goals(self) -> Collection[str]:
        return (*GOALS, *casebook_given.phase_names(), *(f"decision {kind}" for kind in ANSWERS))

    def lay_out(self, given: Fields) -> Table:
        return casebook_given.lay_out(given)

    def read_order(self, table: Table, text: str) -> Order:
        return parse(_world(table), text, table.state)

    def suits(self, order: Order, decision: Decision) -> bool:
        return type(order) in ANSWERS[decision.kind]

    def default(self, table: Table, side: int) -> Order:
        """A player who does nothing ends his phase."""
        return END

    def passed_over(self, table: Table, order: Order) -> BreakthroughState | None:
        """No decision is passed over: a phase that can be decided in is asked, or does not take place."""
        return None

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        """Nothing is carried out by itself that could be ordered."""
        return False

    def stretch(self, state: BreakthroughState) -> object:
        return state.turn

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        return _goal(table, words)

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        return casebook_calculations.calculate(table, name, arguments)

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        return casebook_expect.compare(_world(table), state, name, expect)


CASEBOOK = BreakthroughCasebook()


def _world(table: Table) -> World:
    game = table.game
    assert isinstance(game, Breakthrough)
    return game.world


def _goal(table: Table, words: str) -> Callable[[Any], bool] | None:
    """'end', 'day 21', 'day 21 air', 'german second operation', 'decision organization'."""
    lower = words.lower().strip()
    if lower == "end":
        return lambda state: bool(state.over)
    if lower.startswith("decision "):
        wanted = lower.removeprefix("decision ").strip()
        if wanted not in map(str.lower, ANSWERS):
            return None
        return lambda state: any(d.kind.lower() == wanted for d in table.game.decisions(state))
    found = casebook_given.turn_and_phase(lower)
    if found is None:
        return None
    turn, phase = found
    number, acting = phase or (0, None)
    before = table.before or table.state  # the last order may have led past the goal already
    due = turn if turn is not None else before.turn + (before.phase > number)

    def there(state: BreakthroughState) -> bool:
        if (state.turn, state.phase) == (due, number) and acting is not None:
            return state.acting == acting
        return bool(state.over) or (state.turn, state.phase) >= (due, number)

    return there
