"""Confidence intervals of shares."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054  # two-sided 95 % of the normal distribution


class Interval(NamedTuple):
    low: float
    high: float


def wilson(wins: int, games: int, z: float = Z_95) -> Interval:
    """Return Wilson's score interval for a share; without games it is 0 to 1."""
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games")
    if games == 0:
        return Interval(0.0, 1.0)
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # exact at the ends, where rounding would be visible
    low = 0.0 if wins == 0 else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return Interval(max(0.0, low), min(1.0, high))
