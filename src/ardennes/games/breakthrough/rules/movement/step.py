"""One step of a unit, judged and priced (BTA-7.5a, BTA-7.5b, BTA-7.6a, BTA-7.6b, BTA-7.6c, BTA-7.6d,
BTA-7.6e, BTA-7.6f, BTA-7.6g, BTA-7.6h, BTA-7.6i, BTA-7.6j, BTA-7.6k, BTA-7.7d, BTA-6.7e, BTA-6.7f).

`price` is the one judge of a step: moves, offers, routes, retreats and advances all ask it.
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

NO_ZONE_COSTS_THROUGH = 17  # of December, for the 150th Panzer Brigade, BTA-7.6e
NEVER = -1  # may not wade at all

# Why a step is refused: numbers below 0, put into words only when somebody asks.
ENEMY_THERE, CLOSED, FULL, ROAD_TAKEN, NO_ROAD, BRIDGE_DOWN, MAY_NOT_WADE = -1, -2, -3, -4, -5, -6, -7
DEAR_AND_MOVED, DEAR_NEAR_ENEMY, NO_POINTS = -8, -9, -10
TRAFFIC, ENEMY_HEX = "bridge traffic", "enemy hex"  # lines of a price that a unit's own way changes


class Part(NamedTuple):
    """One line of what a step costs."""

    what: str
    points: int
    rule: str


class StepCost(NamedTuple):
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        return sum(part.points for part in self.parts)


class Walker(NamedTuple):
    """A unit about to move and what bears on every step it might take."""

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
    join: int  # a travel-mode unit joining one in normal mode, BTA-7.6k
    traffic: int  # for each earlier German crossing of the bridge, BTA-6.7f
    zeroes: bool  # from zone to zone its points become 0, BTA-7.6c


def walker(w: World, s: BreakthroughState, unit: int, zones: bool = True) -> Walker:
    """Gather what bears on a unit's steps; without `zones`, as in retreats and advances, BTA-8.4e."""
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
    """What a river hexside costs in normal mode without and with an engineer, BTA-7.6i: mobile units but
    engineers and Panzergrenadiers never cross so, BTA-6.7e; an engineer unit is its own engineer."""
    if w.engineer[unit]:
        own = w.tables.costs["river"].other[column]
        return own, own
    cost = w.tables.costs["river_pzgr" if w.grenadier[unit] else "river"]
    if w.mobile[unit] and not w.grenadier[unit]:
        return NEVER, NEVER
    return cost.usual[column], cost.other[column]


def corridor_closed(w: World, s: BreakthroughState, unit: int) -> bool:
    """Is the corridor closed to the unit today? BTA-7.6g, BTA-MAP-34; to a divisional unit as soon as one
    component lacks the asterisk."""
    return (
        w.side[unit] == AMERICAN
        and s.variant.historical
        and s.day <= w.limits.corridor_through
        and not all(w.units[part].asterisk for part in position.parts_of(w, s, unit))
    )


def closed_hexes(w: World, s: BreakthroughState, unit: int) -> bytes:
    """By hex: is it closed to the unit for good or for now? BTA-7.6f, BTA-1.4c, BTA-MAP-33, BTA-7.6g."""
    if w.side[unit] == GERMAN:
        return w.ground.closed_to_german
    if corridor_closed(w, s, unit):
        return w.ground.corridor[s.variant.corridor_from]
    return w.ground.everywhere_open


def barred(who: Walker, to: int) -> int:
    """Why the unit may not stand in the hex whichever way it comes, or 0: an enemy unit, closed ground,
    the stacking limit (BTA-7.6j)."""
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
    """What the step costs, or why it may not be made (below 0). `parts` is filled with the lines of it."""
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
    """Does an unbroken road lead this way? BTA-7.7d, BTA-4.1d."""
    return way.link and (way.bridge < 0 or position.carries_road(s, way.bridge))


def _engineer_near(who: Walker, frm: int, ahead: list[int] | None) -> bool:
    """Is a friendly engineer, in any mode, in either hex of the crossing? BTA-7.6i."""
    engineer = who.w.engineer
    behind = who.stacks.get(frm, ())
    return any(engineer[unit] for unit in behind) or (
        ahead is not None and any(engineer[unit] for unit in ahead)
    )


class Walk(NamedTuple):
    """How far a unit has come."""

    cell: int
    points: int
    moved: bool  # has changed hex today, BTA-7.5b
    entered: int = 0  # hexes entered on the way: no longer the enemy's
    crossed: tuple[int, ...] = ()  # bridges crossed on the way
    paid: int = 0  # what the way is worth; a minimum move costs what there is


def walk_on(who: Walker, at: Walk, way: Way) -> Walk | int:
    """The next step, or the number of the reason against it."""
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
    """As `price`, after what the unit has walked so far."""
    cost = price(who, at.cell, way, parts)
    return cost if cost < 0 or not at.entered else cost + _tracks(who, at, way, parts)


def _tracks(who: Walker, at: Walk, way: Way, parts: list[Part] | None) -> int:
    """What its own way so far changes: a hex it has taken is no longer the enemy's (BTA-1.4b), a bridge it
    has crossed has more traffic (BTA-6.7f)."""
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
    """May the unit stand in the hex, however it comes there? Enemy units, closed ground, stacking."""
    who = walker(w, s, unit)
    why = barred(who, to)
    return explain(who, Walk(s.where[unit], 0, False), to, why) if why else None


