"""What a side learns of the enemy: reports, observation, held ground, places (OPS-SPOT, OPS-SIM-8)."""

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
ARTILLERY = terms.REPORT_TYPES.index("artillery")  # and flak: those take no place, OPS-VIC-1
STIRRED = (
    state.MOVED | state.ATTACKED | state.WAS_ATTACKED | state.RETIRED
)  # what is noticed at night, OPS-SPOT-3


def age(s: PlaysheetState, report: Report) -> int:
    """Turns since a report was made; one of before 16D counts as made in it, OPS-UNIT-12."""
    return s.turn - max(report.turn, 0)


def stale(w: World, s: PlaysheetState, report: Report) -> bool:
    """Is the map to show that a report is old? OPS-SPOT-6."""
    return age(s, report) > w.limits.report_stale


def heading(w: World, a: int, b: int) -> int:
    """The compass point from one hex to another, -1 if they are the same, OPS-RECCE-10."""
    if a < 0 or b < 0:
        return -1
    across, down = w.q[b] - w.q[a], w.r[b] - w.r[a]
    return compass_point(sqrt(3) * across, -(2 * down + across))  # km, OPS-MAP-1


# Ground, places and dumps


def enter(turn: Turn, unit: int, hex: int) -> None:
    """A unit came into a hex, in whatever way: its side holds the ground, OPS-SIM-8."""
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
    """A side now believes that a place is held so; did it believe otherwise before?"""
    before = s.german_thinks_german if side == terms.GERMAN else s.allied_thinks_german
    after = before | 1 << place if holder == terms.GERMAN else before & ~(1 << place)
    if side == terms.GERMAN:
        s.german_thinks_german = after
    else:
        s.allied_thinks_german = after
    return after != before


def _lose_ground(s: PlaysheetState, side: int, hex: int) -> None:
    """The side is told of an enemy in the hex, OPS-SIM-8."""
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
    """A side is told of an enemy unit where it now stands: only what was learned, OPS-RECCE-10."""
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
    """What two reports of one unit in one hex and turn tell together."""
    return msgspec.structs.replace(
        a,
        type=max(a.type, b.type),
        size=max(a.size, b.size),
        direction=a.direction if b.direction < 0 else b.direction,
        formation=b.formation or a.formation,
    )


def sighted(w: World, r: Report) -> Sighted:
    learned = ((terms.REPORT_TYPES, r.type), (terms.REPORT_SIZES, r.size), (terms.POINTS, r.direction))
    kind, size, going = (words[at] if at >= 0 else "" for words, at in learned)
    return Sighted(r.to, w.label(r.hex), r.source, kind, size, going, r.formation)


def contact(turn: Turn, a: int, b: int) -> None:
    """Two enemies report each other: type and size, and the formation once they have fought, OPS-SPOT-1."""
    units = turn.w.units
    pair = (a, b) if units[a].side == terms.ALLIED else (b, a)
    known = pair in turn.s.fought
    report(turn, units[b].side, a, CONTACT, formation=known)
    report(turn, units[a].side, b, CONTACT, formation=known)


def tell_by_place(turn: Turn, since: int) -> None:
    """What was reported since that event is told in an order that says no more than it does, OPS-SPOT-7:
    the umpire goes from unit to unit, and their ids are secret."""
    places = [at for at in range(since, len(turn.events)) if isinstance(turn.events[at], Sighted)]
    told = sorted((turn.events[at] for at in places), key=_content)
    for at, event in zip(places, told, strict=True):
        turn.events[at] = event


def _content(event: Event) -> tuple[object, ...]:
    """All that a report says; one that says less comes first."""
    return tuple(getattr(event, field) for field in Sighted.__struct_fields__)


def observe(turn: Turn) -> None:
    """OBSERVE on the ground: neighbours, the long sight of recce units, and what is seen to be empty."""
    since = len(turn.events)
    for a, b in _neighbours(turn):
        if not turn.night or (turn.s.marks[a] | turn.s.marks[b]) & STIRRED:  # OPS-SPOT-3
            contact(turn, a, b)
    if not turn.night:
        _recce_sees(turn)
    tell_by_place(turn, since)
    for side in (terms.ALLIED, terms.GERMAN):
        _clear(turn, side)


def _neighbours(turn: Turn) -> Iterator[tuple[int, int]]:
    """Pairs of an Allied and a German unit next to each other."""
    w = turn.w
    for unit in w.of_side[terms.ALLIED]:
        cell = turn.s.where[unit]
        for near in w.neighbours[cell] if cell >= 0 else ():
            if near >= 0 and turn.at.get(near):
                yield from ((unit, enemy) for enemy in turn.units_in(near, terms.GERMAN))


def _recce_sees(turn: Turn) -> None:
    """Recce units see enemies in clear hexes by day farther than others, OPS-SPOT-2."""
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
    """The side's recce units on the map."""
    w, where = turn.w, turn.s.where
    return [unit for unit in w.of_side[side] if w.units[unit].row == terms.RECCE and where[unit] >= 0]


def _far_hexes(turn: Turn, side: int) -> set[int]:
    """Clear hexes within sight of the side's recce units."""
    w, sight = turn.w, turn.w.limits.recce_sight_hexes
    cells = (cell for unit in _scouts(turn, side) for cell in w.within(turn.s.where[unit], sight))
    return {cell for cell in cells if w.terrain[cell] == terms.CLEAR}


def seen_hexes(turn: Turn, side: int) -> set[int]:
    """The hexes a side can see: its units' own, by day those around them as well, OPS-SPOT-6."""
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
    """A hex that is seen and holds no enemy clears the reports of it, OPS-SPOT-6."""
    empty = {cell for cell in seen_hexes(turn, side) if not turn.holds(cell, 1 - side)}
    turn.s.reports = [r for r in turn.s.reports if r.to != side or r.hex not in empty]
    for key in [key for key in turn.reports if key[0] == side and key[2] in empty]:
        del turn.reports[key]


def close_reports(turn: Turn) -> None:
    """TURN_END: this turn's reports join the others, each in place of an older one of that hex it makes idle;
    reports too old by the next turn are dropped, OPS-SPOT-6."""
    s, oldest = turn.s, turn.w.limits.report_kept
    kept = [r for r in s.reports if age(s, r) + 1 <= oldest]
    for new in in_order(list(turn.reports.values())):
        idle = [old for old in kept if (old.to, old.hex) == (new.to, new.hex) and _tells_as_much(new, old)]
        if idle:
            kept.remove(max(idle, key=_by_place))
    s.reports = in_order([*kept, *turn.reports.values()])
    turn.reports = {}


def _tells_as_much(new: Report, old: Report) -> bool:
    """Does a report tell all that an older one does? Whose reports they are no side may learn, OPS-SPOT-7."""
    told = ((old.type, new.type, -1), (old.size, new.size, -1), (old.formation, new.formation, ""))
    return all(before in (now, unknown) for before, now, unknown in told)


def _by_place(r: Report) -> tuple[int, ...]:
    """The order in which reports are kept tells nothing of the units behind them, OPS-SPOT-7."""
    known = (r.type, r.size, r.direction, SOURCES.index(r.source))
    return (r.to, r.hex, r.turn, *known, *map(ord, r.formation))


def in_order(found: list[Report]) -> list[Report]:
    """Reports in the order in which they are kept."""
    return sorted(found, key=_by_place)


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
