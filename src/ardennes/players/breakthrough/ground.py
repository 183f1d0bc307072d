"""Marches: how far it is from everywhere to a goal, on foot, on wheels, by road.

A node is a hex in normal mode, or the same hex in travel mode (hex + size). Costs are half points, so that
the trucks of American infantry, which double its points (BTA-7.4b), come out right.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.breakthrough.rules.allowance import TRUCK_FACTOR
from ardennes.games.breakthrough.rules.movement import corridor_closed
from ardennes.games.breakthrough.rules.position import carries_road, occupied, owned, zone_of
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.rules.weather import frozen
from ardennes.games.breakthrough.schema.ground import MOBILE, ON_FOOT
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SUPPLIED, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR, turned

HALVES = 2
FIGHT = 40  # what it delays to find an enemy unit in the way
REBUILD = 60  # what it delays to find a bridge down, where there are engineers to mend it
LONGEST = 1200  # half points: a longer march is none
WIDEST = 256  # half points: no single step costs so much
Steps = list[list[tuple[int, int]]]
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
    entered: set[int]  # nodes where entering costs more
    left: set[int]  # where leaving does


class Marches:
    """The marches of one side in one position; fields are kept while it lasts."""

    def __init__(self, w: World, s: BreakthroughState, side: int, nets: dict[object, Net]) -> None:
        self.w, self.s, self.side, self.nets = w, s, side, nets
        self.size = w.grid.size
        self.foes = occupied(w, s, 1 - side)
        self._fields: dict[tuple[int, Class, int], list[int]] = {}
        self._ahead: dict[tuple[int, Class], list[int]] = {}  # from a node to all others
        self._classes: dict[int, Class] = {}
        self._tolls: dict[bool, Tolls] = {}
        self._prices: dict[tuple[Class, bool], Steps] = {}
        self.longest = LONGEST

    def field(self, goals: int, unit: int, limit: int = FAR) -> list[int]:
        """By node: the cheapest march of a unit to any of the goals (a bitboard), in either mode at last."""
        kind = self.class_of(unit)
        key = goals, kind, limit
        if key not in self._fields:
            at = [cell + mode for cell in bits(goals) for mode in (0, self.size)]
            self._fields[key] = _flood(at, self._priced(kind, back=True), min(limit, self.longest))
        return self._fields[key]

    def class_of(self, unit: int) -> Class:
        if unit not in self._classes:
            self._classes[unit] = self.w.mobile[unit], corridor_closed(self.w, self.s, unit)
        return self._classes[unit]

    def node(self, unit: int) -> int:
        return self.s.where[unit] + (self.size if self.s.mode[unit] == TRAVEL else 0)

    def ahead(self, unit: int) -> list[int]:
        """By node: the cheapest march there from where the unit stands."""
        start, kind = self.node(unit), self.class_of(unit)
        if (start, kind) not in self._ahead:
            self._ahead[start, kind] = _flood([start], self._priced(kind, back=False), self.longest)
        return self._ahead[start, kind]

    def cost(self, unit: int, goals: int, limit: int = FAR) -> int:
        """What the unit's march to the nearest goal costs from where it stands; FAR where no way leads, or
        only one beyond the limit."""
        ahead, size = self.ahead(unit), self.size
        best = FAR
        while goals:
            low = goals & -goals
            cell = low.bit_length() - 1
            goals ^= low
            if ahead[cell] < best:
                best = ahead[cell]
            if ahead[cell + size] < best:
                best = ahead[cell + size]
        return best if best <= min(limit, self.longest) else FAR

    def turns(self, unit: int, goals: int, limit: int = FAR) -> float:
        """The same in days, by the points the unit gets on a day."""
        return self._days(unit, self.cost(unit, goals, limit))

    def turns_back(self, unit: int, goals: int) -> float:
        """As `turns`, found from the goals: for many units and few goals."""
        return self._days(unit, self.field(goals, unit)[self.node(unit)])

    def _days(self, unit: int, cost: int) -> float:
        if cost >= FAR:
            return 99.0
        info = self.w.units[unit]
        a_day = HALVES * (info.first + info.second)
        if self.s.supply[unit] != SUPPLIED:
            a_day //= 2
        return max(0.0, cost - HALVES * self.s.points[unit]) / max(1, a_day)

    def way(self, unit: int, goals: int, limit: int = FAR) -> list[int]:
        """The hexes of that march, the first one left out."""
        kind, here, size = self.class_of(unit), self.node(unit), self.size
        field, net, tolls = self.field(goals, unit, limit), self._net(kind), self._tolls_of(kind[0])
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

    def _net(self, kind: Class) -> Net:
        w, s = self.w, self.s
        closed = w.closed_to_german if self.side == GERMAN else w.corridor[s.variant.corridor_from] * kind[1]
        key = self.side, kind[0], closed, frozen(w, s.day), s.bridges
        if key not in self.nets:
            self.nets[key] = self._survey(kind[0], closed)
        return self.nets[key]

    def _priced(self, kind: Class, back: bool) -> Steps:
        """By node: the steps out of it, or back from it, with all that is paid for each; to the twin of a
        node only the change of mode."""
        if (kind, back) not in self._prices:
            net, tolls = self._net(kind), self._tolls_of(kind[0])
            plain, from_, change = (
                (net.behind, net.out, net.from_twin) if back else (net.ahead, net.into, net.to_twin)
            )
            here, there = (tolls.enter, tolls.leave) if back else (tolls.leave, tolls.enter)
            at, to = (tolls.entered, tolls.left) if back else (tolls.left, tolls.entered)
            links = net.into if back else net.out
            found = plain[:]  # most nodes are far from any enemy and stay as they are
            for node in at.union(*([other for other, _ in from_[end]] for end in to)):
                toll, twin = here[node], net.twin[node]
                priced = [(other, toll + step + there[other]) for other, step in links[node]]
                found[node] = [*priced, (twin, change[node])] if twin >= 0 else priced
            self._prices[kind, back] = found
        return self._prices[kind, back]

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
                    cost = w.ground.road[to]
                    if way.bridge >= 0 and not carries_road(s, way.bridge):
                        cost += REBUILD
                    into[to + size].append((way.to + size, by_road * cost))
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
            entered, left = ({node for node, toll in enumerate(of) if toll} for of in (enter, leave))
            self._tolls[mobile] = Tolls(enter, leave, entered, left)
        return self._tolls[mobile]


def _flood(starts: list[int], links: Steps, limit: int) -> list[int]:
    """By node: the cheapest cost from the starts; not the cheapest, or FAR, beyond the limit. Every cost is a
    whole number above 0, so that buckets do what a heap would."""
    best = [FAR] * len(links)
    ring: list[list[int]] = [[] for _ in range(WIDEST)]  # nodes by what they cost, round and round
    for node in starts:
        best[node] = 0
    ring[0] = starts
    waiting, spent = len(starts), -1
    while waiting and spent < limit:
        spent += 1
        bucket = ring[spent % WIDEST]
        if not bucket:
            continue
        ring[spent % WIDEST] = []
        waiting -= len(bucket)
        for node in bucket:
            if best[node] != spent:
                continue
            for other, step in links[node]:
                total = spent + step
                if total < best[other]:
                    best[other] = total
                    ring[total % WIDEST].append(other)
                    waiting += 1
    return best
