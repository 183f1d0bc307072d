"""The hexes a unit of the playsheet can be ordered to, by mode and kind of order, and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import ground as g
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.orders.offers import reports_in
from ardennes.games.playsheet.rules.orders.write import check, closed
from ardennes.games.playsheet.rules.resolution.battles import is_prepared
from ardennes.games.playsheet.rules.tables.artillery import INFANTRY_GUNS
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import EXIT, HALF, MODES, NO_GUN, ROAD, TACTICAL, TURN
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import MODE_NAMES, arrival, doing, percent, when
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.names import hex_text
from ardennes.kernel.reach import Reach
from ardennes.kernel.table import listed, no_route
from ardennes.kernel.wire import Comer, March, MarchStep, Route, Way

ATTACK, PREPARE = "attack", "prepare"
SUPPORT_ATTACK, SUPPORT_DEFENCE = "support an attack", "support a defence"
INTERDICT, SUPPRESS = "interdict", "suppress flak"
LEAVES = "exit"  # how the client names the step off the map
NAMED = 6  # most units that a text names
AHEAD = 3  # least distance of the hexes that a unit can prepare against


def own(w: World, s: PlaysheetState, side: int, name: str) -> int | None:
    """Return the index of a unit of the side on the map; None for any other name."""
    unit = w.by_id.get(name)
    on_map = unit is not None and w.units[unit].side == side and s.where[unit] >= 0
    return unit if on_map else None


def reach(game: Playsheet, s: PlaysheetState, side: int, name: str) -> list[Way]:
    """Return every hex that an order of the unit can name, by mode, with the order."""
    w, unit = game.world, own(game.world, s, side, name)
    if unit is None or closed(w, s, side) or g.check_unit(w, s, side, name):
        return []
    return [
        *(way for mode in routes.modes_of(w, unit) for way in _moves(w, s, unit, mode)),
        *_attacks(w, s, unit),
        *_prepares(w, s, unit),
        *_guns(w, s, unit),
    ]


def _way(
    mode: str, hex_: str, order: Order, path: Sequence[str], left: str, label: str, measure: str = ""
) -> Way:
    """Return a way; a plain move needs no path besides the route of its order."""
    extra = None if getattr(order, "route", None) == tuple(path) else list(path)
    aims = not isinstance(order, o.Move)
    return Way(hex_, left, msgspec.to_builtins(order), mode, label, path=extra, aims=aims, measure=measure)


def labels(w: World, cells: Sequence[int]) -> tuple[str, ...]:
    return tuple(w.label(cell) for cell in cells)


# Moves


def _moves(w: World, s: PlaysheetState, unit: int, mode: int) -> Iterator[Way]:
    """Yield the hexes the unit can reach this turn, without those with a reported enemy."""
    u, start = w.units[unit], routes.start_clock(w, s, unit)
    limit = min(TURN - start, routes.time_limit(w, s, unit))
    result, name = routes.reach(w, s, unit, mode, limit), MODE_NAMES[MODES[mode]]
    reported = reports_in(s, u.side)
    for cell, time in result.cost.items():
        if cell == s.where[unit] or cell in reported:
            continue
        route = labels(w, result.route(cell))
        order = o.Move(u.id, MODES[mode], route)
        yield _way(name, route[-1], order, route, percent(time), arrival(start, time))
    yield from _exits(w, s, unit, mode, result, limit)


def _exits(w: World, s: PlaysheetState, unit: int, mode: int, reach: Reach, limit: int) -> Iterator[Way]:
    """Yield the quickest way off the map, OPS-VIC-2."""
    u, plan = w.units[unit], routes.plan_of(w, s, unit, mode)
    ways = [
        (reach.cost[cell] + time, cell)
        for cell in w.exits
        if cell in reach.cost and (time := routes.leaving_time(w, plan, cell)) >= 0
    ]
    if ways and min(ways)[0] <= limit:
        time, cell = min(ways)
        route = labels(w, reach.route(cell))
        order = o.Move(u.id, MODES[mode], (*route, EXIT))
        yield _way(MODE_NAMES[MODES[mode]], LEAVES, order, (*route, LEAVES), percent(time), "Leave the map")


# Attacks


class Stand(NamedTuple):
    """A hex that a unit attacks from, and when it arrives."""

    cell: int
    time: int


def stands(w: World, s: PlaysheetState, unit: int, target: int) -> list[Stand]:
    """Return the hexes from which a unit can attack a target this turn, the quickest first."""
    if g.check_fighter(w, s, unit) is not None:
        return []
    side, here = w.units[unit].side, s.where[unit]
    late = routes.start_clock(w, s, unit, target)  # it cannot leave before half time, OPS-SIM-7
    result = routes.reach(w, s, unit, TACTICAL, HALF)
    near = [cell for cell in w.near[target] if cell in result.cost and (cell == here or not late)]
    if not near:
        return []
    row, blown = routes.row_of(w, s, unit, TACTICAL), routes.believed_blown(s, side)
    reported = reports_in(s, side)
    ways = [
        Stand(cell, result.cost[cell])
        for cell in near
        if (cell == here or cell not in reported) and routes.can_attack_across(w, row, cell, target, blown)
    ]
    return sorted(ways, key=lambda stand: (stand.time, stand.cell))


def attack_from(w: World, s: PlaysheetState, unit: int, target: int, stand: int) -> o.Attack:
    route = labels(w, routes.reach(w, s, unit, TACTICAL, HALF).route(stand))
    return o.Attack(w.units[unit].id, w.label(target), route)


def _attacks(w: World, s: PlaysheetState, unit: int) -> Iterator[Way]:
    if g.check_fighter(w, s, unit) is not None:
        return
    u = w.units[unit]
    held, reported = routes.ground_of(s, u.side), reports_in(s, u.side)
    result = routes.reach(w, s, unit, TACTICAL, HALF)
    for target in sorted({near for cell in result.cost for near in w.near[cell]}):
        if held >> target & 1 and target not in reported:
            continue  # ground of the side, as far as it knows
        ways = stands(w, s, unit, target)
        if not ways:
            continue
        order = attack_from(w, s, unit, target, ways[0].cell)
        ready = "prepared" if is_prepared(w, s, unit, target) else "not prepared"
        empty = "" if target in reported else "; no enemy is reported there"
        label = f"attacks at {percent(ways[0].time)} % of the turn, {ready}{empty}"
        path = (*order.route, order.target)
        yield _way(ATTACK, order.target, order, path, percent(ways[0].time), label)


def _prepares(w: World, s: PlaysheetState, unit: int) -> Iterator[Way]:
    """Yield the targets to prepare against without moving, OPS-COMBAT-1."""
    u, here = w.units[unit], s.where[unit]
    if g.check_ground(w, s, u.side, o.Prepare(u.id, w.label(here))) is not None:
        return
    far = max(w.distance(here, cell) for cell in routes.reach(w, s, unit, TACTICAL, HALF).cost) + 1
    for cell in w.within(here, max(far, AHEAD)):
        if cell != here:
            order = o.Prepare(u.id, w.label(cell))
            yield _way(
                PREPARE,
                order.target,
                order,
                (order.target,),
                "",
                "prepares to attack this hex or one next to it",
            )


# Guns


def _guns(w: World, s: PlaysheetState, unit: int) -> Iterator[Way]:
    """Yield battles and areas in range of the unit's hex or the end of its route, OPS-ARTY-1, OPS-ARTY-6."""
    u, here = w.units[unit], s.where[unit]
    if g.check_gunners(w, s, unit) is None:
        yield from _supports(w, s, unit, here, "", ())
        after = after_its_way(w, s, unit)
        if after is not None and g.check_ground(w, s, u.side, after) is None:
            yield from _supports(w, s, unit, w.cell_of(after.route[-1]), after.mode, after.route)
    if not g.shells_areas(w, s, unit):
        return
    far = w.sheet.ranges[u.gun - 1].long // HEX_KM
    for cell in w.within(here, far):
        label = w.label(cell)
        yield _way(
            INTERDICT,
            label,
            o.Interdict(u.id, label),
            (label,),
            "",
            "the area from this hex to the south-east",
        )
        yield _way(
            SUPPRESS,
            label,
            o.Suppress(u.id, label),
            (label,),
            "",
            "flak in the area from this hex to the south-east",
        )


