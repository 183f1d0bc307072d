"""Checks of ground orders (OPS-ORD-2), on what the ordering side knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.tables import artillery
from ardennes.games.playsheet.rules.tables.artillery import INFANTRY_GUNS
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Refusal
from ardennes.kernel.names import between, hex_text
from ardennes.words import counted

ROLES = ("attack", "defence")
HALT, ATTACK = ON_CONTACT = ("halt", "attack")


# Units


def check_unit(w: World, s: PlaysheetState, side: int, name: str) -> Refusal | None:
    """Return why this unit cannot get an order of the side now; None if it can."""
    unit = w.by_id.get(name)
    if unit is None:
        return Refusal("OPS-ORD-2", f"{name!r} is not a unit.", "Write it like US-106-422.")
    if w.units[unit].side != side:
        return Refusal(
            "OPS-ORD-2", f"{w.name(unit)} is not a unit of the {terms.SIDES[side].capitalize()} side."
        )
    where, called = s.where[unit], w.name(unit)
    if where == state.DEAD:
        return Refusal("OPS-COMBAT-32", f"{called} is destroyed.")
    if where == state.EXITED:
        return Refusal("OPS-VIC-2", f"{called} has left the map and does not return.")
    if where < 0:
        if w.units[unit].arrives < 0:
            return Refusal(
                "OPS-DROP-1", f"{called} is not on the map yet.", "Drop it with transport serials."
            )
        return Refusal("OPS-UNIT-11", f"{called} has not arrived yet.")
    if surprised(w, s, unit):
        return Refusal("OPS-UNIT-10", f"{called} is surprised on 16 December: it gets no order and defends.")
    return None


def surprised(w: World, s: PlaysheetState, unit: int) -> bool:
    """Is the unit surprised, like the American front on 16 December? OPS-UNIT-10."""
    return s.turn == 0 and w.units[unit].surprised


def orderable(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the side's units that can get an order now."""
    return [unit for unit in w.of_side[side] if s.where[unit] >= 0 and not surprised(w, s, unit)]


def has_guns(w: World, unit: int) -> bool:
    """Does an infantry unit have guns, OPS-UNIT-5?"""
    u = w.units[unit]
    return u.combat and u.infantry and not u.tank and u.status >= w.limits.infantry_guns_status


# By order: what a refusal says that a unit cannot do.
TO_DO = {
    "ATTACK": "attack",
    "PREPARE": "prepare an attack",
    "SUPPORT": "support a battle",
    "INTERDICT": "interdict an area",
    "SUPPRESS": "suppress flak",
    "DEMOLISH": "blow up bridges or burn fuel dumps",
}


def check_combat(w: World, unit: int, what: str) -> Refusal | None:
    """Refuse an order that only combat units get."""
    if w.units[unit].combat:
        return None
    facts = f"{w.name(unit)} is not a combat unit and cannot {TO_DO[what]}."
    return Refusal("OPS-ORD-2", facts, "Give the order to a combat unit.")


def check_sp(w: World, s: PlaysheetState, unit: int, needed: int, what: str) -> Refusal | None:
    """Refuse an order that takes more supply points than the unit has, OPS-SUP-5, OPS-SUP-2."""
    if s.sp[unit] >= needed:
        return None
    rule = "OPS-SUP-5" if s.sp[unit] == 0 else "OPS-SUP-2"
    has = counted(s.sp[unit], "supply point") if s.sp[unit] else "no supply points"
    facts = f"{w.name(unit)} has {has}, and needs {needed} to {TO_DO[what]}."
    return Refusal(rule, facts, "Wait for the night's supply.")


def check_fighter(w: World, s: PlaysheetState, unit: int, what: str = "ATTACK") -> Refusal | None:
    """Return why a unit cannot attack, or prepare to, this turn; None if it can, OPS-ORD-2, OPS-FIGHT-2."""
    return check_combat(w, unit, what) or check_sp(w, s, unit, w.limits.attack_sp, what)


def check_hex(w: World, label: str) -> Refusal | None:
    return None if w.cell(label) is not None else routes.no_hex(w, label)


# Routes


def limit_of(w: World, s: PlaysheetState, unit: int, most: int, rule: str) -> tuple[int, str]:
    """Return the time a route may take, and the rule that sets it."""
    own = routes.time_limit(w, s, unit)
    return (own, "OPS-SUP-5") if own < most else (most, rule)


def walk_route(
    w: World, s: PlaysheetState, unit: int, mode: int, route: tuple[str, ...], most: int, rule: str
) -> routes.Walked | Refusal:
    """Follow the unit's route from its hex, in a mode that its class has, OPS-MOVE-8, OPS-UNIT-3."""
    if refused := routes.check_modes(w, unit, mode):
        return refused
    limit, rule = limit_of(w, s, unit, most, rule)
    return routes.walk(w, routes.plan_of(w, s, unit, mode), s.where[unit], route, limit, rule)


