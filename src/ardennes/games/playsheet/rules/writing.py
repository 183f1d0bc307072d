"""The order sheet of a side: what may be written, struck and handed in (OPS-ORD-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.air_orders import carries_group, check_air
from ardennes.games.playsheet.rules.corps import formation_of, formations
from ardennes.games.playsheet.rules.events import Sealed, Struck, Wrote
from ardennes.games.playsheet.rules.ground_orders import check_attach, check_ground
from ardennes.games.playsheet.rules.state import GROUPS, PlaysheetState, SupplyOrder
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.contract import Event, Order, Refusal


def check(w: World, s: PlaysheetState, side: int, order: Order) -> Refusal | None:
    """Why an order may not be written now; the others stand, OPS-ORD-3. The order is tidy."""
    if s.over:
        return Refusal("OPS-VIC-1", "The game is over.")
    if s.sealed[side]:
        facts = f"The {SIDES[side]} orders for {w.turn_name(s.turn)} are sealed."
        return Refusal("OPS-ORD-3", facts, "The turn is resolved when the other side has sealed its own.")
    if isinstance(order, o.GroundOrder):
        return check_ground(w, s, side, order)
    if isinstance(order, o.AirOrder):
        return check_air(w, s, side, order)
    match order:
        case o.Attach():
            return check_attach(w, s, side, order)
        case o.TakeBack():
            return _check_take_back(w, s, side, order)
        case o.Copy():
            return _check_copy(w, s, side, order)
        case o.Priority():
            return _check_priority(w, s, side, order)
    return None


# Taking back


def _check_take_back(w: World, s: PlaysheetState, side: int, order: o.TakeBack) -> Refusal | None:
    if not order.units and not order.squadrons:
        return Refusal("OPS-ORD-3", "Nothing is named to be taken back.", "Name units or squadrons.")
    for names in (order.units, order.squadrons):
        if len(set(names)) < len(names):
            return Refusal("OPS-ORD-3", "A unit or squadron is named twice.")
    if order.attachment and order.squadrons:
        return Refusal("OPS-ORD-3", "Squadrons have no attachments.", "Take their missions back by itself.")
    written = set(attached_units(w, s, side) if order.attachment else ordered_units(w, s, side))
    for name in order.units:
        if w.by_id.get(name) not in written:
            what = "attachment" if order.attachment else "order"
            return Refusal("OPS-ORD-3", f"There is no {what} for {name!r} on your sheet.")
    flying = set(ordered_squadrons(w, s, side))
    for name in order.squadrons:
        if w.squadron_by_id.get(name) not in flying:
            return Refusal("OPS-ORD-3", f"There is no mission for {name!r} on your sheet.")
    return None


def ordered_units(w: World, s: PlaysheetState, side: int) -> list[int]:
    """The side's units with an order on the sheet."""
    return [unit for unit in w.of_side[side] if s.sheet[unit] is not None]


def attached_units(w: World, s: PlaysheetState, side: int) -> list[int]:
    """The side's units with an ATTACH on the sheet."""
    return [unit for unit in w.of_side[side] if s.joining[unit]]


def ordered_squadrons(w: World, s: PlaysheetState, side: int) -> list[int]:
    """The side's squadrons with a mission on the sheet."""
    return [squadron for squadron in w.squadrons_of[side] if s.flights[squadron] is not None]


# Copying, and the order of supply


def _check_copy(w: World, s: PlaysheetState, side: int, order: o.Copy) -> Refusal | None:
    known = [formation.id for formation in formations(w, side)]
    if order.of and order.of not in known:
        facts = f"The {SIDES[side]} side has no formation {order.of!r} whose orders could be copied."
        return Refusal("OPS-ORD-1", facts, f"It has {', '.join(known)}.")
    return None if copied(w, s, side, order.of) else Refusal("OPS-ORD-1", "Nothing can be written again.")


def copied(w: World, s: PlaysheetState, side: int, of: str = "") -> list[o.GroundOrder | o.AirOrder]:
    """Last turn's orders that may be written again beside what is on the sheet, in the order of writing.

    `of`: only those of one formation. Ground orders do not touch each other and missions are one formation's,
    so a part is copied as it would be with the rest.
    """
    return [order for order in _all_copied(w, s, side) if not of or formation_of(w, s, order) == of]


