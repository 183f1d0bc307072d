"""Who stands where. `place`, `take_place`, `lift` and `give_hexes` alone move units and change owners, so
that what is derived from it (stacks, zones) is forgotten at the right moments."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import by_hex
from ardennes.kernel.position import derived_once, recall_from

EMPTY: list[int] = []
ENEMY, ZONE = 1, 2  # what a side may meet in a hex


class Derived:
    """What follows from a position; rebuilt when wanted, never saved."""

    __slots__ = ("enemies", "known", "occupied", "stacks", "standing", "zone")

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
        self.stacks = stacks  # by cell: the hex list, in the order in which the units came
        self.occupied = occupied  # hexes with a unit, by side
        self.zone: list[int | None] = [None, None]  # ZOC of a side's units, BTA-7.6a
        self.enemies: list[bytes | None] = [None, None]  # by hex what a side meets there: ENEMY, ZONE
        self.standing: list[list[int] | None] = [None, None]  # a side's units on the map
        self.known: dict[Hashable, Any] = {}  # see `recall`

    def copy(self) -> Derived:
        """The same for a copy of the position, which may then go its own way."""
        new = object.__new__(Derived)
        new.stacks = self.stacks.copy()
        new.occupied = self.occupied[:]
        new.zone = self.zone[:]
        new.enemies = self.enemies[:]
        new.standing = self.standing[:]
        new.known = self.known.copy()
        return new


derived = derived_once(Derived)
recall = recall_from(derived)


def stack_at(w: World, s: BreakthroughState, cell: int) -> list[int]:
    """The hex list: the units in the hex in the order in which they came to stand there."""
    return derived(w, s).stacks.get(cell, EMPTY)


def occupied(w: World, s: BreakthroughState, side: int) -> int:
    """Hexes that hold a unit of the side."""
    return derived(w, s).occupied[side]


def zone_of(w: World, s: BreakthroughState, side: int) -> int:
    """All hexes in the zone of control of a side's units: in any terrain, any mode, BTA-7.6a."""
    d = derived(w, s)
    zone = d.zone[side]
    if zone is None:
        zone = d.zone[side] = w.grid.ring(d.occupied[side])
    return zone


def enemies_by_hex(w: World, s: BreakthroughState, side: int) -> bytes:
    """By hex: is an enemy unit of the side there (ENEMY), is it in an enemy zone (ZONE)?"""
    d = derived(w, s)
    result = d.enemies[side]
    if result is None:
        result = d.enemies[side] = by_hex(w.grid.size, d.occupied[1 - side], zone_of(w, s, 1 - side))
    return result


def in_enemy_zone(w: World, s: BreakthroughState, side: int, cell: int) -> bool:
    """Is the hex next to a unit of the other side?"""
    return bool(zone_of(w, s, 1 - side) >> cell & 1)


def owned(w: World, s: BreakthroughState, side: int) -> int:
    """Hexes the side owns, BTA-1.4b."""
    return s.german if side == GERMAN else w.grid.mask & ~s.german


def stacking(w: World, s: BreakthroughState, unit: int) -> int:
    """Stacking points: 1, or the number of merged units, BTA-7.6j."""
    if not w.units[unit].components:
        return 1
    return sum(1 for part in w.units[unit].components if s.inside[part] == unit)


def parts_of(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """The regiments in a divisional unit, in chart order; the unit itself where it is no such."""
    components = w.units[unit].components
    return [part for part in components if s.inside[part] == unit] if components else [unit]


def stack_points(w: World, s: BreakthroughState, units: Sequence[int]) -> int:
    return sum(stacking(w, s, unit) for unit in units)


def chart_place(w: World, s: BreakthroughState, unit: int) -> int:
    """Where a unit stands in chart order: a divisional unit at the place of its first component."""
    return parts_of(w, s, unit)[0] if w.units[unit].components else unit


def standing(w: World, s: BreakthroughState, side: int) -> list[int]:
    """A side's units on the map, divisional units last."""
    d = derived(w, s)
    units = d.standing[side]
    if units is None:
        where = s.where
        units = d.standing[side] = [unit for unit in w.of_side[side] if where[unit] >= 0]
    return units


def on_map(w: World, s: BreakthroughState, side: int) -> list[int]:
    """A side's units on the map in chart order."""
    result = standing(w, s, side)
    if result and result[-1] >= w.chart_rows:
        result = sorted(result, key=lambda unit: chart_place(w, s, unit))
    return result


def place(w: World, s: BreakthroughState, unit: int, cell: int) -> None:
    """The unit comes to stand in the hex, last in its hex list; the hex changes owner, BTA-1.4b."""
    stood = s.where[unit] >= 0
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
        d.stacks[cell] = [*d.stacks.get(cell, EMPTY), unit]  # never in place: clones may share it
        d.occupied[side] |= 1 << cell
        d.zone[side] = d.enemies[1 - side] = None
        if not stood:
            d.standing[side] = None
        d.known.clear()


def lift(w: World, s: BreakthroughState, unit: int, to: int = -1) -> None:
    """The unit leaves the hex it stands in, if it stands in one; `to` says where it is then."""
    cell = s.where[unit]
    s.where[unit] = to
    d = s.follows
    if cell < 0 or d is None:
        return
    side = w.side[unit]
    left = [other for other in d.stacks.get(cell, EMPTY) if other != unit]
    d.zone[side] = d.enemies[1 - side] = None
    d.known.clear()
    if to < 0:
        d.standing[side] = None
    if left:
        d.stacks[cell] = left
    else:
        d.stacks.pop(cell, None)
        d.occupied[side] &= ~(1 << cell)


def take_place(w: World, s: BreakthroughState, unit: int, cell: int, came: int) -> None:
    """As `place`, at a given place in the hex list (build-up and breakdown keep the old one)."""
    place(w, s, unit, cell)
    s.came[unit] = came
    forget_stacks(s)


def give_hexes(w: World, s: BreakthroughState, german: int) -> None:
    """These hexes are German, the others American; but whoever stands in a hex owns it, BTA-MAP-42."""
    s.german = german & ~occupied(w, s, AMERICAN) | occupied(w, s, GERMAN)
    forget(s)


def forget(s: BreakthroughState) -> None:
    """A bridge has fallen or risen, or hexes have changed owner: answers no longer hold."""
    d = s.follows
    if d is not None:
        d.known.clear()


def forget_stacks(s: BreakthroughState) -> None:
    """The order of a hex list has changed: everything derived is found anew."""
    s.follows = None


def carries_road(s: BreakthroughState, bridge: int) -> bool:
    """Does the road go on over the bridge? A blown one cuts it unless an option says otherwise, BTA-4.1d."""
    return bool(s.bridges >> bridge & 1) or not s.variant.bridge_cuts_road
