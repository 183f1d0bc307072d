"""Shapes on the sheet: merged hexes, smoothed real areas, scattered points. Needs shapely."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import ceil, hypot, sqrt
from random import Random
from typing import Any

import shapely

from ardennes.atlas import geodata
from ardennes.atlas.art.curves import soft_ring, wobbled
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.geography import ground_areas
from ardennes.atlas.project import Point
from ardennes.atlas.raster import polygon


def blob(scene: Scene, cells: Iterable[int], seed: int) -> Any:
    """Return the hexes as one natural-looking area: their union with soft corners and an irregular edge."""
    r = scene.frame.radius
    hexes = [shapely.Polygon(scene.frame.outline(cell)) for cell in cells]
    rounded = shapely.union_all(hexes).buffer(0.14 * r).buffer(-0.34 * r).buffer(0.17 * r)
    parts = []
    for part in _parts(rounded):
        rings = []
        for ring in (part.exterior, *part.interiors):
            count = max(8, ceil(ring.length / (0.2 * r)))
            points = [ring.interpolate(k / count, normalized=True) for k in range(count)]
            rings.append([wobbled((p.x, p.y), 0.13 * r, 0.5 * r, seed) for p in points])
        parts.append(polygon(rings))
    return shapely.union_all(parts)


def shape_path(shape: Any) -> str:
    """Return one or more polygons as one soft SVG path."""
    rings = [list(ring.coords)[:-1] for part in _parts(shape) for ring in (part.exterior, *part.interiors)]
    return "".join(soft_ring(points) for points in rings if len(points) > 2)


def _parts(shape: Any) -> list[Any]:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]


@cache
def real_area(scene: Scene, kind: str, rough: float) -> Any:
    """Return the atlas's areas of one kind on the sheet, smoothed and clipped to the map."""
    frame = scene.frame
    if kind in ("heights", "lakes"):
        areas = [area for area in geodata.areas(kind) if area.properties.get("kind") != "ridge"]
    else:
        areas = ground_areas(kind)
    shapes = [
        polygon([[scene.on_sheet(lon, lat) for lon, lat in ring] for ring in area.rings])
        for area in areas
        if len(area.rings[0]) > 3
    ]
    window = shapely.box(frame.left - 20, frame.top - 20, frame.right + 20, frame.bottom + 20)
    merged = shapely.intersection(shapely.union_all(shapes), window)
    if rough:
        # Close gaps and drop slivers narrower than the pen.
        merged = merged.buffer(rough, 3).buffer(-2 * rough, 3).buffer(rough, 3)
        merged = shapely.simplify(merged, rough / 2.4)
    return merged


def scatter(area: Any, spacing: float, rng: Random) -> list[Point]:
    """Return points spread evenly but not in rows over an area, at least about `spacing` apart."""
    if area.is_empty:
        return []
    shapely.prepare(area)
    low_x, low_y, high_x, high_y = area.bounds
    rise = spacing * sqrt(3) / 2
    chosen: list[Point] = []
    near: dict[tuple[int, int], list[Point]] = {}
    for j in range(ceil((high_y - low_y) / rise) + 1):
        for i in range(ceil((high_x - low_x) / spacing) + 1):
            x = low_x + (i + 0.5 * (j % 2)) * spacing + rng.uniform(-0.42, 0.42) * spacing
            y = low_y + j * rise + rng.uniform(-0.42, 0.42) * spacing
            box = (int(x // spacing), int(y // spacing))
            around = [
                p for a in (-1, 0, 1) for b in (-1, 0, 1) for p in near.get((box[0] + a, box[1] + b), [])
            ]
            if any(hypot(x - p[0], y - p[1]) < 0.68 * spacing for p in around):
                continue
            if area.contains(shapely.Point(x, y)):
                chosen.append((x, y))
                near.setdefault(box, []).append((x, y))
    return chosen
