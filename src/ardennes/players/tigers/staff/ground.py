"""The ground as the staff sees it: ways to the exits, who can strike where, what a hex is worth."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from ardennes.games.tigers.rules.combat.odds import hex_defence
from ardennes.games.tigers.rules.model.position import derived, fresh_divisions, units_at
from ardennes.games.tigers.rules.model.state import DISRUPTED, ENTRENCHED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.allowance import fuel_limited
from ardennes.games.tigers.rules.movement.bridges import crossing_chance
from ardennes.games.tigers.rules.movement.zones import controlled, division_zones
from ardennes.games.tigers.schema.terms import ALLIED, DIVISION, DUMP, GERMAN, SUB_DIVISIONAL, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import (
    FAR,
    Links,
    cost_field,
    eased_field,
    pressure,
    turned,
    way_down,
)

T = TypeVar("T")
MECH_TURN, FOOT_TURN = 11, 8  # half-MF a unit covers in a turn without contact
ZONE_TOLL = 6  # half-MF lost by stopping in an enemy zone
BUILD_TOLL = 12  # a turn spent on building a bridge
HALF_EXIT = 10  # an exit that counts half


class Steps:
    """Steps between hexes with their cost for a mechanized or a foot unit of a side."""

    def __init__(self, into: Links) -> None:
        self.into = into  # by hex

    @functools.cached_property
    def out(self) -> Links:
        return turned(self.into)


@functools.lru_cache(maxsize=8)
def _known_steps(w: World) -> dict[Hashable, Steps]:
    """What `steps_of` has found on the world's map."""
    return {}


def steps_of(w: World, s: TigersState, side: int, mech: bool) -> Steps:
    key = (tuple(s.bridge), tuple(s.bridge_owner) if mech else (), min(s.turn, 4), side, mech)
    known = _known_steps(w)
    if key not in known:
        if len(known) > 200:
            known.clear()
        known[key] = Steps(_steps_into(w, s, side, mech))
    return known[key]


def _steps_into(w: World, s: TigersState, side: int, mech: bool) -> Links:
    chance = crossing_chance(w, s, side) if s.turn else 6
    into = [*_steps_on_land(w, mech)]
    for to, rivers in enumerate(w.rivers_of):
        if not rivers:
            continue
        dearer = {}
        for direction, river in rivers:
            cell = w.grid.neighbours[to][direction]
            wet = s.bridge[river] == NO_BRIDGE
            if mech and wet:
                dearer[cell] = w.mech_cost[to] + BUILD_TOLL
            elif mech and s.bridge_owner[river] != side:
                dearer[cell] = _by_land(w, cell, to, mech) + 2 * (6 - chance)
            elif wet:
                dearer[cell] = w.foot_cost[to] + 2
        into[to] = [(cell, dearer.get(cell, cost)) for cell, cost in into[to]]
    return into


@functools.lru_cache(maxsize=16)
def _steps_on_land(w: World, mech: bool) -> Links:
    """By hex: the steps into it as if every river had its bridge."""
    return [
        [(cell, _by_land(w, cell, to, mech)) for cell in w.grid.neighbours[to] if cell >= 0]
        if to in w.grid
        else []
        for to in range(w.grid.size)
    ]


def _by_land(w: World, cell: int, to: int, mech: bool) -> int:
    if not mech:
        return w.foot_cost[to]
    by_road = w.road_links[w.direction_to[cell][to]] >> cell & 1
    return w.road_rate if by_road else w.mech_cost[to]


def stack_defence(w: World, s: TigersState, cell: int, side: int) -> int:
    """Factors and bonuses of a side's stack."""
    units = [u for u in units_at(w, s, cell, side) if w.units[u].kind not in (VDH, DUMP)]
    return sum(line[1] for line in hex_defence(w, s, cell, units, ()))


