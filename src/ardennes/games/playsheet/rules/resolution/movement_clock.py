"""Simultaneous movement on the clock of one turn (OPS-SIM): instants, contact, traffic."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model.orders import Attack
from ardennes.games.playsheet.rules.model.state import IMMOBILISED, MARCHED
from ardennes.games.playsheet.rules.outcome import victory
from ardennes.games.playsheet.rules.resolution import interdiction
from ardennes.games.playsheet.rules.resolution.march import (
    OFF,
    ORDERED,
    OVERRUN,
    March,
    arrive,
    halt,
    next_step,
    stop,
    waited,
)
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.terms import HALF, TACTICAL


def run(turn: Turn, marches: Sequence[March], begins: int, upto: int) -> None:
    """Resolve all arrivals until `upto` in order of time, equal times together, OPS-SIM-1."""
    by_unit = {m.unit: m for m in marches if not m.over}
    # Battles at this time may have made room: units that advanced or retired left their hex, OPS-SIM-4.
    _instant(turn, begins, [], _waiting(by_unit, begins), by_unit, room_made=True)
    queue = [(m.due, m.unit) for m in by_unit.values() if not m.over and m.waiting < 0]
    heapq.heapify(queue)
    while queue and queue[0][0] <= upto:
        clock = queue[0][0]
        due = []
        while queue and queue[0][0] == clock:
            march = by_unit[heapq.heappop(queue)[1]]
            if not march.over and march.waiting < 0 and march.due == clock:
                due.append(march)
        for march in _instant(turn, clock, due, _waiting(by_unit, clock), by_unit):
            if not march.over:
                heapq.heappush(queue, (march.due, march.unit))
    for march in by_unit.values():
        if march.waiting >= 0 and not march.over:
            waited(turn, march, upto)


def _waiting(by_unit: Mapping[int, March], clock: int) -> list[March]:
    """Return the marches that wait for room and still have time."""
    return [m for m in by_unit.values() if m.waiting >= 0 and not m.over and clock <= m.last]


def close(turn: Turn, marches: Sequence[March], clock: int) -> None:
    """End the marches that still wait at the end of their time, OPS-SIM-4."""
    for march in marches:
        if not march.over and march.waiting >= 0:
            halt(turn, march, "the hex ahead was full until its time ran out", "OPS-SIM-4", clock)


def _instant(
    turn: Turn,
    clock: int,
    due: list[March],
    waiting: list[March],
    marches: Mapping[int, March],
    room_made: bool = False,
) -> list[March]:
    """Resolve one instant and return the marches that moved, OPS-SIM-2.

    `room_made`: waiting units may try again.
    """
    since = len(turn.events)
    going = {march.unit: march for march in due if not march.over}
    for march, enemies in _clashes(turn, due):
        del going[march.unit]
        stop(turn, march, enemies, "an enemy was moving into the same hex or towards it", "OPS-SIM-2", clock)
        _meet(turn, march.unit, [e for e in enemies if _adjacent(turn, march.unit, e)])
    for march in waiting:
        going[march.unit] = march
    while _held_back(turn, clock, going, marches, room_made):
        pass
    moved = sorted(going.values(), key=lambda march: march.unit)
    for march in moved:  # all leave before any arrives
        turn.at[turn.s.where[march.unit]].discard(march.unit)
    for march in moved:
        _enter(turn, clock, march)
    for march in moved:
        _contact(turn, clock, march)
    for march in moved:
        if turn.s.where[march.unit] >= 0:
            interdiction.on_entering(turn, march.unit)
            if turn.s.marks[march.unit] & IMMOBILISED and not march.over:
                halt(turn, march, "interdiction immobilised it", "OPS-INT-8", clock)
    for march in moved:
        if turn.s.where[march.unit] < 0:
            march.over = True
        elif not march.over:
            next_step(turn, march)
    _shut_out(turn, clock, [*due, *waiting])
    reports.sort_reports(turn, since)
    return moved


def _shut_out(turn: Turn, clock: int, marches: Sequence[March]) -> None:
    """Stop the marches that wait for a hex that an enemy now holds, OPS-SIM-2."""
    for march in marches:
        if march.waiting >= 0 and not march.over:
            enemies = turn.units_in(march.route[march.next], 1 - turn.w.units[march.unit].side)
            if enemies:
                _held(turn, clock, march, enemies)


def _held(turn: Turn, clock: int, march: March, enemies: Sequence[int]) -> None:
    """Stop a march because an enemy holds its next hex."""
    stop(turn, march, enemies, "an enemy holds the next hex", "OPS-SIM-2", clock)
    _meet(turn, march.unit, enemies)


def _clashes(turn: Turn, due: Sequence[March]) -> list[tuple[March, list[int]]]:
    """Return marches of enemies into one hex or past each other, with these enemies, OPS-SIM-2 a."""
    units, where = turn.w.units, turn.s.where
    coming: dict[int, list[March]] = {}
    for march in due:
        if march.route[march.next] != OFF:
            coming.setdefault(march.route[march.next], []).append(march)
    result = []
    for march in due:
        side, there = units[march.unit].side, march.route[march.next]
        rivals = [m.unit for m in coming.get(there, ()) if units[m.unit].side != side]
        swapping = [
            m.unit
            for m in coming.get(where[march.unit], ())
            if units[m.unit].side != side and where[m.unit] == there
        ]
        if rivals or swapping:
            result.append((march, sorted({*rivals, *swapping})))
    return result


def _held_back(
    turn: Turn, clock: int, going: dict[int, March], marches: Mapping[int, March], room_made: bool
) -> bool:
    """Remove the units that cannot move after all; return whether there were any, OPS-SIM-2 b."""
    units, at, changed = turn.w.units, turn.at, False
    for march in sorted(going.values(), key=lambda m: m.unit):
        there = march.route[march.next]
        side = units[march.unit].side
        if there == OFF:
            continue
        enemies = [u for u in at.get(there, ()) if units[u].side != side and u not in going]
        if enemies:
            del going[march.unit]
            changed = True
            _held(turn, clock, march, sorted(enemies))
    unfreed = not room_made and _ungrounded(turn, going)
    return changed or unfreed or _no_room(turn, clock, going, marches)


def _ungrounded(turn: Turn, going: dict[int, March]) -> bool:
    """Remove waiting units for which no friend leaves the hex; return whether there were any, OPS-SIM-4."""
    units, where = turn.w.units, turn.s.where
    waiters = [m for m in going.values() if m.waiting >= 0]
    if not waiters:
        return False
    leaving = {(where[u], units[u].side) for u, m in going.items() if m.waiting < 0}
    entering = {(m.route[m.next], units[u].side) for u, m in going.items() if m.waiting < 0}
    free = set()
    grown = True
    while grown:
        grown = False
        for march in waiters:
            side, there = units[march.unit].side, march.route[march.next]
            if march.unit not in free and (there, side) in leaving and (there, 1 - side) not in entering:
                free.add(march.unit)
                leaving.add((where[march.unit], side))
                grown = True
    for march in waiters:
        if march.unit not in free:
            del going[march.unit]
    return len(free) < len(waiters)


def _in_column(turn: Turn, marches: Mapping[int, March], unit: int) -> bool:
    """Does a unit move, or did it move this turn, in non-tactical or road-column mode? OPS-SIM-4."""
    march = marches.get(unit)
    moves = march is not None and march.mode != TACTICAL and not march.over
    return moves or bool(turn.s.marks[unit] & MARCHED)


def _no_room(turn: Turn, clock: int, going: dict[int, March], marches: Mapping[int, March]) -> bool:
    """Let units enter while the hex has room, the longest waiting first; return whether any must wait,
    OPS-SIM-4."""
    units, limits, changed = turn.w.units, turn.w.limits, False
    wanted: dict[tuple[int, int], list[March]] = {}
    for march in going.values():
        if march.route[march.next] != OFF and units[march.unit].combat:
            wanted.setdefault((march.route[march.next], units[march.unit].side), []).append(march)
    for (there, side), entrants in sorted(wanted.items()):
        staying = [
            u for u in turn.at.get(there, ()) if units[u].side == side and units[u].combat and u not in going
        ]
        inside, marching = len(staying), sum(_in_column(turn, marches, u) for u in staying)
        for march in sorted(entrants, key=lambda m: (m.waiting if m.waiting >= 0 else clock, m.unit)):
            column = march.mode != TACTICAL
            if inside < limits.stack_limit and (not column or marching < limits.march_limit):
                inside, marching = inside + 1, marching + column
            else:
                del going[march.unit]
                changed = True
                if march.waiting < 0:
                    march.waiting = clock
    return changed


def _enter(turn: Turn, clock: int, march: March) -> None:
    s, unit = turn.s, march.unit
    there = march.route[march.next]
    march.next += 1
    march.since, march.waiting = clock, -1
    s.used[unit] = march.spent + clock - march.start
    if there == OFF:
        victory.leave(turn, unit)
        march.over = True
        return
    how = "overrun" if march.kind == OVERRUN else "move"
    arrive(turn, unit, there, clock, how, march.mode)


def _contact(turn: Turn, clock: int, march: March) -> None:
    """End the march next to an enemy combat unit, OPS-SIM-3, or late at its target, OPS-FIGHT-8."""
    w, s, unit = turn.w, turn.s, march.unit
    if s.where[unit] < 0:
        return
    near = turn.enemies_near(s.where[unit], w.units[unit].side)
    if near:
        _meet(turn, unit, near)
    stoppers = [enemy for enemy in near if enemy not in march.beaten]
    order = turn.orders[unit]
    if march.kind == ORDERED and clock > HALF and isinstance(order, Attack):
        if w.distance(s.where[unit], w.cell_of(order.target)) == 1:
            turn.late.add(unit)
            if not stoppers:
                halt(turn, march, "it reached its target too late to attack this turn", "OPS-FIGHT-8", clock)
    if stoppers and not march.over:
        stop(turn, march, stoppers, "it is in contact with the enemy", "OPS-SIM-3", clock)


def _adjacent(turn: Turn, unit: int, other: int) -> bool:
    return turn.w.distance(turn.s.where[unit], turn.s.where[other]) == 1


def _meet(turn: Turn, unit: int, enemies: Sequence[int]) -> None:
    """Report both sides of a contact to each other, OPS-SIM-5."""
    for enemy in enemies:
        reports.contact(turn, unit, enemy)
