"""Stacking (TIA-STACK)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat.disruption import eliminate
from ardennes.games.tigers.rules.model.orders import Remove
from ardennes.games.tigers.rules.model.position import derived, units_at
from ardennes.games.tigers.rules.model.state import TigersState, Unstacking
from ardennes.games.tigers.rules.sequence.decision_base import TigersDeciding
from ardennes.games.tigers.schema.terms import DUMP, SKORZENY, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Offer


def count_stack(w: World, units: Iterable[int]) -> tuple[int, int, int]:
    """Count the divisions and brigades, pure armor among them, and Tiger battalions of a side's stack.

    Combat commands count by threes (TIA-STACK-5), Peiper and its parent as one; Skorzeny, von der
    Heydte and the dump do not count (TIA-STACK-2, TIA-STACK-9).
    """
    bodies = armor = tigers = commands = 0
    pair = 0
    for unit in units:
        body, pure, tiger, command, of_pair = w.in_stack[unit]
        bodies += body
        armor += pure
        tigers += tiger
        commands += command
        pair += of_pair
    if pair == 2:
        bodies -= 1
        armor -= 1
    thirds = (commands + 2) // 3
    return bodies + thirds, armor + thirds, tigers


def stack_fits(w: World, cell: int, units: Iterable[int]) -> bool:
    """Is the stack within the limits?

    2 in forest and Hohe Venn with 1 pure armor (TIA-STACK-1, TIA-STACK-3), else 3 with 2 (TIA-STACK-4); one
    Tiger battalion more (TIA-STACK-2).
    """
    bodies, armor, tigers = count_stack(w, units)
    limit = w.stack_limit[cell]
    return bodies <= limit and armor <= limit - 1 and tigers <= 1


def is_full(w: World, s: TigersState, cell: int, side: int, but: int) -> bool:
    """Is the stack at the limit without the unit `but`, so that leaving it costs more? TIA-STACK-6."""
    units = (s.follows or derived(w, s)).stacks.get(cell)
    if units is None or len(units) < w.stack_limit[cell]:
        return False
    return count_stack(w, [u for u in units if w.side[u] == side and u != but])[0] >= w.stack_limit[cell]


def cures(w: World, s: TigersState, cell: int, side: int) -> list[tuple[int, ...]]:
    """Return the smallest sets of units whose loss makes the stack legal, TIA-STACK-8; empty if it is."""
    stack = [u for u in units_at(w, s, cell, side) if w.units[u].kind not in (VDH, DUMP, SKORZENY)]
    if stack_fits(w, cell, stack):
        return []
    for size in range(1, len(stack) + 1):
        result = [
            gone
            for gone in combinations(stack, size)
            if stack_fits(w, cell, [u for u in stack if u not in gone])
        ]
        if result:
            return result
    return []


class Unstack(TigersDeciding[Unstacking]):
    kind, rule, answers = "unstack", "TIA-STACK-8", (Remove,)

    def prompt(self, w: World, s: TigersState, frame: Unstacking) -> str:
        return f"Too many units {w.at_place(frame.cell)}: choose which are lost."

    def offers(self, w: World, s: TigersState, frame: Unstacking) -> Sequence[Offer]:
        return [Remove(w.ids(units)) for units in cures(w, s, frame.cell, frame.side)]

    def check(self, w: World, s: TigersState, frame: Unstacking, order: Remove) -> Refusal | None:
        if tuple(w.by_id[u] for u in order.units) not in cures(w, s, frame.cell, frame.side):
            return Refusal(
                "TIA-STACK-8",
                "These are not the fewest units whose loss makes the stack legal.",
                "Choose one of the sets offered.",
            )
        return None

    def apply(
        self, w: World, s: TigersState, frame: Unstacking, order: Remove, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        for unit in order.units:
            eliminate(w, s, w.by_id[unit], "TIA-STACK-8", events)
