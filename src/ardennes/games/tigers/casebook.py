"""Case files for Tigers in the Ardennes: orders, default answers, goals. See docs/cases.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.model import Mismatch, Table
from ardennes.games.tigers import casebook_calculations, casebook_expect, casebook_given, events, orders
from ardennes.games.tigers.decisions import HANDLERS
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.sequence_of_play import TURN, phasing
from ardennes.games.tigers.shorthand import parse
from ardennes.games.tigers.state import (
    Advancing,
    Bombing,
    Bridging,
    Declaring,
    Entrenching,
    Hosting,
    Intercepting,
    Moving,
    NamingDistance,
    Reinforcing,
    Resupplying,
    TigersState,
)
from ardennes.games.tigers.world import World
from ardennes.kernel.contract import Decision, Event, Order
from ardennes.kernel.offers import orders as all_orders

ANSWERS = {handler.kind: handler.answers for handler in HANDLERS.values()}
GOALS = ("end", "turn N", "turn N PHASE", "PHASE", "decision KIND")
SPA = "Spa"
ASKED_IN: dict[str, tuple[type[Any], ...]] = {
    "reinforcements": (Reinforcing,),
    "movement": (Moving,),
    "declaration": (Declaring,),
    "air": (Bombing, Intercepting),
    "supply flights": (Resupplying, Intercepting),
    "bridges": (Bridging,),
    "entrenching": (Entrenching,),
}


class TigersCasebook:
    """What the case files of this game understand."""

    rule_ids: Collection[str] = Tigers().rule_ids()
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
        """What a player who does nothing gets (digest 6.1), or the first thing offered."""
        game = table.game
        view = game.view(table.state, side)
        answers = HANDLERS[type(view.stack[-1])].answers
        for order in _usual_answers(_world(table), view):
            if type(order) in answers and game.check(view, side, order) is None:
                return order
        return next(all_orders(game.offers(view, side)))

    def passed_over(self, table: Table, order: Order) -> TigersState | None:
        return _passed_over(table, order)

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        if isinstance(order, orders.Retreat) and not order.path:
            fighting = table.state.battle is not None and not isinstance(table.state.stack[-1], Advancing)
            return not fighting and any(isinstance(event, events.CombatResult) for event in happened)
        return any(_tells(order, event) for event in happened)

    def stretch(self, state: TigersState) -> object:
        return (state.turn, phasing(state) if state.turn else 0)

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        return _goal(table, words)

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        return casebook_calculations.calculate(table, name, arguments)

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        return casebook_expect.compare(_world(table), state, name, expect)


CASEBOOK = TigersCasebook()


def _world(table: Table) -> World:
    game = table.game
    assert isinstance(game, Tigers)
    return game.world


def _usual_answers(w: World, s: TigersState) -> list[Order]:
    """The defaults of digest 6.1, in the order in which they are tried."""
    frame = s.stack[-1]
    spa = w.grid.label(w.board.hex_of[SPA])
    usual: list[Order] = [
        orders.HideDump(spa),
        orders.ChooseSetup("historical"),
        orders.Drop(spa),
        orders.Pray(False),
        orders.Ruthless(False),
        orders.StandFast(False),
        orders.EntrenchAll(),
        orders.END,
    ]
    if isinstance(frame, Hosting):
        hex_ = w.units[frame.unit].start_hex
        if hex_ is not None:
            usual.insert(0, orders.SetUp(w.units[frame.unit].id, w.grid.label(hex_)))
    if isinstance(frame, NamingDistance):
        usual.insert(0, orders.NameDistance(frame.most))
    if s.battle is not None:
        usual += [orders.Retreat(w.units[unit].id) for unit, _ in s.battle.to_retreat]
    return usual


def _passed_over(table: Table, order: Order) -> TigersState | None:
    """The position with a decision open again that nobody was asked since the last order."""
    before, now = table.before or table.state, table.state
    if not now.turn or before.turn != now.turn:
        return None
    w = _world(table)
    for number in range(now.phase, before.phase - 1, -1):
        phase = TURN[number]
        for type_ in ASKED_IN.get(phase.name, ()):
            if type(order) in HANDLERS[type_].answers and not isinstance(order, orders.End):
                state: TigersState = now.clone()
                state.phase = number
                side = phase.side
                if isinstance(order, orders.Bomb | orders.Intercept):
                    side = w.air_units[w.air_by_id[order.air]].side
                state.stack = [type_(side)]
                return state
    return None


def _tells(order: Order, event: Event) -> bool:
    """Does the event say that just this was done?"""
    match order, event:
        case orders.Retreat(unit, path), events.Retreated(other, way):
            return unit == other and path == way[1:]
        case orders.Advance(unit, path), events.Advanced(other, way):
            return unit == other and path == way[1:]
        case orders.NameDistance(hexes), events.DistanceNamed(named):
            return hexes == named
        case orders.Lose(units) | orders.Remove(units), events.Eliminated(unit, _, _):
            return unit in units
        case orders.Fight(_), events.OddsSet() | events.AttackVoid():
            return True
        case orders.OrderStack(_), events.AirResult():
            return True
        case orders.BlowUp(bridge), events.BridgeGone(gone, _, _):
            return bridge == gone
        case orders.Entrench(unit), events.Entrenched(other):
            return unit == other
        case _:
            return False


def _goal(table: Table, words: str) -> Callable[[Any], bool] | None:
    """'end', 'turn 6', 'turn 6 german movement', 'allied supply', 'decision retreat'."""
    lower = words.lower().strip()
    if lower == "end":
        return lambda state: bool(state.over)
    if lower.startswith("decision "):
        kinds = {handler.kind.lower(): type_ for type_, handler in HANDLERS.items()}
        wanted = kinds.get(lower.removeprefix("decision ").strip())
        if wanted is None:
            return None
        return lambda state: bool(state.stack) and type(state.stack[-1]) is wanted
    found = re.fullmatch(r"(?:turn\s+(\d+))?\s*(.*)", lower)
    assert found is not None
    number = casebook_given.phase_number(found[2]) if found[2] else 0
    if number is None or (not found[1] and not found[2]):
        return None
    before = table.before or table.state  # the last order may have led past the goal already
    turn = max(1, int(found[1]) if found[1] else before.turn + (before.phase > number and before.turn > 0))

    def there(state: TigersState) -> bool:
        return (state.turn, state.phase if state.turn else -1) >= (turn, number)

    return there
