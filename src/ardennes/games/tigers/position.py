"""Who stands where: the only place that moves units and flips their status, so that what is derived
from it (stacks, zones, supply) is forgotten at the right moments."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any

from ardennes.games.tigers.state import DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.terms import ALLIED, DIVISION, DUMP, GERMAN, VDH
from ardennes.games.tigers.world import World

EMPTY: list[int] = []


class Derived:
    """What follows from a position; rebuilt when wanted, never saved."""

    __slots__ = (
        "active", "blocked", "combat", "covered", "fighters", "fresh_zone", "ground", "road_open",
        "stacks", "supply", "wet", "zones",
    )  # fmt: skip

    def __init__(self, w: World, s: TigersState) -> None:
        self.stacks: dict[int, list[int]] = {}
        fighters, combat = [0, 0], [0, 0]
        stacks, side_of, fights, is_combat = self.stacks, w.side, w.fights, w.is_combat
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                if cell in stacks:
                    stacks[cell].append(unit)
                else:
                    stacks[cell] = [unit]
                if fights[unit]:
                    fighters[side_of[unit]] |= 1 << cell
                    if is_combat[unit]:
                        combat[side_of[unit]] |= 1 << cell
        self.fighters = fighters  # hexes with a unit other than von der Heydte and the dump
        self.combat = combat  # hexes with a combat unit
        self.zones: list[list[tuple[int, int]] | None] = [None, None]  # (hex, zone) of division stacks
        self.active: list[int | None] = [None, None]  # hexes with an UnDisrupted division
        self.blocked: list[int | None] = [None, None]  # zones that block the enemy's supply
        self.fresh_zone: list[int | None] = [None, None]  # zones of UnDisrupted divisions
        self.supply: list[int | None] = [None, None]  # hexes where a unit of the side is in supply
        self.covered: list[int | None] = [None, None]  # all hexes in a division's zone
        self.ground: tuple[dict[int, Any], ...] = ({}, {}, {}, {})  # steps judged, by side and kind
        self.road_open: tuple[int, ...] | None = None
        self.wet: tuple[int, ...] | None = None  # by direction: hexes with an unbridged river on that side

    def recount(self, w: World, cell: int) -> None:
        """What stands in a hex has changed."""
        bit = 1 << cell
        keep = ~bit
        fighters, combat = self.fighters, self.combat
        fighters[GERMAN] &= keep
        fighters[ALLIED] &= keep
        combat[GERMAN] &= keep
        combat[ALLIED] &= keep
        for unit in self.stacks.get(cell, EMPTY):
            if w.fights[unit]:
                side = w.side[unit]
                fighters[side] |= bit
                if w.is_combat[unit]:
                    combat[side] |= bit

    def set_aside(self) -> tuple[Any, ...]:
        """Keep what is known of this position while another is tried out; `take_back` ends the trial."""
        kept = (
            self.zones[:], self.active[:], self.blocked[:], self.fresh_zone[:], self.supply, self.covered[:],
            self.ground, self.road_open, self.wet,
        )  # fmt: skip
        self.ground = ({}, {}, {}, {})
        return kept

    def take_back(self, kept: tuple[Any, ...]) -> None:
        """The units stand as they stood: what was known is true again."""
        (
            self.zones, self.active, self.blocked, self.fresh_zone, self.supply, self.covered,
            self.ground, self.road_open, self.wet,
        ) = kept  # fmt: skip

    def forget_zones(self, side: int) -> None:
        self.zones[side] = self.active[side] = self.blocked[side] = self.fresh_zone[side] = None
        self.covered[side] = None
        for known in self.ground:
            if known:
                known.clear()
        self.supply = [None, None]


def derived(w: World, s: TigersState) -> Derived:
    try:
        d: Derived = s.__dict__["d"]
    except KeyError:
        d = s.__dict__["d"] = Derived(w, s)
    return d


def stack_at(w: World, s: TigersState, cell: int) -> list[int]:
    """Every unit in the hex, both sides, in counter order."""
    return derived(w, s).stacks.get(cell, EMPTY)


def units_at(w: World, s: TigersState, cell: int, side: int) -> list[int]:
    """A side's ground units in the hex, von der Heydte and the dump included."""
    return [u for u in derived(w, s).stacks.get(cell, EMPTY) if w.side[u] == side]


def others_of(w: World, s: TigersState, side: int, movers: Sequence[int]) -> int:
    """Hexes with a friendly unit other than the movers, von der Heydte and the dump, TIA-ZOC-11."""
    d = derived(w, s)
    board = d.fighters[side]
    cell = s.where[movers[0]]
    if cell >= 0 and all(
        u in movers or w.side[u] != side or w.units[u].kind in (VDH, DUMP) for u in d.stacks[cell]
    ):
        board &= ~(1 << cell)
    return board


