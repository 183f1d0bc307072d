"""Check, carry out and offer whole moves, and find the cheapest routes (BTA-7.5a, BTA-7.5b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from ardennes.games.breakthrough.rules.combat.declare import check_unplotted
from ardennes.games.breakthrough.rules.combat.efficiency import wear_by_move
from ardennes.games.breakthrough.rules.model.events import Moved
from ardennes.games.breakthrough.rules.model.orders import Move
from ardennes.games.breakthrough.rules.model.position import ZONE, place
from ardennes.games.breakthrough.rules.model.state import GERMAN_FIRST, MOVED, BreakthroughState
from ardennes.games.breakthrough.rules.movement import step
from ardennes.games.breakthrough.rules.movement.step import Walk, Walker
from ardennes.games.breakthrough.rules.organization.artillery import give_back_half
from ardennes.games.breakthrough.schema.ground import Way
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.offers import Choices, Offer, OwnBranch, tries
from ardennes.kernel.reach import Reach, Routes, reach

UNREACHED = 10**6


def may_move(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot set out now, or None.

    A unit that has plotted cannot (BTA-7.9b), a German unit in the first operation phase of 16 December
    cannot (BTA-2.4c), and a unit without points cannot.
    """
    if refusal := check_unplotted(w, s, unit):
        return refusal
    if standing_still(s):
        facts = "On 16 December German units cannot move in their first operation phase."
        return Refusal("BTA-2.4c", facts, "Attack, dig in or change mode now; move in the second phase.")
    if s.points[unit] < 1:
        return step.no_points(w.units[unit].name)
    return None


def standing_still(s: BreakthroughState) -> bool:
    """Return whether this is the German first operation phase of 16 December, without movement, BTA-2.4c."""
    return s.day == FIRST_DAY and s.phase == GERMAN_FIRST


def setting_out(s: BreakthroughState, unit: int) -> Walk:
    """Return the unit's walk before its first step."""
    return Walk(s.where[unit], s.points[unit], bool(s.marks[unit] & MOVED))


class Walked(NamedTuple):
    """A path as far as the unit can follow it, and the refusal of the next step."""

    at: Walk
    steps: int
    refusal: Refusal | None


def walk(w: World, s: BreakthroughState, unit: int, cells: Iterable[int]) -> Walked:
    """Follow the path step by step from the unit's hex with its current points."""
    who, at, steps = step.walker(w, s, unit), setting_out(s, unit), 0
    for to in cells:
        way = w.ground.way_to[at.cell].get(to)
        if way is None:
            return Walked(at, steps, step.not_adjacent(w, at.cell, to))
        on = step.walk_on(who, at, way)
        if isinstance(on, int):
            return Walked(at, steps, step.explain(who, at, to, on))
        at, steps = on, steps + 1
    return Walked(at, steps, None)


def check_move(w: World, s: BreakthroughState, unit: int, path: Sequence[str]) -> Refusal | None:
    """Return why the unit cannot make the whole move, or None."""
    if not path:
        return Refusal("BTA-7.3", "The move has no steps.", "Name at least one hex to move to.")
    return may_move(w, s, unit) or walk(w, s, unit, map(w.grid.at, path)).refusal


def make_move(w: World, s: BreakthroughState, unit: int, path: Sequence[str], events: Events) -> None:
    """Carry out the move. Every hex entered affects its owner, fort, artillery, efficiency and bridge
    traffic."""
    start = w.grid.label(s.where[unit])
    at = walk(w, s, unit, map(w.grid.at, path)).at
    for label in path:
        enter_hex(w, s, unit, w.grid.at(label))
    s.points[unit] = at.points
    events.append(Moved(w.side[unit], w.units[unit].id, (start, *path), at.paid, at.points))


class Moves(OwnBranch):
    """All moves of a unit that may move; each step is checked when its branch is opened."""

    __slots__ = ("_s", "_unit", "_w")

    def __init__(self, w: World, s: BreakthroughState, unit: int) -> None:
        self._w, self._s, self._unit, self.key = w, s, unit, "move"

    def offers(self) -> Sequence[Offer]:
        return _Onward(step.walker(self._w, self._s, self._unit), setting_out(self._s, self._unit), ())

    def draw(self, rng: Random) -> Order | None:
        path = _draw(step.walker(self._w, self._s, self._unit), setting_out(self._s, self._unit), (), rng)
        return None if path is None else Move(self._w.units[self._unit].id, path)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, Move)


