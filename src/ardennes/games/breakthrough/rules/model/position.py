"""The positions of units.

Only `place`, `take_place`, `lift` and `give_hexes` move units and change hex owners, so that cached stacks
and zones are cleared at the right time.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import by_hex
from ardennes.kernel.position import derived_once, recall_from

EMPTY: list[int] = []
ENEMY, ZONE = 1, 2  # in a hex: an enemy unit, an enemy zone of control


class Derived:
    """Values derived from a position; recomputed on demand, never saved."""

    __slots__ = ("enemies", "is_shared", "known", "occupied", "stacks", "standing", "zone")

    def __init__(self, w: World, s: BreakthroughState) -> None:
        stacks: dict[int, list[int]] = {}
        occupied = [0, 0]
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                occupied[w.side[unit]] |= 1 << cell
                stacks.setdefault(cell, []).append(unit)
        for stack in stacks.values():
            if len(stack) > 1:
                stack.sort(key=s.came.__getitem__)
        self.stacks = stacks  # by cell: the hex list, in order of arrival
        self.is_shared = False  # a copy has the same `stacks`
        self.occupied = occupied  # hexes with a unit, by side
        self.zone: list[int | None] = [None, None]  # ZOC of a side's units, BTA-7.6a
        self.enemies: list[bytes | None] = [None, None]  # by side and hex: ENEMY, ZONE
        self.standing: list[list[int] | None] = [None, None]  # a side's units on the map
        self.known: dict[Hashable, Any] = {}  # see `recall`

    def copy(self) -> Derived:
        """Return an independent copy for a copy of the position."""
        new = object.__new__(Derived)
        new.stacks = self.stacks
        new.is_shared = self.is_shared = True
        new.occupied = self.occupied[:]
        new.zone = self.zone[:]
        new.enemies = self.enemies[:]
        new.standing = self.standing[:]
        new.known = self.known.copy()
        return new

    def own_stacks(self) -> dict[int, list[int]]:
        """Return the stacks to be changed; copies share them until one changes them."""
        if self.is_shared:
            self.stacks, self.is_shared = self.stacks.copy(), False
        return self.stacks


derived = derived_once(Derived)
recall = recall_from(derived)


def stack_at(w: World, s: BreakthroughState, cell: int) -> list[int]:
    """Return the hex list: the units in the hex in the order of their arrival."""
    return derived(w, s).stacks.get(cell, EMPTY)


def occupied(w: World, s: BreakthroughState, side: int) -> int:
    """Return the hexes that hold a unit of the side."""
    return derived(w, s).occupied[side]


def zone_of(w: World, s: BreakthroughState, side: int) -> int:
    """Return all hexes in the zone of control of a side's units, in any terrain and mode, BTA-7.6a."""
    d = derived(w, s)
    zone = d.zone[side]
    if zone is None:
        zone = d.zone[side] = w.grid.ring(d.occupied[side])
    return zone


def enemies_by_hex(w: World, s: BreakthroughState, side: int) -> bytes:
    """Return by hex whether it holds an enemy of the side (ENEMY) and is in an enemy zone (ZONE)."""
    d = derived(w, s)
    result = d.enemies[side]
    if result is None:
        result = d.enemies[side] = by_hex(w.grid.size, d.occupied[1 - side], zone_of(w, s, 1 - side))
    return result


def in_enemy_zone(w: World, s: BreakthroughState, side: int, cell: int) -> bool:
    """Return whether the hex is next to a unit of the other side."""
    return bool(zone_of(w, s, 1 - side) >> cell & 1)


def owned(w: World, s: BreakthroughState, side: int) -> int:
    """Return the hexes that the side owns, BTA-1.4b."""
    return s.german if side == GERMAN else w.grid.mask & ~s.german


