"""Readings of numbers: printed ranges, rounding, starting status, level of victory."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from ardennes.games.playsheet.schema.sheet import VICTORY, Sheet

T = TypeVar("T")


def strongest(bounds: Iterable[tuple[int | None, T]], count: int, none: T) -> T:
    """Return the strongest entry whose lower bound is reached; entries begin with the weakest.

    A bound of None is never reached. Where two printed ranges share a number the stronger wins; where a
    number is in no printed range the last one reached still holds.
    """
    result = none
    for low, entry in bounds:
        if low is not None and count >= low:
            result = entry
    return result


def nearest(value: Fraction) -> int:
    """Return the nearest whole number; exact halves are rounded up."""
    return (value + Fraction(1, 2)).__floor__()


def starting_status(sheet: Sheet, combat_value: int) -> int:
    """Return a sixth of the combat value, rounded to the nearest, at least 1, OPS-UNIT-2."""
    return max(1, nearest(Fraction(combat_value) / sheet.constants["combat_value_per_status"]))


def victory_level(sheet: Sheet, points: int, short: bool = False) -> str:
    """Return the level for German points at the end, OPS-VIC-3."""
    return VICTORY[strongest(sheet.victory[short], points, len(VICTORY) - 1)]
