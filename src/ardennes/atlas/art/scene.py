"""Everything a drawing needs: the tables, the sheet, the settings of art.toml, and the warped ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import floor, hypot
from typing import Any

from ardennes.atlas import geodata
from ardennes.atlas.frame import Frame, Head, make_frame
from ardennes.atlas.pins import PlacePin, RoadPin, Side, read_pins, side_key
from ardennes.atlas.plane import Corner, corner_point
from ardennes.atlas.project import Point
from ardennes.atlas.spec import MapSpec
from ardennes.atlas.tables import HexRow, MapTables, SideRow
from ardennes.kernel.datafile import Section, read_toml

_REACH = 1.1  # hexes within which a displaced point moves the ground around it


@dataclass(frozen=True, slots=True)
class Caption:
    """A text placed by hand: a region, a village, a distant place at the edge."""

    text: str
    at: Point  # pixel
    size: float
    turn: float


@dataclass(frozen=True, eq=False)
class Scene:
    """One map to draw. Scenes are compared by identity, so that results for one can be cached."""

    spec: MapSpec
    tables: MapTables
    frame: Frame
    wishes: Section

    @cached_property
    def rows(self) -> dict[int, HexRow]:
        return {self.spec.grid.at(row.hex): row for row in self.tables.hexes}

    @cached_property
    def sides(self) -> dict[Side, SideRow]:
        return {
            side_key(self.spec.grid.at(row.hex_a), self.spec.grid.at(row.hex_b)): row
            for row in self.tables.sides
        }

    @cached_property
    def places(self) -> tuple[PlacePin, ...]:
        return read_pins(self.spec).places

    @cached_property
    def roads(self) -> tuple[RoadPin, ...]:
        return read_pins(self.spec).roads

    def sides_of_sheet(self, cell: int) -> str:
        """Return the sides of the sheet that a hex touches, N at the top; none inside the map."""
        return self.frame.sides(self.rows[cell].edges)

    def layers_of(self, ground: str) -> list[str]:
        """Return the terrains of the rules that consist of one kind of ground."""
        return [layer.name for layer in self.spec.layers if layer.ground == ground]

    def hexes_with(self, layer: str) -> list[int]:
        return [cell for cell, row in self.rows.items() if layer in row.terrain.split("_")]

    def corner(self, corner: Corner) -> Point:
        return self.frame.pixel(corner_point(corner))

    def crossing(self, side: Side) -> Point:
        """Return the center of a hexside."""
        a, b = (self.frame.centre(cell) for cell in side)
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    def on_sheet(self, lon: float, lat: float) -> Point:
        """Return a geographic position in pixels, moved along with the towns and rivers that the rulebook
        moved.
        """
        return self.frame.pixel(self.bent(self.spec.fit.plane(lon, lat)))

    def bent(self, point: Point) -> Point:
        """Move ground near a pinned town or river along with it; ground far from any stays."""
        weights = shift_x = shift_y = 0.0
        for k in self._shifts_near.get((floor(point[0] / _REACH), floor(point[1] / _REACH)), ()):
            (x, y), (dx, dy) = self.shifts[k]
            away = hypot(point[0] - x, point[1] - y)
            if away < _REACH:
                weight = ((1 - away / _REACH) / (away + 0.15)) ** 2
                weights += weight
                shift_x += weight * dx
                shift_y += weight * dy
        # If nothing is near, the displacement fades out smoothly.
        return point[0] + shift_x / (weights + 0.5), point[1] + shift_y / (weights + 0.5)

    @cached_property
    def _shifts_near(self) -> dict[tuple[int, int], list[int]]:
        """Return the displacements that can reach a square of the plane."""
        filed: dict[tuple[int, int], list[int]] = {}
        for k, ((x, y), _) in enumerate(self.shifts):
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    filed.setdefault((floor(x / _REACH) + i, floor(y / _REACH) + j), []).append(k)
        return filed

    @cached_property
    def shifts(self) -> list[tuple[Point, Point]]:
        """Return the true positions of pinned places and rivers, and how far the map moved them."""
        result = []
        for pin in self.places:
            if pin.kind not in ("city", "town"):
                continue
            known = geodata.place(pin.label) or geodata.place(pin.name)
            if known is not None:
                real = self.spec.fit.plane(known.lon, known.lat)
                drawn = self.spec.plane.centres[pin.cell]
                result.append((real, (drawn[0] - real[0], drawn[1] - real[1])))
        for name, courses in self.spec.rivers.items():
            lines = [
                [self.spec.fit.plane(lon, lat) for lon, lat in line.points]
                for line in geodata.lines("rivers")
                if line.name in courses
            ]
            for side, row in self.sides.items():
                if row.river == name:
                    (ax, ay), (bx, by) = (self.spec.plane.centres[cell] for cell in side)
                    drawn = ((ax + bx) / 2, (ay + by) / 2)
                    real = _nearest(drawn, lines)
                    result.append((real, (drawn[0] - real[0], drawn[1] - real[1])))
        return result

    def captions(self, kind: str, size: float) -> list[Caption]:
        """Return the texts of one list of art.toml, placed by latitude and longitude."""
        result = []
        for number, entry in enumerate(self.wishes.values.get(kind, []), start=1):
            section = Section(self.wishes.file, f"{kind} {number}", entry)
            section.only(("text", "lat", "lon", "size", "turn"))
            lat, lon = _decimal(section, "lat", None), _decimal(section, "lon", None)
            at = self.frame.pixel(self.spec.fit.plane(lon, lat))
            turn = _decimal(section, "turn", 0)
            if turn and self.frame.head == "west":
                turn += 90 if turn <= 0 else -90  # along the same ground, and never upside down
            result.append(Caption(section.text("text"), at, _decimal(section, "size", size), turn))
        return result

    @cached_property
    def km_across(self) -> float:
        """Return the width of a hex in kilometres, measured at the center of the map."""
        fit, frame = self.spec.fit, self.frame
        middle = frame.point(((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2))
        lon, lat = fit.ground(*middle)
        half = 15 / fit.km_per_deg_lat
        (ax, ay), (bx, by) = fit.plane(lon, lat - half), fit.plane(lon, lat + half)
        return 30 / hypot(bx - ax, by - ay)


def _nearest(point: Point, lines: Iterable[list[Point]]) -> Point:
    best = (1e9, point)
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            dx, dy = bx - ax, by - ay
            far = dx * dx + dy * dy
            t = 0.0 if far == 0 else max(0.0, min(1.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / far))
            spot = (ax + t * dx, ay + t * dy)
            best = min(best, (hypot(point[0] - spot[0], point[1] - spot[1]), spot))
    return best[1]


def _decimal(section: Section, key: str, default: float | None) -> float:
    value: Any = section.values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        section.fail(key, "a number", "nothing" if value is None else repr(value))
    return float(value)


def heads_of(wishes: Section) -> tuple[Head, ...]:
    """Return the orientations in which the map is drawn; the first, north up, is the default."""
    known: tuple[Head, ...] = ("north", "west")
    asked = wishes.texts("heads") if "heads" in wishes.values else ("north",)
    if asked not in (("north",), known):
        wishes.fail("heads", "['north'] or ['north', 'west']")
    return known[: len(asked)]


def read_wishes(spec: MapSpec) -> Section:
    """Read the game's art.toml."""
    wishes = read_toml(spec.folder.joinpath("art.toml"))
    wishes.only(("radius", "date", "heads", "regions", "villages", "river_names", "wide", "edges"))
    return wishes


def read_scene(spec: MapSpec, tables: MapTables, head: Head = "north") -> Scene:
    wishes = read_wishes(spec)
    return Scene(spec, tables, make_frame(spec.plane, spec.up, _decimal(wishes, "radius", 30), head), wishes)
