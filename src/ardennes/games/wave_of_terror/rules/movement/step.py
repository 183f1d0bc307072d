"""Movement points (WOT-2.12, WOT-6.3, WOT-7.7), and the check and price of one step of a unit or stack.

Rules: WOT-9.1, WOT-9.2, WOT-9.3, WOT-9.4, WOT-9.5, WOT-9.6, WOT-9.7, WOT-9.8, WOT-9.9, WOT-9.10, WOT-9.11,
WOT-9.12, WOT-9.17, WOT-9.18, WOT-7.2. Moves, offers, routes and advances all use `price`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ardennes.games.wave_of_terror.rules.model.position import ENEMY, derived, enemies_by_hex
from ardennes.games.wave_of_terror.rules.model.state import HUNGRY, IN_COLUMN, WaveState
from ardennes.games.wave_of_terror.rules.movement import stacking
from ardennes.games.wave_of_terror.rules.special.british import commitment_refusal, may_cross_meuse
from ardennes.games.wave_of_terror.schema.ground import Way
from ardennes.games.wave_of_terror.schema.terms import ALLIED, BLOCKED, MARSH, MINOR, PLAIN, TERRAINS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Refusal
from ardennes.words import counted

GroundSteps = dict[int, list[tuple[int, int]]]  # by hex: (hex next to it, cost)
ENTIRE = 1000  # costs the whole allowance and is possible only at the start of a move, WOT-9.8, WOT-9.10

# Reasons against a step: numbers below 0. `explain` turns them into refusals on demand. The first three are
# those of stacking.
ENEMY_THERE, EAST_OF_MEUSE, NEXT_TO_ENEMY, NO_ROAD, NOT_BLOCKED, NOT_WADED, NO_BRIDGE = range(-10, -3)
NO_MARSH, NO_POINTS, TOO_DEAR, NOT_AT_START = range(-14, -10)


class Part(NamedTuple):
    """The cost of a step and its rule."""

    what: str
    points: int
    rule: str


class Walker(msgspec.Struct, frozen=True):
    """Units about to move together, with everything that affects their steps."""

    w: World
    s: WaveState
    units: tuple[int, ...]
    side: int
    column: bool
    kg: bool  # the Kampfgruppe: it ignores stacking while it moves, WOT-7.7
    hungry: bool  # one of them is out of supply
    whole: tuple[int, ...]  # by unit: its points for the phase
    met: bytes  # by hex: ENEMY, NEAR
    closed: bytes  # by hex: closed to British units that are not committed
    stacks: dict[int, list[int]]
    barred: bool  # artillery or MF 5 and more: never over a blocked hexside, in marsh only by road
    unwading: bool  # artillery or heavy: no improvised crossing


class Walk(msgspec.Struct, frozen=True, gc=False):
    """The progress of units along their path."""

    cell: int
    left: int  # points, of the slowest
    fresh: bool  # none of them has spent a point in this phase
    stopped: bool = False  # the last step took the whole allowance


def allowance(w: World, s: WaveState, unit: int, *, hungry: bool, column: bool, kg: bool) -> int:
    """Return a unit's points for the whole phase.

    Its MF, or 7 under the marker of KG Peiper; at most 3 if its move began out of supply (WOT-6.3); double in
    column, triple for the 101st on turn 3 (WOT-9.17, WOT-9.17e, WOT-E-6).
    """
    printed = w.limits.kg_movement if kg else w.movement[unit]
    if hungry:
        return min(printed, w.limits.oos_movement)
    return printed * column_factor(w, s, unit) if column else printed


def column_factor(w: World, s: WaveState, unit: int) -> int:
    """Return the factor on a unit's MF in column."""
    if s.turn == w.limits.column_turn_101 and w.parent[unit] == w.parent_101 >= 0:
        return w.limits.column_factor_101
    return w.limits.column_factor


def left_of(w: World, s: WaveState, unit: int) -> int:
    """Return the movement points left to a unit that has begun to move; they are never lent (WOT-9.2).

    Under the marker of KG Peiper, the unit counts as part of it.
    """
    marks = s.marks[unit]
    whole = allowance(
        w, s, unit, hungry=bool(marks & HUNGRY), column=bool(marks & IN_COLUMN), kg=unit in s.kg
    )
    return max(0, whole - s.spent[unit])


def walker(
    w: World, s: WaveState, units: tuple[int, ...], *, column: bool, kg: bool, hungry: Sequence[int] = ()
) -> Walker:
    """Return units of one side with everything that affects their steps."""
    side = w.side[units[0]]
    closed = w.ground.everywhere_open
    barred = unwading = False
    whole = []
    for unit in units:
        barred = barred or w.barred[unit]
        unwading = unwading or w.unwading[unit]
        whole.append(allowance(w, s, unit, hungry=unit in hungry, column=column, kg=kg))
        if side == ALLIED and w.british and not may_cross_meuse(w, s, unit):
            closed = w.ground.east_of_meuse
    return Walker(
        w,
        s,
        units,
        side,
        column,
        kg,
        bool(hungry),
        tuple(whole),
        enemies_by_hex(w, s, side),
        closed,
        derived(w, s).stacks,
        barred,
        unwading,
    )


