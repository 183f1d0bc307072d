"""Build regiments up into divisional units, and break these down.

Rules: BTA-6.6a, BTA-6.6b, BTA-6.6c, BTA-6.6d, BTA-6.6e, BTA-6.6f.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import position
from ardennes.games.breakthrough.rules.model.events import BrokenDown, BuiltUp
from ardennes.games.breakthrough.rules.model.orders import BreakDown, BuildUp
from ardennes.games.breakthrough.rules.model.rounding import half_up, share_out
from ardennes.games.breakthrough.rules.model.state import MERGED, PLOTTED, UNFORMED, BreakthroughState
from ardennes.games.breakthrough.rules.movement.reinforcements import full_map
from ardennes.games.breakthrough.rules.organization.artillery import give_back, maximum
from ardennes.games.breakthrough.rules.sequence.decision_base import at_hand
from ardennes.games.breakthrough.schema.terms import AMERICAN, NORMAL, REGIMENT, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal


def divisional_unit(w: World, unit: int) -> int:
    """Return the divisional unit that a unit may join, or the unit itself if it is one; -1 for none."""
    division = w.units[unit].division
    if division < 0 or not (w.units[unit].divisional or w.units[unit].size == REGIMENT):
        return -1  # BTA-6.6f: only regiments build up
    return w.divisions[division].unit


def check_build_up(w: World, s: BreakthroughState, side: int, order: BuildUp) -> Refusal | None:
    """Return why the units cannot build up, or None."""
    unit = w.by_id[order.unit]
    members = [unit, *(w.by_id[name] for name in order.partners)]
    for member in members:
        if refusal := at_hand(w, s, side, member, "BTA-6.0"):
            return refusal
    return joins(w, s, members)


def joins(w: World, s: BreakthroughState, members: Sequence[int]) -> Refusal | None:
    """Return why these units, commanded by the first, cannot become one divisional unit, or None,
    BTA-6.6a."""
    first, name = members[0], w.units[members[0]].name
    if len(set(members)) != len(members) or len(members) < 2:
        return Refusal("BTA-6.6a", f"{name} cannot build up alone.", "Name one or two partners.")
    division = divisional_unit(w, first)
    for member in members:
        if divisional_unit(w, member) < 0:
            facts = f"{w.units[member].name} is not a regiment of a division that can build up (BTA-6.6a)."
            return Refusal("BTA-6.6f", facts, "Choose regiments of one division.")
        if divisional_unit(w, member) != division:
            facts = f"{w.units[member].name} and {name} belong to different divisions."
            return Refusal("BTA-6.6a", facts)
        if s.where[member] != s.where[first]:
            facts = f"{w.units[member].name} and {name} are in different hexes."
            return Refusal("BTA-6.6a", facts, "Move them into one hex first.")
    if s.where[division] >= 0 and division not in members:
        return Refusal(
            "BTA-6.6a",
            f"{w.units[division].name} is already formed {w.at_hex(s.where[division])}; a division has one "
            "divisional unit at a time.",
        )
    points, most = position.stack_points(w, s, members), w.limits.stacking_points_per_hex
    if points > most:
        facts = f"{points} regiments are too many: a divisional unit has at most {most}."
        return Refusal("BTA-6.6a", facts)
    return None


def _points_carried(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the operation points that a unit contributes; points doubled by trucks count half, BTA-6.6c."""
    trucks = w.side[unit] == AMERICAN and not w.mobile[unit] and s.mode[unit] == TRAVEL
    return s.points[unit] // 2 if trucks else s.points[unit]


def do_build_up(w: World, s: BreakthroughState, order: BuildUp, events: Events) -> None:
    """Put the divisional unit in the place of the unit that commands, BTA-6.6c."""
    first = w.by_id[order.unit]
    members = [first, *(w.by_id[name] for name in order.partners)]
    whole, cell, came = divisional_unit(w, first), s.where[first], s.came[first]
    counts = [position.stacking(w, s, member) for member in members]
    parts = sorted(part for member in members for part in position.parts_of(w, s, member))
    strength = sum(s.strength[m] for m in members)
    efficiency = half_up(Fraction(sum(s.strength[m] * s.efficiency[m] for m in members), strength))
    fort = sum(s.fort[m] * n for m, n in zip(members, counts, strict=True)) // sum(counts)
    points = min(_points_carried(w, s, m) for m in members)
    guns = sum(s.artillery[m] for m in members)
    known = sum(s.known[m] for m in members)
    supply, marks = s.supply[first], 0
    for member in members:
        marks |= s.marks[member] & ~PLOTTED
        if member != whole:
            _shelve(w, s, member, MERGED)
    position.lift(w, s, whole, UNFORMED)
    for part in parts:
        s.inside[part] = whole
    position.take_place(w, s, whole, cell, came)
    s.strength[whole], s.efficiency[whole], s.fort[whole] = strength, efficiency, fort
    s.points[whole], s.supply[whole], s.marks[whole] = points, supply, marks
    s.mode[whole], s.known[whole], s.artillery[whole] = NORMAL, known, guns
    give_back(w, s, whole, max(0, guns - maximum(w, s, whole)))  # BTA-6.4b
    events.append(BuiltUp(w.units[whole].id, w.names(parts), w.grid.label(cell)))


