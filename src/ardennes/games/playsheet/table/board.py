"""The board of the playsheet for a side: units, reports of the enemy, written orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ardennes.games.playsheet.facts import UNITS, outcome
from ardennes.games.playsheet.log import SOURCES
from ardennes.games.playsheet.rules.knowledge.reports import age, stale
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import IMMOBILISED, PlaysheetState, Report
from ardennes.games.playsheet.rules.orders.air import flying
from ardennes.games.playsheet.rules.orders.routes import believed_blown, ground_of, times
from ardennes.games.playsheet.rules.outcome.victory import bounds_of, german_places, ledger, level_now
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.rules.resolution.supply import in_supply
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.names import POOLS
from ardennes.games.playsheet.schema.sheet import VICTORY
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.stage import REPORT_GLYPHS, SIZES
from ardennes.games.playsheet.words import percent, reported, squadrons
from ardennes.hexes import bits
from ardennes.kernel import parts_shown
from ardennes.kernel.wire import (
    Aim,
    Area,
    Bridge,
    Carried,
    Contact,
    Goal,
    Panel,
    Row,
    Stand,
    Tally,
    Trace,
    UnitState,
)
from ardennes.words import counted, listed

# Units


def unit_state(w: World, s: PlaysheetState, unit: int) -> UnitState:
    """Return a counter with its status and supply points."""
    marks, sheet = UNITS.marks(w, s, unit), UNITS.sheet(w, s, unit)
    return UnitState(w.units[unit].id, w.label(s.where[unit]), marks, sheet, f"{s.status[unit]}-{s.sp[unit]}")


# Reports of the enemy


def contacts(w: World, s: PlaysheetState, side: int | None) -> list[Contact]:
    """Return the reports of a side, the oldest first, so that the newest are on top."""
    mine = [report for report in s.reports if report.to == side]
    return [_contact(w, s, report) for report in sorted(mine, key=lambda r: (r.turn, r.hex))]


def _contact(w: World, s: PlaysheetState, r: Report) -> Contact:
    return Contact(
        hex=w.label(r.hex),
        glyph=REPORT_GLYPHS.get(terms.REPORT_TYPES[r.type], "") if r.type >= 0 else "",
        size_mark=SIZES[terms.REPORT_SIZES[r.size]] if r.size >= 0 else "",
        direction=r.direction * 45 if r.direction >= 0 else -1,
        formation=r.formation,
        age=age(s, r),
        stale=stale(w, s, r),
        words=f"{what_reported(w, r)}, {_how_known(s, r)}",
    )


def what_reported(w: World, r: Report) -> str:
    """Return a report in words: "enemy infantry regiment, moving west"."""
    kind = terms.REPORT_TYPES[r.type] if r.type >= 0 else ""
    size = terms.REPORT_SIZES[r.size] if r.size >= 0 else ""
    return reported(w, kind, size, terms.POINTS[r.direction] if r.direction >= 0 else "", r.formation)


def old(s: PlaysheetState, r: Report) -> str:
    """Return the age of a report in words."""
    turns = age(s, r)
    if r.turn < 0:
        return SOURCES[r.source] + (f", {counted(turns, 'turn')} old" if turns else "")
    return "last turn" if turns == 1 else f"{counted(turns, 'turn')} old" if turns else "this turn"


def _how_known(s: PlaysheetState, r: Report) -> str:
    return old(s, r) if r.turn < 0 else f"{SOURCES[r.source]}, {old(s, r)}"


def near_each_report(w: World, s: PlaysheetState, side: int) -> dict[str, list[str]]:
    """By hex with a report that may be of a combat unit: the hexes next to it, where marches may stop,
    OPS-SIM-3."""
    guns = terms.REPORT_TYPES.index("artillery")
    hexes = sorted({r.hex for r in s.reports if r.to == side and r.type != guns})
    return {w.label(cell): [w.label(near) for near in w.near[cell]] for cell in hexes}


def near_reports(w: World, s: PlaysheetState, side: int | None) -> dict[str, list[str]]:
    """Return the hexes next to reports, as the zone of the other side."""
    result: dict[str, list[str]] = {name: [] for name in terms.SIDES}
    if side is not None:
        near = {label for labels in near_each_report(w, s, side).values() for label in labels}
        result[terms.SIDES[1 - side]] = sorted(near, key=w.cell_of)
    return result


# Written orders


def traces(w: World, s: PlaysheetState, side: int | None) -> list[Trace]:
    """Return the routes, targets and areas on the side's sheet."""
    if side is None:
        return []
    result: list[Trace] = []
    for unit in w.of_side[side]:
        order = s.sheet[unit]
        if order is not None and s.where[unit] >= 0:
            at = times(w, s, unit, order)
            result += _trace(w, w.label(s.where[unit]), order, f"{percent(sum(at))} %" if at else "")
    for mission in dict.fromkeys(s.flights[q] for q in w.squadrons_of[side]):
        result += _flown(w, mission)
    return result


