"""The order sheet of the playsheet: orders of units, changes, supply, aircraft, sealing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import to_builtins
from msgspec.structs import replace

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import air as a
from ardennes.games.playsheet.rules.orders import ground as g
from ardennes.games.playsheet.rules.orders import sheet, write
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.schema.names import POOLS, corps_name, division_name, unit_name
from ardennes.games.playsheet.schema.terms import ALLIED, MODES, SIDES, TACTICAL, turn_words
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.odds import targets
from ardennes.games.playsheet.table.reach import after_its_way, own
from ardennes.games.playsheet.words import WORDING, doing, squadrons, when
from ardennes.kernel import wire
from ardennes.kernel.contract import Refusal
from ardennes.kernel.names import hex_text
from ardennes.kernel.table import choice, entry, idle
from ardennes.kernel.wire import Choices, Entry, Panel, Row, SheetLine
from ardennes.words import counted, listed

KINDS = {
    o.Move: "moving", o.Attack: "attacking", o.Prepare: "preparing", o.Support: "firing",
    o.Interdict: "firing", o.Suppress: "firing",
}  # fmt: skip
OF_THE_UNIT = ("OPS-SUP-2", "OPS-SUP-5", "OPS-UNIT-3", "OPS-MOVE-8", "OPS-ARTY-6")  # whatever the hex
STAYING, NONE = "staying", "none"
NO_CORPS = "Army troops"


# The decision of a side


def choices(game: Playsheet, s: PlaysheetState, side: int) -> Choices:
    """Return the side's choices while its sheet is open, then those while it waits for the other side."""
    w = game.world
    decisions = {decision.side: decision for decision in game.decisions(s)}
    mine = decisions.get(side)
    if mine is None:
        return idle(decisions.get(1 - side))
    prompt = f"Write your orders for {turn_words(s.turn)}; {other_side(s, side)}"
    result, able = idle(replace(mine, prompt=prompt)), g.orderable(w, s, side)
    result.mine = True
    result.units = [w.units[unit].id for unit in able]
    result.targets = targets(w, s, side, able)
    result.sheet = lines(w, s, side)
    result.air = air(w, s, side)
    result.buttons = [replace(choice("Seal the orders", o.Seal()), end=True)]
    result.leaves = _unwritten(w, s, side, [unit for unit in able if s.sheet[unit] is None])
    # OPS-VIC-3, out of the way.
    giving_up = Panel("resign", "Resign", "campaign", buttons=[entry("Resign the game", o.Resign())])
    result.panels = [*_keeping(w, s, side), giving_up]
    return result


def other_side(s: PlaysheetState, side: int) -> str:
    """Return all that a side knows of the other's orders: whether they are sealed, OPS-ORD-3."""
    return f"the {SIDES[1 - side].capitalize()} side {'has sealed' if s.sealed[1 - side] else 'is writing'}"


def _unwritten(w: World, s: PlaysheetState, side: int, bare: Sequence[int]) -> str:
    """Return the question before sealing."""
    said = [f"{counted(len(bare), 'unit')} without an order will defend."] if bare else []
    busy = a.flying(w, s, side)
    free = [pool for pool in range(len(POOLS)) if air_pools.may_fly(w, s, side, pool) > busy[pool]]
    if free:
        said.append(f"Squadrons could still fly: {', '.join(POOLS[pool] for pool in free)}.")
    return " ".join([*said, "You cannot change sealed orders."])


# The sheet


def lines(w: World, s: PlaysheetState, side: int) -> list[SheetLine]:
    """Return every unit on the map by corps and formation, with its order in words."""
    units = [unit for unit in w.of_side[side] if s.where[unit] >= 0]
    units.sort(key=lambda unit: (w.units[unit].corps == "", w.units[unit].corps, s.division[unit], unit))
    return [_line(w, s, unit) for unit in units]


def _line(w: World, s: PlaysheetState, unit: int) -> SheetLine:
    u, order = w.units[unit], s.sheet[unit]
    if g.surprised(w, s, unit):
        said, kind = "surprised; it defends", STAYING
    elif order is None:
        said, kind = "no order", NONE
    else:
        said, kind = doing(w, s, order) + when(w, s, unit, order), KINDS.get(type(order), STAYING)
    if s.joining[unit]:
        said += f"; joins {w.formation_text(s.joining[unit])}"
    strike = to_builtins(o.TakeBack((u.id,))) if order is not None else None
    corps = corps_name(u.corps) if u.corps else NO_CORPS
    formation = "" if s.division[unit] in (u.id, u.corps) else division_name(s.division[unit])
    return SheetLine(u.id, corps, formation, said, kind, strike)


