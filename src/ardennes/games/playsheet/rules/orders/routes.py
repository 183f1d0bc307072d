"""Routes on paper: the time of each step, how far a unit gets, why a route cannot be ordered (OPS-MOVE).

The umpire asks `step_time` with the bridges as they are; everything else here is asked on what a side knows:
the bridges it believes in, the ground it holds, its own units. No enemy is looked at (OPS-ORD-2).
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.model.orders import Attack, GroundOrder, Move, Support
from ardennes.games.playsheet.rules.model.state import ADJACENT, SUPPLIED, PlaysheetState
from ardennes.games.playsheet.rules.tables import movement
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.map import Board
from ardennes.games.playsheet.schema.world import World
from ardennes.hexes import by_hex
from ardennes.kernel.contract import Refusal
from ardennes.kernel.parts import beyond
from ardennes.kernel.reach import Reach

NEVER = -1  # the time of a step that cannot be made
# Why a route may take less than a whole turn, by the rule that says so.
LESS = {
    "OPS-ORD-2": " for an order that must leave time to act (OPS-COMBAT-1, OPS-MOVE-11)",
    "OPS-SUP-5": " for vehicles without supply points",
}


class Step(NamedTuple):
    """A step to a neighbouring hex: its time while the bridge stands (or none is needed), and without it."""

    time: int
    bridge: int  # -1: no bridge on the hexside
    time_down: int


@functools.lru_cache(maxsize=256)
def steps(w: World, row: int, mode: int, night: bool) -> tuple[Mapping[int, Step], ...]:
    """By hex: the neighbours a class can step to in a mode, and the time it takes, OPS-MOVE-1, OPS-MOVE-2,
    OPS-MOVE-3, OPS-MOVE-4, OPS-MOVE-5, OPS-MOVE-6, OPS-MOVE-7, OPS-MOVE-8, OPS-MOVE-9, OPS-MOVE-10,
    OPS-MOVE-11, OPS-MOVE-12, OPS-MOVE-13, OPS-MOVE-14, OPS-MOVE-15."""
    wades = mode == terms.TACTICAL and w.sheet.fords[row]  # OPS-MOVE-14
    crossing = movement.parts(w.sheet.constants["river_crossing_time"])
    return _steps_on(w.board, tuple(w.sheet.steps[night][mode][row]), mode == terms.ROAD, wades, crossing)


@functools.lru_cache(maxsize=256)  # worlds with other units lie on the same map
def _steps_on(
    board: Board, times: tuple[int, ...], by_road: bool, wades: bool, crossing: int
) -> tuple[Mapping[int, Step], ...]:
    """The same by the map alone: the times by terrain, and how a river is crossed."""
    terrain = board.terrain
    dry = [Step(time, -1, NEVER) for time in times]  # by terrain
    table = []
    for here, around in enumerate(board.neighbours):
        result: dict[int, Step] = {}
        rivers, roads = board.river_to[here], board.road_to[here]
        for direction, there in enumerate(around):
            if there < 0 or not times[terrain[there]]:  # OPS-MOVE-8: no such mode
                continue
            if not rivers[direction]:
                if not by_road or roads[direction]:  # OPS-MOVE-10
                    result[there] = dry[terrain[there]]
                continue
            time = times[terrain[there]]
            wet = time + crossing if wades else NEVER
            bridge = board.bridge_to[here][direction]
            if bridge >= 0:
                result[there] = Step(time, bridge, wet)
            elif wades:
                result[there] = Step(wet, -1, NEVER)
        table.append(result)
    return tuple(table)


def step_time(
    w: World, row: int, mode: int, night: bool, a: int, b: int, blown: int, first: bool = False
) -> int:
    """The time of one step with these bridges down; NEVER where class and mode cannot make it.

    `first`: it begins a route, so motor-towed troops may come from beside the road, OPS-MOVE-17.
    """
    step = steps(w, row, mode, night)[a].get(b)
    if step is not None:
        down = step.bridge >= 0 and blown >> step.bridge & 1
        return step.time_down if down else step.time
    if first and starts_beside_road(w, row, mode, a, b):
        return movement.parts(movement.towed_start(w.sheet))
    return NEVER


def starts_beside_road(w: World, row: int, mode: int, a: int, b: int) -> bool:
    """Motor-towed troops off the road may begin with one step to a road, not over a river, OPS-MOVE-17."""
    return (
        _comes_to_road(w, row, mode, a, b)
        and b in w.neighbours[a]
        and not w.river_to[a][w.neighbours[a].index(b)]
    )


def _comes_to_road(w: World, row: int, mode: int, a: int, b: int) -> bool:
    return row == terms.TOWED and mode == terms.ROAD and not w.road_hex >> a & 1 and bool(w.road_hex >> b & 1)


def exit_time(w: World, row: int, mode: int, night: bool, a: int) -> int:
    """What leaving the map from an exit hex takes: one more step in the unit's mode, OPS-VIC-2."""
    return (w.sheet.steps[night][mode][row][w.terrain[a]] or NEVER) if a in w.exits else NEVER


