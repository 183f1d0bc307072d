"""Breakthrough in the Ardennes for the engine: the Game contract on top of the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import SEED_BYTES, Dice, SealedDice
from ardennes.games.breakthrough.log import LINES
from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.combat.chances import chances, plotted_outlook
from ardennes.games.breakthrough.rules.explain.why_not import lapsed
from ardennes.games.breakthrough.rules.model import knowledge
from ardennes.games.breakthrough.rules.model.events import AnyEvent
from ardennes.games.breakthrough.rules.model.orders import END, AnyOrder, End, Plot
from ardennes.games.breakthrough.rules.model.state import (
    AIR,
    ORGANIZATION,
    SETTING_UP,
    BreakthroughState,
    Variant,
)
from ardennes.games.breakthrough.rules.organization import phase as organization
from ardennes.games.breakthrough.rules.outcome.victory import result_of, result_with
from ardennes.games.breakthrough.rules.sequence import operations, setup
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS, end_part, run
from ardennes.games.breakthrough.schema.terms import SIDES
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import Chance, Events, Options, Order, Refusal, Result
from ardennes.kernel.deciding import Asked, others_turn
from ardennes.kernel.head import DecidingGame

RULES_VERSION = "4"
FEW_DICE = 8  # a forecast lists at most the outcomes of so many dice

# By phase: what the acting side decides, BTA-2.3.
DECIDING: dict[int, PhaseDecision] = {
    AIR: missions.DECISION,
    ORGANIZATION: organization.DECISION,
    SETTING_UP: setup.DECISION,
    **dict.fromkeys(OPERATIONS, operations.DECISION),
}
ASKED = {
    (phase, side): Asked(side, deciding, side) for phase, deciding in DECIDING.items() for side in (0, 1)
}
ANSWERS = {deciding.kind: deciding.answers for deciding in DECIDING.values()}


class Breakthrough(DecidingGame[World, BreakthroughState]):
    """The game. Immutable; one instance for the printed data, another for each designer's data."""

    id = "breakthrough"
    name = "Breakthrough in the Ardennes"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "BTA"
    package = "ardennes.games.breakthrough"
    orders, events = AnyOrder, AnyEvent
    wording, lines = WORDING, LINES
    is_over = Refusal("BTA-10.2a", "The game is over.")
    turn_rule = answer_rule = "BTA-2.3"
    state = BreakthroughState  # a saved game continues at the same decision, BTA-1.3

    def __init__(self, world: World | None = None) -> None:
        self.world = world or printed_world()

    def start(self, scenario: str, options: Options, dice: Dice) -> BreakthroughState:
        state = setup.opening(self.world, Variant.of(options), scenario)
        events: Events = []
        run(self.world, state, dice, events)
        return state

    def asked(self, state: BreakthroughState) -> Sequence[Asked[World, BreakthroughState, int]]:
        return (ASKED[state.phase, state.acting],) if state.acting >= 0 else ()

    def asked_of(self, state: BreakthroughState, side: int) -> Asked[World, BreakthroughState, int] | None:
        return ASKED[state.phase, side] if state.acting == side else None

    def to_move(self, state: BreakthroughState) -> tuple[int, ...]:
        return (state.acting,) if state.acting >= 0 else ()

    def not_asked(self, state: BreakthroughState, side: int) -> Refusal:
        if state.acting < 0:
            return self.is_over
        return others_turn("BTA-2.3", SIDES[state.acting].capitalize(), DECIDING[state.phase].kind)

    def lapsed(self, state: BreakthroughState, side: int, order: Order) -> Refusal | None:
        return lapsed(state, side, order)

    def apply(self, state: BreakthroughState, side: int, order: Order, dice: Dice) -> Events:
        if not isinstance(order, End):
            return super().apply(state, side, order, dice)
        events: Events = []
        end_part(self.world, state, dice, events)
        return events

    def forecast(self, state: BreakthroughState, side: int, order: Order) -> tuple[Chance, ...]:
        if isinstance(order, End) and not self.check(state, side, order) and self._rolls_much(state, side):
            return ()
        return super().forecast(state, side, order)

    def _rolls_much(self, state: BreakthroughState, side: int) -> bool:
        """Return whether the end of the phase rolls more dice than a forecast can list.

        One trial run shows it. Combats draw from a thousand faces (`preview` gives their chances), and fuel
        and interdiction roll for every unit.
        """
        if state.plots:
            return True
        trial = state.clone()
        self.apply(trial, side, END, SealedDice(bytes(SEED_BYTES)))
        return trial.rolls - state.rolls > FEW_DICE

    def preview(self, state: BreakthroughState, side: int, order: Order) -> tuple[Chance, ...]:
        """Return the chances of the combat against the hex: the units plotted on it and this one."""
        if not isinstance(order, Plot) or self.wording.unknown(self.world, order) is not None:
            return ()
        w = self.world
        unit, target = w.by_id[order.unit], w.grid.at(order.hex)
        if not any(plot.unit == unit and plot.target == target for plot in state.plots):
            if self.check(state, side, order) is not None:
                return ()
            return chances(plotted_outlook(w, state, target, (unit,)))
        return chances(plotted_outlook(w, state, target))

    def view(self, state: BreakthroughState, side: int | None) -> BreakthroughState:
        return knowledge.view(self.world, state, side)

    def hidden_twins(self, state: BreakthroughState, side: int) -> Sequence[BreakthroughState]:
        return knowledge.hidden_twins(self.world, state, side)

    def result(self, state: BreakthroughState) -> Result | None:
        return result_of(self.world, state)

    def with_bid(self, state: BreakthroughState, bid: int) -> Result:
        return result_with(self.world, state, bid)

    def phase_mark(self, state: BreakthroughState) -> tuple[int, ...]:
        return (state.turn, state.phase, state.acting)
