"""Reinforcements (WOT-8.1, WOT-8.2, WOT-8.3, WOT-8.4, WOT-8.6, WOT-4.11, WOT-4.12) and the 14th Cavalry
(WOT-8.7)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import Entered, Reformed
from ardennes.games.wave_of_terror.rules.model.orders import Enter, Reform
from ardennes.games.wave_of_terror.rules.model.position import (
    NEAR,
    derived,
    lift,
    occupied,
    place,
    put,
    units_at,
)
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges, moves, stacking
from ardennes.games.wave_of_terror.rules.movement.enter_hex import step_into
from ardennes.games.wave_of_terror.rules.movement.step import Walk, Walker, barred_from_marsh, explain, walker
from ardennes.games.wave_of_terror.rules.movement.supply import in_supply
from ardennes.games.wave_of_terror.rules.outcome.victory import score
from ardennes.games.wave_of_terror.schema.terms import ALLIED, AREAS, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Lasting, YesOrNo
from ardennes.words import counted


def waiting(w: World, s: WaveState, side: int) -> list[int]:
    """Return the units that may enter now: in their turn or later, WOT-8.1.

    No Allied unit enters in the first couplet of turn 1, WOT-5.8. Units that the basic game leaves out never
    wait.
    """
    return [] if too_early(s, side) else due(w, s, side)


def due(w: World, s: WaveState, side: int) -> list[int]:
    """Return the units whose turn has come and that have not entered."""
    d, turn = derived(w, s), s.turn
    cached = d.waiting[side]
    if cached is None or cached[0] != turn:
        where, units = s.where, w.units
        result = [u for u in w.of_side[side] if where[u] == f.NOT_YET and 0 < units[u].turn <= turn]
        cached = d.waiting[side] = (turn, result)
    return cached[1]


def too_early(s: WaveState, side: int) -> bool:
    """Return whether the side's reinforcements cannot enter yet: the Allies in the first couplet of turn
    1."""
    return side == ALLIED and s.turn == 1 and s.couplet == 1


def check_due(w: World, s: WaveState, side: int, unit: int) -> Refusal | None:
    """Return why the unit cannot enter now, or None."""
    info = w.units[unit]
    if info.side != side:
        return Refusal("WOT-8.1", f"{info.name} belongs to the other side.")
    if w.part is not None and not w.in_play[unit]:
        return Refusal(w.part.rule, f"{info.name} is not in play in {w.part.name}.")
    if s.where[unit] == f.ASIDE:
        facts = f"{info.name} cannot enter. It appears only when its three troops re-form."  # WOT-8.7
        return Refusal("WOT-3.10", facts)
    if s.where[unit] != f.NOT_YET or info.entry < 0:
        return Refusal("WOT-8.1", f"{info.name} is not waiting to enter.")
    if too_early(s, side):
        return Refusal("WOT-5.8", "Allied reinforcements cannot enter in the first couplet of turn 1.")
    if info.turn > s.turn:
        return Refusal("WOT-8.1", f"{info.name} arrives on turn {info.turn}. It is now turn {s.turn}.")
    return None


def check_hex(w: World, s: WaveState, side: int, units: Sequence[int], cell: int) -> Refusal | None:
    """Return why the units cannot enter by this hex, or None.

    It must be in the area of all of them, free of enemies, and the hex that their parents use.
    """
    for unit in units:
        area = w.units[unit].entry
        if not w.board.entries[area] >> cell & 1:
            facts = f"{w.units[unit].name} cannot enter {w.at_place(cell)}."
            return Refusal("WOT-8.2", facts, f"Enter {AREAS[area]}.")
    if occupied(w, s, 1 - side) >> cell & 1:  # WOT-9.4
        return Refusal("WOT-8.2", f"{w.place(cell)} has an enemy unit.", "Enter by another hex.")
    for unit in units:
        if w.parent[unit] >= 0:
            if refusal := _check_parent(w, s, unit, cell):
                return refusal
    return None


def _check_parent(w: World, s: WaveState, unit: int, cell: int) -> Refusal | None:
    """Return why the unit's parent does not use this hex, or None, WOT-8.3.

    All units of a parent with one printed turn enter by one hex, unless an enemy is in it; in one phase all
    its arrivals do.
    """
    parent, turn = w.parent[unit], w.units[unit].turn
    used = [hex_ for who, hex_ in s.entered_now if who == parent]
    fixed = [hex_ for who, when, hex_ in s.entry_hex if (who, when) == (parent, turn)]
    blocked = occupied(w, s, 1 - w.side[unit])
    for before in used + [hex_ for hex_ in fixed if not blocked >> hex_ & 1]:
        if before != cell:
            facts = f"The {w.parents[parent].name} already enters {w.at_place(before)}."
            return Refusal("WOT-8.3", facts, "Enter by the same hex.")
    return None


def ahead_of(s: WaveState, cell: int) -> int:
    """Return how many stacks have entered by the hex in this phase; later ones pay a point for each,
    WOT-8.3."""
    return next((count for hex_, count in s.files if hex_ == cell), 0)


def entry_cost(who: Walker, cell: int) -> int:
    """Return the cost of the entry hex, below 0 if the units may not enter it.

    It is the road rate if its road leaves the map, else that of its terrain, as under interdiction
    (WOT-9.18).
    """
    w, s = who.w, who.s
    if w.board.edge_roads & ~s.interdicted & 1 << cell:
        return w.tables.road_cost
    return barred_from_marsh(who, cell) or w.ground.cost[cell]


def check_enter(w: World, s: WaveState, side: int, order: Enter) -> Refusal | None:
    """Return why the next stack of a file cannot enter, or None."""
    units, cell = tuple(w.by_id[name] for name in order.units), w.grid.at(order.hex)
    if not units:
        return Refusal("WOT-8.3", "The order names no units.", "Name at least one.")
    if len(set(units)) < len(units):
        return Refusal("WOT-8.3", "The order names a unit twice.", "Name each unit once.")
    for unit in units:
        if refusal := check_due(w, s, side, unit):
            return refusal
    if refusal := check_hex(w, s, side, units, cell):
        return refusal
    together = [*units, *units_at(w, s, cell)]
    for stack in (units, together):
        why = stacking.judge(w, stack)
        if why:
            return stacking.explain(w, stack, cell, why)
    on = first_step(w, s, units, cell, order.column)
    return on if isinstance(on, Refusal) else None


def first_step(
    w: World, s: WaveState, units: tuple[int, ...], cell: int, column: bool
) -> tuple[Walker, Walk, Walk] | Refusal:
    """Return the units, their walk off the map and their walk after the step onto it; or the refusal,
    WOT-8.3.

    Arrivals are in supply and start on a road.
    """
    if column:
        for unit in units:
            if refusal := moves.check_column(w, s, unit, -1):
                return refusal
        if not w.board.edge_roads & ~s.interdicted & 1 << cell:
            facts = f"No open road leads from off the map into {w.place(cell)}."
            return Refusal("WOT-9.17", facts, "Enter without column.")
    who = walker(w, s, units, column=column, kg=False)
    if column and who.met[cell] & NEAR:
        facts = f"{w.place(cell)} is adjacent to an enemy unit, so a column cannot enter it."
        return Refusal("WOT-9.17", facts, "Enter without column.")
    ahead, points = ahead_of(s, cell), min(who.whole)
    before = Walk(cell, points, True)
    cost = entry_cost(who, cell)
    if cost < 0:
        return explain(who, before, cell, cost)
    if ahead + cost <= points:
        return who, before, Walk(cell, points - ahead - cost, False)
    if ahead == 0 and not column:
        return who, before, Walk(cell, 0, False, True)  # WOT-9.3 helps only the first stack
    price = counted(cost + ahead, "movement point")
    facts = f"Entering {w.at_place(cell)} behind {counted(ahead, 'other stack')} costs {price} of {points}."
    return Refusal("WOT-8.3", facts, "Wait, or enter by another hex.")


def enter(w: World, s: WaveState, order: Enter, dice: Dice, events: Events) -> None:
    """Bring in the stack. It is the active one now; units that moved before are finished, WOT-7.10."""
    units, cell = tuple(w.by_id[name] for name in order.units), w.grid.at(order.hex)
    step = first_step(w, s, units, cell, order.column)
    assert not isinstance(step, Refusal)
    who, before, on = step
    side = who.side
    moves.close(w, s, side)
    s.origin = moves.ARRIVALS
    entry_events: Events = []
    for unit in units:
        _pay_price(w, s, unit, entry_events)
        s.steps[unit] = w.units[unit].steps
        s.marks[unit] = 0
        moves.join_active(w, s, unit, f.IN_COLUMN if order.column else 0)
    _remember(w, s, units, cell)
    at_risk = step_into(w, s, units, cell, dice, entry_events)
    put(w, s, units, cell)
    moves.pay(s, who, before, on)
    spent = before.left - on.left
    top = moves.visible_top(w, s, units)
    events.append(Entered(side, order.units, top, len(units), order.hex, spent))
    events.extend(entry_events)
    bridges.ask(w, s, side, at_risk, cell)


def _remember(w: World, s: WaveState, units: Sequence[int], cell: int) -> None:
    """Add the stack to the file and fix the parents' entry hex, WOT-8.3."""
    count = ahead_of(s, cell) + 1
    s.files = [(hex_, before) for hex_, before in s.files if hex_ != cell] + [(cell, count)]
    for unit in units:
        parent, turn = w.parent[unit], w.units[unit].turn
        if parent < 0:
            continue
        if (parent, cell) not in s.entered_now:
            s.entered_now.append((parent, cell))
        s.entry_hex = [entry for entry in s.entry_hex if entry[:2] != (parent, turn)] + [(parent, turn, cell)]


