"""The Operational Playsheet: the contract `Game` over the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.playsheet.log import tell
from ardennes.games.playsheet.rules.knowledge import views
from ardennes.games.playsheet.rules.model.events import AnyEvent
from ardennes.games.playsheet.rules.model.orders import AnyOrder, Seal
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import commanders, corps
from ardennes.games.playsheet.rules.orders.write import OVER, WRITING, closed
from ardennes.games.playsheet.rules.outcome.victory import result_of, result_with
from ardennes.games.playsheet.rules.sequence import setup
from ardennes.games.playsheet.rules.sequence.turn import turn_start
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.games.playsheet.schema.world import World, printed_world
from ardennes.games.playsheet.words import WORDING, words
from ardennes.kernel.commanders import Concern, Formation
from ardennes.kernel.contract import Chance, Event, Options, Order, Refusal, Result
from ardennes.kernel.deciding import Asked
from ardennes.kernel.head import DecidingGame

RULES_VERSION = "5"


class Playsheet(DecidingGame[World, PlaysheetState]):
    """The game. It is immutable; there is one for the printed data, and one for each changed data folder."""

    id = "playsheet"
    name = "The Operational Playsheet"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "OPS"
    package = "ardennes.games.playsheet"
    orders, events, state = AnyOrder, AnyEvent, PlaysheetState
    wording = WORDING
    is_over = OVER
    turn_rule = answer_rule = WRITING.rule

    def __init__(self, world: World | None = None) -> None:
        self.world = world or printed_world()

    def start(self, scenario: str, options: Options, dice: Dice) -> PlaysheetState:
        readings = Readings.of(options)
        state = setup.opening(self.world, readings, self.world.scenarios[scenario].turns)
        turn_start(self.world, state, dice, [])
        return state

    def asked(self, state: PlaysheetState) -> Sequence[Asked[World, PlaysheetState, int]]:
        if state.over:
            return ()
        return tuple(Asked(side, WRITING, side) for side, sealed in enumerate(state.sealed) if not sealed)

    def not_asked(self, state: PlaysheetState, side: int) -> Refusal:
        refusal = closed(self.world, state, side)
        assert refusal is not None, "the sheet is open"
        return refusal

    def forecast(self, state: PlaysheetState, side: int, order: Order) -> tuple[Chance, ...]:
        """Return nothing: writing rolls no dice, and a side cannot know the result of two sealed sheets."""
        return ()

    def preview(self, state: PlaysheetState, side: int, order: Order) -> tuple[Chance, ...]:
        return ()

    def view(self, state: PlaysheetState, side: int | None) -> PlaysheetState:
        return views.view(self.world, state, side)

    def hidden_twins(self, state: PlaysheetState, side: int) -> Sequence[PlaysheetState]:
        return views.hidden_twins(self.world, state, side)

    def result(self, state: PlaysheetState) -> Result | None:
        return result_of(self.world, state)

    def with_bid(self, state: PlaysheetState, bid: int) -> Result:
        return result_with(self.world, state, bid)

    def phase_mark(self, state: PlaysheetState) -> tuple[int, ...]:
        return (state.turn + 1,)  # players count turns from 1, the state from 0

    def tell(self, event: Event) -> str:
        return tell(self.world, event)

    def label(self, state: PlaysheetState, order: Order) -> str:
        """Return the text of a button that gives the order."""
        return words(self.world, state, order)

    # Several commanders on one side

    def formations(self, side: int) -> Sequence[Formation]:
        return corps.formations(self.world, side)

    def concerned(self, view: PlaysheetState, side: int, order: Order) -> Sequence[Concern]:
        return commanders.concerned(self.world, view, side, order)

    def under(self, view: PlaysheetState, side: int, unit: str) -> str | None:
        result = self.world.by_id.get(unit)
        return corps.under(self.world, view, result) if result in self.world.of_side[side] else None

    def hand_in(self) -> Order:
        return Seal()

    def moment(self, view: PlaysheetState) -> str:
        return self.world.turn_name(view.turn)
