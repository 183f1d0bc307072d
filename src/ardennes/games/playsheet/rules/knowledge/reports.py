"""Reports of the enemy, observation, held ground and places (OPS-SPOT, OPS-SIM-8)."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import msgspec

from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.events import DumpTaken, PlaceTaken, Sighted
from ardennes.games.playsheet.rules.model.state import PlaysheetState, Report
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.tables.reconnaissance import compass_point
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Event

OPENING, CONTACT, SEEN, AIR, COMBAT = SOURCES = ("opening", "contact", "recce", "air", "combat")
ARTILLERY = terms.REPORT_TYPES.index("artillery")  # and flak: these take no places, OPS-VIC-1
STIRRED = state.MOVED | state.ATTACKED | state.WAS_ATTACKED | state.RETIRED  # visible at night, OPS-SPOT-3


def age(s: PlaysheetState, report: Report) -> int:
    """Return the age of a report in turns; opening reports count as made in 16D, OPS-UNIT-12."""
    return s.turn - max(report.turn, 0)


def stale(w: World, s: PlaysheetState, report: Report) -> bool:
    """Does the map mark the report as old? OPS-SPOT-6."""
    return age(s, report) > w.limits.report_stale


def heading(w: World, a: int, b: int) -> int:
    """Return the compass point from one hex to another; -1 if they are the same, OPS-RECCE-10."""
    if a < 0 or b < 0:
        return -1
    across, down = w.q[b] - w.q[a], w.r[b] - w.r[a]
    return compass_point(sqrt(3) * across, -(2 * down + across))  # km, OPS-MAP-1


# Ground, places and dumps


def enter(turn: Turn, unit: int, hex: int) -> None:
    """Give a hex to the side of a unit that entered it, with its place and dump, OPS-SIM-8."""
    w, s, side = turn.w, turn.s, turn.w.units[unit].side
    if side == terms.GERMAN:
        s.german_ground |= 1 << hex
    else:
        s.allied_ground |= 1 << hex
    if not w.units[unit].combat:
        return
    place = w.objective_at.get(hex, -1)
    if place >= 0:
        s.places[place] = side  # OPS-VIC-1
        if believe(s, side, place, side):
            turn.events.append(PlaceTaken(side, w.objectives[place].name, w.label(hex)))
    if hex in w.dumps and side == terms.GERMAN and s.dumps[w.dumps.index(hex)] == state.STANDS:  # OPS-SUP-6
        s.dumps[w.dumps.index(hex)] = state.TAKEN
        s.bonus += w.limits.dump_sp
        turn.events.append(DumpTaken(terms.GERMAN, w.label(hex), w.limits.dump_sp))


def believe(s: PlaysheetState, side: int, place: int, holder: int) -> bool:
    """Set who a side believes holds a place, and return whether that changed."""
    before = s.german_thinks_german if side == terms.GERMAN else s.allied_thinks_german
    after = before | 1 << place if holder == terms.GERMAN else before & ~(1 << place)
    if side == terms.GERMAN:
        s.german_thinks_german = after
    else:
        s.allied_thinks_german = after
    return after != before


def _lose_ground(s: PlaysheetState, side: int, hex: int) -> None:
    """Take a hex from the ground of a side that has a report of an enemy in it, OPS-SIM-8."""
    if side == terms.GERMAN:
        s.german_ground &= ~(1 << hex)
    else:
        s.allied_ground &= ~(1 << hex)


# Reports


def report(
    turn: Turn,
    to: int,
    unit: int,
    source: str,
    *,
    type: bool = True,
    size: bool = True,
    direction: int = -1,
    formation: bool = False,
) -> None:
    """Report an enemy unit in its hex to a side, with only the given facts, OPS-RECCE-10."""
    w, s, u = turn.w, turn.s, turn.w.units[unit]
    hex, of = s.where[unit], s.division[unit] if formation else ""
    kind, number = u.report_type if type else -1, u.report_size if size else -1
    new = Report(to, unit, hex, s.turn, source, kind, number, direction, of)
    s.reported[unit] |= 1  # OPS-ADV-2
    _lose_ground(s, to, hex)
    if hex in w.objective_at and new.type != ARTILLERY:  # by what is learned, not by what it is, OPS-SPOT-7
        believe(s, to, w.objective_at[hex], u.side)
    before = turn.reports.get((to, unit, hex))
    if before is not None:
        new = _best(before, new)
    if new != before:
        turn.reports[to, unit, hex] = new
        turn.events.append(sighted(w, new))


def _best(a: Report, b: Report) -> Report:
    """Join two reports of one unit in one hex and turn."""
    return msgspec.structs.replace(
        a,
        type=max(a.type, b.type),
        size=max(a.size, b.size),
        direction=a.direction if b.direction < 0 else b.direction,
        formation=b.formation or a.formation,
    )


def sighted(w: World, r: Report) -> Sighted:
    """Return the event of a report."""
    learned = ((terms.REPORT_TYPES, r.type), (terms.REPORT_SIZES, r.size), (terms.POINTS, r.direction))
    kind, size, going = (words[at] if at >= 0 else "" for words, at in learned)
    return Sighted(r.to, w.label(r.hex), r.source, kind, size, going, r.formation)


def contact(turn: Turn, a: int, b: int) -> None:
    """Report two enemies to each other: type and size; the formation only after a fight, OPS-SPOT-1."""
    units = turn.w.units
    pair = (a, b) if units[a].side == terms.ALLIED else (b, a)
    known = pair in turn.s.fought
    report(turn, units[b].side, a, CONTACT, formation=known)
    report(turn, units[a].side, b, CONTACT, formation=known)


def sort_reports(turn: Turn, since: int) -> None:
    """Sort the reports since an event by their contents, OPS-SPOT-7.

    The umpire makes them in the order of the units' ids, which are secret.
    """
    places = [at for at in range(since, len(turn.events)) if isinstance(turn.events[at], Sighted)]
    in_order = sorted((turn.events[at] for at in places), key=_content)
    for at, event in zip(places, in_order, strict=True):
        turn.events[at] = event


def _content(event: Event) -> tuple[object, ...]:
    """Return the contents of a report for sorting."""
    return tuple(getattr(event, field) for field in Sighted.__struct_fields__)


def observe(turn: Turn) -> None:
    """Resolve OBSERVE on the ground: neighbours, the long sight of recce units, and visibly empty hexes."""
    since = len(turn.events)
    for a, b in _neighbours(turn):
        if not turn.night or (turn.s.marks[a] | turn.s.marks[b]) & STIRRED:  # OPS-SPOT-3
            contact(turn, a, b)
    if not turn.night:
        _recce_sees(turn)
    sort_reports(turn, since)
    for side in (terms.ALLIED, terms.GERMAN):
        _clear(turn, side)


def _neighbours(turn: Turn) -> Iterator[tuple[int, int]]:
    """Yield pairs of an Allied and a German unit next to each other."""
    w = turn.w
    for unit in w.of_side[terms.ALLIED]:
        cell = turn.s.where[unit]
        for near in w.neighbours[cell] if cell >= 0 else ():
            if near >= 0 and turn.at.get(near):
                yield from ((unit, enemy) for enemy in turn.units_in(near, terms.GERMAN))


def _recce_sees(turn: Turn) -> None:
    """Report enemies in clear hexes within the long sight of recce units, OPS-SPOT-2."""
    w, s = turn.w, turn.s
    for side in (terms.ALLIED, terms.GERMAN):
        scouts = [s.where[unit] for unit in _scouts(turn, side)]
        for unit in w.of_side[1 - side]:
            cell = s.where[unit]
            if cell >= 0 and w.terrain[cell] == terms.CLEAR:
                if any(1 < w.distance(cell, scout) <= w.limits.recce_sight_hexes for scout in scouts):
                    moved = s.marks[unit] & state.MOVED
                    direction = heading(w, s.began[unit], cell) if moved else -1
                    report(turn, side, unit, SEEN, type=False, size=False, direction=direction)


def _scouts(turn: Turn, side: int) -> list[int]:
    """Return the side's recce units on the map."""
    w, where = turn.w, turn.s.where
    return [unit for unit in w.of_side[side] if w.units[unit].row == terms.RECCE and where[unit] >= 0]