def stacking(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the stacking points of a unit: 1, or the number of merged units, BTA-7.6j."""
    if not w.units[unit].components:
        return 1
    return sum(1 for part in w.units[unit].components if s.inside[part] == unit)


def parts_of(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """Return the regiments in a divisional unit in chart order, or the unit itself if it is not
    divisional."""
    components = w.units[unit].components
    return [part for part in components if s.inside[part] == unit] if components else [unit]


def stack_points(w: World, s: BreakthroughState, units: Sequence[int]) -> int:
    """Return the stacking points of some units together."""
    return sum(stacking(w, s, unit) for unit in units)


def chart_place(w: World, s: BreakthroughState, unit: int) -> int:
    """Return a unit's place in chart order; a divisional unit has that of its first component."""
    return parts_of(w, s, unit)[0] if w.units[unit].components else unit


def standing(w: World, s: BreakthroughState, side: int) -> list[int]:
    """Return a side's units on the map, divisional units last."""
    d = derived(w, s)
    units = d.standing[side]
    if units is None:
        where = s.where
        units = d.standing[side] = [unit for unit in w.of_side[side] if where[unit] >= 0]
    return units


def on_map(w: World, s: BreakthroughState, side: int) -> list[int]:
    """Return a side's units on the map in chart order."""
    result = standing(w, s, side)
    if result and result[-1] >= w.chart_rows:
        result = sorted(result, key=lambda unit: chart_place(w, s, unit))
    return result


def place(w: World, s: BreakthroughState, unit: int, cell: int) -> None:
    """Put the unit in the hex, last in its hex list; the hex changes owner, BTA-1.4b."""
    was_on_map = s.where[unit] >= 0
    lift(w, s, unit, cell)
    s.came[unit] = s.serial
    s.serial += 1
    side = w.side[unit]
    if side == GERMAN:
        s.german |= 1 << cell
    else:
        s.german &= ~(1 << cell)
    d = s.follows
    if d is not None:
        stacks = d.own_stacks()
        stacks[cell] = [*stacks.get(cell, EMPTY), unit]  # never in place: clones may share it
        d.occupied[side] |= 1 << cell
        d.zone[side] = d.enemies[1 - side] = None
        if not was_on_map:
            d.standing[side] = None
        d.known.clear()


def lift(w: World, s: BreakthroughState, unit: int, to: int = -1) -> None:
    """Take the unit out of its hex, if it is in one; `to` is its new place."""
    cell = s.where[unit]
    s.where[unit] = to
    d = s.follows
    if cell < 0 or d is None:
        return
    side = w.side[unit]
    stacks = d.own_stacks()
    left = [other for other in stacks.get(cell, EMPTY) if other != unit]
    d.zone[side] = d.enemies[1 - side] = None
    d.known.clear()
    if to < 0:
        d.standing[side] = None
    if left:
        stacks[cell] = left
    else:
        stacks.pop(cell, None)
        d.occupied[side] &= ~(1 << cell)


def take_place(w: World, s: BreakthroughState, unit: int, cell: int, came: int) -> None:
    """Put the unit at a given place in the hex list; build-up and breakdown keep the old place."""
    place(w, s, unit, cell)
    s.came[unit] = came
    sort_stack(s, cell)


def sort_stack(s: BreakthroughState, cell: int) -> None:
    """Put the hex list in order after the arrivals of its units have changed."""
    d = s.follows
    if d is not None:
        stacks = d.own_stacks()
        stacks[cell] = sorted(stacks[cell], key=s.came.__getitem__)
        d.known.clear()


def give_hexes(w: World, s: BreakthroughState, german: int) -> None:
    """Make these hexes German and the others American; a unit's hex belongs to its side, BTA-MAP-42."""
    s.german = german & ~occupied(w, s, AMERICAN) | occupied(w, s, GERMAN)
    forget(s)


def forget(s: BreakthroughState) -> None:
    """Clear cached answers after a bridge or an owner has changed."""
    d = s.follows
    if d is not None:
        d.known.clear()


def forget_stacks(s: BreakthroughState) -> None:
    """Clear everything derived."""
    s.follows = None


def carries_road(s: BreakthroughState, bridge: int) -> bool:
    """Return whether the bridge carries its road. A blown one cuts it unless an option says otherwise,
    BTA-4.1d."""
    return bool(s.bridges >> bridge & 1) or not s.variant.bridge_cuts_road