def _keeping(w: World, s: PlaysheetState, side: int) -> Iterator[Panel]:
    """Yield the panels to copy last turn's orders, cancel all, and set the order of supply."""
    again = sheet.copied(w, s, side)
    buttons = []
    if again:
        buttons.append(entry(f"Copy {counted(len(again), 'order')} from last turn", o.Copy()))
    written = tuple(w.units[unit].id for unit in sheet.ordered_units(w, s, side))
    flown = tuple(w.squadrons[q].id for q in sheet.ordered_squadrons(w, s, side))
    if written or flown:
        buttons.append(entry("Cancel all orders", WORDING.tidied(w, o.TakeBack(written, flown))))
    if buttons:
        yield Panel("keeping", "The sheet", "sheet", buttons=buttons, first=True)
    yield _supply(w, s, side)


def _supply(w: World, s: PlaysheetState, side: int) -> Panel:
    """Return the panel of the order of supply; each button moves a group up by one, OPS-SUP-4."""
    standing = s.supply_order[side]
    first = tuple(w.units[unit].id for unit in standing.first)
    rows = [Row("First", listed([*map(w.name_of, first)]), "OPS-SUP-4")] if first else []
    rows += [Row(f"{at}. {group}", rule="OPS-SUP-4") for at, group in enumerate(standing.groups, 1)]
    buttons = []
    for at in range(1, len(standing.groups)):
        groups = list(standing.groups)
        groups[at - 1], groups[at] = groups[at], groups[at - 1]
        label = f"Supply {groups[at - 1]} before {groups[at]}"
        buttons.append(entry(label, o.Priority(tuple(groups), first)))
    if first:
        buttons.append(entry("Supply no unit before the groups", o.Priority(standing.groups, ())))
    return Panel("supply", "Order of supply", "sheet", rows, buttons=buttons)


# A unit


def doings(game: Playsheet, s: PlaysheetState, side: int, name: str) -> list[Panel]:
    """Return the panels of a unit: its order and changes, stances, attachment, and refusals."""
    w, unit = game.world, own(game.world, s, side, name)
    if unit is None:
        return []
    refused = write.check(w, s, side, o.Defend(name))
    if refused is not None:
        return [Panel("order", "Orders", "orders", [_no("None", refused)])]
    result = []
    changes = list(_changes(w, s, unit))
    if changes:
        said = Row(_line(w, s, unit).words, rule="OPS-ORD-1")
        result.append(Panel("change", "Its order", "orders", [said], buttons=changes))
    result.append(Panel("stance", "Stay in the hex", "orders", buttons=list(_stances(w, s, unit))))
    barred = _cannot(w, s, unit)
    if barred:
        result.append(Panel("cannot", "What it cannot do", "orders", barred))
    joins = [
        entry(f"Join {w.formation_text(x)}", o.Attach(name, x))
        for x in g.divisions_for(w, unit)
        if x != s.division[unit]
    ]
    if s.joining[unit]:
        joins.append(entry("Cancel the attachment", o.TakeBack((name,), (), True)))
    if joins:
        result.append(Panel("attach", "Join a division next turn", "orders", buttons=joins))
    return result


def _no(what: str, refusal: Refusal) -> Row:
    return Row(what, refusal.facts, refusal.rule, mark="no")


def _stances(w: World, s: PlaysheetState, unit: int) -> Iterator[Entry]:
    """Yield the orders that need no hex."""
    name = w.units[unit].id
    yield entry("Defend", o.Defend(name))
    if w.combat[unit]:
        yield entry("Defend and counter-attack", o.Defend(name, counter_attack=True))
    yield entry("Rest", o.Rest(name))
    for work in g.works(w, s, unit):
        said = doing(w, s, work)
        yield entry(said[:1].upper() + said[1:], work)
    first = s.supply_order[w.units[unit].side]
    if unit not in first.first:
        named = (*(w.units[u].id for u in first.first), name)
        yield entry("Supply it first", o.Priority(first.groups, named))


def _changes(w: World, s: PlaysheetState, unit: int) -> Iterator[Entry]:
    """Yield the changes of the written order, and its cancellation."""
    order = s.sheet[unit]
    match order:
        case o.Move(on_contact="halt") if g.attacks_on_contact(w, unit, MODES.index(order.mode)):
            yield entry("Attack on contact", replace(order, on_contact="attack"))
        case o.Move(on_contact="attack"):
            yield entry("Halt on contact", replace(order, on_contact="halt"))
        case o.Attack():
            yield from _of_attack(order)
    if order is not None:
        yield entry("Cancel the order", o.TakeBack((w.units[unit].id,)))


def _of_attack(order: o.Attack) -> Iterator[Entry]:
    if order.breakthrough:
        yield entry("Do not break through", replace(order, breakthrough=False))
        again = "Do not fight again" if order.fight_again else "Fight again"
        yield entry(again, replace(order, fight_again=not order.fight_again))
    else:
        yield entry(
            "Break through", replace(order, breakthrough=True, onward=order.onward or (order.target,))
        )
    yield entry("Do not advance" if order.advance else "Advance", replace(order, advance=not order.advance))
    if len(order.onward) > 1:
        yield entry("Do not continue", replace(order, onward=()))


