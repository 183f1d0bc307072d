"""Code of a worker process: computer players decide one position at a time.

A worker gets only the view of the side to move: no seed, no hidden facts.
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

MOST_PLAYERS = 256  # kept with their plans; older ones start again without


class Job(msgspec.Struct, frozen=True):
    """One decision. `table` identifies whose plan to continue from order to order; empty: none."""

    table: str
    game: str
    player: str
    seed: int
    side: int
    view: bytes
    scenario: str = ""  # if played on a part of the map


class Thought(msgspec.Struct, frozen=True):
    order: dict[str, Any]
    why: str


_players: OrderedDict[tuple[str, str, int, int], Player] = OrderedDict()
_game = cache(find_game)


def think(job: Job) -> Thought:
    """Return the player's order and reason. Raise ValueError if the rules refuse the order, which is the
    player's bug.
    """
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
