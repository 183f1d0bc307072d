"""Whole numbers out of exact ones: rounding half up, and sharing a total in proportion."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def half_up(value: Fraction | int) -> int:
    """Rounded to the nearest whole number, halves upward."""
    return half_up_of(value.numerator, value.denominator)


def half_up_of(above: int, below: int) -> int:
    """The same of a quotient: whole numbers are three times as fast as fractions."""
    return (2 * above + below) // (2 * below)


def share_out(weights: Sequence[int], total: int) -> list[int]:
    """The total shared in proportion to the weights by largest remainder; equal remainders go to the
    first in the list, BTA-8.3e. Nobody gets more than his weight if the total is not above their sum."""
    whole = sum(weights)
    if whole <= 0:
        return [0] * len(weights)
    shares = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: -(total * weights[i] % whole))
    for i in by_remainder[: total - sum(shares)]:
        shares[i] += 1
    return shares
