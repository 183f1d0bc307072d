"""Shared parts of the exploit players: simple attacks at even odds, and marches to goals."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from ardennes.hexes import board_of
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.striking import Starter, attack_order, starters


def attack_at_even(draft: Draft, odds: Fraction = Fraction(1)) -> list[int]:
    """Attack every reported enemy at these odds or better; return the hexes attacked."""
    attacked = []
    for target in sorted(draft.enemy.strength, key=lambda at: (draft.enemy.strength[at], at)):
        party: list[Starter] = []
        have = 0
        for start in sorted(
            starters(draft, target, draft.fighters), key=lambda p: (-draft.status(p.unit), p.unit)
        ):
            if draft.room(start.unit, start.stand):
                party.append(start)
                have += draft.status(start.unit)
            if have >= 2 * draft.enemy.strength[target]:
                break
        if have < odds * Fraction(draft.enemy.strength[target]):
            continue
        for start in party:
            order = attack_order(draft, start, target, breakthrough=False, onward=[])
            if draft.give(start.unit, order, f"attacks {draft.w.hex_text(target)}"):
                draft.moves_to(start.unit, start.stand)
        attacked.append(target)
    return attacked


def all_towards(draft: Draft, goals: Collection[int], why: str, bold: bool = True) -> None:
    """Move every unit without an order towards the nearest goal."""
    if not goals:
        return
    board = board_of(goals)
    for unit in sorted(draft.free):
        if draft.w.units[unit].combat and not draft.touching(unit):
            march(draft, unit, draft.field(draft.w.units[unit].row, board), why, bold=bold)