def intact(s: WaveState, bridge: int) -> bool:
    """Return whether an intact bridge is there, WOT-9.13."""
    return bridge >= 0 and not s.blown >> bridge & 1


def by_road(s: WaveState, frm: int, way: Way) -> bool:
    """Return whether the step follows a road (WOT-9.12).

    A blown bridge cuts the road, and an interdicted hex has none, WOT-9.18.
    """
    if not way.link or (way.bridge >= 0 and s.blown >> way.bridge & 1):
        return False
    return not s.interdicted or not (s.interdicted >> frm & 1 or s.interdicted >> way.to & 1)


def barrier(who: Walker, way: Way) -> int:
    """Return the effect of the hexside off the road: 0 for none, ENTIRE, or the reason against it (below
    0)."""
    if way.side == PLAIN or intact(who.s, way.bridge):
        return 0
    if way.side == BLOCKED:
        return NOT_BLOCKED if who.barred else ENTIRE  # WOT-9.8
    if way.side == MINOR:
        return NOT_WADED if who.unwading else ENTIRE  # WOT-9.10
    return NO_BRIDGE  # WOT-9.9


def barred_from_marsh(who: Walker, to: int) -> int:
    """Return NO_MARSH if the units may enter the marsh only by road, WOT-9.7, else 0."""
    return NO_MARSH if who.barred and who.w.board.terrain[to] == MARSH else 0


def ground_price(who: Walker, frm: int, way: Way) -> int:
    """Return the cost of hexside and hex, or the reason against the step (below 0), ignoring units."""
    w, to = who.w, way.to
    if who.closed[to]:
        return EAST_OF_MEUSE
    if by_road(who.s, frm, way):
        return w.tables.road_cost
    if who.column:
        return NO_ROAD
    across = barrier(who, way)
    if across < 0:
        return across
    return barred_from_marsh(who, to) or across or w.ground.cost[to]


def price(who: Walker, frm: int, way: Way) -> int:
    """Return the cost of the step, ENTIRE, or the reason against it (below 0)."""
    return company(who, way.to) or ground_price(who, frm, way)


def company(who: Walker, to: int) -> int:
    """Return why enemies or friends close the hex (below 0), or 0."""
    met = who.met[to]
    if met:
        if met & ENEMY:
            return ENEMY_THERE  # WOT-9.4
        if who.column:
            return NEXT_TO_ENEMY
    return stacking.FITS if who.kg else crowd(who, to)


def ground_steps(who: Walker) -> GroundSteps:
    """Return the cached steps out of a hex with their `ground_price`, without barred ones.

    There are few kinds of walkers, and the ground seldom changes.
    """
    s = who.s
    return _ground_steps(who.w, s.blown, s.interdicted, who.column, who.barred, who.unwading, who.closed)


@functools.lru_cache(maxsize=64)
def _ground_steps(w: World, *ground_and_kind: object) -> GroundSteps:
    return {}


def steps_from(who: Walker, cell: int, known: GroundSteps) -> Sequence[tuple[int, int]]:
    """Return (hex, cost) of the steps out of a hex, ignoring units; `known` is the cache of
    `ground_steps`."""
    result = known.get(cell)
    if result is None:
        ways = (who.w.ground.roads if who.column else who.w.ground.ways)[cell]
        priced = [(way.to, ground_price(who, cell, way)) for way in ways]
        result = known[cell] = [step for step in priced if step[1] >= 0]
    return result


def crowd(who: Walker, to: int) -> int:
    """Return why stacking forbids the hex, also in passing, WOT-7.2, or 0."""
    stack = who.stacks.get(to)
    if stack is None:
        return stacking.FITS
    others = [unit for unit in stack if unit not in who.units]
    return stacking.judge(who.w, [*others, *who.units]) if others else stacking.FITS


def walk_on(who: Walker, at: Walk, way: Way) -> Walk | int:
    """Return the walk after the next step, or the number of the reason against it."""
    if at.left < 1:
        return NO_POINTS
    cost = price(who, at.cell, way)
    if cost < 0:
        return cost
    if cost <= at.left:
        return Walk(way.to, at.left - cost, False)
    if at.fresh and not who.column:
        return Walk(way.to, 0, False, True)  # the whole allowance: WOT-9.3, WOT-9.8, WOT-9.10
    return NOT_AT_START if cost == ENTIRE else TOO_DEAR


def may_cross(w: World, s: WaveState, unit: int, frm: int, to: int) -> Refusal | None:
    """Return why the unit cannot cross the hexside and enter the hex in normal movement, or None.

    Enemies, friends and points are ignored. Improvised and blocked crossings count as possible, WOT-10.26.
    """
    way = w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(w, frm, to)
    who = walker(w, s, (unit,), column=False, kg=False)
    why = ground_price(who, frm, way)
    return explain(who, Walk(frm, 0, True), to, why) if why < 0 else None