def _pay_price(w: World, s: WaveState, unit: int, events: Events) -> None:
    """Score optional reinforcements once, when the first of them enters.

    They are 10SS and 11 while the test of WOT-8.4 is not met (WOT-4.11), and the five later units of the 5th
    Armored (WOT-8.6, WOT-4.12).
    """
    what = w.units[unit].optional
    if not what or what in s.paid:
        return
    if what in ("10SS", "11") and not s.free_entry:
        points = w.limits.points_10ss if what == "10SS" else w.limits.points_11
        score(w, s, ALLIED, f"{what} brought in", points, "WOT-4.11", events)
    elif what == "5A-8":
        score(w, s, GERMAN, "5th Armored brought in", w.limits.points_5a_late, "WOT-4.12", events)
    else:
        return
    s.paid = (*s.paid, what)


def test_free_entry(w: World, s: WaveState) -> None:
    """Test at the start of each turn from the fifth whether five supplied German units are west of the Meuse.

    Once they are, 10SS and 11 enter free of charge, WOT-8.4.
    """
    if s.free_entry or s.turn < w.limits.free_test_from:
        return
    beyond = occupied(w, s, GERMAN) & w.board.west_of_meuse
    result = sum(in_supply(w, s, unit) for cell in bits(beyond) for unit in units_at(w, s, cell))
    s.free_entry = result >= w.limits.meuse_units


