"""Planned routes: the time of each step, how far a unit gets, why a route cannot be ordered (OPS-MOVE).

The umpire calls `step_time` with the true state of the bridges. Everything else here uses what a side knows:
the bridges it believes in, the ground it holds and its own units. Enemies do not matter (OPS-ORD-2).
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
from ardennes.kernel.names import hex_text
from ardennes.kernel.parts import beyond
from ardennes.kernel.reach import Reach

NEVER = -1  # the time of an impossible step
# By rule: why a route may take less than a whole turn.
LESS = {
    "OPS-ORD-2": " because the order needs time to act after the move",
    "OPS-SUP-5": " because vehicles without supply points are slow",
}


class Step(NamedTuple):
    """A step to a neighbouring hex: its time with an intact bridge (or if none is needed), and without."""

    time: int
    bridge: int  # -1: the hexside has no bridge
    time_down: int


@functools.lru_cache(maxsize=256)
def steps(w: World, row: int, mode: int, night: bool) -> tuple[Mapping[int, Step], ...]:
    """By hex: the neighbours that a class can step to in a mode, with the time, OPS-MOVE-1, OPS-MOVE-2,
    OPS-MOVE-3, OPS-MOVE-4, OPS-MOVE-5, OPS-MOVE-6, OPS-MOVE-7, OPS-MOVE-8, OPS-MOVE-9, OPS-MOVE-10,
    OPS-MOVE-11, OPS-MOVE-12, OPS-MOVE-13, OPS-MOVE-14, OPS-MOVE-15."""
    wades = mode == terms.TACTICAL and w.sheet.fords[row]  # OPS-MOVE-14
    crossing = movement.parts(w.sheet.constants["river_crossing_time"])
    return _steps_on(w.board, tuple(w.sheet.steps[night][mode][row]), mode == terms.ROAD, wades, crossing)


@functools.lru_cache(maxsize=256)  # worlds with other units share a map
def _steps_on(
    board: Board, times: tuple[int, ...], by_road: bool, wades: bool, crossing: int
) -> tuple[Mapping[int, Step], ...]:
    """Return the steps of `steps` for a map, from the times by terrain and the ways over rivers."""
    terrain = board.terrain
    dry = [Step(time, -1, NEVER) for time in times]  # by terrain
    table = []
    for here, around in enumerate(board.neighbours):
        result: dict[int, Step] = {}
        rivers, roads = board.river_to[here], board.road_to[here]
        for direction, there in enumerate(around):
            if there < 0 or not times[terrain[there]]:  # OPS-MOVE-8: the mode does not exist
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
    """Return the time of one step with these bridges down; NEVER if class and mode cannot make it.

    `first`: it begins a route, so motor-towed troops may come from next to the road, OPS-MOVE-17.
    """
    step = steps(w, row, mode, night)[a].get(b)
    if step is not None:
        down = step.bridge >= 0 and blown >> step.bridge & 1
        return step.time_down if down else step.time
    if first and starts_beside_road(w, row, mode, a, b):
        return movement.parts(movement.towed_start(w.sheet))
    return NEVER


def starts_beside_road(w: World, row: int, mode: int, a: int, b: int) -> bool:
    """Is it a first step of motor-towed troops onto a road? It cannot cross a river, OPS-MOVE-17."""
    return (
        _comes_to_road(w, row, mode, a, b)
        and b in w.neighbours[a]
        and not w.river_to[a][w.neighbours[a].index(b)]
    )


def _comes_to_road(w: World, row: int, mode: int, a: int, b: int) -> bool:
    return row == terms.TOWED and mode == terms.ROAD and not w.road_hex >> a & 1 and bool(w.road_hex >> b & 1)


def exit_time(w: World, row: int, mode: int, night: bool, a: int) -> int:
    """Return the time for leaving the map: one more step in the unit's mode; NEVER elsewhere, OPS-VIC-2."""
    return (w.sheet.steps[night][mode][row][w.terrain[a]] or NEVER) if a in w.exits else NEVER


def can_attack_across(w: World, row: int, a: int, b: int, blown: int) -> bool:
    """Can a unit attack across this hexside? A river needs a class that fords it or a bridge, OPS-FIGHT-1."""
    direction = w.neighbours[a].index(b)
    if not w.river_to[a][direction] or w.sheet.fords[row]:
        return True
    bridge = w.bridge_to[a][direction]
    return bridge >= 0 and not blown >> bridge & 1


