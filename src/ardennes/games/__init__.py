"""The rulebooks, one folder each, and how to find a game by its id."""

from __future__ import annotations

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame

GAMES = ("tigers",)


def find_game(game_id: str) -> AnyGame:
    """The game called `game_id`; UserError lists the valid ones."""
    if game_id == "tigers":
        from ardennes.games.tigers.game import Tigers

        return Tigers()
    raise UserError(f"there is no game {game_id!r}; the games are: {', '.join(GAMES)}")
