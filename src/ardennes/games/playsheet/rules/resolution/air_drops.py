"""AIR_DROP: the German airborne group and the Allied air supply (OPS-DROP)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model.events import Delivered, DropSeen, Landed, Stepped
from ardennes.games.playsheet.rules.model.orders import Transport
from ardennes.games.playsheet.rules.model.state import DEAD, NOT_YET
from ardennes.games.playsheet.rules.orders.air import HEYDTE, fed
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.names import squadron_name
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, TRANSPORT


def run(turn: Turn) -> None:
    """Resolve all transports, by serial id."""
    w = turn.w
    groups: dict[Transport, list[int]] = {}
    for squadron, order in enumerate(turn.s.flights):  # including those shot down
        if isinstance(order, Transport) and w.squadrons[squadron].pool == TRANSPORT:
            groups.setdefault(order, []).append(squadron)
    for order, serials in groups.items():
        if order.load == HEYDTE:
            _group(turn, order, serials)
        else:
            _supplies(turn, order, serials)


def _whole(turn: Turn, serial: int) -> bool:
    """Did a serial bring its load past fighters and flak? OPS-DROP-3."""
    return turn.flights[serial] is not None and not turn.tolls[serial].losses


# The German drop


def _group(turn: Turn, order: Transport, serials: list[int]) -> None:
    """Land the German group: each serial carries one status point, which lands or is lost, OPS-DROP-1."""
    w, s, unit = turn.w, turn.s, turn.w.by_id[HEYDTE]
    if s.where[unit] != NOT_YET:
        return
    points = 0
    for serial in serials:
        if _whole(turn, serial):
            name = w.squadrons[serial].id
            die = turn.roll(f"landing of {name}", "OPS-DROP-1", f"landing of {squadron_name(name)}")
            points += die <= w.limits.drop_lands
    aimed = w.cell_of(order.target)
    landing = _landing(turn, unit, aimed)
    _seen(turn, ALLIED, aimed if landing < 0 else landing)
    s.status[unit] = points
    if not points or landing < 0:
        s.status[unit] = 0
        turn.put(unit, DEAD)
        turn.events.append(Landed(GERMAN, order.target, 0))
        return
    s.sp[unit] = w.limits.drop_sp
    turn.put(unit, landing)
    turn.events.append(Landed(GERMAN, w.label(landing), points))
    turn.events.append(Stepped(GERMAN, HEYDTE, w.label(landing), 0, "drop"))
    reports.enter(turn, unit, landing)
    if _witnesses(turn, ALLIED, landing):
        reports.report(turn, ALLIED, unit, reports.CONTACT, type=False, size=False)


def _landing(turn: Turn, unit: int, aimed: int) -> int:
    """Return the target hex, or the next one without Allied units; -1 if there is none."""
    for cell in (aimed, *sorted(turn.w.near[aimed])):
        if not turn.holds(cell, ALLIED) and turn.has_room(cell, unit):
            return cell
    return -1


# Air supply


def _supplies(turn: Turn, order: Transport, serials: list[int]) -> None:
    """Supply the units in and next to the hex, in the owner's order, OPS-DROP-2."""
    w, s, limits = turn.w, turn.s, turn.w.limits
    target = w.cell_of(order.target)
    brought = left = limits.air_supply_sp * sum(_whole(turn, serial) for serial in serials)
    first = [w.by_id[name] for name in order.first]
    near = fed(w, s, target)
    drawn = []
    for unit in (*(u for u in first if u in near), *(u for u in near if u not in first)):
        share = min(left, limits.sp_limit - s.sp[unit])
        if share > 0:
            s.sp[unit] += share
            left -= share
            drawn.append((w.units[unit].id, share))
    turn.events.append(Delivered(ALLIED, order.target, brought, tuple(drawn)))
    if any(turn.flights[serial] is not None for serial in serials):
        _seen(turn, GERMAN, target)


def _witnesses(turn: Turn, side: int, cell: int) -> bool:
    """Does the side have a unit near enough to see a drop?"""
    reach = turn.w.limits.drop_seen_km
    return any(
        turn.s.where[u] >= 0 and turn.w.km(turn.s.where[u], cell) <= reach for u in turn.w.of_side[side]
    )


def _seen(turn: Turn, side: int, cell: int) -> None:
    """Report a drop to the enemy if a unit of theirs is within 2 km (OPS section 5, AIR_DROP)."""
    if _witnesses(turn, side, cell):
        turn.events.append(DropSeen(side, turn.w.label(cell)))
