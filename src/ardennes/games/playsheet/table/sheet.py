"""The order sheet of the playsheet on the table: stance, corrections, the whole sheet, air, sealing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules import air_orders as a
from ardennes.games.playsheet.rules import ground_orders as g
from ardennes.games.playsheet.rules import keeping, pools, writing
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import ALLIED, MODES, POOLS, SIDES, TACTICAL
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.odds import targets
from ardennes.games.playsheet.table.reach import after_its_way
from ardennes.games.playsheet.words import WORDING, doing, squadrons, when
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.table import (
    AirPool,
    AirTask,
    Entry,
    Mission,
    Panel,
    Plain,
    Row,
    SheetLine,
    Toggled,
    idle,
)
from ardennes.words import counted

KINDS = {
    o.Move: "moving", o.Attack: "attacking", o.Prepare: "preparing", o.Support: "firing",
    o.Interdict: "firing", o.Suppress: "firing",
}  # fmt: skip
OF_THE_UNIT = ("OPS-SUP-2", "OPS-SUP-5", "OPS-UNIT-3", "OPS-MOVE-8", "OPS-ARTY-6")  # wherever it is sent
STAYING, NONE = "staying", "none"
NO_CORPS = "Army troops"


# What the side decides


def choices(game: Playsheet, s: PlaysheetState, side: int) -> Plain:
    """The own sheet while it is open; sealed, one waits for the other."""
    w = game.world
    decisions = {decision.side: decision for decision in game.decisions(s)}
    mine = decisions.get(side)
    if mine is None:
        other = decisions.get(1 - side)
        return idle(None if other is None else msgspec.to_builtins(other))
    found = idle(msgspec.to_builtins(mine))
    found["decision"]["prompt"] = f"Write your orders for {w.turn_name(s.turn)}; {other_side(s, side)}"
    able = g.orderable(w, s, side)
    bare = [unit for unit in able if s.sheet[unit] is None]
    found["mine"] = True
    found["units"] = [w.units[unit].id for unit in able]
    found["targets"] = targets(w, s, side, able)
    found["sheet"] = lines(w, s, side)
    found["air"] = air(w, s, side)
    found["buttons"] = [_seal(w, s)]
    found["leaves"] = _unwritten(w, s, side, bare)
    found["panels"] = [*_keeping(w, s, side), _giving_up()]
    return found


def other_side(s: PlaysheetState, side: int) -> str:
    """All one is told of the other, OPS-ORD-3."""
    return f"the {SIDES[1 - side].capitalize()} side {'has sealed' if s.sealed[1 - side] else 'is writing'}"


def _seal(w: World, s: PlaysheetState) -> Plain:
    label = f"Seal {w.turn_name(s.turn)}"
    return {"label": label, "order": msgspec.to_builtins(o.Seal()), "end": True, "units": [], "path": []}


def _unwritten(w: World, s: PlaysheetState, side: int, bare: Sequence[int]) -> str:
    """What is asked once before sealing."""
    said = [f"{counted(len(bare), 'unit')} without an order will defend."] if bare else []
    free = [
        pool for pool in range(len(POOLS)) if pools.may_fly(w, s, side, pool) > a.flying(w, s, side)[pool]
    ]
    if free:
        said.append(f"Squadrons could still fly: {', '.join(a.words(pool) for pool in free)}.")
    return " ".join([*said, "A sealed sheet cannot be opened again."])


def _giving_up() -> Panel:
    """OPS-VIC-3, out of the way."""
    button: Entry = {"label": "Resign the game", "order": msgspec.to_builtins(o.Resign())}
    return {"id": "resign", "title": "Giving up", "tab": "campaign", "buttons": [button]}


# The sheet


def lines(w: World, s: PlaysheetState, side: int) -> list[SheetLine]:
    """Every unit on the map by corps and formation, with its order in words."""
    units = [unit for unit in w.of_side[side] if s.where[unit] >= 0]
    units.sort(key=lambda unit: (w.units[unit].corps == "", w.units[unit].corps, s.division[unit], unit))
    return [_line(w, s, unit) for unit in units]


def _line(w: World, s: PlaysheetState, unit: int) -> SheetLine:
    u, order = w.units[unit], s.sheet[unit]
    if g.surprised(w, s, unit):
        said, kind = "surprised: it defends", STAYING
    elif order is None:
        said, kind = "no order", NONE
    else:
        said, kind = doing(w, s, order) + when(w, s, unit, order), KINDS.get(type(order), STAYING)
    if s.joining[unit]:
        said += f"; joins {s.joining[unit]}"
    strike = msgspec.to_builtins(o.TakeBack((u.id,))) if order is not None else None
    return {
        "unit": u.id,
        "corps": (u.corps and f"{u.corps} Corps") or NO_CORPS,
        "formation": s.division[unit],
        "words": said,
        "kind": kind,
        "strike": strike,
    }


def _keeping(w: World, s: PlaysheetState, side: int) -> Iterator[Panel]:
    """Copying last turn's sheet, striking all, the order of supply."""
    again = keeping.copied(w, s, side)
    buttons: list[Entry] = []
    if again:
        label = f"Copy {counted(len(again), 'order')} from last turn"
        buttons.append({"label": label, "order": msgspec.to_builtins(o.Copy())})
    written = tuple(w.units[unit].id for unit in keeping.ordered_units(w, s, side))
    flown = tuple(w.squadrons[q].id for q in keeping.ordered_squadrons(w, s, side))
    if written or flown:
        order = WORDING.tidied(w, o.TakeBack(written, flown))
        buttons.append({"label": "Strike the whole sheet", "order": msgspec.to_builtins(order)})
    if buttons:
        yield {"id": "keeping", "title": "The sheet", "tab": "sheet", "buttons": buttons, "first": True}
    yield _supply(w, s, side)


