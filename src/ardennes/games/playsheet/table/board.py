"""What lies on the table of the playsheet for a side: units, reports of the enemy, what is written."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.playsheet.log import SOURCES, percent
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules import pools
from ardennes.games.playsheet.rules.air_orders import flying
from ardennes.games.playsheet.rules.air_orders import words as pool_words
from ardennes.games.playsheet.rules.ground_orders import surprised
from ardennes.games.playsheet.rules.planning import believed_blown, ground_of
from ardennes.games.playsheet.rules.reports import age, stale
from ardennes.games.playsheet.rules.state import (
    ADJACENT,
    DUG_IN,
    EVERY_HEX,
    IMMOBILISED,
    NOTHING,
    RETIRED,
    SUPPLIED,
    PlaysheetState,
    Report,
)
from ardennes.games.playsheet.rules.supply import in_supply
from ardennes.games.playsheet.rules.victory import ledger
from ardennes.games.playsheet.schema.terms import (
    EXIT,
    GERMAN,
    POINTS,
    POOLS,
    REPORT_SIZES,
    REPORT_TYPES,
    SIDES,
    TRANSPORT,
    WEATHERS,
)
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.after import outcome
from ardennes.games.playsheet.table.stage import REPORT_GLYPHS, SIZES
from ardennes.games.playsheet.table.times import times, when
from ardennes.games.playsheet.words import doing, place
from ardennes.hexes import bits
from ardennes.kernel.table import Contact, Mark, Panel, Plain, Row, Trace
from ardennes.words import counted

MARKS = (
    (DUG_IN, "dug in"),
    (IMMOBILISED, "immobilised"),
    (RETIRED, "retired"),
    (ADJACENT, "next to the enemy"),
)


# Units


def unit_state(w: World, s: PlaysheetState, unit: int) -> Plain:
    """A counter: status and SP are printed on it."""
    return {
        "id": w.units[unit].id,
        "hex": w.label(s.where[unit]),
        "marks": marks(w, s, unit),
        "print": f"{s.status[unit]}-{s.sp[unit]}",
        "sheet": sheet(w, s, unit),
    }


def marks(w: World, s: PlaysheetState, unit: int) -> list[str]:
    found = [name for flag, name in MARKS if s.marks[unit] & flag]
    if s.prepared[unit] != NOTHING and w.combat[unit]:
        found.append("prepared")
    if surprised(w, s, unit):
        found.append("surprised")
    if not s.marks[unit] & SUPPLIED:
        found.append("out of supply")
    elif not s.sp[unit]:
        found.append("no SP")
    if s.sheet[unit] is not None:
        found.append("has an order")
    return found


def sheet(w: World, s: PlaysheetState, unit: int) -> list[Row]:
    """What one would ask about a unit now."""
    order = s.sheet[unit]
    said = "no order: it defends" if order is None else doing(w, s, order) + when(w, s, unit, order)
    rows: list[Row] = [
        {"what": "Order", "value": said, "rule": "OPS-ORD-1"},
        {"what": "Status", "value": f"{s.status[unit]} of {w.units[unit].status}", "rule": "OPS-UNIT-2"},
        {"what": "Supply points", "value": f"{s.sp[unit]} of {w.limits.sp_limit}", "rule": "OPS-SUP-1"},
        {"what": "Formation", "value": s.division[unit], "rule": "OPS-UNIT-13"},
    ]
    before = outcome(w, s, unit)
    if before is not None:
        came = f": {before['came']}" if before["came"] else ""
        rows.append({"what": "Last turn", "value": before["words"] + came, "rule": "OPS-ORD-4"})
    if s.used[unit]:
        rows.append(
            {"what": "Moved last turn", "value": f"{percent(s.used[unit])} % of it", "rule": "OPS-MOVE-4"}
        )
    if s.prepared[unit] == EVERY_HEX and w.combat[unit]:
        rows.append({"what": "Prepared", "value": "against every hex", "rule": "OPS-UNIT-6"})
    elif s.prepared[unit] >= 0:
        label = w.label(s.prepared[unit])
        value = f"against {place(w, label)} and around it"
        rows.append({"what": "Prepared", "value": value, "rule": "OPS-COMBAT-1", "hex": label})
    if s.joining[unit]:
        rows.append({"what": "Joins", "value": f"{s.joining[unit]} next turn", "rule": "OPS-UNIT-13"})
    if not s.marks[unit] & SUPPLIED:
        rows.append({"what": "Out of supply", "value": "draws no SP", "rule": "OPS-SUP-3", "mark": "bad"})
    return rows


# What is known of the enemy


def contacts(w: World, s: PlaysheetState, side: int | None) -> list[Contact]:
    """The reports of a side, the oldest first, so that the newest lie on top."""
    mine = [report for report in s.reports if report.to == side]
    return [_contact(w, s, report) for report in sorted(mine, key=lambda r: (r.turn, r.hex))]


def _contact(w: World, s: PlaysheetState, r: Report) -> Contact:
    kind = REPORT_TYPES[r.type] if r.type >= 0 else ""
    size = REPORT_SIZES[r.size] if r.size >= 0 else ""
    return {
        "hex": w.label(r.hex),
        "glyph": REPORT_GLYPHS.get(kind, ""),
        "size_mark": SIZES[size] if size else "",
        "direction": r.direction * 45 if r.direction >= 0 else -1,
        "formation": r.formation,
        "age": age(s, r),
        "stale": stale(w, s, r),
        "words": f"{what_reported(r)}, {old(s, r)} ({SOURCES[r.source]})",
    }


def what_reported(r: Report) -> str:
    kind = REPORT_TYPES[r.type] if r.type >= 0 else ""
    size = REPORT_SIZES[r.size] if r.size >= 0 else ""
    who = " ".join(word for word in (kind, size) if word) or "unit of unknown kind"
    of = f" of {r.formation}" if r.formation else ""
    going = f", moving {POINTS[r.direction]}" if r.direction >= 0 else ""
    return f"enemy {who}{of}{going}"


def old(s: PlaysheetState, r: Report) -> str:
    turns = age(s, r)
    if r.turn < 0:
        return (
            "known before the battle"
            if not turns
            else f"known before the battle, {counted(turns, 'turn')} old"
        )
    return "last turn" if turns == 1 else f"{counted(turns, 'turn')} old" if turns else "of this turn"


def near_reports(w: World, s: PlaysheetState, side: int) -> set[int]:
    """Hexes next to a reported enemy that may be a combat unit: who comes there may be stopped, OPS-SIM-3."""
    guns = REPORT_TYPES.index("artillery")
    return {near for r in s.reports if r.to == side and r.type != guns for near in w.near[r.hex]}


# What is written


def traces(w: World, s: PlaysheetState, side: int | None) -> list[Trace]:
    """The routes, aims and areas on the side's sheet."""
    found: list[Trace] = []
    for unit in w.of_side[side] if side is not None else ():
        order = s.sheet[unit]
        if order is not None and s.where[unit] >= 0:
            at = times(w, s, unit, order)
            found += _trace(w, w.label(s.where[unit]), order, f"{at.clock} %" if at is not None else "")
    for mission in (
        dict.fromkeys(s.flights[q] for q in w.squadrons_of[side] if s.flights[q]) if side is not None else ()
    ):
        found += _flown(w, s, mission)
    return found


