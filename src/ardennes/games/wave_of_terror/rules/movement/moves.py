"""Check and carry out whole moves, hex by hex, and find which units may move together.

Rules: WOT-7.9, WOT-7.10, WOT-9.1, WOT-9.2, WOT-9.5, WOT-9.17, WOT-4.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.combat.artillery import explain_done
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import Exited, Moved
from ardennes.games.wave_of_terror.rules.model.orders import Move
from ardennes.games.wave_of_terror.rules.model.position import NEAR, derived, enemies_by_hex, lift, put, wipe
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges, stacking, step, supply
from ardennes.games.wave_of_terror.rules.movement.enter_hex import step_into
from ardennes.games.wave_of_terror.rules.movement.step import Walk, Walker
from ardennes.games.wave_of_terror.rules.outcome.victory import broke_out
from ardennes.games.wave_of_terror.rules.special.aerial_supply import named_twice, wish_refusal, wishes_of
from ardennes.games.wave_of_terror.rules.special.kampfgruppe_peiper import drop_out, moves_as_one
from ardennes.games.wave_of_terror.schema.terms import BLOCKED, CLEAR_SKIES, GERMAN, MINOR
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted

EXIT, EXIT_WORD = -3, "exit"  # the step that leaves the map, in a path of cells and as written
NOBODY, ARRIVALS = -1, -2  # special values of the hex where the active stack began the phase


def begin_phase(w: World, s: WaveState, side: int) -> None:
    """Begin a movement phase: no unit has moved, and no points carry over, WOT-9.2."""
    _wipe(w, s, side)


def end_phase(w: World, s: WaveState, side: int) -> None:
    """End the movement phase: artillery that moved is DONE, WOT-5.7."""
    close(w, s, side)
    _wipe(w, s, side)
    cell = stacking.overstacked(w, s, side) if s.kg else -1  # only the KG can overfill a hex
    if cell >= 0:
        s.stack.append(f.Overstacked(side, cell))


def _wipe(w: World, s: WaveState, side: int) -> None:
    for unit in wipe(w, s, side, f.PHASE_MARKS):
        s.spent[unit] = 0  # only marked units have spent points
    s.origin = NOBODY
    s.files, s.entered_now = [], []
    d = derived(w, s)
    d.active, d.unmoved = (), None


def close(w: World, s: WaveState, side: int) -> None:
    """Finish the moves of all units that have moved, WOT-7.10; artillery that moved is DONE, WOT-5.7."""
    for unit in active(w, s, side):
        s.marks[unit] |= f.CLOSED | (f.DONE if w.artillery[unit] else 0)
    derived(w, s).active = ()


def active(w: World, s: WaveState, side: int) -> tuple[int, ...]:
    """Return the units that have moved in this phase and may continue."""
    d = s.follows or derived(w, s)
    if d.active is None:
        d.active = tuple(unit for unit in w.of_side[side] if s.marks[unit] & (f.MOVED | f.CLOSED) == f.MOVED)
    return d.active


def began_in(s: WaveState, unit: int) -> int:
    """Return the hex where a unit that has not finished began the phase."""
    return s.origin if s.marks[unit] & f.MOVED else s.where[unit]


HALTS = f.CLOSED | f.DONE | f.STOPPED


def halted(w: World, s: WaveState, unit: int) -> Refusal | None:
    """Return why the unit cannot move, or cannot continue, or None."""
    marks = s.marks[unit]
    if not marks & HALTS:
        return None
    name = w.units[unit].name
    if marks & f.CLOSED:
        facts = f"{name} has finished its move, because a unit from another hex has moved since."
        return Refusal("WOT-7.10", facts)
    if w.artillery[unit] and marks & f.DONE:
        return Refusal("WOT-5.7", explain_done(w, unit))
    if marks & f.STOPPED:
        return _spent_at_once(w, s, unit)
    return None


def _spent_at_once(w: World, s: WaveState, unit: int) -> Refusal:
    """Return the rule by which one step took the unit's whole allowance.

    The unit still belongs to the active stack and made one step from the hex where that stack began the
    phase.
    """
    name = w.units[unit].name
    way = w.ground.way_to[s.origin].get(s.where[unit]) if s.origin >= 0 else None
    rule, facts = "WOT-9.3", f"{name} has spent all its movement points on its minimum move of one hex."
    if way is not None and not step.intact(s, way.bridge):
        if way.side == BLOCKED:
            rule, facts = "WOT-9.8", f"{name} has crossed a blocked hexside, which takes its whole move."
        elif way.side == MINOR:
            rule, facts = "WOT-9.10", f"{name} has crossed an unbridged river, which takes its whole move."
    return Refusal(rule, facts)


def check_units(w: World, s: WaveState, side: int, units: tuple[int, ...]) -> Refusal | None:
    """Return why these units cannot move, or not as one stack, or None, WOT-7.9."""
    if not units:
        return Refusal("WOT-9.1", "The move names no units.", "Name at least one.")
    if len(set(units)) < len(units):
        return Refusal("WOT-9.1", "The move names a unit twice.", "Name each unit once.")
    for unit in units:
        if w.side[unit] != side:
            return Refusal("WOT-9.1", f"{w.units[unit].name} belongs to the other side.")
        if s.where[unit] < 0:
            way_out = "Bring it in as a reinforcement." if s.where[unit] == f.NOT_YET else ""
            return Refusal("WOT-9.1", f"{w.units[unit].name} is not on the map.", way_out)
        if refusal := halted(w, s, unit):
            return refusal
    if len(units) > 1:
        if len({s.where[unit] for unit in units}) > 1:
            facts = "The units are in different hexes, so they cannot move together."
            return Refusal("WOT-7.9", facts, "Move them one after another.")
        if len({began_in(s, unit) for unit in units}) > 1:
            facts = "The units began the phase in different hexes, so they cannot move together."
            return Refusal("WOT-7.9", facts, "Move them one after another.")
    if s.kg and set(units) > set(s.kg):
        facts = "Other units cannot move together with KG Peiper."
        return Refusal("WOT-7.7", facts, "Move KG Peiper by itself, then the others.")
    return None


def check_column(w: World, s: WaveState, unit: int, cell: int) -> Refusal | None:
    """Return why the unit cannot set out in column from the hex, or None; below 0 is off the map,
    WOT-9.17."""
    name, german = w.units[unit].name, w.side[unit] == GERMAN
    rule, facts = "WOT-9.17", ""
    if not s.variant.full:
        facts = "The basic game has no column movement."
    elif s.turn == 1 and s.couplet == 1:
        rule, facts = "WOT-5.8", "Units cannot move in column in the first couplet of turn 1."
    elif german and s.weather == CLEAR_SKIES:
        facts = "German units cannot move in column under clear skies."
    elif german and w.artillery[unit]:
        facts = f"{name} is German artillery, which cannot move in column."
    elif not supply.in_supply(w, s, unit):
        facts = f"{name} has no supply line, so it cannot move in column."  # WOT-6.5
    elif cell >= 0 and s.interdicted >> cell & 1:  # WOT-9.18
        facts = f"Aircraft interdict the road {w.at_place(cell)}, so {name} cannot move in column."
    elif cell >= 0 and not w.board.road >> cell & 1:
        facts = f"{w.place(cell)} has no road, so {name} cannot move in column."
    elif cell >= 0 and enemies_by_hex(w, s, w.side[unit])[cell] & NEAR:
        facts = f"{name} is adjacent to an enemy unit, so it cannot move in column."
    return Refusal(rule, facts, "Move without column.") if facts else None


def set_out(
    w: World,
    s: WaveState,
    side: int,
    units: tuple[int, ...],
    column: bool,
    wishes: supply.Wishes = supply.AUTOMATIC,
) -> tuple[Walker, Walk] | Refusal:
    """Return the units ready to move, or to continue, together; or the refusal.

    Supply is checked unit by unit as each begins its move (WOT-6.2), never at the end of the path: WOT-6.12.
    `wishes` names their aerial supply.
    """
    return check_units(w, s, side, units) or ready(w, s, units, column, wishes)


def ready(
    w: World, s: WaveState, units: tuple[int, ...], column: bool, wishes: supply.Wishes
) -> tuple[Walker, Walk] | Refusal:
    """Return `set_out` of units that may move together."""
    fresh = [unit for unit in units if not s.marks[unit] & f.MOVED]
    cell = s.where[units[0]]
    for unit in units if len(fresh) < len(units) else ():
        if s.marks[unit] & f.MOVED and bool(s.marks[unit] & f.IN_COLUMN) != column:
            how = "in column" if s.marks[unit] & f.IN_COLUMN else "without column"
            facts = f"{w.units[unit].name} began its move {how} and must continue like that in this phase."
            return Refusal("WOT-9.17", facts, f"Move {how}.")
    if column:
        for unit in fresh:
            if refusal := check_column(w, s, unit, cell):
                return refusal
    if refusal := wish_refusal(w, s, fresh, wishes):
        return refusal
    hungry = [] if column else supply.hungry(w, s, fresh, wishes)  # a column is in normal supply, WOT-9.17
    return _gather(w, s, units, column, hungry)


def under_way(w: World, s: WaveState, units: tuple[int, ...]) -> tuple[Walker, Walk]:
    """Return units that have set out together with their current position and points."""
    return _gather(w, s, units, any(s.marks[unit] & f.IN_COLUMN for unit in units), [])


def _gather(
    w: World, s: WaveState, units: tuple[int, ...], column: bool, hungry: list[int]
) -> tuple[Walker, Walk]:
    result = hungry + [unit for unit in units if s.marks[unit] & f.HUNGRY]
    who = step.walker(w, s, units, column=column, kg=bool(s.kg) and moves_as_one(s, units), hungry=result)
    spent = [s.spent[unit] for unit in units]
    fresh = not any(spent)
    left = min(who.whole) if fresh else min(map(int.__sub__, who.whole, spent))
    return who, Walk(s.where[units[0]], left, fresh)


def check_exit(who: Walker, at: Walk) -> Refusal | None:
    """Return why the units cannot leave the map here, or None, WOT-4.3, WOT-9.5."""
    w, bit = who.w, 1 << at.cell
    names = w.unit_list(who.units)
    if who.side != GERMAN:
        return Refusal("WOT-9.5", "Allied units cannot leave the map.")  # WOT-4.3
    if not w.board.exit_stretch & bit:
        facts = f"{w.place(at.cell)} is not one of the German exits."
        return Refusal("WOT-9.5", facts, "Use an exit road in the north-west of the map.")
    if who.s.interdicted & bit:  # WOT-9.18
        return Refusal("WOT-4.3", f"Aircraft interdict the road {w.at_place(at.cell)}, so it cannot be used.")
    if not w.board.edge_roads & bit:
        facts = f"{w.place(at.cell)} has no road that leaves the map."
        return Refusal("WOT-4.3", facts, "Use an exit road in the north-west of the map.")
    if who.hungry:  # WOT-6.2
        facts = f"Units can leave the map only if they began their move in supply ({names})."
        return Refusal("WOT-4.3", facts)
    if at.left < w.tables.road_cost:
        cost = counted(w.tables.road_cost, "movement point")
        return Refusal("WOT-4.3", f"Leaving the map costs {cost}, and none is left ({names}).")
    return None


def check_move(w: World, s: WaveState, side: int, order: Move) -> Refusal | None:
    """Return why the units cannot make the whole move, or None."""
    units = w.numbers(order.units)
    if not order.path:
        return Refusal("WOT-9.1", "The move has no hex to go to.", "Name at least one.")
    begun = named_twice(w, order) or set_out(w, s, side, units, order.column, wishes_of(w, order))
    if isinstance(begun, Refusal):
        return begun
    who, at = begun
    for number, label in enumerate(order.path):
        if label == EXIT_WORD:
            if number + 1 < len(order.path):
                return Refusal("WOT-9.5", "Units that leave the map cannot come back.", "Put exit last.")
            return check_exit(who, at)
        to = w.grid.at(label)
        way = w.ground.way_to[at.cell].get(to)
        if way is None:
            return step.not_adjacent(w, at.cell, to)
        on = step.walk_on(who, at, way)
        if isinstance(on, int):
            return step.explain(who, at, to, on, passing=number + 1 < len(order.path))
        at = on
    return check_halt(who, at.cell)


def check_halt(who: Walker, cell: int) -> Refusal | None:
    """Return why the units cannot stop in the hex, or None.

    The KG passes through full hexes but must stop legally stacked, WOT-7.7.
    """
    why = step.crowd(who, cell) if who.kg else stacking.FITS
    return step.explain(who, Walk(cell, 0, False), cell, why) if why else None


def make_move(w: World, s: WaveState, order: Move, dice: Dice, events: Events) -> None:
    """Carry out the move to its end, or until the other side decides about a bridge."""
    units = w.numbers(order.units)
    side = w.side[units[0]]
    start(w, s, side, began_in(s, units[0]))
    fresh = [unit for unit in units if not s.marks[unit] & f.MOVED]
    hungry = supply.feed(w, s, fresh, events, wishes_of(w, order))
    for unit in fresh:
        join_active(w, s, unit, (f.IN_COLUMN if order.column else 0) | (f.HUNGRY if unit in hungry else 0))
    if s.kg and not moves_as_one(s, units):
        drop_out(w, s, units, events)  # units that move away leave the KG marker, WOT-7.7
    path = tuple([EXIT if label == EXIT_WORD else w.grid.at(label) for label in order.path])
    _walk(w, s, side, units, path, dice, events)


def start(w: World, s: WaveState, side: int, origin: int) -> None:
    """Make the units that began the phase in the hex the active stack; those from other hexes are
    finished."""
    if origin != s.origin:
        close(w, s, side)
        s.origin = origin


def join_active(w: World, s: WaveState, unit: int, marks: int) -> None:
    """Begin the unit's move."""
    d, before = derived(w, s), active(w, s, w.side[unit])
    s.marks[unit] |= f.MOVED | marks
    d.active = (*before, unit)
    cell = s.where[unit]
    if d.unmoved is not None and cell in d.unmoved:
        if not [other for other in d.stacks[cell] if _yet_to_move(w, s, other)]:
            at = d.unmoved.index(cell)
            d.unmoved = d.unmoved[:at] + d.unmoved[at + 1 :]