def _supports(
    w: World, s: PlaysheetState, unit: int, end: int, march: str, route: tuple[str, ...]
) -> Iterator[Way]:
    """Yield every battle in range of a hex, for the attacker and for the defender."""
    u, moved = w.units[unit], f" from {w.hex_text(end)}" if route else ""
    effective = w.sheet.ranges[(u.gun or INFANTRY_GUNS) - 1].effective
    for mode, role in ((SUPPORT_ATTACK, "attack"), (SUPPORT_DEFENCE, "defence")):
        for cell in w.within(end, g.longest(w, unit) // HEX_KM):
            order, km = o.Support(u.id, w.label(cell), role, march, route), w.km(end, cell)
            label = f"supports the {role} here{moved} at {km} km{', long range' if km > effective else ''}"
            yield _way(mode + moved, order.target, order, route or (order.target,), str(km), label, "km")


def after_its_way(w: World, s: PlaysheetState, unit: int) -> o.Support | None:
    """Return support from the end of a gun's written route; None without one."""
    match s.sheet[unit]:
        case o.Move(mode=mode, route=route) | o.Support(mode=mode, route=route) if route:
            return o.Support(w.units[unit].id, route[-1], "attack", mode, route)
    return None


# Routes drawn by hand


def route(game: Playsheet, s: PlaysheetState, side: int, name: str, path: Sequence[str], mode: str) -> Route:
    """Check a drawn route: return its legal part, and its order or refusal."""
    w, unit = game.world, own(game.world, s, side, name)
    if unit is None or not path:
        empty = Refusal("OPS-ORD-2", "The route is empty.", "Draw at least one hex.")
        return no_route(g.check_unit(w, s, side, name) or empty)
    order = drawn(w, s, unit, tuple(EXIT if step == LEAVES else step for step in path), mode)
    refusal = check(w, s, side, order)
    if refusal is None:
        return Route(list(path), [_drawn_way(w, s, unit, order, path, mode)], None)
    return Route(list(path[: _good(w, s, side, unit, path, mode)]), [], refusal)


def drawn(w: World, s: PlaysheetState, unit: int, path: tuple[str, ...], mode: str) -> o.GroundOrder:
    """Return the order for a drawn route. An attack goes through its target; the rest is the onward route."""
    name, written = w.units[unit].id, s.sheet[unit]
    if mode == ATTACK:
        reported = {w.label(cell) for cell in reports_in(s, w.units[unit].side)}
        old = written.target if isinstance(written, o.Attack) else ""
        target = old if old in path else next((step for step in path if step in reported), path[-1])
        at = path.index(target)
        onward = path[at:] if at + 1 < len(path) else ()
        flag = bool(onward) and isinstance(written, o.Attack) and written.breakthrough
        return o.Attack(name, target, path[:at], breakthrough=flag, onward=onward)
    if mode == PREPARE:
        return o.Prepare(name, path[-1], path[:-1])
    if mode in (INTERDICT, SUPPRESS):
        kind = o.Interdict if mode == INTERDICT else o.Suppress
        return kind(name, path[-1])
    if mode.startswith((SUPPORT_ATTACK, SUPPORT_DEFENCE)):
        return _drawn_support(w, s, unit, path, mode)
    word = next((key for key, said in MODE_NAMES.items() if said == mode), MODES[TACTICAL])
    return o.Move(name, word, path)


def _drawn_support(w: World, s: PlaysheetState, unit: int, path: tuple[str, ...], mode: str) -> o.Support:
    """Return support with the drawn route for guns that have a target, else with the drawn target."""
    name, written = w.units[unit].id, s.sheet[unit]
    role = "attack" if mode.startswith(SUPPORT_ATTACK) else "defence"
    if not isinstance(written, o.Support):
        after = after_its_way(w, s, unit) if mode not in (SUPPORT_ATTACK, SUPPORT_DEFENCE) else None
        return msgspec.structs.replace(after or o.Support(name, "", ""), target=path[-1], role=role)
    tries = [o.Support(name, written.target, role, MODES[way], path) for way in routes.modes_of(w, unit)]
    sound = (order for order in tries if check(w, s, w.units[unit].side, order) is None)
    return next(sound, tries[0])


def _good(w: World, s: PlaysheetState, side: int, unit: int, path: Sequence[str], mode: str) -> int:
    """Return how many steps of the route are legal."""
    steps = tuple(EXIT if step == LEAVES else step for step in path)
    good = 0
    while good < len(steps) and check(w, s, side, drawn(w, s, unit, steps[: good + 1], mode)) is None:
        good += 1
    return good


def _drawn_way(
    w: World, s: PlaysheetState, unit: int, order: o.GroundOrder, path: Sequence[str], mode: str
) -> Way:
    result = routes.times(w, s, unit, order)
    label = mode if result is None else arrival(result.start, result.taken)
    if isinstance(order, o.Support) and order.route:
        label += f"; then {doing(w, s, msgspec.structs.replace(order, mode='', route=()))}"
    return _way(mode, path[-1], order, path, "" if result is None else percent(result.taken), label)


# Why not


def why(w: World, s: PlaysheetState, side: int, name: str | None, label: str | None) -> list[Refusal]:
    """Return why a unit cannot get to a hex, by mode of movement."""
    refused = closed(w, s, side) or g.check_hex(w, label or "")
    if refused is not None or label is None:
        return listed(refused)
    if not name:
        return _who_can(w, s, side, label)
    refused = g.check_unit(w, s, side, name)
    if refused is not None:
        return [refused]
    unit, cell = w.by_id[name], w.cell_of(label)
    result = [x for mode in range(len(MODES)) if (x := _why_mode(w, s, unit, mode, cell)) is not None]
    if w.units[unit].gun != NO_GUN:
        result += listed(g.check_ground(w, s, side, o.Support(name, label, "attack")))
    return result


def _who_can(w: World, s: PlaysheetState, side: int, label: str) -> list[Refusal]:
    """Return a refusal for a hex without a selected unit; it names units that can get there."""
    able = [w.name_of(comer.unit) for comer in comers(w, s, side, label, g.orderable(w, s, side))]
    if not able:
        return [Refusal("OPS-MOVE-4", f"None of your units can reach {hex_text(w, label)} this turn.")]
    more = f" and {len(able) - NAMED} more" if len(able) > NAMED else ""
    facts = f"No unit is selected to go to {hex_text(w, label)}."
    return [Refusal("OPS-ORD-1", facts, f"Select one that can reach it: {', '.join(able[:NAMED])}{more}.")]


def _why_mode(w: World, s: PlaysheetState, unit: int, mode: int, cell: int) -> Refusal | None:
    said = MODE_NAMES[MODES[mode]]
    barred = routes.check_modes(w, unit, mode)
    if barred is not None:
        return barred
    start = routes.start_clock(w, s, unit)
    limit = min(TURN - start, routes.time_limit(w, s, unit))
    if cell in routes.reach(w, s, unit, mode, limit).cost:
        return None
    plan, label = routes.plan_of(w, s, unit, mode), w.label(cell)
    if plan.held >= 0 and not plan.held >> cell & 1:
        facts = f"Your side does not hold {hex_text(w, label)}. Units cannot move there in {said} mode."
        return Refusal("OPS-MOVE-18", facts, "Move tactically.")
    if mode == ROAD and not w.road_hex >> cell & 1:
        return Refusal("OPS-MOVE-10", f"No road leads to {hex_text(w, label)}.", "Use another mode.")
    km = w.km(s.where[unit], cell)
    facts = f"{w.name(unit)} cannot reach {hex_text(w, label)}, {km} km away, in {said} mode."
    if start:
        late = "It is next to the enemy and cannot leave before half time."
        return Refusal("OPS-SIM-7", f"{facts} {late}", "Choose a nearer hex.")
    if limit < TURN:
        facts += f" Without supply points it has {percent(limit)} % of the turn."
    return Refusal("OPS-SUP-5" if limit < TURN else "OPS-MOVE-4", facts, "Choose a nearer hex.")


# Many units at once


def comers(w: World, s: PlaysheetState, side: int, label: str, units: Sequence[int]) -> list[Comer]:
    """Return the units that can be in a hex this turn, the earliest first, with mode and time."""
    cell, result = w.cell(label), list[tuple[int, Comer]]()
    if cell is None:
        return []
    for unit in units:
        start = routes.start_clock(w, s, unit)
        best: tuple[int, int] | None = None
        for mode in routes.modes_of(w, unit):
            time = routes.reach(w, s, unit, mode, TURN - start).cost.get(cell)
            if time and (best is None or (time, mode) < best):
                best = (time, mode)
        if best is not None:
            said = f"{MODE_NAMES[MODES[best[1]]]}, {arrival(start, best[0])}"
            result.append((start + best[0], Comer(w.units[unit].id, said)))
    return [comer for _, comer in sorted(result, key=lambda pair: pair[0])]


def march(w: World, s: PlaysheetState, side: int, names: Sequence[str], label: str, mode: str) -> March:
    """Return orders that bring each unit as near to a hex as it can get this turn, in a mode if named."""
    goal, result = w.cell(label), March([], [])
    if goal is None:
        return result
    for name in names:
        refused = g.check_unit(w, s, side, name)
        unit = own(w, s, side, name)
        if refused is not None or unit is None:
            result.stay.append(refused or Refusal("OPS-ORD-2", f"{w.name_of(name)} is not on the map."))
            continue
        order = _towards(w, s, unit, goal, mode)
        if order is None:
            there = s.where[unit] == goal
            place = hex_text(w, label)
            facts = f"is already {w.at_hex(goal)}" if there else f"cannot get nearer to {place} this turn"
            result.stay.append(Refusal("OPS-MOVE-2", f"{w.name(unit)} {facts}."))
            continue
        said = f"{w.name(unit)}: {doing(w, s, order)}{when(w, s, unit, order)}"
        here, plain = w.label(s.where[unit]), msgspec.to_builtins(order)
        result.steps.append(MarchStep([name], here, order.route[-1], plain, said))
    return result


def _towards(w: World, s: PlaysheetState, unit: int, goal: int, mode: str) -> o.Move | None:
    start, here = routes.start_clock(w, s, unit), s.where[unit]
    reported = reports_in(s, w.units[unit].side)
    best: tuple[int, int, int, int] | None = None
    for way in routes.modes_of(w, unit):
        if mode in MODE_NAMES.values() and MODE_NAMES[MODES[way]] != mode:
            continue
        for cell, time in routes.reach(w, s, unit, way, TURN - start).cost.items():
            key = (w.distance(cell, goal), time, way, cell)
            if cell != here and cell not in reported and (best is None or key < best):
                best = key
    if best is None or best[0] >= w.distance(here, goal):
        return None
    _, _, way, cell = best
    route = labels(w, routes.reach(w, s, unit, way, TURN - start).route(cell))
    return o.Move(w.units[unit].id, MODES[way], route)
