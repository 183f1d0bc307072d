"""Who stands where and who holds what: the only place that moves units and changes control, so that what is
derived from it (stacks, enemies, supply) is forgotten at the right moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ardennes.games.wave_of_terror.rules.model.state import DEAD, MOVED, TOP, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import by_hex
from ardennes.kernel.position import derived_once

EMPTY: list[int] = []
Entries = list[tuple[int, int, int]]  # parent, printed turn, hex
ENEMY, NEAR = 1, 2  # what a side may meet in a hex: an enemy unit, an enemy unit next to it


class Derived:
    """What follows from a position; rebuilt when wanted, never saved."""

    __slots__ = (
        "active", "aerial", "enemies", "entries", "gaps", "guns", "masks", "occupied", "stacks", "supply",
        "unmoved", "waiting",
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
        self.stacks = stacks  # by cell: the units there that are known, in the order of the counters
        self.gaps = 0  # hexes taken out of `stacks` since it was last made anew
        self.occupied = occupied  # by side: hexes with a unit; what is unseen lies under one that is seen
        self.guns = guns  # by side: hexes with artillery, which is alone there
        self.enemies: list[bytes | None] = [None, None]  # by hex what a side meets there: ENEMY, NEAR
        self.supply: list[int | None] = [None, None]  # by side: hexes with a supply line
        self.aerial: dict[int, int] = {}  # by hex of a marker: hexes it can feed
        self.active: tuple[int, ...] | None = None  # who has moved in this phase and may go on, WOT-7.10
        self.waiting: list[tuple[int, list[int]] | None] = [None, None]  # by side: turn, who is due, WOT-8.1
        self.entries: list[tuple[Entries, Entries] | None] = [None, None]  # by side: as they were, and those
        # of them the side's enemy knows, WOT-8.3
        self.unmoved: tuple[int, ...] | None = None  # hexes of the moving side with somebody yet to move
        self.masks: dict[int, Any] = {}  # by side: what the other side sees of it, kept by knowledge.py

    def copy(self) -> Derived:
        """The same for a copy of the position, which may then go its own way."""
        new = object.__new__(Derived)
        if 2 * self.gaps > len(self.stacks):  # a dict with gaps takes five times as long to copy
            self.stacks, self.gaps = dict(self.stacks), 0
        new.stacks = self.stacks.copy()
        new.gaps = self.gaps
        new.occupied = self.occupied[:]
        new.guns = self.guns[:]
        new.enemies = self.enemies[:]
        new.supply = self.supply[:]
        new.aerial = self.aerial.copy()
        new.active = self.active
        new.waiting = self.waiting[:]
        new.entries = [None, None]  # a copy has lists of its own
        new.unmoved, new.masks = self.unmoved, self.masks.copy()  # a mask says what it was made from
        return new

    def forget_enemy(self, side: int) -> None:
        """Units of the side have come or gone: the other side meets and traces anew."""
        other = 1 - side
        self.enemies[other] = self.supply[other] = None
        if other == ALLIED:
            self.aerial.clear()

    def forget_arrival(self, side: int, unit: int) -> None:
        """A unit off the map has gone elsewhere."""
        kept = self.waiting[side]
        if kept is not None:
            self.waiting[side] = kept[0], [other for other in kept[1] if other != unit]

    def forget_supply(self) -> None:
        self.supply = [None, None]
        self.aerial.clear()


derived = derived_once(Derived)


def units_at(w: World, s: WaveState, cell: int) -> Sequence[int]:
    """The units in the hex that are known, in the order of the counters."""
    return derived(w, s).stacks.get(cell, EMPTY)


def occupied(w: World, s: WaveState, side: int) -> int:
    """Hexes that hold a unit of the side."""
    return derived(w, s).occupied[side]


def enemies_by_hex(w: World, s: WaveState, side: int) -> bytes:
    """By hex: is an enemy unit of the side there (ENEMY), or next to it (NEAR)?"""
    d = derived(w, s)
    result = d.enemies[side]
    if result is None:
        enemy = d.occupied[1 - side]
        result = d.enemies[side] = by_hex(w.grid.size, enemy, w.grid.ring(enemy))
    return result


def holder(s: WaveState, cell: int) -> int:
    """Who controls the hex, WOT-3.11; every hex has a controller."""
    return GERMAN if s.german >> cell & 1 else ALLIED


def held(w: World, s: WaveState, side: int) -> int:
    """Hexes the side controls."""
    return s.german if side == GERMAN else w.grid.mask & ~s.german


def take(w: World, s: WaveState, side: int, cell: int) -> bool:
    """The hex comes under the side's control, WOT-3.11; did it change hands?"""
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
    """The unit comes to stand in the hex; on top where nobody lies there, else below, WOT-7.3."""
    lift(w, s, unit, cell)
    d, side, bit = derived(w, s), w.side[unit], 1 << cell
    stack = d.stacks.get(cell)
    if stack is None:
        d.stacks[cell] = [unit]
        d.occupied[side] |= bit
        d.forget_enemy(side)
    else:
        d.stacks[cell] = sorted([*stack, unit])  # never in place: clones may share it
    if w.artillery[unit]:
        d.guns[side] |= bit
    s.marks[unit] &= ~TOP
    for other in d.stacks[cell]:
        if s.marks[other] & TOP:
            return
    s.marks[unit] |= TOP


