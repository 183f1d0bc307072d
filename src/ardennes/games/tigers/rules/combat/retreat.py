"""Retreats (TIA-RET), unit by unit."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers.rules.combat.disruption import disrupt
from ardennes.games.tigers.rules.combat.entrenchment import lose_entrenchment
from ardennes.games.tigers.rules.combat.obligations import declared
from ardennes.games.tigers.rules.combat.results import FARTHEST, MAY_GO_FARTHER
from ardennes.games.tigers.rules.model.events import Retreated
from ardennes.games.tigers.rules.model.position import derived, put, recall, road_between, units_at
from ardennes.games.tigers.rules.model.state import NO_BRIDGE, Battle, TigersState
from ardennes.games.tigers.rules.movement.carry_out import occupy
from ardennes.games.tigers.rules.movement.fuel import dump_stops, reveal_dump
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.rules.movement.zones import fresh_division_zone
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, GERMAN, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, board_of
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted

Route = tuple[int, ...]


def attacker_hexes(s: TigersState, b: Battle) -> list[int]:
    """Return the hexes of the attackers that are on the map."""
    return sorted({s.where[a] for a in b.attackers if s.where[a] >= 0})


def under_attack(s: TigersState, b: Battle) -> int:
    """Return the hexes with an attack not yet resolved, the present one included."""
    return board_of(b.targets) | board_of(t for targets, _ in declared(s) for t in targets)


# Why a step is refused: numbers, which `refusal` turns into texts.
FREE, OFF, ENEMY, NOT_AWAY, SAME_COMBAT, CLOSER, DANGER, IN_ZONE, NO_CROSSING, NO_WADING = range(10)


class Flight:
    """The retreat of one unit from the hex it defended: what decides whether a step is legal."""

    def __init__(self, w: World, s: TigersState, b: Battle, unit: int, source: int) -> None:
        self.w, self.s, self.b, self.unit, self.source = w, s, b, unit, source
        side = w.side[unit]
        d = derived(w, s)
        self.enemy = d.fighters[1 - side]
        dump = s.where[w.dump] if w.dump >= 0 and s.dump_known else -1
        if side == GERMAN and dump >= 0 and dump_stops(w, s, dump):
            self.enemy |= 1 << dump
        if side == ALLIED and w.heydte >= 0 and s.where[w.heydte] >= 0:
            self.enemy |= 1 << s.where[w.heydte]
        self.foes = attacker_hexes(s, b)
        self.danger = under_attack(s, b)
        self.zones = fresh_division_zone(w, s, 1 - side) & ~d.fighters[side]
        self._steps: dict[int, list[int]] = {}
        self._gap: dict[int, int] = {}
        self.far = w.apart[source]  # by hex: how far it is from the one it defended

    def gap(self, cell: int) -> int:
        """Return how far a hex is from the nearest attacker; 0 if no attacker is left."""
        result = self._gap.get(cell)
        if result is None:
            result = self._gap[cell] = min(map(self.w.apart[cell].__getitem__, self.foes), default=0)
        return result

    def bar(self, here: int, direction: int) -> int:
        """Return what bars a retreat in a direction, FREE if nothing, TIA-RET-1, TIA-RET-2, TIA-RET-3,
        TIA-RET-6, TIA-RET-7, TIA-RET-8."""
        w = self.w
        to = w.grid.neighbours[here][direction]
        if to == OFF_MAP:
            return OFF
        bit = 1 << to
        if self.enemy & bit:
            return ENEMY
        if self.far[to] != self.far[here] + 1:
            return NOT_AWAY
        if to in self.b.targets:
            return SAME_COMBAT
        if self.gap(to) < self.gap(here):
            return CLOSER
        if self.danger & bit:
            return DANGER
        if self.zones & bit:
            return IN_ZONE
        river = w.board.river_at[here][direction]
        if river >= 0 and self.s.bridge[river] == NO_BRIDGE:
            if w.units[self.unit].mechanized:
                return NO_CROSSING
            if self.b.result in ("D3", "DD"):
                return NO_WADING
        return FREE

    def refusal(self, here: int, direction: int) -> Refusal | None:
        """Return why the unit may not retreat from `here` in a direction; None if it may."""
        why, w = self.bar(here, direction), self.w
        if why == FREE:
            return None
        to, name = w.grid.neighbours[here][direction], w.units[self.unit].name
        label = "" if to == OFF_MAP else w.place(to)
        rule, facts = {
            OFF: ("TIA-CRT-22", "A retreat off the map eliminates the unit."),
            ENEMY: ("TIA-RET-11", f"{label} holds an enemy unit."),
            NOT_AWAY: ("TIA-RET-1", f"{label} does not lead away from {w.place(self.source)}."),
            SAME_COMBAT: ("TIA-RET-1", f"{label} is attacked in the same combat."),
            CLOSER: ("TIA-RET-3", f"{label} is closer to the attackers."),
            DANGER: ("TIA-RET-8", f"{label} is under an attack not yet resolved."),
            IN_ZONE: ("TIA-RET-2", f"{label} is in the zone of an UnDisrupted enemy division."),
            NO_CROSSING: ("TIA-RET-6", f"{name} cannot retreat across an unbridged river."),
            NO_WADING: ("TIA-RET-7", f"On {self.b.result} no unit may retreat across an unbridged river."),
        }[why]
        return Refusal(rule, facts)

    def steps(self, here: int) -> list[int]:
        result = self._steps.get(here)
        if result is None:
            neighbours = self.w.grid.neighbours[here]
            result = self._steps[here] = [neighbours[d] for d in range(6) if self.bar(here, d) == FREE]
        return result

    def completes(self, here: int, left: int) -> bool:
        return left <= 0 or any(self.completes(to, left - 1) for to in self.steps(here))

    def preferred(self, here: int, left: int, last: bool) -> list[int]:
        """Return the steps from which the defender chooses, by the order of preference of TIA-RET-12.

        `left` is how many hexes the required distance has after this step.
        """
        w, s = self.w, self.s
        steps = self.steps(here)
        steps = [t for t in steps if self.completes(t, left)] or steps
        if last:
            side = w.side[self.unit]
            steps = [t for t in steps if stack_fits(w, t, [*units_at(w, s, t, side), self.unit])] or steps
        if self.foes:  # away from the attackers if possible, TIA-RET-4
            steps = [t for t in steps if self.gap(t) > self.gap(here)] or steps
        if len(steps) > 1:
            ease = [openness(w, s, here, t) for t in steps]
            best = min(ease)
            steps = [t for t, how in zip(steps, ease, strict=True) if how == best]
        return steps

    def ways(self, here: int, path: Route, length: int, least: int) -> list[Route]:
        """Return the routes of a length by preferred steps."""
        done = len(path)
        if done == length:
            return [path]
        result: list[Route] = []
        for to in self.preferred(here, max(0, least - done - 1), done + 1 == length):
            result += self.ways(to, (*path, to), length, least)
        return result


def legal_steps(w: World, s: TigersState, b: Battle, unit: int, source: int, here: int) -> list[int]:
    """Return the hexes to which a unit retreating from `source` may go from `here`."""
    return Flight(w, s, b, unit, source).steps(here)


def way_off_map(w: World, s: TigersState, b: Battle, source: int) -> bool:
    """Would a retreat be legal if the map continued? TIA-CRT-22."""
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
    """Is there neither a legal first hex nor a way off the map? TIA-CRT-19, TIA-CRT-22."""
    source = s.where[unit]
    if legal_steps(w, s, b, unit, source, source):
        return False
    return s.variant.edge_is_surrounded or not way_off_map(w, s, b, source)


def openness(w: World, s: TigersState, here: int, to: int) -> int:
    """Return how hard a step is: 0 by a connected road, 1 open, 2 forest, 3 Hohe Venn, TIA-RET-5."""
    if road_between(w, s, here, w.grid.neighbours[here].index(to)):
        return 0
    if w.board.venn >> to & 1:
        return 3
    return 2 if w.board.forest >> to & 1 else 1


def span(w: World, s: TigersState, b: Battle, unit: int) -> tuple[int, int]:
    """Return the least and most hexes that the unit retreats.

    It may go farther than asked only on D, D1 and D2 (TIA-CRT-11); U.S. units may not in turn 1
    (TIA-SETUP-3).
    """
    if b.result not in MAY_GO_FARTHER or held_to_distance(w, s, unit):
        return b.distance, b.distance
    return b.distance, FARTHEST


def held_to_distance(w: World, s: TigersState, unit: int) -> bool:
    """Must the unit retreat exactly as far as asked? U.S. units in turn 1, TIA-SETUP-3."""
    return s.turn == 1 and w.side[unit] == ALLIED


def routes(w: World, s: TigersState, b: Battle, unit: int, source: int) -> list[Route]:
    """Return every route that the defender may choose; none if the unit cannot complete the distance.

    The shortest come first, and among these the ones into supply: the first route follows the advice of
    TIA-RET-9.
    """
    dump = (s.dump_owner, s.where[w.dump]) if s.dump_known else None
    question = ("retreats", unit, source, b, s.turn, tuple(s.attacks), dump)
    return recall(w, s, question, lambda: _routes(w, s, b, unit, source))


def _routes(w: World, s: TigersState, b: Battle, unit: int, source: int) -> list[Route]:
    least, most = span(w, s, b, unit)
    result: list[Route] = [()] if least == 0 else []
    flight = Flight(w, s, b, unit, source)
    for length in range(max(1, least), most + 1):
        ways = flight.ways(source, (), length, least)
        if len(ways) > 1:
            supplied = supplied_hexes(w, s, w.side[unit])
            ways.sort(key=lambda way: not supplied >> way[-1] & 1)
        result += ways
    return result


def route_refusal(
    w: World, s: TigersState, b: Battle, unit: int, source: int, path: Sequence[int]
) -> Refusal | None:
    """Return why the unit may not retreat along the path; None if it may.

    The path begins beside the hex that the unit defended.
    """
    least, most = span(w, s, b, unit)
    if not least <= len(path) <= most:
        rule = "TIA-SETUP-3" if held_to_distance(w, s, unit) else "TIA-CRT-11"
        rule = "TIA-CRT-9" if len(path) < least else rule
        span_text = counted(least, "hex", "hexes") if least == most else f"{least} to {most} hexes"
        return Refusal(rule, f"{w.units[unit].name} must retreat {span_text}.")
    here, flight = source, Flight(w, s, b, unit, source)
    for at, to in enumerate(path):
        direction = w.grid.direction(here, to)
        if direction is None:
            return Refusal("TIA-RET-1", f"{w.place(to)} is not adjacent to {w.place(here)}.")
        refusal = flight.refusal(here, direction)
        if refusal is not None:
            return refusal
        if to not in flight.preferred(here, max(0, least - at - 1), at + 1 == len(path)):
            return better_hex(w, unit, to)
        here = to
    return None


def better_hex(w: World, unit: int, cell: int) -> Refusal:
    """Refuse a hex because the order of preference has a better one, TIA-RET-12."""
    facts = f"{w.units[unit].name} has a better hex to retreat to than {w.place(cell)}."
    return Refusal("TIA-RET-12", facts, "Choose one of the hexes offered.")


def carry_out(w: World, s: TigersState, unit: int, path: Route, events: Events) -> bool:
    """Retreat along the path; return False if the hidden dump bars it and a new route is needed."""
    side = w.side[unit]
    if side == GERMAN and not s.dump_known and any(dump_stops(w, s, cell) for cell in path):
        reveal_dump(w, s, path, events)
        return False
    start = s.where[unit]
    for cell in path:
        for friend in units_at(w, s, cell, side):
            if w.units[friend].kind not in (VDH, DUMP):
                disrupt(w, s, friend, "TIA-RET-10", events)
        put(w, s, unit, cell)
        occupy(w, s, unit, cell, events)
    lose_entrenchment(w, s, unit, "TIA-ENTR-2", events)
    events.append(Retreated(w.units[unit].id, w.labels((start, *path))))
    return True
