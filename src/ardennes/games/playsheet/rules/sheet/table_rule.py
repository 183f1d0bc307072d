"""The one rule by which a count selects a row or a column, wherever the sheet prints ranges."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


def strongest(bounds: Iterable[tuple[int | None, T]], count: int, none: T) -> T:
    """Of entries listed from the weakest up, the strongest whose lower bound is reached.

    A bound of None is never reached. Where two printed ranges share a number the stronger wins; where a
    number is in no printed range the last one reached still holds.
    """
    found = none
    for low, entry in bounds:
        if low is not None and count >= low:
            found = entry
    return found


def nearest(value: Fraction) -> int:
    """The nearest whole number, exact halves up."""
    return (value + Fraction(1, 2)).__floor__()
