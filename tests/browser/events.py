"""Matches just before something happens: a goal changes hands, a division is destroyed, aircraft strike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from ardennes.games import table_of
from ardennes.kernel import savefile
from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.kernel.offers import sample
from ardennes.kernel.wire import BoardState
from tests.browser.sitting import play_on
from tests.server.running import PEOPLE, Player, Running

Wanted = Callable[[BoardState, BoardState, Sequence[Event]], bool]
GAMES, ORDERS = 12, 400


def just_before(server: Running, wanted: Wanted, **make: Any) -> tuple[Player, str, Any]:
    """Return a match, and the seat and the order after which the boards and events satisfy the condition."""
    for seed in range(GAMES):
        if found := search(server, wanted, seed, **make):
            number, seat, order = found
            match = server.make(**{"seats": PEOPLE, "seed": seed, **make})
            assert play_on(match, partial(has_orders, number), seed, ORDERS + 1)
            return match, seat, order
    raise AssertionError(f"it never happens in {GAMES} games")


def has_orders(number: int, match: Match[Any]) -> bool:
    return len(match.journal) == number


def search(server: Running, wanted: Wanted, seed: int, **make: Any) -> tuple[int, str, Any] | None:
    """Play one game of random orders; return how many orders come before the one that is wanted."""
    match = server.make(**{"seats": PEOPLE, "seed": seed, **make})
    room, rng = server.house.room, Random(seed)
    with room.at(match.id) as live:
        ours = savefile.from_bytes(savefile.to_bytes(live.match), room.game, "the match", replay=True)
    table, game = table_of(ours.game), ours.game
    before: BoardState = table.board(game.view(ours.state, 0), 0)
    for _ in range(ORDERS):
        moving = game.to_move(ours.state)
        if not moving:
            return None
        order = sample(game.offers(game.view(ours.state, moving[0]), moving[0]), rng)
        assert order is not None
        events = ours.play(moving[0], order)
        after = table.board(game.view(ours.state, 0), 0)
        if before.turn and wanted(before, after, events):
            return len(ours.journal) - 1, game.sides[moving[0]], msgspec.to_builtins(order)
        before = after
    return None


def holders(board: BoardState) -> dict[str, str]:
    return {goal.hex: goal.holder for goal in board.victory if goal.hex}


def goal_falls(before: BoardState, after: BoardState, events: Sequence[Event]) -> bool:
    """Whether exactly one goal becomes German."""
    old, new = holders(before), holders(after)
    return [new[hex_] for hex_ in new if old.get(hex_) != new[hex_]] == ["german"]


def lead_changes(before: BoardState, after: BoardState, events: Sequence[Event]) -> bool:
    """Whether the Germans would win for the first time."""
    assert before.stand is not None
    assert after.stand is not None
    return before.stand.ahead != "german" and after.stand.ahead == "german"


def unit_dies(before: BoardState, after: BoardState, events: Sequence[Event]) -> bool:
    """Whether an Allied counter is destroyed in a battle."""
    dead = set(after.off_map.dead) - set(before.off_map.dead)
    return any(unit.startswith("US-") for unit in dead)


def battle_fought(before: BoardState, after: BoardState, events: Sequence[Event]) -> bool:
    return any(hasattr(event, "targets") and hasattr(event, "result") for event in events)


def aircraft_strike(before: BoardState, after: BoardState, events: Sequence[Event]) -> bool:
    return any(
        getattr(event, "column", "") in ("clear", "cover") and hasattr(event, "air") for event in events
    )
