"""Steps lost by a unit, and its end (OPS-COMBAT-32)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.events import Lost
from ardennes.games.playsheet.rules.state import DEAD
from ardennes.games.playsheet.rules.turn import Turn


def lose(turn: Turn, unit: int, steps: int, why: str) -> bool:
    """Take steps off a unit; is it destroyed?"""
    w, s = turn.w, turn.s
    s.status[unit] = max(0, s.status[unit] - steps)
    if s.status[unit] or s.where[unit] < 0:
        return False
    turn.events.append(Lost(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), why))
    turn.put(unit, DEAD)
    return True