def may_enter(w: World, s: BreakthroughState, unit: int, frm: int, to: int) -> Refusal | None:
    """May the unit step from hex to hex in its mode, whatever its points and enemy zones?"""
    way = w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(w, frm, to)
    who = walker(w, s, unit)
    why = price(who, frm, way)
    return explain(who, Walk(frm, 0, False), to, why) if why < 0 else None


def step_cost(w: World, s: BreakthroughState, unit: int, frm: int, to: int, zones: bool = True) -> StepCost:
    """What a step that `may_enter` allows costs, line by line, BTA-13.5; zones=False: BTA-8.4e."""
    parts: list[Part] = []
    why = price(walker(w, s, unit, zones), frm, w.ground.way_to[frm][to], parts)
    if why < 0:
        raise ValueError(f"{w.units[unit].id} may not go from {w.grid.label(frm)} to {w.grid.label(to)}")
    return StepCost(tuple(parts))


def step(
    w: World, s: BreakthroughState, unit: int, frm: int, to: int, points: int, moved: bool
) -> Walk | Refusal:
    """A step with so many points left: where it leaves the unit, or why it may not be made."""
    way = w.ground.way_to[frm].get(to)
    if way is None:
        return not_adjacent(w, frm, to)
    who, at = walker(w, s, unit), Walk(frm, points, moved)
    on = walk_on(who, at, way)
    return explain(who, at, to, on) if isinstance(on, int) else on


def not_adjacent(w: World, frm: int, to: int) -> Refusal:
    facts = f"{w.grid.label(to)} is not next to {w.grid.label(frm)} (BTA-MAP-4)."
    return Refusal("BTA-7.3", facts, "Go hex by hex.")


def explain(who: Walker, at: Walk, to: int, why: int) -> Refusal:
    """A refused step in words."""
    w, s = who.w, who.s
    name, there = w.units[who.unit].name, w.grid.label(to)
    if why == CLOSED:
        return _explain_closed(who, there)
    if why in (DEAR_AND_MOVED, DEAR_NEAR_ENEMY, NO_POINTS):
        return _explain_dear(who, at, to, why)
    here = w.grid.label(at.cell) if at.cell >= 0 else "off the map"
    limit = w.limits.stacking_points_per_hex
    held = position.stack_points(w, s, [unit for unit in who.stacks.get(to, []) if unit != who.unit])
    texts = {
        ENEMY_THERE: ("BTA-7.9a", f"An enemy unit is in {there}.", "Plot an attack on it."),
        FULL: (
            "BTA-7.6j",
            f"{there} holds {held} of {limit} stacking points and {name} has {who.size}: too many, also in "
            "passing.",
            "Go by another hex, or move a unit out first.",
        ),
        ROAD_TAKEN: (
            "BTA-7.6k",
            f"Another unit in travel mode is in {there}.",
            "Go by another road, or change mode.",
        ),
        NO_ROAD: (
            "BTA-7.7d",
            f"No road leads from {here} to {there}, and {name} is in travel mode (BTA-7.6h).",
            "Change to normal mode.",
        ),
        BRIDGE_DOWN: (
            "BTA-4.1d",
            f"The bridge {here}/{there} is down: it cuts the road, and {name} keeps to roads (BTA-7.7d).",
            "Build the bridge, or go another way.",
        ),
        MAY_NOT_WADE: (
            "BTA-6.7e",
            f"A river runs between {here} and {there} (BTA-7.6i): {name} crosses only at a bridge and in "
            "travel mode"
            + (", which a divisional unit may not use (BTA-6.6d)." if w.units[who.unit].divisional else "."),
            "",
        ),
    }  # fmt: skip
    return Refusal(*texts[why])


def _explain_closed(who: Walker, there: str) -> Refusal:
    w, s, name = who.w, who.s, who.w.units[who.unit].name
    if who.side == GERMAN:
        return Refusal("BTA-7.6f", f"{there} is in column 0, closed to German units (BTA-1.4c, BTA-MAP-33).")
    first, last = s.variant.corridor_from, w.limits.corridor_last_column
    return Refusal(
        "BTA-7.6g",
        f"{there} is in columns {first} to {last}, closed through {w.limits.corridor_through} December to "
        f"American units without an asterisk, like {name} (BTA-MAP-34, BTA-2.1c).",
        "Stay outside until then.",
    )


def _explain_dear(who: Walker, at: Walk, to: int, why: int) -> Refusal:
    name, there = who.w.units[who.unit].name, who.w.grid.label(to)
    if why == NO_POINTS:
        return no_points(name)
    way, parts = who.w.ground.way_to[at.cell][to], list[Part]()
    cost = price_under_way(who, at, way, parts)
    lines = ", ".join(f"{part.what} {part.points}" for part in parts)
    facts = f"{there} costs {cost} points ({lines}) and {name} has {at.points}"
    if why == DEAR_NEAR_ENEMY:
        both = bool(who.met[at.cell] & position.ZONE)
        facts = f"{facts}: next to an enemy unit the whole cost must be paid (BTA-7.5a, BTA-7.5b)."
        return Refusal("BTA-7.6c" if both and who.zeroes else "BTA-7.5b", facts)
    return Refusal("BTA-7.5b", f"{facts} (BTA-7.5a): it has moved today, so no minimum move is left.")


def no_points(name: str) -> Refusal:
    facts = f"{name} has no operation points left, not one for a minimum move (BTA-7.5b)."
    return Refusal("BTA-7.5a", facts)
