"""Movement points of a phase (WOT-2.12, WOT-6.3, WOT-7.7, WOT-9.2, WOT-9.17)."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.state import HUNGRY, IN_COLUMN, WaveState
from ardennes.games.wave_of_terror.schema.world import World


def allowance(w: World, s: WaveState, unit: int, *, hungry: bool, column: bool, kg: bool) -> int:
    """What a unit has for the whole phase: its MF, 7 under the marker of KG Peiper; 3 at most where its move
    began out of supply (WOT-6.3); twice as much in column, three times for the 101st on turn 3 (WOT-9.17,
    WOT-9.17e, WOT-E-6)."""
    printed = w.limits.kg_movement if kg else w.movement[unit]
    if hungry:
        return min(printed, w.limits.oos_movement)
    return printed * column_factor(w, s, unit) if column else printed


def column_factor(w: World, s: WaveState, unit: int) -> int:
    """How many times its MF a unit has in column."""
    if s.turn == w.limits.column_turn_101 and w.parent[unit] == w.parent_101 >= 0:
        return w.limits.column_factor_101
    return w.limits.column_factor


def left_of(w: World, s: WaveState, unit: int) -> int:
    """Movement points left to a unit that has begun to move, never lent (WOT-9.2); under the marker of KG
    Peiper as part of it."""
    marks = s.marks[unit]
    whole = allowance(
        w,
        s,
        unit,
        hungry=bool(marks & HUNGRY),
        column=bool(marks & IN_COLUMN),
        kg=unit in s.kg,
    )
    return max(0, whole - s.spent[unit])
