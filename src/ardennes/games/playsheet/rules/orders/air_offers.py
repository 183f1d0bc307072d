"""Offers of air orders: the mission, its target, then squadrons by id (OPS-POOL, OPS-DROP)."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import air as a
from ardennes.games.playsheet.rules.orders.ground import ROLES
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.offers import Branch, Each, Offer, leads_to, of_kind

Make = Callable[[tuple[str, ...]], list[Offer]]  # the orders of a group of squadrons


class _Group:
    """Squadrons that can fly together: the free ones, and how many more of each pool may fly."""

    __slots__ = ("fit", "free", "room", "w")

    def __init__(
        self, w: World, s: PlaysheetState, side: int, kind: type[o.Fly], group: bool = False
    ) -> None:
        self.w = w
        self.fit = a.fit_for(w, s, side, kind)
        self.free = {q for q in self.fit if s.flights[q] is None}
        busy = a.flying(w, s, side)
        self.room = {pool: air_pools.may_fly(w, s, side, pool) - busy[pool] for pool in a.FLOWN_BY[kind]}

    @property
    def may_fly(self) -> bool:
        """Can any squadron fly? One that has a mission can get another."""
        return any(self.fits((q,)) for q in self.fit)

    @property
    def has_free(self) -> bool:
        return any(self.fits((q,)) for q in self.free)

    def fits(self, chosen: Sequence[int]) -> bool:
        """May all these fly? Only squadrons without a mission add to the number, OPS-WX-2."""
        wanted = Counter(self.w.squadrons[q].pool for q in chosen if q in self.free)
        return all(self.room[self.w.squadrons[q].pool] >= wanted[self.w.squadrons[q].pool] for q in chosen)

    def offers(self, make: Make, chosen: tuple[int, ...] = ()) -> list[Offer]:
        """Return the order for the chosen squadrons, and the later squadrons that can join them."""
        result: list[Offer] = []
        if chosen:
            result += make(tuple(self.w.squadrons[q].id for q in chosen))
        for squadron in self.fit:
            if (not chosen or squadron > chosen[-1]) and self.fits((*chosen, squadron)):
                result.append(self._more(make, (*chosen, squadron)))
        return result

    def _more(self, make: Make, chosen: tuple[int, ...]) -> Branch:
        names = tuple(self.w.squadrons[q].id for q in chosen)
        leads = leads_to(o.Fly, squadrons=names)
        return Branch(names[-1], lambda: self.offers(make, chosen), leads, aside=chosen[-1] not in self.free)


_Expand = Callable[[World, PlaysheetState, int, type[o.Fly], _Group], Sequence[Offer]]


def missions(w: World, s: PlaysheetState, side: int) -> Iterator[Branch]:
    """Yield the missions that squadrons of the side can fly this turn."""
    if w.is_night(s.turn):
        yield from _drop(w, s, side)
    elif w.shares[s.weather][side]:  # OPS-WX-2
        for kind, expand in _EXPAND.items():
            if kind is not o.Transport or side == ALLIED:
                yield of_kind(kind, functools.partial(_flown, w, s, side, kind, expand))


def _flown(w: World, s: PlaysheetState, side: int, kind: type[o.Fly], expand: _Expand) -> Sequence[Offer]:
    """Return targets for free squadrons; without a free one, set the choice to redirect others aside."""
    group = _Group(w, s, side, kind)
    if group.has_free:
        return expand(w, s, side, kind, group)
    return [Branch("again", lambda: expand(w, s, side, kind, group), aside=True)] if group.may_fly else []


def _at(key: str, field: str, value: object, expand: Callable[[], Sequence[Offer]]) -> Branch:
    return Branch(key, expand, lambda order: getattr(order, field, None) == value)


def _zones(w: World, s: PlaysheetState, side: int, kind: type[o.Fly], group: _Group) -> Sequence[Offer]:
    def zone(number: int) -> Branch:
        def make(names: tuple[str, ...]) -> list[Offer]:
            return [o.Cover(names, number) if kind is o.Cover else o.Reconnoitre(names, number)]

        return _at(f"zone {number}", "zone", number, lambda: group.offers(make))

    return [zone(number) for number in w.zones]


def _places(
    w: World, s: PlaysheetState, side: int, field: str, make: Callable[[str], Make], group: _Group
) -> Sequence[Offer]:
    """Return the hexes with reports as one branch, and all hexes as another."""

    def place(cell: int) -> Branch:
        label = w.label(cell)
        return _at(label, field, label, lambda: group.offers(make(label)))

    known = sorted({report.hex for report in s.reports if report.to == side})
    everywhere = Branch("anywhere", lambda: Each(w.hexes, place))
    if not known:
        return [everywhere]
    return [Branch("reported", lambda: [place(cell) for cell in known]), everywhere]


def _battles(w: World, s: PlaysheetState, side: int, kind: type[o.Fly], group: _Group) -> Sequence[Offer]:
    def make(label: str) -> Make:
        return lambda names: [o.CloseSupport(names, label, role) for role in ROLES]

    return _places(w, s, side, "target", make, group)


def _areas(w: World, s: PlaysheetState, side: int, kind: type[o.Fly], group: _Group) -> Sequence[Offer]:
    def make(label: str) -> Make:
        if kind is o.AirInterdict:
            return lambda names: [o.AirInterdict(names, label)]
        return lambda names: [o.AirSuppress(names, label)]

    return _places(w, s, side, "anchor", make, group)


# Transports


def _supplies(w: World, s: PlaysheetState, side: int, kind: type[o.Fly], group: _Group) -> Sequence[Offer]:
    """Return drops of supplies for units, OPS-DROP-2. Drops without units nearby are legal but wasted."""

    def place(cell: int) -> Branch:
        label = w.label(cell)

        def make(names: tuple[str, ...]) -> list[Offer]:
            near = [w.units[unit].id for unit in a.fed(w, s, cell)]
            return _fed_first(names, label, near, ())

        return _at(label, "target", label, lambda: group.offers(make))

    held = sorted({s.where[unit] for unit in w.of_side[side] if s.where[unit] >= 0})
    return [
        Branch("units", lambda: [place(cell) for cell in held]),
        Branch("anywhere", lambda: Each(w.hexes, place), aside=True),
    ]


def _fed_first(
    names: tuple[str, ...], target: str, near: Sequence[str], first: tuple[str, ...]
) -> list[Offer]:
    """Return the order, and the units that can be supplied first, one after another."""

    def more(unit: str) -> Branch:
        longer = (*first, unit)
        leads = leads_to(o.Transport, first=longer)
        return Branch(unit, lambda: _fed_first(names, target, near, longer), leads, aside=True)

    order = o.Transport(names, a.SUPPLIES, target, first)
    return [order, *(more(unit) for unit in near if unit not in first)]


def _drop(w: World, s: PlaysheetState, side: int) -> Iterator[Branch]:
    """Yield the German drop, OPS-DROP-1."""
    if a.check_drop_now(w, s, side) is not None:
        return
    needed = w.units[w.by_id[a.HEYDTE]].status
    group = _Group(w, s, GERMAN, o.Transport)
    if len(group.fit) < needed:
        return

    def place(cell: int) -> Branch:
        label = w.label(cell)

        def make(names: tuple[str, ...]) -> list[Offer]:
            return [o.Transport(names, a.HEYDTE, label)] if len(names) == needed else []

        return _at(label, "target", label, lambda: group.offers(make))

    def places() -> list[Offer]:
        free = [cell for cell in sorted(a.drop_zone(w)) if a.check_drop_hex(w, s, w.label(cell)) is None]
        return [place(cell) for cell in free]

    yield of_kind(o.Transport, places, aside=not group.has_free)


_EXPAND: dict[type[o.Fly], _Expand] = {
    o.Cover: _zones,
    o.Reconnoitre: _zones,
    o.CloseSupport: _battles,
    o.AirInterdict: _areas,
    o.AirSuppress: _areas,
    o.Transport: _supplies,
}
