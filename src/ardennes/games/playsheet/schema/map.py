"""Reading the map of the playsheet: map/hexes.csv, map/hexsides.csv, edge_hexes.csv and objectives.csv.

Here hexes get their numbers: column by column, so that the lowest id is the lowest number (OPS-GRID-7).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import msgspec

from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, GROUND_OF, TERRAINS, TOWN, Index, Side
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.mapfile import HexsideRow, check_rivers, game_file
from ardennes.kernel.parts import Part, corners_of
from ardennes.kernel.schema import Cell, HexName, Name, OneOf, PlaceName, Record, read_records
from ardennes.words import closest

EDGES = ("north", "east", "south", "west")
OFF_MAP = -1

# Neighbours N, NE, SE, S, SW, NW as (columns, rows) in even and in odd columns, OPS-MAP-1.
_STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
Six = tuple[int, int, int, int, int, int]
Pair = tuple[int, int]  # the two hexes of a hexside, the lower first
Flags = tuple[tuple[bool, ...], ...]  # by hex and direction
Ways = tuple[tuple[tuple[int, int], ...], ...]  # by hex the next ones, each with the bridge on the way, or -1


def _label(text: str) -> str:
    if not re.fullmatch(r"\d{4}", text):
        raise ValueError
    return text


class HexRow(Record, frozen=True):
    for_readers = ("place_kind", "edges", "lat", "lon")
    hex: Annotated[str, Cell(_label, "two digits of column and two of row, like 2429 (OPS-GRID-7)")]
    terrain: Annotated[int, OneOf(TERRAINS)]
    name: str = msgspec.field(name="place")
    side: Side  # of the front of 16 December, OPS-MAP-7
    edge_road: bool
    exit: bool


class Hexside(HexsideRow, frozen=True):
    for_readers = ("front", "siegfried", "status")
    bridge: Literal["", "none", "intact", "down"]
    label: str

    def __post_init__(self) -> None:
        """Every road link across a river hexside is a bridge, and nothing else is, OPS-MAP-5."""
        if (self.bridge in ("intact", "down")) != (bool(self.river) and self.road):
            self.fail("bridge", "intact or down where a road crosses a river, else none or nothing")


class Edge(Record, frozen=True):
    """A road hex on the map's edge, OPS-MAP-6."""

    label: HexName = msgspec.field(name="hex")
    edge: Annotated[int, OneOf(EDGES)]
    side: Side = msgspec.field(name="supply_source_for")  # whom it supplies
    german_exit: bool
    road: Name
    hex: Index = msgspec.field(name="cell", default=OFF_MAP)

    def __post_init__(self) -> None:
        if self.german_exit and self.side != ALLIED:
            self.fail("german_exit", "yes only at an Allied source of supply (OPS-VIC-2)")


class Objective(Record, frozen=True):
    name: PlaceName = msgspec.field(name="place")
    points: Annotated[int, msgspec.Meta(ge=1, le=99)] = msgspec.field(name="victory_points")
    label: HexName = msgspec.field(name="hex")
    dump: bool = msgspec.field(name="fuel_dump")  # OPS-SUP-6
    hex: Index = msgspec.field(name="cell", default=OFF_MAP)
    index: Index = -1


@dataclass(frozen=True, slots=True)
class Bridge:
    """A road over a river hexside, OPS-MAP-5."""

    index: int
    ends: Pair
    id: str  # 4126/4226
    name: str  # the nearest place


