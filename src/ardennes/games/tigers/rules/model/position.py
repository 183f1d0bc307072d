"""Where the units are.

Everything computed from places, Disruption and bridges (stacks, zones, supply) is cached in one `Derived`.
Only `put`, `set_flag`, `clear_flag` and `set_bridge` change these, and each replaces the `Derived`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from ardennes.games.tigers.rules.model.state import DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.position import derived_once, recall_from

T = TypeVar("T")
EMPTY: list[int] = []


class Front:
    """What follows from the places of a side's divisions and brigades: zones and their effects.

    Like `Derived` it is a value: it never changes, except that results are computed on first use.
    """

    __slots__ = (
        "active", "at", "barred", "blocked", "brigades", "contacts", "covered", "fresh_zone", "ground",
        "onward", "zones",
    )  # fmt: skip

    def __init__(self, at: dict[int, int]) -> None:
        self.at = at  # unit -> hex, divisions and sub-divisional units on the map
        self.zones: list[tuple[int, int]] | None = None  # (hex, zone) of division stacks
        self.covered: int | None = None  # all hexes in a division's zone
        self.brigades: list[int] | None = None  # zones of sub-divisional units, TIA-ZOC-9
        self.barred: int | None = None  # zones of all of them, TIA-REINF-8
        self.ground: tuple[dict[int, Any], dict[int, Any]] = ({}, {})  # enemy steps judged: foot, wheels
        self.onward: tuple[dict[int, Any], ...] = ({}, {}, {}, {})  # ... whole hexes: foot, wheels; on roads
        self._forget_disruption()

    def _forget_disruption(self) -> None:
        self.active: int | None = None  # hexes with an UnDisrupted division
        self.fresh_zone: int | None = None  # zones of UnDisrupted divisions
        self.blocked: int | None = None  # zones that block the enemy's supply
        self.contacts: dict[int, int] = {}  # hex -> active hexes an enemy there would owe an attack

    def flipped(self) -> Front:
        """Return a front with the same units in the same places, some Disrupted or recovered."""
        new = Front.__new__(Front)
        new.at, new.zones, new.covered, new.brigades = self.at, self.zones, self.covered, self.brigades
        new.barred, new.ground, new.onward = self.barred, self.ground, self.onward
        new._forget_disruption()
        return new

    def moved(self, unit: int, cell: int) -> Front:
        at = self.at.copy()
        if cell >= 0:
            at[unit] = cell
        else:
            at.pop(unit, None)
        return Front(at)


class Derived:
    """What follows from places, Disruption and bridges; never saved.

    It is a value: copies of a state share it, and a change replaces it. The dump is left out, so that a state
    and its views can share it.
    """

    __slots__ = (
        "away", "combat", "dry", "fields", "fighters", "fronts", "known", "met", "muster", "road_open",
        "sites", "stacks", "supplied", "wet",
    )  # fmt: skip

    stacks: dict[int, list[int]]  # by hex: its units in counter order
    fighters: tuple[int, int]  # hexes with a unit other than von der Heydte and the dump
    combat: tuple[int, int]  # hexes with a combat unit
    fronts: tuple[Front, Front]
    muster: dict[Hashable, Any]  # see `mustered`
    supplied: list[int | None]  # hexes where a unit of the side is in supply by land
    met: list[list[int] | None]  # the side's units beside an UnDisrupted enemy division
    fields: list[dict[int, Any]]  # by side and hex of a dump it knows: what bears on its steps
    known: dict[Hashable, Any]  # see `recall`
    away: list[int | None]  # hexes neither with nor beside an enemy of the side
    sites: dict[tuple[int, int], list[int]]  # by side and hexes held: river sides it may work at
    road_open: tuple[int, ...] | None
    wet: tuple[int, ...] | None  # by direction: hexes with an unbridged river on that side
    dry: tuple[int, ...] | None  # ... and without

    def copy(self) -> Derived:
        return self

    def changed(self, side: int, front: Front | None = None) -> Derived:
        """Return a copy with another front of the side; the caller sets the stacks."""
        new = Derived.__new__(Derived)
        new.stacks, new.fighters, new.combat = self.stacks, self.fighters, self.combat
        new.road_open, new.wet, new.dry = self.road_open, self.wet, self.dry
        new.muster = self.muster
        if front is None:
            new.fronts = self.fronts
        else:
            new.fronts = (front, self.fronts[1]) if side == GERMAN else (self.fronts[0], front)
        new.forget()
        other = 1 - side
        new.away[other] = self.away[other]  # it depends on the other side's places alone
        new.fields[side] = self.fields[side]  # depends on the other side's places and the bridges
        return new

    def forget(self) -> None:
        self.away = [None, None]
        self.met = [None, None]
        self.supplied = [None, None]
        self.known = {}
        self.sites = {}
        self.fields = [{}, {}]


def derive(w: World, s: TigersState) -> Derived:
    """Compute everything from the state."""
    d = Derived.__new__(Derived)
    stacks: dict[int, list[int]] = {}
    at: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for unit, cell in enumerate(s.where):
        if cell >= 0 and unit != w.dump:
            if cell in stacks:
                stacks[cell].append(unit)
            else:
                stacks[cell] = [unit]
            if w.has_zone[unit]:
                at[w.side[unit]][unit] = cell
    d.stacks = stacks
    fighters, combat = [0, 0], [0, 0]
    for cell in stacks:
        for side in (GERMAN, ALLIED):
            fights, strong = _present(w, stacks[cell], side)
            fighters[side] |= fights << cell
            combat[side] |= strong << cell
    d.fighters, d.combat = (fighters[0], fighters[1]), (combat[0], combat[1])
    d.fronts = (Front(at[0]), Front(at[1]))
    d.forget()
    d.muster = {}
    d.road_open = d.wet = d.dry = None
    return d


def _present(w: World, units: Sequence[int], side: int) -> tuple[int, int]:
    """Return 1 if a unit of the side is there, and 1 if a combat unit is."""
    fights = strong = 0
    for unit in units:
        if w.side[unit] == side and w.fights[unit]:
            fights = 1
            if w.is_combat[unit]:
                return 1, 1
    return fights, strong


derived = derived_once(derive)
recall = recall_from(
    derived
)  # depends on places, Disruption and bridges; `moment` is all else that attacks depend on


def circumstances(w: World, s: TigersState) -> tuple[object, ...]:
    """Return all of the position that odds can depend on, except what is in `Derived`."""
    dump = s.where[w.dump] if s.dump_known else None
    return dump, tuple(s.status), s.spent.tobytes(), _others(s)


def moment(w: World, s: TigersState) -> tuple[object, ...]:
    """Return all of the position that attacks can depend on, except what is in `Derived`."""
    return s.battle, tuple(s.stack), tuple(s.attacks), *circumstances(w, s)


# Fields that attacks do not depend on, or only through `Derived`; the options, which never change; and those
# that stand in `moment` by name.
_APART = (
    "rolls", "where", "bridge", "variant", "arrival", "road_users", "bridge_owner", "bridge_tried", "markers",
    "returning", "air_back", "air_flown", "missions", "interceptions",
    "status", "spent", "battle", "stack", "attacks",
)  # fmt: skip
_others = attrgetter(*[f.name for f in msgspec.structs.fields(TigersState) if f.name not in _APART])


class AsIf:
    """Restores some units at the end of a `with` block, so that they can be moved to try something."""

    __slots__ = ("_attached", "_before", "_follows", "_s")

    def __init__(self, s: TigersState, units: Sequence[int]) -> None:
        self._s, self._attached, self._follows = s, s.kgp_attached, s.follows
        self._before = [(u, s.where[u], s.status[u], s.spent[u]) for u in units]

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        s = self._s
        s.kgp_attached, s.follows = self._attached, self._follows
        for unit, cell, status, spent in self._before:
            s.where[unit], s.status[unit], s.spent[unit] = cell, status, spent


def stack_at(w: World, s: TigersState, cell: int) -> list[int]:
    """Return every unit in the hex, of both sides, in counter order."""
    here = (s.follows or derived(w, s)).stacks.get(cell, EMPTY)
    dump = w.dump
    if dump >= 0 and s.where[dump] == cell and cell >= 0:
        here = [*here, dump]
        here.sort()
    return here


def units_at(w: World, s: TigersState, cell: int, side: int) -> list[int]:
    """Return a side's ground units in the hex, von der Heydte and the dump included."""
    sides = w.side
    return [u for u in stack_at(w, s, cell) if sides[u] == side]


