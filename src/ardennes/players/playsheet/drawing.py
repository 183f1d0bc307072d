"""A likely position of the enemy, drawn at random from a side's reports and the order of battle."""

from __future__ import annotations

from collections import Counter
from random import Random

from ardennes.games.playsheet.rules.knowledge.reports import CONTACT, in_order
from ardennes.games.playsheet.rules.model.state import (
    DEFENDED,
    DUG_IN,
    FIT,
    NOT_YET,
    STANDS,
    SUPPLIED,
    UNKNOWN,
    PlaysheetState,
    Report,
)
from ardennes.games.playsheet.rules.resolution.reinforcements import entries
from ardennes.games.playsheet.schema.terms import ALLIED, AT_START, GERMAN
from ardennes.games.playsheet.schema.world import World

PACE = 2  # hexes a turn that unreported units moved towards the front


def draw_enemy(w: World, view: PlaysheetState, side: int, rng: Random) -> PlaysheetState:
    """Return a position that looks like the view to the side.

    Every report becomes a unit that fits it. The others are near their start or entry hex, nearer to the
    front for each turn since, and never in sight.
    """
    s = view.clone()
    enemy = 1 - side
    there = [u for u in w.of_side[enemy] if w.in_play[u] and AT_START <= w.units[u].arrives <= s.turn]
    for unit in w.of_side[enemy]:
        s.where[unit] = NOT_YET
    crowd: Counter[int] = Counter()
    dug_in = _reported(w, s, side, there, crowd, rng)
    _unreported(w, s, side, [u for u in there if s.where[u] < 0], crowd, rng)
    for unit in there:
        s.began[unit] = s.where[unit]
        s.sp[unit] = rng.randint(1, w.limits.sp_limit)
        s.marks[unit] = SUPPLIED | (DUG_IN | DEFENDED if unit in dug_in and w.combat[unit] else 0)
    for squadron in w.squadrons_of[enemy]:
        s.squadrons[squadron] = FIT
    s.dumps = [STANDS if dump == UNKNOWN else dump for dump in s.dumps]
    _beliefs(w, s, side)
    return s


def _reported(
    w: World, s: PlaysheetState, side: int, there: list[int], crowd: Counter[int], rng: Random
) -> set[int]:
    """Place a unit for each report, the newest first; return those that may be dug in."""
    dug_in = set()
    own = {s.where[unit] for unit in w.of_side[side]}
    reports = [r for r in s.reports if r.to == side and r.hex not in own]
    rng.shuffle(reports)
    for report in sorted(reports, key=lambda r: -r.turn):
        fits = [u for u in there if s.where[u] < 0 and _may_be(w, report, u)]
        if not fits or crowd[report.hex] >= w.limits.stack_limit:
            continue
        unit = min(fits, key=lambda u: (w.distance(w.units[u].hex, report.hex), rng.random()))
        s.where[unit] = report.hex
        crowd[report.hex] += w.combat[unit]
        worn = rng.randint(0, min(2, max(0, report.turn)))  # it may have fought
        s.status[unit] = max(1, s.status[unit] - worn)
        if report.turn < s.turn - 1 or report.turn < 0:
            dug_in.add(unit)
    return dug_in


def _may_be(w: World, report: Report, unit: int) -> bool:
    """Does the unit fit the report?"""
    u = w.units[unit]
    facts = (
        (report.type, u.report_type, -1),
        (report.size, u.report_size, -1),
        (report.formation, u.formation, ""),
    )
    return all(said in (true, nothing) for said, true, nothing in facts)


def _unreported(
    w: World, s: PlaysheetState, side: int, units: list[int], crowd: Counter[int], rng: Random
) -> None:
    """Place the other units between their start and the nearest enemy, out of sight."""
    own = [s.where[u] for u in w.of_side[side] if s.where[u] >= 0]
    visible = {
        near for u in w.of_side[side] if w.combat[u] and s.where[u] >= 0 for near in w.near[s.where[u]]
    }
    visible |= set(own)
    for unit in units:
        home = w.units[unit].hex if w.units[unit].arrives == AT_START else entries(w, unit)[0]
        turns = s.turn - w.units[unit].arrives
        goal = min(own, key=lambda cell: (w.distance(home, cell), cell), default=home)
        steps = min(rng.randint(0, PACE) * turns, max(0, w.distance(home, goal) - 2))
        cell = home
        for _ in range(steps):
            cell = min(w.near[cell], key=lambda near: (w.distance(near, goal), near))
        room = [
            near for near in w.within(cell, 4) if near not in visible and crowd[near] < w.limits.stack_limit
        ]
        if room:
            s.where[unit] = min(room, key=lambda near: (w.distance(near, cell), rng.random()))
            crowd[s.where[unit]] += w.combat[unit]


def _beliefs(w: World, s: PlaysheetState, side: int) -> None:
    """Set the enemy's beliefs: the side's map, the ground it does not hold, and reports of near units."""
    everything = sum(1 << cell for cell in w.hexes)
    german = sum(1 << place for place, holder in enumerate(s.places) if holder == GERMAN)
    if side == ALLIED:
        s.german_thinks_blown, s.german_thinks_german = s.blown, german
        s.german_ground = everything & ~s.allied_ground
    else:
        s.allied_thinks_blown, s.allied_thinks_german = s.blown, german
        s.allied_ground = everything & ~s.german_ground
    enemy = 1 - side
    enemies = {s.where[u] for u in w.of_side[enemy] if s.where[u] >= 0}
    met = [
        Report(enemy, u, s.where[u], s.turn - 1, CONTACT, w.units[u].report_type, w.units[u].report_size)
        for u in w.of_side[side]
        if s.where[u] >= 0 and any(near in enemies for near in w.within(s.where[u], 2))
    ]
    s.reports = in_order([*s.reports, *met])
