"""Hide what a side may not know of the enemy: strengths, efficiency, supply and plans (BTA-8.0b)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.position import standing
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, SUPPLIED, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import numbers


def view(w: World, s: BreakthroughState, side: int | None) -> BreakthroughState:
    """Return the state as a side may know it (None: a bystander); all of it when the game is over,
    BTA-10.2a."""
    standing(w, s, side or 0)  # fill the cache, so that the copy shares it
    visible = s.clone()
    if s.over:
        return visible
    for other in (GERMAN, AMERICAN):
        if other != side:
            _hide_units(w, visible, other)
            _hide_plans(w, visible, other)
    return visible


def _hide_units(w: World, s: BreakthroughState, side: int) -> None:
    """Show the side's units as the enemy sees them: mode, place and the strength last shown."""
    open_table = s.variant.show_strengths
    for run in w.runs[side]:
        count = run.stop - run.start
        nothing = bytes(count)
        if not open_table:
            s.strength[run] = s.known[run]
            s.efficiency[run] = bytes((w.limits.efficiency_max,)) * count
            s.fort[run] = nothing
            s.supply[run] = bytes((SUPPLIED,)) * count
        s.points[run] = s.marks[run] = nothing
        s.artillery[run] = numbers([0]) * count


def _hide_plans(w: World, s: BreakthroughState, side: int) -> None:
    """Hide pools, replacements, plots and the strength of units that left the map."""
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
    """Return the indexes of a side's infantry and armored replacement points in the state."""
    return (0, 1) if side == GERMAN else (2, 3)


def hidden_twins(w: World, s: BreakthroughState, side: int) -> Sequence[BreakthroughState]:
    """Return legal states that differ only in what the side may not know."""
    if s.over:
        return ()
    other = 1 - side
    twins = [_other_purse(w, s, other), _other_plans(w, s, other)]
    if not s.variant.show_strengths:
        twins += [_other_strengths(w, s, other), _other_condition(w, s, other)]
    return twins


def _other_strengths(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Return a copy with full units weakened, weakened units full, and stronger exited units."""
    twin = s.clone()
    for unit in standing(w, s, side):
        full = printed(w, s, unit)
        parts = max(1, len(w.units[unit].components))  # a division keeps a point for each part
        twin.strength[unit] = full if s.strength[unit] < full else max(parts, full // 2)
    if side == GERMAN:
        twin.gone = [msgspec.structs.replace(gone, strength=gone.strength + 10) for gone in s.gone]
    return twin


def _other_condition(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Return a copy with other efficiencies, fortifications and supply states."""
    twin = s.clone()
    low, high = w.limits.efficiency_min, w.limits.efficiency_max
    for unit in standing(w, s, side):
        twin.efficiency[unit] = low + high - s.efficiency[unit]
        twin.fort[unit] = w.limits.fort_levels - s.fort[unit]
        twin.supply[unit] = UNSUPPLIED if s.supply[unit] in (SUPPLIED, ISOLATED) else SUPPLIED
    return twin


def _other_purse(w: World, s: BreakthroughState, side: int) -> BreakthroughState:
    """Return a copy with other points, artillery, pools and replacements."""
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
    """Return a copy with other flags and marks, and with other plots while the side decides."""
    twin = s.clone()
    for unit in standing(w, s, side):
        twin.marks[unit] ^= f.ADVANCE | f.MOVED | f.INTERDICTED
    if s.acting == side:
        twin.plots = s.plots[1:]
    return twin