class _Onward(Choices):
    """The choices after a step: stop here, or take one more step."""

    __slots__ = ("_at", "_path", "_ways", "_who")

    def __init__(self, who: Walker, at: Walk, path: tuple[str, ...]) -> None:
        self._who, self._at, self._path = who, at, path
        self._ways = _ways_on(who, at)

    def __len__(self) -> int:
        return len(self._ways) + (1 if self._path else 0)

    def make(self, at: int) -> Offer:
        if self._path:
            if at == 0:
                return Move(self._who.w.units[self._who.unit].id, self._path)
            at -= 1
        return _Step(self._who, self._at, self._ways[at], self._path)


class _Step(OwnBranch):
    """One more step, checked when the branch is opened."""

    __slots__ = ("_at", "_path", "_way", "_who")

    def __init__(self, who: Walker, at: Walk, way: Way, path: tuple[str, ...]) -> None:
        self._who, self._at, self._way = who, at, way
        self.key = who.w.grid.labels[way.to]
        self._path = (*path, self.key)

    def offers(self) -> Sequence[Offer]:
        on = step.walk_on(self._who, self._at, self._way)
        return () if isinstance(on, int) else _Onward(self._who, on, self._path)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, Move) and order.path[: len(self._path)] == self._path


def _ways_on(who: Walker, at: Walk) -> Sequence[Way]:
    """Return where one more step may lead if nothing bars it."""
    ground = who.w.ground
    return () if at.points < 1 else (ground.roads if who.travel else ground.ways)[at.cell]


def _draw(who: Walker, at: Walk, path: tuple[str, ...], rng: Random) -> tuple[str, ...] | None:
    """Return the path of the move that `sample` draws from `_Onward`, without creating the branches."""
    ways, ends = _ways_on(who, at), 1 if path else 0
    for choice in tries(len(ways) + ends, rng):
        if choice < ends:
            return path
        way = ways[choice - ends]
        on = step.walk_on(who, at, way)
        if not isinstance(on, int):
            result = _draw(who, on, (*path, who.w.grid.labels[way.to]), rng)
            if result is not None:
                return result
    return None


def routes(w: World, s: BreakthroughState, unit: int) -> Routes:
    """Return the cheapest route to every hex that the unit can reach now."""
    points = s.points[unit]
    if may_move(w, s, unit) is not None:
        return Routes(w.grid, points, Reach({}, {}))
    who, start = step.walker(w, s, unit), setting_out(s, unit)
    ways = w.ground.roads if who.travel else w.ground.ways
    met, base = who.met, who.base
    best = {start.cell: 0}  # by cell: points spent to reach it

    def steps(cell: int, spent: int) -> Iterator[tuple[int, int]]:
        left = points - spent
        tied = who.zeroes and met[cell] & ZONE
        unreached = points + 1 if spent or start.moved else UNREACHED  # a minimum move, BTA-7.5b
        for way in ways[cell]:
            to = way.to
            known = best.get(to, unreached)
            if spent + base[to] >= known:
                continue  # the step costs no less than the ground
            cost = step.price(who, cell, way)
            if cost < 0:
                continue
            if cost > left:
                if isinstance(step.walk_on(who, Walk(cell, left, start.moved or spent > 0), way), int):
                    continue
                cost = left
            elif tied and met[to] & ZONE:
                cost = left
            if spent + cost < known:
                best[to] = spent + cost
                yield to, cost

    return Routes(w.grid, points, reach(start.cell, points, steps))


def enter_hex(
    w: World, s: BreakthroughState, unit: int, to: int, *, retreat: bool = False, pay: bool = False
) -> None:
    """Move the unit into a neighbouring hex that it may enter.

    With `pay` it pays for the ground, not for zones, and not below 0, as in retreats and advances (BTA-8.4e).
    """
    frm = s.where[unit]
    if pay:
        s.points[unit] = max(0, s.points[unit] - step.step_cost(w, s, unit, frm, to, zones=False).total)
    bridge = w.bridge_dirs[frm].get(to, -1)
    if bridge >= 0 and s.mode[unit] == TRAVEL and w.side[unit] == GERMAN:
        s.crossings[bridge] += 1  # BTA-6.7f
    place(w, s, unit, to)  # the hex changes owner, BTA-1.4b
    s.fort[unit] = 0  # BTA-7.8b
    s.marks[unit] |= MOVED  # any change of hex counts, BTA-7.5b
    wear_by_move(w, s, unit)
    if s.artillery[unit] and not retreat:
        give_back_half(w, s, unit)  # BTA-6.4d
