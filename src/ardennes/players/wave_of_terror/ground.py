"""Marches over the whole map: what it costs from everywhere to come to a goal, one flood for each goal."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.movement import intact
from ardennes.games.wave_of_terror.rules.position import derived
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import BLOCKED, BRITISH, MAJOR, MARSH, MINOR, PLAIN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR, cost_field

# How units meet the ground: on foot (wade, climb), on wheels (wade), heavy (neither).
FOOT, WHEELS, HEAVY = range(3)
CROSSING = 6  # points a phase of waiting at a river costs, about a whole move
THROUGH_ENEMY = 8  # points it is thought to cost to fight a way through a hex
DETOUR = 24  # points a way is thought to be longer than two for each hex
STUCK = 200  # a hex no unit of the kind ever leaves for the goal

Field = list[int]
Into = list[list[tuple[int, int]]]


def kind_of(w: World, unit: int) -> int:
    if w.artillery[unit] or w.heavy[unit]:
        return HEAVY
    return WHEELS if w.movement[unit] >= w.limits.barred_from else FOOT


def meuse_bridges(w: World) -> list[int]:
    """The west ends of the bridges over the Meuse, the only major river (WOT-MAP-42)."""
    found = set()
    for bridge in w.board.bridges:
        direction = w.grid.direction(*bridge.ends)
        if direction is not None and w.board.hexsides[bridge.ends[0]][direction] == MAJOR:
            found |= {end for end in bridge.ends if w.board.west_of_meuse >> end & 1}
    return sorted(found)


class Marches:
    """Fields over one position for one side, each found once."""

    def __init__(self, w: World, s: WaveState, side: int, ways: Ways) -> None:
        self.w, self.s, self.side, self._ways = w, s, side, ways
        self._fields: dict[tuple[int, int, bool], tuple[int, Field]] = {}
        self._tolls: dict[bool, list[int]] = {}

    def to(self, goals: int, kind: int, british: bool = False, limit: int = STUCK) -> Field:
        """What it costs a unit of the kind to come from each hex to the nearest goal; beyond the limit a hex
        may be left at FAR."""
        key = (goals, kind, british)
        found = self._fields.get(key)
        if found is None or found[0] < limit:
            into = self._ways.into(self.s, kind)
            starts = dict.fromkeys(bits(goals), 0)
            found = self._fields[key] = limit, cost_field(starts, into, self._toll(british), limit)
        return found[1]

    def for_unit(self, goals: int, unit: int, cell: int) -> Field:
        """The field of a unit that stands in the hex: it is good there and nearer to the goals."""
        british = self.w.units[unit].nation == BRITISH and not self.s.committed
        kind = kind_of(self.w, unit)
        if goals & goals - 1 or cell < 0:
            return self.to(goals, kind, british)
        near = DETOUR + 2 * self.w.grid.distance(cell, goals.bit_length() - 1)
        field = self.to(goals, kind, british, min(near, STUCK))
        return field if field[cell] < FAR else self.to(goals, kind, british)

    def _toll(self, british: bool) -> list[int]:
        found = self._tolls.get(british)
        if found is None:
            found = [0] * self.w.grid.size
            for cell in bits(derived(self.w, self.s).occupied[1 - self.side]):
                found[cell] = THROUGH_ENEMY
            if british:  # WOT-8.5
                for cell in bits(self.w.grid.mask & ~self.w.board.west_of_meuse):
                    found[cell] = FAR
            self._tolls[british] = found
        return found


class Ways:
    """The steps into each hex with their cost, for each kind of unit, kept while the bridges are the same."""

    def __init__(self, w: World) -> None:
        self._w = w
        self._blown = -1
        self._kept: dict[int, Into] = {}

    def into(self, s: WaveState, kind: int) -> Into:
        if s.blown != self._blown:
            self._blown, self._kept = s.blown, {}
        if kind not in self._kept:
            self._kept[kind] = self._build(s, kind)
        return self._kept[kind]

    def _build(self, s: WaveState, kind: int) -> Into:
        w = self._w
        found: Into = [[] for _ in range(w.grid.size)]
        for origin in w.grid.cells:
            for way in w.ground.ways[origin]:
                stands = intact(s, way.bridge)
                if way.link and (way.bridge < 0 or stands):
                    cost = w.tables.road_cost
                elif w.board.terrain[way.to] == MARSH and kind != FOOT:
                    continue
                elif way.side == PLAIN or stands:
                    cost = w.ground.cost[way.to]
                elif (way.side == MINOR and kind != HEAVY) or (way.side == BLOCKED and kind == FOOT):
                    cost = CROSSING
                else:
                    continue
                found[way.to].append((origin, cost))
        return found
