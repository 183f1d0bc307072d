"""Starting status from the sister game's combat value, and the level of victory for German points."""

from __future__ import annotations

from fractions import Fraction

from ardennes.games.playsheet.rules.sheet.table_rule import nearest, strongest
from ardennes.games.playsheet.schema.sheet import VICTORY, Sheet


def starting_status(sheet: Sheet, combat_value: int) -> int:
    """A sixth of the combat value to the nearest, halves up, at least 1, OPS-UNIT-2."""
    return max(1, nearest(Fraction(combat_value) / sheet.constants["combat_value_per_status"]))


def victory_level(sheet: Sheet, points: int, short: bool = False) -> str:
    """The level for German points at the end, OPS-VIC-3."""
    return VICTORY[strongest(sheet.victory[short], points, len(VICTORY) - 1)]
