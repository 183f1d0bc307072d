"""The rulebooks, one folder each, and how to find a game by its id."""

from __future__ import annotations

from importlib import import_module

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.kit import Kit, part
from ardennes.kernel.table import Table

GAMES = ("tigers", "breakthrough", "wave_of_terror", "playsheet")  # the folders, in the order of the lobby


def kit_of(game_id: str) -> Kit:
    """The parts of the game called `game_id`; UserError lists the valid ones."""
    if game_id not in GAMES:
        raise UserError(f"there is no game {game_id!r}; the games are: {', '.join(GAMES)}")
    kit: Kit = import_module(f"ardennes.games.{game_id}").KIT
    return kit


def find_game(game_id: str) -> AnyGame:
    """The game called `game_id`; UserError lists the valid ones."""
    game: AnyGame = part(kit_of(game_id).game)()
    return game


def table_of(game: AnyGame) -> Table:
    """What the browser's table shows of a game."""
    table: Table = part(kit_of(game.id).table)(game)
    return table
