"""Set-up (BTA-2.1a, BTA-2.2): place a scenario's units, and the free set-up of the Last Seven Days.

In the free set-up each side first rearranges its units behind the line of 21 December.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import position
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.events import Placed
from ardennes.games.breakthrough.rules.model.orders import END, End, Place
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.step import FULL, Walk, barred, explain, walker
from ardennes.games.breakthrough.rules.organization.artillery import pools_on
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision, at_hand
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN, NORMAL, OVERCAST, SIDES, SUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Events, Refusal, numbers
from ardennes.kernel.offers import Branch, Offer
from ardennes.kernel.states import untouched

OPENING = "opening"  # the source of the first ledger line


def opening(w: World, variant: f.Variant, scenario: str) -> BreakthroughState:
    """Return the state before the first phase of a scenario, before any roll."""
    played = w.scenarios[scenario]
    state = _empty_map(w, variant, scenario)
    state.strength = numbers(0 if u.divisional else printed(w, state, u.index) for u in w.units)
    state.known = state.strength[:]  # the order of battle is open to both, BTA-8.0b
    if played.dec21:
        _place_dec21(w, state)
        points = int(w.constants.opening_vp_last_seven)
        state.ledger.append(f.Award(state.turn, OPENING, "the days before the 21st", points))  # BTA-10.2c
    else:
        _place_chart(w, state)
    position.give_hexes(w, state, w.board.german21 if played.dec21 else w.board.german16)
    return state


def _empty_map(w: World, variant: f.Variant, scenario: str) -> BreakthroughState:
    """Return the map, pools and calendar of a scenario without any units on the map."""
    count, played = len(w.units), w.scenarios[scenario]
    which = 1 if played.dec21 else 0
    s = untouched(BreakthroughState, variant=variant, scenario=scenario)
    s.turn = played.first_day - FIRST_DAY + 1
    s.phase, s.acting, s.weather, s.serial = f.BEFORE, -1, OVERCAST, 1
    s.where = [f.UNFORMED if unit.divisional else f.NOT_YET for unit in w.units]
    s.efficiency = bytearray([w.limits.efficiency_max]) * count
    s.inside, s.supply, s.mode = (
        numbers([-1]) * count,
        bytearray([SUPPLIED]) * count,
        bytearray([NORMAL]) * count,
    )
    s.fort, s.points, s.marks = bytearray(count), bytearray(count), bytearray(count)
    s.came, s.artillery = numbers([0]) * count, numbers([0]) * count
    s.bridges = sum(bridge.intact[which] << bridge.index for bridge in w.board.bridges)
    s.crossings = [0] * len(w.board.bridges)
    s.pools = pools_on(w, variant.level, played.first_day)
    s.air, s.interdiction, s.replacements = [0, 0], [0, 0], [0, 0, 0, 0]
    s.reckonings = [(), ()]
    return s


def _place_chart(w: World, state: BreakthroughState) -> None:
    """Place all units dated 16 December in chart order, with the fortifications of that day."""
    for unit in w.units:
        if unit.day == FIRST_DAY and unit.entry_edge < 0 and w.in_play[unit.index]:
            position.place(w, state, unit.index, unit.hex)
            state.fort[unit.index] = unit.fort


def _place_dec21(w: World, state: BreakthroughState) -> None:
    """Place the line of 21 December; a strength above the low two-player value is reduced to it, BTA-13.2."""
    for placed in sorted(w.last_seven, key=lambda placed: placed.unit):
        unit = placed.unit
        if placed.cell < 0:
            position.lift(w, state, unit, f.DEAD)
            state.strength[unit] = state.known[unit] = 0
            continue
        position.place(w, state, unit, placed.cell)
        state.strength[unit] = min(placed.strength or 0, state.strength[unit])
        state.efficiency[unit] = placed.efficiency or 0
        state.fort[unit] = placed.fort or 0


RULE = "BTA-2.2"


class FreeSetUp(PhaseDecision):
    """Rearrange units until the side ends its set-up."""

    kind = "set-up"
    rule = RULE
    sets_up = True
    answers = (Place, End)

    def prompt(self, w: World, s: BreakthroughState, side: int) -> str:
        whose, columns = SIDES[side].capitalize(), w.limits.free_setup_columns
        return f"{whose} set-up. Move units up to {columns} columns from their places on 21 December."

    def offers(self, w: World, s: BreakthroughState, side: int) -> list[Offer]:
        """Offer to begin the game, or to place a unit in a hex."""
        return [END, *(_placings(w, s, unit) for unit in position.on_map(w, s, side))]

    def refusal(self, w: World, s: BreakthroughState, side: int, order: Place) -> Refusal | None:
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        return at_hand(w, s, side, unit, RULE) or refuse(w, s, unit, cell)

    def carry_out(
        self, w: World, s: BreakthroughState, side: int, order: Place, dice: Dice, events: Events
    ) -> None:
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        events.append(Placed(order.unit, w.grid.label(s.where[unit]), order.hex))
        position.place(w, s, unit, cell)


DECISION = FreeSetUp()


def listed(w: World, unit: int) -> int:
    """Return the hex of a unit in the line of 21 December; -1 for a unit that is not in it."""
    return next((placed.cell for placed in w.last_seven if placed.unit == unit), -1)


def sector(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the friendly hexes close enough to the listed one for the unit, ignoring other units."""
    home, column, most = listed(w, unit), w.grid.column, w.limits.free_setup_columns
    mine = position.owned(w, s, w.side[unit])
    return board_of(cell for cell in bits(mine) if abs(column[cell] - column[home]) <= most)


def places(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """Return the hexes where the unit may be placed now."""
    who, here = walker(w, s, unit), s.where[unit]
    return [cell for cell in bits(sector(w, s, unit)) if cell != here and not barred(who, cell)]


def refuse(w: World, s: BreakthroughState, unit: int, cell: int) -> Refusal | None:
    """Return why a unit on the map may not be placed in a hex, or None."""
    name, there = w.units[unit].name, w.hex_text(cell)
    if s.where[unit] == cell:
        return Refusal(RULE, f"{name} is already {w.at_hex(cell)}.")
    if not position.owned(w, s, w.side[unit]) >> cell & 1:
        whose = SIDES[GERMAN if s.german >> cell & 1 else 1 - GERMAN].capitalize()
        facts = f"{there} is {whose} on 21 December (BTA-MAP-42)."
        return Refusal(RULE, facts, "Choose a hex of your own side.")
    if not sector(w, s, unit) >> cell & 1:
        home, most = listed(w, unit), w.limits.free_setup_columns
        x = w.grid.column[home]
        facts = f"{there} is more than {most} columns from {w.hex_text(home)}, the place of {name}."
        return Refusal(RULE, facts, f"Choose a hex in columns {max(0, x - most)} to {x + most}.")
    who = walker(w, s, unit)
    why = barred(who, cell)
    if why == FULL:
        held = position.stack_points(w, s, position.stack_at(w, s, cell))
        limit = w.limits.stacking_points_per_hex
        facts = f"{there} is full: {held} of {limit} stacking points are used, and {name} has {who.size}."
        return Refusal("BTA-7.6j", facts, "Place another unit elsewhere first.")
    return explain(who, Walk(s.where[unit], 0, False), cell, why) if why else None


def _placings(w: World, s: BreakthroughState, unit: int) -> Branch:
    name = w.units[unit].id

    def expand() -> Sequence[Offer]:
        return [Place(name, w.grid.label(cell)) for cell in places(w, s, unit)]

    return Branch(name, expand, lambda order: isinstance(order, Place) and order.unit == name)
