"""Replacements (BTA-6.5): points for supplied units, issued every turn."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.events import Replaced
from ardennes.games.breakthrough.rules.model.orders import Replace
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.sequence.decision_base import at_hand, supplied
from ardennes.games.breakthrough.schema.terms import ARMORED_POOL, NO_POOL, POOL_WORDS
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal


def hand_out(w: World, s: BreakthroughState) -> None:
    """Set the replacement points of the turn, from 19 December on; no points carry over."""
    s.replacements = [0, 0, 0, 0]
    if s.day >= w.limits.replacements_from:
        factors = w.tables.levels[s.variant.level].replacements  # BTA-2.1b
        s.replacements = [
            points * factors[row.side]
            for row in w.tables.replacements
            for points in (row.infantry, row.armored)
        ]


def lapse(s: BreakthroughState) -> None:
    """Clear the points that remain at the end of the phase."""
    s.replacements = [0, 0, 0, 0]


def pool_index(w: World, unit: int) -> int:
    """Return the index in the state of the points that a unit takes; -1 if it takes none."""
    kind = w.units[unit].replacements
    return -1 if kind == NO_POOL else 2 * w.side[unit] + (kind == ARMORED_POOL)


def ceiling(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the strength that a unit may be rebuilt to."""
    return int(printed(w, s, unit) * w.constants.replacement_cap)


def room(w: World, s: BreakthroughState, unit: int) -> int:
    """Return how many points the unit could take now."""
    index = pool_index(w, unit)
    if index < 0 or not s.replacements[index] or supplied(w, s, unit, "BTA-6.5", ""):
        return 0
    return max(0, min(s.replacements[index], ceiling(w, s, unit) - s.strength[unit]))


def check_replace(w: World, s: BreakthroughState, side: int, order: Replace) -> Refusal | None:
    """Return why the unit cannot take the points, or None."""
    unit, points = w.by_id[order.unit], order.points
    if refusal := at_hand(w, s, side, unit, "BTA-6.0"):
        return refusal
    name, first = w.units[unit].name, w.limits.replacements_from
    if s.day < first:
        facts = f"Replacements begin on {first} December; today is {s.day} December."
        return Refusal("BTA-6.5", facts)
    index = pool_index(w, unit)
    if index < 0:
        return Refusal(
            "BTA-6.5", f"{name} takes no replacements: engineers, battalions and independent units never do."
        )
    if order.kind not in ("", POOL_WORDS[w.units[unit].replacements]):
        fits = POOL_WORDS[w.units[unit].replacements]
        return Refusal("BTA-6.5", f"{name} takes {fits} replacement points, not {order.kind} ones.")
    if refusal := supplied(w, s, unit, "BTA-6.5", "take replacements"):
        return refusal
    if points < 1:
        return Refusal("BTA-6.5", f"{points} replacement points cannot be given.", "Name at least 1.")
    kind, left = POOL_WORDS[w.units[unit].replacements], s.replacements[index]
    if points > left:
        return Refusal("BTA-6.5", f"There are only {left} {kind} replacement points left.")
    most = ceiling(w, s, unit)
    if s.strength[unit] + points > most:
        return Refusal(
            "BTA-6.5",
            f"{name} has strength {s.strength[unit]} of at most {most}; {points} more are too many.",
            f"Give at most {most - s.strength[unit]}." if s.strength[unit] < most else "",
        )
    return None


def do_replace(w: World, s: BreakthroughState, order: Replace, events: Events) -> None:
    """Give the unit the points."""
    unit = w.by_id[order.unit]
    index = pool_index(w, unit)
    s.replacements[index] -= order.points
    s.strength[unit] += order.points
    events.append(Replaced(w.side[unit], order.unit, order.points, s.strength[unit], s.replacements[index]))
