"""The Reinforcement Phase: arrivals, delays and cancellations (BTA-5)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.events import Arrived, Cancelled, Delayed
from ardennes.games.breakthrough.rules.model.position import lift, place, standing
from ardennes.games.breakthrough.rules.model.state import CANCELLED, NOT_YET, BreakthroughState
from ardennes.games.breakthrough.rules.movement.allowance import first_allowance
from ardennes.games.breakthrough.rules.movement.step import may_stand
from ardennes.games.breakthrough.schema.terms import AMERICAN, EDGES, NORTH, SIDES, SUPPLIED, TRAVEL, WEST
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal


def due(w: World, s: BreakthroughState) -> list[int]:
    """Return the units that should enter today: the delayed first, then today's in chart order, BTA-5.0."""
    today = [
        unit.index
        for unit in w.units
        if unit.day == s.day
        and w.in_play[unit.index]
        and unit.entry_edge >= 0
        and s.where[unit.index] == NOT_YET
        and unit.index not in s.waiting
    ]
    return s.waiting + today


def reinforcement_phase(w: World, s: BreakthroughState, events: Events) -> None:
    """Let every unit that is due enter, wait, or be cancelled."""
    arriving, s.waiting = due(w, s), []
    for unit in arriving:
        if cancellable(w, unit) and cancellations_owed(w, s) > 0:
            s.cancelled += 1
            lift(w, s, unit, CANCELLED)
            events.append(Cancelled(w.units[unit].id))
            continue
        refusal = full_map(w, s, w.side[unit])
        cell = None if refusal else entry_cell(w, s, unit)
        if cell is None:
            why = refusal or _no_room(w, unit)
            s.waiting.append(unit)
            events.append(Delayed(w.units[unit].id, why.facts, why.rule))
        else:
            arrive(w, s, unit, cell, events)


def cancellable(w: World, unit: int) -> bool:
    """Return whether the unit can be cancelled: only Americans due on the north or west edge, BTA-5.2b."""
    return w.side[unit] == AMERICAN and w.units[unit].entry_edge in (NORTH, WEST)


def cancellations_owed(w: World, s: BreakthroughState) -> int:
    """Return how many American units must still be cancelled, BTA-5.2b, BTA-7.10c.

    One for every fifty strength points that have left the map, less those already cancelled.
    """
    out = sum(gone.strength for gone in s.gone)
    return out // w.limits.exit_points_per_cancelled_reinforcement - s.cancelled


def unit_limit(w: World, side: int) -> int:
    """Return the most units that a side may have on the map, BTA-5.2a."""
    return w.limits.us_units_on_map if side == AMERICAN else w.limits.ge_units_on_map


def full_map(w: World, s: BreakthroughState, side: int, more: int = 1) -> Refusal | None:
    """Return a refusal if so many more units are too many; a divisional unit counts as one, BTA-5.2a."""
    count, most = len(standing(w, s, side)), unit_limit(w, side)
    if count + more <= most:
        return None
    facts = f"The {SIDES[side].capitalize()} side has {count} of at most {most} units on the map."
    return Refusal("BTA-5.2a", facts, "Build up a division to make room.")


def entry_cell(w: World, s: BreakthroughState, unit: int) -> int | None:
    """Return the hex where the unit enters, or None if none is free, BTA-5.1.

    It is the unit's own hex, or the nearest hex of the same edge whose road leaves the map and where it may
    be. Among equally near hexes the southern comes first, then the western.
    """
    own, grid = w.units[unit].hex, w.grid
    if own in grid and may_stand(w, s, unit, own) is None:  # BTA-SHORT-1
        return own
    others = sorted(
        (cell for cell, edge, _ in w.board.edge_roads if edge == w.units[unit].entry_edge and cell != own),
        key=lambda cell: (grid.distance(own, cell), grid.column[cell], grid.row[cell]),
    )
    return next((cell for cell in others if may_stand(w, s, unit, cell) is None), None)


def _no_room(w: World, unit: int) -> Refusal:
    edge = EDGES[w.units[unit].entry_edge]
    return Refusal("BTA-5.1", f"No road hex on the {edge} edge is open to {w.units[unit].name}.")


def arrive(w: World, s: BreakthroughState, unit: int, cell: int, events: Events) -> None:
    """Place the unit fresh, supplied and in travel mode, with the full first allowance, BTA-5.0."""
    place(w, s, unit, cell)
    s.strength[unit] = s.known[unit] = printed(w, s, unit)
    s.efficiency[unit] = w.limits.efficiency_max
    s.fort[unit] = s.artillery[unit] = s.marks[unit] = 0
    s.supply[unit] = SUPPLIED
    s.mode[unit] = TRAVEL
    s.points[unit] = first_allowance(w, s, unit)
    own = w.units[unit].hex
    label = w.grid.label
    events.append(Arrived(w.units[unit].id, label(cell), "" if cell == own else label(own)))