def others_of(w: World, s: TigersState, side: int, movers: Sequence[int]) -> int:
    """Return the hexes with a friendly unit other than the movers, von der Heydte and the dump,
    TIA-ZOC-11."""
    d = derived(w, s)
    board = d.fighters[side]
    cell = s.where[movers[0]]
    if cell >= 0:
        for unit in d.stacks[cell]:
            if unit not in movers and w.side[unit] == side and w.fights[unit]:
                return board
        board &= ~(1 << cell)
    return board


def put(w: World, s: TigersState, unit: int, cell: int) -> None:
    """Move a unit to a hex, or off the map (cell < 0)."""
    d = s.follows or derived(w, s)
    old = s.where[unit]
    s.where[unit] = cell
    if unit == w.dump or old == cell:
        return
    side = w.side[unit]
    new = d.changed(side, d.fronts[side].moved(unit, cell) if w.has_zone[unit] else None)
    stacks = d.stacks.copy()
    fighters, combat = d.fighters[side], d.combat[side]
    if old >= 0:
        left = [u for u in stacks[old] if u != unit]
        fights = strong = 0
        if left:
            stacks[old] = left
            fights, strong = _present(w, left, side)
        else:
            del stacks[old]
        keep = ~(1 << old)
        fighters = fighters & keep | fights << old
        combat = combat & keep | strong << old
    if cell >= 0:
        here = stacks.get(cell)
        if here is None:
            stacks[cell] = [unit]
        else:
            here = stacks[cell] = here[:]
            insort(here, unit)
        fighters |= w.fights[unit] << cell
        combat |= (w.fights[unit] and w.is_combat[unit]) << cell
    new.stacks = stacks
    met = d.met[side]
    if met is not None:
        if unit in met:
            met = [u for u in met if u != unit]
        if cell >= 0 and w.grid.near[cell] & fresh_divisions(w, s, 1 - side):
            met = sorted([*met, unit])
        new.met[side] = met
    if old < 0 or cell < 0:
        new.muster = {}
    if side == GERMAN:
        new.fighters, new.combat = (fighters, d.fighters[1]), (combat, d.combat[1])
    else:
        new.fighters, new.combat = (d.fighters[0], fighters), (d.combat[0], combat)
    s.follows = new