def _all_copied(w: World, s: PlaysheetState, side: int) -> list[o.GroundOrder | o.AirOrder]:
    found: list[o.GroundOrder | o.AirOrder] = []
    for unit in w.of_side[side]:
        old = s.last_sheet[unit]
        if old is not None and s.sheet[unit] is None and check_ground(w, s, side, old) is None:
            found.append(old)
    trial = s.clone()
    missions = dict.fromkeys(s.last_flights[q] for q in w.squadrons_of[side])
    for mission in missions:
        if mission is None or any(
            s.flights[w.squadron_by_id[name]] is not None for name in mission.squadrons
        ):
            continue
        if check_air(w, trial, side, mission) is None:
            _fly(w, trial, mission)
            found.append(mission)
    return found


def _check_priority(w: World, s: PlaysheetState, side: int, order: o.Priority) -> Refusal | None:
    """OPS-SUP-4."""
    if sorted(order.groups) != sorted(GROUPS):
        facts = f"The order of supply names the groups {', '.join(GROUPS)}, each once."
        return Refusal("OPS-SUP-4", facts)
    if len(set(order.first)) < len(order.first):
        return Refusal("OPS-SUP-4", "A unit is named twice among those supplied first.")
    for name in order.first:
        unit = w.by_id.get(name)
        if unit is None or w.units[unit].side != side:
            return Refusal("OPS-SUP-4", f"{name!r} is no unit of the {SIDES[side]} side.")
        if s.where[unit] < 0:
            return Refusal("OPS-SUP-4", f"{name} is not on the map.")
    return None


# Writing


def apply(w: World, s: PlaysheetState, side: int, order: Order, events: list[Event]) -> None:
    """Write what `check` has accepted. Sealing and resigning are the game's."""
    if isinstance(order, o.GroundOrder | o.AirOrder):
        _write(w, s, side, order, events)
    match order:
        case o.Attach():
            s.joining[w.by_id[order.unit]] = order.division
            events.append(Wrote(side, WORDING.write(order)))
        case o.Copy():
            for old in copied(w, s, side, order.of):
                _write(w, s, side, old, events)
        case o.Priority():
            s.supply_order[side] = SupplyOrder(order.groups, tuple(w.by_id[name] for name in order.first))
            events.append(Wrote(side, WORDING.write(order)))
        case o.TakeBack():
            _take_back(w, s, side, order, events)


def _write(
    w: World, s: PlaysheetState, side: int, order: o.GroundOrder | o.AirOrder, events: list[Event]
) -> None:
    if isinstance(order, o.Fly):
        _fly(w, s, order)
    else:
        s.sheet[w.by_id[order.unit]] = order
    events.append(Wrote(side, WORDING.write(order)))


def _fly(w: World, s: PlaysheetState, order: o.AirOrder) -> None:
    squadrons = [w.squadron_by_id[name] for name in order.squadrons]
    _ground(w, s, squadrons)
    for squadron in squadrons:
        s.flights[squadron] = order


def _ground(w: World, s: PlaysheetState, squadrons: Iterable[int]) -> list[o.AirOrder]:
    """Take squadrons off their missions; those left fly on, but the German drop flies whole or not at all."""
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


def _take_back(w: World, s: PlaysheetState, side: int, order: o.TakeBack, events: list[Event]) -> None:
    struck: Sequence[str] = (*order.units, *order.squadrons)
    for name in order.units:
        if order.attachment:
            s.joining[w.by_id[name]] = ""
        else:
            s.sheet[w.by_id[name]] = None
    _ground(w, s, [w.squadron_by_id[name] for name in order.squadrons])
    what = "attachment of " if order.attachment else ""
    events.append(Struck(side, what + ", ".join(struck)))


def seal(s: PlaysheetState, side: int, events: list[Event]) -> bool:
    """Hand the sheet in; are both in now?"""
    s.sealed[side] = True
    events.append(Sealed(SIDES[side]))
    return all(s.sealed)
