"""What all games implement the same way: their options, reading their orders and events, their rules."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from ardennes.dice import Dice, DiceError
from ardennes.kernel.contract import (
    Chance,
    Decision,
    Event,
    OptionSpec,
    Order,
    Refusal,
    Rolled,
    Scenario,
    State,
)
from ardennes.kernel.deciding import Asked, no_answer, others_turn
from ardennes.kernel.forecast import exact
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.offers import Offer
from ardennes.kernel.options import listed_scenarios, read_options
from ardennes.kernel.parts import PlayedWorld, world_of_scenario
from ardennes.kernel.rulebook import rule_ids
from ardennes.kernel.wording import Wording

W = TypeVar("W", bound=PlayedWorld)
S = TypeVar("S", bound=State)


@functools.cache
def printed_options(package: str) -> tuple[OptionSpec, ...]:
    """The choices made before a game, from its options.toml."""
    return tuple(read_options(game_file(package, "options.toml"), rule_ids(package)).values())


@functools.cache
def _box(union: Any) -> Any:
    """Cache the type that msgspec converts to.

    msgspec analyses a union again at each call, which takes a hundred times as long as the conversion. It
    caches the analysis of a struct.
    """
    return msgspec.defstruct("Box", [("it", union)])


def read_one_of(union: Any, plain: object) -> Any:
    """`msgspec.convert` for a union, with the same error messages."""
    try:
        return msgspec.convert({"it": plain}, _box(union)).it
    except msgspec.ValidationError:
        return msgspec.convert(plain, union)


class GameHead(Generic[W, S]):
    """A game that knows its world, in a package with a rulebook and data."""

    package: ClassVar[str]
    orders: ClassVar[Any]  # the union of its kinds of order
    events: ClassVar[Any]
    lines: ClassVar[Mapping[Any, Callable[[Any, Any], str]]]  # log lines, by kind of event
    state: type[S]
    sides: tuple[str, ...]
    world: W
    scenario = ""  # the scenario of its world; empty: any scenario on the whole map

    @property
    def options(self) -> Sequence[OptionSpec]:
        return printed_options(self.package)

    @property
    def scenarios(self) -> Sequence[Scenario]:
        return listed_scenarios(self.world.scenarios)

    def in_scenario(self, scenario: str) -> Self:
        """Return the game restricted to a scenario; each scenario of Ardennes has a separate world."""
        world = world_of_scenario(self.world, scenario)
        if world is self.world:
            return self
        game = copy.copy(self)
        game.world, game.scenario = world, scenario
        return game

    def read_order(self, plain: object) -> Order:
        order: Order = read_one_of(self.orders, plain)
        return order

    def read_event(self, plain: object) -> Event:
        event: Event = read_one_of(self.events, plain)
        return event

    def tell(self, event: Event) -> str:
        return self.lines[type(event)](self.world, event)

    def read_state(self, plain: Mapping[str, Any]) -> S:
        """Continue a saved game at the same decision."""
        return self.state.from_record(plain)

    def rule_ids(self) -> frozenset[str]:
        return rule_ids(self.package)


class DecidingGame(GameHead[W, S]):
    """A game that says what is decided now (`asked`); turn order, offers, refusals and effects follow from
    the decisions.
    """

    wording: ClassVar[Wording[Any]]
    is_over: ClassVar[Refusal]  # the answer to an order after the end
    turn_rule: ClassVar[str]  # the rule that says who decides now
    answer_rule: ClassVar[str]  # the rule that names the decision

    def asked(self, state: S) -> Sequence[Asked[W, S, Any]]:
        """Return the open decisions, at most one for each side."""
        raise NotImplementedError

    def asked_of(self, state: S, side: int) -> Asked[W, S, Any] | None:
        for asked in self.asked(state):
            if asked.side == side:
                return asked
        return None

    def to_move(self, state: S) -> tuple[int, ...]:
        return tuple(asked.side for asked in self.asked(state))

    def decisions(self, state: S) -> tuple[Decision, ...]:
        open_ = [(asked.side, asked.deciding, asked.frame) for asked in self.asked(state)]
        return tuple(
            Decision(side, deciding.kind, deciding.prompt(self.world, state, frame), deciding.rule)
            for side, deciding, frame in open_
        )

    def offers(self, state: S, side: int) -> Sequence[Offer]:
        asked = self.asked_of(state, side)
        return () if asked is None else asked.deciding.offers(self.world, state, asked.frame)

    def check(self, state: S, side: int, order: Order) -> Refusal | None:
        asked = self.asked_of(state, side)
        unknown = self.wording.unknown(self.world, order)
        if asked is not None and type(order) in asked.deciding.answers:
            return unknown or asked.deciding.check(
                self.world, state, asked.frame, self.wording.tidied(self.world, order)
            )
        refusal = self.not_asked(state, side) if asked is None else self.no_answer(state, asked, order)
        if refusal is self.is_over or unknown is not None:
            return refusal
        return self.lapsed(state, side, order) or refusal

    def not_asked(self, state: S, side: int) -> Refusal:
        """Return why the side has nothing to answer now."""
        for asked in self.asked(state):
            return others_turn(self.turn_rule, self.sides[asked.side], asked.deciding.kind)
        return self.is_over

    def no_answer(self, state: S, asked: Asked[W, S, Any], order: Order) -> Refusal:
        """Return why the order does not answer the side's question."""
        prompt = asked.deciding.prompt(self.world, state, asked.frame)
        return no_answer(self.answer_rule, prompt, asked.deciding.answers)

    def lapsed(self, state: S, side: int, order: Order) -> Refusal | None:
        """Return why such an order is not possible now, if a specific rule says so."""
        return None

    def tidy(self, order: Order) -> Order:
        if self.wording.unknown(self.world, order) is not None:
            return order
        tidied: Order = self.wording.tidied(self.world, order)
        return tidied

    def apply(self, state: S, side: int, order: Order, dice: Dice) -> list[Event]:
        asked = self.asked_of(state, side)
        events: list[Event] = []
        assert asked is not None
        tidied = self.wording.tidied(self.world, order)
        asked.deciding.apply(self.world, state, asked.frame, tidied, dice, events)
        self.settle(state, dice, events)
        return events

    def settle(self, state: S, dice: Dice, events: list[Event]) -> None:
        """Continue automatically after an order, up to the next decision."""

    def forecast(self, state: S, side: int, order: Order) -> tuple[Chance, ...]:
        if self.check(state, side, order) is not None:
            return ()
        try:
            return exact(lambda dice: self.apply(state.clone(), side, order, dice), self.outcome)
        except DiceError:
            return ()  # too many dice to enumerate; `preview` has the chances of a combat

    def outcome(self, events: Sequence[Event]) -> str:
        """Summarize the results of an order."""
        reported = [self.tell(event) for event in events if not isinstance(event, Rolled)]
        return " ".join(reported) or "Nothing."

    def label(self, state: S, order: Order) -> str:
        """Return the label of a button that gives the order now."""
        asked = self.asked(state)
        return self.wording.label(self.world, state, order, asked[0].deciding.done if asked else "Done")


class StackedGame(DecidingGame[W, S]):
    """A game whose states have a `stack` of frames, each with a `side`; the top one is decided now."""

    deciding: ClassVar[Mapping[Any, Any]]  # by the type of the frame

    def asked(self, state: Any) -> Sequence[Asked[W, S, Any]]:
        stack = state.stack
        if not stack:
            return ()
        frame = stack[-1]
        return (Asked(frame.side, self.deciding[type(frame)], frame),)

    def asked_of(self, state: Any, side: int) -> Asked[W, S, Any] | None:
        stack = state.stack
        if not stack or stack[-1].side != side:
            return None
        frame = stack[-1]
        return Asked(side, self.deciding[type(frame)], frame)

    def to_move(self, state: Any) -> tuple[int, ...]:
        stack = state.stack
        return (stack[-1].side,) if stack else ()
