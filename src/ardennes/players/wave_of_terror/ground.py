"""Compute the cost of marches from every hex to a goal, with one flood for each goal."""

from __future__ import annotations

import functools
from operator import or_
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.model.position import derived
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema.ground import Way
from ardennes.games.wave_of_terror.schema.terms import BLOCKED, BRITISH, MAJOR, MARSH, MINOR, PLAIN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import MARKS, bits, by_hex
from ardennes.kernel.reach import stepped
from ardennes.players.toolkit.fields import FAR

# Kinds of movement: on foot (crosses rivers and blocked hexsides), on wheels (rivers only), heavy (neither).
FOOT, WHEELS, HEAVY = range(3)
CROSSING = 6  # movement points for a phase of waiting at a river, about a whole move
THROUGH_ENEMY = 8  # estimated movement points for fighting through a hex
DETOUR = 24  # most movement points of a route beyond two for each hex
MOST = (1 << len(MARKS)) - 1  # all costs are below this
CACHED = 24  # most cached nets of steps, by kind of unit and state of the bridges
STUCK = 200  # cost from which a goal counts as out of reach

Field = list[int]
Links = tuple[int, ...]  # by direction: the hexes that are entered from there


def kind_of(w: World, unit: int) -> int:
    if w.artillery[unit] or w.heavy[unit]:
        return HEAVY
    return WHEELS if w.movement[unit] >= w.limits.barred_from else FOOT


def meuse_bridges(w: World) -> list[int]:
    """Return the west ends of the bridges over the Meuse, the only major river (WOT-MAP-42)."""
    result = set()
    for bridge in w.board.bridges:
        direction = w.grid.direction(*bridge.ends)
        if direction is not None and w.board.hexsides[bridge.ends[0]][direction] == MAJOR:
            result |= {end for end in bridge.ends if w.board.west_of_meuse >> end & 1}
    return sorted(result)


class Marches:
    """The costs to goals in one position for one side, each computed once."""

    def __init__(self, w: World, s: WaveState, side: int, ways: Ways) -> None:
        self.w, self.s, self.side, self._ways = w, s, side, ways
        self._fields: dict[tuple[int, int, bool], tuple[int, Field]] = {}
        self._enemy = derived(w, s).occupied[1 - side]

    def to(self, goals: int, kind: int, british: bool = False, limit: int = STUCK) -> Field:
        """Return the cost from each hex to the nearest goal for a kind of unit; it may be FAR beyond the
        limit."""
        key = (goals, kind, british)
        result = self._fields.get(key)
        if result is None or result[0] < limit:
            closed = self.w.grid.mask & ~self.w.board.west_of_meuse if british else 0  # WOT-8.5
            net = self._ways.into(self.s.blown, kind)
            result = self._fields[key] = limit, flood(net, goals, self._enemy, closed, limit)
        return result[1]

    def for_unit(self, goals: int, unit: int, cell: int) -> Field:
        """Return the costs for a unit in the hex; they are exact there and closer to the goals."""
        british = self.w.units[unit].nation == BRITISH and not self.s.committed
        kind = kind_of(self.w, unit)
        if goals & goals - 1 or cell < 0:
            return self.to(goals, kind, british)
        near = DETOUR + 2 * self.w.grid.distance(cell, goals.bit_length() - 1)
        field = self.to(goals, kind, british, min(near, STUCK))
        return field if field[cell] < FAR else self.to(goals, kind, british)


class Net(NamedTuple):
    """The steps into hexes, by direction: the hexes that are entered from there.

    All bitboards begin with the first hex of the map.
    """

    shifts: tuple[int, ...]
    first: int
    size: int  # hexes from the first to the last
    rest: int  # hexes after the last
    road_cost: int
    dearest: int  # highest cost of a step
    road: Links
    open: Links  # without a road, at the cost of the hex
    wade: Links  # through water or over a blocked hexside
    costs: tuple[tuple[int, int], ...]  # (cost, the hexes with an open side that have it)
    banks: int  # hexes that can be waded into


