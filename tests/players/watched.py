"""A checked game between computer players: every order is legal, and a player does not change its view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.kernel.contract import Game, Order, S
from ardennes.kernel.match import settle_options
from ardennes.players.api import Player, make_player

Given = tuple[int, Order, str]


def watch(
    game: Game[S],
    seats: Sequence[Player],
    seed: int,
    scenario: str,
    done: Callable[[S], bool],
    *,
    every: int = 0,
    **options: Any,
) -> tuple[list[Given], list[S]]:
    """Return the orders with their reasons until it is over, and some of the states: at the start of each
    phase or, with `every`, once in so many orders.
    """
    dice = KeyedDice(seed_from_number(seed))
    s = game.start(scenario, settle_options(game, options), dice)
    given: list[Given] = []
    visited: list[S] = []
    while (moving := game.to_move(s)) and not done(s):
        side = moving[0]
        view = game.view(s, side)
        before = view.digest()
        order, why = seats[side].act(view, side)
        assert game.check(view, side, order) is None, (order, why)
        assert view.digest() == before, "a player must leave its view alone"
        new_phase = not visited or game.phase_mark(visited[-1]) != game.phase_mark(s)
        if len(given) % every == 0 if every else new_phase:
            visited.append(s.clone())
        given.append((side, order, why))
        game.apply(s, side, order, dice)
    return given, visited


def both(game: Game[S], name: str, seed: int) -> list[Player]:
    """Put the same player on either side."""
    return [make_player(name, game, side, seed) for side in range(len(game.sides))]
