"""The operation phases: how a side spends its units' operation points (BTA-7.0)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat import declare
from ardennes.games.breakthrough.rules.model.orders import (
    AdvanceFlag,
    ChangeMode,
    End,
    Exit,
    Fortify,
    Move,
    Plot,
)
from ardennes.games.breakthrough.rules.model.state import ADVANCE, PLOTTED, BreakthroughState
from ardennes.games.breakthrough.rules.movement import exits, moves, stance
from ardennes.games.breakthrough.rules.movement.allowance import hand_out_second
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision, at_hand, by_unit
from ardennes.games.breakthrough.schema.terms import SIDES, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Offer

Doing = Move | Plot | ChangeMode | Fortify | AdvanceFlag | Exit


class OperationPhase(PhaseDecision):
    """Spend the points of the units, then fight."""

    kind = "operations"
    rule = "BTA-7.0"
    answers = (Move, Plot, ChangeMode, Fortify, AdvanceFlag, Exit, End)

    def prompt(self, w: World, s: BreakthroughState, side: int) -> str:
        half = "second" if s.phase in declare.SECOND_PHASES else "first"
        still = moves.standing_still(s)
        what = f"{'' if still else 'move, '}change mode, dig in, plot attacks"
        what = f"{what[0].upper()}{what[1:]}" + (" (units cannot move yet)" if still else "")
        whose = SIDES[side].capitalize()
        return f"{whose} {half} operation phase, {s.day} December. {what}. End the phase to fight."

    def offers(self, w: World, s: BreakthroughState, side: int) -> Sequence[Offer]:
        """Offer to end the phase and fight (BTA-7.1), or to order a unit; units in one hex are ordered one by
        one (BTA-7.2)."""
        return by_unit(w, s, side, orders_for)

    def refusal(self, w: World, s: BreakthroughState, side: int, order: Doing) -> Refusal | None:
        unit = w.by_id[order.unit]
        if refusal := at_hand(w, s, side, unit, self.rule):
            return refusal
        match order:
            case Move():
                return moves.check_move(w, s, unit, order.path)
            case Plot():
                return declare.check_plot(w, s, unit, w.grid.at(order.hex))
            case ChangeMode():
                return stance.check_mode(w, s, unit, order.travel)
            case Fortify():
                return stance.check_fortify(w, s, unit)
            case AdvanceFlag():
                return declare.check_flag(w, s, unit, order.on)
            case Exit():
                return exits.check_exit(w, s, unit)

    def carry_out(
        self, w: World, s: BreakthroughState, side: int, order: Doing, dice: Dice, events: Events
    ) -> None:
        unit = w.by_id[order.unit]
        match order:
            case Move():
                moves.make_move(w, s, unit, order.path, events)
            case Plot():
                declare.plot(w, s, unit, w.grid.at(order.hex), events)
            case ChangeMode():
                stance.change_mode(w, s, unit, order.travel, events)
            case Fortify():
                stance.fortify(w, s, unit, events)
            case AdvanceFlag():
                declare.set_flag(w, s, unit, order.on, events)
            case Exit():
                exits.leave_map(w, s, unit, events)


DECISION = OperationPhase()


def begin(w: World, s: BreakthroughState, side: int, events: Events) -> None:
    """Begin a side's operation phase without plots; the second phase brings points, BTA-7.4a."""
    declare.forget_plots(w, s, side)
    if s.phase in declare.SECOND_PHASES:
        hand_out_second(w, s, side, events)


def orders_for(w: World, s: BreakthroughState, unit: int) -> list[Offer]:
    """Return every order that one unit may get now."""
    name = w.units[unit].id
    result: list[Offer] = []
    if not s.marks[unit] & PLOTTED and s.points[unit] > 0:  # else only the flag
        if moves.may_move(w, s, unit) is None:
            result.append(moves.Moves(w, s, unit))
        result += [Plot(name, w.grid.labels[target]) for target in declare.targets_of(w, s, unit)]
        travel = s.mode[unit] != TRAVEL
        if stance.check_mode(w, s, unit, travel) is None:
            result.append(ChangeMode(name, travel))
        if stance.check_fortify(w, s, unit) is None:
            result.append(Fortify(name))
        if w.board.exits >> s.where[unit] & 1 and exits.check_exit(w, s, unit) is None:
            result.append(Exit(name))
    result.append(AdvanceFlag(name, not s.marks[unit] & ADVANCE))
    return result
