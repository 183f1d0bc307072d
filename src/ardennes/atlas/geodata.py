"""The geographic data of the theatre: places, and named lines and areas in longitude and latitude."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ardennes.kernel.datafile import DataFileError, Files, read_table, read_text

LonLat = tuple[float, float]

LINE_LAYERS = ("front", "gorges", "rivers", "roads", "westwall")
AREA_LAYERS = ("broken", "forests", "heights", "lakes", "zones")

_PLACE_COLUMNS = ("name", "alt_names", "lat", "lon", "kind", "country", "source")
_PLACE_KINDS = ("city", "town", "village", "crossroads")


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    other_names: tuple[str, ...]
    lon: float
    lat: float
    kind: str


@dataclass(frozen=True, slots=True)
class Line:
    """A river, road or front; rivers run downstream, the front from north to south."""

    name: str
    properties: Mapping[str, Any]
    points: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon: the outer ring first, then its holes."""

    name: str
    properties: Mapping[str, Any]
    rings: tuple[tuple[LonLat, ...], ...]


def layer_file(layer: str) -> Files:
    return files("ardennes.atlas").joinpath("data", f"{layer}.geojson")


@cache
def places() -> tuple[Place, ...]:
    rows = read_table(files("ardennes.atlas").joinpath("data", "places.csv"), _PLACE_COLUMNS)
    return tuple(
        Place(
            name=row.name("name"),
            other_names=tuple(n for n in row.text("alt_names").split(";") if n),
            lon=row.decimal("lon", 3, 8),
            lat=row.decimal("lat", 49, 52),
            kind=_PLACE_KINDS[row.choice("kind", _PLACE_KINDS)],
        )
        for row in rows
    )


def place(name: str) -> Place | None:
    """Return the place with that name or alias."""
    named = next((p for p in places() if p.name == name), None)
    return named or next((p for p in places() if name in p.other_names), None)


@cache
def lines(layer: str) -> tuple[Line, ...]:
    return read_lines(layer_file(layer))


@cache
def areas(layer: str) -> tuple[Area, ...]:
    return read_areas(layer_file(layer))


def read_lines(source: Files) -> tuple[Line, ...]:
    return tuple(
        Line(str(properties.get("name", "")), properties, _points(source, where, coordinates))
        for where, properties, coordinates in _features(source, "LineString")
    )


def read_areas(source: Files) -> tuple[Area, ...]:
    return tuple(
        Area(
            str(properties.get("name", "")),
            properties,
            tuple(_points(source, where, ring) for ring in coordinates),
        )
        for where, properties, coordinates in _features(source, "Polygon")
    )


def _features(source: Files, kind: str) -> list[tuple[str, dict[str, Any], list[Any]]]:
    """Yield location in the file, properties and coordinates of every feature; all must be of one kind."""
    try:
        stored = json.loads(read_text(source))
    except json.JSONDecodeError as error:
        result = f"invalid JSON ({error.msg})"
        raise DataFileError(str(source), f"line {error.lineno}", result, "valid GeoJSON") from None
    if not isinstance(stored, dict) or not isinstance(stored.get("features"), list):
        raise DataFileError(str(source), "", "no list of features", "a GeoJSON FeatureCollection")
    found_features = []
    for number, feature in enumerate(stored["features"], start=1):
        where = f"feature {number}"
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        if not isinstance(geometry, dict) or geometry.get("type") != kind:
            shown = repr(geometry.get("type")) if isinstance(geometry, dict) else "no geometry"
            raise DataFileError(str(source), where, shown, f"a geometry of type {kind}")
        found_features.append((where, feature.get("properties") or {}, geometry.get("coordinates") or []))
    return found_features


def _points(source: Files, where: str, coordinates: list[Any]) -> tuple[LonLat, ...]:
    points: list[LonLat] = []
    for pair in coordinates:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(n, int | float) for n in pair):
            raise DataFileError(str(source), where, f"the point {pair!r}", "[longitude, latitude]")
        points.append((float(pair[0]), float(pair[1])))
    if len(points) < 2:
        raise DataFileError(str(source), where, f"{len(points)} points", "at least two")
    return tuple(points)
