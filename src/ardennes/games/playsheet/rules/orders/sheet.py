"""Keeping the sheet: attaching, taking back, copying last turn's orders, the order of supply (OPS-ORD-3)."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import GROUPS, PlaysheetState
from ardennes.games.playsheet.rules.orders.air import carries_group, check_air
from ardennes.games.playsheet.rules.orders.corps import formation_of, formations
from ardennes.games.playsheet.rules.orders.ground import check_ground, divisions_for, surprised
from ardennes.games.playsheet.schema.names import squadron_name
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import Branch, Offer, leads_to, of_kind
from ardennes.words import listed

Names = tuple[str, ...]


def sheet_keeping(w: World, s: PlaysheetState, side: int) -> Iterator[Branch]:
    """Yield what can be done to the sheet itself; random players find attachments but not the rest."""
    able = [unit for unit in attachable(w, side) if s.where[unit] >= 0 and not surprised(w, s, unit)]
    if able:
        done = all(s.joining[unit] for unit in able)
        yield of_kind(o.Attach, lambda: [_attach(w, s, unit) for unit in able], aside=done)
    yield of_kind(o.TakeBack, lambda: _take_back(w, s, side), aside=True)
    yield of_kind(o.Copy, lambda: _copies(w, s, side), aside=True)
    yield of_kind(o.Priority, lambda: _priority(w, s, side), aside=True)
    yield of_kind(o.Resign, lambda: [o.Resign()], aside=True)


# Attachments


@functools.lru_cache(maxsize=64)
def attachable(w: World, side: int) -> tuple[int, ...]:
    """Return the units of a side that have no division and can join one, OPS-UNIT-13."""
    return tuple(unit for unit in w.of_side[side] if divisions_for(w, unit))


def _attach(w: World, s: PlaysheetState, unit: int) -> Branch:
    name = w.units[unit].id

    def expand() -> list[Offer]:
        return [o.Attach(name, division) for division in divisions_for(w, unit)]

    return Branch(name, expand, leads_to(o.Attach, unit=name), aside=bool(s.joining[unit]))


# What is on the sheet


def ordered_units(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the side's units with an order on the sheet."""
    return [unit for unit in w.of_side[side] if s.sheet[unit] is not None]


