"""Where a supply line is broken and who standing where would mend it."""

from __future__ import annotations

from heapq import heappop, heappush

from ardennes.games.tigers.rules.position import derived, put, road_open, unbridged, units_at
from ardennes.games.tigers.rules.state import DEAD, TigersState
from ardennes.games.tigers.rules.supply import supplied_hexes
from ardennes.games.tigers.rules.zones import supply_zone
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits

BLOCKED, ENEMY = 100, 5000  # a hex in an enemy zone wants a post; one with an enemy in it is no way at all


def supply_gaps(w: World, s: TigersState, side: int, goal: int) -> list[int] | None:
    """The fewest hexes where units would have to stand to supply the goal hex; None: no such line."""
    d = derived(w, s)
    own, foes, zone = d.fighters[side], d.combat[1 - side], supply_zone(w, s, 1 - side)
    edge = w.board.allied_supply_edge if side == ALLIED else w.board.german_supply_edge
    heads = edge & w.board.edge_road
    roads = road_open(w, s)
    reach = w.constants.supply.reach
    on_road = reach + 1

    def toll(cell: int) -> int:
        if own >> cell & 1:
            return 1
        return ENEMY if foes >> cell & 1 else BLOCKED if zone >> cell & 1 else 1

    start = (goal, 0)
    best = {start: 0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap = [(0, goal, 0)]
    while heap:
        cost, cell, off = heappop(heap)
        at = (cell, off)
        if cost > best[at]:
            continue
        if (off == on_road and heads >> cell & 1) or (off < on_road and edge >> cell & 1):
            return _posts(came, at, goal, own, zone) if cost < ENEMY else None
        ahead: list[tuple[int, int, int]] = []
        if off < on_road and w.board.road_dirs[cell]:
            ahead.append((cell, on_road, 0))
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to < 0:
                continue
            if off == on_road:
                if roads[direction] >> cell & 1:
                    ahead.append((to, on_road, toll(to)))
            else:
                far = off + 1 + unbridged(w, s, cell, direction)
                if far <= reach:
                    ahead.append((to, far, toll(to)))
        for to, state, price in ahead:
            total = cost + price
            if total < best.get((to, state), 1 << 30):
                best[to, state] = total
                came[to, state] = at
                heappush(heap, (total, to, state))
    return None


def _posts(
    came: dict[tuple[int, int], tuple[int, int]], end: tuple[int, int], goal: int, own: int, zone: int
) -> list[int]:
    found = []
    at: tuple[int, int] | None = end
    while at is not None:
        cell = at[0]
        if cell != goal and zone >> cell & 1 and not own >> cell & 1 and cell not in found:
            found.append(cell)
        at = came.get(at)
    return found


def hungry(w: World, s: TigersState, side: int) -> list[int]:
    """The side's combat units out of supply."""
    fed = supplied_hexes(w, s, side)
    return [u for u in w.of_side[side] if s.where[u] >= 0 and w.units[u].combat and not fed >> s.where[u] & 1]


def relief(w: World, s: TigersState, side: int, starving: list[int]) -> dict[int, float]:
    """Enemy stack -> own factors that would be in supply again if it were gone."""
    found: dict[int, float] = {}
    if not starving:
        return found
    for cell in bits(derived(w, s).combat[1 - side]):
        trial = s.clone()
        for unit in units_at(w, s, cell, 1 - side):
            put(w, trial, unit, DEAD)
        fed = supplied_hexes(w, trial, side)
        gain = sum(w.factor[u] for u in starving if fed >> s.where[u] & 1)
        if gain:
            found[cell] = float(gain)
    return found