def check_stays(route: tuple[str, ...]) -> Refusal | None:
    if terms.EXIT not in route:
        return None
    return Refusal("OPS-VIC-2", "This order cannot leave the map.", "Leave it with the last step of a move.")


# The orders


def _move(w: World, s: PlaysheetState, unit: int, order: o.Move) -> Refusal | None:
    if order.mode not in terms.MODES:
        return Refusal("OPS-MOVE-3", f"{order.mode!r} is not a mode.", f"Modes: {', '.join(terms.MODES)}.")
    if not order.route:
        return Refusal("OPS-ORD-2", "A move needs a route of at least one hex.", "To stay, defend or rest.")
    if order.on_contact not in ON_CONTACT:
        facts = f"{order.on_contact!r} is not an action on contact."
        return Refusal("OPS-ORD-2", facts, f"Write {' or '.join(ON_CONTACT)}.")
    mode = terms.MODES.index(order.mode)
    if order.on_contact == ATTACK and not attacks_on_contact(w, unit, mode):
        facts = "Only combat units that move tactically can attack on contact."
        return Refusal("OPS-ORD-2", facts, "Halt on contact, or move tactically.")
    result = walk_route(w, s, unit, mode, order.route, terms.TURN, "OPS-MOVE-4")
    return result if isinstance(result, Refusal) else None


def attacks_on_contact(w: World, unit: int, mode: int) -> bool:
    return mode == terms.TACTICAL and w.units[unit].combat


def _prepare(w: World, s: PlaysheetState, unit: int, order: o.Prepare) -> Refusal | None:
    refused = check_fighter(w, s, unit, "PREPARE") or check_hex(w, order.target) or check_stays(order.route)
    if refused:
        return refused
    result = walk_route(w, s, unit, terms.TACTICAL, order.route, terms.HALF, "OPS-ORD-2")
    return result if isinstance(result, Refusal) else None


def _attack(w: World, s: PlaysheetState, unit: int, order: o.Attack) -> Refusal | None:
    refused = (
        check_fighter(w, s, unit) or check_hex(w, order.target) or check_stays(order.route + order.onward)
    )
    if refused:
        return refused
    result = walk_route(w, s, unit, terms.TACTICAL, order.route, terms.TURN, "OPS-MOVE-4")
    if isinstance(result, Refusal):
        return result
    return check_target(w, s, unit, result.end, order.target) or _onward(w, s, unit, order)


def check_target(w: World, s: PlaysheetState, unit: int, end: int, target: str) -> Refusal | None:
    """Return why a unit cannot attack this hex from the end of its route; None if it can, OPS-FIGHT-1."""
    cell = w.cell_of(target)
    if w.distance(end, cell) != 1:
        facts = (
            f"{w.name(unit)} would attack {w.hex_text(cell)} from {w.hex_text(end)}, which is not next to it."
        )
        return Refusal("OPS-FIGHT-1", facts, "Give it a route that ends next to the target.")
    side, row = w.units[unit].side, routes.row_of(w, s, unit, terms.TACTICAL)
    if not routes.can_attack_across(w, row, end, cell, routes.believed_blown(s, side)):
        facts = f"As far as you know, no bridge crosses the river {between(w, w.hexside(end, cell))}."
        cannot = f"{w.name(unit)} cannot cross without one."
        return Refusal("OPS-FIGHT-1", f"{facts} {cannot}", "Attack from another hex, or use a bridge.")
    return None


def _onward(w: World, s: PlaysheetState, unit: int, order: o.Attack) -> Refusal | None:
    """Check the route beyond the target; it may be as long as any other, OPS-FIGHT-7, OPS-COMBAT-28."""
    if not order.onward:
        return None
    if order.onward[0] != order.target:
        target, first = hex_text(w, order.target), hex_text(w, order.onward[0])
        facts = f"The onward route begins with {first}, not with the target {target}."
        return Refusal("OPS-ORD-2", facts, "Begin it with the target.")
    limit, rule = limit_of(w, s, unit, terms.TURN, "OPS-MOVE-4")
    start = w.cell_of(order.target)
    plan = routes.plan_of(w, s, unit, terms.TACTICAL)
    result = routes.walk(w, plan, start, order.onward[1:], limit, rule)
    return result if isinstance(result, Refusal) else None