def _supply(w: World, s: PlaysheetState, side: int) -> Panel:
    """Who draws first, OPS-SUP-4: each button moves a group up by one."""
    standing = s.supply_order[side]
    first = tuple(w.units[unit].id for unit in standing.first)
    rows: list[Row] = [
        {"what": f"{place}. {group}", "rule": "OPS-SUP-4"} for place, group in enumerate(standing.groups, 1)
    ]
    if first:
        rows.insert(0, {"what": "Before all others", "value": ", ".join(first), "rule": "OPS-SUP-4"})
    buttons: list[Entry] = []
    for at in range(1, len(standing.groups)):
        groups = list(standing.groups)
        groups[at - 1], groups[at] = groups[at], groups[at - 1]
        label = f"{groups[at - 1].capitalize()} before {groups[at]}"
        buttons.append({"label": label, "order": msgspec.to_builtins(o.Priority(tuple(groups), first))})
    if first:
        order = o.Priority(standing.groups, ())
        buttons.append({"label": "Nobody before the groups", "order": msgspec.to_builtins(order)})
    return {"id": "supply", "title": "Supply goes to", "tab": "sheet", "rows": rows, "buttons": buttons}


# A unit


def doings(w: World, s: PlaysheetState, side: int, unit: int) -> list[Panel]:
    """What else a unit may be told: stance, corrections of its order, works, attachment; and why not."""
    name = w.units[unit].id
    refused = writing.check(w, s, side, o.Defend(name))
    if refused is not None:
        return [{"id": "order", "title": "No orders", "tab": "orders", "rows": [_no("Orders", refused)]}]
    found: list[Panel] = []
    changes = [_entry(label, order) for label, order in _changes(w, s, unit)]
    if changes:
        said: Row = {"what": _line(w, s, unit)["words"], "rule": "OPS-ORD-1"}
        found.append(
            {"id": "change", "title": "Its order", "tab": "orders", "rows": [said], "buttons": changes}
        )
    buttons = [_entry(label, order) for label, order in _stances(w, s, unit)]
    found.append({"id": "stance", "title": "It stays and", "tab": "orders", "buttons": buttons})
    barred = _cannot(w, s, unit)
    if barred:
        found.append({"id": "cannot", "title": "What it cannot do", "tab": "orders", "rows": barred})
    joins = [
        _entry(f"Join {x}", o.Attach(name, x)) for x in g.divisions_for(w, unit) if x != s.division[unit]
    ]
    if s.joining[unit]:
        joins.append(_entry("Strike the attachment", o.TakeBack((name,), (), True)))
    if joins:
        found.append(
            {"id": "attach", "title": "Attachment from next turn on", "tab": "orders", "buttons": joins}
        )
    return found


def _entry(label: str, order: Order) -> Entry:
    return {"label": label, "order": msgspec.to_builtins(order)}


def _no(what: str, refusal: Refusal) -> Row:
    return {"what": what, "value": refusal.facts, "rule": refusal.rule, "mark": "no"}


def _stances(w: World, s: PlaysheetState, unit: int) -> Iterator[tuple[str, Order]]:
    """Orders that need no hex."""
    name = w.units[unit].id
    yield "Defend", o.Defend(name)
    if w.combat[unit]:
        yield "Defend and counter-attack", o.Defend(name, counter_attack=True)
    yield "Rest", o.Rest(name)
    for work in g.works(w, s, unit):
        said = doing(w, s, work)
        yield said[:1].upper() + said[1:], work
    first = s.supply_order[w.units[unit].side]
    if unit not in first.first:
        named = (*(w.units[u].id for u in first.first), name)
        yield "Supply it first", o.Priority(first.groups, named)


