"""Random games of the playsheet for tests: positions on the way, and the reports of each side."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from random import Random

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.orders import Seal
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample


@functools.cache
def game() -> Playsheet:
    return Playsheet()


def dice_of(seed: int) -> SealedDice:
    return SealedDice(seed_from_number(seed))


def opening(seed: int, scenario: str = "full") -> PlaysheetState:
    return game().start(scenario, settle_options(game(), {}), dice_of(seed))


def drawn(state: PlaysheetState, side: int, rng: Random) -> Order:
    order = sample(game().offers(game().view(state, side), side), rng)
    assert order is not None
    return order


def write_sheets(state: PlaysheetState, rng: Random) -> None:
    """Write random sheets for both sides, neither sealed."""
    for side in (0, 1):
        order = drawn(state, side, rng)
        while not isinstance(order, Seal):
            game().apply(state, side, order, dice_of(0))
            order = drawn(state, side, rng)


def resolve(state: PlaysheetState, seed: int) -> list[Event]:
    events = game().apply(state, 0, Seal(), dice_of(seed))
    return events + game().apply(state, 1, Seal(), dice_of(seed))


def turns(seed: int, scenario: str = "full") -> Iterator[tuple[PlaysheetState, list[Event]]]:
    """Return the position at each ORDERS of a random game, and the events before it."""
    state, rng = opening(seed, scenario), Random(seed)
    events: list[Event] = []
    yield state, events
    while not state.over:
        write_sheets(state, rng)
        events = resolve(state, seed)
        yield state, events