def _far_hexes(turn: Turn, side: int) -> set[int]:
    """Return the clear hexes within sight of the side's recce units."""
    w, sight = turn.w, turn.w.limits.recce_sight_hexes
    cells = (cell for unit in _scouts(turn, side) for cell in w.within(turn.s.where[unit], sight))
    return {cell for cell in cells if w.terrain[cell] == terms.CLEAR}


def seen_hexes(turn: Turn, side: int) -> set[int]:
    """Return the hexes that a side sees: those of its units, by day also those around them, OPS-SPOT-6."""
    w, s = turn.w, turn.s
    result = set[int]()
    for unit in w.of_side[side]:
        cell = s.where[unit]
        if cell >= 0:
            result.add(cell)
            if w.units[unit].combat and not turn.night:
                result.update(near for near in w.neighbours[cell] if near >= 0)
    return result if turn.night else result | _far_hexes(turn, side)


def _clear(turn: Turn, side: int) -> None:
    """Remove the reports of hexes that the side sees to be empty, OPS-SPOT-6."""
    empty = {cell for cell in seen_hexes(turn, side) if not turn.holds(cell, 1 - side)}
    turn.s.reports = [r for r in turn.s.reports if r.to != side or r.hex not in empty]
    for key in [key for key in turn.reports if key[0] == side and key[2] in empty]:
        del turn.reports[key]


