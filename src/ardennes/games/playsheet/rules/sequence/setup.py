"""SETUP: the position in which 16D begins (OPS-UNIT-9, OPS-UNIT-12, OPS-MAP-5, OPS-MAP-7)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.knowledge.reports import OPENING, in_order
from ardennes.games.playsheet.rules.model import state as f
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, OVERCAST, SIDES, Unit
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.states import untouched

BEFORE = -1  # the turn of the opening reports, OPS-UNIT-12


def opening(w: World, readings: Readings, turns: int) -> PlaysheetState:
    """Return the position before the first turn: units, marks, reports, ground and bridges."""
    units, flying = len(w.units), len(w.squadrons)
    s = untouched(PlaysheetState, readings=readings, last_turn=turns - 1)
    s.weather, s.winner = OVERCAST, -1
    # Units
    s.where = [unit.hex if unit.arrives == 0 and w.in_play[unit.index] else f.NOT_YET for unit in w.units]
    s.began = s.where[:]
    s.status = [unit.status for unit in w.units]
    limits = w.limits
    s.sp = [limits.sp_limit if unit.arrives >= 0 else limits.drop_sp for unit in w.units]  # OPS-SUP-1
    s.marks = [_marks(w, unit, cell) for unit, cell in enumerate(s.where)]
    s.used, s.reported = [0] * units, [0] * units
    s.prepared = [_prepared(unit) for unit in w.units]
    s.division, s.joining = [unit.formation for unit in w.units], [""] * units
    # The sheets
    s.sheet, s.last_sheet = [None] * units, [None] * units
    s.flights, s.last_flights = [None] * flying, [None] * flying
    s.squadrons = [f.FIT] * flying
    s.sealed, s.supply_order = [False] * len(SIDES), [f.SupplyOrder()] * len(SIDES)
    # The map
    s.blown = s.allied_thinks_blown = s.german_thinks_blown = w.start_blown
    s.allied_ground, s.german_ground = w.start_ground[ALLIED], w.start_ground[GERMAN]
    s.places = [ALLIED] * len(w.objectives)  # OPS-VIC-1
    s.dumps = [f.STANDS] * len(w.dumps)
    open_reports(w, s)
    return s


def _marks(w: World, unit: int, cell: int) -> int:
    """Return the starting marks: all units are in supply, combat units are dug in, OPS-UNIT-9."""
    if cell < 0:
        return 0
    return f.SUPPLIED | (f.DUG_IN | f.DEFENDED if w.units[unit].combat else 0)


def _prepared(unit: Unit) -> int:
    """Return what a unit is prepared against: on 16D Germans every hex, OPS-UNIT-6, OPS-UNIT-9."""
    return f.EVERY_HEX if unit.side == GERMAN and unit.arrives == 0 else f.NOTHING


def open_reports(w: World, s: PlaysheetState) -> None:
    """Add the reports that each side has before 16D, OPS-UNIT-12."""
    km = (w.limits.opening_allied_km, w.limits.opening_german_km)
    for side in (ALLIED, GERMAN):
        eyes = {s.where[unit] for unit in w.of_side[side] if w.combat[unit] and s.where[unit] >= 0}
        for unit in w.of_side[1 - side]:
            cell = s.where[unit]
            if cell < 0 or not w.combat[unit] or not any(w.km(cell, eye) <= km[side] for eye in eyes):
                continue
            known = (w.units[unit].report_type, w.units[unit].report_size) if side == GERMAN else (-1, -1)
            s.reports.append(f.Report(side, unit, cell, BEFORE, OPENING, *known))
            s.reported[unit] |= 1
    s.reports = in_order(s.reports)
