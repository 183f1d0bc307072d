"""Marches: how far it is from everywhere to a goal, on foot, on wheels, by road.

A node is a hex in normal mode, or the same hex in travel mode (hex + size). Costs are half points, so that
the trucks of American infantry, which double its points (BTA-7.4b), come out right.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ardennes.games.breakthrough.rules.model.position import carries_road, occupied, owned, zone_of
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.allowance import TRUCK_FACTOR
from ardennes.games.breakthrough.rules.movement.step import corridor_closed
from ardennes.games.breakthrough.rules.sequence.weather import frozen
from ardennes.games.breakthrough.schema.ground import MOBILE, ON_FOOT
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SUPPLIED, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR, Flood, turned

HALVES = 2
FIGHT = 40  # what it delays to find an enemy unit in the way
REBUILD = 60  # what it delays to find a bridge down, where there are engineers to mend it
LONGEST = 1200  # half points: a longer march is none
LONGER = LONGEST + 1
NEVER = 99.0  # days of a march that leads nowhere
Ways = list[tuple[int, int]]  # (node at the other end of a step, cost)
Steps = list[Ways]
Priced = list[Ways | None]
Ground = tuple[int, bool, int, bool]  # what steps rest on: side, mobile, hexes closed to it, frozen
Class = tuple[bool, bool]  # (mobile, kept out of the corridor by BTA-7.6g)


class Net(NamedTuple):
    """The steps one kind of unit may take as long as no bridge falls or rises and the ground stays as it is;
    what the enemy adds to them is not in it."""

    into: Steps  # by node: (where a step into it begins, cost)
    out: Steps  # by node: (where a step out of it ends, cost)
    twin: list[int]  # by node: the same hex in the other mode, -1 without a road
    to_twin: list[int]  # what the change of mode costs there
    from_twin: list[int]  # and the change back
    ahead: Steps  # by node: the steps out of it, that to its twin at the end
    behind: Steps  # ... the steps back from it


class Tolls(NamedTuple):
    """What the enemy adds, by node."""

    enter: list[int]
    leave: list[int]


class Pace(NamedTuple):
    """How a unit marches."""

    quickest: Sequence[int]  # by hex: what the march there costs without the enemy
    left: int  # half points it has
    a_day: int  # half points it gets on a day
    away: int  # what the enemy adds at least to leaving its hex
    enter: list[int]  # by hex: and to entering one


class Land:
    """The ground of a world without any enemy and with every bridge standing: what no march can be quicker
    than, put in as it is asked for."""

    def __init__(self) -> None:
        self.nets: dict[Ground, Net] = {}
        self.quickest: dict[tuple[int, Ground], Sequence[int]] = {}  # by hex it begins in: cost by hex


@functools.lru_cache(maxsize=8)
def _land(w: World) -> Land:
    return Land()


class Marches:
    """The marches of one side in one position; fields are kept while it lasts."""

    def __init__(self, w: World, s: BreakthroughState, side: int, nets: dict[object, Net]) -> None:
        self.w, self.s, self.side, self.nets = w, s, side, nets
        self.size = w.grid.size
        self._free = [0] * (2 * self.size)  # what is paid besides the steps of a net: nothing
        self.foes = occupied(w, s, 1 - side)
        self.land = _land(w)
        self._fields: dict[tuple[int, Class, int], Flood] = {}
        self._classes: dict[int, Class] = {}
        self._paces: dict[int, Pace] = {}
        self._entering: dict[bool, list[int]] = {}
        self._tolls: dict[bool, Tolls] = {}
        self._prices: dict[Class, tuple[Priced, Callable[[int], Ways]]] = {}

    def field(self, goals: int, unit: int, limit: int = FAR) -> Flood:
        """By node: the cheapest march of a unit to any of the goals (a bitboard), in either mode at last."""
        kind = self.class_of(unit)
        key = goals, kind, limit
        if key not in self._fields:
            at = {cell + mode: 0 for cell in bits(goals) for mode in (0, self.size)}
            steps, price = self._priced(kind)
            self._fields[key] = Flood(at, steps, self._free, 1, price, min(limit, LONGEST))
        return self._fields[key]

    def class_of(self, unit: int) -> Class:
        if unit not in self._classes:
            self._classes[unit] = self.w.mobile[unit], corridor_closed(self.w, self.s, unit)
        return self._classes[unit]

    def node(self, unit: int) -> int:
        return self.s.where[unit] + (self.size if self.s.mode[unit] == TRAVEL else 0)

    def cost(self, unit: int, goals: int, limit: int = FAR) -> int:
        """What the unit's march to the nearest goal costs from where it stands; FAR where no way leads, or
        only one beyond the limit."""
        best = self.field(goals, unit, limit).at([self.node(unit)])
        return best if best <= min(limit, LONGEST) else FAR

    def _quickest(self, cell: int, ground: Ground) -> Sequence[int]:
        """By hex: what a march there from a hex costs at least, in whatever mode it begins and ends and
        whatever the enemy does."""
        known = self.land.quickest
        if (cell, ground) not in known:
            starts = {cell: 0, cell + self.size: 0}
            cost = Flood(starts, self._plain(ground).ahead, self._free, limit=LONGEST).upto(FAR)
            nearest = map(min, cost[: self.size], cost[self.size :])
            known[cell, ground] = array("H", [min(LONGER, c) for c in nearest])
        return known[cell, ground]

    def least_turns(self, units: Sequence[int], goals: int, limit: int = FAR) -> Iterator[tuple[float, bool]]:
        """For each unit at least how many days it marches to the nearest goal, and whether that is exact."""
        cells, limit = list(bits(goals)), min(limit, LONGEST)
        one, where = cells[0] if len(cells) == 1 else -1, self.s.where
        for unit in units:
            quickest, left, a_day, away, enter = self._paces.get(unit) or self._pace(unit)
            if one >= 0:
                least = quickest[one] + enter[one]
            else:
                least = min([quickest[cell] + enter[cell] for cell in cells], default=LONGER)
            least += away
            here = where[unit]
            if here == one or (one < 0 and goals >> here & 1):
                yield 0.0, True
            elif least > limit:
                yield NEVER, True
            elif least <= left:
                yield 0.0, False
            else:
                yield min(NEVER, (least - left) / a_day), False

    def turns(self, unit: int, goals: int, limit: int = FAR) -> float:
        """The same in days, by the points the unit gets on a day."""
        return self._days(unit, self.cost(unit, goals, limit))

    def turns_back(self, unit: int, goals: int, most: float) -> float:
        """As `turns`, found from the goals, for many units and few goals; not exact beyond so many days."""
        _, left, a_day, _, _ = self._pace(unit)
        if next(self.least_turns([unit], goals))[0] >= most:
            return NEVER
        return self._days(unit, self.field(goals, unit).at([self.node(unit)], left + int(most * a_day)))

    def _days(self, unit: int, cost: int) -> float:
        if cost >= FAR:
            return NEVER
        _, left, a_day, _, _ = self._pace(unit)
        return max(0.0, cost - left) / a_day

    def _pace(self, unit: int) -> Pace:
        if unit not in self._paces:
            info = self.w.units[unit]
            a_day = HALVES * (info.first + info.second)
            if self.s.supply[unit] != SUPPLIED:
                a_day //= 2
            kind, here = self.class_of(unit), self.s.where[unit]
            leave, enter = self._tolls_of(kind[0]).leave, self._gates(kind[0])
            away = min(leave[here], leave[here + self.size])
            quickest = self._quickest(here, self._ground(kind))
            self._paces[unit] = Pace(quickest, HALVES * self.s.points[unit], max(1, a_day), away, enter)
        return self._paces[unit]

    def _gates(self, mobile: bool) -> list[int]:
        """By hex: what the enemy adds at least to entering it, in either mode."""
        if mobile not in self._entering:
            enter = self._tolls_of(mobile).enter
            self._entering[mobile] = list(map(min, enter[: self.size], enter[self.size :]))
        return self._entering[mobile]

    def way(self, unit: int, goals: int, limit: int = FAR) -> list[int]:
        """The hexes of that march, the first one left out."""
        kind, here, size = self.class_of(unit), self.node(unit), self.size
        flood, net, tolls = self.field(goals, unit, limit), self._net(kind), self._tolls_of(kind[0])
        flood.at([here])
        field = flood.cost
        cells: list[int] = []
        while 0 < field[here] < FAR:
            rest = field[here] - tolls.leave[here]
            ahead = [n for n, cost in net.out[here] if field[n] + tolls.enter[n] + cost == rest]
            twin = net.twin[here]
            if ahead:
                here = min(ahead)
                cells.append(here % size)
            elif twin >= 0 and field[twin] + net.to_twin[here] == field[here]:
                here = twin
            else:
                break
        return cells

    def _ground(self, kind: Class) -> Ground:
        w, s = self.w, self.s
        closed = w.closed_to_german if self.side == GERMAN else w.corridor[s.variant.corridor_from] * kind[1]
        return self.side, kind[0], closed, frozen(w, s.day)

    def _net(self, kind: Class) -> Net:
        ground = self._ground(kind)
        key = ground, self.s.bridges
        if key not in self.nets:
            self.nets[key] = self._without_bridges(self._plain(ground), self._by_road(kind[0]))
        return self.nets[key]

    def _plain(self, ground: Ground) -> Net:
        """The steps with every bridge standing."""
        if ground not in self.land.nets:
            self.land.nets[ground] = self._survey(*ground[1:3])
        return self.land.nets[ground]

    def _without_bridges(self, net: Net, by_road: int) -> Net:
        """The same where some are down, and to be built again on the way."""
        into, out, behind = net.into[:], net.out[:], net.behind[:]
        for bridge in self.w.board.bridges:
            if not carries_road(self.s, bridge.index):
                a, b = (end + self.size for end in bridge.ends)
                for links in (into, out, behind):
                    for one, other in ((a, b), (b, a)):
                        links[one] = [
                            (to, cost + by_road * REBUILD if to == other else cost) for to, cost in links[one]
                        ]
        return net._replace(into=into, out=out, behind=behind)

    def _priced(self, kind: Class) -> tuple[Priced, Callable[[int], Ways]]:
        """By node: the steps back from it, with all that is paid for each; to the twin of a node only the
        change of mode. Near the enemy None, and what finds them: not all are asked for."""
        if kind not in self._prices:
            net, tolls = self._net(kind), self._tolls_of(kind[0])
            into, twins, change, enter, leave = net.into, net.twin, net.from_twin, tolls.enter, tolls.leave
            result: Priced = [*net.behind]
            dear = owned(self.w, self.s, 1 - self.side) | zone_of(self.w, self.s, 1 - self.side) | self.foes
            for cell in bits(dear | self.w.grid.ring(dear)):
                result[cell] = result[cell + self.size] = None

            def price(node: int) -> Ways:
                toll, twin = enter[node], twins[node]
                priced = [(other, toll + step + leave[other]) for other, step in into[node]]
                if twin >= 0:
                    priced.append((twin, change[node]))
                result[node] = priced
                return priced

            self._prices[kind] = result, price
        return self._prices[kind]

    def _survey(self, mobile: bool, closed: int) -> Net:
        w, s, size = self.w, self.s, self.size
        costs, column = w.tables.costs, MOBILE if mobile else ON_FOOT
        terrain = w.ground.terrain[frozen(w, s.day)][column]
        wade = -1 if mobile else costs["river"].usual[column]
        by_road = self._by_road(mobile)
        mount, dismount = costs["mode_to_travel"], costs["mode_to_normal"]
        up = HALVES * (mount.usual if self.side == GERMAN else mount.other)[column]
        down = by_road * (dismount.usual if self.side == GERMAN else dismount.other)[column]
        into: Steps = [[] for _ in range(2 * size)]
        twin, to_twin, from_twin = [-1] * (2 * size), [0] * (2 * size), [0] * (2 * size)
        for to in w.grid.cells:
            if closed >> to & 1:
                continue
            for way in w.ground.ways[to]:  # from here back to where the step begins
                if not way.river or wade >= 0:
                    into[to].append((way.to, HALVES * (terrain[to] + (wade if way.river else 0))))
                if way.link:
                    into[to + size].append((way.to + size, by_road * w.ground.road[to]))
            if w.board.road >> to & 1:
                twin[to], twin[to + size] = to + size, to
                to_twin[to], to_twin[to + size] = up, down
                from_twin[to], from_twin[to + size] = down, up
        out = turned(into)

        def with_twins(links: Steps, change: list[int]) -> Steps:
            return [
                [*steps, (twin[node], change[node])] if twin[node] >= 0 else steps
                for node, steps in enumerate(links)
            ]

        return Net(into, out, twin, to_twin, from_twin, with_twins(out, to_twin), with_twins(into, from_twin))

    def _by_road(self, mobile: bool) -> int:
        return HALVES // TRUCK_FACTOR if self.side == AMERICAN and not mobile else HALVES

    def _tolls_of(self, mobile: bool) -> Tolls:
        """Enemy ground, zones and units in the way."""
        if mobile not in self._tolls:
            w, s, size = self.w, self.s, self.size
            costs, column = w.tables.costs, MOBILE if mobile else ON_FOOT
            by_road = self._by_road(mobile)
            enter, leave = [0] * (2 * size), [0] * (2 * size)
            zone = zone_of(w, s, 1 - self.side)
            for cells, each in (
                (owned(w, s, 1 - self.side), costs["enemy_hex"].usual[column]),
                (zone, costs["zoc_enter"].usual[column]),
                (self.foes, FIGHT),
            ):
                for cell in bits(cells):
                    enter[cell] += HALVES * each
                    enter[cell + size] += by_road * each
            for cell in bits(zone):
                leave[cell] = HALVES * costs["zoc_leave"].usual[column]
                leave[cell + size] = by_road * costs["zoc_leave"].other[column]
            self._tolls[mobile] = Tolls(enter, leave)
        return self._tolls[mobile]
