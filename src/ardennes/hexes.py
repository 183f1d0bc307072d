"""Hex geometry: coordinates, neighbours, hexsides, distance. No game knowledge.

A hex is an integer. Its value is also its bit in a bitboard (a plain Python int), chosen so that
each of the six directions is one constant shift: cell = stride * column + row - floor(column / 2),
padded so that no shift wraps onto the map. Columns run straight; every other column is *pushed*
half a hex towards higher rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

OFF_MAP = -1
Pushed = Literal["odd", "even"]

# Directions, clockwise when rows grow northward; 0 and 3 run along the column.
UP, RIGHT_UP, RIGHT_DOWN, DOWN, LEFT_DOWN, LEFT_UP = range(6)
COMPASS_NORTH_UP = ("N", "NE", "SE", "S", "SW", "NW")  # rows grow northward
COMPASS_SOUTH_UP = ("S", "SE", "NE", "N", "NW", "SW")  # rows grow southward
COMPASS_EAST_UP = ("E", "NE", "NW", "W", "SW", "SE")  # rows grow eastward, columns northward

COMPASS_WORDS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east",
    "S": "south", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip


def opposite(direction: int) -> int:
    return (direction + 3) % 6


@dataclass(frozen=True)
class Grid:
    """A map's hexes: which exist, their names, and their adjacency."""

    pushed: Pushed
    columns: tuple[int, int]
    rows: tuple[int, int]
    stride: int
    shifts: tuple[int, ...]
    size: int
    cells: tuple[int, ...]
    mask: int
    column: tuple[int, ...]
    row: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]
    compass: tuple[str, ...]
    _by_label: dict[str, int] = field(repr=False)
    _skew: tuple[int, ...] = field(repr=False)
    near: tuple[int, ...] = field(repr=False)  # bitboard of the six neighbours of a cell

    def __contains__(self, cell: int) -> bool:
        return 0 <= cell < self.size and bool(self.mask >> cell & 1)

    def at(self, label: str) -> int:
        """Return the cell called `label`; KeyError names the label if it is not on the map."""
        return self._by_label[label]

    def find(self, label: str) -> int | None:
        return self._by_label.get(label)

    def only(self, labels: Sequence[str]) -> int | None:
        """Return the only named hex; None if none or several are named."""
        return self.find(labels[0]) if len(labels) == 1 else None

    def label(self, cell: int) -> str:
        return self.labels[cell]

    def labels_of(self, board: int) -> list[str]:
        """Return the labels of the cells of a bitboard, lowest cell first."""
        names, labels = [], self.labels
        while board:
            low = board & -board
            names.append(labels[low.bit_length() - 1])
            board ^= low
        return names

    def axial(self, cell: int) -> tuple[int, int]:
        """Return how many steps RIGHT_UP and UP a hex lies from the origin of the grid."""
        return self.column[cell], self._skew[cell]

    def distance(self, a: int, b: int) -> int:
        dc = self.column[b] - self.column[a]
        ds = self._skew[b] - self._skew[a]
        return max(abs(dc), abs(ds), abs(dc + ds))

    def direction(self, a: int, b: int) -> int | None:
        """Return the direction of the step from a to an adjacent b; None if they do not touch."""
        try:
            return self.neighbours[a].index(b) if b != OFF_MAP else None
        except ValueError:
            return None

    def adjacent(self, a: int, b: int) -> bool:
        return b != OFF_MAP and bool(self.near[a] >> b & 1)

    def hexside(self, a: int, b: int) -> int:
        """Return one number per hexside, the same from both sides; raise ValueError if not adjacent."""
        d = self.direction(a, b)
        if d is None:
            raise ValueError(f"{self.labels[a]} and {self.labels[b]} do not touch")
        return 3 * a + d if d < 3 else 3 * b + d - 3

    def sides_of(self, hexside: int) -> tuple[int, int]:
        cell, d = divmod(hexside, 3)
        return cell, self.neighbours[cell][d]

    def cut(self, ground: int) -> Grid:
        """Return the same grid with only the hexes of a bitboard on the map."""
        neighbours = tuple(
            tuple(n if n != OFF_MAP and ground >> cell & ground >> n & 1 else OFF_MAP for n in around)
            for cell, around in enumerate(self.neighbours)
        )
        return replace(
            self,
            cells=tuple(cell for cell in self.cells if ground >> cell & 1),
            mask=self.mask & ground,
            neighbours=neighbours,
            near=tuple(board_of(n for n in around if n != OFF_MAP) for around in neighbours),
        )

    def between(self, a: int, b: int) -> int:
        """Return the hexes whose column and row are between those of two hexes, inclusive."""
        columns, rows = sorted((self.column[a], self.column[b])), sorted((self.row[a], self.row[b]))
        return board_of(
            cell
            for cell in self.cells
            if columns[0] <= self.column[cell] <= columns[1] and rows[0] <= self.row[cell] <= rows[1]
        )

    def ring(self, bits: int) -> int:
        """Return all hexes on the map adjacent to any hex of the bitboard (its
        own hexes only if adjacent).
        """
        up, right, rdown, down, left, lup = self.shifts
        return (
            bits << up | bits << right | bits << rdown | bits >> -down | bits >> -left | bits >> -lup
        ) & self.mask

    def position(self, cell: int) -> tuple[float, float]:
        """Return the center in hex widths: x by column (0.866 apart), y by row, higher rows higher y."""
        c, r = self.column[cell], self.row[cell]
        push = 0.5 if (c % 2 == 1) == (self.pushed == "odd") else 0.0
        return c * 0.8660254037844386, r + push

    def virtual_distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the distance between (column, row) pairs that need not be on the map."""
        sa, sb = _skewed(*a, self.pushed), _skewed(*b, self.pushed)
        dc, ds = b[0] - a[0], sb - sa
        return max(abs(dc), abs(ds), abs(dc + ds))

    def beyond(self, cell: int, direction: int) -> tuple[int, int]:
        """Return (column, row) of the neighbor in a direction, on the map or off it."""
        c, s = self.column[cell], self._skew[cell]
        dc, ds = _AXIAL[direction]
        return c + dc, _unskewed(c + dc, s + ds, self.pushed)


# (column, skew) steps of the six directions.
_AXIAL = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def _skewed(column: int, row: int, pushed: Pushed) -> int:
    return row - (column - 1 if pushed == "even" else column) // 2


def _unskewed(column: int, skew: int, pushed: Pushed) -> int:
    return skew + (column - 1 if pushed == "even" else column) // 2


def bits(board: int) -> Iterator[int]:
    """Yield the cells of a bitboard, lowest first."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def cells_in(board: int) -> list[int]:
    """Return the same as a list, which is faster for few cells."""
    cells = []
    while board:
        low = board & -board
        cells.append(low.bit_length() - 1)
        board ^= low
    return cells