def set_flag(w: World, s: TigersState, unit: int, flag: int) -> None:
    """Set a flag. All Disruption goes through here, TIA-DIS-9; Disrupting a unit again changes nothing."""
    before = s.status[unit]
    s.status[unit] = before | flag
    if flag & ~before & DISRUPTED:
        _flipped(w, s, unit)


def clear_flag(w: World, s: TigersState, unit: int, flag: int) -> None:
    before = s.status[unit]
    s.status[unit] = before & ~flag
    if flag & before & DISRUPTED:
        _flipped(w, s, unit)


def _flipped(w: World, s: TigersState, unit: int) -> None:
    if w.has_zone[unit] and s.where[unit] >= 0:
        d = derived(w, s)
        side = w.side[unit]
        new = s.follows = d.changed(side, d.fronts[side].flipped())
        new.met[side] = d.met[side]
        new.supplied[side] = d.supplied[side]  # only enemy zones cut supply


def set_bridge(w: World, s: TigersState, river: int, kind: int, owner: int) -> None:
    stood = s.bridge[river] != NO_BRIDGE
    s.bridge[river] = kind
    s.bridge_owner[river] = owner
    if stood != (kind != NO_BRIDGE):
        d = derived(w, s)
        new = d.changed(GERMAN)
        new.fronts = (Front(d.fronts[GERMAN].at), Front(d.fronts[ALLIED].at))
        new.road_open = new.wet = new.dry = None
        new.fields = [{}, {}]
        new.away, new.sites = d.away, d.sites  # these do not depend on bridges
        s.follows = new


