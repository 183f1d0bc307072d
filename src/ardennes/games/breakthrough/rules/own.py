"""What every order to a unit asks first: is it the side's own, and does it stand on the map?"""

from __future__ import annotations

from ardennes.games.breakthrough.rules.state import CANCELLED, DEAD, EXITED, MERGED, BreakthroughState
from ardennes.games.breakthrough.schema.terms import ISOLATED, SIDES, SUPPLIED, SUPPLY_STATES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Refusal

WHEREABOUTS = {
    DEAD: "has been eliminated",
    EXITED: "has left the map",
    MERGED: "is part of its divisional unit",
    CANCELLED: "has been cancelled",
}


def at_hand(w: World, s: BreakthroughState, side: int, unit: int, rule: str) -> Refusal | None:
    """The unit is the side's own and on the map; else the refusal by the rule that lets a side give it
    orders."""
    name = w.units[unit].name
    if w.side[unit] != side:
        return Refusal(rule, f"{name} is not a unit of the {SIDES[side].capitalize()} side.")
    if s.where[unit] < 0:
        return Refusal(rule, f"{name} {WHEREABOUTS.get(s.where[unit], 'is not on the map')}.")
    return None


def supplied(w: World, s: BreakthroughState, unit: int, rule: str, what: str) -> Refusal | None:
    """What only a supplied unit may do, BTA-4.3a, -b."""
    if s.supply[unit] == SUPPLIED:
        return None
    state = SUPPLY_STATES[s.supply[unit]]
    effects = "BTA-4.3a, -b" if s.supply[unit] == ISOLATED else "BTA-4.3a"
    return Refusal(rule, f"{w.units[unit].name} is {state}: it may not {what} ({effects}).")
