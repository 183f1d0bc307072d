"""Estimates of reported enemies: the usual status and arms of such units, never the true ones."""

from __future__ import annotations

from functools import lru_cache

from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.schema.terms import REPORT_TYPES
from ardennes.games.playsheet.schema.world import World

UNKNOWN = -1  # a type or size that is not known
ARMOUR, ARTILLERY = REPORT_TYPES.index("armour"), REPORT_TYPES.index("artillery")
AS_INFANTRY = (UNKNOWN, REPORT_TYPES.index("infantry"), REPORT_TYPES.index("motorised"))


@lru_cache(maxsize=64)
def usual_status(w: World, side: int, kind: int, size: int) -> float:
    """Return the mean starting status of units of a reported type and size; of all if none fits."""
    fits = [
        unit.status
        for unit in w.units
        if unit.side == side
        and (unit.report_type == kind if kind != UNKNOWN else unit.combat)
        and (size == UNKNOWN or unit.report_size == size)
    ]
    return sum(fits) / len(fits) if fits else usual_status(w, side, UNKNOWN, UNKNOWN)


def as_believed(name: str, status: float, kind: int, formation: str = "") -> BattleUnit:
    """Return a reported unit as the score counts it."""
    return BattleUnit(
        name,
        max(1, round(status)),
        formation or "?",
        combat=kind != ARTILLERY,
        tank=kind == ARMOUR,
        infantry=kind in AS_INFANTRY,
    )
