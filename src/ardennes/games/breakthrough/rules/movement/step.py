"""Check and price one step of a unit.

Rules: BTA-7.5a, BTA-7.5b, BTA-7.6a, BTA-7.6b, BTA-7.6c, BTA-7.6d, BTA-7.6e, BTA-7.6f, BTA-7.6g, BTA-7.6h,
BTA-7.6i, BTA-7.6j, BTA-7.6k, BTA-7.7d, BTA-6.7e, BTA-6.7f. Moves, offers, routes, retreats and advances all
use `price`.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.breakthrough.rules.model import position
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.sequence.weather import frozen
from ardennes.games.breakthrough.schema.ground import MOBILE, ON_FOOT, Way
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, TERRAINS, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Refusal
from ardennes.words import counted

NO_ZONE_COSTS_THROUGH = 17  # of December, for the 150th Panzer Brigade, BTA-7.6e
NEVER = -1  # the price of wading for units that cannot

# Reasons against a step: numbers below 0. `explain` turns them into refusals on demand.
ENEMY_THERE, CLOSED, FULL, ROAD_TAKEN, NO_ROAD, BRIDGE_DOWN, MAY_NOT_WADE = -1, -2, -3, -4, -5, -6, -7
DEAR_AND_MOVED, DEAR_NEAR_ENEMY, NO_POINTS = -8, -9, -10
TRAFFIC, ENEMY_HEX = "bridge traffic", "enemy hex"  # parts of a price that earlier steps of a move change


class Part(NamedTuple):
    """One part of the cost of a step."""

    what: str
    points: int
    rule: str


class StepCost(NamedTuple):
    """The cost of a step, part by part."""

    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        return sum(part.points for part in self.parts)


class Walker(NamedTuple):
    """A unit about to move, with everything that affects its steps."""

    w: World
    s: BreakthroughState
    unit: int
    side: int
    travel: bool
    size: int  # stacking points
    met: bytes  # by hex: ENEMY, ZONE
    closed: bytes  # by hex: never to be entered, BTA-7.6f, BTA-7.6g
    base: tuple[int, ...]  # by hex: terrain, or road in travel mode
    hostile: int  # hexes the enemy owns
    stacks: dict[int, list[int]]
    wade: int  # what a river costs in normal mode, or NEVER
    helped: int  # the same with an engineer in either hex
    enemy_hex: int
    leave: int  # 0 where zones cost nothing
    enter: int
    join: int  # for a travel-mode unit that joins one in normal mode, BTA-7.6k
    traffic: int  # for each earlier German crossing of the bridge, BTA-6.7f
    zeroes: bool  # from zone to zone its points become 0, BTA-7.6c


def walker(w: World, s: BreakthroughState, unit: int, zones: bool = True) -> Walker:
    """Return the unit with everything that affects its steps; without `zones` in retreats and advances,
    BTA-8.4e."""
    side, travel = w.side[unit], s.mode[unit] == TRAVEL
    column = MOBILE if w.mobile[unit] else ON_FOOT
    costs, ground = w.tables.costs, w.ground
    zones = zones and not (unit == w.brigade_150 and s.day <= NO_ZONE_COSTS_THROUGH)
    leave = costs["zoc_leave"].other if travel else costs["zoc_leave"].usual
    wade, helped = _wading(w, unit, column)
    return Walker(
        w,
        s,
        unit,
        side,
        travel,
        position.stacking(w, s, unit),
        position.enemies_by_hex(w, s, side),
        closed_hexes(w, s, unit),
        ground.road if travel else ground.terrain[frozen(w, s.day)][column],
        position.owned(w, s, 1 - side),
        position.derived(w, s).stacks,
        wade,
        helped,
        costs["enemy_hex"].usual[column],
        leave[column] if zones else 0,
        costs["zoc_enter"].usual[column] if zones else 0,
        costs["stack_travel"].usual[column],
        costs["bridge"].usual[column] if side == GERMAN else 0,
        zones and not travel,
    )


def _wading(w: World, unit: int, column: int) -> tuple[int, int]:
    """Return the price of a river hexside in normal mode without and with an engineer, BTA-7.6i.

    Mobile units other than engineers and Panzergrenadiers never cross this way, BTA-6.7e. An engineer unit
    helps itself.
    """
    if w.engineer[unit]:
        own = w.tables.costs["river"].other[column]
        return own, own
    cost = w.tables.costs["river_pzgr" if w.grenadier[unit] else "river"]
    if w.mobile[unit] and not w.grenadier[unit]:
        return NEVER, NEVER
    return cost.usual[column], cost.other[column]


def corridor_closed(w: World, s: BreakthroughState, unit: int) -> bool:
    """Return whether the corridor is closed to the unit today, BTA-7.6g, BTA-MAP-34.

    It is closed to a divisional unit if one component lacks the asterisk.
    """
    return (
        w.side[unit] == AMERICAN
        and s.variant.historical
        and s.day <= w.limits.corridor_through
        and not all(w.units[part].asterisk for part in position.parts_of(w, s, unit))
    )


def closed_hexes(w: World, s: BreakthroughState, unit: int) -> bytes:
    """Return by hex whether it is closed to the unit, BTA-7.6f, BTA-1.4c, BTA-MAP-33, BTA-7.6g."""
    if w.side[unit] == GERMAN:
        return w.ground.closed_to_german
    if corridor_closed(w, s, unit):
        return w.ground.corridor[s.variant.corridor_from]
    return w.ground.everywhere_open


def barred(who: Walker, to: int) -> int:
    """Return why the unit may not be in the hex, however it gets there, or 0.

    Reasons are an enemy unit, closed ground and the stacking limit (BTA-7.6j).
    """
    if who.met[to] & position.ENEMY:
        return ENEMY_THERE
    if who.closed[to]:
        return CLOSED
    stack = who.stacks.get(to)
    if stack is not None:
        others = [unit for unit in stack if unit != who.unit]
        if position.stack_points(who.w, who.s, others) + who.size > who.w.limits.stacking_points_per_hex:
            return FULL
    return 0


def price(who: Walker, frm: int, way: Way, parts: list[Part] | None = None) -> int:
    """Return the cost of the step, or the number of the reason against it (below 0).

    Append the parts of the cost to `parts`.
    """
    to = way.to
    stack = who.stacks.get(to)
    if (stack is not None or who.closed[to]) and (why := barred(who, to)):
        return why
    cost = who.base[to]
    if parts is not None:
        parts.append(_base_part(who, to))
    if who.travel:
        if not way.link:
            return NO_ROAD
        if way.bridge >= 0:
            if not position.carries_road(who.s, way.bridge):
                return BRIDGE_DOWN
            extra = who.traffic * who.s.crossings[way.bridge]
            if extra:
                cost += extra
                if parts is not None:
                    parts.append(Part(TRAFFIC, extra, "BTA-6.7f"))
        if stack is not None:
            modes = [who.s.mode[unit] for unit in stack if unit != who.unit]
            if TRAVEL in modes:
                return ROAD_TAKEN
            if modes:
                cost += who.join
                if parts is not None:
                    parts.append(Part("joining a unit in normal mode", who.join, "BTA-7.6k"))
    elif way.river:
        if who.wade < 0:
            return MAY_NOT_WADE
        extra = who.helped if _engineer_near(who, frm, stack) else who.wade
        cost += extra
        if parts is not None:
            parts.append(Part("river", extra, "BTA-7.6i"))
    if who.hostile >> to & 1:
        cost += who.enemy_hex
        if parts is not None:
            parts.append(Part(ENEMY_HEX, who.enemy_hex, "BTA-13.5"))
    if who.leave and who.met[frm] & position.ZONE:
        cost += who.leave
        if parts is not None:
            parts.append(Part("leaving an enemy zone", who.leave, "BTA-7.6b"))
    if who.enter and who.met[to] & position.ZONE:
        cost += who.enter
        if parts is not None:
            parts.append(Part("entering an enemy zone", who.enter, "BTA-7.6b"))
    return cost


def _base_part(who: Walker, to: int) -> Part:
    if who.travel:
        return Part("road", who.base[to], "BTA-7.6h")
    return Part(TERRAINS[who.w.board.terrain[to]], who.base[to], "BTA-13.5")


def road_open(s: BreakthroughState, way: Way) -> bool:
    """Return whether an unbroken road leads this way, BTA-7.7d, BTA-4.1d."""
    return way.link and (way.bridge < 0 or position.carries_road(s, way.bridge))


def _engineer_near(who: Walker, frm: int, ahead: list[int] | None) -> bool:
    """Return whether a friendly engineer, in any mode, is in either hex of the crossing, BTA-7.6i."""
    engineer = who.w.engineer
    behind = who.stacks.get(frm, ())
    return any(engineer[unit] for unit in behind) or (
        ahead is not None and any(engineer[unit] for unit in ahead)
    )


class Walk(NamedTuple):
    """The progress of a unit along its path."""

    cell: int
    points: int
    moved: bool  # has changed hex today, BTA-7.5b
    entered: int = 0  # hexes entered so far, no longer the enemy's
    crossed: tuple[int, ...] = ()  # bridges crossed so far
    paid: int = 0  # points paid so far; a minimum move costs all there are


def walk_on(who: Walker, at: Walk, way: Way) -> Walk | int:
    """Return the walk after the next step, or the number of the reason against it."""
    to, points = way.to, at.points
    if points < 1:
        return NO_POINTS
    cost = price_under_way(who, at, way)
    if cost < 0:
        return cost
    left = points - cost
    zone = who.met[to] & position.ZONE
    if left < 0:  # the minimum move, BTA-7.5b
        if zone:
            return DEAR_NEAR_ENEMY
        if at.moved:
            return DEAR_AND_MOVED
        left = 0
    elif zone and who.zeroes and who.met[at.cell] & position.ZONE:
        left = 0  # from zone to zone, BTA-7.6c
    crossed = (*at.crossed, way.bridge) if who.travel and way.bridge >= 0 else at.crossed
    return Walk(to, left, True, at.entered | 1 << to, crossed, at.paid + min(points, cost))


def price_under_way(who: Walker, at: Walk, way: Way, parts: list[Part] | None = None) -> int:
    """Return the price of a step after the steps of the walk so far."""
    cost = price(who, at.cell, way, parts)
    return cost if cost < 0 or not at.entered else cost + _tracks(who, at, way, parts)


def _tracks(who: Walker, at: Walk, way: Way, parts: list[Part] | None) -> int:
    """Return how the walk so far changes a price.

    A hex that the unit has taken is no longer the enemy's (BTA-1.4b), and a bridge it has crossed has more
    traffic (BTA-6.7f).
    """
    again = who.traffic * at.crossed.count(way.bridge)
    taken = bool(at.entered >> way.to & 1 and who.hostile >> way.to & 1)
    if parts is not None and again:
        others = sum(part.points for part in parts if part.what == TRAFFIC)
        parts[:] = [part for part in parts if part.what != TRAFFIC]
        parts.append(Part(TRAFFIC, others + again, "BTA-6.7f"))
    if parts is not None and taken:
        parts[:] = [part for part in parts if part.what != ENEMY_HEX]
    return again - who.enemy_hex if taken else again


def may_stand(w: World, s: BreakthroughState, unit: int, to: int) -> Refusal | None:
    """Return why the unit may not be in the hex, however it gets there, or None."""
    who = walker(w, s, unit)
    why = barred(who, to)
    return explain(who, Walk(s.where[unit], 0, False), to, why) if why else None


def may_enter(w: World, s: BreakthroughState, unit: int, frm: int, to: int) -> Refusal | None:
    """Return why the unit may not step from hex to hex in its mode, ignoring points and enemy zones, or
    None."""
    way = w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(w, frm, to)
    who = walker(w, s, unit)
    why = price(who, frm, way)
    return explain(who, Walk(frm, 0, False), to, why) if why < 0 else None


def step_cost(w: World, s: BreakthroughState, unit: int, frm: int, to: int, zones: bool = True) -> StepCost:
    """Return the cost of a step that `may_enter` allows, part by part, BTA-13.5.

    `zones=False` leaves out enemy zones, BTA-8.4e. Raises ValueError for a step that is not allowed.
    """
    parts: list[Part] = []
    why = price(walker(w, s, unit, zones), frm, w.ground.way_to[frm][to], parts)
    if why < 0:
        raise ValueError(f"{w.units[unit].id} may not go from {w.grid.label(frm)} to {w.grid.label(to)}")
    return StepCost(tuple(parts))


def step(
    w: World, s: BreakthroughState, unit: int, frm: int, to: int, points: int, moved: bool
) -> Walk | Refusal:
    """Return the walk after a step with these points, or why it may not be made."""
    way = w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(w, frm, to)
    who, at = walker(w, s, unit), Walk(frm, points, moved)
    on = walk_on(who, at, way)
    return explain(who, at, to, on) if isinstance(on, int) else on


def not_adjacent(w: World, frm: int, to: int) -> Refusal:
    """Return the refusal of a step between hexes that are not neighbours."""
    facts = f"{w.hex_text(to)} is not next to {w.hex_text(frm)} (BTA-MAP-4)."
    return Refusal("BTA-7.3", facts, "Move hex by hex.")


def explain(who: Walker, at: Walk, to: int, why: int) -> Refusal:
    """Return the refusal for the number of a reason against a step."""
    w, s = who.w, who.s
    name, there = w.units[who.unit].name, w.hex_text(to)
    if why == CLOSED:
        return _explain_closed(who, there)
    if why in (DEAR_AND_MOVED, DEAR_NEAR_ENEMY, NO_POINTS):
        return _explain_dear(who, at, to, why)
    here = w.hex_text(at.cell) if at.cell >= 0 else "off the map"
    limit = w.limits.stacking_points_per_hex
    held = position.stack_points(w, s, [unit for unit in who.stacks.get(to, []) if unit != who.unit])
    texts = {
        ENEMY_THERE: ("BTA-7.9a", f"There is an enemy unit {w.at_hex(to)}.", "Plot an attack on it."),
        FULL: (
            "BTA-7.6j",
            f"{there} is full, even for passing through: {held} of {limit} stacking points are used, and "
            f"{name} has {who.size}.",
            "Take another route, or move a unit out first.",
        ),
        ROAD_TAKEN: (
            "BTA-7.6k",
            f"There is another unit in travel mode {w.at_hex(to)}.",
            "Take another road, or change mode.",
        ),
        NO_ROAD: (
            "BTA-7.7d",
            f"No road leads from {here} to {there}, and {name} is in travel mode (BTA-7.6h).",
            "Change to normal mode.",
        ),
        BRIDGE_DOWN: (
            "BTA-4.1d",
            f"The bridge between {here} and {there} is down and cuts the road, and {name} keeps to roads "
            "(BTA-7.7d).",
            "Build the bridge, or take another route.",
        ),
        MAY_NOT_WADE: (
            "BTA-6.7e",
            f"A river runs between {here} and {there} (BTA-7.6i). {name} can cross only at a bridge and in "
            "travel mode"
            + (", which a divisional unit may not use (BTA-6.6d)." if w.units[who.unit].divisional else "."),
            "",
        ),
    }  # fmt: skip
    return Refusal(*texts[why])


def _explain_closed(who: Walker, there: str) -> Refusal:
    w, s, name = who.w, who.s, who.w.units[who.unit].name
    if who.side == GERMAN:
        facts = f"{there} is in column 0, which is closed to German units (BTA-1.4c, BTA-MAP-33)."
        return Refusal("BTA-7.6f", facts)
    first, last = s.variant.corridor_from, w.limits.corridor_last_column
    return Refusal(
        "BTA-7.6g",
        f"{there} is in columns {first} to {last}. These are closed to American units without an asterisk, "
        f"like {name}, through {w.limits.corridor_through} December (BTA-MAP-34, BTA-2.1c).",
        "Stay outside until then.",
    )


def _explain_dear(who: Walker, at: Walk, to: int, why: int) -> Refusal:
    name, there = who.w.units[who.unit].name, who.w.hex_text(to)
    if why == NO_POINTS:
        return no_points(name)
    way, parts = who.w.ground.way_to[at.cell][to], list[Part]()
    cost = price_under_way(who, at, way, parts)
    lines = ", ".join(f"{part.what} {part.points}" for part in parts)
    facts = f"{there} costs {counted(cost, 'point')} ({lines}); {name} has {at.points}"
    if why == DEAR_NEAR_ENEMY:
        both = bool(who.met[at.cell] & position.ZONE)
        facts = f"{facts}. Next to an enemy unit it must pay the full cost (BTA-7.5a, BTA-7.5b)."
        return Refusal("BTA-7.6c" if both and who.zeroes else "BTA-7.5b", facts)
    return Refusal("BTA-7.5b", f"{facts} (BTA-7.5a). It has moved today, so it has no minimum move left.")


def no_points(name: str) -> Refusal:
    """Return the refusal for a unit without operation points."""
    facts = f"{name} has no operation points left, and even a minimum move needs one (BTA-7.5b)."
    return Refusal("BTA-7.5a", facts)
