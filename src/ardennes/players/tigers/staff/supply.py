"""Where a supply line is broken and who standing where would mend it."""

from __future__ import annotations

from functools import reduce
from heapq import heappop, heappush
from operator import or_

from ardennes.games.tigers.rules.model.position import derived, put, recall, road_open, unbridged, units_at
from ardennes.games.tigers.rules.model.state import DEAD, TigersState
from ardennes.games.tigers.rules.movement.supply import levels_from, supplied_hexes
from ardennes.games.tigers.rules.movement.zones import supply_zone
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.reach import flood_links

BLOCKED, ENEMY, NEVER = (
    100,
    5000,
    1 << 30,
)  # a hex in an enemy zone wants a post; one with an enemy in it is no way at all


def supply_gaps(w: World, s: TigersState, side: int, goal: int) -> list[int] | None:
    """The fewest hexes where units would have to stand to supply the goal hex; None: no such line.

    A node is a hex and how far one is off the road there, or on it, as one number; on the heap the cost comes
    before it.
    """
    edge = w.board.allied_supply_edge if side == ALLIED else w.board.german_supply_edge
    heads = edge & w.board.edge_road
    roads = road_open(w, s)
    reach = w.constants.supply.reach
    on_road, states = reach + 1, reach + 2
    if _fed(w, s, side, goal, edge, heads):
        return []
    toll = recall(w, s, ("supply tolls", side), lambda: _tolls(w, s, side))
    nodes = w.grid.size * states
    best = {goal * states: 0}
    came: dict[int, int] = {}
    heap = [goal * states]
    while heap:
        cost, at = divmod(heappop(heap), nodes)
        if cost > best[at]:
            continue
        cell, off = divmod(at, states)
        if (heads if off == on_road else edge) >> cell & 1:
            return _posts(w, s, side, came, at, states, goal) if cost < ENEMY else None
        ahead: list[tuple[int, int]] = []
        if off < on_road and w.board.road_dirs[cell]:
            ahead.append((cell * states + on_road, 0))
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to < 0:
                continue
            if off == on_road:
                if roads[direction] >> cell & 1:
                    ahead.append((to * states + on_road, toll[to]))
            else:
                far = off + 1 + unbridged(w, s, cell, direction)
                if far <= reach:
                    ahead.append((to * states + far, toll[to]))
        for node, price in ahead:
            total = cost + price
            if total < best.get(node, NEVER):
                best[node] = total
                came[node] = at
                heappush(heap, total * nodes + node)
    return None


def _fed(w: World, s: TigersState, side: int, goal: int, edge: int, heads: int) -> bool:
    """Is there a line without any gap? The search of `supply_gaps` over the hexes that want no post, all at
    once; most goals are fed."""
    d = derived(w, s)
    taken = supply_zone(w, s, 1 - side) | d.combat[1 - side]
    open_ = w.grid.mask & ~taken | d.fighters[side] | 1 << goal
    off_road = reduce(or_, levels_from(w, s, 1 << goal, open_)) & open_
    return bool(off_road & edge or flood_links(w.grid, off_road, open_, road_open(w, s)) & heads)


def _tolls(w: World, s: TigersState, side: int) -> list[int]:
    """By hex: what a supply line of the side pays to enter it."""
    d, toll = derived(w, s), [1] * w.grid.size
    for board, price in (
        (supply_zone(w, s, 1 - side), BLOCKED),
        (d.combat[1 - side], ENEMY),
        (d.fighters[side], 1),
    ):
        for cell in bits(board):
            toll[cell] = price
    return toll


def _posts(
    w: World, s: TigersState, side: int, came: dict[int, int], end: int, states: int, goal: int
) -> list[int]:
    """The hexes of the line that want a unit, those where it ends first."""
    open_ = ~supply_zone(w, s, 1 - side) | derived(w, s).fighters[side] | 1 << goal
    result: dict[int, None] = {}
    at: int | None = end
    while at is not None:
        if not open_ >> at // states & 1:
            result[at // states] = None
        at = came.get(at)
    return list(result)


def hungry(w: World, s: TigersState, side: int) -> list[int]:
    """The side's combat units out of supply."""
    fed = supplied_hexes(w, s, side)
    return [u for u in w.of_side[side] if s.where[u] >= 0 and w.units[u].combat and not fed >> s.where[u] & 1]


def relief(w: World, s: TigersState, side: int, starving: list[int]) -> dict[int, float]:
    """Enemy stack -> own factors that would be in supply again if it were gone."""
    result: dict[int, float] = {}
    if not starving:
        return result
    for cell in bits(derived(w, s).combat[1 - side]):
        trial = s.clone()
        for unit in units_at(w, s, cell, 1 - side):
            put(w, trial, unit, DEAD)
        fed = supplied_hexes(w, trial, side)
        gain = sum(w.factor[u] for u in starving if fed >> s.where[u] & 1)
        if gain:
            result[cell] = float(gain)
    return result
