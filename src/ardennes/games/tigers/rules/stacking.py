"""Stacking (TIA-STACK)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ardennes.games.tigers.rules.position import derived, units_at
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.terms import COMBAT_COMMAND, DUMP, SKORZENY, TIGER, VDH
from ardennes.games.tigers.schema.world import World


def count_stack(w: World, units: Iterable[int]) -> tuple[int, int, int]:
    """(divisions and brigades, pure armor among them, Tiger battalions) of a side's stack.

    Combat commands count by threes (TIA-STACK-5), Peiper and his parent as one; Skorzeny, von der
    Heydte and the dump do not count (TIA-STACK-2, -9).
    """
    bodies = armor = tigers = commands = 0
    peiper = parent = False
    for unit in units:
        info = w.units[unit]
        kind = info.kind
        if kind == TIGER:
            tigers += 1
        elif kind == COMBAT_COMMAND:
            commands += 1
        elif kind not in (SKORZENY, VDH, DUMP):
            bodies += 1
            armor += info.pure_armor
            peiper |= unit == w.peiper
            parent |= unit == w.parent
    if peiper and parent:
        bodies -= 1
        armor -= 1
    thirds = (commands + 2) // 3
    return bodies + thirds, armor + thirds, tigers


def stack_fits(w: World, cell: int, units: Iterable[int]) -> bool:
    """Within the limits: 2 in forest and Hohe Venn with 1 pure armor (TIA-STACK-1, -3), else 3 with 2
    (TIA-STACK-4); one Tiger battalion more (TIA-STACK-2)."""
    bodies, armor, tigers = count_stack(w, units)
    limit = w.stack_limit[cell]
    return bodies <= limit and armor <= limit - 1 and tigers <= 1


def is_full(w: World, s: TigersState, cell: int, side: int, but: int) -> bool:
    """At the limit without the unit `but`: moving on from here costs more, TIA-STACK-6."""
    units = derived(w, s).stacks.get(cell)
    if units is None or len(units) < w.stack_limit[cell]:
        return False
    return count_stack(w, [u for u in units if w.side[u] == side and u != but])[0] >= w.stack_limit[cell]


def cures(w: World, s: TigersState, cell: int, side: int) -> list[tuple[int, ...]]:
    """The smallest sets of units whose removal cures the stack, TIA-STACK-8; empty when nothing is wrong."""
    stack = [u for u in units_at(w, s, cell, side) if w.units[u].kind not in (VDH, DUMP, SKORZENY)]
    if stack_fits(w, cell, stack):
        return []
    for size in range(1, len(stack) + 1):
        found = [
            gone
            for gone in combinations(stack, size)
            if stack_fits(w, cell, [u for u in stack if u not in gone])
        ]
        if found:
            return found
    return []
