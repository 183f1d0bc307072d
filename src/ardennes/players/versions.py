"""The version of each game's computer players."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _versions() -> dict[str, int]:
    return tomllib.loads(files("ardennes.players").joinpath("versions.toml").read_text(encoding="utf-8"))


def players_version(game: str) -> int:
    """Return how often the computer players of a game have changed the orders they give."""
    return _versions()[game]
