"""How many units a hex holds (WOT-7.1, WOT-7.2, WOT-7.4 to WOT-7.6); markers never count (WOT-7.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ardennes.games.wave_of_terror.rules.orders import Lose
from ardennes.games.wave_of_terror.rules.position import derived, units_at
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal

# Why a stack is refused.
FITS, TOO_MANY, TOO_MANY_INDEPENDENT, WITH_ARTILLERY = 0, -1, -2, -3


def judge(w: World, units: Sequence[int]) -> int:
    """Do these units of one side fit into a hex? At most four (WOT-7.1), of any parents (WOT-7.5), three of
    them independent (WOT-7.6), and artillery by itself (WOT-7.4)."""
    count = len(units)
    if count < 2:
        return FITS
    for unit in units:
        if w.artillery[unit]:
            return WITH_ARTILLERY
    if count > w.limits.stack:
        return TOO_MANY
    most = w.limits.stack_independents
    if count > most and sum(w.parent[unit] < 0 for unit in units) > most:
        return TOO_MANY_INDEPENDENT
    return FITS


def explain(w: World, units: Sequence[int], cell: int, why: int) -> Refusal:
    """A stack that does not fit, in words."""
    there = w.grid.label(cell)
    if why == WITH_ARTILLERY:
        return Refusal(
            "WOT-7.4",
            f"In {there} artillery would share the hex with another unit, which it never does, not even in "
            "passing (WOT-7.2).",
            "Go by another hex.",
        )
    if why == TOO_MANY_INDEPENDENT:
        count, most = sum(w.parent[unit] < 0 for unit in units), w.limits.stack_independents
        return Refusal(
            "WOT-7.6", f"{there} would hold {count} independent units; {most} is the limit.", "Leave one out."
        )
    return Refusal(
        "WOT-7.1",
        f"{there} would hold {len(units)} units; {w.limits.stack} is the limit, also in passing (WOT-7.2).",
        "Go by another hex, or move a unit out first.",
    )


def room(w: World, s: WaveState, units: Iterable[int], cell: int) -> Refusal | None:
    """May the units be in the hex beside those who are there?"""
    coming = tuple(units)
    together = [*coming, *(unit for unit in units_at(w, s, cell) if unit not in coming)]
    why = judge(w, together)
    return explain(w, together, cell, why) if why else None


def overstacked(w: World, s: WaveState, side: int) -> int:
    """A hex of the side that holds too many units at the end of a phase, WOT-7.2; -1 where there is none."""
    d = derived(w, s)
    for cell in bits(d.occupied[side]):
        stack = d.stacks[cell]
        if len(stack) > 1 and judge(w, stack):
            return cell
    return -1


def trim_offers(w: World, s: WaveState, cell: int) -> list[Lose]:
    """The owner of an overstacked hex says who is lost, WOT-7.2."""
    return [Lose(w.names(units)) for units in cures(w, s, cell)]


def check_trim(w: World, s: WaveState, cell: int, order: Lose) -> Refusal | None:
    if tuple(sorted(w.by_id[name] for name in order.units)) in cures(w, s, cell):
        return None
    return Refusal("WOT-7.2", f"Name as few units of {w.grid.label(cell)} as cure the stack, each once.")


def cures(w: World, s: WaveState, cell: int) -> list[tuple[int, ...]]:
    """The smallest sets of units whose loss makes the stack legal, WOT-7.2."""
    stack = units_at(w, s, cell)
    for size in range(1, len(stack)):
        found = [
            lost
            for lost in combinations(stack, size)
            if not judge(w, [unit for unit in stack if unit not in lost])
        ]
        if found:
            return found
    return []