def _changes(w: World, s: PlaysheetState, unit: int) -> Iterator[tuple[str, Order]]:
    """What may be changed about the order that is written, and striking it."""
    order = s.sheet[unit]
    match order:
        case o.Move(on_contact="halt") if g.attacks_on_contact(w, unit, MODES.index(order.mode)):
            yield "Attack on contact", msgspec.structs.replace(order, on_contact="attack")
        case o.Move(on_contact="attack"):
            yield "Halt on contact", msgspec.structs.replace(order, on_contact="halt")
        case o.Attack():
            yield from _of_attack(order)
    if order is not None:
        yield "Strike the order", o.TakeBack((w.units[unit].id,))


def _of_attack(order: o.Attack) -> Iterator[tuple[str, Order]]:
    replace = msgspec.structs.replace
    if order.breakthrough:
        yield "No breakthrough", replace(order, breakthrough=False)
        again = "Do not fight again" if order.fight_again else "Fight again"
        yield again, replace(order, fight_again=not order.fight_again)
    else:
        yield "Breakthrough", replace(order, breakthrough=True, onward=order.onward or (order.target,))
    yield "Do not advance" if order.advance else "Advance", replace(order, advance=not order.advance)
    if len(order.onward) > 1:
        yield "No way on", replace(order, onward=())


def _cannot(w: World, s: PlaysheetState, unit: int) -> list[Row]:
    """Kinds of order that are refused whatever the hex, and why."""
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
        rows.append(_no(f"Support from {after.route[-1]}", refusal))
    return rows


# Air


def air(w: World, s: PlaysheetState, side: int) -> Plain:
    """The pools with the tasks their squadrons may be sent on, and the missions on the sheet."""
    return {
        "pools": [pool for at in range(len(POOLS)) if (pool := _pool(w, s, side, at))],
        "missions": _missions(w, s, side),
    }


def _pool(w: World, s: PlaysheetState, side: int, pool: int) -> AirPool | None:
    fit = pools.fit(w, s, side, pool)
    if not fit:
        return None
    may, busy = pools.may_fly(w, s, side, pool), a.flying(w, s, side)[pool]
    free = [w.squadrons[q].id for q in fit if s.flights[q] is None][: max(0, may - busy)]
    why = ""
    if not may:
        why = "no missions at night" if w.is_night(s.turn) else "none may fly in this weather"
    return {
        "name": a.words(pool).replace("us ", "US ").replace("raf ", "RAF "),
        "fit": len(fit),
        "may_fly": may,
        "flying": busy,
        "free": free,
        "tasks": list(_tasks(w, s, side, pool)) if free else [],
        "why": why,
        "rule": "OPS-WX-2",
    }


def _tasks(w: World, s: PlaysheetState, side: int, pool: int) -> Iterator[AirTask]:
    def task(label: str, kind: str, field: str, by: str, **more: str) -> AirTask:
        return {"label": label, "order": {"do": kind, **more}, "field": field, "by": by, "all": 0}

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
            needed = w.units[w.by_id[a.HEYDTE]].status
            drop = task(f"Drop {a.HEYDTE}", "transport", "target", "hex", load=a.HEYDTE)
            yield {**drop, "all": needed}


def _missions(w: World, s: PlaysheetState, side: int) -> list[Mission]:
    """What is written for the air, each with the order that strikes it."""
    flown = dict.fromkeys(order for q in w.squadrons_of[side] if (order := s.flights[q]) is not None)
    found: list[Mission] = []
    for order in flown:
        target = getattr(order, "target", getattr(order, "anchor", ""))
        strike = msgspec.to_builtins(o.TakeBack((), tuple(sorted(order.squadrons))))
        said = f"{squadrons(order.squadrons)}: {doing(w, s, order)}"
        first = list(_fed_first(w, s, order)) if isinstance(order, o.Transport) else []
        about = "Fed first, in this order; the others by their numbers (OPS-DROP-2):" if first else ""
        found.append({"words": said, "hex": target, "strike": strike, "first": first, "about": about})
    return found


def _fed_first(w: World, s: PlaysheetState, order: o.Transport) -> Iterator[Toggled]:
    """Who may be fed before the others by a drop of supplies, OPS-DROP-2: pressed again, no longer."""
    near = [w.units[unit].id for unit in a.fed(w, s, w.cell_of(order.target))]
    for name in near if order.load == a.SUPPLIES and len(near) > 1 else ():
        on = name in order.first
        first = tuple(x for x in order.first if x != name) if on else (*order.first, name)
        place = f"{order.first.index(name) + 1}. " if on else ""
        changed = msgspec.to_builtins(msgspec.structs.replace(order, first=first))
        yield {"label": f"{place}{name}", "order": changed, "on": on}