def _shelve(w: World, s: BreakthroughState, unit: int, where: int) -> None:
    """Take the unit off the map for now and clear its values."""
    position.lift(w, s, unit, where)
    s.strength[unit] = s.fort[unit] = s.points[unit] = s.marks[unit] = s.artillery[unit] = 0
    s.known[unit] = s.supply[unit] = s.mode[unit] = 0
    s.efficiency[unit] = w.limits.efficiency_max


def check_break_down(w: World, s: BreakthroughState, side: int, order: BreakDown) -> Refusal | None:
    """Return why the unit cannot break down, or None."""
    unit = w.by_id[order.unit]
    return at_hand(w, s, side, unit, "BTA-6.0") or splits(w, s, unit)


def splits(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot break down into its regiments, or None, BTA-6.6b, BTA-6.6c."""
    name, side = w.units[unit].name, w.side[unit]
    if not w.units[unit].divisional:
        return Refusal("BTA-6.6b", f"{name} is not a divisional unit.")
    parts = position.parts_of(w, s, unit)
    refusal = full_map(w, s, side, len(parts) - 1)
    if refusal is not None:
        facts = f"{refusal.facts} {name} would become {len(parts)} units ({refusal.rule})."
        return Refusal("BTA-6.6b", facts)
    if min(share_out([printed(w, s, part) for part in parts], s.strength[unit])) < 1:
        facts = f"{name} has strength {s.strength[unit]}: too little for each regiment to get a point."
        return Refusal("BTA-6.6c", facts)
    return None


def do_break_down(w: World, s: BreakthroughState, order: BreakDown, events: Events) -> None:
    """Replace the unit by its regiments in chart order, BTA-6.6c.

    Strength and artillery are shared in proportion to the printed strengths; the other values are copied.
    """
    unit = w.by_id[order.unit]
    parts, cell = position.parts_of(w, s, unit), s.where[unit]
    weights = [printed(w, s, part) for part in parts]
    strengths = share_out(weights, s.strength[unit])
    guns = share_out(weights, s.artillery[unit])
    known = share_out(weights, s.known[unit])
    stack = [
        part for other in position.stack_at(w, s, cell) for part in (parts if other == unit else [other])
    ]
    for at, part in enumerate(parts):
        position.place(w, s, part, cell)
        s.inside[part] = -1
        s.strength[part], s.artillery[part], s.known[part] = strengths[at], guns[at], max(1, known[at])
        s.efficiency[part], s.fort[part], s.points[part] = s.efficiency[unit], s.fort[unit], s.points[unit]
        s.supply[part], s.marks[part], s.mode[part] = s.supply[unit], s.marks[unit], NORMAL
    _shelve(w, s, unit, UNFORMED)
    for other in stack:
        s.came[other] = s.serial
        s.serial += 1
    position.sort_stack(s, cell)
    for part in parts:
        give_back(w, s, part, max(0, s.artillery[part] - maximum(w, s, part)))  # BTA-6.4b
    events.append(BrokenDown(order.unit, w.names(parts), w.grid.label(cell)))


def build_ups(w: World, s: BreakthroughState, unit: int) -> list[tuple[int, ...]]:
    """Return the sets of partners that a unit may build up with, in chart order."""
    division = divisional_unit(w, unit)
    if division < 0:
        return []
    others = sorted(
        other
        for other in position.stack_at(w, s, s.where[unit])
        if other != unit and divisional_unit(w, other) == division
    )
    result: list[tuple[int, ...]] = []
    for count in range(1, w.limits.stacking_points_per_hex):
        result += [
            partners for partners in combinations(others, count) if joins(w, s, (unit, *partners)) is None
        ]
    return result
