"""What changes when a unit changes hex: by move, retreat or advance after combat."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.artillery import give_back_half
from ardennes.games.breakthrough.rules.efficiency import wear_by_move
from ardennes.games.breakthrough.rules.movement import step_cost
from ardennes.games.breakthrough.rules.position import place
from ardennes.games.breakthrough.rules.state import MOVED, BreakthroughState
from ardennes.games.breakthrough.schema.terms import GERMAN, TRAVEL
from ardennes.games.breakthrough.schema.world import World


def enter_hex(
    w: World, s: BreakthroughState, unit: int, to: int, *, retreat: bool = False, pay: bool = False
) -> None:
    """The unit leaves its hex for a neighbouring one it may enter. `pay`: it pays for the ground but not for
    zones, and not below 0, as in retreats and advances (BTA-8.4e)."""
    frm = s.where[unit]
    if pay:
        s.points[unit] = max(0, s.points[unit] - step_cost(w, s, unit, frm, to, zones=False).total)
    bridge = w.bridge_dirs[frm].get(to, -1)
    if bridge >= 0 and s.mode[unit] == TRAVEL and w.side[unit] == GERMAN:
        s.crossings[bridge] += 1  # BTA-6.7f
    place(w, s, unit, to)  # the hex changes owner, BTA-1.4b
    s.fort[unit] = 0  # BTA-7.8b
    s.marks[unit] |= MOVED  # any change of hex counts, BTA-7.5b
    wear_by_move(w, s, unit)
    if s.artillery[unit] and not retreat:
        give_back_half(w, s, unit)  # BTA-6.4d