def flood(net: Net, goals: int, slow: int, closed: int, limit: int) -> Field:
    """Return the lowest cost from every hex to a goal, computed for all hexes of one cost at once.

    Entering a slow hex costs THROUGH_ENEMY more; closed hexes are not entered. The cost may be FAR beyond the
    limit.
    """
    first, banks = net.first, net.banks
    slow, closed = slow >> first, closed >> first
    # By cost: hexes reached, slow ones that are left later, hexes left by an open side, by water.
    reached, late, over, through = ([0] * (limit + THROUGH_ENEMY + net.dearest + 1) for _ in range(4))
    reached[0] = goals >> first
    visited, planes = 0, [0] * len(MARKS)
    far, last = 0, 0
    while far <= last and far < MOST:
        new = reached[far]
        if over[far]:
            new |= stepped(net.shifts, over[far], net.open)
        if through[far]:
            new |= stepped(net.shifts, through[far], net.wade)
        new &= ~visited
        front = late[far]
        if new:
            visited |= new
            for place, mark in enumerate(MARKS):  # far as a binary number, each digit a bitboard
                if far & mark:
                    planes[place] |= new
            if far <= limit:
                new &= ~closed
                front |= new & ~slow
                if new & slow:
                    late[far + THROUGH_ENEMY] |= new & slow
                    last = far + THROUGH_ENEMY
        if front:
            last = max(last, far + net.dearest)
            reached[far + net.road_cost] |= stepped(net.shifts, front, net.road)
            for cost, hexes in net.costs:
                over[far + cost] |= front & hexes
            through[far + CROSSING] |= front & banks
        far += 1
    away, digits = ~visited & (1 << net.size) - 1, far.bit_length()
    result = by_hex(net.size, *[plane | away for plane in planes[:digits]])
    costs = (*range((1 << digits) - 1), FAR)  # all digits set: never reached
    return [*[FAR] * first, *[costs[cost] for cost in result], *[FAR] * net.rest]


class Ways:
    """The nets of steps by kind of unit and blown bridges."""

    def __init__(self, w: World) -> None:
        self._w = w
        self._dry: dict[int, list[list[int]]] = {}  # by kind: road, open, wade where no bridge is
        self._nets: dict[tuple[int, int], Net] = {}  # by blown bridges and kind

    def into(self, blown: int, kind: int) -> Net:
        """Return the cached net for these blown bridges and this kind of unit."""
        result = self._nets.get((blown, kind))
        if result is None:
            if len(self._nets) >= CACHED:
                self._nets.clear()
            result = self._nets[blown, kind] = self._build(blown, kind)
        return result

    def _build(self, blown: int, kind: int) -> Net:
        w = self._w
        if kind not in self._dry:
            self._dry[kind] = [[0] * 6 for _ in range(3)]
            for origin in w.grid.cells:
                for way in w.ground.ways[origin]:
                    if way.bridge < 0:
                        self._add(self._dry[kind], origin, way, kind, False)
        boards = [board[:] for board in self._dry[kind]]
        for bridge in w.board.bridges:
            for origin, to in (bridge.ends, bridge.ends[::-1]):
                way = w.ground.way_to[origin][to]
                self._add(boards, origin, way, kind, not blown >> bridge.index & 1)
        first = w.grid.cells[0]
        road, dry, wade = (tuple(side >> first for side in board) for board in boards)
        costs: dict[int, int] = {}
        for cell in bits(functools.reduce(or_, dry)):
            cost = w.ground.cost[cell + first]
            costs[cost] = costs.get(cost, 0) | 1 << cell
        size = w.grid.cells[-1] + 1 - first
        return Net(
            shifts=w.grid.shifts,
            first=first,
            size=size,
            rest=w.grid.size - first - size,
            road_cost=w.tables.road_cost,
            dearest=max(CROSSING, w.tables.road_cost, *costs),
            road=road,
            open=dry,
            wade=wade,
            costs=tuple(sorted(costs.items())),
            banks=functools.reduce(or_, wade),
        )

    def _add(self, boards: list[list[int]], origin: int, way: Way, kind: int, stands: bool) -> None:
        w = self._w
        road, dry, wade = boards
        if way.link and (way.bridge < 0 or stands):
            board = road
        elif w.board.terrain[way.to] == MARSH and kind != FOOT:
            return
        elif way.side == PLAIN or stands:
            board = dry
        elif (way.side == MINOR and kind != HEAVY) or (way.side == BLOCKED and kind == FOOT):
            board = wade
        else:
            return
        back = w.grid.direction(way.to, origin)
        assert back is not None
        board[back] |= 1 << way.to


@functools.lru_cache(maxsize=8)
def ways_of(w: World) -> Ways:
    """Return the nets that all players of a world share."""
    return Ways(w)
