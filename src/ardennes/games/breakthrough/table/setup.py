"""A free set-up of Breakthrough as the orders that make it, to be kept and used again."""

from __future__ import annotations

import msgspec

from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules import placing
from ardennes.games.breakthrough.rules.position import on_map, place
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.table import Plain


def placed(w: World, s: BreakthroughState, side: int) -> list[Plain]:
    """A free set-up as the orders that make it from the line of 21 December, in an order in which no hex is
    ever too full; who waits for a hex that another leaves later steps aside for a while."""
    trial = s.clone()
    wanted = {unit: s.where[unit] for unit in on_map(w, s, side)}
    for unit in wanted:
        place(w, trial, unit, placing.listed(w, unit))
    found: list[o.Place] = []

    def put(unit: int, cell: int) -> None:
        found.append(o.Place(w.units[unit].id, w.grid.label(cell)))
        place(w, trial, unit, cell)

    while left := [unit for unit, cell in wanted.items() if trial.where[unit] != cell]:
        ready = [unit for unit in left if placing.refuse(w, trial, unit, wanted[unit]) is None]
        for unit in ready[:1]:
            put(unit, wanted[unit])
        if not ready:
            put(left[0], placing.places(w, trial, left[0])[0])
    return [msgspec.to_builtins(order) for order in found]