def tolls(w: World, s: TigersState, mover: int) -> list[int]:
    """What the enemy costs a mover, hex by hex."""
    enemy = 1 - mover
    toll = [0] * w.grid.size
    for cell in bits(controlled(division_zones(w, s, enemy))):
        toll[cell] = ZONE_TOLL
    for cell in bits(derived(w, s).combat[enemy]):
        toll[cell] = 10 + 3 * stack_defence(w, s, cell, enemy)
    return toll


def mech_pace(w: World, s: TigersState) -> int:
    """Half-MF a German mechanized unit covers in a turn."""
    return 8 if s.turn + 1 >= s.fuel_from and fuel_limited(w, s) else MECH_TURN


class ExitRace:
    """How many turns German units are from leaving the map where it counts."""

    def __init__(self, w: World, s: TigersState) -> None:
        self.w = w
        goals = dict.fromkeys(bits(w.board.exit_full), 2)
        goals.update(dict.fromkeys(bits(w.board.exit_half & ~w.board.exit_full), 2 + HALF_EXIT))
        # Without an exit the race is for the places of victory, TIA-SHORT-3.
        self.goals = goals or dict.fromkeys(german_towns(w), 0)
        self.steps = [steps_of(w, s, GERMAN, mech) for mech in (False, True)]
        self.pace = FOOT_TURN, mech_pace(w, s)
        self.toll = facing(w, s, GERMAN).toll(w, s)
        self._fields: list[list[int] | None] = [None, None]
        self._eased: tuple[ExitRace, list[int]] | None = None  # the race it differs from, and where

    def field(self, mech: bool) -> list[int]:
        """By hex: the half-MF to an exit, on foot or wheels."""
        result = self._fields[mech]
        if result is None:
            into = self.steps[mech].into
            if self._eased is None:
                result = cost_field(self.goals, into, self.toll)
            else:
                before, eased = self._eased
                result = eased_field(before.field(mech), eased, into, self.toll)
            self._fields[mech] = result
        return result

    def saved(self, s: TigersState, stack: int, units: Sequence[tuple[int, int]]) -> float:
        """Turns the units would be nearer together, each in its hex, if an enemy stack were gone."""
        zones = division_zones(self.w, s, ALLIED)
        kept = controlled([zone for zone in zones if zone[0] != stack])
        free = controlled(zones) & ~kept & ~derived(self.w, s).combat[ALLIED]
        eased = [stack, *bits(free)]
        # Whoever is nearer than all of these, as it is, has no way by one of them.
        fields = [self.field(self.w.units[u].mechanized) for u, _ in units]
        runs = zip(units, fields, strict=True)
        gainers = [run for run, field in runs if min([field[cell] for cell in eased]) < field[run[1]]]
        if not gainers:
            return 0.0
        other = copy.copy(self)
        other.toll = toll = self.toll.copy()
        toll[stack] = ZONE_TOLL * (kept >> stack & 1)
        for cell in bits(free):
            toll[cell] = 0
        other._fields, other._eased = [None, None], (self, eased)
        return sum([self.turns(u, c) - other.turns(u, c) for u, c in gainers])

    def turns(self, unit: int, cell: int) -> float:
        mech = self.w.units[unit].mechanized
        cost = (self._fields[mech] or self.field(mech))[cell]
        return 99.0 if cost >= FAR else cost / self.pace[mech]

    def way(self, unit: int, cell: int) -> list[int]:
        """The hexes of the unit's quickest way out, the last one an exit."""
        mech = self.w.units[unit].mechanized
        return way_down(self.field(mech), cell, self.steps[mech].out, self.toll)


