"""Retreats (TIA-RET), unit by unit."""

from __future__ import annotations

from ardennes.games.tigers.events import Disrupted, EntrenchmentLost, Retreated
from ardennes.games.tigers.fuel import dump_stops, reveal_dump
from ardennes.games.tigers.marching import occupy
from ardennes.games.tigers.obligations import declared
from ardennes.games.tigers.position import derived, put, road_between, set_flag, units_at
from ardennes.games.tigers.results import FARTHEST, MAY_GO_FARTHER
from ardennes.games.tigers.stacking import stack_fits
from ardennes.games.tigers.state import DISRUPTED, ENTRENCHED, NO_BRIDGE, Battle, TigersState
from ardennes.games.tigers.supply import supplied_hexes
from ardennes.games.tigers.terms import ALLIED, DUMP, GERMAN, VDH
from ardennes.games.tigers.world import World
from ardennes.games.tigers.zones import fresh_division_zone
from ardennes.hexes import OFF_MAP, board_of
from ardennes.kernel.contract import Event, Refusal

Route = tuple[int, ...]


def attacker_hexes(s: TigersState, b: Battle) -> list[int]:
    return sorted({s.where[a] for a in b.attackers if s.where[a] >= 0})


def under_attack(s: TigersState, b: Battle | None) -> int:
    """Hexes with an attack not yet resolved, the present one included."""
    board = board_of(t for targets, _ in declared(s) for t in targets)
    return board | board_of(b.targets) if b else board


def step_refusal(
    w: World, s: TigersState, b: Battle, unit: int, source: int, here: int, direction: int
) -> Refusal | None:
    """May the unit that defended `source` retreat from `here` in a direction? TIA-RET-1 to -3, -6 to -8."""
    to = w.grid.neighbours[here][direction]
    info = w.units[unit]
    if to == OFF_MAP:
        return Refusal("TIA-CRT-22", "Nobody retreats off the map and lives.")
    side = info.side
    d = derived(w, s)
    bit = 1 << to
    label = w.grid.label(to)
    dump = side == GERMAN and s.dump_known and dump_stops(w, s, to)
    heydte = side == ALLIED and w.heydte >= 0 and s.where[w.heydte] == to
    if d.fighters[1 - side] & bit or dump or heydte:
        return Refusal("TIA-RET-11", f"{label} is enemy-occupied.")
    if w.grid.distance(to, source) != w.grid.distance(here, source) + 1:
        return Refusal("TIA-RET-1", f"{label} does not lead away from {w.grid.label(source)}.")
    if to in b.targets:
        return Refusal("TIA-RET-1", f"{label} is attacked in the same combat.")
    foes = attacker_hexes(s, b)
    if foes and min(w.grid.distance(to, f) for f in foes) < min(w.grid.distance(here, f) for f in foes):
        return Refusal("TIA-RET-3", f"{label} is closer to the attackers.")
    danger = under_attack(s, b)
    friend = bool(d.fighters[side] & bit)
    if danger & bit:
        return Refusal("TIA-RET-8", f"{label} is under an attack not yet resolved.")
    if fresh_division_zone(w, s, 1 - side) & bit and not friend:
        return Refusal("TIA-RET-2", f"{label} is in the zone of an UnDisrupted enemy division.")
    river = w.board.river_at[here][direction]
    if river >= 0 and s.bridge[river] == NO_BRIDGE:
        if info.mechanized:
            return Refusal("TIA-RET-6", f"{info.name} cannot retreat across an unbridged river.")
        if b.result in ("D3", "DD"):
            return Refusal("TIA-RET-7", f"On {b.result} nobody retreats across an unbridged river.")
    return None


def legal_steps(w: World, s: TigersState, b: Battle, unit: int, source: int, here: int) -> list[int]:
    neighbours = w.grid.neighbours[here]
    return [neighbours[d] for d in range(6) if step_refusal(w, s, b, unit, source, here, d) is None]


def way_off_map(w: World, s: TigersState, b: Battle, source: int) -> bool:
    """Is there an off-map position that would do for a retreat? TIA-CRT-22."""
    grid = w.grid
    foes = [(grid.column[f], grid.row[f]) for f in attacker_hexes(s, b)]
    here = (grid.column[source], grid.row[source])
    for direction, to in enumerate(grid.neighbours[source]):
        if to == OFF_MAP:
            beyond = grid.beyond(source, direction)
            nearest = min((grid.virtual_distance(here, f) for f in foes), default=0)
            if min((grid.virtual_distance(beyond, f) for f in foes), default=0) >= nearest:
                return True
    return False


