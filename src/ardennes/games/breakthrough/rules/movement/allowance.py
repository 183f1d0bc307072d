"""Operation points: the first allowance at the start of the day, the second in the side's second operation
phase.

Rules: BTA-7.4a, BTA-7.4b, BTA-7.4c, BTA-7.4d, BTA-7.4e, BTA-2.4b, BTA-2.4c, BTA-2.4d, BTA-2.4e.
"""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.events import PointsGiven
from ardennes.games.breakthrough.rules.model.position import parts_of
from ardennes.games.breakthrough.rules.model.state import INTERDICTED, BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, FIRST_DAY, ISOLATED, TRAVEL, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events

TRUCK_FACTOR = 2  # BTA-7.4b, BTA-7.7b


def trucks(w: World, unit: int) -> bool:
    """Return whether travel mode doubles the unit's points: American units without vehicles have trucks,
    BTA-7.4b."""
    return w.side[unit] == AMERICAN and not w.mobile[unit]


def day_share(w: World, s: BreakthroughState, unit: int) -> float:
    """Return the share of its allowance that a unit gets on the first two days, BTA-2.4b, BTA-2.4d, BTA-2.4e.

    A divisional unit gets the smallest share of its components.
    """
    if s.day > FIRST_DAY + 1:
        return 1.0
    units = [w.units[part] for part in parts_of(w, s, unit)]
    return min((u.dec16 if s.day == FIRST_DAY else u.dec17 for u in units), default=1.0)


def _received(w: World, s: BreakthroughState, unit: int, base: int, supply: int) -> int:
    """Return an allowance after all factors, rounded down after each, BTA-7.4e."""
    points = base
    if s.mode[unit] == TRAVEL and trucks(w, unit):
        points *= TRUCK_FACTOR  # BTA-7.4b
    if s.marks[unit] & INTERDICTED:
        points = int(points * (1 - w.constants.interdict_share_lost))  # BTA-3.3
    if supply == ISOLATED:
        return 0  # BTA-4.3b
    if supply == UNSUPPLIED:
        points //= 2  # BTA-4.3a
    return int(points * day_share(w, s, unit))


def first_allowance(w: World, s: BreakthroughState, unit: int, supply: int | None = None) -> int:
    """Return the points of the Supply Phase, BTA-7.4a, in the given supply state or the unit's own."""
    return _received(w, s, unit, w.units[unit].first, s.supply[unit] if supply is None else supply)


def most_after_second(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the most points a unit may hold after the second allowance, BTA-7.4c."""
    return w.units[unit].travel_cap if s.mode[unit] == TRAVEL else w.units[unit].cap


def second_points(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the points in the second operation phase, BTA-7.4c.

    They are the second allowance (none on 16 December, BTA-7.4d) and part of the points left from the first.
    """
    carried = int(s.points[unit] * w.constants.carry_share)
    fresh = 0 if s.day == FIRST_DAY else _received(w, s, unit, w.units[unit].second, s.supply[unit])
    return min(most_after_second(w, s, unit), fresh + carried)


def hand_out_first(w: World, s: BreakthroughState, side: int) -> None:
    """Give the first allowance to all units of a side on the map; it replaces the points they had."""
    for unit in w.of_side[side]:
        if s.where[unit] >= 0:
            s.points[unit] = first_allowance(w, s, unit)


def hand_out_second(w: World, s: BreakthroughState, side: int, events: Events) -> None:
    """Give the second allowance at the start of the side's second operation phase, BTA-7.4a."""
    for unit in w.of_side[side]:
        if s.where[unit] >= 0:
            s.points[unit] = second_points(w, s, unit)
    events.append(PointsGiven(side, second=True, none=s.day == FIRST_DAY))
