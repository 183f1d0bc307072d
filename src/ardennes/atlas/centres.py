"""What the atlas says about hexes by their centers, for a map whose rules use centers. Needs shapely."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Any

import shapely

from ardennes.atlas import geodata
from ardennes.atlas.pins import Side, side_key
from ardennes.atlas.project import Point
from ardennes.atlas.spec import Layer, MapSpec, map_folder, read_spec
from ardennes.atlas.tables import read_tables


def inside(spec: MapSpec, shapes: Sequence[Any]) -> dict[int, float]:
    """Return 1 for each hex whose center is in one of the shapes (of longitude and latitude), else 0."""
    tree = shapely.STRtree(shapes)
    grounds = {cell: shapely.Point(spec.fit.ground(*spec.plane.centres[cell])) for cell in spec.grid.cells}
    return {cell: float(len(tree.query(at, predicate="within")) > 0) for cell, at in grounds.items()}


def near_lines(spec: MapSpec, layer: Layer) -> list[int]:
    """Return the hexes whose center is near enough to a line for the layer to include them."""
    if not layer.near:
        return []
    courses = geodata.lines(layer.near)
    lines = [shapely.LineString([spec.fit.plane(lon, lat) for lon, lat in c.points]) for c in courses]
    tree = shapely.STRtree(lines)
    return [
        cell
        for cell, centre in spec.plane.centres.items()
        if len(tree.query(shapely.Point(centre), predicate="dwithin", distance=layer.within))
    ]


def like(spec: MapSpec, layer: Layer) -> list[int]:
    """Return the hexes whose nearest hex on another game's map has the terrain that the layer names."""
    game, terrain = layer.like
    if not game:
        return []
    other = read_spec(map_folder(game), game)
    marks, side_marks = ([mark.name for mark in result] for result in (other.marks, other.side_marks))
    rows = read_tables(other.folder, marks, side_marks).hexes
    spots = [spec.fit.plane(row.lon, row.lat) for row in rows]
    tree = shapely.STRtree([shapely.Point(spot) for spot in spots])
    return [
        cell
        for cell, centre in spec.plane.centres.items()
        if rows[int(tree.nearest(shapely.Point(centre)))].terrain == terrain
    ]


def rivers(spec: MapSpec) -> dict[Side, str]:
    """Return the hexsides that rivers cross an odd number of times between the centers, with the river's
    name.

    So no path from hex to hex crosses a river unnoticed, and a river that crosses twice does not count.
    """
    reach = _filed(spec)
    result = {}
    for a, b in spec.plane.sides.values():
        start, end = spec.plane.centres[a], spec.plane.centres[b]
        crossed: dict[str, int] = {}
        for name, c, d in {item for square in _squares(start, end) for item in reach.get(square, ())}:
            if _cross(start, end, c, d):
                crossed[name] = crossed.get(name, 0) + 1
        if sum(crossed.values()) % 2:
            result[side_key(a, b)] = next(name for name in spec.rivers if crossed.get(name, 0) % 2)
    return result


def _filed(spec: MapSpec) -> dict[tuple[int, int], list[tuple[str, Point, Point]]]:
    """Index the segments of all rivers by the squares of the plane they may touch."""
    filed: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}
    for name, courses in spec.rivers.items():
        for course in geodata.lines("rivers"):
            if course.name not in courses:
                continue
            line = [spec.fit.plane(lon, lat) for lon, lat in course.points]
            for c, d in pairwise(line):
                for square in _squares(c, d):
                    filed.setdefault(square, []).append((name, c, d))
    return filed


def _squares(a: Point, b: Point) -> list[tuple[int, int]]:
    """Return the unit squares in the bounding box of two points."""
    low_x, high_x = sorted((a[0], b[0]))
    low_y, high_y = sorted((a[1], b[1]))
    return [
        (x, y) for x in range(floor(low_x), floor(high_x) + 1) for y in range(floor(low_y), floor(high_y) + 1)
    ]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two segments cross; a point on the line counts to one
    bank, so a bend there counts once.
    """
    return (_left(a, b, c) != _left(a, b, d)) and (_left(c, d, a) != _left(c, d, b))


def _left(a: Point, b: Point, point: Point) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0
