"""Read a game's data folder and the hexsides of its map: what the loaders of all games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import NoReturn, Protocol, TypeVar

from ardennes.hexes import Grid, opposite
from ardennes.kernel.datafile import Files, Folder, Overlay, Row, Source
from ardennes.kernel.schema import HexName, Record
from ardennes.words import closest

ALMOST = 0.8  # names at least this similar are the same name, misspelled
R = TypeVar("R", bound=Row | Record)


class HexsideRow(Record, frozen=True):
    """A row of hexsides.csv in every game except those with several kinds of road."""

    hex_a: HexName
    hex_b: HexName
    river: str
    road: bool


def game_file(package: str, name: str, folder: Folder | None = None) -> Source:
    """Return a data file of a game, with an overlay applied, or of a designer's folder of the same layout."""
    root: Files = folder if isinstance(folder, Path) else resources.files(package) / "data"
    for part in name.split("/"):
        root = root / part
    return folder.file(name, root) if isinstance(folder, Overlay) else root


def hexside_of(grid: Grid, row: Row | Record, first: str = "hex_a", second: str = "hex_b") -> tuple[int, int]:
    """Return the two hexes of a row that names a hexside."""
    names = [row.text(f) if isinstance(row, Row) else str(getattr(row, f)) for f in (first, second)]
    a, b = map(grid.find, names)
    if a is None or b is None:
        wrong = 0 if a is None else 1
        row.fail((first, second)[wrong], "a hex of hexes.csv", hint=closest(names[wrong], grid.labels))
    if not grid.adjacent(a, b):
        row.fail(second, f"a hex that touches {grid.label(a)}")
    return a, b


class OnRiver(Protocol):
    """A row of hexsides.csv."""

    @property
    def river(self) -> str: ...
    def fail(self, field: str, expected: str, found: str | None = None, hint: str = "") -> NoReturn: ...


def check_rivers(sides: Sequence[OnRiver]) -> None:
    """Refuse a river name that occurs once and is almost that of another river."""
    count = Counter(row.river for row in sides if row.river)
    often = [name for name, times in count.items() if times > 1]
    for row in sides:
        if count[row.river] == 1 and (hint := closest(row.river, often, ALMOST)):
            row.fail("river", "a river of other hexsides", hint=hint)


def from_either_bank(names: Iterable[str]) -> dict[str, int]:
    """Return the numbers of bridges by their names, "9,22/9,23", each also with the hexes swapped."""
    result = {}
    for number, name in enumerate(names):
        a, b = name.split("/")
        result[name] = result[f"{b}/{a}"] = number
    return result


def by_direction(grid: Grid, sides: Iterable[R], test: Callable[[R], bool]) -> tuple[int, ...]:
    """Return, by direction, the hexes whose hexside in that direction passes the test."""
    result = [0] * 6
    for row in sides:
        a, b = hexside_of(grid, row)
        if test(row):
            direction = grid.neighbours[a].index(b)
            result[direction] |= 1 << a
            result[opposite(direction)] |= 1 << b
    return tuple(result)
