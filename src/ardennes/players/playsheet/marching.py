"""Moves towards a goal: the mode, the distance, and the last hex before the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.playsheet.rules.model.orders import Move
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.schema.terms import EXIT, MODES, ROAD, TACTICAL, TURN
from ardennes.players.playsheet.draft import Draft, labels
from ardennes.players.toolkit.fields import FAR

WORTH_MARCHING = TURN // 50  # least gain of a march


def march(
    draft: Draft, unit: int, field: Sequence[int], why: str, *, bold: bool = False, keep_off: int = 1
) -> bool:
    """Move a unit as near to the goal as the turn allows; return whether an order was written.

    `bold`: attack on contact. `keep_off`: columns end farther than this from a reported enemy.
    """
    here = draft.s.where[unit]
    best = (field[here] - WORTH_MARCHING, -1, TACTICAL)
    for mode in routes.modes_of(draft.w, unit):
        reach = draft.reach(unit, mode)
        for cell in reach.cost:
            if cell == here or field[cell] >= best[0] or field[cell] >= FAR:
                continue
            marching = mode != TACTICAL
            if not draft.room(unit, cell, marching):
                continue
            if marching and draft.enemy.nearest(cell) <= keep_off:
                continue
            best = (field[cell], cell, mode)
    _, cell, mode = best
    if cell < 0:
        return False
    return go(draft, unit, cell, mode, why, bold=bold)


def go(draft: Draft, unit: int, cell: int, mode: int, why: str, *, bold: bool = False) -> bool:
    """Write the move to a hex in reach."""
    route = labels(draft.w, draft.reach(unit, mode).route(cell))
    fights = bold and mode == TACTICAL and draft.w.units[unit].combat and draft.s.sp[unit] > 0
    order = Move(draft.id(unit), MODES[mode], route, "attack" if fights else "halt")
    if not draft.give(unit, order, why):
        return False
    draft.moves_to(unit, cell)
    return True


def leave(draft: Draft, unit: int, why: str) -> bool:
    """Move a unit off the map by the nearest exit in reach, OPS-VIC-2."""
    w = draft.w
    for mode in (ROAD, TACTICAL):
        reach = draft.reach(unit, mode)
        for cell in sorted(reach.cost, key=lambda at: (reach.cost[at], at)):
            if cell not in w.exits:
                continue
            route = (*labels(w, reach.route(cell)), EXIT)
            if draft.give(unit, Move(draft.id(unit), MODES[mode], route), why):
                draft.moves_to(unit, -1)
                return True
    return False
