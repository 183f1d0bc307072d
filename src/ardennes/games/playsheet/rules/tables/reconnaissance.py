"""Air reconnaissance: who is rolled for, in which column, and what the pilot reports."""

from __future__ import annotations

import math

from ardennes.games.playsheet.schema import sheet as tables
from ardennes.games.playsheet.schema.sheet import Sheet
from ardennes.games.playsheet.schema.terms import FOOT, FOREST, POINTS, TOWN

HIGHEST = 6
COLUMN_RULES = ("OPS-RECCE-3", "OPS-RECCE-4", "OPS-RECCE-5", "OPS-RECCE-6")


def vehicles(row: int, on_trucks: bool = False) -> bool:
    """Every class but those on foot; on trucks those too, OPS-RECCE-2, OPS-UNIT-7."""
    return row != FOOT or on_trucks


def column(of_vehicles: bool, moving: bool) -> int:
    """The column of the table, OPS-RECCE-2; moving: at least one hex this turn."""
    if of_vehicles:
        return tables.VEHICLES_MOVING if moving else tables.VEHICLES_STILL
    return tables.INFANTRY_MOVING if moving else tables.INFANTRY_STILL


def in_cover(terrain: int, armoured: bool, by_road: bool) -> bool:
    """Cannot be seen from the air, OPS-RECCE-8; armoured vehicles in a town can, OPS-RECCE-9.

    `armoured`: tanks, combat commands, recce and light tanks. `by_road`: moved in road column this turn.
    """
    if by_road or (terrain == TOWN and armoured):
        return False
    return terrain in (FOREST, TOWN)


def counted_die(sheet: Sheet, die: int, units_in_hex: int = 1) -> int:
    """The die with the bonus for a crowded hex, at most 6, OPS-RECCE-7."""
    crowd = units_in_hex > sheet.constants["recce_crowd_more_than"]
    return min(HIGHEST, die + int(sheet.constants["recce_crowd_bonus"])) if crowd else die


def report(sheet: Sheet, at: int, die: int, units_in_hex: int = 1) -> str:
    """What is reported: none, spotted, or any of direction, type and size, OPS-RECCE-3, OPS-RECCE-4,
    OPS-RECCE-5, OPS-RECCE-6, OPS-RECCE-7."""
    return sheet.recce[at][counted_die(sheet, die, units_in_hex) - 1]


def learned(words: str) -> frozenset[str]:
    """The single facts of a report."""
    return frozenset(words.split("+")) - {"none", "spotted"}


def compass_point(east: float, north: float) -> int:
    """The point of the eight-point compass a move went to (`terms.POINTS`), -1 for nowhere, OPS-RECCE-10."""
    if not east and not north:
        return -1
    bearing = math.degrees(math.atan2(east, north)) % 360
    return math.floor((bearing + 22.5) / 45) % len(POINTS)
