"""The rulebooks, one folder each, and how to find a game by its id."""

from __future__ import annotations

from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, in_scenario
from ardennes.kernel.kit import Kit, part
from ardennes.kernel.match import Match
from ardennes.kernel.measures import Measures, Measuring
from ardennes.kernel.table import Table
from ardennes.words import closest

GAMES = ("tigers", "breakthrough", "wave_of_terror", "playsheet")  # the folders, in the order of the lobby


def kit_of(game_id: str) -> Kit:
    """The parts of the game called `game_id`; UserError lists the valid ones."""
    if game_id not in GAMES:
        hint = closest(game_id, GAMES)
        raise UserError(f"there is no game {game_id!r}; the games are: {', '.join(GAMES)}.{hint}")
    kit: Kit = import_module(f"ardennes.games.{game_id}").KIT
    return kit


def find_game(game_id: str, scenario: str = "") -> AnyGame:
    """Return the game called `game_id`, or as a scenario plays it; a UserError lists the valid names.

    >>> import ardennes
    >>> game = ardennes.find_game("tigers")
    >>> [scenario.id for scenario in game.scenarios]
    ['campaign', 'bastogne', 'peiper', 'st_vith']
    """
    game: AnyGame = part(kit_of(game_id).game)()
    return in_scenario(game, scenario) if scenario else game


def table_of(game: AnyGame) -> Table:
    """What the browser's table shows of a game."""
    table: Table = part(kit_of(game.id).table)(game)
    return table


def measuring_for(game: AnyGame, state: Any) -> Measuring[Any, Any] | None:
    """A new measuring for a match about to begin; None for a game that has none."""
    where = kit_of(game.id).measures if game.id in GAMES else ""
    return part(where)(game, state) if where else None


def measures_of(match: Match[Any]) -> Measures:
    """The rows of a match so far, from its journal played again; they tell what either side may hide."""
    result = measuring_for(match.game, match.state_at(0))
    if result is None:
        raise UserError(f"{match.game.name} is not measured")
    for _, events, state in match.replay():
        result.happened(state, events, not match.game.to_move(state))
    return result.found


def rulebook_of(game: str) -> Traversable:
    """The rulebook page of a game; an unknown game is answered with the known ones."""
    games = resources.files("ardennes.games")
    known = sorted(entry.name for entry in games.iterdir() if (entry / "rulebook.md").is_file())
    if game not in known:
        raise UserError(f"There is no game '{game}' with a rulebook; there is: {', '.join(known)}.")
    return games / game / "rulebook.md"
