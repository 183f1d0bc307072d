"""How a battle is shown, alike in all games: the luck of a throw in words, and what follows a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ardennes.kernel.wire import Cell

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def as_well(cells: Sequence[Cell], thrown: int) -> str:
    """How many of all throws do at least as well for the attacker as the one that was made."""
    if not 0 <= thrown < len(cells):
        return ""
    good = sum(cell.weight for cell in cells if cell.tone >= cells[thrown].tone)
    return share_of_throws(Fraction(good, sum(cell.weight for cell in cells)))


def share_of_throws(share: Fraction) -> str:
    if share == 1:
        return "Every throw does at least this well."
    if share == Fraction(1, 2):
        return "Half of all throws do this well."
    if share.denominator > 10:
        return f"{float(100 * share):.3g} % of all throws do this well."
    some = number(share.numerator).capitalize()
    does = "throw in {} does" if share.numerator == 1 else "throws in {} do"
    return f"{some} {does.format(number(share.denominator))} this well."


def the_day_before(turn: int, date: Callable[[int], str], *, over: bool) -> str:
    """The turn before this one as people say it, from its date: the 16th; the last one when all is over."""
    told = turn if over else turn - 1
    if told < 1:
        return ""
    day = int(date(told).split()[0])
    ending = "th" if day // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"the {day}{ending}"
