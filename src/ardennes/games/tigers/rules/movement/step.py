"""Operational movement, one step at a time (TIA-MOVE, TIA-ROAD, TIA-RIVER, TIA-ZOC-7, TIA-ZOC-8, TIA-ZOC-9,
TIA-ZOC-10, TIA-ZOC-11).

`walk_on` alone decides whether a step is legal: offers, refusals, reach and computer players all use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.games.tigers.rules.model.position import derived, others_of, road_open, wet_sides
from ardennes.games.tigers.rules.model.state import ATTACKED, DISRUPTED, MOVED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.allowance import omb_half, omf_half
from ardennes.games.tigers.rules.movement.stacking import is_full
from ardennes.games.tigers.rules.movement.zones import (
    Zone,
    brigade_controls_both,
    covered,
    division_zones,
    shared_zone,
    zone_without_river,
)
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, TIGER
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal

RIVER_COST = 2  # half-MF, TIA-RIVER-1
FULL_STACK_COST = 2  # TIA-STACK-6
EXIT_COST = 2  # TIA-VIC-1


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What terrain and enemies mean for a step."""

    cost: int  # half-MF
    stops: bool  # TIA-ZOC-7, TIA-ZOC-11
    binds: bool  # no bonus counts here, TIA-MOVE-3
    whole_move: bool = False  # legal only as the one hex of a move onto a friend, TIA-ZOC-11


class Walker(msgspec.Struct, frozen=True):
    """A unit about to move, and what decides every step it might take."""

    unit: int
    side: int
    mechanized: bool
    omf: int  # half-points
    limit: int  # OMF and the bonus it may earn
    may_ride: bool  # may use road rate at all
    ride_rule: str
    closed: int  # hexes it may not enter
    friends: int
    zones: list[Zone]
    zoc: int
    wet: tuple[int, ...]  # by direction: hexes with an unbridged river on that side
    roads: tuple[int, ...]  # by direction: hexes from which a usable road leads
    ground: dict[int, Ground | int]  # steps judged before, for all units of the side and kind
    onward: dict[int, Any]  # ... and the steps on from a hex, with and without road rate


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A unit's position during its move."""

    cell: int  # EXIT once it has left the map
    spent: int
    steps: int = 0
    road: bool = False  # the last hex was entered at road rate
    rode: bool = False  # some hex was
    stopped: bool = False


UNCONTESTED = tuple(Ground(cost, False, False) for cost in range(100))  # with no enemy near

# Why a step is refused: numbers, which `explain` turns into refusals.
NOT_ADJACENT, ENEMY, KNOWN_DUMP, NEEDS_BRIDGE, SAME_ZONE, SAME_BRIGADE, NO_ROAD, NO_RIDE, ROAD_INTO_ZONE = (
    range(9)
)
STOPPED, TOO_FAR, BONUS_LOST, NO_EXIT, EXIT_SIDE, LEFT_MAP = range(9, 15)


def may_move(w: World, s: TigersState, unit: int) -> Refusal | None:
    """Return why the unit may not begin to move now; None if it may, TIA-SEQ-4, TIA-SEQ-6, TIA-DIS-1."""
    info = w.units[unit]
    flags = s.status[unit]
    if s.where[unit] < 0:
        return Refusal("TIA-MOVE-1", f"{info.name} is not on the map.")
    if info.omf == 0:
        return Refusal("TIA-SETUP-8", f"{info.name} cannot move at all.")
    if flags & DISRUPTED:
        return Refusal("TIA-DIS-1", f"{info.name} is Disrupted and cannot move.")
    if unit == w.peiper:
        return None  # its budget decides, TIA-KGP-2
    if flags & MOVED:
        return Refusal("TIA-SEQ-4", f"{info.name} has already moved this turn.")
    if flags & ATTACKED:
        return Refusal("TIA-SEQ-6", f"{info.name} has attacked and cannot move in the second step.")
    return None


def rides_on_foot(w: World, s: TigersState, unit: int) -> bool:
    """May a unit that is not mechanized use road rate now? Two Allied divisions a game-turn, TIA-ROAD-4."""
    if w.side[unit] != ALLIED or not w.is_division[unit]:
        return False
    used = s.road_users
    return bool(used >> unit & 1) or used.bit_count() < w.constants.movement.allied_road_divisions


