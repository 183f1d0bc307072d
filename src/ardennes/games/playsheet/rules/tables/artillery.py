"""Supporting artillery: its bonus by distance, the cap, and the guns that can interdict."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.sheet import RANGED, Sheet
from ardennes.games.playsheet.schema.terms import GUNS
from ardennes.kernel.contract import Refusal

INFANTRY_GUNS = len(GUNS)  # a separate type on the sheet; in the game the guns of infantry units, OPS-UNIT-5
GUN_NAMES = ("", *RANGED)  # by gun number
assert GUN_NAMES[: len(GUNS)] == GUNS


class Group(NamedTuple):
    """Guns of one type at one distance from the hex attacked, OPS-ARTY-4."""

    gun: int
    battalions: int
    km: Fraction | int


def reach(sheet: Sheet, gun: int) -> int:
    """Return the longest range at which guns support."""
    result = sheet.ranges[gun - 1]
    return max(result.effective, result.long)


def support(sheet: Sheet, group: Group) -> Fraction:
    """Return the bonus of a group in one battle: for each battalion, less at long range, OPS-ARTY-1,
    OPS-ARTY-2."""
    ranges = sheet.ranges[group.gun - 1]
    if group.km <= ranges.effective:
        return group.battalions * sheet.constants["artillery_effective_bonus"]
    if group.km <= ranges.long:
        return group.battalions * sheet.constants["artillery_long_bonus"]
    return Fraction(0)


def own_guns(sheet: Sheet, km: int) -> Fraction:
    """Return the bonus of the guns of an infantry unit of any strength, OPS-UNIT-5."""
    near = km <= sheet.ranges[INFANTRY_GUNS - 1].effective
    return sheet.constants["infantry_guns_bonus"] if near else Fraction(0)


def cap(combat_units: int, readings: Readings = STANDARD) -> Fraction | None:
    """Return the cap of artillery for so many combat units; None without a limit, OPS-ARTY-3."""
    return _cap(combat_units, readings.artillery_cap_per_unit)


@functools.lru_cache(maxsize=256)
def _cap(combat_units: int, each: str) -> Fraction | None:
    return None if each == "none" else combat_units * Fraction(each)


def capped(value: Fraction, combat_units: int, readings: Readings = STANDARD) -> Fraction:
    """Return artillery support limited by the cap, OPS-ARTY-3."""
    most = cap(combat_units, readings)
    return value if most is None else min(value, most)


def check_interdict(sheet: Sheet, gun: int, km: Fraction | int) -> Refusal | None:
    """Return why these guns cannot interdict, or suppress flak, at this distance; None if they can,
    OPS-ARTY-6."""
    longest = sheet.ranges[gun - 1].long
    who = "Infantry artillery" if gun == INFANTRY_GUNS else f"{GUN_NAMES[gun].capitalize()} artillery"
    if not longest:
        able = ", ".join(n for n, result in zip(RANGED, sheet.ranges, strict=True) if result.long)
        return Refusal("OPS-ARTY-6", f"{who} cannot interdict.", f"Artillery that can: {able}.")
    if km > longest:
        return Refusal(
            "OPS-ARTY-6",
            f"The area is {km} km away, but {who[0].lower()}{who[1:]} reaches {longest} km.",
            "Choose a nearer area.",
        )
    return None
