"""Retirement hex by hex and throw-back to the start line (OPS-FIGHT-5, OPS-COMBAT-22, OPS-COMBAT-33)."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.games.playsheet.rules.model.state import RETIRED
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution.march import arrive
from ardennes.games.playsheet.rules.resolution.notebook import Turn, lose
from ardennes.games.playsheet.schema.terms import GERMAN


def retire(turn: Turn, unit: int, hexes: int, attacking: Collection[int], clock: int) -> None:
    """Retire a unit a number of hexes from the attacking hexes."""
    limits = turn.w.limits
    turn.s.marks[unit] |= RETIRED
    for step in range(hexes):
        there = next_hex(turn, unit, attacking, step > 0)
        if there < 0:
            if step:
                lose(turn, unit, limits.retire_blocked_loss, "it could not retire farther")
            else:
                lose(turn, unit, limits.retire_stuck_loss, "it could not leave its hex")
            return
        arrive(turn, unit, there, clock, "retire")
        slips = limits.retire_slip_loss if _next_to_any(turn, there, attacking) else 0
        if slips and lose(turn, unit, slips, "lost while slipping past the enemy"):
            return


def next_hex(turn: Turn, unit: int, attacking: Collection[int], under_way: bool) -> int:
    """Return the hex that OPS-FIGHT-5 prefers; -1 if none is possible."""
    w, s = turn.w, turn.s
    here, side = s.where[unit], w.units[unit].side
    stands = _distance(turn, here, attacking)
    best, choice = None, -1
    for there in w.neighbours[here]:
        if there < 0 or not possible(turn, unit, there):
            continue
        away = _distance(turn, there, attacking)
        if under_way and away < stands:
            continue
        column = there // w.rows
        wish = (
            _next_to_any(turn, there, attacking),
            bool(turn.enemies_near(there, side)),
            -away,
            -column if side == GERMAN else column,
            there,
        )
        if best is None or wish < best:
            best, choice = wish, there
    return choice


def possible(turn: Turn, unit: int, there: int) -> bool:
    """Can the unit retire there: no enemy, room, and no river that its class cannot cross?"""
    w, s = turn.w, turn.s
    if turn.holds(there, 1 - w.units[unit].side) or not turn.has_room(there, unit):
        return False
    return routes.can_attack_across(w, w.units[unit].row, s.where[unit], there, s.blown)


def throw_back(turn: Turn, unit: int, target: int, to_start: bool, clock: int) -> None:
    """Throw a badly beaten attacker back to its start hex, or retire it one hex, OPS-COMBAT-22."""
    w, s = turn.w, turn.s
    start = s.began[unit]
    free = start >= 0 and start != s.where[unit] and not turn.holds(start, 1 - w.units[unit].side)
    if to_start and free and turn.has_room(start, unit):
        arrive(turn, unit, start, clock, "thrown_back")
    else:
        retire(turn, unit, 1, (target,), clock)


def _distance(turn: Turn, cell: int, others: Collection[int]) -> int:
    return min(turn.w.distance(cell, other) for other in others)


def _next_to_any(turn: Turn, cell: int, others: Collection[int]) -> bool:
    return _distance(turn, cell, others) <= 1