# The three troops of the 14th Cavalry become its squadron again, WOT-8.7, WOT-3.10


def may_reform(w: World, s: WaveState) -> bool:
    """Return whether the three troops can become the squadron at the end of a movement phase, WOT-8.7."""
    if not squadron_is_aside(w, s):
        return False
    hexes = {s.where[troop] for troop in w.troops}
    return len(hexes) == 1 and min(hexes) >= 0


def squadron_is_aside(w: World, s: WaveState) -> bool:
    """Return whether the squadron has troops in this match and has not re-formed yet."""
    return w.squadron >= 0 and s.where[w.squadron] == f.ASIDE and len(w.troops) >= 2


def no_reform(w: World, s: WaveState) -> Refusal:
    """Return why the squadron cannot re-form now, WOT-8.7."""
    lost = [troop for troop in w.troops if s.where[troop] == f.DEAD]
    if lost:
        verb = "is" if len(lost) == 1 else "are"
        return Refusal("WOT-8.7", f"{w.unit_list(lost)} {verb} lost, so the squadron can never re-form.")
    facts = "The squadron re-forms when its three troops are in one hex at the end of a movement phase."
    return Refusal("WOT-8.7", facts, "Move the troops into one hex.")


class Reforming(YesOrNo[World, WaveState, f.Reforming]):
    """Decide whether the squadron appears at full strength in the hex of the troops, for good, without
    points.

    The Allied player is asked whenever the German cannot rule out that the troops are together
    (`knowledge.troops_may_be_together`), so that the question gives nothing away.
    """

    kind, rule, answers = "14th Cavalry", "WOT-8.7", (Reform,)
    standing = "14th Cavalry"

    def prompt(self, w: World, s: WaveState, frame: f.Reforming) -> str:
        if may_reform(w, s):
            return "The three troops of the 14th Cavalry are in one hex. Re-form the squadron?"
        if any(s.where[troop] == f.UNSEEN for troop in w.troops):
            return "The Allied player decides about the three troops of the 14th Cavalry."
        return (
            "The three troops of the 14th Cavalry are in different hexes and cannot re-form. You are asked "
            "only because the German player cannot see this. Keep the three troops."
        )

    def passes(self, w: World, s: WaveState, frame: f.Reforming) -> Order | None:
        """Always ask: a quick answer would show that the troops are apart."""
        return None

    def lasting(self, w: World, s: WaveState, frame: f.Reforming) -> list[Lasting]:
        return [
            Lasting("yes", "re-form the squadron", Reform(may_reform(w, s))),
            Lasting("no", "keep the three troops", Reform(False)),
        ]

    def check(self, w: World, s: WaveState, frame: f.Reforming, order: Reform) -> Refusal | None:
        return no_reform(w, s) if order.yes and not may_reform(w, s) else None

    def apply(
        self, w: World, s: WaveState, frame: f.Reforming, order: Reform, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        if not order.yes:
            return
        cell = s.where[w.troops[0]]
        for troop in w.troops:
            lift(w, s, troop, f.ASIDE)
        s.steps[w.squadron] = w.units[w.squadron].steps
        place(w, s, w.squadron, cell)
        events.append(Reformed(w.grid.label(cell)))