def _support(w: World, s: PlaysheetState, unit: int, order: o.Support) -> Refusal | None:
    if refused := check_gunners(w, s, unit) or check_hex(w, order.target):
        return refused
    if order.role not in ROLES:
        facts = f"{order.role!r} is not a side of the battle."
        return Refusal("OPS-ORD-2", facts, f"Write {' or '.join(ROLES)}.")
    end = s.where[unit]
    if order.route:
        result = _guns_move(w, s, unit, order)
        if isinstance(result, Refusal):
            return result
        end = result.end
    cell = w.cell_of(order.target)
    km, most = w.km(end, cell), longest(w, unit)
    if km <= most:
        return None
    rule = "OPS-ARTY-1" if w.units[unit].gun != terms.NO_GUN else "OPS-UNIT-5"
    far = f"{w.hex_text(cell)} is {km} km from {w.hex_text(end)}"
    facts = f"{far}, but the guns of {w.name(unit)} reach {most} km."
    return Refusal(rule, facts, "Move the guns nearer to the attacked hex, or choose another.")


def check_gunners(w: World, s: PlaysheetState, unit: int) -> Refusal | None:
    """Refuse units that cannot support battles; artillery with supply points and infantry with guns can."""
    if w.units[unit].gun != terms.NO_GUN:
        return check_sp(w, s, unit, w.limits.support_sp, "SUPPORT")
    if has_guns(w, unit):
        return None
    rule = "OPS-UNIT-8" if w.units[unit].heavy_flak else "OPS-UNIT-5"
    return Refusal(rule, f"{w.name(unit)} has no guns to support a battle with.")


def longest(w: World, unit: int) -> int:
    """Return the longest range in km at which the unit's guns can support."""
    return artillery.reach(w.sheet, w.units[unit].gun or INFANTRY_GUNS)


def _guns_move(w: World, s: PlaysheetState, unit: int, order: o.Support) -> routes.Walked | Refusal:
    if w.units[unit].gun == terms.NO_GUN:
        return Refusal(
            "OPS-UNIT-5", "Infantry guns fire from their hex and cannot move first.", "Leave out the route."
        )
    if order.mode not in terms.MODES:
        return Refusal("OPS-MOVE-3", f"{order.mode!r} is not a mode.", f"Modes: {', '.join(terms.MODES)}.")
    mode = terms.MODES.index(order.mode)
    return check_stays(order.route) or walk_route(w, s, unit, mode, order.route, terms.HALF, "OPS-ORD-2")


def _fire(w: World, s: PlaysheetState, unit: int, order: o.Interdict | o.Suppress) -> Refusal | None:
    refused = _check_battery(w, s, unit, str(order.__struct_config__.tag).upper()) or check_hex(
        w, order.anchor
    )
    if refused:
        return refused
    cell = w.cell_of(order.anchor)
    km = min(w.km(s.where[unit], part) for part in w.area(cell))
    return artillery.check_interdict(w.sheet, w.units[unit].gun, km)


def _check_battery(w: World, s: PlaysheetState, unit: int, what: str) -> Refusal | None:
    if w.units[unit].gun == terms.NO_GUN:
        return Refusal("OPS-ARTY-6", f"{w.name(unit)} is not artillery and cannot {TO_DO[what]}.")
    return check_sp(w, s, unit, w.limits.fire_sp, what)


def shells_areas(w: World, s: PlaysheetState, unit: int) -> bool:
    """Can the unit interdict, or suppress flak, this turn? OPS-ARTY-6."""
    battery = _check_battery(w, s, unit, "INTERDICT") is None
    return battery and artillery.check_interdict(w.sheet, w.units[unit].gun, 0) is None


def _demolish(w: World, s: PlaysheetState, unit: int, order: o.Demolish) -> Refusal | None:
    if refused := check_combat(w, unit, "DEMOLISH"):
        return refused
    if order.what == terms.DUMP:
        return _burn(w, s, unit)
    result = _bridge_here(w, s, unit, order.what, "OPS-BRDG-2")
    if isinstance(result, Refusal):
        return result
    if routes.believed_blown(s, w.units[unit].side) >> result & 1:
        return Refusal("OPS-BRDG-2", f"As far as you know, the {w.bridge_text(order.what)} is already down.")
    return None


def _burn(w: World, s: PlaysheetState, unit: int) -> Refusal | None:
    cell = s.where[unit]
    if w.units[unit].side != terms.ALLIED:
        return Refusal("OPS-SUP-6", "Only Allied units burn fuel dumps.")
    if cell not in w.dumps:
        facts = f"{w.hex_text(cell)} has no fuel dump."
        return Refusal("OPS-SUP-6", facts, f"Fuel dumps: {w.hex_texts(w.dumps)}.")
    if dump_known(w, s, terms.ALLIED, w.dumps.index(cell)) != state.STANDS:
        return Refusal("OPS-SUP-6", f"The fuel dump {w.at_hex(cell)} is gone.")
    return None


