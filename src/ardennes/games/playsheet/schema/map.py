"""Reading the map of the playsheet: map/hexes.csv, map/hexsides.csv, edge_hexes.csv and objectives.csv.

Here hexes get their numbers: column by column, so that the lowest id is the lowest number (OPS-GRID-7).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, SIDES, TERRAINS, TOWN
from ardennes.kernel.datafile import Row, Source, read_table, unique
from ardennes.kernel.mapfile import game_file

HEX_COLUMNS = ("hex", "terrain", "place", "place_kind", "side", "edges", "edge_road", "exit", "lat", "lon")
HEXSIDE_COLUMNS = ("hex_a", "hex_b", "river", "road", "bridge", "label", "front", "siegfried", "status")
EDGE_COLUMNS = ("hex", "edge", "supply_source_for", "german_exit", "road")
OBJECTIVE_COLUMNS = ("place", "victory_points", "hex", "fuel_dump")
BRIDGES = ("", "none", "intact", "down")
EDGES = ("north", "east", "south", "west")
OFF_MAP = -1

# Neighbours N, NE, SE, S, SW, NW as (columns, rows) in even and in odd columns, OPS-MAP-1.
_STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
Six = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Bridge:
    """A road over a river hexside, OPS-MAP-5; `ends` has the lower hex first."""

    index: int
    ends: tuple[int, int]
    id: str  # 4126/4226
    name: str  # the nearest place
    river: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A road hex on the map's edge, OPS-MAP-6."""

    hex: int
    edge: int
    side: int  # whom it supplies
    german_exit: bool
    road: str


@dataclass(frozen=True, slots=True)
class Objective:
    index: int
    place: str
    points: int
    hex: int
    dump: bool  # a fuel dump is there, OPS-SUP-6


@dataclass(frozen=True)
class Board:
    """The map: one entry a hex, or one a hex and direction."""

    columns: int
    rows: int
    labels: tuple[str, ...]
    cells: dict[str, int]
    terrain: tuple[int, ...]
    places: tuple[str, ...]
    neighbours: tuple[Six, ...]  # OFF_MAP beyond the edge
    river_to: tuple[tuple[bool, ...], ...]
    road_to: tuple[tuple[bool, ...], ...]
    bridge_to: tuple[Six, ...]  # -1: none
    river_names: dict[tuple[int, int], str]  # by hexside, the lower hex first
    bridges: tuple[Bridge, ...]
    start_blown: int  # bridges down at the start
    german_side: int  # hexes behind the front of 16 December, OPS-MAP-7
    edges: tuple[Edge, ...]
    objectives: tuple[Objective, ...]


def data_file(name: str, folder: Path | None = None) -> Source:
    """A data file of the game, or of a designer's folder laid out the same way."""
    return game_file("ardennes.games.playsheet", name, folder)


