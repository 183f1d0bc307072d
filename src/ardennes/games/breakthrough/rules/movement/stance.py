"""Normal and travel mode, and digging in.

Rules: BTA-7.7a, BTA-7.7b, BTA-7.7c, BTA-7.7d, BTA-7.7e, BTA-7.8a, BTA-7.8b, BTA-7.8c, BTA-7.8d.
"""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.declare import check_unplotted
from ardennes.games.breakthrough.rules.model.events import Fortified, ModeChanged
from ardennes.games.breakthrough.rules.model.position import in_enemy_zone, stack_at
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.allowance import TRUCK_FACTOR, trucks
from ardennes.games.breakthrough.rules.sequence.decision_base import supplied
from ardennes.games.breakthrough.schema.terms import AMERICAN, MODES, NORMAL, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted


def mode_cost(w: World, s: BreakthroughState, unit: int, travel: bool) -> int:
    """Return the operation points that the change of mode costs, BTA-7.7a."""
    cost = w.tables.costs["mode_to_travel" if travel else "mode_to_normal"]
    column = 0 if w.mobile[unit] else 1
    return (cost.other if w.side[unit] == AMERICAN else cost.usual)[column]


def check_mode(w: World, s: BreakthroughState, unit: int, travel: bool) -> Refusal | None:
    """Return why the unit cannot change mode now, or None."""
    if refusal := check_unplotted(w, s, unit):
        return refusal
    wanted = TRAVEL if travel else NORMAL
    if s.mode[unit] == wanted:
        return Refusal("BTA-7.7a", f"{w.units[unit].name} is already in {MODES[wanted]} mode.")
    if travel:
        if refusal := _check_travel(w, s, unit):
            return refusal
    cost = mode_cost(w, s, unit, travel)
    if s.points[unit] < cost:
        costs = f"Changing to {MODES[wanted]} mode costs {counted(cost, 'point')}"
        return Refusal("BTA-7.7a", f"{costs}; {w.units[unit].name} has {s.points[unit]}.")
    return None


def _check_travel(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    info = w.units[unit]
    if info.divisional:
        facts = f"{info.name} is a divisional unit and cannot use travel mode (BTA-6.6d)."
        return Refusal("BTA-7.7c", facts, "Break it down first.")
    if refusal := supplied(w, s, unit, "BTA-7.7c", "change to travel mode"):
        return refusal
    for other in stack_at(w, s, s.where[unit]):
        if s.mode[other] == TRAVEL:  # not itself: it is in normal mode
            facts = f"{w.units[other].name} is in travel mode in the same hex."
            return Refusal("BTA-7.6k", facts, "Move one of the two away first.")
    return None


def change_mode(w: World, s: BreakthroughState, unit: int, travel: bool, events: Events) -> None:
    """Pay and change mode; trucks double the points left of American units without vehicles, BTA-7.7b.

    The fortification stays, BTA-7.8b.
    """
    left = s.points[unit] - mode_cost(w, s, unit, travel)
    s.points[unit] = left * TRUCK_FACTOR if travel and trucks(w, unit) else left
    s.mode[unit] = TRAVEL if travel else NORMAL
    events.append(ModeChanged(w.side[unit], w.units[unit].id, travel, s.points[unit]))


def engineer_helps(w: World, s: BreakthroughState, unit: int) -> bool:
    """Return whether an engineer unit in normal mode, perhaps the unit itself, is in the hex, BTA-7.8a."""
    return NORMAL in [s.mode[other] for other in stack_at(w, s, s.where[unit]) if w.engineer[other]]


def fortify_cost(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the points that one level costs: double next to an enemy (BTA-7.6d), half with an engineer,
    BTA-7.8a."""
    near = in_enemy_zone(w, s, w.side[unit], s.where[unit])
    cost = w.tables.costs["fortify_zoc" if near else "fortify"]
    return (cost.other if engineer_helps(w, s, unit) else cost.usual)[0 if w.mobile[unit] else 1]


def check_fortify(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot dig in by one level, or None."""
    name = w.units[unit].name
    if refusal := check_unplotted(w, s, unit):
        return refusal
    if s.fort[unit] >= w.limits.fort_levels:
        return Refusal("BTA-7.8a", f"{name} is already dug in to level {s.fort[unit]}, the highest.")
    if refusal := supplied(w, s, unit, "BTA-7.8d", "dig in"):
        return refusal
    if s.mode[unit] != NORMAL:
        facts = f"{name} is in travel mode and cannot dig in."
        return Refusal("BTA-7.8d", facts, "Change to normal mode first.")
    cost = fortify_cost(w, s, unit)
    if s.points[unit] < cost:
        facts = f"Digging in costs {counted(cost, 'point')} here; {name} has {s.points[unit]}."
        return Refusal("BTA-7.8a", facts)
    return None


def fortify(w: World, s: BreakthroughState, unit: int, events: Events) -> None:
    """Dig in by one level."""
    s.points[unit] -= fortify_cost(w, s, unit)
    s.fort[unit] += 1
    events.append(Fortified(w.side[unit], w.units[unit].id, s.fort[unit], s.points[unit]))
