"""Exact chances over all dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from ardennes.dice import Dice, every_outcome
from ardennes.games.playsheet.rules.tables.combat import Battle, Fought, Roll, finish, score
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.sheet import Sheet

T = TypeVar("T", bound=Hashable)


def chances(run: Callable[[Roll], T]) -> dict[T, Fraction]:
    """Return every outcome of a function that rolls dice, with its exact probability."""
    result: dict[T, Fraction] = {}
    for chance, _, outcome in every_outcome(lambda dice: run(_roller(dice))):
        result[outcome] = result.get(outcome, Fraction(0)) + chance
    return result


def _roller(dice: Dice) -> Roll:
    return lambda what: dice.roll(0, what)


def battle_chances(
    sheet: Sheet, battle: Battle, readings: Readings = STANDARD
) -> dict[tuple[int, int], Fraction]:
    """Return the chances of results and km of retirement of a battle."""
    worked = score(sheet, battle, readings)

    def run(roll: Roll) -> tuple[int, int]:
        fought: Fought = finish(sheet, battle, worked, roll, readings)
        return fought.row.result, fought.retire_km

    return chances(run)
