"""Inside a worker process: computer players think about one position at a time.

A worker is told the view of the side to move and nothing else of the match: no seed, no hidden fact.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Any

import msgspec

from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.stand_in import seat_player

MOST_PLAYERS = 256  # remembered with their plans; older ones begin anew


class Job(msgspec.Struct, frozen=True):
    """One decision. `table` names who remembers its plan from order to order; empty: nobody."""

    table: str
    game: str
    player: str
    seed: int
    side: int
    view: bytes
    scenario: str = ""  # where it is played on a part of the map


class Thought(msgspec.Struct, frozen=True):
    order: dict[str, Any]
    why: str


_players: OrderedDict[tuple[str, str, int, int], Player] = OrderedDict()
_game = cache(find_game)


def think(job: Job) -> Thought:
    """The player's order and why; an order the rules refuse is the player's mistake and is raised."""
    game = _game(job.game, job.scenario)
    view = game.read_state(msgspec.json.decode(job.view))
    order, why = _player(game, job).act(view, job.side)
    refusal = game.check(game.read_state(msgspec.json.decode(job.view)), job.side, order)
    if refusal is not None:
        raise ValueError(f"{job.player} gave an order that is refused: {refusal}")
    return Thought(msgspec.to_builtins(order), why)


def _player(game: AnyGame, job: Job) -> Player:
    key = (job.table, job.player, job.side, job.seed)
    player = _players.pop(key, None) if job.table else None
    if player is None:
        player = seat_player(job.player, game, job.side, job.seed)
    if job.table:
        _players[key] = player
        while len(_players) > MOST_PLAYERS:
            _players.popitem(last=False)
    return player
