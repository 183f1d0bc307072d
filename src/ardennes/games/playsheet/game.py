"""The Operational Playsheet as the engine sees it: the Game contract over the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.dice import Dice
from ardennes.games.playsheet.log import tell
from ardennes.games.playsheet.rules import commanders as commands
from ardennes.games.playsheet.rules import corps, knowledge, setup, writing
from ardennes.games.playsheet.rules.events import AnyEvent
from ardennes.games.playsheet.rules.offers import offers
from ardennes.games.playsheet.rules.orders import AnyOrder, Resign, Seal
from ardennes.games.playsheet.rules.resolve import resolve, turn_start
from ardennes.games.playsheet.rules.sheet.readings import Readings
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.rules.victory import resign, result_of
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.games.playsheet.schema.world import World, printed_world
from ardennes.games.playsheet.words import WORDING, words
from ardennes.kernel.commanders import Concern, Formation
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
from ardennes.kernel.head import GameHead
from ardennes.kernel.offers import Offer

RULES_VERSION = "2"


class Playsheet(GameHead[World, PlaysheetState]):
    """The game. Immutable; made once for the printed data, anew for a designer's own."""

    id = "playsheet"
    name = "The Operational Playsheet"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "OPS"
    package = "ardennes.games.playsheet"
    orders, events, state = AnyOrder, AnyEvent, PlaysheetState
    wording = WORDING

    def __init__(self, world: World | None = None) -> None:
        self.world = world or printed_world()

    @property
    def scenarios(self) -> Sequence[Scenario]:
        return tuple(Scenario(p.id, p.title, p.about) for p in self.world.scenarios.values())

    def start(self, scenario: str, options: Options, dice: Dice) -> PlaysheetState:
        readings = msgspec.convert(dict(options), Readings)
        state = setup.opening(self.world, readings, self.world.scenarios[scenario].turns)
        turn_start(self.world, state, dice, [])
        return state

    def to_move(self, state: PlaysheetState) -> tuple[int, ...]:
        if state.over:
            return ()
        return tuple(side for side, sealed in enumerate(state.sealed) if not sealed)

    def decisions(self, state: PlaysheetState) -> tuple[Decision, ...]:
        turn = self.world.turn_name(state.turn)
        return tuple(
            Decision(side, "orders", f"{SIDES[side].capitalize()} orders for {turn}", "OPS-ORD-3")
            for side in self.to_move(state)
        )

    def offers(self, state: PlaysheetState, side: int) -> Sequence[Offer]:
        return offers(self.world, state, side) if side in self.to_move(state) else ()

    def check(self, state: PlaysheetState, side: int, order: Order) -> Refusal | None:
        return writing.check(self.world, state, side, self.tidy(order))

    def tidy(self, order: Order) -> Order:
        tidied: Order = self.wording.tidied(self.world, order)
        return tidied

    def apply(self, state: PlaysheetState, side: int, order: Order, dice: Dice) -> list[Event]:
        events: list[Event] = []
        if isinstance(order, Resign):
            resign(self.world, state, side, events)
        elif not isinstance(order, Seal):
            writing.apply(self.world, state, side, self.tidy(order), events)
        elif writing.seal(state, side, events):
            resolve(self.world, state, dice, events)
        return events

    def forecast(self, state: PlaysheetState, side: int, order: Order) -> tuple[Chance, ...]:
        """Writing rolls no die, and what comes of two sealed sheets nobody can foretell."""
        return ()

    def preview(self, state: PlaysheetState, side: int, order: Order) -> tuple[Chance, ...]:
        return ()

    def view(self, state: PlaysheetState, side: int | None) -> PlaysheetState:
        return knowledge.view(self.world, state, side)

    def hidden_twins(self, state: PlaysheetState, side: int) -> Sequence[PlaysheetState]:
        return knowledge.hidden_twins(self.world, state, side)

    def result(self, state: PlaysheetState) -> Result | None:
        return result_of(state)

    def phase_mark(self, state: PlaysheetState) -> tuple[int, ...]:
        return (state.turn + 1,)  # people count turns from 1, the state from 0

    def tell(self, event: Event) -> str:
        return tell(event)

    def label(self, state: PlaysheetState, order: Order) -> str:
        """What a button says that gives the order now."""
        return words(self.world, state, order)

    # Several commanders on one side

    def formations(self, side: int) -> Sequence[Formation]:
        return corps.formations(self.world, side)

    def concerned(self, view: PlaysheetState, side: int, order: Order) -> Sequence[Concern]:
        return commands.concerned(self.world, view, side, order)

    def under(self, view: PlaysheetState, side: int, unit: str) -> str | None:
        found = self.world.by_id.get(unit)
        return corps.under(self.world, view, found) if found in self.world.of_side[side] else None

    def hand_in(self) -> Order:
        return Seal()

    def moment(self, view: PlaysheetState) -> str:
        return self.world.turn_name(view.turn)
