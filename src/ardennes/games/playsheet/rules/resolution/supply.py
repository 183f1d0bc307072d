"""Supply: units in supply, the night's issue, rest, and the fuel dumps (OPS-SUP)."""

from __future__ import annotations

from fractions import Fraction

from ardennes.games.playsheet.rules.model.events import DumpBurned, Issued, OutOfSupply, Recovered
from ardennes.games.playsheet.rules.model.orders import Demolish, Rest
from ardennes.games.playsheet.rules.model.state import (
    BURNED,
    GROUPS,
    RESTED,
    STANDS,
    SUPPLIED,
    PlaysheetState,
)
from ardennes.games.playsheet.rules.resolution.notebook import Turn, carried_out, lapse
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import ALLIED, BY_AIR, DUMP, FOOT, GERMAN
from ardennes.games.playsheet.schema.world import World

TANK_GROUP, VEHICLE_GROUP, INFANTRY_GROUP, ARTILLERY_GROUP = GROUPS


def in_supply(w: World, s: PlaysheetState, side: int) -> bytearray:
    """By hex: would a unit of the side be in supply there? OPS-SUP-3.

    For the true state the answer is true; for a view it follows from what the side knows.
    """
    free = free_hexes(w, s, side)
    result = _roads(w, s, side, free)
    edge = [cell for cell in w.hexes if result[cell]]
    for _ in range(w.limits.supply_reach_km // HEX_KM):
        beyond = []
        for cell in edge:
            if not free[cell]:
                continue  # only the unit's own hex may be blocked, so the path ends here
            for near, bridge in w.dry_ways[cell]:
                if not result[near] and (bridge < 0 or not s.blown >> bridge & 1):
                    result[near] = 1
                    beyond.append(near)
        edge = beyond
    for source in w.edges:
        if source.side == side:
            result[source.hex] = 1  # a unit in it needs no path
    return result


def free_hexes(w: World, s: PlaysheetState, side: int) -> bytearray:
    """By hex: may a supply path lead through it? OPS-SUP-3.

    Not through an enemy unit, nor next to an enemy combat unit without a combat unit of the side.
    """
    free = bytearray(b"\x01") * w.size
    for unit in w.of_side[1 - side]:
        cell = s.where[unit]
        if cell >= 0 and w.combat[unit]:
            for near in w.near[cell]:
                free[near] = 0
    for unit in w.of_side[side]:
        if s.where[unit] >= 0 and w.combat[unit]:
            free[s.where[unit]] = 1
    for unit in w.of_side[1 - side]:
        if s.where[unit] >= 0:
            free[s.where[unit]] = 0
    return free


def _roads(w: World, s: PlaysheetState, side: int, free: bytearray) -> bytearray:
    """By hex: does an open road lead to a supply source of the side? A blown bridge breaks it, OPS-SUP-8."""
    result = bytearray(w.size)
    todo = [edge.hex for edge in w.edges if edge.side == side and free[edge.hex]]
    for cell in todo:
        result[cell] = 1
    while todo:
        for near, bridge in w.road_ways[todo.pop()]:
            if free[near] and not result[near] and (bridge < 0 or not s.blown >> bridge & 1):
                result[near] = 1
                todo.append(near)
    return result


def group_of(w: World, unit: int) -> str:
    """Return the supply group of a unit, OPS-SUP-4."""
    if not w.combat[unit]:
        return ARTILLERY_GROUP
    if w.units[unit].tank:
        return TANK_GROUP
    return INFANTRY_GROUP if w.units[unit].row == FOOT else VEHICLE_GROUP


def issue_order(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the side's units in the order of supply: named units, then group by group, by id, OPS-SUP-4."""
    order = s.supply_order[side]
    rank = {group: place for place, group in enumerate(order.groups)}
    first = {unit: place for place, unit in enumerate(order.first)}
    last = len(first)
    return sorted(w.of_side[side], key=lambda unit: (first.get(unit, last), rank[group_of(w, unit)], unit))


def settle(turn: Turn) -> None:
    """Resolve SUPPLY: mark units in supply; at night also the issue and rested units."""
    w, s = turn.w, turn.s
    for side in (ALLIED, GERMAN):
        there = in_supply(w, s, side)
        here = [unit for unit in w.of_side[side] if s.where[unit] >= 0]
        for unit in here:
            supplied = SUPPLIED if there[s.where[unit]] else 0
            s.marks[unit] = s.marks[unit] & ~SUPPLIED | supplied
        out = tuple(w.units[unit].id for unit in here if not s.marks[unit] & SUPPLIED)
        if turn.night:
            _issue(turn, side, out)
        elif out:
            turn.events.append(OutOfSupply(side, out))
        _rest(turn, side, here)


def _issue(turn: Turn, side: int, out: tuple[str, ...]) -> None:
    """Issue supply points in order; the rest is lost, OPS-SUP-4."""
    w, s = turn.w, turn.s
    issue = w.issue[side][w.date(s.turn)]
    if side == GERMAN:
        issue, s.bonus = issue + s.bonus, 0  # OPS-SUP-6
    left, drawn = issue, []
    for unit in issue_order(w, s, side):
        amount = min(_may_draw(turn, unit), left)
        if amount > 0:
            s.sp[unit] += amount
            left -= amount
            drawn.append((w.units[unit].id, amount))
    turn.events.append(Issued(side, issue, tuple(drawn), out))


def _may_draw(turn: Turn, unit: int) -> int:
    w, s = turn.w, turn.s
    # A unit dropped behind the enemy's front is never resupplied, OPS-DROP-1.
    if s.where[unit] < 0 or not s.marks[unit] & SUPPLIED or w.units[unit].arrives == BY_AIR:
        return 0
    near = turn.enemies_near(s.where[unit], w.units[unit].side)
    draw = w.limits.issue_draw_near_enemy if near else w.limits.issue_draw
    return min(draw, w.limits.sp_limit - s.sp[unit])


def _rest(turn: Turn, side: int, here: list[int]) -> None:
    """Restore a step to units that rested a Day and a Night, up to a number of units a night, OPS-SUP-7."""
    w, s = turn.w, turn.s
    quiet = [unit for unit in here if _rests(turn, unit)]
    if not turn.night:
        for unit in here:
            s.marks[unit] &= ~RESTED
        for unit in quiet:
            s.marks[unit] |= RESTED
        return
    worn = [unit for unit in quiet if s.marks[unit] & RESTED and s.status[unit] < w.units[unit].status]
    worn.sort(key=lambda unit: (Fraction(s.status[unit], w.units[unit].status), unit))
    for unit in worn[: w.limits.rest_german if side == GERMAN else w.limits.rest_allied]:
        s.status[unit] += 1
        turn.events.append(Recovered(side, w.units[unit].id))
    for unit in here:
        s.marks[unit] &= ~RESTED


def _rests(turn: Turn, unit: int) -> bool:
    w, s = turn.w, turn.s
    return (
        w.date(s.turn) >= w.limits.rest_from
        and isinstance(turn.orders[unit], Rest)
        and carried_out(turn, unit)
        and bool(s.marks[unit] & SUPPLIED)
        and not turn.enemies_near(s.where[unit], w.units[unit].side)
    )


def burn_dumps(turn: Turn) -> None:
    """Burn dumps by DEMOLISH of an Allied unit in the hex, at the start of MOVE_A, OPS-SUP-6."""
    w, s = turn.w, turn.s
    for unit in w.of_side[ALLIED]:
        order = turn.orders[unit]
        if not isinstance(order, Demolish) or order.what != DUMP or s.where[unit] not in w.dumps:
            continue
        dump, cell = w.dumps.index(s.where[unit]), s.where[unit]
        if s.dumps[dump] == STANDS:
            s.dumps[dump] = BURNED
            turn.events.append(DumpBurned(ALLIED, w.label(cell)))
        else:
            lapse(turn, unit, f"the fuel dump {w.at_hex(cell)} is gone", "OPS-SUP-6")
