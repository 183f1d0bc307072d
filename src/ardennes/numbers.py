"""Parse whole numbers that people write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

LARGEST = 10**9  # limit for people's input if nothing else limits it
MOST_DIGITS = 18
DIGITS = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


def whole_number(text: str, low: int = 0, high: int = LARGEST) -> int | None:
    """Parse a whole number in the digits 0 to 9; None if it is not one or out of range.

    A sign is allowed if the range includes negative numbers. `int` alone would accept other digits,
    underscores and blanks, and would fail for very long numbers.
    """
    sign, digits = (text[:1], text[1:]) if low < 0 and text[:1] in ("-", "+") else ("", text)
    if not DIGITS.fullmatch(digits):
        return None
    number = int(sign + digits)
    return number if low <= number <= high else None


def whole_percents(shares: Sequence[Fraction]) -> list[int]:
    """Round shares of 1 to percentages that add up to their rounded sum, by largest remainder."""
    exact = [100 * share for share in shares]
    result = [int(share) for share in exact]
    missing = round(sum(exact)) - sum(result)
    for at in sorted(range(len(exact)), key=lambda at: result[at] - exact[at])[:missing]:
        result[at] += 1
    return result
