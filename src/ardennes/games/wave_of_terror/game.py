"""Wave of Terror for the engine: the Game contract on top of the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.log import LINES
from ardennes.games.wave_of_terror.rules.combat import chances as forecasts
from ardennes.games.wave_of_terror.rules.explain.why_not import lapsed
from ardennes.games.wave_of_terror.rules.model import knowledge
from ardennes.games.wave_of_terror.rules.model.events import AnyEvent, BattleResult
from ardennes.games.wave_of_terror.rules.model.orders import AnyOrder, Attack, Concede, Fly, Support
from ardennes.games.wave_of_terror.rules.model.state import Variant, WaveState
from ardennes.games.wave_of_terror.rules.outcome.victory import concede, result_of, result_with
from ardennes.games.wave_of_terror.rules.sequence import phases, setup
from ardennes.games.wave_of_terror.rules.sequence.decisions import DECISIONS
from ardennes.games.wave_of_terror.schema.terms import SIDES
from ardennes.games.wave_of_terror.schema.world import World, printed_world
from ardennes.games.wave_of_terror.words import PURPOSES, WORDING
from ardennes.kernel.contract import Chance, Event, Events, Options, Order, Refusal, Result
from ardennes.kernel.deciding import Asked, no_answer
from ardennes.kernel.head import StackedGame
from ardennes.kernel.offers import Joined, Offer, of_kind

RULES_VERSION = "7"
# Conceding, set apart so that random players do not concede, WOT-4.2.
_GIVE_UP = (of_kind(Concede, lambda: [Concede()], aside=True),)


class WaveOfTerror(StackedGame[World, WaveState]):
    """The game. Immutable; one instance for the printed data, another for each designer's data."""

    id = "wave_of_terror"
    name = "Wave of Terror"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "WOT"
    package = "ardennes.games.wave_of_terror"
    orders, events, state = AnyOrder, AnyEvent, WaveState
    deciding, wording, lines = DECISIONS, WORDING, LINES
    is_over = Refusal("WOT-4.1", "The game is over.")
    turn_rule = answer_rule = "WOT-5.2"

    def __init__(self, world: World | None = None, patience: int = phases.EAGER) -> None:
        self.world = world or printed_world()
        self.patience = patience  # lets case files keep an empty combat phase open

    def start(self, scenario: str, options: Options, dice: Dice) -> WaveState:
        state = setup.opening(self.world, Variant.of(options))
        phases.begin(self.world, state)
        phases.settle(self.world, state, dice, [])
        return state

    def offers(self, state: WaveState, side: int) -> Sequence[Offer]:
        asked = self.asked_of(state, side)
        if asked is None:
            return ()
        return Joined(asked.deciding.offers(self.world, state, asked.frame), _GIVE_UP)

    def check(self, state: WaveState, side: int, order: Order) -> Refusal | None:
        if isinstance(order, Concede) and side in self.to_move(state):
            return None
        return super().check(state, side, order)

    def no_answer(self, state: WaveState, asked: Asked[World, WaveState, Any], order: Order) -> Refusal:
        assert isinstance(order, AnyOrder)
        prompt = asked.deciding.prompt(self.world, state, asked.frame)
        what = f"The order to {PURPOSES[type(order)]}"
        return no_answer(self.answer_rule, prompt, asked.deciding.answers, what)

    def lapsed(self, state: WaveState, side: int, order: Order) -> Refusal | None:
        return lapsed(self.world, state, side, order)

    def apply(self, state: WaveState, side: int, order: Order, dice: Dice) -> Events:
        if isinstance(order, Concede):
            return concede(state, side)
        before = knowledge.tops(state)
        events = super().apply(state, side, order, dice)
        knowledge.report_exposed(self.world, state, before, events)
        return events

    def settle(self, state: WaveState, dice: Dice, events: Events) -> None:
        phases.settle(self.world, state, dice, events, self.patience)

    def outcome(self, events: Sequence[Event]) -> str:
        """Return the losses of the battle among the events, if there is one."""
        for event in events:
            if isinstance(event, BattleResult):
                return f"{event.attacker_loss}/{event.defender_loss}"
        return super().outcome(events)

    def preview(self, state: WaveState, side: int, order: Order) -> tuple[Chance, ...]:
        """Return the chances of the battle that an order declares or continues, without further support."""
        if not isinstance(order, Attack | Support | Fly) or self.check(state, side, order) is not None:
            return ()
        result = forecasts.battle_outlook(self.world, state, order)
        return () if result is None else forecasts.chances(result)

    def view(self, state: WaveState, side: int | None) -> WaveState:
        return knowledge.view(self.world, state, side)

    def hidden_twins(self, state: WaveState, side: int) -> Sequence[WaveState]:
        return knowledge.hidden_twins(self.world, state, side)

    def result(self, state: WaveState) -> Result | None:
        return result_of(self.world, state)

    def with_bid(self, state: WaveState, bid: int) -> Result:
        return result_with(self.world, state, bid)

    def phase_mark(self, state: WaveState) -> tuple[int, ...]:
        return (state.turn, state.couplet, state.step, state.acting)