def _yet_to_move(w: World, s: WaveState, unit: int) -> bool:
    return not s.marks[unit] & (f.MOVED | f.DONE)


def movable_hexes(w: World, s: WaveState, side: int) -> list[int]:
    """Return the hexes with units that can still move: first unmoved ones in map order, then those under
    way."""
    unmoved = unmoved_hexes(w, s, side)
    under_way = {s.where[unit] for unit in active(w, s, side) if not s.marks[unit] & f.STOPPED}
    return [*unmoved, *sorted([cell for cell in under_way if cell not in unmoved])]


def unmoved_hexes(w: World, s: WaveState, side: int) -> tuple[int, ...]:
    """Return the hexes with a unit that has not moved, in map order."""
    d = s.follows or derived(w, s)
    if d.unmoved is None:
        result = {s.where[u] for u in w.of_side[side] if s.where[u] >= 0 and _yet_to_move(w, s, u)}
        d.unmoved = tuple(sorted(result))
    return d.unmoved


def resume(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Continue the move after the other side has decided about the bridges, as far as possible, WOT-9.14.

    The moving units may then go elsewhere with their remaining points.
    """
    frame = s.stack.pop()
    assert isinstance(frame, f.Walking)
    _walk(w, s, frame.side, frame.units, frame.path, dice, events)


def _walk(
    w: World,
    s: WaveState,
    side: int,
    units: tuple[int, ...],
    path: tuple[int, ...],
    dice: Dice,
    events: Events,
) -> None:
    who, at = under_way(w, s, units)
    way, before = [at.cell], at.left
    step_events: Events = []
    at_risk: list[int] = []
    out = False
    for to in path:
        if to == EXIT:
            out = check_exit(who, at) is None
            break
        on = step.walk_on(who, at, w.ground.way_to[at.cell][to])
        if isinstance(on, int):
            break  # a bridge has fallen
        at_risk = step_into(w, s, units, to, dice, step_events)
        way.append(to)
        pay(s, who, at, on)
        at = on
        if at_risk:
            break
    if len(way) > 1:
        put(w, s, units, at.cell)
        _report(w, s, who, way, before - at.left, events)
        events.extend(step_events)
    if out:
        _leave_map(w, s, units, at.cell, events)
    rest = path[len(way) - 1 :]
    if at_risk and rest:
        s.stack.append(f.Walking(side, units, rest))
    bridges.ask(w, s, side, at_risk, at.cell)


def pay(s: WaveState, who: Walker, at: Walk, on: Walk) -> None:
    """Charge each unit its points; a step that takes the whole allowance ends the move."""
    if on.stopped:
        for unit, whole in zip(who.units, who.whole, strict=True):
            s.spent[unit] = whole
            s.marks[unit] |= f.STOPPED
    else:
        for unit in who.units:
            s.spent[unit] += at.left - on.left


def _report(w: World, s: WaveState, who: Walker, way: Sequence[int], spent: int, events: Events) -> None:
    units = who.units
    events.append(
        Moved(
            who.side, w.names(units), visible_top(w, s, units), len(units), w.labels(way), who.column, spent
        )
    )


def visible_top(w: World, s: WaveState, units: Sequence[int]) -> str:
    """Return the unit that is on top of its hex, or an empty text if all are below another, WOT-7.3."""
    for unit in units:
        if s.marks[unit] & f.TOP:
            return w.ids[unit]
    return ""


def _leave_map(w: World, s: WaveState, units: Sequence[int], cell: int, events: Events) -> None:
    """Take the units off the map; a supplied German unit off the map decides the game, WOT-4.3."""
    for unit in units:
        lift(w, s, unit, f.EXITED)
        events.append(Exited(w.units[unit].id, w.grid.label(cell)))
    broke_out(s, events)
