"""Odds, columns and chances: the arithmetic of combat tables."""

from __future__ import annotations

from collections.abc import Sequence


def odds_column(attack: int, defence: int, ratios: Sequence[tuple[int, int]]) -> int:
    """Return the highest column whose ratio is not above attack:defence; -1 if even the lowest is.

    Round in the defender's favor. A defence of 0 gives the highest column.
    """
    if defence <= 0:
        return len(ratios) - 1
    for column in range(len(ratios) - 1, -1, -1):
        a, d = ratios[column]
        if attack * d >= a * defence:
            return column
    return -1
