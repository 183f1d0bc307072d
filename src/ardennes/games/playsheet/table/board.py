"""What lies on the table of the playsheet for a side: units, reports of the enemy, what is written."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.playsheet.facts import UNITS, outcome
from ardennes.games.playsheet.log import SOURCES
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules import pools
from ardennes.games.playsheet.rules.air_orders import flying
from ardennes.games.playsheet.rules.air_orders import words as pool_words
from ardennes.games.playsheet.rules.planning import believed_blown, ground_of, times
from ardennes.games.playsheet.rules.reports import age, stale
from ardennes.games.playsheet.rules.state import (
    PlaysheetState,
    Report,
)
from ardennes.games.playsheet.rules.supply import in_supply
from ardennes.games.playsheet.rules.victory import ledger
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.stage import REPORT_GLYPHS, SIZES
from ardennes.games.playsheet.words import percent, place
from ardennes.hexes import bits
from ardennes.kernel.table import Carried, Contact, Mark, Panel, Plain, Row, Trace
from ardennes.words import counted

# Units


def unit_state(w: World, s: PlaysheetState, unit: int) -> Plain:
    """A counter: status and SP are printed on it."""
    return {
        "id": w.units[unit].id,
        "hex": w.label(s.where[unit]),
        "marks": UNITS.marks(w, s, unit),
        "print": f"{s.status[unit]}-{s.sp[unit]}",
        "sheet": UNITS.sheet(w, s, unit),
    }


# What is known of the enemy


def contacts(w: World, s: PlaysheetState, side: int | None) -> list[Contact]:
    """The reports of a side, the oldest first, so that the newest lie on top."""
    mine = [report for report in s.reports if report.to == side]
    return [_contact(w, s, report) for report in sorted(mine, key=lambda r: (r.turn, r.hex))]


def _contact(w: World, s: PlaysheetState, r: Report) -> Contact:
    kind = terms.REPORT_TYPES[r.type] if r.type >= 0 else ""
    size = terms.REPORT_SIZES[r.size] if r.size >= 0 else ""
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
    kind = terms.REPORT_TYPES[r.type] if r.type >= 0 else ""
    size = terms.REPORT_SIZES[r.size] if r.size >= 0 else ""
    who = " ".join(word for word in (kind, size) if word) or "unit of unknown kind"
    of = f" of {r.formation}" if r.formation else ""
    going = f", moving {terms.POINTS[r.direction]}" if r.direction >= 0 else ""
    return f"enemy {who}{of}{going}"


def old(s: PlaysheetState, r: Report) -> str:
    turns = age(s, r)
    if r.turn < 0:
        return "known before the battle" + (f", {counted(turns, 'turn')} old" if turns else "")
    return "last turn" if turns == 1 else f"{counted(turns, 'turn')} old" if turns else "of this turn"


def near_reports(w: World, s: PlaysheetState, side: int) -> set[int]:
    """Hexes next to a reported enemy that may be a combat unit, where marches may be stopped, OPS-SIM-3."""
    guns = terms.REPORT_TYPES.index("artillery")
    return {near for r in s.reports if r.to == side and r.type != guns for near in w.near[r.hex]}


# What is written


def traces(w: World, s: PlaysheetState, side: int | None) -> list[Trace]:
    """The routes, aims and areas on the side's sheet."""
    found: list[Trace] = []
    for unit in w.of_side[side] if side is not None else ():
        order = s.sheet[unit]
        if order is not None and s.where[unit] >= 0:
            at = times(w, s, unit, order)
            found += _trace(
                w, w.label(s.where[unit]), order, f"{percent(sum(at))} %" if at is not None else ""
            )
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
            path = [here, *(step for step in route if step != terms.EXIT)]
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


def carried(w: World, s: PlaysheetState, side: int | None) -> list[Carried]:
    """Every order of last turn that was to bring something about; the reasons stand in the turn's report."""
    if side is None or s.over:
        return []
    return [line for unit in w.of_side[side] if (line := outcome(w, s, unit)) is not None]


# Overlays


def control(w: World, s: PlaysheetState, side: int | None) -> dict[str, str]:
    """The ground as the side knows it, where it differs from the front of 16 December, OPS-SIM-8."""
    if side is None:
        return {}
    held = ground_of(s, side)
    changed = held ^ w.start_ground[side]
    return {w.label(cell): terms.SIDES[side if held >> cell & 1 else 1 - side] for cell in bits(changed)}


def supplied(w: World, s: PlaysheetState, side: int | None) -> dict[str, list[str]]:
    """Where the side's units would be in supply, if nobody unseen cuts the road."""
    found: dict[str, list[str]] = {name: [] for name in terms.SIDES}
    if side is not None:
        reached = in_supply(w, s, side)
        found[terms.SIDES[side]] = [w.label(cell) for cell in range(w.size) if reached[cell]]
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
            "text": f"{place_.name}, {counted(place_.points, 'point')}",
            "met": s.places[place_.index] == terms.GERMAN,
            "rule": "OPS-VIC-1",
            "side": terms.SIDES[terms.GERMAN],
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
    rows: list[Row] = [{"what": "Weather", "value": terms.WEATHERS[s.weather], "rule": "OPS-WX-1"}]
    for pool in range(len(terms.POOLS)):
        fit = len(pools.fit(w, s, side, pool))
        if not fit:
            continue
        what = "serials" if pool == terms.TRANSPORT else pool_words(pool)
        may = pools.may_fly(w, s, side, pool)
        value = f"{fit} fit, {may} may fly, {busy[pool]} have a mission"
        rows.append({"what": what.capitalize(), "value": value, "rule": "OPS-WX-2"})
    return {"id": "air", "title": "In the air", "tab": "campaign", "rows": rows}