def _trace(w: World, here: str, order: o.GroundOrder, at: str) -> Iterator[Trace]:
    """`at`: when it is where its way leads."""
    unit = order.unit
    match order:
        case o.Move(route=route, mode=mode):
            path = [here, *(step for step in route if step != EXIT)]
            yield {"unit": unit, "kind": "move", "look": mode, "path": path, "label": at}
        case o.Attack(route=route, target=target, onward=onward):
            yield {"unit": unit, "kind": "attack", "look": "", "path": [here, *route, target], "label": at}
            if len(onward) > 1:
                yield {"unit": unit, "kind": "onward", "look": "", "path": list(onward)}
        case o.Prepare(route=route, target=target):
            path = [here, *route, target]
            yield {"unit": unit, "kind": "prepare", "look": "", "path": path, "label": at}
        case o.Support(route=route, target=target, mode=mode):
            if route:
                yield {"unit": unit, "kind": "move", "look": mode, "path": [here, *route], "label": at}
            yield {
                "unit": unit,
                "kind": "support",
                "look": "",
                "path": [route[-1] if route else here, target],
            }
        case o.Interdict(anchor=anchor) | o.Suppress(anchor=anchor):
            area = [w.label(cell) for cell in w.area(w.cell_of(anchor))]
            yield {"unit": unit, "kind": "support", "look": "", "path": [here, anchor]}
            yield {"unit": unit, "kind": "area", "look": "", "path": area}