# What a side knows


def ground_of(s: PlaysheetState, side: int) -> int:
    """Return the hexes that a side holds as far as it knows, OPS-SIM-8."""
    return s.german_ground if side == terms.GERMAN else s.allied_ground


def believed_blown(s: PlaysheetState, side: int) -> int:
    """Return the bridges that a side believes down, OPS-BRDG-1."""
    return s.german_thinks_blown if side == terms.GERMAN else s.allied_thinks_blown


def lifted(w: World, s: PlaysheetState, unit: int, mode: int) -> bool:
    """Do trucks carry the unit? They need supply and SP, and not tactical mode, OPS-UNIT-7, OPS-SUP-5."""
    trucks = w.units[unit].trucks and s.marks[unit] & SUPPLIED and s.sp[unit] > 0
    return bool(trucks) and movement.moving_row(w.units[unit].row, mode, True) != w.units[unit].row


def row_of(w: World, s: PlaysheetState, unit: int, mode: int) -> int:
    """Return the row of the movement table that a unit uses."""
    return movement.moving_row(w.units[unit].row, mode, lifted(w, s, unit, mode))


def time_limit(w: World, s: PlaysheetState, unit: int) -> int:
    """Return how much of the turn a unit may use: vehicles without SP a quarter, OPS-SUP-5."""
    return _time_limit(w, w.units[unit].row, s.sp[unit] == 0)


@functools.lru_cache(maxsize=64)
def _time_limit(w: World, row: int, no_supply: bool) -> int:
    return movement.parts(movement.time_limit(w.sheet, row, no_supply))


def in_time(used: int) -> bool:
    """May a unit still attack or fire? It may have used half a turn at most, OPS-MOVE-11."""
    return used <= terms.HALF


def start_clock(w: World, s: PlaysheetState, unit: int, target: int = -1) -> int:
    """Return when a unit leaves: by day at half time if it begins the turn next to an enemy, OPS-SIM-7.

    `target` is that of its ATTACK, which begins at once if it is at most 2 hexes away.
    """
    if w.is_night(s.turn) or s.readings.day_disengagement == "0" or not s.marks[unit] & ADJACENT:
        return 0
    near = target >= 0 and w.distance(s.where[unit], target) <= w.limits.at_once_hexes
    return 0 if near else terms.HALF


# Routes


class Times(NamedTuple):
    """When a unit leaves, OPS-SIM-7, and how long its route takes, OPS-MOVE-4."""

    start: int
    taken: int


def times(w: World, s: PlaysheetState, unit: int, order: GroundOrder | None) -> Times | None:
    """Return the times of a written order, from what the side knows; None if it has no route."""
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
    """Return the time of a step; NEVER if it cannot be ordered."""
    if plan.held >= 0 and not plan.held >> b & 1:  # OPS-MOVE-18
        return NEVER
    return step_time(w, plan.row, plan.mode, plan.night, a, b, plan.blown, first)


def leaving_time(w: World, plan: Plan, a: int) -> int:
    """Return the time of the step EXIT; NEVER if the unit may not leave, OPS-VIC-2."""
    return exit_time(w, plan.row, plan.mode, plan.night, a) if plan.side == terms.GERMAN else NEVER


def check_modes(w: World, unit: int, mode: int) -> Refusal | None:
    """Return why the unit's class does not have this mode; None if it does, OPS-MOVE-8, OPS-UNIT-3."""
    u = w.units[unit]
    return movement.check_mode(w.sheet, u.row, mode, u.gun != terms.NO_GUN and u.row == terms.FOOT)


def modes_of(w: World, unit: int) -> list[int]:
    return [mode for mode in range(len(terms.MODES)) if check_modes(w, unit, mode) is None]


class Walked(NamedTuple):
    """A legal route: its end, its time, and whether it leaves the map."""

    end: int
    time: int
    leaves: bool


def share(time: int) -> str:
    """Return a time as a part of the turn: 7/15."""
    return str(Fraction(time, terms.TURN))


