"""A casebook for the toy game, to test the common part of the case files without a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import CaseDice, Mismatch, Table
from ardennes.errors import UserError
from ardennes.kernel.contract import Decision, Event, Order
from ardennes.kernel.offers import orders
from tests.kernel.toygame import (
    GRID,
    RULES,
    UNITS,
    Attack,
    Done,
    Field,
    Lay,
    Move,
    Outpost,
    Retreat,
    Retreated,
)

SUITS: dict[str, tuple[type[Order], ...]] = {
    "lay": (Lay,),
    "move": (Move, Done),
    "fight": (Attack, Done),
    "retreat": (Retreat,),
}


class OutpostBook:
    """What case files about Outpost understand."""

    rule_ids: Collection[str] = tuple(RULES)
    expectations: Mapping[str, str] = {"units": "hexes of units", "turn": "the turn"}
    goals: Collection[str] = ("fight", "turn 2", "end")
    calculations: Collection[str] = ("distance",)

    def lay_out(self, given: Fields) -> Table:
        given.only(("units", "mines", "dice", "other_dice"))
        game = Outpost()
        dice = CaseDice(given.wholes("dice", 1, 6), given.whole("other_dice", 0, 6, 0))
        state = game.start("short", {"mines": given.flag("mines", False), "first": "red"}, dice)
        places = given.table("units")
        places.only(UNITS)
        for name in places.values:
            state.at[UNITS.index(name)] = GRID.at(places.text(name))
        return Table(game, state, dice)

    def impossible(self, table: Table) -> str:
        places = [cell for cell in table.state.at if cell >= 0]
        return "" if len(places) == len(set(places)) else "two units cannot be in one hex."

    def read_order(self, table: Table, text: str) -> Order:
        word, *rest = text.split()
        match word:
            case "lay":
                return Lay(rest[0])
            case "move":
                return Move(rest[0], tuple(rest[1:]))
            case "attack":
                return Attack(tuple(rest[1:]), rest[0])
            case "retreat":
                return Retreat(rest[0])
            case "done":
                return Done()
        raise UserError(f"no such order: {word}")

    def default(self, table: Table, side: int) -> Order:
        return next(orders(table.game.offers(table.state, side)))

    def suits(self, order: Order, decision: Decision) -> bool:
        return isinstance(order, SUITS[decision.kind])

    def passed_over(self, table: Table, order: Order) -> Any | None:
        return None

    def owner(self, table: Table, order: Order) -> int | None:
        return None

    def done_already(self, table: Table, order: Order, events: Sequence[Event]) -> bool:
        return isinstance(order, Retreat) and any(isinstance(event, Retreated) for event in events)

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        if words == "end":
            return lambda state: table.game.result(state) is not None
        if words == "fight":
            return lambda state: any(d.kind == "fight" for d in table.game.decisions(state))
        return (lambda state: state.turn >= 2) if words == "turn 2" else None

    def stretch(self, state: Field) -> object:
        return state.turn

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        arguments.only(("from", "to"))
        return {"hexes": GRID.distance(GRID.at(arguments.text("from")), GRID.at(arguments.text("to")))}

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        if name == "turn":
            return differences("turn", expect.raw("turn"), state.turn)
        at = {
            unit: GRID.label(cell) if cell >= 0 else "lost"
            for unit, cell in zip(UNITS, state.at, strict=True)
        }
        return differences("units", expect.table("units").values, at)