def walker(w: World, s: TigersState, unit: int, omb: bool = False, joining: Sequence[int] = ()) -> Walker:
    """Return a unit with what decides its steps. `omb`: a Tiger that chose its bonus, TIA-TIGER-5."""
    info = w.units[unit]
    side = info.side
    omf = omf_half(w, s, unit)
    bonus = omb_half(w, s, unit) if info.kind != TIGER or omb else 0
    may_ride, rule = (True, "TIA-ROAD-1") if info.mechanized else (rides_on_foot(w, s, unit), "TIA-ROAD-4")
    movers = [unit] if unit != w.peiper and not joining else [*peiper.group(w, s, unit), *joining]
    friends = others_of(w, s, side, movers)
    closed, zones, zoc, wet, roads, ground, onward = _field(w, s, side)
    return Walker(
        unit, side, info.mechanized, omf, omf + bonus, may_ride, rule, closed, friends, zones, zoc, wet,
        roads, ground[info.mechanized], onward[2 * info.mechanized + may_ride],
    )  # fmt: skip


def _field(w: World, s: TigersState, side: int) -> tuple[Any, ...]:
    """Return what decides the steps of all units of a side, computed once in a position."""
    known_dump = side == GERMAN and s.dump_known and s.dump_owner == ALLIED
    dump = s.where[w.dump] if known_dump else -1
    d = derived(w, s)
    field: tuple[Any, ...] | None = d.fields[side].get(dump)
    if field is None:
        closed = d.combat[1 - side]  # a lone Skorzeny or von der Heydte may be entered, TIA-MOVE-6
        if dump >= 0:
            closed |= 1 << dump  # TIA-FUEL-2
        front = d.fronts[1 - side]
        zones, zoc = division_zones(w, s, 1 - side), covered(w, s, 1 - side)
        field = (closed, zones, zoc, wet_sides(w, s), road_open(w, s), front.ground, front.onward)
        d.fields[side][dump] = field
    return field


def walk_on(w: World, s: TigersState, who: Walker, at: Walk, to: int, road: bool) -> Walk | int:
    """Return the walk one step on, or the number of the reason why the step is not legal."""
    cell = at.cell
    if at.stopped:
        return LEFT_MAP if cell == EXIT else STOPPED
    if to == EXIT:
        return _leave(w, s, who, at, road)
    direction = w.direction_to[cell].get(to, -1)
    if direction < 0:
        return NOT_ADJACENT
    if who.closed >> to & 1:
        dump_only = not derived(w, s).combat[1 - who.side] >> to & 1
        return KNOWN_DUMP if dump_only else ENEMY
    friend = bool(who.friends >> to & 1)  # the movers themselves do not count
    key = cell << 5 | direction << 2 | friend << 1 | road
    ground = who.ground.get(key)  # shared by a side and kind until an enemy or a bridge changes
    if ground is None:
        ground = who.ground[key] = judge_ground(w, s, who, friend, cell, direction, to, road)
    if isinstance(ground, int):
        return ground
    if road and not who.may_ride:
        return NO_RIDE
    spent = at.spent + ground.cost
    if at.steps and is_full(w, s, cell, who.side, who.unit):
        spent += FULL_STACK_COST
    if spent > who.limit:
        return TOO_FAR
    if ground.binds and (spent > who.omf or bonus_first(w, who)):
        return BONUS_LOST
    if ground.whole_move and at.steps:
        return SAME_BRIGADE
    return Walk(to, spent, at.steps + 1, road, at.rode or road, ground.stops)


def bonus_first(w: World, who: Walker) -> bool:
    """Is this a Tiger that chose its bonus? It spends it first, so its move cannot end in an enemy zone,
    TIA-TIGER-5."""
    return who.limit > who.omf and w.units[who.unit].kind == TIGER


def judge_ground(
    w: World, s: TigersState, who: Walker, friend: bool, cell: int, direction: int, to: int, road: bool
) -> Ground | int:
    """Return cost and limits of one step by river, zones, road and terrain, or why it is not legal."""
    wet = who.wet[direction] >> cell & 1
    if wet and (who.mechanized or road):
        return NEEDS_BRIDGE
    zone = who.zoc >> to & 1
    if zone and who.zoc >> cell & 1 and not friend and shared_zone(who.zones, cell, to):
        return SAME_ZONE
    whole_move = bool(wet) and brigade_controls_both(w, s, 1 - who.side, cell, to)
    if whole_move and not friend:
        return SAME_BRIGADE
    usable = who.roads[direction] >> cell & 1
    if road:
        if not usable:
            return NO_ROAD
        if zone:
            return ROAD_INTO_ZONE
        cost = w.road_rate
    elif who.mechanized:  # forest and Hohe Venn cost more, but not along a road, TIA-TERR-4, TIA-TERR-6
        cost = w.road_normal if usable else w.mech_cost[to]
    else:
        cost = w.foot_cost[to] + (RIVER_COST if wet else 0)
    if not zone and not whole_move:
        return UNCONTESTED[cost]
    binds = bool(zone) and zone_without_river(w, s, who.zones, to)
    return Ground(cost, bool(zone) or whole_move, binds, whole_move)