def put(w: World, s: TigersState, unit: int, cell: int) -> None:
    """Move a unit to a hex, or off the map (cell < 0)."""
    d = derived(w, s)
    old = s.where[unit]
    if old >= 0:
        d.stacks[old].remove(unit)
        d.recount(w, old)
    s.where[unit] = cell
    if cell >= 0:
        insort(d.stacks.setdefault(cell, []), unit)
        d.recount(w, cell)
    d.forget_zones(w.side[unit])


def set_flag(w: World, s: TigersState, unit: int, flag: int) -> None:
    """Whatever Disrupts a unit (TIA-DIS-9) does it here; Disrupting it again changes nothing."""
    s.status[unit] |= flag
    if flag & DISRUPTED:
        derived(w, s).forget_zones(w.side[unit])


def clear_flag(w: World, s: TigersState, unit: int, flag: int) -> None:
    s.status[unit] &= ~flag
    if flag & DISRUPTED:
        derived(w, s).forget_zones(w.side[unit])


def has(s: TigersState, unit: int, flag: int) -> bool:
    return bool(s.status[unit] & flag)


def set_bridge(w: World, s: TigersState, river: int, kind: int, owner: int) -> None:
    s.bridge[river] = kind
    s.bridge_owner[river] = owner
    d = derived(w, s)
    d.road_open = d.wet = None
    d.forget_zones(GERMAN)
    d.forget_zones(ALLIED)


def hold(w: World, s: TigersState, cell: int, side: int) -> list[int]:
    """A combat unit stands in or passes the hex: it is the side's now. Returns bridges that change hands.

    A bridge passes to the side that has last held both its hexes, TIA-BRIDGE-13.
    """
    bit = 1 << cell
    if bool(s.held & bit) == (side == ALLIED):
        return EMPTY
    s.held ^= bit
    taken = []
    for direction, river in enumerate(w.board.river_at[cell]):
        if river >= 0 and s.bridge[river] != NO_BRIDGE and s.bridge_owner[river] != side:
            other = w.grid.neighbours[cell][direction]
            if bool(s.held >> other & 1) == (side == ALLIED):
                s.bridge_owner[river] = side
                taken.append(river)
    return taken


def bridged(s: TigersState, river: int) -> bool:
    return s.bridge[river] != NO_BRIDGE


def road_open(w: World, s: TigersState) -> tuple[int, ...]:
    """By direction: hexes from which a usable road crosses that side, TIA-ROAD-7; a bridge joins the
    roads cut at the Our and the Sauer, TIA-ROAD-6."""
    d = derived(w, s)
    if d.road_open is None:
        links = list(w.road_links)
        for river in w.board.rivers:
            if river.road and s.bridge[river.index] == NO_BRIDGE:
                direction = w.grid.neighbours[river.a].index(river.b)
                links[direction] &= ~(1 << river.a)
                links[(direction + 3) % 6] &= ~(1 << river.b)
        d.road_open = tuple(links)
    return d.road_open


def wet_sides(w: World, s: TigersState) -> tuple[int, ...]:
    """By direction: hexes with an unbridged river on that side."""
    d = derived(w, s)
    if d.wet is None:
        wet = list(w.river_dirs)
        for river in w.board.rivers:
            if s.bridge[river.index] != NO_BRIDGE:
                direction = w.grid.neighbours[river.a].index(river.b)
                wet[direction] &= ~(1 << river.a)
                wet[(direction + 3) % 6] &= ~(1 << river.b)
        d.wet = tuple(wet)
    return d.wet


def road_between(w: World, s: TigersState, cell: int, direction: int) -> bool:
    return bool(road_open(w, s)[direction] >> cell & 1)


def unbridged(w: World, s: TigersState, cell: int, direction: int) -> bool:
    """An unbridged river on that side of the hex."""
    river = w.board.river_at[cell][direction]
    return river >= 0 and s.bridge[river] == NO_BRIDGE


def fresh_divisions(w: World, s: TigersState, side: int) -> int:
    """Hexes with an UnDisrupted division of the side."""
    d = derived(w, s)
    board = d.active[side]
    if board is None:
        board = 0
        for unit in w.of_side[side]:
            cell = s.where[unit]
            if cell >= 0 and w.units[unit].size == DIVISION and not s.status[unit] & DISRUPTED:
                board |= 1 << cell
        d.active[side] = board
    return board
