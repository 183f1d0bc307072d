"""Build the map of a game: the atlas's geography, then the rulebook's pins, then manual overrides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ardennes.atlas.geography import Geography
from ardennes.atlas.pins import FrontPin, Pins, PlacePin, Side, side_key
from ardennes.atlas.spec import MapSpec, Override
from ardennes.atlas.tables import HexRow, MapTables, SideRow
from ardennes.kernel.datafile import DataFileError

_Row = TypeVar("_Row", HexRow, SideRow)
_RANK = ("by hand", "source", "deduced", "reconstructed", "compiled")


@dataclass
class _Side:
    """What is known about one hexside while the map is built."""

    river: str = ""
    road: str = "no"
    bridge: str = ""
    label: str = ""
    front: FrontPin | None = None
    status: str = "compiled"

    def best(self, status: str) -> None:
        """Return the source of a hexside: the most reliable of all sources."""
        self.status = min(self.status, status, key=_RANK.index)


def build_map(spec: MapSpec, land: Geography, pins: Pins) -> MapTables:
    sides = _hexsides(spec, land, pins)
    owner = _owners(spec, land, pins)
    _break_bridges(spec, owner, sides)
    _lay_front(spec, land, pins, owner, sides)
    for mark in spec.side_marks:
        for key in mark.values:
            sides.setdefault(key, _Side())
    hexes = [_hex_row(spec, land, pins, owner, cell) for cell in spec.grid.cells]
    rows = [_side_row(spec, key, sides[key]) for key in sides]
    hexes, rows = _overridden(spec, hexes, rows)
    hexes.sort(key=lambda row: _place_in_table(spec, row.hex))
    rows.sort(key=lambda row: sorted((_place_in_table(spec, row.hex_a), _place_in_table(spec, row.hex_b))))
    return MapTables(tuple(hexes), tuple(rows))


def _place_in_table(spec: MapSpec, label: str) -> tuple[int, int]:
    cell = spec.grid.at(label)
    return spec.grid.column[cell], spec.grid.row[cell]


def terrain_of(spec: MapSpec, land: Geography, cell: int) -> str:
    """Return the terrain word of a hex: its layers in the order of map.toml, or the plain one."""
    layers = [
        layer.name
        for layer in spec.layers
        if cell in layer.hexes
        or (not layer.complete and cell not in layer.never and land.shares[layer.name][cell] >= layer.share)
    ]
    return "_".join(layers[:1] if spec.single else layers) or spec.plain


def edges_of(spec: MapSpec, cell: int) -> str:
    """Return the map edges of a hex; a corner hex is on both of its edges."""
    grid = spec.grid
    column, row = grid.column[cell], grid.row[cell]
    rows = [r for c, r in spec.plane.cell_at if c == column]
    result = set()
    low, high, first, last = {
        "north": ("S", "N", "W", "E"),
        "south": ("N", "S", "W", "E"),
        "east": ("W", "E", "S", "N"),
    }[spec.up]
    if row == min(rows):
        result.add(low)
    if row == max(rows):
        result.add(high)
    if column == grid.columns[0]:
        result.add(first)
    if column == grid.columns[1]:
        result.add(last)
    return "".join(letter for letter in "NWSE" if letter in result)


def _hexsides(spec: MapSpec, land: Geography, pins: Pins) -> dict[Side, _Side]:
    sides: dict[Side, _Side] = {}

    def at(key: Side) -> _Side:
        return sides.setdefault(key, _Side())

    if "roads" not in spec.complete:
        for key in land.roads:
            at(key).road = "yes"
    if "rivers" not in spec.complete:
        for key, name in land.rivers.items():
            at(key).river = name
            at(key).label = land.bridges.get(key, "") if at(key).road == "yes" else ""
    for road in pins.roads:
        for key in road.sides:
            at(key).road = "yes"
            at(key).best(road.status)
    for key, pin in pins.rivers.items():
        side = at(key)
        side.river, side.road, side.label = pin.river, pin.road, pin.label
        side.best(pin.status)
    for side in sides.values():
        if side.river:
            side.bridge = "intact" if side.road == "yes" else "none"
    return sides


def _break_bridges(spec: MapSpec, owner: dict[int, str], sides: dict[Side, _Side]) -> None:
    """Return the bridges over front rivers that are down, where the two sides face each other."""
    for (a, b), side in sides.items():
        if side.bridge == "intact" and side.river in spec.down and owner[a] != owner[b]:
            side.bridge = "down"


def _owners(spec: MapSpec, land: Geography, pins: Pins) -> dict[int, str]:
    """Return which side holds each hex at start: by the pinned front, or by the atlas's front and pinned
    hexes.
    """
    if "front" not in spec.complete:
        return {
            cell: "allied" if cell in spec.allied or (cell not in spec.german and share < 0.5) else "german"
            for cell, share in land.german.items()
        }
    owner: dict[int, str] = {}
    for pin in pins.front.values():
        for start, name in ((pin.allied, "allied"), (pin.german, "german")):
            _flood(spec, pins, owner, start, name)
    for cell in spec.grid.cells:
        if cell not in owner:
            label = spec.grid.label(cell)
            raise _front_error(spec, f"hex {label}, which no side can reach without crossing the front")
    return owner


def _flood(spec: MapSpec, pins: Pins, owner: dict[int, str], start: int, name: str) -> None:
    todo = [start]
    while todo:
        cell = todo.pop()
        if owner.setdefault(cell, name) != name:
            raise _front_error(spec, f"a gap: {spec.grid.label(cell)} can be reached from both sides")
        todo += [
            near
            for near in spec.grid.neighbours[cell]
            if near >= 0 and side_key(cell, near) not in pins.front and owner.get(near) != name
        ]


def _front_error(spec: MapSpec, found_text: str) -> DataFileError:
    file = str(spec.folder.joinpath("pins", "front.csv"))
    return DataFileError(file, "", found_text, "a front without gaps from edge to edge")


def _lay_front(
    spec: MapSpec, land: Geography, pins: Pins, owner: dict[int, str], sides: dict[Side, _Side]
) -> None:
    front = dict(pins.front)
    if "front" not in spec.complete:
        for a, b in spec.plane.sides.values():
            key = side_key(a, b)
            if owner[a] != owner[b] and key not in front:
                allied, german = (a, b) if owner[a] == "allied" else (b, a)
                front[key] = FrontPin(allied, german, key in land.wall, "compiled")
    for key, pin in front.items():
        side = sides.setdefault(key, _Side())
        side.front = pin
        side.best(pin.status)


def _hex_row(spec: MapSpec, land: Geography, pins: Pins, owner: dict[int, str], cell: int) -> HexRow:
    place: PlacePin | None = next((pin for pin in pins.places if pin.cell == cell), None)
    lon, lat = spec.fit.ground(*spec.plane.centres[cell])
    return HexRow(
        hex=spec.grid.label(cell),
        terrain=terrain_of(spec, land, cell),
        place=place.name if place else "",
        place_kind=place.kind if place else "",
        side=owner[cell],
        edges=edges_of(spec, cell),
        marks={mark.name: mark.values.get(cell, mark.default) for mark in spec.marks},
        lat=lat,
        lon=lon,
    )


def _side_row(spec: MapSpec, key: Side, side: _Side) -> SideRow:
    a, b = (side.front.allied, side.front.german) if side.front else _in_order(spec, key)
    return SideRow(
        hex_a=spec.grid.label(a),
        hex_b=spec.grid.label(b),
        river=side.river,
        road=side.road,
        bridge=side.bridge,
        label=side.label,
        front="yes" if side.front else "no",
        siegfried="yes" if side.front and side.front.siegfried else "no",
        status=side.status,
        marks={mark.name: mark.values.get(key, mark.default) for mark in spec.side_marks},
    )


def _in_order(spec: MapSpec, key: Side) -> Side:
    a, b = sorted(key, key=lambda cell: (spec.grid.column[cell], spec.grid.row[cell]))
    return a, b


def _overridden(
    spec: MapSpec, hexes: list[HexRow], sides: list[SideRow]
) -> tuple[list[HexRow], list[SideRow]]:
    for override in spec.overrides:
        labels = {spec.grid.label(cell) for cell in override.cells}
        if len(override.cells) == 1:
            hexes = [_with(spec, override, row) if row.hex in labels else row for row in hexes]
        else:
            if not any({row.hex_a, row.hex_b} == labels for row in sides):
                sides.append(_side_row(spec, side_key(*override.cells[:2]), _Side()))
            sides = [_with(spec, override, r) if {r.hex_a, r.hex_b} == labels else r for r in sides]
    return hexes, sides


def _with(spec: MapSpec, override: Override, row: _Row) -> _Row:
    fields = row.fields()
    if override.field not in fields or override.field in ("hex", "hex_a", "hex_b", "lat", "lon"):
        allowed = ", ".join(name for name in fields if not name.startswith(("hex", "l")))
        raise DataFileError(spec.file, "overrides", f"the field '{override.field}'", f"one of {allowed}")
    if override.field in row.marks:
        return replace(row, marks={**row.marks, override.field: override.value})
    words: dict[str, Any] = {override.field: override.value}
    if isinstance(row, SideRow):
        words["status"] = "by hand"
    return replace(row, **words)