def _trace(w: World, here: str, order: o.GroundOrder, at: str) -> Iterator[Trace]:
    """Yield the traces of an order; `at` is when the unit arrives."""
    unit = order.unit
    match order:
        case o.Move(route=route, mode=mode):
            path = [here, *(step for step in route if step != terms.EXIT)]
            yield Trace(unit, "move", mode, path, at)
        case o.Attack(route=route, target=target, onward=onward):
            yield Trace(unit, "attack", "", [here, *route, target], at)
            if len(onward) > 1:
                yield Trace(unit, "onward", "", list(onward))
        case o.Prepare(route=route, target=target):
            yield Trace(unit, "prepare", "", [here, *route, target], at)
        case o.Support(route=route, target=target, mode=mode):
            if route:
                yield Trace(unit, "move", mode, [here, *route], at)
            yield Trace(unit, "support", "", [route[-1] if route else here, target])
        case o.Interdict(anchor=anchor) | o.Suppress(anchor=anchor):
            yield Trace(unit, "support", "", [here, anchor])
            yield Trace(unit, "area", "", _around(w, anchor))


def _flown(w: World, mission: o.AirOrder | None) -> Iterator[Trace]:
    match mission:
        case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
            yield Trace("", "area", "", _around(w, anchor))
        case o.CloseSupport(target=target) | o.Transport(target=target):
            yield Trace("", "air", str(len(mission.squadrons)), [target])
        case o.Cover(zone=zone) | o.Reconnoitre(zone=zone):
            spot = [cell for cell in range(w.size) if w.zone[cell] == zone]
            yield Trace("", "air", str(len(mission.squadrons)), [w.label(spot[len(spot) // 2])])


def _around(w: World, anchor: str) -> list[str]:
    """Return the hexes of an area."""
    return [w.label(cell) for cell in w.area(w.cell_of(anchor))]


def carried(w: World, s: PlaysheetState, side: int | None) -> list[Carried]:
    """Return the results of last turn's orders; the turn's report has the reasons."""
    if side is None or s.over:
        return []
    return [line for unit in w.of_side[side] if (line := outcome(w, s, unit)) is not None]


# Overlays


def areas(w: World, s: PlaysheetState, side: int | None) -> list[Area]:
    """Return the areas a side interdicts this turn or interdicted last turn, and where its units were hit,
    OPS-INT."""
    if side is None or s.over:
        return []
    return [
        *_fired(w, w.of_side[side], s.sheet, s.flights, w.squadrons_of[side], "now"),
        *_fired(w, w.of_side[side], s.last_sheet, s.last_flights, w.squadrons_of[side], "last"),
        *_caught(w, s, side),
    ]


def _fired(
    w: World,
    units: Iterable[int],
    sheet: Sequence[o.GroundOrder | None],
    flights: Sequence[o.AirOrder | None],
    flown: Iterable[int],
    when: Literal["now", "last"],
) -> Iterator[Area]:
    """Yield the areas under fire, each with all its forces, OPS-INT-7."""
    guns: Counter[tuple[str, bool]] = Counter()
    planes: dict[tuple[str, bool], tuple[str, ...]] = {}
    for unit in units:
        match sheet[unit]:
            case (o.Interdict(anchor=anchor) | o.Suppress(anchor=anchor)) as order:
                guns[anchor, isinstance(order, o.Suppress)] += 1
    for mission in dict.fromkeys(flights[squadron] for squadron in flown):
        match mission:
            case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
                key = anchor, isinstance(mission, o.AirSuppress)
                planes[key] = (*planes.get(key, ()), *mission.squadrons)
    for key in sorted({*guns, *planes}):
        by = [counted(guns[key], "artillery group")] if guns[key] else []
        if key in planes:
            by.append(squadrons(planes[key]))
        what = "Flak suppressed" if key[1] else "Interdicted"
        time = "this turn" if when == "now" else "last turn"
        yield Area(_around(w, key[0]), when, f"{what} {time} by {listed(by)}")


def _caught(w: World, s: PlaysheetState, side: int) -> Iterator[Area]:
    """Yield the hexes where interdiction hit units last turn, OPS-INT-8."""
    hurt = [u for u in w.of_side[side] if s.where[u] >= 0 and s.marks[u] & IMMOBILISED]
    for cell in sorted({s.where[unit] for unit in hurt}):
        names = listed([w.name(u) for u in hurt if s.where[u] == cell])
        yield Area([w.label(cell)], "caught", f"Interdiction last turn hit {names}")


def control(w: World, s: PlaysheetState, side: int | None) -> dict[str, str]:
    """Return the ground as the side knows it, where it differs from the front of 16 December, OPS-SIM-8."""
    if side is None:
        return {}
    held = ground_of(s, side)
    changed = held ^ w.start_ground[side]
    return {w.label(cell): terms.SIDES[side if held >> cell & 1 else 1 - side] for cell in bits(changed)}


def supplied(w: World, s: PlaysheetState, side: int | None) -> dict[str, list[str]]:
    """Return the hexes in supply for the side, unless an unseen enemy cuts the road."""
    result: dict[str, list[str]] = {name: [] for name in terms.SIDES}
    if side is not None:
        reached = in_supply(w, s, side)
        result[terms.SIDES[side]] = [w.label(cell) for cell in range(w.size) if reached[cell]]
    return result


def bridges(w: World, s: PlaysheetState, side: int | None) -> list[Bridge]:
    """Return the bridges as the side believes them to be."""
    blown = s.blown if side is None or s.over else believed_blown(s, side)
    return [Bridge(b.id, "gone" if blown >> b.index & 1 else "intact", "") for b in w.bridges]


def victory(w: World, s: PlaysheetState) -> list[Goal]:
    """Return the places that score, and which side holds them as far as the side knows, OPS-VIC-1."""
    if w.part is not None:
        return parts_shown.goals(w.part, german_places(w, s), _places(w), *_SIDES)
    return [
        Goal(
            f"{one.name}, {counted(one.points, 'point')}",
            met=s.places[one.index] == terms.GERMAN,
            rule="OPS-VIC-1",
            side=terms.SIDES[terms.GERMAN],
            hex=w.label(one.hex),
            holder=terms.SIDES[s.places[one.index]],
        )
        for one in w.objectives
    ]


_SIDES = terms.SIDES[terms.GERMAN], terms.SIDES[terms.ALLIED]


def _places(w: World) -> list[str]:
    return [w.label(one.hex) for one in w.objectives]


def stand(w: World, s: PlaysheetState) -> Stand:
    """Return the German points as far as the side knows, the next level, and the winner now, OPS-VIC-3."""
    if w.part is not None:
        return parts_shown.stand(w.part, german_places(w, s), _places(w), *_SIDES)
    german, allied = terms.SIDES[terms.GERMAN], terms.SIDES[1 - terms.GERMAN]
    points = s.points if s.over else sum(points for _, points in ledger(w, s))
    level = s.over or level_now(w, s, points)
    ahead = next((side for side in terms.SIDES if level.lower().startswith(side)), "")
    bounds = sorted((least, VICTORY[at]) for least, at in bounds_of(w, s) if least is not None)
    wins = [(name, least) for least, name in bounds if name.lower().startswith(german)]
    rest = next((least for least, name in bounds if name == "draw"), wins[0][1])
    more = next((f"{least}: {name}" for name, least in wins if least > points), "")
    needs = f"({rest} to draw, {wins[0][1]} to win)" if points < wins[0][1] else more
    about = "Points come from places held in supply, units off the west edge and Allied units destroyed; "
    about += "German units destroyed cost points."
    aims = [
        *(
            Aim(german, f"{name} victory: {least} points or more.", "OPS-VIC-3", points >= least)
            for name, least in wins
        ),
        Aim(german, about, "OPS-VIC-1"),
        Aim(allied, f"Keep the Germans below {counted(rest, 'point')}.", "OPS-VIC-3", points < rest),
    ]
    places = sorted(w.objectives, key=lambda one: -one.points)
    words = {german: "Germans ahead", allied: "Allies ahead"}.get(ahead, "Even")
    tally = Tally("Points" if s.over else "Known points", str(points), "" if s.over else needs)
    return Stand("German goals", [tally], [w.label(one.hex) for one in places], ahead, words, aims)


# Panels


def panels(w: World, s: PlaysheetState, side: int | None) -> list[Panel]:
    """Return the panels of score, reports and aircraft."""
    score = [_score(w, s)] if w.part is None else []
    return [*score, *([_intelligence(w, s, side), _air(w, s, side)] if side is not None else ())]


def _score(w: World, s: PlaysheetState) -> Panel:
    """Return the panel of German points as far as the side knows."""
    lines = ledger(w, s)
    rows = [Row(f"{what[0].upper()}{what[1:]}", f"{points:+d}", "OPS-VIC-1") for what, points in lines]
    total = s.points if s.over else sum(points for _, points in lines)
    known = "" if s.over else ", as far as you know"
    return Panel("score", "Score", "campaign", [*rows, Row(f"German points{known}", str(total), "OPS-VIC-3")])


def _intelligence(w: World, s: PlaysheetState, side: int) -> Panel:
    """Return the panel of all reports, the newest first; a click goes there."""
    rows = []
    for report in sorted((r for r in s.reports if r.to == side), key=lambda r: (-r.turn, r.hex)):
        text = what_reported(w, report).removeprefix("enemy ")
        group, hex_ = old(s, report).capitalize(), w.label(report.hex)
        row = Row(w.hex_text(report.hex), text, "OPS-SPOT-1", hex_, group=group)
        if stale(w, s, report):
            row.rule, row.mark, row.group = "OPS-SPOT-6", "bad", f"{row.group} (stale)"
        rows.append(row)
    return Panel("intelligence", "Reports of the enemy", "forces", rows)


def _air(w: World, s: PlaysheetState, side: int) -> Panel:
    busy = flying(w, s, side)
    rows = [Row("Weather", terms.WEATHERS[s.weather], "OPS-WX-1")]
    for pool in range(len(terms.POOLS)):
        fit = len(air_pools.fit(w, s, side, pool))
        if not fit:
            continue
        name = POOLS[pool][0].upper() + POOLS[pool][1:]
        may = air_pools.may_fly(w, s, side, pool)
        rows.append(Row(name, f"{fit} fit, {may} may fly, {busy[pool]} with a mission", "OPS-WX-2"))
    return Panel("air", "In the air", "campaign", rows)
