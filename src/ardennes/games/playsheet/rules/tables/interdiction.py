"""Bombing, interdiction and flak suppression (OPS-INT-1): the row for the forces on an area, and the die of
each unit in it."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.rules.tables.scale import strongest
from ardennes.games.playsheet.schema.sheet import HEAVY_CLASS, LIGHT, Bounds, Sheet

NO_ROW = 0
TEN_TO_TWELVE, TWELVE_UP, SECOND_TWO = 5, 6, 4  # rows whose printed ranges leave a gap or overlap, OPS-INT-5


def bounds(sheet: Sheet, force: int, readings: Readings = STANDARD) -> Bounds:
    """Return the squadrons or battalions that each row of a class needs, with the readings of OPS-INT-5."""
    changed = {row: low for low, row in sheet.interdiction[force]}

    def move(row: int, by: int) -> None:
        low = changed[row]
        changed[row] = None if low is None else low + by

    if force == LIGHT and readings.light_nine_row == TEN_TO_TWELVE:
        move(TEN_TO_TWELVE, -1)
    if force == LIGHT and readings.light_twelve_row == TEN_TO_TWELVE:
        move(TWELVE_UP, 1)
    if force == HEAVY_CLASS and readings.heavy_two_row != SECOND_TWO:
        changed[SECOND_TWO] = None
    return tuple((low, row) for row, low in changed.items())


def row_of(sheet: Sheet, force: int, count: int, readings: Readings = STANDARD) -> int:
    """Return the row of a number of squadrons or battalions; 0 for none, OPS-INT-4, OPS-INT-5."""
    return strongest(bounds(sheet, force, readings), count, NO_ROW)


def area_row(sheet: Sheet, counts: Sequence[int], readings: Readings = STANDARD) -> int:
    """Return the row of several classes on one area: the highest of each alone, OPS-INT-10."""
    return max(row_of(sheet, force, count, readings) for force, count in enumerate(counts))


def effect(sheet: Sheet, row: int, die: int) -> int:
    """Return the effect on a unit: unhurt, immobilised, or a step loss and immobilised, OPS-INT-6."""
    return sheet.effects[row - 1][die - 1]
