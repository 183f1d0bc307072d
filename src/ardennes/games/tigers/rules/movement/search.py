"""Where a unit can move: the cheapest routes (TIA-MOVE, TIA-ROAD, TIA-ZOC-7, TIA-ZOC-8,
TIA-ZOC-9, TIA-ZOC-10, TIA-ZOC-11).

This module does not check whether a move may end there; see `moves.routes`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from ardennes.games.tigers.rules.model.orders import Move
from ardennes.games.tigers.rules.model.position import derived, fresh_divisions, recall
from ardennes.games.tigers.rules.model.state import NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement import step as movement
from ardennes.games.tigers.rules.movement.stacking import is_full
from ardennes.games.tigers.rules.movement.step import Walk, Walker
from ardennes.games.tigers.rules.movement.zones import any_zone
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits, by_hex
from ardennes.kernel.reach import reach

BESIDE, UNQUIET, WAY_OUT = 1, 2, 4  # facts of a hex, see `field_by_hex`
Onward = tuple[int, int, Any]  # (twice the hex, and one for road rate; cost; (as written, stops, binds))


def next_steps(w: World, s: TigersState, who: Walker, at: Walk) -> Iterator[tuple[str, Walk]]:
    """Yield every legal next step with its written form."""
    if at.stopped or at.cell == EXIT or at.spent >= who.limit:
        return
    for to, road, text in (w.ways_by_road if who.may_ride else w.ways)[at.cell]:
        on = movement.walk_on(w, s, who, at, to, road)
        if not isinstance(on, int):
            yield text, on


class Route(msgspec.Struct, frozen=True, gc=False):
    """A route to a hex; its order is built on demand."""

    stem: Move
    before: Route | None  # the route to the hex before
    step: str  # the last one, as written
    cell: int  # EXIT: off the map
    spent: int  # half-MF
    can_attack: bool  # as far as its move decides: no bonus spent, not in road mode
    road_end: bool
    rode: bool  # some hex was entered at road rate
    stopped: bool
    kind: int  # of arrival: one number for hex, rate and whether it can attack

    def __deepcopy__(self, known: dict[int, object]) -> Route:
        """Return the route itself: it never changes, so copies share it."""
        return self

    @property
    def end(self) -> Walk:
        """Return the unit at the end of the route."""
        return Walk(self.cell, self.spent, 1, self.road_end, self.rode, self.stopped)

    @property
    def order(self) -> Move:
        """Return the whole move as an order."""
        path: list[str] = []
        way: Route | None = self
        while way is not None:
            path.append(way.step)
            way = way.before
        stem = self.stem
        return Move(stem.unit, tuple(reversed(path)), stem.omb, stem.attach)


def field_by_hex(w: World, s: TigersState, who: Walker) -> bytes:
    """Return, by hex, whether it is beside a division that must be attacked (BESIDE), whether an enemy
    affects the steps from it (UNQUIET), and whether units may leave the map there (WAY_OUT)."""

    def field() -> bytes:
        enemy = 1 - who.side
        beside, unquiet = w.grid.ring(fresh_divisions(w, s, enemy)), w.grid.ring(any_zone(w, s, enemy))
        return by_hex(w.grid.size, beside, unquiet, w.exits if who.side == GERMAN else 0)

    return recall(w, s, ("by hex", who.side), field)


def _unreached(w: World, who: Walker, only: int | None) -> list[int]:
    """Return, by hex and rate, the initial cost for a search: more than the unit has, -1 for a closed hex.

    With `only`, hexes from which that hex is out of reach are excluded beforehand.
    """
    if only is None:
        best = [who.limit + 1] * (2 * w.grid.size)
    else:
        best = list(_room(w, only, who.mechanized, who.may_ride, who.limit))
    for cell in bits(who.closed):
        best[2 * cell] = best[2 * cell + 1] = -1
    return best


def out_of_reach(w: World, who: Walker, start: Walk, goal: int) -> bool:
    """Is the goal too far for the unit even without enemies and with all bridges?"""
    room = _room(w, goal, who.mechanized, who.may_ride, who.limit)
    return start.spent >= room[2 * start.cell]


@functools.lru_cache(maxsize=2000)
def _room(w: World, goal: int, mechanized: bool, may_ride: bool, limit: int) -> tuple[int, ...]:
    """Return, by hex and rate, the cost below which a route there can still reach the goal, without enemies
    and with all bridges."""
    back: dict[int, list[tuple[int, int]]] = {}
    for cell, ways in enumerate(w.ways_by_road if may_ride else w.ways):
        for to, road, _ in ways:
            if to == EXIT:
                cost = min(w.road_rate, movement.EXIT_COST)
            elif road:
                cost = w.road_rate
            else:
                cost = min(w.mech_cost[to], w.road_normal) if mechanized else w.foot_cost[to]
            back.setdefault(to, []).append((cell, cost))
    least = reach(goal, limit, lambda cell, spent: back.get(cell, ())).cost
    room = [0] * (2 * w.grid.size)
    for cell, cost in least.items():
        room[2 * cell] = room[2 * cell + 1] = limit + 1 - cost
    return tuple(room)


def arrivals(
    w: World, s: TigersState, who: Walker, start: Walk, stem: Move, field: bytes, only: int | None = None
) -> list[Route]:
    """Return routes to every hex that the unit can reach, the cheapest first.

    The search is a bucket queue over half-points. With `only` it covers that hex and those on the way to it.
    """
    limit, omf, bonus = who.limit, who.omf, movement.bonus_first(w, who)
    fresh = -1 if stem.omb else omf  # a Tiger that chose its bonus cannot attack
    question = ("unreached", who.closed, limit, only, who.mechanized, who.may_ride)
    best = recall(w, s, question, lambda: _unreached(w, who, only)).copy()
    buckets: list[list[Route]] = [[] for _ in range(limit + 1)]
    for text, on in next_steps(w, s, who, start):
        at = 2 * on.cell + on.road
        if on.spent < best[at]:
            if not on.stopped or on.cell == EXIT or who.zoc >> on.cell & 1:
                best[at] = on.spent
            attack = on.spent <= fresh and not on.road
            way = Route(
                stem, None, text, on.cell, on.spent, attack, on.road, on.rode, on.stopped, 2 * at + attack
            )
            buckets[on.spent].append(way)
    left = bytearray(w.grid.size)  # hexes already expanded: a later visit is never cheaper
    stacks, onward = derived(w, s).stacks, who.onward
    for spent in range(limit):
        for way in buckets[spent]:
            cell = way.cell
            if way.stopped or left[cell]:
                continue
            left[cell] = 1
            base = spent
            if cell in stacks and is_full(w, s, cell, who.side, who.unit):
                base += movement.FULL_STACK_COST
            for to, cost, step in onward.get(cell) or _onward(w, s, who, cell, not field[cell] & UNQUIET):
                total = base + cost
                if total < best[to]:
                    text, stops, binds = step
                    if not binds or (total <= omf and not bonus):
                        best[to] = total
                        if to & 1:
                            far = Route(stem, way, text, to >> 1, total, False, True, True, stops, 2 * to)
                        else:
                            can = total <= fresh
                            far = Route(
                                stem, way, text, to >> 1, total, can, False, way.rode, stops, 2 * to + can
                            )
                        buckets[total].append(far)
            if field[cell] & WAY_OUT:
                _leave_map(w, s, who, way, fresh, best, buckets)
    return list(chain.from_iterable(buckets))


def _leave_map(
    w: World, s: TigersState, who: Walker, way: Route, fresh: int, best: list[int], buckets: list[list[Route]]
) -> None:
    """Add the step off the map at the end of a route; index EXIT of `best` is on its rim, without a hex."""
    for text, on in next_steps(w, s, who, Walk(way.cell, way.spent, 1, False, way.rode)):
        if on.cell == EXIT and on.spent < best[2 * EXIT]:
            best[2 * EXIT] = on.spent
            can = on.spent <= fresh
            out = Route(way.stem, way, text, EXIT, on.spent, can, False, on.rode, True, 4 * EXIT + can)
            buckets[on.spent].append(out)


def _onward(w: World, s: TigersState, who: Walker, cell: int, quiet: bool) -> tuple[Onward, ...]:
    """Return the steps on from a hex for any moving unit of the side and kind, as `judge_ground` has them.

    Friendly units make no difference, since a unit that must stop has no steps on (TIA-ZOC-7, TIA-ZOC-11);
    without an enemy near (`quiet`) only the bridges do.
    """
    if not quiet:
        steps = who.onward[cell] = tuple(_judged(w, s, who, cell))
        return steps
    rivers = w.rivers_of[cell]
    bridged = tuple([s.bridge[river] != NO_BRIDGE for _, river in rivers]) if rivers else ()
    key = (cell, who.mechanized, who.may_ride, bridged)
    result: tuple[Onward, ...] | None = w.quiet_steps.get(key)
    if result is None:
        result = w.quiet_steps[key] = tuple(_judged(w, s, who, cell))
    who.onward[cell] = result
    return result


def _judged(w: World, s: TigersState, who: Walker, cell: int) -> Iterator[Onward]:
    direction_to = w.direction_to[cell]
    for to, road, text in (w.ways_by_road if who.may_ride else w.ways)[cell]:
        if to != EXIT:
            ground = movement.judge_ground(w, s, who, False, cell, direction_to[to], to, road)
            if not isinstance(ground, int) and not ground.whole_move:
                yield 2 * to + road, ground.cost, (text, ground.stops, ground.binds)
