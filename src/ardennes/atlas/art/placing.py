"""Place names without overlap: each name tries its positions and takes the one that covers least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import floor
from tomllib import loads

from ardennes.atlas.project import Point

_CELL = 32.0  # size in pixels of the grid squares that index obstacles


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> float:
        """Return the area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def squares(self) -> Iterator[tuple[int, int]]:
        """Return the squares of the sheet it touches."""
        for i in range(floor(self.left / _CELL), floor(self.right / _CELL) + 1):
            for j in range(floor(self.top / _CELL), floor(self.bottom / _CELL) + 1):
                yield i, j


class Boxes:
    """Boxes, indexed by the squares they touch."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self.filed: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            for square in box.squares():
                self.filed.setdefault(square, []).append(box)

    def hold(self, point: Point) -> bool:
        square = (floor(point[0] / _CELL), floor(point[1] / _CELL))
        return any(box.holds(point) for box in self.filed.get(square, ()))

    def grown(self, by: float) -> Boxes:
        return Boxes({box.grown(by): None for boxes in self.filed.values() for box in boxes})


def text_box(text: str, at: Point, size: float, spacing: float = 0.0, italic: bool = False) -> Box:
    """Return the box of a text centered on the middle of its base line."""
    wide = text_width(text, size, italic) + spacing * len(text)
    return Box(at[0] - wide / 2, at[1] - 0.68 * size, at[0] + wide / 2, at[1] + 0.2 * size)


@cache
def _widths() -> dict[str, dict[str, float]]:
    text = files("ardennes.atlas").joinpath("art", "widths.toml").read_text(encoding="utf-8")
    return {style: {k: float(v) for k, v in table.items()} for style, table in loads(text).items()}


def text_width(text: str, size: float, italic: bool = False) -> float:
    """Return the width of a text in EB Garamond."""
    table = _widths()["italic" if italic else "normal"]
    return sum(table.get(letter, 0.5) for letter in text) * size


@dataclass
class Room:
    """What is already on the sheet."""

    boxes: list[tuple[Box, float]] = field(default_factory=list)  # with the cost of covering them
    # indexes of the boxes that touch a square
    filed: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    points: dict[tuple[int, int], list[tuple[Point, float]]] = field(default_factory=dict)

    def add_box(self, box: Box, price: float = 1.0) -> None:
        for square in box.squares():
            self.filed.setdefault(square, []).append(len(self.boxes))
        self.boxes.append((box, price))

    def add_points(self, points: Iterable[Point], price: float) -> None:
        for point in points:
            self.points.setdefault((floor(point[0] / _CELL), floor(point[1] / _CELL)), []).append(
                (point, price)
            )

    def price(self, box: Box) -> float:
        """Return the cost of what a name would cover in that box."""
        squares = list(box.squares())
        touched = sorted({k for square in squares for k in self.filed.get(square, ())})
        total = sum(box.shared(self.boxes[k][0]) * self.boxes[k][1] for k in touched)
        for square in squares:
            total += sum(price for point, price in self.points.get(square, ()) if box.holds(point))
        return total

    def best(self, spots: Sequence[tuple[Box, float]]) -> int:
        """Return the cheapest position; each is given with an extra cost for being second best."""
        prices = [self.price(box) + extra for box, extra in spots]
        return prices.index(min(prices))
