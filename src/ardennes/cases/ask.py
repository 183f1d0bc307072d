"""A named calculation of a game, and the position and arguments it is asked with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table

Facts = Mapping[str, Any]
W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")


class Question(Generic[W, S]):
    """The position a calculation is made on, and its arguments. A game adds how its things are named."""

    def __init__(self, table: Table, arguments: Fields) -> None:
        self.w: W = world_of(table)
        self.s: S = table.state
        self.table, self.arguments = table, arguments

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        return self.arguments.whole(name, low, high, default)


class Calculation(NamedTuple, Generic[A]):
    """A calculation: its arguments, and what it gives."""

    arguments: tuple[str, ...]
    run: Callable[[A], Facts]


def world_of(table: Table) -> Any:
    """The map, units and tables of the game on the table."""
    return table.game.world  # type: ignore[attr-defined]