def hex_label(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def hex_of(cells: dict[str, int], row: Row, field: str = "hex") -> int:
    """The hex a row names."""
    if row.text(field) not in cells:
        row.fail(field, "a hex of map/hexes.csv, column and row like 2429")
    return cells[row.text(field)]


@functools.cache
def load_board(folder: Path | None = None) -> Board:
    """The map, OPS-MAP-1 to -7."""
    hexes = read_table(data_file("map/hexes.csv", folder), HEX_COLUMNS)
    sides = read_table(data_file("map/hexsides.csv", folder), HEXSIDE_COLUMNS)
    unique(hexes, "hex")
    unique(sides, "hex_a", "hex_b")
    columns, rows = _size(hexes)
    labels = tuple(hex_label(column, row) for column in range(columns) for row in range(rows))
    cells = {label: index for index, label in enumerate(labels)}
    by_hex = sorted(hexes, key=lambda row: cells[row.text("hex")])
    neighbours = tuple(_neighbours(columns, rows, cell) for cell in range(len(labels)))
    rivers = _sides(sides, cells, neighbours, "river")
    roads = _sides(sides, cells, neighbours, "road")
    bridges, blown = _bridges(sides, cells, neighbours)
    terrain = tuple(row.choice("terrain", TERRAINS) for row in by_hex)
    road_to = side_flags(neighbours, roads)
    edges = _edges(cells, road_to, folder)
    _check_marks(by_hex, edges)
    return Board(
        columns=columns,
        rows=rows,
        labels=labels,
        cells=cells,
        terrain=terrain,
        places=tuple(row.text("place") for row in by_hex),
        neighbours=neighbours,
        river_to=side_flags(neighbours, rivers),
        road_to=road_to,
        bridge_to=bridge_table(neighbours, bridges),
        river_names=rivers,
        bridges=bridges,
        start_blown=blown,
        german_side=sum(1 << cells[r.text("hex")] for r in hexes if r.choice("side", SIDES) == GERMAN),
        edges=edges,
        objectives=_objectives(cells, terrain, road_to, folder),
    )


def _size(hexes: list[Row]) -> tuple[int, int]:
    """Columns and rows of a map without gaps."""
    for row in hexes:
        if not re.fullmatch(r"\d{4}", row.text("hex")):
            row.fail("hex", "two digits of column and two of row, like 2429 (OPS-GRID-7)")
    columns = 1 + max(int(row.text("hex")[:2]) for row in hexes)
    rows = 1 + max(int(row.text("hex")[2:]) for row in hexes)
    if len(hexes) != columns * rows:
        found = f"{len(hexes)} hexes"
        hexes[-1].fail("hex", f"{columns * rows}, every hex of {columns} columns and {rows} rows", found)
    return columns, rows


def _neighbours(columns: int, rows: int, cell: int) -> Six:
    column, row = divmod(cell, rows)
    found = [
        (column + right) * rows + row + down
        if 0 <= column + right < columns and 0 <= row + down < rows
        else OFF_MAP
        for right, down in _STEPS[column % 2]
    ]
    return found[0], found[1], found[2], found[3], found[4], found[5]


def _hexside(row: Row, cells: dict[str, int], neighbours: tuple[Six, ...]) -> tuple[int, int]:
    a, b = hex_of(cells, row, "hex_a"), hex_of(cells, row, "hex_b")
    if b not in neighbours[a]:
        row.fail("hex_b", f"a hex that touches {row.text('hex_a')}")
    return min(a, b), max(a, b)


def _sides(
    sides: list[Row], cells: dict[str, int], neighbours: tuple[Six, ...], field: str
) -> dict[tuple[int, int], str]:
    """The hexsides that have something in a column."""
    return {_hexside(row, cells, neighbours): row.text(field) for row in sides if _has(row, field)}


def _has(row: Row, field: str) -> bool:
    return row.flag("road") if field == "road" else bool(row.text(field))


def side_flags(
    neighbours: tuple[Six, ...], sides: dict[tuple[int, int], str]
) -> tuple[tuple[bool, ...], ...]:
    return tuple(
        tuple((min(cell, near), max(cell, near)) in sides for near in around)
        for cell, around in enumerate(neighbours)
    )


def _bridges(
    sides: list[Row], cells: dict[str, int], neighbours: tuple[Six, ...]
) -> tuple[tuple[Bridge, ...], int]:
    """Every road link across a river hexside is a bridge, and nothing else is, OPS-MAP-5."""
    found: list[tuple[tuple[int, int], Row]] = []
    for row in sides:
        word = BRIDGES[row.choice("bridge", BRIDGES)]
        if (word in ("intact", "down")) != (bool(row.text("river")) and row.flag("road")):
            row.fail("bridge", "intact or down where a road crosses a river, else none or nothing")
        if word in ("intact", "down"):
            found.append((_hexside(row, cells, neighbours), row))
    found.sort(key=lambda item: item[0])
    labels = list(cells)
    bridges = tuple(
        Bridge(index, ends, "/".join(labels[end] for end in ends), row.text("label"), row.text("river"))
        for index, (ends, row) in enumerate(found)
    )
    blown = sum(1 << index for index, (_, row) in enumerate(found) if row.text("bridge") == "down")
    return bridges, blown


def bridge_table(neighbours: tuple[Six, ...], bridges: tuple[Bridge, ...]) -> tuple[Six, ...]:
    at = {bridge.ends: bridge.index for bridge in bridges}
    table = []
    for cell, around in enumerate(neighbours):
        n, ne, se, s, sw, nw = (at.get((min(cell, near), max(cell, near)), -1) for near in around)
        table.append((n, ne, se, s, sw, nw))
    return tuple(table)


def _edges(
    cells: dict[str, int], road_to: tuple[tuple[bool, ...], ...], folder: Path | None
) -> tuple[Edge, ...]:
    rows = read_table(data_file("edge_hexes.csv", folder), EDGE_COLUMNS)
    unique(rows, "hex")
    for row in rows:
        if not any(road_to[hex_of(cells, row)]):
            row.fail("hex", "a hex with a road (OPS-MAP-6, OPS-MAP-9)")
        if row.flag("german_exit") and row.choice("supply_source_for", SIDES) != ALLIED:
            row.fail("german_exit", "yes only at an Allied source of supply (OPS-VIC-2)")
    found = (
        Edge(
            hex=hex_of(cells, row),
            edge=row.choice("edge", EDGES),
            side=row.choice("supply_source_for", SIDES),
            german_exit=row.flag("german_exit"),
            road=row.name("road"),
        )
        for row in rows
    )
    return tuple(sorted(found, key=lambda edge: edge.hex))


def _check_marks(hexes: Iterable[Row], edges: tuple[Edge, ...]) -> None:
    """What the drawing shows as edge roads and exits is what the rules use."""
    roads = {edge.hex for edge in edges}
    exits = {edge.hex for edge in edges if edge.german_exit}
    for index, row in enumerate(hexes):
        for field, marked in (("edge_road", roads), ("exit", exits)):
            if row.flag(field) != (index in marked):
                row.fail(field, f"{'yes' if index in marked else 'no'}, as in edge_hexes.csv (OPS-MAP-6)")


def _objectives(
    cells: dict[str, int],
    terrain: tuple[int, ...],
    road_to: tuple[tuple[bool, ...], ...],
    folder: Path | None,
) -> tuple[Objective, ...]:
    rows = read_table(data_file("objectives.csv", folder), OBJECTIVE_COLUMNS)
    unique(rows, "place")
    unique(rows, "hex")
    for row in rows:
        cell = hex_of(cells, row)
        if terrain[cell] != TOWN or not any(road_to[cell]):
            row.fail("hex", "a town hex with a road (OPS-MAP-8)")
    return tuple(
        Objective(
            index=index,
            place=row.name("place"),
            points=row.number("victory_points", 1, 99),
            hex=hex_of(cells, row),
            dump=row.flag("fuel_dump"),
        )
        for index, row in enumerate(rows)
    )
