"""Marches: the route a unit follows, its times, and what ends it (OPS-SIM-1, OPS-SIM-9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model.events import Halted, Stepped
from ardennes.games.playsheet.rules.model.orders import Attack, Move, Prepare, Support
from ardennes.games.playsheet.rules.model.state import DUG_IN, IMMOBILISED, MARCHED, MOVED, STOPPED
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution import bridges
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.terms import EXIT, MODES, TACTICAL, TURN

OFF = -1  # the step that leaves the map
MOVES = ("move", "overrun", "counter")  # ways into a hex that count as moves, OPS-MOVE-16
ORDERED, ONWARD, OVERRUN = range(3)  # by its order; on from an empty target; through a beaten enemy


@dataclass(slots=True)
class March:
    """A unit on its route."""

    unit: int
    route: tuple[int, ...]
    mode: int
    row: int  # of the movement table
    start: int  # clock at which it leaves
    limit: int  # time it may use
    kind: int = ORDERED
    next: int = 0  # index in the route of the next hex
    since: int = 0  # clock of its last arrival
    due: int = 0  # clock of its next arrival
    spent: int = 0  # time used before it left
    waiting: int = -1  # clock since which it waits for room; -1: it does not wait
    over: bool = False
    beaten: frozenset[int] = field(default_factory=frozenset)  # enemies that do not stop it, OPS-COMBAT-28

    @property
    def last(self) -> int:
        """The clock at which its time runs out."""
        return min(TURN, self.start + self.limit - self.spent)


def waited(turn: Turn, march: March, clock: int) -> None:
    """Count the time spent waiting as used, but not the step that failed, OPS-SIM-4."""
    before = march.spent + march.since - march.start
    turn.s.used[march.unit] = before + min(clock, march.last) - march.waiting


def halt(turn: Turn, march: March, why: str, rule: str, clock: int) -> None:
    """End the march and report the reason to its owner."""
    w, s = turn.w, turn.s
    march.over = True
    if march.waiting >= 0:
        waited(turn, march, clock)
        march.waiting = -1
    unit = w.units[march.unit]
    turn.events.append(Halted(unit.side, unit.id, w.label(s.where[march.unit]), why, rule))


def stop(turn: Turn, march: March, enemies: Sequence[int], why: str, rule: str, clock: int) -> None:
    """Stop a march because of enemies, for the rest of the turn."""
    turn.s.marks[march.unit] |= STOPPED
    turn.stoppers.setdefault(march.unit, set()).update(enemies)
    turn.ahead[march.unit] = march.route[march.next] if march.next < len(march.route) else OFF
    halt(turn, march, why, rule, clock)


def next_step(turn: Turn, march: March) -> None:
    """Set when the unit reaches the next hex of its route, or end the march with a reason."""
    w, s, unit = turn.w, turn.s, march.unit
    if march.next >= len(march.route):
        march.over = True
        return
    here, there = s.where[unit], march.route[march.next]
    if there == OFF:
        time = routes.exit_time(w, march.row, march.mode, turn.night, here)
    else:
        first = march.next == 0
        time = routes.step_time(w, march.row, march.mode, turn.night, here, there, s.blown, first)
    if time < 0:
        bridges.learn(turn, w.units[unit].side, here, there)
        halt(turn, march, "the bridge ahead is down", "OPS-SIM-9", march.since)
        return
    march.due = march.since + time
    if march.due > march.last:
        halt(turn, march, "it has no time left for the next step", "OPS-MOVE-4", march.since)


def arrive(turn: Turn, unit: int, cell: int, clock: int, how: str, mode: int = TACTICAL) -> None:
    """Move a unit into a hex; only a march uses time, OPS-MOVE-16."""
    s, w = turn.s, turn.w
    turn.put(unit, cell)
    moved = (MOVED if mode == TACTICAL else MOVED | MARCHED) if how in MOVES else 0
    s.marks[unit] = s.marks[unit] & ~DUG_IN | moved  # OPS-ADV-4
    turn.events.append(Stepped(w.units[unit].side, w.units[unit].id, w.label(cell), clock, how))
    reports.enter(turn, unit, cell)


def ordered(turn: Turn) -> list[March]:
    """Return the marches of this turn's orders, each with its first step."""
    marches = []
    for unit, order in enumerate(turn.orders):
        if turn.s.where[unit] < 0 or not isinstance(order, Move | Prepare | Attack | Support):
            continue
        if not order.route:
            continue
        mode = MODES.index(order.mode) if isinstance(order, Move | Support) else TACTICAL
        route = tuple(OFF if label == EXIT else turn.w.cell_of(label) for label in order.route)
        target = turn.w.cell_of(order.target) if isinstance(order, Attack) else -1
        start = routes.start_clock(turn.w, turn.s, unit, target)
        row, limit = routes.row_of(turn.w, turn.s, unit, mode), routes.time_limit(turn.w, turn.s, unit)
        march = March(unit, route, mode, row, start, limit, since=start)
        marches.append(march)
        if march.row != turn.w.units[unit].row:
            turn.trucks.add(unit)
        if turn.s.marks[unit] & IMMOBILISED:
            halt(turn, march, "it is immobilised", "OPS-INT-8", start)
        else:
            next_step(turn, march)
    return marches
