"""Show a battle the same way in all games: how lucky a roll was, and what follows a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ardennes.kernel.wire import Cell

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def as_well(cells: Sequence[Cell], thrown: int) -> str:
    """Say how many throws are at least as good for the attackers as the one made."""
    if not 0 <= thrown < len(cells):
        return ""
    good = sum(cell.weight for cell in cells if cell.tone >= cells[thrown].tone)
    return share_of_throws(Fraction(good, sum(cell.weight for cell in cells)))


def share_of_throws(share: Fraction) -> str:
    """Say which share of all throws is at least as good for the attackers."""
    if share == 1:
        return "Every throw is at least this good for the attackers."
    if share == Fraction(1, 2):
        some = "Half of all throws are"
    elif share.denominator > 10:
        some = f"{float(100 * share):.3g} % of all throws are"
    else:
        throws = "throw in {} is" if share.numerator == 1 else "throws in {} are"
        some = f"{number(share.numerator).capitalize()} {throws.format(number(share.denominator))}"
    return f"{some} at least this good for the attackers."


def the_day_before(turn: int, date: Callable[[int], str], *, over: bool) -> str:
    """Return the turn before this one by its date: "the 16th"; after the end, the last turn."""
    shown = turn if over else turn - 1
    if shown < 1:
        return ""
    day = int(date(shown).split()[0])
    ending = "th" if day // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"the {day}{ending}"
