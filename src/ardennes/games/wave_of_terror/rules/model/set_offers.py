"""Offers of sets: members are added one at a time in a fixed order, so that only one path leads to each
set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer

Chosen = tuple[int, ...]
Names = Callable[[Order], tuple[str, ...] | None]
NOBODY: Chosen = ()


def units_of(kind: type[Any]) -> Names:
    """Return a function that gives the units of an order of this kind."""
    return lambda order: order.units if isinstance(order, kind) else None


def sets(
    w: World,
    more: Callable[[Chosen], Sequence[int]],
    made: Callable[[Chosen], Sequence[Offer]],
    named: Names,
    chosen: Chosen = NOBODY,
) -> list[Offer]:
    """Return the orders for the chosen set, and a branch for each unit that may join it.

    `more` returns the units that may join, each later in the order than all chosen ones; `made` the orders
    for a set; `named` the names in an order, sorted the same way, or None for an order of another kind.
    """

    def joined_by(unit: int) -> Branch:
        longer = (*chosen, unit)
        names = w.names(longer)

        def leads_to(order: Order) -> bool:
            units = named(order)
            return units is not None and units[: len(names)] == names

        return Branch(names[-1], lambda: sets(w, more, made, named, longer), leads_to)

    return [*made(chosen), *map(joined_by, more(chosen))]


def later(pool: Sequence[int], chosen: Chosen) -> Sequence[int]:
    """Return the members of a sorted pool that come after all the chosen."""
    if not chosen:
        return pool
    return pool[pool.index(chosen[-1]) + 1 :]