def step_cost(who: Walker, frm: int, to: int) -> Part | Refusal:
    """Return the cost of one step for a table or a question, or its refusal."""
    way = who.w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(who.w, frm, to)
    cost = price(who, frm, way)
    if cost < 0:
        return explain(who, Walk(frm, 0, True), to, cost)
    if cost == ENTIRE:
        rule = "WOT-9.8" if way.side == BLOCKED else "WOT-9.10"
        return Part("the whole allowance", min(who.whole), rule)
    if by_road(who.s, frm, way):
        return Part("road", cost, "WOT-9.12")
    return Part(TERRAINS[who.w.board.terrain[to]], cost, "WOT-9.7")


def not_adjacent(w: World, frm: int, to: int) -> Refusal:
    """Return the refusal of a step between hexes that are not neighbours."""
    return Refusal("WOT-9.1", f"{w.place(to)} is not adjacent to {w.place(frm)}.", "Go hex by hex.")


def explain(who: Walker, at: Walk, to: int, why: int, *, passing: bool = False) -> Refusal:
    """Return the refusal for the number of a reason against a step; `passing`: the path continues from
    there."""
    w, s = who.w, who.s
    there, here = w.place(to), w.place(at.cell)
    if why in (stacking.TOO_MANY, stacking.TOO_MANY_INDEPENDENT, stacking.WITH_ARTILLERY):
        others = [unit for unit in who.stacks.get(to, []) if unit not in who.units]
        return stacking.explain(w, [*others, *who.units], to, why, passing=passing)
    if why == EAST_OF_MEUSE:
        refusal = commitment_refusal(w, s, who.units, to)
        assert refusal is not None
        return refusal
    if why in (NO_POINTS, TOO_DEAR, NOT_AT_START):
        return _explain_points(who, at, to, why)
    unit = _culprit(who, why)
    name = w.units[unit].name
    closed = any(s.interdicted >> cell & 1 for cell in (at.cell, to))  # WOT-9.18
    road = "an open road" if not closed else "an open road, because aircraft interdict it"
    points = f"has {w.movement[unit]} movement points"
    slow = "is artillery" if w.artillery[unit] else points
    heavy = "is artillery" if w.artillery[unit] else "is heavy"  # WOT-2.9
    texts = {
        ENEMY_THERE: ("WOT-9.4", f"{there} has an enemy unit.", "Attack it in the combat phase."),
        NEXT_TO_ENEMY: (
            "WOT-9.17",
            f"{there} is adjacent to an enemy unit, so a column cannot enter it.",
            "Stop earlier, or move without column.",
        ),
        NO_ROAD: (
            "WOT-9.17",
            f"A column must follow a road. The way from {here} to {there} is not {road}.",
            "Follow the road, or move without column.",
        ),
        NOT_BLOCKED: (
            "WOT-9.8",
            f"The hexside between {here} and {there} is blocked. {name} {slow}, so it cannot cross.",
            "Go around it.",
        ),
        NOT_WADED: (
            "WOT-9.10",
            f"The river between {here} and {there} has no intact bridge. {name} {heavy}, so it cannot cross.",
            "Cross by an intact bridge.",
        ),
        NO_BRIDGE: (
            "WOT-9.9",
            f"The water between {here} and {there} has no intact bridge.",
            "Cross by an intact bridge.",
        ),
        NO_MARSH: (
            "WOT-9.7",
            f"{there} is marsh. {name} {slow}, so it can enter only by road.",
            "Follow a road, or go around the marsh.",
        ),
    }
    return Refusal(*texts[why])


def _culprit(who: Walker, why: int) -> int:
    """Return the first of the units that cannot use the hexside or marsh."""
    barred = who.w.unwading if why == NOT_WADED else who.w.barred
    return next((unit for unit in who.units if barred[unit]), who.units[0])


def _explain_points(who: Walker, at: Walk, to: int, why: int) -> Refusal:
    w = who.w
    there, names = w.place(to), w.unit_list(who.units)
    if why == NO_POINTS:
        return Refusal("WOT-9.2", f"{names} {has(who.units)} no movement points left.")
    way = w.ground.way_to[at.cell][to]
    if why == NOT_AT_START:
        rule = "WOT-9.8" if way.side == BLOCKED else "WOT-9.10"
        what = "a blocked hexside" if way.side == BLOCKED else "an unbridged river"
        facts = f"Crossing {what} to {there} takes a whole move."
        return Refusal(rule, facts, "Begin a movement phase beside it, then cross.")
    cost = counted(price(who, at.cell, way), "movement point")
    return Refusal("WOT-9.2", f"{there} costs {cost}, and {names} {has(who.units)} only {at.left} left.")


def has(units: Sequence[int]) -> str:
    """Return the verb after the names of units."""
    return "has" if len(units) == 1 else "have"
