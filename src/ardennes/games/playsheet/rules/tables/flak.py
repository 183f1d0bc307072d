"""Flak: against aircraft that fly over, and against landings and drops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema import sheet as tables
from ardennes.games.playsheet.schema.sheet import Sheet

NONE = -1  # no flak of that class reaches the aircraft
SITUATION_RULES = ("OPS-FLAK-2", "OPS-FLAK-3", "OPS-FLAK-4")


class Burst(NamedTuple):
    """One die of one class of flak."""

    flak: int
    situation: int
    die: int
    result: int


class Toll(NamedTuple):
    """The effect of flak on one serial or squadron."""

    losses: int  # each takes a status of the unit carried, or the load, OPS-FLAK-6
    damage: int


def situation(sheet: Sheet, drop: bool, km: Fraction | int | None, overflown: bool) -> int:
    """Return the worst column that applies to one class of flak, OPS-FLAK-5.

    `km`: from the nearest flak of that class to the drop; `overflown`: it lies near the line of flight.
    """
    if drop and km is not None:
        if km <= sheet.constants["flak_near_km"]:
            return tables.DROP_NEAR
        if km <= sheet.constants["flak_far_km"]:
            return tables.DROP_FAR
    return tables.OVERFLIGHT if overflown else NONE


def result(sheet: Sheet, flak: int, at: int, die: int) -> int:
    """Return no effect, damage or loss, OPS-FLAK-2, OPS-FLAK-3, OPS-FLAK-4."""
    return sheet.flak[flak][at][die - 1]


def fire(sheet: Sheet, situations: Sequence[int], roll: Roll) -> tuple[Burst, ...]:
    """Roll a die for each class that reaches the aircraft, heavy before light, OPS-FLAK-1."""
    bursts = []
    for flak, at in enumerate(situations):
        if at != NONE:
            die = roll(f"{tables.FLAK[flak]} flak")
            bursts.append(Burst(flak, at, die, result(sheet, flak, at, die)))
    return tuple(bursts)


def toll(results: Iterable[int]) -> Toll:
    """Return losses and damage of one air unit; a loss is also damage, OPS-FLAK-6, OPS-FLAK-7."""
    result = [one for one in results if one != tables.NO_EFFECT]
    return Toll(result.count(tables.LOSS), len(result))


class Mission(NamedTuple):
    """The effect of flak on a mission, by the index of its air units, OPS-FLAK-8."""

    lost: frozenset[int]
    damaged: frozenset[int]


def mission(sheet: Sheet, tolls: Sequence[Toll], readings: Readings = STANDARD) -> Mission:
    """Return the air units lost and damaged: two damage destroy one.

    Pooled damage destroys the first that are hit; the rest damages the next of them.
    """
    enough = int(sheet.constants["flak_damage_lost"])
    hit = [at for at, one in enumerate(tolls) if one.damage]
    if readings.flak_damage == "per serial":
        lost = frozenset(at for at in hit if tolls[at].damage >= enough)
        return Mission(lost, frozenset(hit) - lost)
    down, left = divmod(sum(one.damage for one in tolls), enough)
    return Mission(frozenset(hit[:down]), frozenset(hit[down : down + 1] if left else ()))


def pooled(sheet: Sheet, damage: int) -> int:
    """Return the losses of a mission with pooled damage."""
    return damage // int(sheet.constants["flak_damage_lost"])