def _cannot(w: World, s: PlaysheetState, unit: int) -> list[Row]:
    """Return the kinds of order that the unit cannot get for any hex, and why."""
    u, here = w.units[unit], w.label(s.where[unit])
    tries: tuple[tuple[str, o.GroundOrder], ...] = (
        ("Attack", o.Attack(u.id, here)),
        ("Prepare", o.Prepare(u.id, here)),
        *(
            (("Support", o.Support(u.id, here, "attack")), ("Interdict", o.Interdict(u.id, here)))
            if u.gun
            else ()
        ),
        ("Move tactically", o.Move(u.id, MODES[TACTICAL], (here,))),
    )
    rows = []
    for what, order in tries:
        refusal = g.check_ground(w, s, u.side, order)
        if refusal is not None and refusal.rule in OF_THE_UNIT:
            rows.append(_no(what, refusal))
    after = after_its_way(w, s, unit) if u.gun else None
    refusal = g.check_ground(w, s, u.side, after) if after is not None else None
    if after is not None and refusal is not None and g.check_gunners(w, s, unit) is None:
        rows.append(_no(f"Support from {hex_text(w, after.route[-1])}", refusal))
    return rows


# Air


def air(w: World, s: PlaysheetState, side: int) -> wire.AirPage:
    """Return the pools with the tasks of their squadrons, and the missions on the sheet."""
    busy = a.flying(w, s, side)
    result = (_pool(w, s, side, pool, busy[pool]) for pool in range(len(POOLS)))
    return wire.AirPage([pool for pool in result if pool is not None], list(_missions(w, s, side)))


def _pool(w: World, s: PlaysheetState, side: int, pool: int, busy: int) -> wire.AirPool | None:
    fit = air_pools.fit(w, s, side, pool)
    if not fit:
        return None
    may = air_pools.may_fly(w, s, side, pool)
    free = [w.squadrons[q].id for q in fit if s.flights[q] is None][: max(0, may - busy)]
    why = ""
    if not may:
        why = "cannot fly at night" if w.is_night(s.turn) else "cannot fly in this weather"
    return wire.AirPool(
        name=POOLS[pool],
        fit=len(fit),
        may_fly=may,
        flying=busy,
        free=free,
        tasks=list(_tasks(w, s, side, pool)) if free else [],
        why=why,
        rule="OPS-WX-2",
    )


def _tasks(w: World, s: PlaysheetState, side: int, pool: int) -> Iterator[wire.AirTask]:
    def task(label: str, kind: str, field: str, by: Literal["hex", "zone"], **more: str) -> wire.AirTask:
        return wire.AirTask(label, {"do": kind, **more}, field, by, all=0)

    if pool in a.FLOWN_BY[o.Cover]:
        yield task("Cover a zone", "cover", "zone", "zone")
    if pool in a.FLOWN_BY[o.Reconnoitre]:
        yield task("Reconnoitre a zone", "reconnoitre", "zone", "zone")
    if pool in a.FLOWN_BY[o.CloseSupport]:
        yield task("Support an attack", "close_support", "target", "hex", role="attack")
        yield task("Support a defence", "close_support", "target", "hex", role="defence")
    if pool in a.FLOWN_BY[o.AirInterdict]:
        yield task("Interdict an area", "air_interdict", "anchor", "hex")
        yield task("Suppress flak", "air_suppress", "anchor", "hex")
    if pool in a.FLOWN_BY[o.Transport]:
        if side == ALLIED:
            yield task("Drop supplies", "transport", "target", "hex", load=a.SUPPLIES)
        elif a.check_drop_now(w, s, side) is None:
            drop = task(f"Drop {w.name_of(a.HEYDTE)}", "transport", "target", "hex", load=a.HEYDTE)
            yield replace(drop, all=w.units[w.by_id[a.HEYDTE]].status)


def _missions(w: World, s: PlaysheetState, side: int) -> Iterator[wire.Mission]:
    """Yield the written missions, each with the order that cancels it."""
    flown = dict.fromkeys(order for q in w.squadrons_of[side] if (order := s.flights[q]) is not None)
    for order in flown:
        target = getattr(order, "target", getattr(order, "anchor", ""))
        strike = to_builtins(o.TakeBack((), tuple(sorted(order.squadrons))))
        said = f"{squadrons(order.squadrons)}: {doing(w, s, order)}"
        first = list(_fed_first(w, s, order)) if isinstance(order, o.Transport) else []
        about = "Choose the units to supply first:" if first else ""
        yield wire.Mission(said, target, strike, first, about)


def _fed_first(w: World, s: PlaysheetState, order: o.Transport) -> Iterator[wire.Toggled]:
    """Yield a toggle for each unit that a drop can supply first, OPS-DROP-2."""
    near = [w.units[unit] for unit in a.fed(w, s, w.cell_of(order.target))]
    for unit in near if order.load == a.SUPPLIES and len(near) > 1 else ():
        on = unit.id in order.first
        first = tuple(x for x in order.first if x != unit.id) if on else (*order.first, unit.id)
        place = f"{order.first.index(unit.id) + 1}. " if on else ""
        yield wire.Toggled(f"{place}{unit_name(unit)}", to_builtins(replace(order, first=first)), on)
