"""The rulebooks, one folder each, and how to find a game by its id."""

from __future__ import annotations

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.table import Table

GAMES = ("tigers", "breakthrough", "wave_of_terror", "playsheet")


def find_game(game_id: str) -> AnyGame:
    """The game called `game_id`; UserError lists the valid ones."""
    if game_id == "tigers":
        from ardennes.games.tigers.game import Tigers

        return Tigers()
    if game_id == "breakthrough":
        from ardennes.games.breakthrough.game import Breakthrough

        return Breakthrough()
    if game_id == "wave_of_terror":
        from ardennes.games.wave_of_terror.game import WaveOfTerror

        return WaveOfTerror()
    if game_id == "playsheet":
        from ardennes.games.playsheet.game import Playsheet

        return Playsheet()
    raise UserError(f"there is no game {game_id!r}; the games are: {', '.join(GAMES)}")


def table_of(game: AnyGame) -> Table:
    """What the browser's table shows of a game."""
    from ardennes.games.breakthrough.game import Breakthrough
    from ardennes.games.breakthrough.table import BreakthroughTable
    from ardennes.games.playsheet.game import Playsheet
    from ardennes.games.playsheet.table import PlaysheetTable
    from ardennes.games.tigers.game import Tigers
    from ardennes.games.tigers.table import TigersTable
    from ardennes.games.wave_of_terror.game import WaveOfTerror
    from ardennes.games.wave_of_terror.table import WaveOfTerrorTable

    if isinstance(game, Breakthrough):
        return BreakthroughTable(game)
    if isinstance(game, Tigers):
        return TigersTable(game)
    if isinstance(game, WaveOfTerror):
        return WaveOfTerrorTable(game)
    if isinstance(game, Playsheet):
        return PlaysheetTable(game)
    raise UserError(f"{game.name} has no table yet")
