"""The supply state of every unit, as in the example of BTA-13.7, and the Supply Phase (BTA-4.0)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat import efficiency
from ardennes.games.breakthrough.rules.model.events import ModeChanged, Rested, SupplyFound
from ardennes.games.breakthrough.rules.model.position import occupied, on_map, owned, recall
from ardennes.games.breakthrough.rules.model.rolls import chance
from ardennes.games.breakthrough.rules.model.state import BLEW, MOVED, BreakthroughState
from ardennes.games.breakthrough.rules.movement.allowance import hand_out_first
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.organization import artillery
from ardennes.games.breakthrough.rules.outcome import victory
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import board_of
from ardennes.kernel.contract import Events

_DAY_OVER = bytes(marks & ~(MOVED | BLEW) for marks in range(256))  # by marks: those kept overnight


def automatic(w: World, s: BreakthroughState, side: int) -> bool:
    """Return whether all units of the side are supplied today without a trace, BTA-2.4f, BTA-4.4a."""
    limits = w.limits
    return s.day <= (limits.us_auto_supply_through if side == AMERICAN else limits.ge_auto_supply_through)


def in_reach(w: World, s: BreakthroughState, side: int) -> int:
    """Return the hexes at most two steps from a supplied road hex; no step enters an enemy hex, BTA-4.1b,
    BTA-4.1c."""
    friendly = owned(w, s, side) & ~occupied(w, s, 1 - side)
    result = through = supplied_roads(w, s, side)
    for _ in range(w.limits.supply_reach_hexes):
        step = w.grid.ring(through)
        result |= step
        through |= step & friendly
    return result


def surrounded(w: World, s: BreakthroughState, side: int, cell: int) -> bool:
    """Return whether every neighbouring hex holds an enemy or is in the zone of an adjacent enemy, BTA-4.2b.

    Hexes off the map do not matter.
    """
    near = w.grid.near[cell]
    enemies = near & occupied(w, s, 1 - side)
    return not near & ~(enemies | w.grid.ring(enemies))


def commanded(w: World, s: BreakthroughState, side: int) -> int:
    """Return the hexes with or next to any friendly divisional unit, BTA-4.2c."""
    hexes = board_of(s.where[u] for u in w.of_side[side] if s.where[u] >= 0 and w.units[u].divisional)
    return hexes | w.grid.ring(hexes)


def traced(w: World, s: BreakthroughState, side: int) -> dict[int, int]:
    """Return the supply state of each unit of a side on the map by position alone, in chart order,
    BTA-4.2a."""
    reach, command = in_reach(w, s, side), commanded(w, s, side)
    states = {}
    for unit in on_map(w, s, side):
        cell = s.where[unit]
        if reach >> cell & 1:
            states[unit] = terms.SUPPLIED
        elif surrounded(w, s, side, cell) and not command >> cell & 1:
            states[unit] = terms.ISOLATED
        else:
            states[unit] = terms.UNSUPPLIED
    return states


def states_of(w: World, s: BreakthroughState, side: int) -> dict[int, int]:
    """Return today's supply state of each unit of a side without fuel rolls, in chart order."""
    if automatic(w, s, side):
        return dict.fromkeys(on_map(w, s, side), terms.SUPPLIED)
    return traced(w, s, side)


def state_now(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the state that a Supply Phase would give the unit now; its own state if it is not on the map."""
    side = w.side[unit]
    states = recall(w, s, ("supply", s.day, side, s.bridges, s.german), lambda: states_of(w, s, side))
    return states.get(unit, s.supply[unit])


def supply_phase(w: World, s: BreakthroughState, dice: Dice, events: Events) -> None:
    """Run the Supply Phase step by step, BTA-4.0; on the first turn of a scenario there is no day before."""
    yesterday = s.day > w.scenarios[s.scenario].first_day
    if yesterday:
        victory.tally_towns(w, s, s.turn - 1, events)
    artillery.return_all(w, s)  # BTA-6.4c
    artillery.change_pools(w, s, events)
    s.crossings = [0] * len(s.crossings)  # BTA-6.7f
    s.marks = s.marks.translate(_DAY_OVER)
    result = [states_of(w, s, side) for side in (GERMAN, AMERICAN)]  # both before anything changes
    for states in result:
        for unit, state in states.items():
            s.supply[unit] = state
            if state != terms.SUPPLIED:
                leave_travel_mode(w, s, unit, events)
    dry = fuel_rolls(w, s, dice, events)
    for side in (AMERICAN, GERMAN):
        units = result[side]
        if yesterday:
            for unit in units:
                efficiency.start_of_turn(w, s, unit)
        hand_out_first(w, s, side)
        _report_states(w, s, side, list(units), dry if side == GERMAN else [], events)
    if yesterday and s.variant.show_strengths:
        events.append(Rested(s.day))


def leave_travel_mode(w: World, s: BreakthroughState, unit: int, events: Events) -> None:
    """Put a unit whose trace fails into normal mode at once and free of charge, BTA-4.3c."""
    if s.mode[unit] == terms.TRAVEL:
        s.mode[unit] = terms.NORMAL
        why = "it is out of supply"
        events.append(ModeChanged(w.side[unit], w.units[unit].id, False, s.points[unit], why))


def rolls_for_fuel(w: World, s: BreakthroughState, unit: int) -> bool:
    """Return whether the German unit rolls for fuel, BTA-4.4b.

    Each unit found supplied rolls from a fixed day on; an option limits this to mobile units.
    """
    return (
        s.day >= w.limits.fuel_out_from
        and s.supply[unit] == terms.SUPPLIED
        and (w.mobile[unit] or not s.variant.fuel_mobile_only)
    )


def fuel_rolls(w: World, s: BreakthroughState, dice: Dice, events: Events) -> list[int]:
    """Roll for fuel and return the units without it.

    They are unsupplied whatever their trace, and keep their mode, BTA-4.4b, BTA-4.3c.
    """
    dry = []
    for unit in on_map(w, s, GERMAN):
        if not rolls_for_fuel(w, s, unit):
            continue
        key, what = f"fuel of {w.units[unit].id}", f"fuel for {w.units[unit].name}"
        if chance(s, dice, events, key, what, "BTA-4.4b", w.limits.fuel_out_pct, GERMAN):
            s.supply[unit] = terms.UNSUPPLIED
            dry.append(unit)
    return dry


def _report_states(
    w: World, s: BreakthroughState, side: int, units: list[int], dry: list[int], events: Events
) -> None:
    unsupplied = w.names([u for u in units if s.supply[u] == terms.UNSUPPLIED and u not in dry])
    isolated = w.names([u for u in units if s.supply[u] == terms.ISOLATED])
    events.append(SupplyFound(side, unsupplied, isolated, w.names(dry)))
