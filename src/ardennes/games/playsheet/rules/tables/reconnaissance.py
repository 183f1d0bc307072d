"""Air reconnaissance: the units rolled for, their column, and the pilot's report."""

from __future__ import annotations

import math

from ardennes.games.playsheet.schema import sheet as tables
from ardennes.games.playsheet.schema.sheet import Sheet
from ardennes.games.playsheet.schema.terms import FOOT, FOREST, POINTS, TOWN

HIGHEST = 6
COLUMN_RULES = ("OPS-RECCE-3", "OPS-RECCE-4", "OPS-RECCE-5", "OPS-RECCE-6")


def vehicles(row: int, on_trucks: bool = False) -> bool:
    """Does a class count as vehicles? All do but foot troops without trucks, OPS-RECCE-2, OPS-UNIT-7."""
    return row != FOOT or on_trucks


def column(of_vehicles: bool, moving: bool) -> int:
    """Return the column of the table; moving means at least one hex this turn, OPS-RECCE-2."""
    if of_vehicles:
        return tables.VEHICLES_MOVING if moving else tables.VEHICLES_STILL
    return tables.INFANTRY_MOVING if moving else tables.INFANTRY_STILL


def in_cover(terrain: int, armoured: bool, by_road: bool) -> bool:
    """Is a unit hidden from the air, OPS-RECCE-8? Armoured vehicles in a town are not, OPS-RECCE-9.

    `armoured`: tanks, combat commands, recce and light tanks. `by_road`: moved in road column this turn.
    """
    if by_road or (terrain == TOWN and armoured):
        return False
    return terrain in (FOREST, TOWN)


def counted_die(sheet: Sheet, die: int, units_in_hex: int = 1) -> int:
    """Return the die with the bonus for a crowded hex, at most 6, OPS-RECCE-7."""
    crowd = units_in_hex > sheet.constants["recce_crowd_more_than"]
    return min(HIGHEST, die + int(sheet.constants["recce_crowd_bonus"])) if crowd else die


def report(sheet: Sheet, at: int, die: int, units_in_hex: int = 1) -> str:
    """Return the report: none, spotted, or any of direction, type and size, OPS-RECCE-3, OPS-RECCE-4,
    OPS-RECCE-5, OPS-RECCE-6, OPS-RECCE-7."""
    return sheet.recce[at][counted_die(sheet, die, units_in_hex) - 1]


def learned(words: str) -> frozenset[str]:
    """Return the single facts of a report."""
    return frozenset(words.split("+")) - {"none", "spotted"}


def compass_point(east: float, north: float) -> int:
    """Return the compass point of a move (`terms.POINTS`); -1 for none, OPS-RECCE-10."""
    if not east and not north:
        return -1
    bearing = math.degrees(math.atan2(east, north)) % 360
    return math.floor((bearing + 22.5) / 45) % len(POINTS)
