"""Wave of Terror as the engine sees it: the Game contract over the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.dice import Dice, DiceError
from ardennes.games.wave_of_terror.log import outcome, tell
from ardennes.games.wave_of_terror.rules import forecast as forecasts
from ardennes.games.wave_of_terror.rules import knowledge, sequence, setup
from ardennes.games.wave_of_terror.rules.decisions import HANDLERS
from ardennes.games.wave_of_terror.rules.events import AnyEvent
from ardennes.games.wave_of_terror.rules.orders import (
    RULES_OF,
    AnyOrder,
    Attack,
    Concede,
    Fly,
    Place,
    Repair,
    Support,
)
from ardennes.games.wave_of_terror.rules.state import Variant, WaveState
from ardennes.games.wave_of_terror.rules.victory import concede, result_of
from ardennes.games.wave_of_terror.schema.terms import SIDES
from ardennes.games.wave_of_terror.schema.world import World, printed_world
from ardennes.kernel.contract import (
    Chance,
    Event,
    Options,
    Order,
    Refusal,
    Result,
    Scenario,
)
from ardennes.kernel.deciding import no_answer, others_turn
from ardennes.kernel.forecast import exact
from ardennes.kernel.head import StackedGame
from ardennes.kernel.offers import Branch, Joined, Offer

RULES_VERSION = "2"
SCENARIOS = (Scenario("campaign", "The campaign", "16 December 1944 to 1 January 1945: 17 days, 656 units."),)
# Fields of an order that name units, and in which their order means nothing.
_UNITS = ("units", "dry", "keep")
_HEXES = ("hex", "path")
_EXIT = "exit"


# Giving up the game, which nobody does by chance, WOT-4.2.
_GIVE_UP = (Branch("concede", lambda: [Concede()], lambda order: isinstance(order, Concede), aside=True),)


class WaveOfTerror(StackedGame[World, WaveState]):
    """The game. Immutable; made once for the printed data, anew for a designer's own."""

    id = "wave_of_terror"
    name = "Wave of Terror"
    version = RULES_VERSION
    sides = SIDES
    scenarios = SCENARIOS
    rule_prefix = "WOT"
    package = "ardennes.games.wave_of_terror"
    orders, events, state = AnyOrder, AnyEvent, WaveState
    deciding = HANDLERS

    def __init__(self, world: World | None = None, patience: int = sequence.EAGER) -> None:
        self.world = world or printed_world()
        self.patience = patience  # so that case files can look at a combat phase

    def start(self, scenario: str, options: Options, dice: Dice) -> WaveState:
        state = setup.opening(self.world, msgspec.convert(dict(options), Variant))
        sequence.begin(state)
        sequence.settle(self.world, state, dice, [])
        return state

    def offers(self, state: WaveState, side: int) -> Sequence[Offer]:
        return Joined(super().offers(state, side), _GIVE_UP) if side in self.to_move(state) else ()

    def check(self, state: WaveState, side: int, order: Order) -> Refusal | None:
        if not state.stack:
            return Refusal("WOT-4.1", "The game is over.")
        frame = state.stack[-1]
        handler = HANDLERS[type(frame)]
        if frame.side != side:
            return others_turn("WOT-5.2", SIDES[frame.side], handler.kind)
        if isinstance(order, Concede):
            return None
        if type(order) not in handler.answers:
            what = f"{order.__struct_config__.tag} ({RULES_OF[type(order)]})"
            return no_answer("WOT-5.2", handler.prompt(self.world, state, frame), handler.answers, what)
        return self._unknown_name(order) or handler.check(self.world, state, frame, self._tidied(order))

    def _unknown_name(self, order: Order) -> Refusal | None:
        w = self.world
        for field in order.__struct_fields__:
            value = getattr(order, field)
            for name in value if isinstance(value, tuple) else (value,):
                if field == "draw":  # a unit and the hex of its marker
                    refusal = self._unknown_name(Place(name[:1], name[1]))
                    if refusal is not None:
                        return refusal
                if (field in _UNITS or field == "unit") and name not in w.by_id:
                    return Refusal("WOT-2.4", f"There is no unit {name!r}.")
                if field in _HEXES and not self._is_hex(name, field == "path"):
                    return Refusal("WOT-2.3", f"There is no hex {name!r}.", "Write it like E3119 or W2210.")
                if field == "bridge" and name not in w.bridge_by_name:
                    facts = f"{name!r} is no bridge."
                    return Refusal("WOT-9.13", facts, "Write it like E3435/E3534.")
        return None

    def _is_hex(self, name: str, in_path: bool) -> bool:
        """A hex by its name, or by that of the other sheet where they overlap, WOT-MAP-6."""
        w = self.world
        return w.grid.find(name) is not None or name in w.board.alias or (in_path and name == _EXIT)

    def tidy(self, order: Order) -> Order:
        return order if self._unknown_name(order) is not None else self._tidied(order)

    def _tidied(self, order: Order) -> Order:
        """The same for an order whose names are all known."""
        w = self.world
        if isinstance(order, Repair):
            return Repair(w.board.bridges[w.bridge_by_name[order.bridge]].name)
        changes: dict[str, Any] = {}
        for field in order.__struct_fields__:
            value = getattr(order, field)
            if field in _UNITS:
                if len(value) > 1:
                    ordered = tuple(sorted(value, key=w.by_id.__getitem__))
                    if ordered != value:
                        changes[field] = ordered
            elif field in _HEXES:
                if isinstance(value, str):
                    if value in w.board.alias:
                        changes[field] = w.board.alias[value]
                elif not w.board.alias.keys().isdisjoint(value):
                    changes[field] = tuple(w.board.alias.get(name, name) for name in value)
            elif field == "draw" and value:
                named = sorted(value, key=lambda pair: w.by_id[pair[0]])
                changes[field] = tuple((unit, w.board.alias.get(hex_, hex_)) for unit, hex_ in named)
        return msgspec.structs.replace(order, **changes) if changes else order

    def apply(self, state: WaveState, side: int, order: Order, dice: Dice) -> list[Event]:
        w = self.world
        events: list[Event] = []
        if isinstance(order, Concede):
            concede(state, side, events)
            return events
        state.__dict__.pop("seen", None)
        frame = state.stack[-1]
        HANDLERS[type(frame)].apply(w, state, frame, self._tidied(order), dice, events)
        sequence.settle(w, state, dice, events, self.patience)
        knowledge.tell_exposed(w, state, events)
        return events

    def forecast(self, state: WaveState, side: int, order: Order) -> tuple[Chance, ...]:
        if self.check(state, side, order) is not None:
            return ()
        try:
            return exact(lambda dice: self.apply(state.clone(), side, order, dice), self._outcome)
        except DiceError:
            return ()  # too many dice to list: `preview` has the battle's chances

    def _outcome(self, events: Sequence[Event]) -> str:
        return outcome(self.world, events)

    def preview(self, state: WaveState, side: int, order: Order) -> tuple[Chance, ...]:
        """The battle that an order declares or goes on with, when nobody adds to it."""
        if not isinstance(order, Attack | Support | Fly) or self.check(state, side, order) is not None:
            return ()
        found = forecasts.battle_outlook(self.world, state, order)
        return () if found is None else forecasts.chances(found)

    def view(self, state: WaveState, side: int | None) -> WaveState:
        return knowledge.view(self.world, state, side)

    def hidden_twins(self, state: WaveState, side: int) -> Sequence[WaveState]:
        return knowledge.hidden_twins(self.world, state, side)

    def result(self, state: WaveState) -> Result | None:
        return result_of(state)

    def phase_mark(self, state: WaveState) -> tuple[int, ...]:
        return (state.turn, state.couplet, state.step, state.acting)

    def tell(self, event: Event) -> str:
        return tell(self.world, event)
