"""Code of a worker process: plan the march of many units from a seat's view."""

from __future__ import annotations

from functools import cache

import msgspec

from ardennes.games import find_game, table_of
from ardennes.kernel.table import Marches

_game = cache(find_game)


class Job(msgspec.Struct, frozen=True):
    game: str
    side: int
    view: bytes
    units: tuple[str, ...]
    hex: str
    mode: str
    scenario: str = ""  # if played on a part of the map


def plan(job: Job) -> bytes:
    """Return the march as JSON."""
    game = _game(job.game, job.scenario)
    table = table_of(game)
    assert isinstance(table, Marches)
    view = game.read_state(msgspec.json.decode(job.view))
    return msgspec.json.encode(table.march(view, job.side, job.units, job.hex, job.mode))