def board_of(cells: Iterable[int]) -> int:
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


MARKS = (1, 2, 4, 8, 16, 32, 64, 128)  # the bits of a byte
# Text digits of a bitboard -> a byte with one bit set where the digit is 1.
_DIGITS = tuple(bytes((mark if digit == ord("1") else 0) for digit in range(256)) for mark in MARKS)


def by_hex(size: int, *boards: int) -> bytes:
    """Return up to eight bitboards as one byte per hex: bit n says whether the hex is in board n.

    A hex is then looked up without shifting a thousand bits.
    """
    mixed = 0
    for board, digits in zip(boards, _DIGITS, strict=False):
        text = bin(board | 1 << size)[3:].encode()
        mixed |= int.from_bytes(text.translate(digits), "big")
    return mixed.to_bytes(size, "little")


def make_grid(
    exists: Iterable[tuple[int, int]],
    *,
    pushed: Pushed,
    label: Callable[[int, int], str],
    compass: tuple[str, ...] = COMPASS_NORTH_UP,
) -> Grid:
    """Build the grid of the given (column, row) hexes."""
    coords = sorted(set(exists))
    if not coords:
        raise ValueError("a grid needs at least one hex")
    cols = (min(c for c, _ in coords), max(c for c, _ in coords))
    rows = (min(r for _, r in coords), max(r for _, r in coords))
    skews = [_skewed(c, r, pushed) for c, r in coords]
    low, high = min(skews) - 1, max(skews) + 1
    stride = high - low + 2
    size = stride * (cols[1] - cols[0] + 3)

    def cell_of(c: int, s: int) -> int:
        return stride * (c - cols[0] + 1) + (s - low)

    column, row, skew = [0] * size, [0] * size, [0] * size
    labels = [""] * size
    by_label: dict[str, int] = {}
    cells = []
    for (c, r), s in zip(coords, skews, strict=True):
        cell = cell_of(c, s)
        cells.append(cell)
        column[cell], row[cell], skew[cell] = c, r, s
        labels[cell] = label(c, r)
        if labels[cell] in by_label:
            raise ValueError(f"two hexes are called {labels[cell]!r}; every hex needs a different name")
        by_label[labels[cell]] = cell
    on_map = set(cells)
    shifts = (1, stride, stride - 1, -1, -stride, 1 - stride)
    neighbours = tuple(
        tuple(i + s if i in on_map and i + s in on_map else OFF_MAP for s in shifts) for i in range(size)
    )
    return Grid(
        pushed=pushed,
        columns=cols,
        rows=rows,
        stride=stride,
        shifts=shifts,
        size=size,
        cells=tuple(sorted(cells)),
        mask=board_of(cells),
        column=tuple(column),
        row=tuple(row),
        neighbours=neighbours,
        labels=tuple(labels),
        compass=compass,
        _by_label=by_label,
        _skew=tuple(skew),
        near=tuple(board_of(n for n in ns if n != OFF_MAP) for ns in neighbours),
    )
