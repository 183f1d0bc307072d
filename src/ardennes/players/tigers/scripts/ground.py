"""What the exploit players see in the ground of Tigers: marches, cover, who stands where."""

from __future__ import annotations

import functools
from heapq import heappop, heappush

from ardennes.games.tigers.rules.model.position import derived, road_open, units_at
from ardennes.games.tigers.rules.model.state import NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.rules.movement.supply import open_hexes, supplied_hexes
from ardennes.games.tigers.rules.movement.zones import controlled, division_zones
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits, board_of

FAR = 999
FORD = 2  # half-MF for foot across an unbridged river, TIA-RIVER-1
NO_FORD = 8  # what waiting for a bridge is worth to those who need one
FIGHT = 6  # what an enemy stack in the way is worth
ZONE = 3  # and a zone of control


Link = tuple[int, int, int, int]  # (hex one comes from, river side or -1, half-MF off the road, by road or 0)


@functools.lru_cache(maxsize=16)
def links_of(w: World, mechanized: bool) -> list[list[Link]]:
    """By hex: the steps into it from each neighbour, and what they cost a kind of unit."""
    terrain = w.mech_cost if mechanized else w.foot_cost
    links: list[list[Link]] = [[] for _ in range(w.grid.size)]
    for to in w.grid.cells:
        by_road = w.road_rate if mechanized else min(w.road_normal, terrain[to])
        for direction, cell in enumerate(w.grid.neighbours[to]):
            if cell != OFF_MAP:
                road = by_road if w.board.road_dirs[to] >> direction & 1 else 0
                links[to].append((cell, w.board.river_at[to][direction], terrain[to], road))
    return links


def march_field(
    w: World, s: TigersState, goals: int, links: list[list[Link]], ford: int, enemy: int | None
) -> list[int]:
    """By hex: about how many half-MF a march from there to the nearest goal takes.

    `ford` is what an unbridged river costs; `enemy` the side whose units and zones are in the way.
    """
    enemies = derived(w, s).combat[enemy] if enemy is not None else 0
    zones = controlled(division_zones(w, s, enemy)) if enemy is not None else 0
    bridge = s.bridge
    field = [FAR] * w.grid.size
    queue = [(0, cell) for cell in bits(goals)]
    for _, cell in queue:
        field[cell] = 0
    while queue:
        so_far, to = heappop(queue)
        if so_far > field[to]:
            continue
        if zones >> to & 1:
            so_far += ZONE
        if enemies >> to & 1:
            so_far += FIGHT
        for cell, river, plain, road in links[to]:
            if river >= 0 and bridge[river] == NO_BRIDGE:
                cost = so_far + plain + ford
            else:
                cost = so_far + (road or plain)
            if cost < field[cell]:
                field[cell] = cost
                heappush(queue, (cost, cell))
    return field


def supply_tree(w: World, s: TigersState, side: int) -> dict[int, int]:
    """Road hex -> the side's factors fed by way of it, each unit along the shortest road off the map."""
    edge = w.board.allied_supply_edge if side else w.board.german_supply_edge
    passable, roads = open_hexes(w, s, side), road_open(w, s)
    order = list(bits(edge & passable))
    parent = dict.fromkeys(order, -1)
    for cell in order:  # grows: breadth first
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to != OFF_MAP and to not in parent and roads[direction] >> cell & 1 and passable >> to & 1:
                parent[to] = cell
                order.append(to)
    load = dict.fromkeys(order, 0)
    for unit in w.of_side[side]:
        at = s.where[unit]
        if at >= 0 and w.factor[unit]:
            nearest = min(order, key=lambda c: (w.grid.distance(at, c), c), default=-1)
            if nearest >= 0 and w.grid.distance(at, nearest) <= w.constants.supply.reach:
                load[nearest] += w.factor[unit]
    for cell in reversed(order):
        if parent[cell] >= 0:
            load[parent[cell]] += load[cell]
    return load


def cover(w: World, unit: int, cell: int) -> int:
    """Defence bonus the hex gives the unit, TIA-TERR-1, TIA-TERR-2, TIA-TERR-3, TIA-TERR-4, TIA-TERR-5."""
    info = w.units[unit]
    if not info.infantry_type:
        return 0
    bit = 1 << cell
    return (
        bool((w.board.town | w.board.city) & bit)
        + bool(w.board.venn & bit)
        + (info.forest_bonus and bool(w.board.forest & bit))
    )


def fits(w: World, s: TigersState, unit: int, cell: int) -> bool:
    """Would the unit overstack the hex?"""
    side = w.side[unit]
    return stack_fits(w, cell, [*(u for u in units_at(w, s, cell, side) if u != unit), unit])


def supplied(w: World, s: TigersState, side: int, cell: int) -> bool:
    return bool(supplied_hexes(w, s, side) >> cell & 1)


def places(w: World, names: tuple[str, ...]) -> int:
    return board_of(w.board.hex_of[name] for name in names)


def objectives(w: World) -> int:
    """All places either victory at the end turns on, TIA-VIC-5, TIA-VIC-7."""
    return places(w, w.german_places) | places(w, w.allied_places)


def held_by(w: World, s: TigersState, side: int) -> int:
    """Hexes the side controls."""
    return s.held if side else w.grid.mask & ~s.held


def near_enemy(w: World, s: TigersState, side: int, cell: int, hexes: int) -> bool:
    """Is an enemy combat unit that near?"""
    return any(w.grid.distance(cell, foe) <= hexes for foe in bits(derived(w, s).combat[1 - side]))
