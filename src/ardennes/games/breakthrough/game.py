"""Breakthrough in the Ardennes as the engine sees it: the Game contract over the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.dice import SEED_BYTES, Dice, DiceError, SealedDice
from ardennes.games.breakthrough.log import outcome, tell
from ardennes.games.breakthrough.rules import air, knowledge, operations, organization, placing
from ardennes.games.breakthrough.rules.events import AnyEvent
from ardennes.games.breakthrough.rules.forecast import chances, plotted_outlook
from ardennes.games.breakthrough.rules.orders import END, AnyOrder, End, Plot
from ardennes.games.breakthrough.rules.sequence import OPERATIONS, end_part, run, takes_part
from ardennes.games.breakthrough.rules.setup import opening
from ardennes.games.breakthrough.rules.state import AIR, ORGANIZATION, SETTING_UP, BreakthroughState, Variant
from ardennes.games.breakthrough.rules.victory import result_of
from ardennes.games.breakthrough.schema.terms import SIDES
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import (
    Chance,
    Decision,
    Event,
    Options,
    Order,
    Refusal,
    Result,
    Scenario,
)
from ardennes.kernel.deciding import no_answer
from ardennes.kernel.forecast import exact
from ardennes.kernel.head import GameHead
from ardennes.kernel.offers import Offer

RULES_VERSION = "2"
FEW_DICE = 8  # more than these, each of two outcomes, are too many to list


class Deciding(NamedTuple):
    """How one kind of decision is put, answered and carried out."""

    kind: str
    rule: str
    answers: tuple[type[Order], ...]
    prompt: Callable[[World, BreakthroughState], str]
    offers: Callable[[World, BreakthroughState, int], Sequence[Offer]]
    check: Callable[[World, BreakthroughState, int, Any], Refusal | None]
    apply: Callable[[World, BreakthroughState, int, Any, Dice, list[Event]], None]


def _deciding(chapter: Any) -> Deciding:
    return Deciding(
        chapter.KIND,
        chapter.RULE,
        chapter.ANSWERS,
        chapter.prompt,
        chapter.offers,
        chapter.check,
        chapter.apply,
    )


# By phase: what the acting side decides, BTA-2.3.
DECIDING = {
    AIR: _deciding(air),
    ORGANIZATION: _deciding(organization),
    SETTING_UP: _deciding(placing),
    **{phase: _deciding(operations) for phase in OPERATIONS},
}
ANSWERS = {deciding.kind: deciding.answers for deciding in DECIDING.values()}


class Breakthrough(GameHead[World, BreakthroughState]):
    """The game. Immutable; made once for the printed data, anew for a designer's own."""

    id = "breakthrough"
    name = "Breakthrough in the Ardennes"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "BTA"
    package = "ardennes.games.breakthrough"
    orders, events = AnyOrder, AnyEvent
    wording = WORDING
    state = BreakthroughState  # a saved game goes on at the same decision, BTA-1.3

    def __init__(self, world: World | None = None) -> None:
        self.world = world or printed_world()

    @property
    def scenarios(self) -> Sequence[Scenario]:
        return tuple(Scenario(p.id, p.title, p.about) for p in self.world.scenarios.values())

    def start(self, scenario: str, options: Options, dice: Dice) -> BreakthroughState:
        state = opening(self.world, msgspec.convert(dict(options), Variant), scenario)
        events: list[Event] = []
        run(self.world, state, dice, events)
        return state

    def to_move(self, state: BreakthroughState) -> tuple[int, ...]:
        return (state.acting,) if state.acting >= 0 else ()

    def decisions(self, state: BreakthroughState) -> tuple[Decision, ...]:
        if state.acting < 0:
            return ()
        now = DECIDING[state.phase]
        return (Decision(state.acting, now.kind, now.prompt(self.world, state), now.rule),)

    def offers(self, state: BreakthroughState, side: int) -> Sequence[Offer]:
        if state.acting != side:
            return ()
        return DECIDING[state.phase].offers(self.world, state, side)

    def check(self, state: BreakthroughState, side: int, order: Order) -> Refusal | None:
        if state.acting < 0:
            return Refusal("BTA-10.2a", "The game is over.")
        now = DECIDING[state.phase]
        if state.acting != side:
            facts = f"The {SIDES[state.acting].capitalize()} player decides now: {now.kind}."
            if state.phase == ORGANIZATION and not takes_part(state, side):
                facts += " The American has no organization phase on the 16th (BTA-2.4a)."
            return Refusal("BTA-2.3", facts)
        if type(order) not in now.answers:
            return no_answer("BTA-2.3", now.prompt(self.world, state), now.answers)
        unknown = self.wording.unknown(self.world, order)
        return unknown or now.check(self.world, state, side, self.wording.tidied(self.world, order))

    def tidy(self, order: Order) -> Order:
        if self.wording.unknown(self.world, order) is not None:
            return order
        tidied: Order = self.wording.tidied(self.world, order)
        return tidied

    def apply(self, state: BreakthroughState, side: int, order: Order, dice: Dice) -> list[Event]:
        events: list[Event] = []
        if isinstance(order, End):
            end_part(self.world, state, dice, events)
        else:
            tidied = self.wording.tidied(self.world, order)
            DECIDING[state.phase].apply(self.world, state, side, tidied, dice, events)
        return events

    def forecast(self, state: BreakthroughState, side: int, order: Order) -> tuple[Chance, ...]:
        if self.check(state, side, order) is not None:
            return ()
        if isinstance(order, End) and self._rolls_much(state, side):
            return ()
        try:
            return exact(lambda dice: self.apply(state.clone(), side, order, dice), self._outcome)
        except DiceError:
            return ()  # too many dice to list

    def _rolls_much(self, state: BreakthroughState, side: int) -> bool:
        """Does the end of the phase roll more dice than can be listed? One go tells: combats draw from a
        thousand (`preview` tells their chances), and fuel and interdiction roll for every unit."""
        if state.plots:
            return True
        trial = state.clone()
        self.apply(trial, side, END, SealedDice(bytes(SEED_BYTES)))
        return trial.rolls - state.rolls > FEW_DICE

    def _outcome(self, events: Sequence[Event]) -> str:
        return outcome(self.world, events)

    def preview(self, state: BreakthroughState, side: int, order: Order) -> tuple[Chance, ...]:
        """The combat against the hex, with the units that have plotted on it and this one."""
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

    def phase_mark(self, state: BreakthroughState) -> tuple[int, ...]:
        return (state.turn, state.phase, state.acting)

    def tell(self, event: Event) -> str:
        return tell(self.world, event)
