"""The positions of units and the control of hexes.

Only this module moves units and changes control, so that cached stacks, enemies and supply are cleared at the
right time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ardennes.games.wave_of_terror.rules.model.state import DEAD, MOVED, TOP, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import by_hex
from ardennes.kernel.position import derived_once

EMPTY: list[int] = []
ENEMY, NEAR = 1, 2  # an enemy unit in a hex, an enemy unit next to it


class Derived:
    """Values derived from a position; recomputed on demand, never saved."""

    __slots__ = (
        "active", "aerial", "enemies", "gaps", "guns", "is_shared", "masks", "occupied", "stacks",
        "supply", "unmoved", "waiting",
    )  # fmt: skip

    def __init__(self, w: World, s: WaveState) -> None:
        stacks: dict[int, list[int]] = {}
        occupied, guns = [0, 0], [0, 0]
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                stack = stacks.get(cell)
                if stack is None:
                    stacks[cell] = [unit]
                    occupied[w.side[unit]] |= 1 << cell
                    if w.artillery[unit]:
                        guns[w.side[unit]] |= 1 << cell
                else:
                    stack.append(unit)
        self.stacks = stacks  # by cell: its known units in counter order
        self.is_shared = False  # a copy has the same `stacks`
        self.gaps = 0  # keys removed from `stacks` since it was last rebuilt
        self.occupied = occupied  # by side: hexes with a unit; hidden units are below a visible one
        self.guns = guns  # by side: hexes with artillery, which never stacks
        self.enemies: list[bytes | None] = [None, None]  # by side and hex: ENEMY, NEAR
        self.supply: list[int | None] = [None, None]  # by side: hexes with a supply line
        self.aerial: dict[int, int] = {}  # by hex of a marker: hexes it can supply
        self.active: tuple[int, ...] | None = None  # units that are moving now, WOT-7.10
        self.waiting: list[tuple[int, list[int]] | None] = [None, None]  # by side: turn, units due, WOT-8.1
        self.unmoved: tuple[int, ...] | None = None  # hexes of the moving side with units that have not moved
        self.masks: dict[int, Any] = {}  # by side: its visible columns, cached by knowledge.py

    def copy(self) -> Derived:
        """Return an independent copy for a copy of the position."""
        new = object.__new__(Derived)
        new.stacks, new.gaps = self.stacks, self.gaps
        new.is_shared = self.is_shared = True
        new.occupied = self.occupied[:]
        new.guns = self.guns[:]
        new.enemies = self.enemies[:]
        new.supply = self.supply[:]
        new.aerial = self.aerial.copy()
        new.active = self.active
        new.waiting = self.waiting[:]
        new.unmoved, new.masks = self.unmoved, self.masks.copy()  # masks check their own validity
        return new

    def own_stacks(self) -> dict[int, list[int]]:
        """Return the stacks to be changed; copies share them until one changes them."""
        if self.is_shared:
            if 2 * self.gaps > len(self.stacks):  # a dict with many removed keys copies five times slower
                self.stacks, self.gaps = dict(self.stacks), 0
            else:
                self.stacks = self.stacks.copy()
            self.is_shared = False
        return self.stacks

    def forget_enemy(self, side: int) -> None:
        """Clear what the other side meets and traces, after units of the side have come or gone."""
        other = 1 - side
        self.enemies[other] = self.supply[other] = None
        if other == ALLIED:
            self.aerial.clear()

    def forget_arrival(self, side: int, unit: int) -> None:
        """Remove a unit that was off the map from the list of arrivals."""
        cached = self.waiting[side]
        if cached is not None:
            self.waiting[side] = cached[0], [other for other in cached[1] if other != unit]

    def forget_supply(self) -> None:
        self.supply = [None, None]
        self.aerial.clear()


derived = derived_once(Derived)


def units_at(w: World, s: WaveState, cell: int) -> Sequence[int]:
    """Return the known units in the hex in counter order."""
    return (s.follows or derived(w, s)).stacks.get(cell, EMPTY)


def occupied(w: World, s: WaveState, side: int) -> int:
    """Return the hexes that hold a unit of the side."""
    return derived(w, s).occupied[side]


def enemies_by_hex(w: World, s: WaveState, side: int) -> bytes:
    """Return by hex whether an enemy of the side is in it (ENEMY) or next to it (NEAR)."""
    d = s.follows or derived(w, s)
    result = d.enemies[side]
    if result is None:
        enemy = d.occupied[1 - side]
        result = d.enemies[side] = by_hex(w.grid.size, enemy, w.grid.ring(enemy))
    return result


def holder(s: WaveState, cell: int) -> int:
    """Return the side that controls the hex, WOT-3.11; every hex has a controller."""
    return GERMAN if s.german >> cell & 1 else ALLIED


def held(w: World, s: WaveState, side: int) -> int:
    """Return the hexes that the side controls."""
    return s.german if side == GERMAN else w.grid.mask & ~s.german


def take_control(w: World, s: WaveState, side: int, cell: int) -> bool:
    """Put the hex under the side's control, WOT-3.11; return whether it changed hands."""
    bit = 1 << cell
    if bool(s.german & bit) == (side == GERMAN):
        return False
    s.german ^= bit
    s.by_kg &= ~bit
    d = s.follows
    if d is not None and w.places & bit:
        d.forget_supply()  # lines do not pass enemy towns, WOT-6.13
    return True


