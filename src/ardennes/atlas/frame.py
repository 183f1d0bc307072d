"""The printed sheet: the position of every hex in pixels. The browser's layers use the same numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from ardennes.atlas.plane import HexPlane
from ardennes.atlas.project import Point
from ardennes.atlas.spec import Up

Head = Literal["north", "west"]  # the top of the sheet
BORDER = 30.0  # border with the degrees, outside the map
BLEED = 44.0  # land shown beyond the outermost hexes
STRIP = 150.0  # title, legend and scale under the map


@dataclass(frozen=True)
class Frame:
    """Page size and the transformation from the hex plane to pixels."""

    plane: HexPlane
    up: Up
    head: Head
    radius: float  # center to corner of a hex
    origin: Point  # pixel position of the plane's (0, 0)
    left: float
    top: float
    right: float
    bottom: float  # the rectangle of the map
    width: float
    height: float

    @property
    def hex_height(self) -> float:
        """Return the width of a hex in pixels: one unit of the plane."""
        return self.radius * sqrt(3)

    @property
    def pointed(self) -> bool:
        """Return whether hexes have a corner at the top rather than a side."""
        return (self.up == "east") == (self.head == "north")

    def pixel(self, point: Point) -> Point:
        x, y = _turned(self.up, self.head, point)
        return self.origin[0] + x * self.hex_height, self.origin[1] + y * self.hex_height

    def point(self, pixel: Point) -> Point:
        """Convert pixels back to the plane."""
        x = (pixel[0] - self.origin[0]) / self.hex_height
        y = (pixel[1] - self.origin[1]) / self.hex_height
        if self.head == "west":
            x, y = y, -x
        return {"north": (x, -y), "south": (x, y), "east": (-y, x)}[self.up]

    def centre(self, cell: int) -> Point:
        return self.pixel(self.plane.centres[cell])

    def outline(self, cell: int) -> list[Point]:
        return [self.pixel(corner) for corner in self.plane.outline(cell)]

    def sides(self, edges: str) -> str:
        """Return map edges as sides of the sheet, named as on a sheet with north at the top."""
        if self.head == "north":
            return edges
        turned = edges.translate(str.maketrans("WNES", "NESW"))
        return "".join(letter for letter in "NWSE" if letter in turned)


def _turned(up: Up, head: Head, point: Point) -> Point:
    """The plane as the sheet shows it."""
    x, y = point
    right, down = {"north": (x, -y), "south": (x, y), "east": (y, -x)}[up]
    return (right, down) if head == "north" else (-down, right)


def make_frame(plane: HexPlane, up: Up, radius: float, head: Head = "north") -> Frame:
    corners = [_turned(up, head, corner) for cell in plane.grid.cells for corner in plane.outline(cell)]
    scale = radius * sqrt(3)
    low_x, high_x = min(x for x, _ in corners) * scale, max(x for x, _ in corners) * scale
    low_y, high_y = min(y for _, y in corners) * scale, max(y for _, y in corners) * scale
    left = top = BORDER
    right, bottom = left + high_x - low_x + 2 * BLEED, top + high_y - low_y + 2 * BLEED
    right, bottom = float(round(right)), float(round(bottom))
    origin = (left + BLEED - low_x, top + BLEED - low_y)
    width, height = right + BORDER, bottom + BORDER + STRIP
    return Frame(plane, up, head, radius, origin, left, top, right, bottom, width, height)
