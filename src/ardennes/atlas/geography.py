"""What the atlas alone says about a game's hexes and hexsides, before the rulebook's pins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from ardennes.atlas import centres, geodata, raster, snap
from ardennes.atlas.geodata import Area
from ardennes.atlas.pins import Side, side_key
from ardennes.atlas.spec import Layer, MapSpec

_WALL_REACH = 0.6  # hexes from a front hexside within which the West Wall is assumed to hold it


@dataclass(frozen=True)
class Geography:
    shares: dict[str, dict[int, float]]  # per terrain layer
    german: dict[int, float]  # share of each hex behind the front
    rivers: dict[Side, str]
    roads: dict[Side, str]  # class of the best road across the hexside
    wall: frozenset[Side]  # hexsides along the German-held West Wall
    bridges: dict[Side, str]  # river hexsides that a road crosses, with the crossing's name


def ground_areas(kind: str) -> list[Area]:
    """Return the atlas's areas of one kind of ground."""
    if kind == "built":
        return []  # the atlas has towns only as points; the rulebook says which are towns of the game
    if kind in ("forest", "moor"):
        return [area for area in geodata.areas("forests") if area.properties["kind"] == kind]
    if kind == "ridge":
        crests = [area for area in geodata.areas("heights") if area.properties["kind"] == "ridge"]
        return [*crests, *ground_areas("deep")]
    return [area for area in geodata.areas("broken") if kind == "broken" or area.properties["class"] == kind]


def survey(spec: MapSpec) -> Geography:
    """Project and rasterise the whole theatre on the game's grid."""
    shares = {layer.name: _shares(spec, layer) for layer in spec.layers}
    front = geodata.lines("front")
    if spec.by_centres:
        german = centres.inside(spec, [raster.behind_front(front)])
    else:
        german = raster.east_shares(spec.plane, spec.fit, front)
    rivers = centres.rivers(spec) if spec.by_centres else _rivers(spec)
    roads = road_sides(spec)
    return Geography(shares, german, rivers, roads, _wall(spec), _bridges(spec, rivers, roads))


def _shares(spec: MapSpec, layer: Layer) -> dict[int, float]:
    """Return how much of each hex is of a terrain; judged by its center a hex is all of it or nothing."""
    areas = [] if layer.near else ground_areas(layer.ground)
    if not spec.by_centres:
        return raster.shares(spec.plane, raster.on_plane(areas, spec.fit))
    result = centres.inside(spec, [raster.polygon(area.rings) for area in areas if len(area.rings[0]) > 3])
    for cell in (*centres.near_lines(spec, layer), *centres.like(spec, layer)):
        result[cell] = 1.0
    return result


def _rivers(spec: MapSpec) -> dict[Side, str]:
    result: dict[Side, str] = {}
    for name, courses in spec.rivers.items():
        for course in geodata.lines("rivers"):
            if course.name in courses:
                line = [spec.fit.plane(lon, lat) for lon, lat in course.points]
                for a, b in snap.river_sides(spec.plane, line):
                    result.setdefault(side_key(a, b), name)
    return result


def road_sides(spec: MapSpec) -> dict[Side, str]:
    """Return the hexsides that roads of the atlas cross, with the best class."""
    result: dict[Side, str] = {}
    for road_class in spec.road_classes:
        for road in geodata.lines("roads"):
            if road.properties["class"] != road_class:
                continue
            line = [spec.fit.plane(lon, lat) for lon, lat in road.points]
            hexes_of = snap.hexes_passed if spec.by_centres else snap.road_hexes
            for route in hexes_of(spec.plane, line):
                for a, b in pairwise(route):
                    if spec.grid.adjacent(a, b):
                        result.setdefault(side_key(a, b), road_class)
    return result


def _wall(spec: MapSpec) -> frozenset[Side]:
    walls = [
        [spec.fit.plane(lon, lat) for lon, lat in wall.points]
        for wall in geodata.lines("westwall")
        if wall.properties["held_1944_12_16"] == "German"
    ]
    near = set()
    for a, b in spec.plane.sides.values():
        (ax, ay), (bx, by) = spec.plane.centres[a], spec.plane.centres[b]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        if any(snap.distance_to(middle, wall) < _WALL_REACH for wall in walls):
            near.add(side_key(a, b))
    return frozenset(near)


def _bridges(spec: MapSpec, rivers: dict[Side, str], roads: dict[Side, str]) -> dict[Side, str]:
    """Return where a road crosses a river hexside, named after the nearest place."""
    result = {}
    spots = [(spec.fit.plane(place.lon, place.lat), place.name) for place in geodata.places()]
    for side in sorted(rivers.keys() & roads.keys()):
        (ax, ay), (bx, by) = (spec.plane.centres[cell] for cell in side)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        result[side] = min((hypot(x - mx, y - my), name) for (x, y), name in spots)[1]
    return result
