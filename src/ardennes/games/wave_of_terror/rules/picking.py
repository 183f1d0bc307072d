"""Offers of sets: one more member at a time, in a fixed order, so that one way only leads to a set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer

Chosen = tuple[int, ...]
NOBODY: Chosen = ()


def sets(
    more: Callable[[Chosen], Sequence[int]],
    made: Callable[[Chosen], Sequence[Offer]],
    name: Callable[[int], str],
    units_of: Callable[[Order], tuple[str, ...] | None],
    chosen: Chosen = NOBODY,
) -> list[Offer]:
    """What can be ordered of the chosen, and a branch for each that may join them.

    `more` gives those that may join, each later in the order than all the chosen; `made` the orders for a
    set; `units_of` the names in an order, sorted in the same way, None for an order of another kind.
    """
    found = list(made(chosen))
    names = tuple(map(name, chosen))
    for joins in more(chosen):
        found.append(_branch(more, made, name, units_of, (*chosen, joins), (*names, name(joins))))
    return found


def _branch(
    more: Callable[[Chosen], Sequence[int]],
    made: Callable[[Chosen], Sequence[Offer]],
    name: Callable[[int], str],
    units_of: Callable[[Order], tuple[str, ...] | None],
    chosen: Chosen,
    names: tuple[str, ...],
) -> Branch:
    def leads_to(order: Order) -> bool:
        units = units_of(order)
        return units is not None and units[: len(names)] == names

    return Branch(names[-1], lambda: sets(more, made, name, units_of, chosen), leads_to)


def later(pool: Sequence[int], chosen: Chosen) -> Sequence[int]:
    """Those of a sorted pool that come after all the chosen."""
    if not chosen:
        return pool
    return pool[pool.index(chosen[-1]) + 1 :]