def close_reports(turn: Turn) -> None:
    """Add the reports of the turn and drop old ones at TURN_END, OPS-SPOT-6.

    A new report replaces one older report of its hex that says no more than it does.
    """
    s, oldest = turn.s, turn.w.limits.report_kept
    old_reports = [r for r in s.reports if age(s, r) + 1 <= oldest]
    for new in in_order(list(turn.reports.values())):
        idle = [old for old in old_reports if (old.to, old.hex) == (new.to, new.hex) and _covers(new, old)]
        if idle:
            old_reports.remove(max(idle, key=_by_place))
    s.reports = in_order([*old_reports, *turn.reports.values()])
    turn.reports = {}


def _covers(new: Report, old: Report) -> bool:
    """Does a report say all that an older one does? The unit must not matter, OPS-SPOT-7."""
    facts = ((old.type, new.type, -1), (old.size, new.size, -1), (old.formation, new.formation, ""))
    return all(before in (now, unknown) for before, now, unknown in facts)


def _by_place(r: Report) -> tuple[int, ...]:
    """Return a sort key that reveals nothing about the reported units, OPS-SPOT-7."""
    known = (r.type, r.size, r.direction, SOURCES.index(r.source))
    return (r.to, r.hex, r.turn, *known, *map(ord, r.formation))


def in_order(reports: list[Report]) -> list[Report]:
    """Return reports in the order in which the state has them."""
    return sorted(reports, key=_by_place)


def note_adjacent(w: World, s: PlaysheetState) -> None:
    """Mark the units that begin the turn next to an enemy combat unit, OPS-SPOT-7, OPS-SIM-7."""
    held: tuple[set[int], set[int]] = (set(), set())
    for unit, cell in enumerate(s.where):
        if cell >= 0 and w.units[unit].combat:
            held[w.units[unit].side].add(cell)
    for unit, cell in enumerate(s.where):
        enemy = held[1 - w.units[unit].side]
        near = cell >= 0 and any(around in enemy for around in w.neighbours[cell])
        s.marks[unit] = s.marks[unit] | state.ADJACENT if near else s.marks[unit] & ~state.ADJACENT