def dump_known(w: World, s: PlaysheetState, side: int, dump: int) -> int:
    """Return the state of a dump as a side knows it.

    A side knows that it burned or took a dump. The Allies believe that dumps on their ground are there.
    """
    truth = s.dumps[dump]
    if side == terms.GERMAN:
        return state.TAKEN if truth == state.TAKEN else state.UNKNOWN
    if truth == state.BURNED:
        return state.BURNED
    held = routes.ground_of(s, terms.ALLIED) >> w.dumps[dump] & 1
    return state.STANDS if held else state.UNKNOWN


def _bridge(w: World, s: PlaysheetState, unit: int, order: o.Bridge) -> Refusal | None:
    if not w.units[unit].engineer:
        return Refusal("OPS-BRDG-3", f"{w.name(unit)} cannot build bridges.", "Order engineers to do it.")
    result = _bridge_here(w, s, unit, order.hexside, "OPS-BRDG-3")
    if isinstance(result, Refusal):
        return result
    if not routes.believed_blown(s, w.units[unit].side) >> result & 1:
        return Refusal("OPS-BRDG-3", f"As far as you know, the {w.bridge_text(order.hexside)} is intact.")
    return None


def _bridge_here(w: World, s: PlaysheetState, unit: int, hexside: str, rule: str) -> int | Refusal:
    """Return the bridge with this id if the unit is in one of its two hexes, else a refusal."""
    bridge = w.bridge_by_id.get(hexside)
    if bridge is None:
        facts = f"{hexside!r} is not a bridge: no road crosses a river there."
        return Refusal(rule, facts, "Write it as its two hexes, like 3108/3109.")
    if s.where[unit] not in w.bridges[bridge].ends:
        return Refusal(
            rule, f"{w.name(unit)} is not next to the {w.bridge_text(hexside)}.", "Move it there first."
        )
    return bridge


def bridges_here(w: World, s: PlaysheetState, unit: int, down: bool) -> list[str]:
    """Return the bridges of a unit's hex that its side believes intact, or down."""
    cell, blown = s.where[unit], routes.believed_blown(s, w.units[unit].side)
    here = {bridge for bridge in w.bridge_to[cell] if bridge >= 0}
    return [w.bridges[bridge].id for bridge in sorted(here) if bool(blown >> bridge & 1) == down]


def works(w: World, s: PlaysheetState, unit: int) -> Iterator[o.Demolish | o.Bridge]:
    """Yield the orders to blow up, burn or build that a unit can get in its hex."""
    name = w.units[unit].id
    if w.units[unit].combat:
        yield from (o.Demolish(name, bridge) for bridge in bridges_here(w, s, unit, down=False))
        if _burn(w, s, unit) is None:
            yield o.Demolish(name, terms.DUMP)
    if w.units[unit].engineer:
        yield from (o.Bridge(name, bridge) for bridge in bridges_here(w, s, unit, down=True))


def _always(w: World, s: PlaysheetState, unit: int, order: o.OfUnit) -> Refusal | None:
    return None


_CHECKS: dict[type[o.OfUnit], Callable[[World, PlaysheetState, int, Any], Refusal | None]] = {
    o.Move: _move,
    o.Prepare: _prepare,
    o.Attack: _attack,
    o.Defend: _always,
    o.Support: _support,
    o.Interdict: _fire,
    o.Suppress: _fire,
    o.Rest: _always,
    o.Demolish: _demolish,
    o.Bridge: _bridge,
}


def check_ground(w: World, s: PlaysheetState, side: int, order: o.GroundOrder) -> Refusal | None:
    """Return why a ground order may not be written; None if it may."""
    refused = check_unit(w, s, side, order.unit)
    return refused or _CHECKS[type(order)](w, s, w.by_id[order.unit], order)


# Attachments, OPS-UNIT-13


def divisions_for(w: World, unit: int) -> list[str]:
    """Return the divisions a unit can join; none if it has a division or needs none."""
    u = w.units[unit]
    if not u.combat or u.formation in w.divisions[u.side]:
        return []
    return [name for name, corps in w.divisions[u.side].items() if not u.corps or corps == u.corps]


def check_attach(w: World, s: PlaysheetState, side: int, order: o.Attach) -> Refusal | None:
    """Return why a unit cannot join a division; None if it can."""
    if refused := check_unit(w, s, side, order.unit):
        return refused
    unit = w.by_id[order.unit]
    if order.division in divisions_for(w, unit):
        return None
    u = w.units[unit]
    if not u.combat:
        facts = f"{w.name(unit)} is {'artillery' if u.gun else 'flak'} and joins no division."
        return Refusal("OPS-UNIT-13", facts)
    if u.formation in w.divisions[side]:
        return Refusal("OPS-UNIT-13", f"{w.name(unit)} already has a division.")
    able = divisions_for(w, unit)
    facts = f"{w.name(unit)} cannot join {order.division!r}."
    return Refusal("OPS-UNIT-13", facts, f"Write one of {', '.join(able)}." if able else "")
