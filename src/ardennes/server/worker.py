"""Inside a worker process: computer players think about one position at a time.

A worker is told the view of the side to move and nothing else of the match: no seed, no hidden fact.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from functools import cache
from multiprocessing.connection import wait
from typing import Any

import msgspec

from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Player, make_player

MOST_PLAYERS = 256  # remembered with their plans; older ones begin anew


class Job(msgspec.Struct, frozen=True):
    """One decision. `table` names who remembers its plan from order to order; empty: nobody."""

    table: str
    game: str
    player: str
    seed: int
    side: int
    view: bytes


class Thought(msgspec.Struct, frozen=True):
    order: dict[str, Any]
    why: str


_players: OrderedDict[tuple[str, str, int, int], Player] = OrderedDict()
_game = cache(find_game)


def begin() -> None:
    """Leave Ctrl-C to the server, and go when the server has gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_go_with, args=(parent.sentinel,), daemon=True).start()


def _go_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def ready() -> int:
    """The process id, so that the server can end a player that thinks too long."""
    return os.getpid()


def think(job: Job) -> Thought:
    """The player's order and why; an order the rules refuse is the player's mistake and is raised."""
    game = _game(job.game)
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
        player = make_player(job.player, game, job.side, job.seed)
    if job.table:
        _players[key] = player
        while len(_players) > MOST_PLAYERS:
            _players.popitem(last=False)
    return player
