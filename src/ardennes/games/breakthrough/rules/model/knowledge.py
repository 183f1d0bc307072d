"""What a side may know of the other: strengths, efficiency, supply and plans are hidden (BTA-8.0b)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.position import standing
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, SUPPLIED, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import World


def view(w: World, s: BreakthroughState, side: int | None) -> BreakthroughState:
    """The state as a side may know it (None: a bystander); all of it when the game is over, BTA-10.2a."""
    standing(w, s, side or 0)  # what follows from the position the copy need not work out again
    seen = s.clone()
    if s.over:
        return seen
    for other in (GERMAN, AMERICAN):
        if other != side:
            _hide_units(w, seen, other)
            _hide_plans(w, seen, other)
    return seen


def _hide_units(w: World, s: BreakthroughState, side: int) -> None:
    """Units of the side as the enemy sees them: mode and place, and the strength he last saw."""
    open_table = s.variant.show_strengths
    for run in w.runs[side]:
        count = run.stop - run.start
        nothing = bytes(count)
        if not open_table:
            s.strength[run] = s.known[run]
            s.efficiency[run] = bytes((w.limits.efficiency_max,)) * count
            s.fort[run] = nothing
            s.supply[run] = bytes((SUPPLIED,)) * count
        s.artillery[run] = s.points[run] = s.marks[run] = nothing


def _hide_plans(w: World, s: BreakthroughState, side: int) -> None:
    """Pools, replacements and plots; of exits the strength that left."""
    for pool in w.pools:
        if pool.side == side:
            s.pools[pool.index] = 0
    for at in replacement_places(side):
        s.replacements[at] = 0
    if s.acting == side:
        s.plots = []
    s.reckonings[side] = ()
    if side == GERMAN and not s.variant.show_strengths:
        s.gone = [msgspec.structs.replace(gone, strength=0) for gone in s.gone]


def replacement_places(side: int) -> tuple[int, int]:
    """Where a side's infantry and armored replacement points stand in the state."""
    return (0, 1) if side == GERMAN else (2, 3)


def hidden_twins(w: World, s: BreakthroughState, side: int) -> Sequence[BreakthroughState]:
    """States that differ only in what the side may not know, each within the bounds of the rules."""
    if s.over:
        return ()
    other = 1 - side
    twins = [_other_purse(w, s, other), _other_plans(w, s, other)]
    if not s.variant.show_strengths:
        twins += [_other_strengths(w, s, other), _other_condition(w, s, other)]
    return twins


def _other_strengths(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Full units worn down, worn ones full; what left the map heavier."""
    twin = s.clone()
    for unit in standing(w, s, side):
        full = printed(w, s, unit)
        parts = max(1, len(w.units[unit].components))  # a division keeps a point for each part
        twin.strength[unit] = full if s.strength[unit] < full else max(parts, full // 2)
    if side == GERMAN:
        twin.gone = [msgspec.structs.replace(gone, strength=gone.strength + 10) for gone in s.gone]
    return twin


def _other_condition(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Efficiency, fortification and supply of every unit are others."""
    twin = s.clone()
    low, high = w.limits.efficiency_min, w.limits.efficiency_max
    for unit in standing(w, s, side):
        twin.efficiency[unit] = low + high - s.efficiency[unit]
        twin.fort[unit] = w.limits.fort_levels - s.fort[unit]
        twin.supply[unit] = UNSUPPLIED if s.supply[unit] in (SUPPLIED, ISOLATED) else SUPPLIED
    return twin


def _other_purse(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Points, artillery, pools and replacements are others."""
    twin = s.clone()
    for unit in standing(w, s, side):
        twin.points[unit] = 3 if s.points[unit] > 6 else 12
        if s.artillery[unit]:
            division = w.divisions[w.units[unit].division]
            twin.pools[division.pool] += s.artillery[unit]
            twin.artillery[unit] = 0
    for pool in w.pools:
        if pool.side == side:
            twin.pools[pool.index] += 7
    for at in replacement_places(side):
        twin.replacements[at] += 4
    return twin


def _other_plans(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Advance flags and marks are others; so are plots while the side is deciding."""
    twin = s.clone()
    for unit in standing(w, s, side):
        twin.marks[unit] ^= f.ADVANCE | f.MOVED | f.INTERDICTED
    if s.acting == side:
        twin.plots = s.plots[1:]
    return twin
