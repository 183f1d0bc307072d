"""Artillery in the corps pools, lent to units for a turn.

Rules: BTA-6.4a, BTA-6.4b, BTA-6.4c, BTA-6.4d, BTA-6.4e, BTA-6.4f, BTA-6.4g.
"""

from __future__ import annotations

from fractions import Fraction

from ardennes.games.breakthrough.rules.model.events import ArtilleryMoved, PoolChanged
from ardennes.games.breakthrough.rules.model.orders import Artillery
from ardennes.games.breakthrough.rules.model.position import stacking
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.sequence.decision_base import at_hand
from ardennes.games.breakthrough.schema.terms import GERMAN, SUPPLIED, SUPPLY_STATES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted


def pool_of(w: World, unit: int) -> int:
    """Return the pool of the corps that the unit's division belongs to; -1 outside a division, BTA-6.4a,
    BTA-6.4g."""
    division = w.units[unit].division
    return w.divisions[division].pool if division >= 0 else -1


def maximum(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the most artillery points that the unit may hold today, BTA-6.4b."""
    if pool_of(w, unit) < 0:
        return 0
    return per_stacking_point(w, w.side[unit], s.day) * stacking(w, s, unit)


def per_stacking_point(w: World, side: int, day: int) -> int:
    """Return the most artillery points per stacking point of a side's units on a day."""
    for row in w.tables.artillery_limits:
        if row.side == side and row.from_day <= day <= row.to_day:
            return row.points
    return 0


def room(w: World, s: BreakthroughState, unit: int) -> int:
    """Return how many points the unit could draw now, limited by its maximum and the pool; typed "max"."""
    pool = pool_of(w, unit)
    if pool < 0:
        return 0
    return max(0, min(maximum(w, s, unit) - s.artillery[unit], s.pools[pool]))


def may_transfer(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot draw or return artillery at all, or None, BTA-6.4a, BTA-4.3a."""
    name, supply = w.units[unit].name, s.supply[unit]
    if pool_of(w, unit) < 0:
        return Refusal("BTA-6.4a", f"{name} does not belong to a division and cannot hold artillery.")
    if supply != SUPPLIED:
        facts = f"{name} is {SUPPLY_STATES[supply]} and cannot draw or return artillery (BTA-6.4c)."
        return Refusal("BTA-4.3a", facts)
    return None


def check_transfer(w: World, s: BreakthroughState, side: int, order: Artillery) -> Refusal | None:
    """Return why the unit cannot draw or return these points, or None."""
    unit, points = w.by_id[order.unit], order.points
    if refusal := at_hand(w, s, side, unit, "BTA-6.0") or may_transfer(w, s, unit):
        return refusal
    name, held, left = w.units[unit].name, s.artillery[unit], s.pools[pool_of(w, unit)]
    if points == 0:
        return Refusal(
            "BTA-6.4b", "0 points cannot be moved.", "Name a number of points, below 0 to return them."
        )
    if points < -held:
        facts = f"{name} holds {counted(held, 'artillery point')} and cannot return {-points}."
        return Refusal("BTA-6.4a", facts)
    if points > left:
        corps = w.pools[pool_of(w, unit)].name
        return Refusal("BTA-6.4a", f"{corps} has {counted(left, 'artillery point')} left, not {points}.")
    most = maximum(w, s, unit)
    if held + points > most:
        facts = f"{name} may hold {counted(most, 'artillery point')} today, and would hold {held + points}."
        return Refusal("BTA-6.4b", facts, f"Draw at most {most - held}." if most > held else "")
    return None


def do_transfer(w: World, s: BreakthroughState, order: Artillery, events: Events) -> None:
    """Move artillery points between the pool and the unit."""
    unit = w.by_id[order.unit]
    pool = pool_of(w, unit)
    s.pools[pool] -= order.points
    s.artillery[unit] += order.points
    events.append(ArtilleryMoved(w.side[unit], order.unit, order.points, s.artillery[unit], s.pools[pool]))


def give_back(w: World, s: BreakthroughState, unit: int, points: int) -> None:
    """Return artillery points of the unit to its pool."""
    if points:
        s.artillery[unit] -= points
        s.pools[pool_of(w, unit)] += points


def give_back_half(w: World, s: BreakthroughState, unit: int) -> None:
    """Return half of the unit's artillery, rounded up, for a hex it moves into, BTA-6.4d."""
    give_back(w, s, unit, s.artillery[unit] - s.artillery[unit] // 2)


def give_back_all(w: World, s: BreakthroughState, unit: int) -> None:
    """Return all of the unit's artillery to its pool."""
    give_back(w, s, unit, s.artillery[unit])


def return_all(w: World, s: BreakthroughState) -> None:
    """Return all artillery at the beginning of the turn, whatever the supply, BTA-6.4c."""
    for unit, held in enumerate(s.artillery):
        if held:
            give_back(w, s, unit, held)


def at_level(w: World, pool: int, points: int, level: int) -> int:
    """Return the points of a pool under the handicap of a level, rounded down, BTA-2.1b."""
    return int(points * w.tables.levels[level].artillery[w.pools[pool].side])


def starting_pool(w: World, pool: int, level: int) -> int:
    """Return the points that a pool starts with at a level."""
    return at_level(w, pool, w.pools[pool].start, level)


def loss_share(w: World, day: int) -> Fraction:
    """Return the share of its starting points that a German pool loses on a day, BTA-6.4f (reconstructed)."""
    c = w.constants
    return {17: c.pool_loss_dec17, 18: c.pool_loss_dec18, 19: c.pool_loss_dec19}.get(day, Fraction(0))


def change_of(w: World, pool: int, level: int, day: int) -> int:
    """Return what a pool gains or loses at the start of a day; the caller keeps it from falling below 0."""
    corps = w.pools[pool]
    gain = at_level(w, pool, corps.reinforcement, level) if corps.day == day else 0
    loss = int(loss_share(w, day) * starting_pool(w, pool, level)) if corps.side == GERMAN else 0
    return gain - loss


def change_pools(w: World, s: BreakthroughState, events: Events) -> None:
    """Apply the reinforcements and losses of the day to the pools, BTA-6.4f."""
    for pool, corps in enumerate(w.pools):
        change = max(change_of(w, pool, s.variant.level, s.day), -s.pools[pool])
        if change:
            s.pools[pool] += change
            events.append(PoolChanged(corps.side, corps.corps, change, s.pools[pool]))


def pools_on(w: World, level: int, first_day: int, start: int = 16) -> list[int]:
    """Return the pools of a scenario that begins on a day, before the changes of that day."""
    points = []
    for pool in range(len(w.pools)):
        left = starting_pool(w, pool, level)
        for day in range(start + 1, first_day):
            left = max(0, left + change_of(w, pool, level, day))
        points.append(left)
    return points
