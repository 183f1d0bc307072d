"""The effects of entering a hex, in moves, arrivals and advances alike.

Effects are control (WOT-3.11), POL and aerial markers (WOT-6.15, WOT-6.17), the end of Supply Problems
(WOT-6.16), points (WOT-4.10, WOT-4.12) and bridges that may be blown (WOT-9.14).
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import (
    DepotFound,
    PlaceTaken,
    SuppliesLost,
    SupplySecured,
)
from ardennes.games.wave_of_terror.rules.model.position import occupied, put, take_control
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges
from ardennes.games.wave_of_terror.rules.movement.supply import automatic, hex_in_supply, struck
from ardennes.games.wave_of_terror.rules.outcome.victory import score
from ardennes.games.wave_of_terror.rules.special.british import british_used
from ardennes.games.wave_of_terror.rules.special.kampfgruppe_peiper import moves_as_one
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events

NEAR_5A = "5A-1"  # the two units of the 5th Armored that may not meet a German, WOT-4.12


def enter_hex(w: World, s: WaveState, units: Sequence[int], cell: int, dice: Dice, events: Events) -> None:
    """Move the units into the hex with all effects; then the other side decides about bridges."""
    at_risk = step_into(w, s, units, cell, dice, events)
    put(w, s, units, cell)
    bridges.ask(w, s, w.side[units[0]], at_risk, cell)


def step_into(
    w: World, s: WaveState, units: Sequence[int], cell: int, dice: Dice, events: Events
) -> list[int]:
    """Apply the effects of entering a hex, without placing the units: they may only pass through.

    Return the bridges that the other side may now try to blow.
    """
    side, bit = w.side[units[0]], 1 << cell
    at_risk = bridges.bridges_at_risk(w, s, side, cell)
    taken = take_control(w, s, side, cell)
    if taken and w.places & bit:
        label = w.grid.label(cell)
        events.append(PlaceTaken(w.board.names[cell] or label, label, SIDES[side]))
    if side == GERMAN:
        _german_enters(w, s, units, cell, taken, events)
    else:
        for unit in units:
            british_used(w, s, unit, cell, dice, events)
    _meet_5a(w, s, units, cell, events)
    return at_risk


def _german_enters(
    w: World, s: WaveState, units: Sequence[int], cell: int, taken: bool, events: Events
) -> None:
    bit = 1 << cell
    if taken and moves_as_one(s, units):
        s.by_kg |= bit  # WOT-9.16
    elif s.by_kg & bit and any(_regular(w, s, unit, cell) for unit in units if unit not in s.kg):
        s.by_kg &= ~bit
    for depot in [depot for depot in s.depots if depot.cell == cell]:
        s.depots.remove(depot)
        events.append(DepotFound(w.grid.label(cell), depot.real == 1))
        if depot.real == 1:
            _secure(w, s, units, cell, "a fuel depot", events)
    if taken and w.board.liege & bit:
        _secure(w, s, units, cell, "Liège", events)
    for marker in [marker for marker in s.markers if marker.cell == cell]:
        s.markers.remove(marker)
        events.append(SuppliesLost(w.grid.label(cell)))


def _regular(w: World, s: WaveState, unit: int, cell: int) -> bool:
    """Return whether the unit is in regular supply at the moment it enters the hex, WOT-6.16.

    It can trace a line there and is not struck. The automatic supply of turn 1 and of the KG counts too.
    """
    return automatic(w, s, unit) or (not struck(s, unit) and hex_in_supply(w, s, GERMAN, cell))


def _secure(w: World, s: WaveState, units: Sequence[int], cell: int, what: str, events: Events) -> None:
    """Stop the rolls for Supply Problems once a unit in regular supply has taken the place, WOT-6.16."""
    if s.variant.full and not s.rolls_stopped and any(_regular(w, s, unit, cell) for unit in units):
        s.rolls_stopped = True
        events.append(SupplySecured(w.grid.label(cell), what))


def _meet_5a(w: World, s: WaveState, units: Sequence[int], cell: int, events: Events) -> None:
    """Give the German player 4 points when a turn-1 unit of the 5th Armored is next to a German unit,
    WOT-4.12.

    This happens once, whichever side moved.
    """
    if NEAR_5A in s.paid or not w.first_5a:
        return
    if w.side[units[0]] == ALLIED:
        theirs = [unit for unit in w.first_5a if unit in units]
        met = theirs and w.grid.near[cell] & occupied(w, s, GERMAN)
    else:
        met = [unit for unit in w.first_5a if s.where[unit] >= 0 and w.grid.near[cell] >> s.where[unit] & 1]
    if met:
        s.paid = (*s.paid, NEAR_5A)
        points = w.limits.points_5a_near
        score(w, s, GERMAN, "5th Armored next to a German unit", points, "WOT-4.12", events)
