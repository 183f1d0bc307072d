"""How numbers are read: the printed range one falls into, rounding, starting status, level of victory."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from ardennes.games.playsheet.schema.sheet import VICTORY, Sheet

T = TypeVar("T")


def strongest(bounds: Iterable[tuple[int | None, T]], count: int, none: T) -> T:
    """Of entries listed from the weakest up, the strongest whose lower bound is reached.

    A bound of None is never reached. Where two printed ranges share a number the stronger wins; where a
    number is in no printed range the last one reached still holds.
    """
    result = none
    for low, entry in bounds:
        if low is not None and count >= low:
            result = entry
    return result


def nearest(value: Fraction) -> int:
    """The nearest whole number, exact halves up."""
    return (value + Fraction(1, 2)).__floor__()


def starting_status(sheet: Sheet, combat_value: int) -> int:
    """A sixth of the combat value to the nearest, halves up, at least 1, OPS-UNIT-2."""
    return max(1, nearest(Fraction(combat_value) / sheet.constants["combat_value_per_status"]))


def victory_level(sheet: Sheet, points: int, short: bool = False) -> str:
    """The level for German points at the end, OPS-VIC-3."""
    return VICTORY[strongest(sheet.victory[short], points, len(VICTORY) - 1)]