def hold(w: World, s: TigersState, cell: int, side: int) -> list[int]:
    """Give the hex to the side of a combat unit in it; return the bridges that change hands.

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
    """Return, by direction, the hexes from which a usable road crosses that side, TIA-ROAD-7.

    A bridge joins the roads cut at the Our and the Sauer, TIA-ROAD-6.
    """
    d = s.follows or derived(w, s)
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
    """Return, by direction, the hexes with an unbridged river on that side."""
    d = s.follows or derived(w, s)
    if d.wet is None:
        wet = list(w.river_dirs)
        for river in w.board.rivers:
            if s.bridge[river.index] != NO_BRIDGE:
                direction = w.grid.neighbours[river.a].index(river.b)
                wet[direction] &= ~(1 << river.a)
                wet[(direction + 3) % 6] &= ~(1 << river.b)
        d.wet = tuple(wet)
    return d.wet


def dry_sides(w: World, s: TigersState) -> tuple[int, ...]:
    """Return, by direction, the hexes without an unbridged river on that side."""
    d = derived(w, s)
    if d.dry is None:
        d.dry = tuple(w.grid.mask & ~wet for wet in wet_sides(w, s))
    return d.dry


def road_between(w: World, s: TigersState, cell: int, direction: int) -> bool:
    return bool(road_open(w, s)[direction] >> cell & 1)


def unbridged(w: World, s: TigersState, cell: int, direction: int) -> bool:
    """Is there an unbridged river on that side of the hex?"""
    river = w.board.river_at[cell][direction]
    return river >= 0 and s.bridge[river] == NO_BRIDGE


def fresh_divisions(w: World, s: TigersState, side: int) -> int:
    """Return the hexes with an UnDisrupted division of the side."""
    front = (s.follows or derived(w, s)).fronts[side]
    board = front.active
    if board is None:
        board = 0
        status, division = s.status, w.is_division
        for unit, cell in front.at.items():
            if division[unit] and not status[unit] & DISRUPTED:
                board |= 1 << cell
        front.active = board
    return board


def mustered(w: World, s: TigersState, question: Hashable, think: Callable[[], list[T]]) -> list[T]:
    """Cache as `recall` does, for lists of units that change only when a unit enters or leaves the map."""
    known = (s.follows or derived(w, s)).muster
    result: list[T] | None = known.get(question)
    if result is None:
        result = known[question] = think()
    return result


def movers_here(w: World, s: TigersState, side: int) -> list[int]:
    """Return the side's units on the map that can ever move."""
    return mustered(w, s, side, lambda: [u for u in w.of_side[side] if s.where[u] >= 0 and w.moves[u]])


def meeting(w: World, s: TigersState, side: int) -> list[int]:
    """Return the side's units beside an UnDisrupted enemy division."""
    d = s.follows or derived(w, s)
    units = d.met[side]
    if units is None:
        cells = w.grid.ring(fresh_divisions(w, s, 1 - side)) & d.fighters[side]
        units = d.met[side] = sorted([u for cell in bits(cells) for u in d.stacks[cell] if w.side[u] == side])
    return units
