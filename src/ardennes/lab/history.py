"""What of a game can be compared with history: measures taken in each game, told in tables of their own.

A game's kit names the module. It has `measures` (by name, of a state at the end of a day), `tables` and
`document`; a watcher keeps what it measured in its attribute `measures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rich.console import RenderableType

from ardennes.games import find_game, kit_of
from ardennes.kernel.kit import part
from ardennes.lab.record import GameRecord
from ardennes.lab.statistics import percentile


class History(Protocol):
    def tables(self, scenario: str, done: Sequence[GameRecord]) -> list[RenderableType]: ...
    def document(self, scenario: str, done: Sequence[GameRecord]) -> dict[str, Any]: ...


class Spread(NamedTuple):
    """How a figure came out over many games."""

    games: int
    mean: float
    low: float  # a tenth of the games lie below it
    middle: float
    high: float  # a tenth above

    def __str__(self) -> str:
        return f"{round(self.mean):,} ({round(self.low):,} to {round(self.high):,})"


def spread(values: Sequence[float]) -> Spread:
    mean = sum(values) / len(values) if values else 0.0
    return Spread(len(values), mean, *(percentile(values, share) for share in (0.1, 0.5, 0.9)))


def measured(done: Sequence[GameRecord], name: str) -> list[float]:
    """A measure in every game in which it was taken."""
    return [record.measures[name] for record in done if name in record.measures]


def history_of(game: str, scenario: str) -> History | None:
    """Nothing for a game that is not compared, nor for a scenario of ours: measured is the whole front."""
    where = kit_of(game).history
    ours = any(known.rule for known in find_game(game).scenarios if known.id == scenario)
    found: History | None = part(where) if where and not ours else None
    return found
