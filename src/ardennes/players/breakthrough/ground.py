"""Marches over the whole map: what it costs from everywhere to come to a goal, on foot, on wheels, by road.

A node is a hex in normal mode, or the same hex in travel mode (hex + size). Costs are half points, so that
the trucks of American infantry, which double its points (BTA-7.4b), come out right.
"""

from __future__ import annotations

from ardennes.games.breakthrough.allowance import TRUCK_FACTOR
from ardennes.games.breakthrough.ground import MOBILE, ON_FOOT
from ardennes.games.breakthrough.movement import corridor_closed
from ardennes.games.breakthrough.position import carries_road, occupied, owned, zone_of
from ardennes.games.breakthrough.state import BreakthroughState
from ardennes.games.breakthrough.terms import AMERICAN, GERMAN, SUPPLIED, TRAVEL
from ardennes.games.breakthrough.weather import frozen
from ardennes.games.breakthrough.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR, cost_field, turned, way_down

HALVES = 2
FIGHT = 40  # what it delays to find an enemy unit in the way
REBUILD = 60  # what it delays to find a bridge down, where there are engineers to mend it
Steps = list[list[tuple[int, int]]]
Class = tuple[bool, bool]  # (mobile, kept out of the corridor by BTA-7.6g)


class Marches:
    """The marches of one side in one position; fields are kept while it lasts."""

    def __init__(self, w: World, s: BreakthroughState, side: int) -> None:
        self.w, self.s, self.side = w, s, side
        self.size = w.grid.size
        self.foes = occupied(w, s, 1 - side)
        self._into: dict[Class, Steps] = {}
        self._out: dict[Class, Steps] = {}
        self._fields: dict[tuple[int, Class, int], list[int]] = {}
        self._ahead: dict[tuple[int, Class], list[int]] = {}  # from a node to all others
        self._classes: dict[int, Class] = {}
        self._flat = [0] * (2 * self.size)

    def field(self, goals: int, unit: int, limit: int = FAR) -> list[int]:
        """By node: the cheapest march of a unit to any of the goals (a bitboard), in either mode at last."""
        kind = self.class_of(unit)
        key = goals, kind, limit
        if key not in self._fields:
            at = {cell + mode: 0 for cell in bits(goals) for mode in (0, self.size)}
            self._fields[key] = cost_field(at, self._steps(kind), self._flat, limit)
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
        start, kind = self.node(unit), self.class_of(unit)
        if (start, kind) not in self._ahead:
            self._ahead[start, kind] = cost_field({start: 0}, self._onward(kind), self._flat)
        ahead = self._ahead[start, kind]
        best = min((min(ahead[cell], ahead[cell + self.size]) for cell in bits(goals)), default=FAR)
        return best if best <= limit else FAR

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
        onward = self._onward(self.class_of(unit))
        nodes = way_down(self.field(goals, unit, limit), self.node(unit), onward, self._flat)
        cells = [node % self.size for node in nodes]
        return [cell for at, cell in enumerate(cells) if at and cell != cells[at - 1]]

    def _onward(self, kind: Class) -> Steps:
        if kind not in self._out:
            self._out[kind] = turned(self._steps(kind))
        return self._out[kind]

    def _steps(self, kind: Class) -> Steps:
        if kind not in self._into:
            self._into[kind] = self._all_steps(*kind)
        return self._into[kind]

    def _all_steps(self, mobile: bool, kept_out: bool) -> Steps:
        """By node: the steps into it, with what each costs."""
        w, s, side, size = self.w, self.s, self.side, self.size
        costs, column = w.tables.costs, MOBILE if mobile else ON_FOOT
        terrain = w.ground.terrain[frozen(w, s)][column]
        hostile, zone = owned(w, s, 1 - side), zone_of(w, s, 1 - side)
        wade = -1 if mobile else costs["river"].usual[column]
        trucks = side == AMERICAN and not mobile
        by_road = HALVES // TRUCK_FACTOR if trucks else HALVES
        leave, leave_road = costs["zoc_leave"].usual[column], costs["zoc_leave"].other[column]
        closed = w.closed_to_german if side == GERMAN else w.corridor[s.variant.corridor_from] * kept_out
        mount, dismount = costs["mode_to_travel"], costs["mode_to_normal"]
        up = (mount.usual if side == GERMAN else mount.other)[column]
        down = (dismount.usual if side == GERMAN else dismount.other)[column]
        into: Steps = [[] for _ in range(2 * size)]
        for to in w.grid.cells:
            if closed >> to & 1:
                continue
            extra = hostile >> to & 1
            if zone >> to & 1:
                extra += costs["zoc_enter"].usual[column]
            if self.foes >> to & 1:
                extra += FIGHT
            for way in w.ground.ways[to]:  # from here back to where the step begins
                frm, tied = way.to, zone >> way.to & 1
                if not way.river or wade >= 0:
                    cost = terrain[to] + extra + (wade if way.river else 0) + leave * tied
                    into[to].append((frm, HALVES * cost))
                if way.link:
                    cost = w.ground.road[to] + extra + leave_road * tied
                    if way.bridge >= 0 and not carries_road(s, way.bridge):
                        cost += REBUILD
                    into[to + size].append((frm + size, by_road * cost))
            if w.board.road >> to & 1:
                into[to + size].append((to, HALVES * up))
                into[to].append((to + size, by_road * down))
        return into