def can_attack_across(w: World, row: int, a: int, b: int, blown: int) -> bool:
    """Over a river a unit attacks only if its class can cross it or a bridge stands there, OPS-FIGHT-1."""
    direction = w.neighbours[a].index(b)
    if not w.river_to[a][direction] or w.sheet.fords[row]:
        return True
    bridge = w.bridge_to[a][direction]
    return bridge >= 0 and not blown >> bridge & 1


# What a side knows of its own


def ground_of(s: PlaysheetState, side: int) -> int:
    """The ground a side holds as far as it knows, OPS-SIM-8."""
    return s.german_ground if side == terms.GERMAN else s.allied_ground


def believed_blown(s: PlaysheetState, side: int) -> int:
    """The bridges a side believes down, OPS-BRDG-1."""
    return s.german_thinks_blown if side == terms.GERMAN else s.allied_thinks_blown


def lifted(w: World, s: PlaysheetState, unit: int, mode: int) -> bool:
    """Do trucks carry the unit? In supply and with SP, but not tactically, OPS-UNIT-7, OPS-SUP-5."""
    trucks = w.units[unit].trucks and s.marks[unit] & SUPPLIED and s.sp[unit] > 0
    return bool(trucks) and movement.moving_row(w.units[unit].row, mode, True) != w.units[unit].row


def row_of(w: World, s: PlaysheetState, unit: int, mode: int) -> int:
    """The row of the movement table a unit moves by."""
    return movement.moving_row(w.units[unit].row, mode, lifted(w, s, unit, mode))


def time_limit(w: World, s: PlaysheetState, unit: int) -> int:
    """How much of the turn a unit may use: vehicles without SP only a quarter, OPS-SUP-5."""
    return _time_limit(w, w.units[unit].row, s.sp[unit] == 0)


@functools.lru_cache(maxsize=64)
def _time_limit(w: World, row: int, no_supply: bool) -> int:
    return movement.parts(movement.time_limit(w.sheet, row, no_supply))


def in_time(used: int) -> bool:
    """Has a unit used at most half a turn, so that it may start an attack or fire? OPS-MOVE-11."""
    return used <= terms.HALF


def start_clock(w: World, s: PlaysheetState, unit: int, target: int = -1) -> int:
    """When a unit sets out: by day at half time if the turn begins next to an enemy, OPS-SIM-7.

    `target`: of its ATTACK, which begins at once where it is at most 2 hexes away.
    """
    if w.is_night(s.turn) or s.readings.day_disengagement == "0" or not s.marks[unit] & ADJACENT:
        return 0
    near = target >= 0 and w.distance(s.where[unit], target) <= w.limits.at_once_hexes
    return 0 if near else terms.HALF


# Routes


class Times(NamedTuple):
    """When a unit sets out, OPS-SIM-7, and how long its way takes, OPS-MOVE-4."""

    start: int
    taken: int


def times(w: World, s: PlaysheetState, unit: int, order: GroundOrder | None) -> Times | None:
    """The clock of a written order, from what the side knows; None for one without a way."""
    route: tuple[str, ...] = getattr(order, "route", ())
    if not route:
        return None
    mode = terms.MODES.index(order.mode) if isinstance(order, Move | Support) else terms.TACTICAL
    walked = walk(w, plan_of(w, s, unit, mode), s.where[unit], route, terms.TURN, "OPS-MOVE-4")
    if not isinstance(walked, Walked):
        return None
    target = w.cell_of(order.target) if isinstance(order, Attack) else -1
    return Times(start_clock(w, s, unit, target), walked.time)


