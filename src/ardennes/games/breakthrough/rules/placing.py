"""The free set-up of the Last Seven Days (BTA-2.2): before the first phase each side moves its units about
behind the line of 21 December."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.events import Placed
from ardennes.games.breakthrough.rules.movement import FULL, Walk, barred, explain, walker
from ardennes.games.breakthrough.rules.orders import END, AnyOrder, End, Place
from ardennes.games.breakthrough.rules.own import at_hand
from ardennes.games.breakthrough.rules.phases import PhaseDecision
from ardennes.games.breakthrough.rules.position import on_map, owned, place, stack_at, stack_points
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import GERMAN, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Event, Refusal
from ardennes.kernel.offers import Branch, Offer

RULE = "BTA-2.2"


class FreeSetUp(PhaseDecision):
    """To put units elsewhere until the side begins."""

    kind = "set-up"
    rule = RULE
    answers = (Place, End)

    def prompt(self, w: World, s: BreakthroughState, side: int) -> str:
        whose, columns = SIDES[side].capitalize(), w.limits.free_setup_columns
        return (
            f"{whose} set-up: move units within {columns} columns of where the line of 21 December has them."
        )

    def offers(self, w: World, s: BreakthroughState, side: int) -> list[Offer]:
        """To begin, or a unit and a hex for it."""
        return [END, *(_placings(w, s, unit) for unit in on_map(w, s, side))]

    def check(self, w: World, s: BreakthroughState, side: int, order: AnyOrder) -> Refusal | None:
        if not isinstance(order, Place):
            return None
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        return at_hand(w, s, side, unit, RULE) or refuse(w, s, unit, cell)

    def apply(
        self, w: World, s: BreakthroughState, side: int, order: AnyOrder, dice: Dice, events: list[Event]
    ) -> None:
        assert isinstance(order, Place)
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        events.append(Placed(order.unit, w.grid.label(s.where[unit]), order.hex))
        place(w, s, unit, cell)


DECISION = FreeSetUp()


def listed(w: World, unit: int) -> int:
    """The hex the line of 21 December gives a unit; -1 for one that is not in it."""
    return next((placed.cell for placed in w.last_seven if placed.unit == unit), -1)


def sector(w: World, s: BreakthroughState, unit: int) -> int:
    """Hexes of its side's so near the listed one that the unit may be put there, whoever else is there."""
    home, column, most = listed(w, unit), w.grid.column, w.limits.free_setup_columns
    mine = owned(w, s, w.side[unit])
    return board_of(cell for cell in bits(mine) if abs(column[cell] - column[home]) <= most)


def places(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """The hexes the unit may be put in now."""
    who, here = walker(w, s, unit), s.where[unit]
    return [cell for cell in bits(sector(w, s, unit)) if cell != here and not barred(who, cell)]


def refuse(w: World, s: BreakthroughState, unit: int, cell: int) -> Refusal | None:
    """Why a unit on the map may not be put in a hex."""
    name, there = w.units[unit].name, w.grid.label(cell)
    if s.where[unit] == cell:
        return Refusal(RULE, f"{name} stands in {there} already.")
    if not owned(w, s, w.side[unit]) >> cell & 1:
        whose = SIDES[GERMAN if s.german >> cell & 1 else 1 - GERMAN].capitalize()
        facts = f"{there} is {whose} on 21 December (BTA-MAP-42)."
        return Refusal(RULE, facts, "Put it in a hex of your own.")
    if not sector(w, s, unit) >> cell & 1:
        home, most = listed(w, unit), w.limits.free_setup_columns
        x = w.grid.column[home]
        facts = f"{name} belongs to {w.grid.label(home)}; {there} is more than {most} columns from it."
        return Refusal(RULE, facts, f"Put it in columns {max(0, x - most)} to {x + most}.")
    who = walker(w, s, unit)
    why = barred(who, cell)
    if why == FULL:
        held, limit = stack_points(w, s, stack_at(w, s, cell)), w.limits.stacking_points_per_hex
        facts = f"{there} holds {held} of {limit} stacking points and {name} has {who.size}."
        return Refusal("BTA-7.6j", facts, "Put another unit elsewhere first.")
    return explain(who, Walk(s.where[unit], 0, False), cell, why) if why else None


def _placings(w: World, s: BreakthroughState, unit: int) -> Branch:
    name = w.units[unit].id

    def found() -> Sequence[Offer]:
        return [Place(name, w.grid.label(cell)) for cell in places(w, s, unit)]

    return Branch(name, found, lambda order: isinstance(order, Place) and order.unit == name)
