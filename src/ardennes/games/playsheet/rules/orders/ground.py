"""May this ground order be written? (OPS-ORD-2). Answers come from what the ordering side knows."""

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

ROLES = ("attack", "defence")
HALT, ATTACK = ON_CONTACT = ("halt", "attack")


# Who may be given orders


def check_unit(w: World, s: PlaysheetState, side: int, name: str) -> Refusal | None:
    """Is this a unit of the side's that may be given an order now?"""
    unit = w.by_id.get(name)
    if unit is None:
        return Refusal("OPS-ORD-2", f"There is no unit {name!r}.", "Unit ids are like US-106-422.")
    if w.units[unit].side != side:
        return Refusal("OPS-ORD-2", f"{name} is not a unit of the {terms.SIDES[side]} side.")
    where = s.where[unit]
    if where == state.DEAD:
        return Refusal("OPS-COMBAT-32", f"{name} is destroyed.")
    if where == state.EXITED:
        return Refusal("OPS-VIC-2", f"{name} has left the map and does not return.")
    if where < 0:
        if w.units[unit].arrives < 0:
            return Refusal("OPS-DROP-1", f"{name} waits at its airfields; transport serials drop it.")
        return Refusal("OPS-UNIT-11", f"{name} has not arrived yet.")
    if surprised(w, s, unit):
        return Refusal("OPS-UNIT-10", f"{name} is surprised: it gets no order in 16D and defends.")
    return None


def surprised(w: World, s: PlaysheetState, unit: int) -> bool:
    """The American front of 16 December, OPS-UNIT-10."""
    return s.turn == 0 and w.units[unit].surprised


def orderable(w: World, s: PlaysheetState, side: int) -> list[int]:
    """The side's units that may be given an order now."""
    return [unit for unit in w.of_side[side] if s.where[unit] >= 0 and not surprised(w, s, unit)]


def has_guns(w: World, unit: int) -> bool:
    """Infantry with guns of its own, OPS-UNIT-5."""
    u = w.units[unit]
    return u.combat and u.infantry and not u.tank and u.status >= w.limits.infantry_guns_status


def check_combat(w: World, unit: int, what: str) -> Refusal | None:
    if w.units[unit].combat:
        return None
    return Refusal("OPS-ORD-2", f"{what} is for combat units, and {w.units[unit].id} is none.")


def check_sp(w: World, s: PlaysheetState, unit: int, needed: int, what: str) -> Refusal | None:
    """OPS-SUP-5 for a unit with nothing left, OPS-SUP-2 for one that has too little."""
    if s.sp[unit] >= needed:
        return None
    rule = "OPS-SUP-5" if s.sp[unit] == 0 else "OPS-SUP-2"
    costs = "OPS-FIGHT-2" if what in ("ATTACK", "PREPARE") else "OPS-SUP-2"
    return Refusal(rule, f"{w.units[unit].id} has {s.sp[unit]} SP, and {what} needs {needed} ({costs}).")


def check_fighter(w: World, s: PlaysheetState, unit: int, what: str = "ATTACK") -> Refusal | None:
    """Can a unit attack anything this turn, or prepare to? OPS-ORD-2, OPS-FIGHT-2."""
    return check_combat(w, unit, what) or check_sp(w, s, unit, w.limits.attack_sp, what)


def check_hex(w: World, label: str) -> Refusal | None:
    return None if w.cell(label) is not None else routes.no_hex(w, label)


# Routes


def limit_of(w: World, s: PlaysheetState, unit: int, most: int, rule: str) -> tuple[int, str]:
    """The time a route may take, and the rule that says so."""
    own = routes.time_limit(w, s, unit)
    return (own, "OPS-SUP-5") if own < most else (most, rule)


def walk_route(
    w: World, s: PlaysheetState, unit: int, mode: int, route: tuple[str, ...], most: int, rule: str
) -> routes.Walked | Refusal:
    """The unit's route from where it stands, in a mode its class has, OPS-MOVE-8, OPS-UNIT-3."""
    if refused := routes.check_modes(w, unit, mode):
        return refused
    limit, rule = limit_of(w, s, unit, most, rule)
    return routes.walk(w, routes.plan_of(w, s, unit, mode), s.where[unit], route, limit, rule)


def check_stays(route: tuple[str, ...]) -> Refusal | None:
    if terms.EXIT not in route:
        return None
    return Refusal("OPS-VIC-2", "A unit leaves the map by the last step of a MOVE, not by this order.")


# The orders


