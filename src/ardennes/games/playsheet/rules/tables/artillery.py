"""Supporting artillery: what a group adds to a battle by its distance, the cap, and what may interdict."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.sheet import RANGED, Sheet
from ardennes.games.playsheet.schema.terms import GUNS
from ardennes.kernel.contract import Refusal

INFANTRY_GUNS = len(GUNS)  # a type of its own on the sheet; in the game the infantry's own guns, OPS-UNIT-5
GUN_NAMES = ("", *RANGED)  # by gun number
assert GUN_NAMES[: len(GUNS)] == GUNS


class Group(NamedTuple):
    """Guns of one type at one distance from the hex attacked, OPS-ARTY-4."""

    gun: int
    battalions: int
    km: Fraction | int


def reach(sheet: Sheet, gun: int) -> int:
    """The longest range at which guns support."""
    result = sheet.ranges[gun - 1]
    return max(result.effective, result.long)


def support(sheet: Sheet, group: Group) -> Fraction:
    """What a group adds to one battle: by battalion, less at long range, nothing beyond, OPS-ARTY-1,
    OPS-ARTY-2."""
    ranges = sheet.ranges[group.gun - 1]
    if group.km <= ranges.effective:
        return group.battalions * sheet.constants["artillery_effective_bonus"]
    if group.km <= ranges.long:
        return group.battalions * sheet.constants["artillery_long_bonus"]
    return Fraction(0)


def own_guns(sheet: Sheet, km: int) -> Fraction:
    """What the guns of an infantry unit add, whatever its strength, OPS-UNIT-5."""
    near = km <= sheet.ranges[INFANTRY_GUNS - 1].effective
    return sheet.constants["infantry_guns_bonus"] if near else Fraction(0)


def cap(combat_units: int, readings: Readings = STANDARD) -> Fraction | None:
    """The most that artillery adds to a side with so many combat units, OPS-ARTY-3; None: no limit."""
    return _cap(combat_units, readings.artillery_cap_per_unit)


@functools.lru_cache(maxsize=256)
def _cap(combat_units: int, each: str) -> Fraction | None:
    return None if each == "none" else combat_units * Fraction(each)


def capped(value: Fraction, combat_units: int, readings: Readings = STANDARD) -> Fraction:
    """Artillery as it counts in the battle, OPS-ARTY-3."""
    most = cap(combat_units, readings)
    return value if most is None else min(value, most)


def check_interdict(sheet: Sheet, gun: int, km: Fraction | int) -> Refusal | None:
    """May these guns interdict or suppress flak at this distance? OPS-ARTY-6."""
    longest = sheet.ranges[gun - 1].long
    who = "Infantry guns" if gun == INFANTRY_GUNS else f"{GUN_NAMES[gun].capitalize()} artillery"
    if not longest:
        able = ", ".join(n for n, result in zip(RANGED, sheet.ranges, strict=True) if result.long)
        return Refusal("OPS-ARTY-6", f"{who} cannot interdict.", f"Artillery that can: {able}.")
    if km > longest:
        return Refusal("OPS-ARTY-6", f"The area is {km} km away.", f"{who} reaches {longest} km.")
    return None
