"""How much of each hex an area covers, and which side of the front it is on. Needs shapely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import shapely

from ardennes.atlas.geodata import Area, Line, LonLat
from ardennes.atlas.plane import HexPlane
from ardennes.atlas.project import Fit, Point


def polygon(rings: Sequence[Sequence[Point]]) -> Any:
    """Return a valid polygon from rings that may touch themselves after rounding."""
    shape = shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 3])
    return shape if shape.is_valid else shapely.make_valid(shape)


def on_plane(areas: Iterable[Area], fit: Fit) -> Any:
    """Return the union of the areas, projected to the hex plane."""
    shapes = [
        polygon([[fit.plane(lon, lat) for lon, lat in ring] for ring in area.rings])
        for area in areas
        if len(area.rings[0]) > 3
    ]
    return shapely.union_all(shapes)


def shares(plane: HexPlane, shape: Any) -> dict[int, float]:
    """Return the share of each hex's area that the shape covers."""
    covered = {}
    parts = shapely.get_parts(shape)  # indexing the parts near a hex is far faster than clipping the whole
    tree = shapely.STRtree(parts)
    for cell in plane.grid.cells:
        outline = shapely.Polygon(plane.outline(cell))
        near = parts[tree.query(outline)]
        covered[cell] = float(shapely.area(shapely.intersection(outline, near)).sum()) / outline.area
    return covered


def behind_front(front: Sequence[Line], reach: float = 2.0) -> Any:
    """Return the country east of the front, in longitude and latitude; the lines run from north to south."""
    chain: list[LonLat] = [point for line in front for point in line.points]
    (first_lon, first_lat), (last_lon, last_lat) = chain[0], chain[-1]
    north, south = first_lat + reach, last_lat - reach
    east = max(lon for lon, _ in chain) + reach
    return polygon([[(first_lon, north), *chain, (last_lon, south), (east, south), (east, north)]])


def east_shares(plane: HexPlane, fit: Fit, front: Sequence[Line], rings: int = 4) -> dict[int, float]:
    """Return the share of each hex behind the front, by sample points in rings around its center."""
    country = behind_front(front)
    shapely.prepare(country)
    result = {}
    for cell in plane.grid.cells:
        x, y = plane.centres[cell]
        behind = [country.contains(shapely.Point(fit.ground(x, y)))]
        for ring in range(rings, 0, -1):
            far = (ring - 0.5) / rings
            points = [(x + (cx - x) * far, y + (cy - y) * far) for cx, cy in plane.outline(cell)]
            behind += [country.contains(shapely.Point(fit.ground(*point))) for point in points]
            if len(set(behind)) == 1:
                break  # edge and center agree: the front is elsewhere
        result[cell] = sum(behind) / len(behind)
    return result
