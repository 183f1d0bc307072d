"""Reading a game's data folder and the hexsides of its map: what the loaders of all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import TypeVar

from ardennes.hexes import Grid, opposite
from ardennes.kernel.datafile import Files, Folder, Overlay, Row, Source
from ardennes.kernel.schema import Record

R = TypeVar("R", bound=Row | Record)


class HexsideRow(Record, frozen=True):
    """What hexsides.csv says of a hexside in every game but for those with roads of several kinds."""

    hex_a: str
    hex_b: str
    river: str
    road: bool


def game_file(package: str, name: str, folder: Folder | None = None) -> Source:
    """A data file of a game, with changes laid over it, or of a designer's folder laid out the same way."""
    root: Files = folder if isinstance(folder, Path) else resources.files(package) / "data"
    for part in name.split("/"):
        root = root / part
    return folder.file(name, root) if isinstance(folder, Overlay) else root


def hexside_of(grid: Grid, row: Row | Record, first: str = "hex_a", second: str = "hex_b") -> tuple[int, int]:
    """The two hexes of a row that names a hexside."""
    names = [row.text(f) if isinstance(row, Row) else str(getattr(row, f)) for f in (first, second)]
    a, b = map(grid.find, names)
    if a is None or b is None:
        row.fail(first if a is None else second, "a hex of hexes.csv")
    if not grid.adjacent(a, b):
        row.fail(second, f"a hex that touches {grid.label(a)}")
    return a, b


def from_either_bank(names: Iterable[str]) -> dict[str, int]:
    """The numbers of bridges by their names, "9,22/9,23", each also with the other hex first."""
    found = {}
    for number, name in enumerate(names):
        a, b = name.split("/")
        found[name] = found[f"{b}/{a}"] = number
    return found


def by_direction(grid: Grid, sides: Iterable[R], test: Callable[[R], bool]) -> tuple[int, ...]:
    """By direction the hexes whose hexside that way passes the test."""
    found = [0] * 6
    for row in sides:
        a, b = hexside_of(grid, row)
        if test(row):
            direction = grid.neighbours[a].index(b)
            found[direction] |= 1 << a
            found[opposite(direction)] |= 1 << b
    return tuple(found)