def attached_units(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the side's units with an ATTACH on the sheet."""
    return [unit for unit in w.of_side[side] if s.joining[unit]]


def ordered_squadrons(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the side's squadrons with a mission on the sheet."""
    return [squadron for squadron in w.squadrons_of[side] if s.flights[squadron] is not None]


def write_mission(w: World, s: PlaysheetState, order: o.AirOrder) -> None:
    squadrons = [w.squadron_by_id[name] for name in order.squadrons]
    ground(w, s, squadrons)
    for squadron in squadrons:
        s.flights[squadron] = order


def ground(w: World, s: PlaysheetState, squadrons: Iterable[int]) -> list[o.AirOrder]:
    """Take squadrons off their missions and return these; the German drop is cancelled as a whole."""
    changed = []
    for squadron in squadrons:
        old = s.flights[squadron]
        if old is None:
            continue
        left = tuple(name for name in old.squadrons if name != w.squadrons[squadron].id)
        new = None if carries_group(old) or not left else msgspec.structs.replace(old, squadrons=left)
        for name in left:
            s.flights[w.squadron_by_id[name]] = new
        s.flights[squadron] = None
        changed.append(old)
    return changed


# Taking back


def check_take_back(w: World, s: PlaysheetState, side: int, order: o.TakeBack) -> Refusal | None:
    """Return why these orders cannot be cancelled; None if they can."""
    if not order.units and not order.squadrons:
        return Refusal("OPS-ORD-3", "This cancels nothing.", "Name units or squadrons.")
    for names in (order.units, order.squadrons):
        if len(set(names)) < len(names):
            return Refusal("OPS-ORD-3", "A unit or squadron is named twice.", "Name it once.")
    if order.attachment and order.squadrons:
        return Refusal("OPS-ORD-3", "Squadrons have no attachments.", "Cancel their missions separately.")
    written = set(attached_units(w, s, side) if order.attachment else ordered_units(w, s, side))
    for name in order.units:
        if w.by_id.get(name) not in written:
            what = "attachment" if order.attachment else "order"
            return Refusal("OPS-ORD-3", f"Your sheet has no {what} for {w.name_of(name)}.")
    flying = set(ordered_squadrons(w, s, side))
    for name in order.squadrons:
        if w.squadron_by_id.get(name) not in flying:
            called = squadron_name(name) if name in w.squadron_by_id else repr(name)
            return Refusal("OPS-ORD-3", f"Your sheet has no mission for {called}.")
    return None


def _take_back(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    orders = [w.units[unit].id for unit in ordered_units(w, s, side)]
    joining = [w.units[unit].id for unit in attached_units(w, s, side)]
    flying = [w.squadrons[squadron].id for squadron in ordered_squadrons(w, s, side)]
    result = _struck(orders, flying, False)
    return [
        Branch(
            "orders", lambda: result, lambda order: isinstance(order, o.TakeBack) and not order.attachment
        ),
        Branch(
            "attachments",
            lambda: _struck(joining, (), True),
            lambda order: isinstance(order, o.TakeBack) and order.attachment,
        ),
    ]


def _struck(
    units: Sequence[str], squadrons: Sequence[str], attachment: bool, these: Names = (), those: Names = ()
) -> list[Offer]:
    """Return the order so far, and what else it can cancel: units by id, then squadrons by id."""

    def more(left: Sequence[str], flying: Sequence[str], these: Names, those: Names) -> Branch:
        def leads(order: Order) -> bool:
            assert isinstance(order, o.TakeBack)  # the branch above this one leads to no other kind
            if those:
                return order.units == these and order.squadrons[: len(those)] == those
            return order.units[: len(these)] == these

        name = those[-1] if those else these[-1]
        return Branch(name, lambda: _struck(left, flying, attachment, these, those), leads)

    result: list[Offer] = [o.TakeBack(these, those, attachment)] if these or those else []
    for at, name in enumerate(units):
        result.append(more(units[at + 1 :], squadrons, (*these, name), those))
    for at, name in enumerate(squadrons):
        result.append(more((), squadrons[at + 1 :], these, (*those, name)))
    return result


# Copying


def check_copy(w: World, s: PlaysheetState, side: int, order: o.Copy) -> Refusal | None:
    """Return why last turn's orders cannot be repeated; None if some can."""
    known = [formation.id for formation in formations(w, side)]
    if order.of and order.of not in known:
        facts = f"{order.of!r} is not a formation of the {SIDES[side].capitalize()} side."
        return Refusal("OPS-ORD-1", facts, f"Write one of {', '.join(known)}.")
    if copied(w, s, side, order.of):
        return None
    return Refusal("OPS-ORD-1", "None of last turn's orders can be repeated.", "Write new orders.")


def copied(w: World, s: PlaysheetState, side: int, of: str = "") -> list[o.GroundOrder | o.AirOrder]:
    """Return last turn's orders that can be repeated in addition to the orders on the sheet.

    `of`: only those of one formation. Ground orders do not depend on each other and missions belong to one
    formation, so the result for a part is the same as with the rest.
    """
    return [order for order in _all_copied(w, s, side) if not of or formation_of(w, s, order) == of]


def _all_copied(w: World, s: PlaysheetState, side: int) -> list[o.GroundOrder | o.AirOrder]:
    result: list[o.GroundOrder | o.AirOrder] = []
    for unit in w.of_side[side]:
        old = s.last_sheet[unit]
        if old is not None and s.sheet[unit] is None and check_ground(w, s, side, old) is None:
            result.append(old)
    trial = s.clone()
    missions = dict.fromkeys(s.last_flights[q] for q in w.squadrons_of[side])
    for mission in missions:
        if mission is None or any(
            s.flights[w.squadron_by_id[name]] is not None for name in mission.squadrons
        ):
            continue
        if check_air(w, trial, side, mission) is None:
            write_mission(w, trial, mission)
            result.append(mission)
    return result


def _copies(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    """Return the orders to repeat the whole sheet of last turn, or its part for one formation."""
    again = {formation_of(w, s, order) for order in copied(w, s, side)}
    parts = [o.Copy(formation.id) for formation in formations(w, side) if formation.id in again]
    return [o.Copy(), *parts] if parts else []


# The order of supply


def check_priority(w: World, s: PlaysheetState, side: int, order: o.Priority) -> Refusal | None:
    """Return why this cannot be the order of supply; None if it can, OPS-SUP-4."""
    if sorted(order.groups) != sorted(GROUPS):
        facts = "The order of supply must name every group once."
        return Refusal("OPS-SUP-4", facts, f"Name {listed(GROUPS)}.")
    if len(set(order.first)) < len(order.first):
        return Refusal("OPS-SUP-4", "A unit is named twice among those supplied first.", "Name it once.")
    for name in order.first:
        unit = w.by_id.get(name)
        if unit is None or w.units[unit].side != side:
            return Refusal(
                "OPS-SUP-4", f"{w.name_of(name)} is not a unit of the {SIDES[side].capitalize()} side."
            )
        if s.where[unit] < 0:
            return Refusal("OPS-SUP-4", f"{w.name_of(name)} is not on the map.")
    return None


def _priority(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    units = [w.units[unit].id for unit in w.of_side[side] if s.where[unit] >= 0]
    return [_groups(groups, units) for groups in itertools.permutations(GROUPS)]


def _groups(groups: tuple[str, ...], units: Sequence[str]) -> Branch:
    def leads(order: Order) -> bool:
        return isinstance(order, o.Priority) and order.groups == groups

    return Branch(" ".join(groups), lambda: _first(groups, units, ()), leads)


def _first(groups: tuple[str, ...], units: Sequence[str], first: tuple[str, ...]) -> list[Offer]:
    """Return the order so far, and the units that can be named next."""

    def more(unit: str) -> Branch:
        longer = (*first, unit)
        return Branch(unit, lambda: _first(groups, units, longer), leads_to(o.Priority, first=longer))

    return [o.Priority(groups, first), *(more(unit) for unit in units if unit not in first)]
