"""Who goes where: units given to demands, the dearest demand first, the cheapest fit to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Demand(NamedTuple):
    """A hex that wants so much strength, and what meeting it is worth."""

    cell: int
    strength: float
    value: float
    why: str


def assign(
    demands: Sequence[Demand],
    units: Sequence[int],
    strength: Mapping[int, float],
    cost: Callable[[int, Demand], float | None],
    begin: Callable[[Demand, Sequence[int]], None] | None = None,
) -> dict[int, Demand]:
    """Unit -> demand. Cost None: the unit cannot serve it; a demand is filled while it is worth the cost.
    `begin` is told of a demand and who is left, before costs are asked."""
    free = list(units)
    given: dict[int, Demand] = {}
    for demand in sorted(demands, key=lambda d: (-d.value, d.cell)):
        need = demand.strength
        if begin is not None and need > 0 and free:
            begin(demand, free)
        while need > 0 and free:
            bids = [
                (c - 0.01 * min(need, strength[u]), u) for u in free if (c := cost(u, demand)) is not None
            ]
            if not bids:
                break
            price, unit = min(bids)
            if price > demand.value:
                break
            given[unit] = demand
            free.remove(unit)
            need -= strength[unit]
    return given