class Plan(NamedTuple):
    """How a unit would move in one mode, as its side knows it."""

    side: int
    mode: int
    row: int
    night: bool
    blown: int
    held: int  # hexes it may march into; -1: any, OPS-MOVE-18


def plan_of(w: World, s: PlaysheetState, unit: int, mode: int) -> Plan:
    side = w.units[unit].side
    free = mode == terms.TACTICAL or not s.readings.march_on_held_ground_only
    held = -1 if free else ground_of(s, side)
    row, night = row_of(w, s, unit, mode), w.is_night(s.turn)
    return Plan(side, mode, row, night, believed_blown(s, side), held)


def planned_time(w: World, plan: Plan, a: int, b: int, first: bool = False) -> int:
    """The time of a step that may be ordered; NEVER where it may not."""
    if plan.held >= 0 and not plan.held >> b & 1:  # OPS-MOVE-18
        return NEVER
    return step_time(w, plan.row, plan.mode, plan.night, a, b, plan.blown, first)


def leaving_time(w: World, plan: Plan, a: int) -> int:
    """The time of the step EXIT; NEVER where the unit may not leave, OPS-VIC-2."""
    return exit_time(w, plan.row, plan.mode, plan.night, a) if plan.side == terms.GERMAN else NEVER


def check_modes(w: World, unit: int, mode: int) -> Refusal | None:
    """Has the unit's class this mode? OPS-MOVE-8, OPS-UNIT-3."""
    u = w.units[unit]
    return movement.check_mode(w.sheet, u.row, mode, u.gun != terms.NO_GUN and u.row == terms.FOOT)


def modes_of(w: World, unit: int) -> list[int]:
    return [mode for mode in range(len(terms.MODES)) if check_modes(w, unit, mode) is None]


class Walked(NamedTuple):
    """A route that may be ordered: where it ends, what it takes, and whether it leaves the map."""

    end: int
    time: int
    leaves: bool


def share(time: int) -> str:
    """A time as players write it: 7/15 of a turn."""
    return str(Fraction(time, terms.TURN))


def walk(w: World, plan: Plan, start: int, route: Sequence[str], limit: int, rule: str) -> Walked | Refusal:
    """Follow a route on paper; `rule` is the one that sets the limit of its time (OPS-ORD-2)."""
    here, spent = start, 0
    for number, label in enumerate(route):
        if label == terms.EXIT:
            if number < len(route) - 1:
                return Refusal("OPS-VIC-2", "EXIT is the last step of a route.", "Leave out what follows it.")
            time = leaving_time(w, plan, here)
            if time < 0:
                return Refusal("OPS-VIC-2", *_no_exit(w, plan, here))
            there = here
        else:
            cell = w.cell(label)
            if cell is None or cell not in w.neighbours[here]:
                return _no_neighbour(w, here, label)
            there, time = cell, planned_time(w, plan, here, cell, number == 0)
            if time < 0:
                return why_not(w, plan, here, cell, number == 0)
        if spent + time > limit:
            ends = f"The route can end in {w.label(here)}." if number else ""
            facts = f"The route takes {share(spent + time)} of a turn up to {label}, and {share(limit)} is"
            return Refusal(rule, f"{facts} the most{LESS.get(rule, '')}.", ends)
        here, spent = there, spent + time
    return Walked(here, spent, bool(route) and route[-1] == terms.EXIT)


def no_hex(w: World, label: str) -> Refusal:
    """Why a label stands for no hex in play."""
    if w.part is not None and label in w.cells:
        return beyond(w.part, label)  # OPS-SHORT-1
    return Refusal("OPS-ORD-2", f"There is no hex {label!r} on the map.", "Write it like 2429.")


def _no_neighbour(w: World, here: int, label: str) -> Refusal:
    if w.cell(label) is None:
        return no_hex(w, label)
    around = ", ".join(w.label(cell) for cell in w.neighbours[here] if cell >= 0)
    facts = f"A route goes from hex to neighbouring hex, and {label} does not touch {w.label(here)}."
    return Refusal("OPS-ORD-2", facts, f"Next to it are {around}.")


