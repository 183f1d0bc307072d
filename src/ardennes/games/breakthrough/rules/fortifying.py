"""Digging in (BTA-7.8a to -d)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.events import Fortified
from ardennes.games.breakthrough.rules.own import supplied
from ardennes.games.breakthrough.rules.plotting import check_unplotted
from ardennes.games.breakthrough.rules.position import in_enemy_zone, stack_at
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import NORMAL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event, Refusal


def engineer_helps(w: World, s: BreakthroughState, unit: int) -> bool:
    """Is an engineer unit in normal mode in the hex? It may be the unit itself, BTA-7.8a."""
    return any(w.engineer[other] and s.mode[other] == NORMAL for other in stack_at(w, s, s.where[unit]))


def fortify_cost(w: World, s: BreakthroughState, unit: int) -> int:
    """What one level costs: double next to an enemy unit (BTA-7.6d), half with an engineer, BTA-7.8a."""
    near = in_enemy_zone(w, s, w.side[unit], s.where[unit])
    cost = w.tables.costs["fortify_zoc" if near else "fortify"]
    return (cost.other if engineer_helps(w, s, unit) else cost.usual)[0 if w.mobile[unit] else 1]


def check_fortify(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """May the unit dig in one level deeper?"""
    name = w.units[unit].name
    if refusal := check_unplotted(w, s, unit):
        return refusal
    if s.fort[unit] >= w.limits.fort_levels:
        return Refusal("BTA-7.8a", f"{name} has fortification {s.fort[unit]}, the highest level.")
    if refusal := supplied(w, s, unit, "BTA-7.8d", "fortify"):
        return refusal
    if s.mode[unit] != NORMAL:
        return Refusal(
            "BTA-7.8d", f"{name} is in travel mode and may not fortify.", "Change to normal mode first."
        )
    cost = fortify_cost(w, s, unit)
    if s.points[unit] < cost:
        return Refusal("BTA-7.8a", f"A level costs {cost} points here and {name} has {s.points[unit]}.")
    return None


def fortify(w: World, s: BreakthroughState, unit: int, events: list[Event]) -> None:
    s.points[unit] -= fortify_cost(w, s, unit)
    s.fort[unit] += 1
    events.append(Fortified(w.side[unit], w.units[unit].id, s.fort[unit], s.points[unit]))