def walk(w: World, plan: Plan, start: int, route: Sequence[str], limit: int, rule: str) -> Walked | Refusal:
    """Follow a planned route; `rule` sets the limit of its time (OPS-ORD-2)."""
    here, spent = start, 0
    for number, label in enumerate(route):
        if label == terms.EXIT:
            if number < len(route) - 1:
                return Refusal(
                    "OPS-VIC-2",
                    "The route continues after it leaves the map.",
                    "Leave out the steps after the exit.",
                )
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
            ends = f"End the route {w.at_hex(here)}." if number else ""
            to = "off the map" if label == terms.EXIT else f"to {hex_text(w, label)}"
            facts = f"The route {to} takes {share(spent + time)} of a turn, but"
            return Refusal(rule, f"{facts} {share(limit)} is the limit{LESS.get(rule, '')}.", ends)
        here, spent = there, spent + time
    return Walked(here, spent, bool(route) and route[-1] == terms.EXIT)


def no_hex(w: World, label: str) -> Refusal:
    """Return the refusal of a hex that is not in play."""
    if w.part is not None and label in w.cells:
        return beyond(w.part, label)  # OPS-SHORT-1
    return Refusal("OPS-ORD-2", f"{label!r} is not a hex on the map.", "Write it like 2429.")


def _no_neighbour(w: World, here: int, label: str) -> Refusal:
    if w.cell(label) is None:
        return no_hex(w, label)
    facts = f"{hex_text(w, label)} is not next to {w.hex_text(here)}."
    return Refusal("OPS-ORD-2", facts, "Add the hexes between them to the route.")


def _no_exit(w: World, plan: Plan, here: int) -> tuple[str, str]:
    if plan.side != terms.GERMAN:
        return "Only German units can leave the map.", ""
    exits = w.hex_texts(sorted(w.exits), "or")
    return f"Units cannot leave the map from {w.hex_text(here)}.", f"Leave it from {exits}."


def why_not(w: World, plan: Plan, a: int, b: int, first: bool) -> Refusal:
    """Return why a step between two neighbours cannot be ordered; `first`: it begins a route."""
    here, there, mode = w.hex_text(a), w.hex_text(b), movement.words(terms.MODES[plan.mode])
    if plan.held >= 0 and not plan.held >> b & 1:
        facts = f"Your side does not hold {there}. Units cannot move there in {mode} mode."
        return Refusal("OPS-MOVE-18", facts, "Move tactically, or use a route over ground that you hold.")
    direction = w.neighbours[a].index(b)
    if first and _comes_to_road(w, plan.row, plan.mode, a, b) and w.river_to[a][direction]:
        facts = f"A river lies between {here} and {there}. Motor-towed troops cannot begin across it."
        return Refusal("OPS-MOVE-17", facts, "Begin with a road hex on this side of the river.")
    if plan.mode == terms.ROAD and not w.road_to[a][direction]:
        facts = f"No road leads from {here} to {there}."
        return Refusal("OPS-MOVE-10", facts, "Follow a road, or use another mode.")
    if plan.mode == terms.ROAD and w.bridge_to[a][direction] >= 0:
        facts = f"As far as you know, the {w.bridge_text(w.hexside(a, b))} is down, so the road is broken."
        return Refusal("OPS-MOVE-10", facts, "Take another route.")
    refused = movement.check_river(w.sheet, plan.row, plan.mode)
    assert refused is not None, "the step is legal"
    return Refusal(refused.rule, f"From {here} to {there}: {refused.facts}", refused.way_out)


def reach(w: World, s: PlaysheetState, unit: int, mode: int, limit: int | None = None) -> Reach:
    """Return the shortest time to every hex that a unit can be ordered to in a mode, with the routes."""
    most = time_limit(w, s, unit) if limit is None else min(limit, time_limit(w, s, unit))
    return flood(w, plan_of(w, s, unit, mode), s.where[unit], most)


@functools.lru_cache(maxsize=256)
def _timed_steps(w: World, row: int, mode: int, night: bool, blown: int) -> dict[int, list[tuple[int, int]]]:
    """By hex: hex and time of the `steps` with these bridges down; `flood` fills it."""
    return {}


_as_bytes = functools.lru_cache(maxsize=8)(by_hex)


@functools.lru_cache(maxsize=1024)
def flood(w: World, plan: Plan, start: int, most: int) -> Reach:
    """Return the shortest time from a hex to every other within a limit.

    The result is cached: stacks, the views of a turn and playouts ask the same.
    """
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
