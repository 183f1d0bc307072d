"""Air support of ground combat: the level and bonus of the squadrons that reached the battle."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.rules.tables.scale import strongest
from ardennes.games.playsheet.schema.sheet import APOCALYPTIC, NO_AIR, Bounds, Sheet

HEAVY_BOMBER = "heavy_bomber"  # any four-engined bomber, OPS-AIR-8
RULES = {"german_ga": "OPS-AIR-1", "allied_ga": "OPS-AIR-2", HEAVY_BOMBER: "OPS-AIR-3"}


def bounds(sheet: Sheet, kind: str, readings: Readings = STANDARD) -> Bounds:
    """Return the squadrons that each level needs; the printed ranges of heavy bombers share 2, OPS-AIR-3."""
    result = sheet.support[kind]
    if kind == HEAVY_BOMBER and not readings.heavy_two_is_apocalyptic:
        return tuple(
            (low + 1 if low is not None and level == APOCALYPTIC else low, level) for low, level in result
        )
    return result


def level(sheet: Sheet, kind: str, squadrons: int, readings: Readings = STANDARD) -> int:
    """Return the level of squadrons of one type, OPS-AIR-1, OPS-AIR-2, OPS-AIR-3."""
    return strongest(bounds(sheet, kind, readings), squadrons, NO_AIR)


def best_level(sheet: Sheet, squadrons: Mapping[str, int], readings: Readings = STANDARD) -> int:
    """Return the best level of several types; levels and counts are never added, OPS-AIR-5."""
    return max((level(sheet, kind, count, readings) for kind, count in squadrons.items()), default=NO_AIR)


def bonus(sheet: Sheet, reached: int) -> int:
    """Return the bonus of a level for its side, OPS-AIR-4."""
    return sheet.bonus[reached]