def _no_exit(w: World, plan: Plan, here: int) -> tuple[str, str]:
    if plan.side != terms.GERMAN:
        return "Only German units leave the map.", ""
    exits = ", ".join(w.label(cell) for cell in sorted(w.exits))
    return f"Nobody leaves the map from {w.label(here)}.", f"Units leave from {exits}."


def why_not(w: World, plan: Plan, a: int, b: int, first: bool) -> Refusal:
    """Why a step between two neighbours may not be ordered; `first`: as the first of a route."""
    there, mode = w.label(b), terms.MODES[plan.mode].replace("_", " ")
    if plan.held >= 0 and not plan.held >> b & 1:
        facts = f"Your side does not hold {there} (OPS-SIM-8), so nobody goes there in {mode} mode."
        return Refusal("OPS-MOVE-18", facts, "Move tactically, or go by held ground.")
    direction = w.neighbours[a].index(b)
    if first and _comes_to_road(w, plan.row, plan.mode, a, b) and w.river_to[a][direction]:
        facts = f"A river lies between {w.label(a)} and {there}: motor-towed troops do not begin over it."
        return Refusal("OPS-MOVE-17", facts, "Begin with a road hex on this side of the river.")
    if plan.mode == terms.ROAD and not w.road_to[a][direction]:
        facts = f"No road leads from {w.label(a)} to {there}."
        return Refusal("OPS-MOVE-10", facts, "A road column keeps to the road.")
    if plan.mode == terms.ROAD and w.bridge_to[a][direction] >= 0:
        facts = f"The bridge from {w.label(a)} to {there} is down as far as you know, so the road is broken."
        return Refusal("OPS-MOVE-10", facts, "Go another way.")
    refused = movement.check_river(w.sheet, plan.row, plan.mode)
    assert refused is not None, "a step that nothing forbids"
    return Refusal(refused.rule, f"{w.label(a)} to {there}: {refused.facts}", refused.way_out)


def reach(w: World, s: PlaysheetState, unit: int, mode: int, limit: int | None = None) -> Reach:
    """The least time to every hex a unit may be ordered to in a mode, and the way there."""
    most = time_limit(w, s, unit) if limit is None else min(limit, time_limit(w, s, unit))
    return flood(w, plan_of(w, s, unit, mode), s.where[unit], most)


@functools.lru_cache(maxsize=256)
def _timed_steps(w: World, row: int, mode: int, night: bool, blown: int) -> dict[int, list[tuple[int, int]]]:
    """By hex: (hex, time) of the `steps` with the bridges as they are, put in as they are wanted."""
    return {}


_as_bytes = functools.lru_cache(maxsize=8)(by_hex)


@functools.lru_cache(maxsize=1024)
def flood(w: World, plan: Plan, start: int, most: int) -> Reach:
    """The least time from a hex to every other by a plan, as far as the time lasts. It is remembered: stacks,
    views of a turn and playouts ask the same."""
    table, blown = steps(w, plan.row, plan.mode, plan.night), plan.blown
    known = _timed_steps(w, plan.row, plan.mode, plan.night, blown)
    size = len(table)
    held = _as_bytes(size, plan.held) if plan.held >= 0 else None
    best, came = {start: 0}, dict[int, int]()
    queue = [start]  # time and hex as one number, which sorts faster than a pair
    for there in w.neighbours[start] if plan.row == terms.TOWED else ():
        time = planned_time(w, plan, start, there, True) if there >= 0 else NEVER
        if 0 < time <= most and there not in table[start]:
            best[there], came[there] = time, start
            heapq.heappush(queue, time * size + there)
    while queue:
        spent, here = divmod(heapq.heappop(queue), size)
        if best[here] != spent:
            continue
        ahead = known.get(here)
        if ahead is None:
            timed = [
                (there, down if bridge >= 0 and blown >> bridge & 1 else up)
                for there, (up, bridge, down) in table[here].items()
            ]
            ahead = known[here] = [step for step in timed if step[1] >= 0]
        for there, time in ahead:
            total = spent + time
            if total < best.get(there, most + 1) and (held is None or held[there]):
                best[there], came[there] = total, here
                heapq.heappush(queue, total * size + there)
    return Reach(best, came)