def _leave(w: World, s: TigersState, who: Walker, at: Walk, road: bool) -> Walk | int:
    """Return the walk off the map, or why the unit may not leave here, TIA-VIC-1."""
    bit = 1 << at.cell
    if who.side != GERMAN:
        return EXIT_SIDE
    if not (w.board.exit_full | w.board.exit_half) & bit:
        return NO_EXIT
    if road and not (w.board.edge_road & bit and who.may_ride):
        return NO_ROAD
    cost = w.road_rate if road else EXIT_COST
    if at.steps and is_full(w, s, at.cell, who.side, who.unit):
        cost += FULL_STACK_COST
    if at.spent + cost > who.limit:
        return TOO_FAR
    return Walk(EXIT, at.spent + cost, at.steps + 1, False, at.rode or road, True)


def mf(half: int) -> str:
    """Return half-points as players write them: 1½."""
    return f"{half // 2}½" if half % 2 and half > 1 else "½" if half == 1 else str(half // 2)


def explain(w: World, s: TigersState, who: Walker, at: Walk, to: int, road: bool, why: int) -> Refusal:
    """Return the refusal for a step that `walk_on` refused."""
    name = w.units[who.unit].name
    here = "off the map" if at.cell == EXIT else w.place(at.cell)
    there = "The map edge" if to == EXIT else w.place(to)
    left = mf(max(0, who.limit - at.spent))
    texts = {
        NOT_ADJACENT: ("TIA-MOVE-2", f"{there} is not adjacent to {here}.", ""),
        ENEMY: ("TIA-MOVE-6", f"{there} holds an enemy unit.", "Attack it from an adjacent hex."),
        KNOWN_DUMP: (
            "TIA-FUEL-2",
            f"{there} holds the fuel dump, in Allied hands.",
            "Attack it, then advance.",
        ),
        NEEDS_BRIDGE: ("TIA-RIVER-2", f"{name} needs an intact bridge between {here} and {there}.", ""),
        SAME_ZONE: (
            "TIA-ZOC-8",
            f"{here} and {there} are in the zone of the same enemy division.",
            "Move by a hex outside the zone, or into a hex with a friendly unit.",
        ),
        SAME_BRIGADE: (
            "TIA-ZOC-9",
            f"An enemy unit controls both banks of the river between {here} and {there}.",
            "",
        ),
        NO_ROAD: (
            "TIA-ROAD-7",
            f"No usable road leads from {here} to {there}.",
            "Enter it at the normal rate.",
        ),
        NO_RIDE: (who.ride_rule, f"{name} cannot use road rate now.", "Enter the hex at the normal rate."),
        ROAD_INTO_ZONE: (
            "TIA-ROAD-2",
            f"{there} is in an enemy zone and cannot be entered at road rate.",
            "Enter it at the normal rate.",
        ),
        STOPPED: ("TIA-ZOC-7", f"{name} has entered an enemy zone and must stop {w.at_place(at.cell)}.", ""),
        TOO_FAR: ("TIA-MOVE-1", f"{there} costs more than the {left} MF that {name} has left.", ""),
        BONUS_LOST: (
            "TIA-MOVE-3",
            f"{there} is in an enemy zone, where only the {mf(who.omf)} MF without the bonus count.",
            "",
        ),
        NO_EXIT: (
            "TIA-VIC-1",
            f"{here} is not an exit.",
            f"Leave the map from {_exits(w)}.",
        ),
        EXIT_SIDE: ("TIA-VIC-1", "Only German units leave the map.", ""),
        LEFT_MAP: ("TIA-VIC-1", f"{name} has left the map.", ""),
    }
    rule, facts, way_out = texts[why]
    return Refusal(rule, facts, way_out)


def _exits(w: World) -> str:
    return w.places(bits(w.exits), "or")


def crosses_enemy_bridge(w: World, s: TigersState, side: int, cell: int, to: int) -> int:
    """Return the river side of an undefended enemy bridge on this step; -1 if there is none,
    TIA-BRIDGE-12."""
    river = w.board.river_at[cell][w.direction_to[cell][to]] if w.rivers_of[cell] else -1
    if river < 0 or s.bridge[river] == NO_BRIDGE or s.bridge_owner[river] == side:
        return -1
    guard = derived(w, s).fighters[1 - side]
    if side == ALLIED and w.heydte >= 0 and s.where[w.heydte] >= 0:
        guard |= 1 << s.where[w.heydte]
    return -1 if guard >> cell & 1 or guard >> to & 1 else river


def starting_walk(s: TigersState, unit: int) -> Walk:
    """Return where the unit is before its first step."""
    return Walk(s.where[unit], s.spent[unit])