def _move(w: World, s: PlaysheetState, unit: int, order: o.Move) -> Refusal | None:
    if order.mode not in terms.MODES:
        return Refusal("OPS-MOVE-3", f"There is no mode {order.mode!r}.", f"Modes: {', '.join(terms.MODES)}.")
    if not order.route:
        return Refusal("OPS-ORD-2", "A MOVE has a route of at least one hex.", "To stay, use DEFEND or REST.")
    if order.on_contact not in ON_CONTACT:
        facts = f"On contact a unit does not {order.on_contact!r}."
        return Refusal("OPS-ORD-2", facts, f"Say {' or '.join(ON_CONTACT)}.")
    mode = terms.MODES.index(order.mode)
    if order.on_contact == ATTACK and not attacks_on_contact(w, unit, mode):
        facts = "Only combat units that move tactically attack on contact."
        return Refusal("OPS-ORD-2", facts, "Say halt, or move tactically.")
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
    """May it attack this hex from where its route ends? OPS-FIGHT-1."""
    cell = w.cell_of(target)
    if w.distance(end, cell) != 1:
        facts = f"{w.units[unit].id} would attack {target} from {w.label(end)}, which is not next to it."
        return Refusal("OPS-FIGHT-1", facts, f"Give it a route that ends next to {target}.")
    side, row = w.units[unit].side, routes.row_of(w, s, unit, terms.TACTICAL)
    if not routes.can_attack_across(w, row, end, cell, routes.believed_blown(s, side)):
        facts = f"Between {w.label(end)} and {target} is a river without a bridge as far as you know,"
        return Refusal("OPS-FIGHT-1", f"{facts} and {w.units[unit].id} cannot cross one.", "Use a bridge.")
    return None


def _onward(w: World, s: PlaysheetState, unit: int, order: o.Attack) -> Refusal | None:
    """The way beyond the target: as long as any route, the clock ends it, OPS-FIGHT-7, OPS-COMBAT-28."""
    if not order.onward:
        return None
    if order.onward[0] != order.target:
        facts = f"The onward route begins with the target hex {order.target}, not with {order.onward[0]}."
        return Refusal("OPS-ORD-2", facts)
    limit, rule = limit_of(w, s, unit, terms.TURN, "OPS-MOVE-4")
    start = w.cell_of(order.target)
    plan = routes.plan_of(w, s, unit, terms.TACTICAL)
    result = routes.walk(w, plan, start, order.onward[1:], limit, rule)
    return result if isinstance(result, Refusal) else None


def _support(w: World, s: PlaysheetState, unit: int, order: o.Support) -> Refusal | None:
    if refused := check_gunners(w, s, unit) or check_hex(w, order.target):
        return refused
    if order.role not in ROLES:
        return Refusal("OPS-ORD-2", f"There is no role {order.role!r}.", f"Say {' or '.join(ROLES)}.")
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
    facts = f"{order.target} is {km} km from {w.label(end)}, and {w.units[unit].id} reaches {most} km."
    return Refusal(rule, facts, "It counts to the hex attacked (OPS-ARTY-4).")


def check_gunners(w: World, s: PlaysheetState, unit: int) -> Refusal | None:
    """Who can support battles: artillery with SP, and infantry with guns of its own."""
    if w.units[unit].gun != terms.NO_GUN:
        return check_sp(w, s, unit, w.limits.support_sp, "SUPPORT")
    if has_guns(w, unit):
        return None
    rule = "OPS-UNIT-8" if w.units[unit].heavy_flak else "OPS-UNIT-5"
    return Refusal(rule, f"{w.units[unit].id} has no guns to support a battle with.")


def longest(w: World, unit: int) -> int:
    """The longest range in km at which the unit's guns support."""
    return artillery.reach(w.sheet, w.units[unit].gun or INFANTRY_GUNS)


def _guns_move(w: World, s: PlaysheetState, unit: int, order: o.Support) -> routes.Walked | Refusal:
    if w.units[unit].gun == terms.NO_GUN:
        return Refusal("OPS-UNIT-5", "Infantry supports with its guns from where it stands, without a route.")
    if order.mode not in terms.MODES:
        return Refusal("OPS-MOVE-3", f"There is no mode {order.mode!r}.", f"Modes: {', '.join(terms.MODES)}.")
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
        return Refusal("OPS-ARTY-6", f"{what} is for artillery, and {w.units[unit].id} is none.")
    return check_sp(w, s, unit, w.limits.fire_sp, what)


def shells_areas(w: World, s: PlaysheetState, unit: int) -> bool:
    """Can a unit interdict or suppress flak in some area this turn? OPS-ARTY-6."""
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
        return Refusal("OPS-BRDG-2", f"The bridge {order.what} is down already as far as you know.")
    return None


