"""What the decisions of all phases have in common: a side gives orders, mostly to one unit after the other,
until it ends its part (`sequence.end_part`). Each order to a unit asks first: is it the side's own, and does
it stand on the map?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.games.breakthrough.rules.model.orders import END
from ardennes.games.breakthrough.rules.model.position import standing
from ardennes.games.breakthrough.rules.model.state import CANCELLED, DEAD, EXITED, MERGED, BreakthroughState
from ardennes.games.breakthrough.schema.terms import ISOLATED, SIDES, SUPPLIED, SUPPLY_STATES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.deciding import UntilEnd
from ardennes.kernel.offers import Each, Offer, OwnBranch

Doings = Callable[[World, BreakthroughState, int], list[Offer]]


class PhaseDecision(UntilEnd[World, BreakthroughState, int]):
    """What a side may do in a phase; the frame is the side."""


class UnitOrders(OwnBranch):
    """What one unit may be ordered to do now; of many a one nothing."""

    __slots__ = ("_doings", "_s", "_unit", "_w")

    def __init__(self, w: World, s: BreakthroughState, unit: int, doings: Doings) -> None:
        self._w, self._s, self._unit, self._doings, self.key = w, s, unit, doings, w.units[unit].id

    def offers(self) -> Sequence[Offer]:
        return self._doings(self._w, self._s, self._unit)

    def may_hold(self, order: Order) -> bool:
        return getattr(order, "unit", "") == self.key


def by_unit(
    w: World, s: BreakthroughState, side: int, doings: Doings, first: Sequence[Offer] = (END,)
) -> Sequence[Offer]:
    """What is there at once, then a branch for each unit of the side on the map."""
    return Each(standing(w, s, side), lambda unit: UnitOrders(w, s, unit, doings), first)


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
    """What only a supplied unit may do, BTA-4.3a, BTA-4.3b."""
    if s.supply[unit] == SUPPLIED:
        return None
    state = SUPPLY_STATES[s.supply[unit]]
    effects = "BTA-4.3a, BTA-4.3b" if s.supply[unit] == ISOLATED else "BTA-4.3a"
    return Refusal(rule, f"{w.units[unit].name} is {state}: it may not {what} ({effects}).")
