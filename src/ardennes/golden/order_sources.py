"""Orders for a new golden file: from computer players, or written by a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.cases.model import CaseDice
from ardennes.cases.model import Table as CaseTable
from ardennes.games import kit_of
from ardennes.golden.file import Recipe
from ardennes.kernel.contract import AnyGame, Order, in_scenario
from ardennes.kernel.kit import part
from ardennes.kernel.match import Match
from ardennes.lab.play import MAX_ORDERS, NotOver, play_on, set_table
from ardennes.players.api import make_player


def computer_orders(game: AnyGame, recipe: Recipe) -> Sequence[tuple[int, Order]]:
    """Yield the orders of a recipe's players, up to the end of the game or the limit."""
    game = in_scenario(game, recipe.scenario)
    players = [make_player(name, game, side, seed) for side, (name, seed) in enumerate(recipe.players)]
    table = set_table(
        game, players, recipe.seed, scenario=recipe.scenario, options=recipe.options, dice="sealed"
    )
    try:
        play_on(table, MAX_ORDERS if recipe.limit is None else recipe.limit)
    except NotOver:
        if recipe.limit is None:
            raise
    return table.journal


def read_words(game: AnyGame, match: Match[Any], side: int, words: str) -> Order:
    """Parse an order in the terminal's notation."""
    table = CaseTable(game, game.view(match.state, side), CaseDice(()))
    return game.tidy(part(kit_of(game.id).casebook).read_order(table, words))