def lift(w: World, s: WaveState, unit: int, to: int = DEAD) -> None:
    """The unit leaves the hex it stands in, if it stands in one; `to` says where it is then. Who lay below
    it shows its best, WOT-7.3."""
    d, cell, side = derived(w, s), s.where[unit], w.side[unit]
    s.where[unit] = to
    if not s.marks[unit] & MOVED:
        d.unmoved = None
    if cell < 0:
        d.forget_arrival(side, unit)
        return
    left = [other for other in d.stacks.get(cell, EMPTY) if other != unit]
    if left:
        d.stacks[cell] = left
        if w.artillery[unit]:
            d.guns[side] &= ~(1 << cell)
    else:
        d.stacks.pop(cell, None)
        d.gaps += 1
        d.occupied[side] &= ~(1 << cell)
        d.guns[side] &= ~(1 << cell)
        d.forget_enemy(side)
    if left and s.marks[unit] & TOP:
        s.marks[best_top(w, left)] |= TOP
    s.marks[unit] &= ~TOP


def best_top(w: World, units: Iterable[int]) -> int:
    """Who lies on top unless the owner says otherwise: the highest defense, then the lowest id."""
    return min(units, key=lambda unit: (-w.units[unit].defense, w.units[unit].id))


def put(w: World, s: WaveState, units: Sequence[int], cell: int) -> None:
    """Units come to stand in the hex together; in an empty one he who lay on top does so again, else the best
    of them."""
    if len(units) == 1:
        place(w, s, units[0], cell)
        return
    alone = cell not in derived(w, s).stacks
    top = top_of(w, s, units)
    for unit in sorted(units, key=lambda unit: s.marks[unit] & TOP):  # the top last: nobody shows in between
        place(w, s, unit, cell)
    if alone:
        show_top(w, s, top)


def show_top(w: World, s: WaveState, unit: int) -> None:
    """The unit lies on top of its stack, WOT-7.3."""
    for other in derived(w, s).stacks[s.where[unit]]:
        s.marks[other] &= ~TOP
    s.marks[unit] |= TOP


def top_of(w: World, s: WaveState, units: Sequence[int]) -> int:
    """What the other side sees of units that lie in one hex."""
    for unit in units:
        if s.marks[unit] & TOP:
            return unit
    return best_top(w, units)


def wipe(w: World, s: WaveState, side: int, marks: int) -> list[int]:
    """Take marks off the units of a side; who bore one of them?"""
    bore = [unit for unit in w.of_side[side] if s.marks[unit] & marks]
    for unit in bore:
        s.marks[unit] &= ~marks
    return bore


def forget_lines(s: WaveState) -> None:
    """A bridge has fallen or risen: supply is traced anew."""
    d = s.follows
    if d is not None:
        d.forget_supply()