def _burn(w: World, s: PlaysheetState, unit: int) -> Refusal | None:
    cell = s.where[unit]
    if w.units[unit].side != terms.ALLIED:
        return Refusal("OPS-SUP-6", "The dumps are the Allies' to burn.")
    if cell not in w.dumps:
        places = " and ".join(w.label(at) for at in w.dumps)
        return Refusal("OPS-SUP-6", f"There is no dump in {w.label(cell)}.", f"The dumps are in {places}.")
    if dump_known(w, s, terms.ALLIED, w.dumps.index(cell)) != state.STANDS:
        return Refusal("OPS-SUP-6", f"The dump in {w.label(cell)} is gone.")
    return None


def dump_known(w: World, s: PlaysheetState, side: int, dump: int) -> int:
    """A dump as a side knows it: burning or taking it is known; the Allies trust what lies in their own."""
    truth = s.dumps[dump]
    if side == terms.GERMAN:
        return state.TAKEN if truth == state.TAKEN else state.UNKNOWN
    if truth == state.BURNED:
        return state.BURNED
    held = routes.ground_of(s, terms.ALLIED) >> w.dumps[dump] & 1
    return state.STANDS if held else state.UNKNOWN


def _bridge(w: World, s: PlaysheetState, unit: int, order: o.Bridge) -> Refusal | None:
    if not w.units[unit].engineer:
        return Refusal("OPS-BRDG-3", f"Only engineers build bridges, and {w.units[unit].id} is none.")
    result = _bridge_here(w, s, unit, order.hexside, "OPS-BRDG-3")
    if isinstance(result, Refusal):
        return result
    if not routes.believed_blown(s, w.units[unit].side) >> result & 1:
        return Refusal("OPS-BRDG-3", f"The bridge {order.hexside} stands as far as you know.")
    return None


def _bridge_here(w: World, s: PlaysheetState, unit: int, hexside: str, rule: str) -> int | Refusal:
    """The bridge of that name, if the unit stands in one of its two hexes."""
    bridge = w.bridge_by_id.get(hexside)
    if bridge is None:
        facts = f"{hexside!r} is no bridge: there never was a road over a river there."
        return Refusal(rule, facts, "Write it like 3108/3109, the lower hex first.")
    if s.where[unit] not in w.bridges[bridge].ends:
        return Refusal(rule, f"{w.units[unit].id} stands in neither of the two hexes of {hexside}.")
    return bridge


def bridges_here(w: World, s: PlaysheetState, unit: int, down: bool) -> list[str]:
    """The bridges on the hexsides of a unit's hex that its side believes standing, or down."""
    cell, blown = s.where[unit], routes.believed_blown(s, w.units[unit].side)
    here = {bridge for bridge in w.bridge_to[cell] if bridge >= 0}
    return [w.bridges[bridge].id for bridge in sorted(here) if bool(blown >> bridge & 1) == down]


def works(w: World, s: PlaysheetState, unit: int) -> Iterator[o.Demolish | o.Bridge]:
    """The bridges and dumps a unit may blow, burn or build where it stands."""
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
    """Why a ground order may not be written; None if it may."""
    refused = check_unit(w, s, side, order.unit)
    return refused or _CHECKS[type(order)](w, s, w.by_id[order.unit], order)


# Attachments, OPS-UNIT-13


def divisions_for(w: World, unit: int) -> list[str]:
    """The divisions a unit may be attached to; none for one that has a division or needs none."""
    u = w.units[unit]
    if not u.combat or u.formation in w.divisions[u.side]:
        return []
    return [name for name, corps in w.divisions[u.side].items() if not u.corps or corps == u.corps]


def check_attach(w: World, s: PlaysheetState, side: int, order: o.Attach) -> Refusal | None:
    if refused := check_unit(w, s, side, order.unit):
        return refused
    unit = w.by_id[order.unit]
    if order.division in divisions_for(w, unit):
        return None
    u = w.units[unit]
    if not u.combat:
        facts = f"{u.id} is {'artillery' if u.gun else 'flak'} and needs no attachment."
        return Refusal("OPS-UNIT-13", facts)
    if u.formation in w.divisions[side]:
        return Refusal("OPS-UNIT-13", f"{u.id} belongs to the division {u.formation}.")
    known = ", ".join(divisions_for(w, unit)) or "none"
    facts = f"{u.id} cannot be attached to {order.division!r}."
    return Refusal("OPS-UNIT-13", facts, f"Its corps has these divisions: {known}.")
