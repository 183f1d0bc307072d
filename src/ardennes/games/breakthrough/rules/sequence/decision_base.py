"""Shared code for the decisions of all phases.

A side gives orders, mostly to one unit after the other, until it ends its part (`sequence.end_part`). Every
order to a unit first checks that the unit belongs to the side and is on the map.
"""

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

UnitOffers = Callable[[World, BreakthroughState, int], list[Offer]]


class PhaseDecision(UntilEnd[World, BreakthroughState, int]):
    """The orders of a side in a phase; the frame is the side."""


class UnitOrders(OwnBranch):
    """The orders that one unit may get now; often none."""

    __slots__ = ("_s", "_unit", "_unit_offers", "_w")

    def __init__(self, w: World, s: BreakthroughState, unit: int, unit_offers: UnitOffers) -> None:
        self._w, self._s, self._unit, self._unit_offers, self.key = w, s, unit, unit_offers, w.units[unit].id

    def offers(self) -> Sequence[Offer]:
        return self._unit_offers(self._w, self._s, self._unit)

    def may_hold(self, order: Order) -> bool:
        return getattr(order, "unit", "") == self.key


def by_unit(
    w: World, s: BreakthroughState, side: int, unit_offers: UnitOffers, first: Sequence[Offer] = (END,)
) -> Sequence[Offer]:
    """Return the first offers, then a branch for each unit of the side on the map."""
    return Each(standing(w, s, side), lambda unit: UnitOrders(w, s, unit, unit_offers), first)


WHEREABOUTS = {
    DEAD: "has been eliminated",
    EXITED: "has left the map",
    MERGED: "is inside its divisional unit",
    CANCELLED: "has been cancelled",
}


def at_hand(w: World, s: BreakthroughState, side: int, unit: int, rule: str) -> Refusal | None:
    """Return a refusal by the rule unless the unit belongs to the side and is on the map."""
    name = w.units[unit].name
    if w.side[unit] != side:
        return Refusal(rule, f"{name} is not a unit of the {SIDES[side].capitalize()} side.")
    if s.where[unit] < 0:
        return Refusal(rule, f"{name} {WHEREABOUTS.get(s.where[unit], 'is not on the map')}.")
    return None


def supplied(w: World, s: BreakthroughState, unit: int, rule: str, what: str) -> Refusal | None:
    """Return a refusal by the rule unless the unit is supplied, BTA-4.3a, BTA-4.3b."""
    if s.supply[unit] == SUPPLIED:
        return None
    state = SUPPLY_STATES[s.supply[unit]]
    effects = "BTA-4.3a, BTA-4.3b" if s.supply[unit] == ISOLATED else "BTA-4.3a"
    return Refusal(rule, f"{w.units[unit].name} is {state} and cannot {what} ({effects}).")