def place(w: World, s: WaveState, unit: int, cell: int) -> None:
    """Put the unit in the hex: on top if the hex is empty, else below, WOT-7.3."""
    lift(w, s, unit, cell)
    d, side, bit = derived(w, s), w.side[unit], 1 << cell
    stacks = d.own_stacks()
    stack = stacks.get(cell)
    if stack is None:
        stacks[cell] = [unit]
        d.occupied[side] |= bit
        d.forget_enemy(side)
    else:
        stacks[cell] = sorted([*stack, unit])  # never in place: clones may share it
    if w.artillery[unit]:
        d.guns[side] |= bit
    s.marks[unit] &= ~TOP
    for other in stacks[cell]:
        if s.marks[other] & TOP:
            return
    s.marks[unit] |= TOP


def lift(w: World, s: WaveState, unit: int, to: int = DEAD) -> None:
    """Take the unit out of its hex, if it is in one; `to` is its new place.

    If it was on top, the best unit below it is shown, WOT-7.3.
    """
    d, cell, side = derived(w, s), s.where[unit], w.side[unit]
    s.where[unit] = to
    if not s.marks[unit] & MOVED:
        d.unmoved = None
    if cell < 0:
        d.forget_arrival(side, unit)
        return
    stacks = d.own_stacks()
    left = [other for other in stacks.get(cell, EMPTY) if other != unit]
    if left:
        stacks[cell] = left
        if w.artillery[unit]:
            d.guns[side] &= ~(1 << cell)
    else:
        stacks.pop(cell, None)
        d.gaps += 1
        d.occupied[side] &= ~(1 << cell)
        d.guns[side] &= ~(1 << cell)
        d.forget_enemy(side)
    if left and s.marks[unit] & TOP:
        s.marks[best_top(w, left)] |= TOP
    s.marks[unit] &= ~TOP


def best_top(w: World, units: Iterable[int]) -> int:
    """Return the unit on top unless the owner chooses another: the highest defense, then the lowest id."""
    return min(units, key=lambda unit: (-w.units[unit].defense, w.units[unit].id))


def put(w: World, s: WaveState, units: Sequence[int], cell: int) -> None:
    """Put units in the hex together.

    In an empty hex the unit that was on top is on top again, else the best of them.
    """
    if len(units) == 1:
        place(w, s, units[0], cell)
        return
    alone = cell not in derived(w, s).stacks
    top = top_of(w, s, units)
    for unit in sorted(units, key=lambda unit: s.marks[unit] & TOP):  # the top last, so no other is shown
        place(w, s, unit, cell)
    if alone:
        show_top(w, s, top)


def show_top(w: World, s: WaveState, unit: int) -> None:
    """Put the unit on top of its stack, WOT-7.3."""
    for other in derived(w, s).stacks[s.where[unit]]:
        s.marks[other] &= ~TOP
    s.marks[unit] |= TOP


def top_of(w: World, s: WaveState, units: Sequence[int]) -> int:
    """Return the unit that the other side sees of units in one hex."""
    for unit in units:
        if s.marks[unit] & TOP:
            return unit
    return best_top(w, units)


def wipe(w: World, s: WaveState, side: int, marks: int) -> list[int]:
    """Remove marks from the units of a side and return the units that had one."""
    marked = [unit for unit in w.of_side[side] if s.marks[unit] & marks]
    for unit in marked:
        s.marks[unit] &= ~marks
    return marked


def forget_lines(s: WaveState) -> None:
    """Clear cached supply after a bridge has changed."""
    d = s.follows
    if d is not None:
        d.forget_supply()
