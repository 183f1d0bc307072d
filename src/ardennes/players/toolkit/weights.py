"""Weights of a game's staff, read from the file weights.toml beside it."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files

WORK = "work"  # the section that says what a staff goes into; the others say what it cares about


class Weights(Mapping[str, float]):
    """One table of weights; it remembers which were asked for, so that a test can find idle ones."""

    def __init__(self, table: Mapping[str, float]) -> None:
        self._table = dict(table)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> float:
        self.read.add(name)
        return self._table[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __deepcopy__(self, known: dict[int, object]) -> Weights:
        """Weights never change, so copies of a player share them, until `with_weights` gives it others."""
        return self

    def plain(self, name: str) -> float:
        """A weight that is not asked for in play."""
        return self._table[name]

    def replaced(self, **changes: float) -> Weights:
        return Weights({**self._table, **changes})


@functools.cache
def _tables(game_id: str) -> dict[str, dict[str, float]]:
    text = files(f"ardennes.players.{game_id}").joinpath("weights.toml").read_text("utf-8")
    return {
        section: {key: float(value) for key, value in table.items()}
        for section, table in tomllib.loads(text).items()
    }


def load_weights(game_id: str) -> dict[str, Weights]:
    """Section -> weights of a game's staff."""
    return {section: Weights(table) for section, table in _tables(game_id).items()}
