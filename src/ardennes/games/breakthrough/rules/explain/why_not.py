"""Explain why a unit of Breakthrough cannot do something, with the functions that check its orders."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.declare import check_plot
from ardennes.games.breakthrough.rules.model.orders import End
from ardennes.games.breakthrough.rules.model.position import occupied, owned, standing
from ardennes.games.breakthrough.rules.model.state import SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import may_move, routes, setting_out
from ardennes.games.breakthrough.rules.movement.step import Walk, explain, walk_on, walker
from ardennes.games.breakthrough.rules.organization import phase
from ardennes.games.breakthrough.rules.sequence import setup
from ardennes.games.breakthrough.rules.sequence.phases import organizes
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.why_not import against_going


def against_move(w: World, s: BreakthroughState, unit: int, cell: int) -> list[Refusal]:
    """Return why the unit cannot move to the hex; empty if it can or is already there."""
    if s.where[unit] == cell:
        return []
    if refusal := may_move(w, s, unit):
        return [refusal]
    result = routes(w, s, unit)
    if cell in result:
        return []
    who, start = walker(w, s, unit), setting_out(s, unit)
    walks = [start, *(Walk(at, result.left(at), True) for at in result)]

    def judge(at: Walk, to: int) -> Refusal | None:
        why = walk_on(who, at, w.ground.way_to[at.cell][to])
        return explain(who, at, to, why) if isinstance(why, int) else None

    return against_going(w.grid, walks, cell, judge, "BTA-7.5a")


def against(w: World, s: BreakthroughState, unit: int, cell: int) -> list[Refusal]:
    """Return why the unit can neither move to the hex nor attack it; an enemy there is attacked, BTA-7.9a.

    In a free set-up, return why it cannot be placed there, BTA-2.2.
    """
    if s.phase == SETTING_UP:
        no = None if s.where[unit] == cell else setup.refuse(w, s, unit, cell)
        return [] if no is None else [no]
    if not occupied(w, s, 1 - w.side[unit]) >> cell & 1:
        return against_move(w, s, unit, cell)
    refusal = check_plot(w, s, unit, cell)
    return [] if refusal is None else [refusal]


def lapsed(s: BreakthroughState, side: int, order: Order) -> Refusal | None:
    """Return why no side may give such an order in this phase, if a specific rule says so."""
    if not organizes(s, side) and not isinstance(order, End) and type(order) in phase.DECISION.answers:
        return Refusal("BTA-2.4a", "The Americans have no organization phase (BTA-2.3) on the 16th.")
    return None


def against_attack(w: World, s: BreakthroughState, side: int, cell: int) -> list[Refusal]:
    """Return why no unit of the side can attack the hex, BTA-7.9a; empty if one can."""
    if not occupied(w, s, 1 - side) >> cell & 1:
        whose = SIDES[GERMAN if owned(w, s, GERMAN) >> cell & 1 else AMERICAN].capitalize()
        facts = f"There is no enemy unit {w.at_hex(cell)}; the hex is {whose}."
        return [Refusal("BTA-7.9a", facts, "Select a unit to see where it can go.")]
    beside = [unit for unit in standing(w, s, side) if w.grid.adjacent(s.where[unit], cell)]
    if not beside:
        return [Refusal("BTA-7.9a", f"None of your units is next to {w.hex_text(cell)}.")]
    result = [check_plot(w, s, unit, cell) for unit in beside]
    return list(dict.fromkeys(refusal for refusal in result if refusal is not None))
