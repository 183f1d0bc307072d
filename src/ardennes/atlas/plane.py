"""The hexes of a grid as shapes in the plane: corners, hexsides, and the hex of a point.

Corners have integer keys so that adjacent hexes share them exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor, hypot, sqrt

from ardennes.atlas.project import ROOT3_2, Point
from ardennes.hexes import Grid

Corner = tuple[int, int]  # x in sixths of sqrt(3), y in halves of a hex
# Corners anticlockwise from the right, in corner units from the center.
_OFFSETS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_UNIT_X, _UNIT_Y = sqrt(3) / 6, 0.5


def corner_point(corner: Corner) -> Point:
    return corner[0] * _UNIT_X, corner[1] * _UNIT_Y


@dataclass(frozen=True)
class HexPlane:
    """A grid with its geometry."""

    grid: Grid

    @cached_property
    def centres(self) -> dict[int, Point]:
        return {cell: self.grid.position(cell) for cell in self.grid.cells}

    @cached_property
    def cell_at(self) -> dict[tuple[int, int], int]:
        return {(self.grid.column[cell], self.grid.row[cell]): cell for cell in self.grid.cells}

    def corners(self, cell: int) -> tuple[Corner, ...]:
        x, y = self.centres[cell]
        cx, cy = round(x / _UNIT_X), round(y / _UNIT_Y)
        return tuple((cx + dx, cy + dy) for dx, dy in _OFFSETS)

    def outline(self, cell: int) -> list[Point]:
        return [corner_point(corner) for corner in self.corners(cell)]

    def side(self, a: int, b: int) -> tuple[Corner, Corner]:
        """Return the two corners of the hexside between adjacent hexes."""
        other = set(self.corners(b))
        shared = sorted(corner for corner in self.corners(a) if corner in other)
        if len(shared) != 2:
            raise ValueError(f"{self.grid.label(a)} and {self.grid.label(b)} do not touch")
        return shared[0], shared[1]

    @cached_property
    def sides(self) -> dict[tuple[Corner, Corner], tuple[int, int]]:
        """Return every hexside between two hexes of the map, by its corners."""
        result = {}
        for cell in self.grid.cells:
            for near in self.grid.neighbours[cell]:
                if near > cell:
                    result[self.side(cell, near)] = (cell, near)
        return result

    @cached_property
    def corner_links(self) -> dict[Corner, list[Corner]]:
        """Return the pairs of corners between which a river can run."""
        links: dict[Corner, list[Corner]] = {}
        for a, b in self.sides:
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
        return links

    def hex_at(self, point: Point) -> int | None:
        """Return the hex of a point; None off the map."""
        x, y = point
        column = round(x / ROOT3_2)
        best: tuple[float, int | None] = (9.0, None)
        for c in (column - 1, column, column + 1):
            push = 0.5 if (c % 2 == 1) == (self.grid.pushed == "odd") else 0.0
            row = floor(y - push + 0.5)
            away = hypot(x - c * ROOT3_2, y - row - push)
            if away < best[0] - 1e-9:
                best = (away, self.cell_at.get((c, row)))
        return best[1]