def _flown(w: World, s: PlaysheetState, mission: o.AirOrder | None) -> Iterator[Trace]:
    match mission:
        case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
            area = [w.label(cell) for cell in w.area(w.cell_of(anchor))]
            yield {"unit": "", "kind": "area", "look": "", "path": area}
        case o.CloseSupport(target=target) | o.Transport(target=target):
            yield {"unit": "", "kind": "air", "look": str(len(mission.squadrons)), "path": [target]}
        case o.Cover(zone=zone) | o.Reconnoitre(zone=zone):
            spot = [cell for cell in range(w.size) if w.zone[cell] == zone]
            middle = spot[len(spot) // 2]
            yield {"unit": "", "kind": "air", "look": str(len(mission.squadrons)), "path": [w.label(middle)]}


# Overlays


def control(w: World, s: PlaysheetState, side: int | None) -> dict[str, str]:
    """The ground as the side knows it, where it differs from the front of 16 December, OPS-SIM-8."""
    if side is None:
        return {}
    held = ground_of(s, side)
    changed = held ^ w.start_ground[side]
    return {w.label(cell): SIDES[side if held >> cell & 1 else 1 - side] for cell in bits(changed)}


def supplied(w: World, s: PlaysheetState, side: int | None) -> dict[str, list[str]]:
    """Where the side's units would be in supply, if nobody unseen cuts the road."""
    found: dict[str, list[str]] = {name: [] for name in SIDES}
    if side is not None:
        reached = in_supply(w, s, side)
        found[SIDES[side]] = [w.label(cell) for cell in range(w.size) if reached[cell]]
    return found


def bridges(w: World, s: PlaysheetState, side: int | None) -> list[Plain]:
    blown = s.blown if side is None or s.over else believed_blown(s, side)
    return [
        {"id": b.id, "state": "gone" if blown >> b.index & 1 else "intact", "owner": ""} for b in w.bridges
    ]


def victory(w: World, s: PlaysheetState) -> list[Plain]:
    """The places that count, and who holds them as far as the side knows, OPS-VIC-1."""
    return [
        {
            "text": f"{place_.place}, {counted(place_.points, 'point')}",
            "met": s.places[place_.index] == GERMAN,
            "rule": "OPS-VIC-1",
            "side": SIDES[GERMAN],
            "hex": w.label(place_.hex),
        }
        for place_ in w.objectives
    ]


# Panels


def panels(w: World, s: PlaysheetState, side: int | None) -> list[Panel]:
    found = [_score(w, s, side)]
    if side is not None:
        found += [_intelligence(w, s, side), _air(w, s, side)]
    return found


def _score(w: World, s: PlaysheetState, side: int | None) -> Panel:
    """German points as far as the side knows."""
    rows: list[Row] = [
        {"what": what, "value": f"{points:+d}", "rule": "OPS-VIC-1"} for what, points in ledger(w, s)
    ]
    total = s.points if s.over else sum(points for _, points in ledger(w, s))
    known = "" if s.over else ", as far as you know"
    rows.append({"what": f"German points{known}", "value": str(total), "rule": "OPS-VIC-3"})
    return {"id": "score", "title": "Score", "tab": "campaign", "rows": rows}


def _intelligence(w: World, s: PlaysheetState, side: int) -> Panel:
    """Every report, the newest first; a click goes there."""
    rows: list[Row] = []
    for report in sorted((r for r in s.reports if r.to == side), key=lambda r: (-r.turn, r.hex)):
        mark: Mark = "bad" if stale(w, s, report) else ""
        rows.append(
            {
                "what": place(w, w.label(report.hex)),
                "value": what_reported(report).removeprefix("enemy "),
                "hex": w.label(report.hex),
                "rule": "OPS-SPOT-6" if stale(w, s, report) else "OPS-SPOT-1",
                "mark": mark,
                "group": old(s, report).capitalize() + (": stale" if stale(w, s, report) else ""),
            }
        )
    return {"id": "intelligence", "title": "Reports of the enemy", "tab": "forces", "rows": rows}


def _air(w: World, s: PlaysheetState, side: int) -> Panel:
    busy = flying(w, s, side)
    rows: list[Row] = [{"what": "Weather", "value": WEATHERS[s.weather], "rule": "OPS-WX-1"}]
    for pool in range(len(POOLS)):
        fit = len(pools.fit(w, s, side, pool))
        if not fit:
            continue
        what = "serials" if pool == TRANSPORT else pool_words(pool)
        may = pools.may_fly(w, s, side, pool)
        value = f"{fit} fit, {may} may fly, {busy[pool]} have a mission"
        rows.append({"what": what.capitalize(), "value": value, "rule": "OPS-WX-2"})
    return {"id": "air", "title": "In the air", "tab": "campaign", "rows": rows}