class Facing:
    """What a side meets on its ways: all that rests on the enemy and the bridges alone, whoever of its own
    moves. Every question comes with a position in which these are the same."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.known: dict[Hashable, Any] = {}

    def recall(self, question: Hashable, think: Callable[[], T]) -> T:
        if question not in self.known:
            self.known[question] = think()
        answer: T = self.known[question]
        return answer

    def toll(self, w: World, s: TigersState) -> list[int]:
        return self.recall("toll", lambda: tolls(w, s, self.side))

    def threat(self, w: World, s: TigersState) -> list[int]:
        return self.recall("threat", lambda: threat(w, s, self.side))

    def contacts(self, w: World, s: TigersState) -> list[int]:
        return self.recall("contacts", lambda: contact_board(w, s, self.side))

    def march(self, w: World, s: TigersState, goal: int, mech: bool) -> list[int]:
        """By hex: what it costs to come to a goal."""

        def field() -> list[int]:
            return cost_field({goal: 0}, steps_of(w, s, self.side, mech).into, self.toll(w, s))

        return self.recall((goal, mech), field)


def facing(w: World, s: TigersState, side: int) -> Facing:
    """What the side meets in a position; the last ones are kept."""
    enemies = _reader(w, 1 - side)
    places, strong = enemies(s.where), tuple([x & (DISRUPTED | ENTRENCHED) for x in enemies(s.status)])
    return _facing(w, side, s.turn, tuple(s.bridge), tuple(s.bridge_owner), places, strong)


@functools.lru_cache(maxsize=16)
def _reader(w: World, side: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Reads the entries of a side's units off a list by unit."""
    units = w.of_side[side]
    if len(units) < 2:  # `itemgetter` would give an only one as it is
        return lambda column: tuple([column[unit] for unit in units])
    return itemgetter(*units)


@functools.lru_cache(maxsize=64)
def _facing(w: World, side: int, *rests_on: Hashable) -> Facing:
    return Facing(side)


def exit_race(w: World, s: TigersState) -> ExitRace:
    """The race in a position; it must not be changed."""
    pace = mech_pace(w, s)
    return facing(w, s, GERMAN).recall(("race", pace), lambda: ExitRace(w, s))


def exit_worth(w: World, unit: int) -> float:
    """Divisions the unit counts for when it leaves the map, TIA-VIC-1, TIA-VIC-2, TIA-VIC-3, TIA-VIC-4."""
    return _exit_worths(w)[unit]


@functools.lru_cache(maxsize=8)
def _exit_worths(w: World) -> list[float]:
    worth = {DIVISION: 1.0, SUB_DIVISIONAL: 0.5}
    return [0.5 if u == w.parent else worth.get(info.size, 0.0) for u, info in enumerate(w.units)]


def disc(w: World, cell: int, radius: int) -> tuple[int, ...]:
    """Hexes at most so far off."""
    return _discs(w, radius)[cell]


@functools.lru_cache(maxsize=32)
def _discs(w: World, radius: int) -> list[tuple[int, ...]]:
    return [tuple([c for c in w.grid.cells if apart[c] <= radius]) if apart else () for apart in w.apart]


def strike_reach(w: World, s: TigersState, side: int) -> Iterable[tuple[int, Iterable[int]]]:
    """(factor, hexes it could attack next turn) of the side's units, by plain distance."""
    for unit in w.of_side[side]:
        cell = s.where[unit]
        info = w.units[unit]
        if cell >= 0 and info.combat:
            yield info.factor, disc(w, cell, 1 + (4 if info.mechanized else info.omf))


def threat(w: World, s: TigersState, side: int) -> list[int]:
    """By hex: enemy factors that could be brought against it."""
    return pressure(w.grid.size, strike_reach(w, s, 1 - side))


def contact_board(w: World, s: TigersState, side: int) -> list[int]:
    """By hex: hexes with a fresh enemy division that whoever comes there owes an attack, TIA-ZOC-12."""
    fresh = fresh_divisions(w, s, 1 - side)
    result = [0] * w.grid.size
    for cell in w.grid.cells:
        board = w.grid.near[cell] & fresh
        if board:
            for direction, to in enumerate(w.grid.neighbours[cell]):
                if to >= 0 and board >> to & 1:
                    river = w.board.river_at[cell][direction]
                    if river >= 0 and s.bridge[river] == NO_BRIDGE:
                        board &= ~(1 << to)
        result[cell] = board
    return result


def german_towns(w: World) -> list[int]:
    return [w.board.hex_of[place] for place in w.german_places]


def held_by(s: TigersState, cell: int) -> int:
    return ALLIED if s.held >> cell & 1 else GERMAN
