"""The sequence of a turn, from the sealed sheets to the next ORDERS (OPS section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.events import Joined, PhaseBegan, TurnBegan
from ardennes.games.playsheet.rules.model.orders import Attack, Defend, Demolish, Prepare, Support
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.outcome import victory
from ardennes.games.playsheet.rules.resolution import (
    air_combat,
    air_drops,
    air_pools,
    air_reconnaissance,
    air_strikes,
    attacks,
    bridges,
    interdiction,
    movement_clock,
    reinforcements,
    supply,
    support,
)
from ardennes.games.playsheet.rules.resolution.battles import is_prepared
from ardennes.games.playsheet.rules.resolution.march import ONWARD, ORDERED, OVERRUN, March, halt, ordered
from ardennes.games.playsheet.rules.resolution.notebook import Turn, carried_out, lapse
from ardennes.games.playsheet.schema.terms import FOOT, HALF, NO_GUN, TURN, WEATHERS
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Events

REMEMBERED = 0b111  # this turn and the two before, OPS-ADV-2
# By kind of march: the marks that keep a unit from moving in MOVE_B, OPS-SIM-6.
BUSY_IN = {
    ORDERED: state.ATTACKED | state.WAS_ATTACKED | state.RETIRED | state.STOPPED | state.IMMOBILISED,
    ONWARD: state.WAS_ATTACKED | state.RETIRED,
    OVERRUN: state.RETIRED,
}


def resolve(w: World, s: PlaysheetState, dice: Dice, events: Events) -> None:
    """Resolve a turn after both sides sealed, up to the next ORDERS or the end of the game."""
    turn = Turn(w, s, dice, events)
    _open(turn)
    _phase(turn, "AIR_FIGHT")
    air_combat.run(turn)
    _phase(turn, "AIR_STRIKE")
    air_strikes.run(turn)
    _phase(turn, "AIR_DROP")
    air_drops.run(turn)
    _phase(turn, "MOVE_A")
    supply.burn_dumps(turn)
    bridges.prepared_demolitions(turn)
    interdiction.at_the_start(turn)
    marches = ordered(turn)
    movement_clock.run(turn, marches, 0, HALF)
    _phase(turn, "COMBAT_1")
    fought, further = attacks.first_step(turn)
    _phase(turn, "COUNTER")
    attacks.counter_step(turn, fought)
    _phase(turn, "MOVE_B")
    _second_moves(turn, marches, further)
    bridges.late_demolitions(turn)
    _phase(turn, "COMBAT_2")
    attacks.second_step(turn, fought, further)
    support.report_silent_guns(turn)
    _phase(turn, "OBSERVE")
    reports.observe(turn)
    bridges.observe(turn)
    air_reconnaissance.run(turn)
    _phase(turn, "SUPPLY")
    supply.settle(turn)
    _phase(turn, "TURN_END")
    _close(turn)
    if s.turn == s.last_turn:
        victory.finish(turn)
        return
    s.turn += 1
    turn_start(w, s, dice, events)


def turn_start(w: World, s: PlaysheetState, dice: Dice, events: Events) -> None:
    """Resolve TURN_START of the current turn: weather, air replacements, reinforcements."""
    turn = Turn(w, s, dice, events)
    s.sealed = [False, False]
    air_pools.roll_weather(turn)
    events.append(TurnBegan(w.turn_name(s.turn), WEATHERS[s.weather]))
    air_pools.turn_start(turn)
    reinforcements.arrive(turn)
    reports.note_adjacent(w, s)


def _phase(turn: Turn, name: str) -> None:
    turn.events.append(PhaseBegan(name))


def _open(turn: Turn) -> None:
    """Clear the marks that players could see since the last turn."""
    s = turn.s
    s.began = s.where[:]
    s.used = [0] * len(s.used)
    for unit, marks in enumerate(s.marks):
        before = state.RETIRED_BEFORE if marks & state.RETIRED else 0
        s.marks[unit] = marks & ~(state.OF_TURN | state.RETIRED_BEFORE) | before


def _second_moves(turn: Turn, marches: list[March], further: Sequence[March]) -> None:
    """Resolve MOVE_B: overruns, onward moves, disengaging units and the rest, on one clock."""
    s = turn.s
    elsewhere = {march.unit for march in further}
    for march in (*marches, *further):
        marks = s.marks[march.unit]
        if s.where[march.unit] < 0 or (march.kind == ORDERED and march.unit in elsewhere):
            march.over = True
        if marks & BUSY_IN[march.kind] and not march.over:
            _end_march(turn, march)
    every = [*marches, *further]
    movement_clock.run(turn, every, HALF, TURN)
    movement_clock.close(turn, every, TURN)
    for unit in sorted({march.unit for march in every if march.row != FOOT}):
        if not routes.in_time(s.used[unit]):
            s.sp[unit] = max(0, s.sp[unit] - turn.w.limits.march_sp)  # OPS-SUP-2


def _end_march(turn: Turn, march: March) -> None:
    """End a march after a battle; report it to the owner if the unit only defended, OPS-SIM-6, OPS-ORD-4."""
    marks = turn.s.marks[march.unit]
    if marks & state.ATTACKED:
        march.over = True
    else:
        why = "it had to retire" if marks & state.RETIRED else "it was attacked"
        halt(turn, march, why, "OPS-SIM-6", HALF)


def _close(turn: Turn) -> None:
    """Resolve TURN_END: bridges, marks, reports; then clear the order sheets."""
    w, s = turn.w, turn.s
    bridges.build(turn)
    for unit in range(len(w.units)):
        if s.where[unit] >= 0:
            s.prepared[unit] = _prepared(turn, unit)
            _dig_in(turn, unit)
    reports.close_reports(turn)
    s.reported = [seen << 1 & REMEMBERED for seen in s.reported]
    for unit, division in enumerate(s.joining):
        if division:
            s.division[unit], s.joining[unit] = division, ""
            turn.events.append(Joined(w.units[unit].side, w.units[unit].id, division))
    s.last_sheet, s.sheet = s.sheet, [None] * len(s.sheet)
    s.last_flights, s.flights = s.flights, [None] * len(s.flights)


def _dig_in(turn: Turn, unit: int) -> None:
    """Dig in a unit that carried out DEFEND, DEMOLISH or infantry support for two turns, OPS-ADV-4."""
    s, order = turn.s, turn.orders[unit]
    guns = isinstance(order, Support) and turn.w.units[unit].gun == NO_GUN  # OPS-UNIT-5
    defended = (guns or isinstance(order, Defend | Demolish)) and carried_out(turn, unit)
    if defended and s.marks[unit] & state.DEFENDED:
        s.marks[unit] |= state.DUG_IN
    s.marks[unit] = s.marks[unit] | state.DEFENDED if defended else s.marks[unit] & ~state.DEFENDED


def _prepared(turn: Turn, unit: int) -> int:
    """Return the hex that a unit is prepared against next turn, OPS-COMBAT-1, OPS-FIGHT-8."""
    w, s, order = turn.w, turn.s, turn.orders[unit]
    if isinstance(order, Prepare):
        retired, late = s.marks[unit] & (state.ATTACKED | state.RETIRED), not routes.in_time(s.used[unit])
        if not retired and not late:
            return w.cell_of(order.target)
        why = "it had to retire" if retired else "its move took more than half the turn"
        lapse(turn, unit, why, "OPS-COMBAT-1")
        return state.NOTHING
    if isinstance(order, Attack) and unit in turn.late:
        target = w.cell_of(order.target)
        return target if is_prepared(w, s, unit, target) else state.NOTHING
    return state.NOTHING