@dataclass(frozen=True, eq=False)  # told apart as objects, so that what follows from one can be remembered
class Board:
    """The map. What follows from its hexes and hexsides is worked out once it is asked for."""

    columns: int
    rows: int
    terrain: tuple[int, ...]  # by hex
    places: tuple[str, ...]  # by hex
    rivers: Mapping[Pair, str]  # their names
    roads: frozenset[Pair]
    bridge_names: Mapping[Pair, str]
    down: frozenset[Pair]  # bridges that are down at the start
    german_side: int  # hexes behind the front of 16 December, OPS-MAP-7
    edges: tuple[Edge, ...] = ()
    objectives: tuple[Objective, ...] = ()
    ground: int = -1  # the hexes in play; -1: all, OPS-SHORT-1

    @functools.cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"{column:02}{row:02}" for column in range(self.columns) for row in range(self.rows))

    @functools.cached_property
    def cells(self) -> dict[str, int]:
        return {label: cell for cell, label in enumerate(self.labels)}

    @functools.cached_property
    def neighbours(self) -> tuple[Six, ...]:
        """OFF_MAP beyond the edge, or beyond the ground of a scenario."""
        every, ground = _neighbours(self.columns, self.rows), self.ground
        if ground == -1:
            return every
        return tuple(
            _six(n if n != OFF_MAP and ground >> cell & ground >> n & 1 else OFF_MAP for n in around)
            for cell, around in enumerate(every)
        )

    @functools.cached_property
    def river_to(self) -> Flags:
        return self._flags(frozenset(self.rivers))

    @functools.cached_property
    def road_to(self) -> Flags:
        return self._flags(self.roads)

    def _flags(self, sides: frozenset[Pair]) -> Flags:
        return tuple(
            tuple(pair(cell, near) in sides for near in around) for cell, around in enumerate(self.neighbours)
        )

    @functools.cached_property
    def bridges(self) -> tuple[Bridge, ...]:
        crossed = sorted(self.roads & self.rivers.keys())
        return tuple(
            Bridge(index, ends, self.side_name(ends), self.bridge_names.get(ends, ""))
            for index, ends in enumerate(crossed)
        )

    @functools.cached_property
    def bridge_to(self) -> tuple[Six, ...]:
        """-1: no bridge."""
        at = {bridge.ends: bridge.index for bridge in self.bridges}
        return tuple(
            _six(at.get(pair(cell, near), -1) for near in around)
            for cell, around in enumerate(self.neighbours)
        )

    @functools.cached_property
    def hexes(self) -> tuple[int, ...]:
        """Those in play."""
        return tuple(cell for cell in range(len(self.terrain)) if self.ground >> cell & 1)

    @functools.cached_property
    def kinds(self) -> tuple[int, ...]:
        """OPEN, CLOSE or BOG, OPS-MOVE-15."""
        return tuple(GROUND_OF[terrain] for terrain in self.terrain)

    @functools.cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours that are on the map."""
        return tuple(tuple(n for n in around if n != OFF_MAP) for around in self.neighbours)

    @functools.cached_property
    def axial(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The axial coordinates of all hexes, q and r, OPS-GRID-8."""
        return _axial(self.columns, self.rows)

    @functools.cached_property
    def road_ways(self) -> Ways:
        return self._ways(self.road_to)

    @functools.cached_property
    def dry_ways(self) -> Ways:
        """Without a river, or over a bridge."""
        rows = zip(self.river_to, self.bridge_to, strict=True)
        return self._ways(tuple(tuple(not r or b >= 0 for r, b in zip(*row, strict=True)) for row in rows))

    def _ways(self, open_: Flags) -> Ways:
        rows = zip(self.neighbours, self.bridge_to, open_, strict=True)
        return tuple(
            tuple((near, bridge) for near, bridge, on in zip(*row, strict=True) if on and near != OFF_MAP)
            for row in rows
        )

    @functools.cached_property
    def road_hex(self) -> int:
        """The hexes with a road."""
        return sum(1 << cell for cell, roads in enumerate(self.road_to) if any(roads))

    @functools.cached_property
    def start_blown(self) -> int:
        return sum(1 << bridge.index for bridge in self.bridges if bridge.ends in self.down)

    def side_name(self, ends: Pair) -> str:
        """A hexside by its two hexes, the lower first."""
        return "/".join(self.labels[end] for end in ends)

    def hex_of(self, record: Record, field: str) -> int:
        """The hex a record names."""
        if getattr(record, field) not in self.cells:
            hint = closest(getattr(record, field), self.labels)
            record.fail(field, "a hex of map/hexes.csv, column and row like 2429", hint=hint)
        return self.cells[getattr(record, field)]


def pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _six(values: Iterable[int]) -> Six:
    n, ne, se, s, sw, nw = values
    return n, ne, se, s, sw, nw


@functools.cache
def _axial(columns: int, rows: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    q = tuple(column for column in range(columns) for _ in range(rows))
    return q, tuple(cell % rows - q[cell] // 2 for cell in range(columns * rows))


@functools.cache
def _neighbours(columns: int, rows: int) -> tuple[Six, ...]:
    def around(column: int, row: int) -> Six:
        return _six(
            (column + right) * rows + row + down
            if 0 <= column + right < columns and 0 <= row + down < rows
            else OFF_MAP
            for right, down in _STEPS[column % 2]
        )

    return tuple(around(*divmod(cell, rows)) for cell in range(columns * rows))


# A data file of the game, or of a designer's folder laid out the same way.
data_file = functools.partial(game_file, "ardennes.games.playsheet")


@kept
def load_board(folder: Folder | None = None) -> Board:
    """The map, OPS-MAP-1, OPS-MAP-2, OPS-MAP-3, OPS-MAP-4, OPS-MAP-5, OPS-MAP-6, OPS-MAP-7."""
    hexes = sorted(
        read_records(data_file("map/hexes.csv", folder), HexRow, ("hex",)), key=lambda row: row.hex
    )
    columns, rows = _size(hexes)
    bare = Board(
        columns,
        rows,
        terrain=tuple(row.terrain for row in hexes),
        places=tuple(row.name for row in hexes),
        rivers={},
        roads=frozenset(),
        bridge_names={},
        down=frozenset(),
        german_side=sum(1 << cell for cell, row in enumerate(hexes) if row.side == GERMAN),
    )
    sides = read_records(data_file("map/hexsides.csv", folder), Hexside, ("hex_a", "hex_b"))
    at = {_hexside(bare, row): row for row in sides}
    check_rivers(sides)
    board = replace(
        bare,
        rivers={ends: row.river for ends, row in at.items() if row.river},
        roads=frozenset(ends for ends, row in at.items() if row.road),
        bridge_names={ends: row.label for ends, row in at.items()},
        down=frozenset(ends for ends, row in at.items() if row.bridge == "down"),
    )
    board = replace(board, edges=_edges(board, folder), objectives=_objectives(board, folder))
    _check_marks(hexes, board.edges)
    return board


@kept
def cut_board(folder: Folder | None, part: Part) -> Board:
    """Return the ground of a short scenario, OPS-SHORT-1, with its places as objectives, OPS-SHORT-3."""
    whole = load_board(folder)
    ground = hexes_of(whole, part)
    inside = [cell for cell in range(len(whole.terrain)) if ground >> cell & 1]
    pairs = frozenset(ends for ends in whole.roads if all(ground >> end & 1 for end in ends))
    edges = [msgspec.structs.replace(edge, german_exit=False) for edge in whole.edges if edge.hex in inside]
    check_roads(whole, part)
    for label in part.roads:
        letter, cell = part.edges_of(label), whole.cells[label]
        edge = [word[0].upper() for word in EDGES].index(letter)
        side = GERMAN if letter == "E" else ALLIED
        edges.append(Edge(label=label, edge=edge, side=side, german_exit=False, road=label, hex=cell))
    at = {whole.places[cell]: cell for cell in inside}
    points = {one.name: one.points for one in whole.objectives}
    least = min(points.values())
    objectives = tuple(
        Objective(name=place, points=points.get(place, least), label=whole.labels[at[place]], dump=False,
                  hex=at[place], index=index)
        for index, place in enumerate(part.places)
    )  # fmt: skip
    return replace(
        whole,
        rivers={ends: name for ends, name in whole.rivers.items() if all(ground >> end & 1 for end in ends)},
        roads=pairs,
        edges=tuple(sorted(edges, key=lambda edge: edge.hex)),
        objectives=objectives,
        ground=ground,
    )


def check_roads(whole: Board, part: Part) -> None:
    """The roads off the ground of a scenario are road hexes, each on one edge of it."""
    for label in part.roads:
        cell = whole.cells.get(label, -1)
        if len(part.edges_of(label)) != 1 or cell < 0 or not any(whole.road_to[cell]):
            part.fail("roads", "road hexes of the ground, each named as one edge of it", repr(label))


def hexes_of(board: Board, part: Part) -> int:
    """The hexes of a scenario's ground."""
    result = 0
    for a, b in corners_of(part, board.cells.get, board.labels):
        columns, rows = (
            sorted(pair) for pair in zip(divmod(a, board.rows), divmod(b, board.rows), strict=True)
        )
        for cell in range(len(board.terrain)):
            column, row = divmod(cell, board.rows)
            result |= (columns[0] <= column <= columns[-1] and rows[0] <= row <= rows[-1]) << cell
    return result


def _size(hexes: Sequence[HexRow]) -> tuple[int, int]:
    """Columns and rows of a map without gaps."""
    columns = 1 + max(int(row.hex[:2]) for row in hexes)
    rows = 1 + max(int(row.hex[2:]) for row in hexes)
    if len(hexes) != columns * rows:
        result = f"{len(hexes)} hexes"
        hexes[-1].fail("hex", f"{columns * rows}, every hex of {columns} columns and {rows} rows", result)
    return columns, rows


def _hexside(board: Board, row: Hexside) -> Pair:
    a, b = board.hex_of(row, "hex_a"), board.hex_of(row, "hex_b")
    if b not in board.neighbours[a]:
        row.fail("hex_b", f"a hex that touches {row.hex_a}")
    return pair(a, b)


def _edges(board: Board, folder: Folder | None) -> tuple[Edge, ...]:
    result = []
    for row in read_records(data_file("edge_hexes.csv", folder), Edge, ("hex",)):
        cell = board.hex_of(row, "label")
        if not any(board.road_to[cell]):
            row.fail("label", "a hex with a road (OPS-MAP-6, OPS-MAP-9)")
        result.append(msgspec.structs.replace(row, hex=cell))
    return tuple(sorted(result, key=lambda edge: edge.hex))


def _check_marks(hexes: Sequence[HexRow], edges: Sequence[Edge]) -> None:
    """What the drawing shows as edge roads and exits is what the rules use."""
    roads = {edge.hex for edge in edges}
    exits = {edge.hex for edge in edges if edge.german_exit}
    for cell, row in enumerate(hexes):
        for field, marked in (("edge_road", roads), ("exit", exits)):
            if getattr(row, field) != (cell in marked):
                row.fail(field, f"{'yes' if cell in marked else 'no'}, as in edge_hexes.csv (OPS-MAP-6)")


def _objectives(board: Board, folder: Folder | None) -> tuple[Objective, ...]:
    result = []
    rows = read_records(data_file("objectives.csv", folder), Objective, ("place",), ("hex",))
    for index, row in enumerate(rows):
        cell = board.hex_of(row, "label")
        if board.terrain[cell] != TOWN or not any(board.road_to[cell]):
            row.fail("label", "a town hex with a road (OPS-MAP-8)")
        if row.name != board.places[cell]:
            hint = closest(row.name, filter(None, board.places))
            row.fail("name", f"the place in {row.label}, '{board.places[cell]}'", hint=hint)
        result.append(msgspec.structs.replace(row, index=index, hex=cell))
    return tuple(result)