def surrounded(w: World, s: TigersState, b: Battle, unit: int) -> bool:
    """No legal first hex and no way off the map either, TIA-CRT-19, -22."""
    source = s.where[unit]
    if legal_steps(w, s, b, unit, source, source):
        return False
    return s.variant.edge_is_surrounded or not way_off_map(w, s, b, source)


def _completes(w: World, s: TigersState, b: Battle, unit: int, source: int, here: int, left: int) -> bool:
    if left <= 0:
        return True
    return any(
        _completes(w, s, b, unit, source, to, left - 1) for to in legal_steps(w, s, b, unit, source, here)
    )


def openness(w: World, s: TigersState, here: int, to: int) -> int:
    """Connected road 0, open 1, forest 2, Hohe Venn 3, TIA-RET-5."""
    if road_between(w, s, here, w.grid.neighbours[here].index(to)):
        return 0
    if w.board.venn >> to & 1:
        return 3
    return 2 if w.board.forest >> to & 1 else 1


def preferred_steps(
    w: World, s: TigersState, b: Battle, unit: int, source: int, here: int, left: int, last: bool
) -> list[int]:
    """The steps among which the defender chooses, in the order of preference of TIA-RET-12.

    `left` is what the required distance still asks for after this step.
    """
    steps = legal_steps(w, s, b, unit, source, here)
    steps = [t for t in steps if _completes(w, s, b, unit, source, t, left)] or steps
    if last:
        side = w.side[unit]
        steps = [t for t in steps if stack_fits(w, t, [*units_at(w, s, t, side), unit])] or steps
    foes = attacker_hexes(s, b)
    if foes:  # away from the attackers if possible, TIA-RET-4
        nearest = min(w.grid.distance(here, f) for f in foes)
        steps = [t for t in steps if min(w.grid.distance(t, f) for f in foes) > nearest] or steps
    if steps:
        best = min(openness(w, s, here, t) for t in steps)
        steps = [t for t in steps if openness(w, s, here, t) == best]
    return steps


def span(w: World, s: TigersState, b: Battle, unit: int) -> tuple[int, int]:
    """(least, most) hexes the unit retreats: farther only on D, D1 and D2 (TIA-CRT-11), and not for
    the U.S. in turn 1 (TIA-SETUP-3)."""
    if b.result not in MAY_GO_FARTHER or (s.turn == 1 and w.side[unit] == ALLIED):
        return b.distance, b.distance
    return b.distance, FARTHEST


def routes(w: World, s: TigersState, b: Battle, unit: int, source: int) -> list[Route]:
    """Every route the defender may give the unit; empty when it cannot complete the distance.

    The shortest come first, of those the ones into supply, so that whoever leaves the choice to the
    engine retreats as TIA-RET-9 advises.
    """
    least, most = span(w, s, b, unit)
    found: list[Route] = [()] if least == 0 else []
    for length in range(max(1, least), most + 1):
        ways = _routes_of(w, s, b, unit, source, source, (), length, least)
        if len(ways) > 1:
            supplied = supplied_hexes(w, s, w.side[unit])
            ways.sort(key=lambda way: not supplied >> way[-1] & 1)
        found += ways
    return found


def _routes_of(
    w: World,
    s: TigersState,
    b: Battle,
    unit: int,
    source: int,
    here: int,
    path: Route,
    length: int,
    least: int,
) -> list[Route]:
    done = len(path)
    if done == length:
        return [path]
    left = max(0, least - done - 1)
    steps = preferred_steps(w, s, b, unit, source, here, left, done + 1 == length)
    found: list[Route] = []
    for to in steps:
        found += _routes_of(w, s, b, unit, source, to, (*path, to), length, least)
    return found


def carry_out(w: World, s: TigersState, unit: int, path: Route, events: list[Event]) -> bool:
    """Retreat along the path. False when the hidden dump bars it: then the route must be given anew."""
    side = w.side[unit]
    if side == GERMAN and not s.dump_known and any(dump_stops(w, s, cell) for cell in path):
        reveal_dump(w, s, path, events)
        return False
    start = s.where[unit]
    for cell in path:
        for friend in units_at(w, s, cell, side):
            if not s.status[friend] & DISRUPTED and w.units[friend].kind not in (VDH, DUMP):
                set_flag(w, s, friend, DISRUPTED)
                events.append(Disrupted(w.units[friend].id, "TIA-RET-10"))
        put(w, s, unit, cell)
        occupy(w, s, unit, cell, events)
    if s.status[unit] & ENTRENCHED:
        s.status[unit] &= ~ENTRENCHED
        events.append(EntrenchmentLost(w.units[unit].id, "TIA-ENTR-2"))
    events.append(Retreated(w.units[unit].id, w.labels((start, *path))))
    return True
