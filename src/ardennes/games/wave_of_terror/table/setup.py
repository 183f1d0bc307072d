"""A set-up of Wave of Terror as the orders that make it, to be kept and used again."""

from __future__ import annotations

import msgspec

from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import setup
from ardennes.games.wave_of_terror.rules.markers import REAL
from ardennes.games.wave_of_terror.rules.position import best_top
from ardennes.games.wave_of_terror.rules.state import TOP, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.table import Plain


def placed(w: World, s: WaveState, side: int) -> list[Plain]:
    """The POL markers, stack by stack, what was chosen to lie on top, the Kampfgruppe, WOT-3.3, WOT-3.7."""
    stacks: dict[int, list[int]] = {}
    for unit in setup.starters(w, s, side):
        if s.where[unit] >= 0:
            stacks.setdefault(s.where[unit], []).append(unit)
    found: list[Order] = []
    if side == ALLIED:  # before the Belgians, who stand on one
        found += [o.PlacePol(w.grid.label(depot.cell), depot.real == REAL) for depot in s.depots]
    for cell, units in sorted(stacks.items()):
        found.append(o.Place(w.names(units), w.grid.label(cell)))
        top = next((unit for unit in units if s.marks[unit] & TOP), -1)
        if s.variant.full and top >= 0 and top != best_top(w, units):
            found.append(o.ShowTop(w.units[top].id))
    if s.kg and side != ALLIED:
        found.append(o.FormKampfgruppe(w.names(s.kg)))
    return [msgspec.to_builtins(order) for order in found]
