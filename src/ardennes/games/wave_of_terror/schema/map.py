"""Read the map of Wave of Terror: map/hexes.csv, map/hexsides.csv, waters.csv, blown_bridges.csv."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import field

from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Board
from ardennes.hexes import COMPASS_SOUTH_UP, Grid, board_of, make_grid, opposite
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.mapfile import HexsideRow, hexside_of
from ardennes.kernel.parts import Part, cut_map
from ardennes.kernel.schema import HexName, Name, OneOf, Record, read_records
from ardennes.words import closest

EDGE_LETTERS = "NWSE"
# W38 lies on E10 (WOT-2.2): a west column is that much less on the joined map, WOT-MAP-5, WOT-MAP-7.
JOIN = 28
FIRST_EAST = 10
LIEGE = ("Liège", "Liège-Outremeuse")  # WOT-MAP-11
ST_VITH, POL_CENTRE = "E3119", "E2714"  # WOT-MAP-10, WOT-MAP-37
NORTH_ENDS = "E3900"  # the last north edge hex that is the Allies', WOT-MAP-35, WOT-6.7
BRITISH_ENDS = ("W1810", "E2000")  # WOT-MAP-34
EXIT_ENDS = ("W1810", "E1800")  # WOT-MAP-33
WEST_BANK = "W1800"  # WOT-MAP-32


class Hex(Record, frozen=True):
    """A row of map/hexes.csv."""

    for_readers = ("lat", "lon")

    hex: str
    terrain: Annotated[int, OneOf(terms.TERRAINS)]
    place_name: str = field(name="place")
    place_kind: Literal["", "village", "town", "city"]
    side: Annotated[int, OneOf(terms.SIDES)]
    edges: str
    edge_road: bool
    exit: bool
    west_wall: bool


class Hexside(HexsideRow, frozen=True):
    """A row of map/hexsides.csv."""

    for_readers = ("label", "siegfried", "status")

    bridge: Literal["", "none", "intact"]
    front: bool
    blocked: bool


class Water(Record, frozen=True):
    """A row of waters.csv."""

    water: Name
    kind: Annotated[int, OneOf(terms.HEXSIDES[terms.MAJOR :])] = field(name="class")


class Blown(Record, frozen=True):
    """A row of blown_bridges.csv."""

    for_readers = ("printed", "status")

    allied_hex: HexName
    german_hex: HexName


def hex_label(column: int, row: int) -> str:
    """Return the printed name of a hex by its column on the joined map, WOT-MAP-1, WOT-MAP-7."""
    return f"E{column:02}{row:02}" if column >= FIRST_EAST else f"W{column + JOIN:02}{row:02}"


@kept
def load_board(folder: Folder | None = None, part: Part | None = None) -> Board:
    """Return the map (chapter WOT-MAP), or the part that a scenario uses, WOT-SHORT-1."""
    every = read_records(terms.data_file("map/hexes.csv", folder), Hex, ("hex",))
    rows = read_records(terms.data_file("map/hexsides.csv", folder), Hexside, ("hex_a", "hex_b"))
    grid, hexes, rows = cut_map(_grid(every), every, rows, part)
    terrain, place, names = [0] * grid.size, [0] * grid.size, [""] * grid.size
    for row in hexes:
        cell = grid.at(row.hex)
        terrain[cell], names[cell] = row.terrain, row.place_name
        place[cell] = terms.PLACES.index(row.place_kind) if row.place_kind in terms.PLACES else 0

    def where(test: Callable[[Hex], bool]) -> int:
        return board_of(grid.at(row.hex) for row in hexes if test(row))

    sides = lay_sides(grid, _read_sides(grid, rows, folder))
    german = where(lambda row: row.side == terms.GERMAN)
    edges = {letter: where(lambda row: letter in row.edges) for letter in EDGE_LETTERS}  # noqa: B023
    north = edges["N"] & _upto(grid, NORTH_ENDS)
    for row in hexes:
        _check_edges(grid, sides["road"], row)
    cities = [cell for cell in grid.cells if place[cell] == terms.CITY]
    st_vith = grid.find(ST_VITH) or 0
    if part is not None:
        cities = _places(grid, hexes, part)
        st_vith = cities[0]
    return Board(
        grid=grid,
        terrain=tuple(terrain),
        place=tuple(place),
        names=tuple(names),
        **sides,
        german_side=german,
        front=(german & grid.ring(grid.mask & ~german), grid.ring(german) & ~german),
        west_wall=where(lambda row: row.west_wall),
        west_of_meuse=_west_of_meuse(grid, sides["hexsides"]),
        edge_roads=where(lambda row: row.edge_road),
        entries=(north, edges["W"], edges["S"], edges["E"], _stretch(grid, edges, BRITISH_ENDS)),
        exit_stretch=where(lambda row: row.exit) & _stretch(grid, edges, EXIT_ENDS),
        sources=(edges["E"], north | edges["W"] | edges["S"]),
        liege=where(lambda row: row.place_name in LIEGE),
        st_vith=st_vith,
        pol_centre=grid.find(POL_CENTRE) or 0,
        cities=board_of(cities),
        alias={
            f"W{FIRST_EAST + JOIN}{row:02}": hex_label(FIRST_EAST, row) for row in range(grid.rows[1] + 1)
        },
    )


def _places(grid: Grid, hexes: Sequence[Hex], part: Part) -> list[int]:
    """Return the places of a short scenario, which replace the cities; the first replaces St. Vith,
    WOT-SHORT-3."""
    at = {row.place_name: grid.at(row.hex) for row in hexes}
    return [at[place] for place in part.places]


def _grid(hexes: Sequence[Hex]) -> Grid:
    coords = []
    for row in hexes:
        result = re.fullmatch(r"([EW])(\d\d)(\d\d)", row.hex)
        if result is None:
            row.fail("hex", "a sheet, column and row like E3119 or W2210 (WOT-MAP-1)")
        column = int(result[2]) - (JOIN if result[1] == "W" else 0)
        if hex_label(column, int(result[3])) != row.hex:
            row.fail("hex", "the joined column by its east name (WOT-MAP-6)")
        coords.append((column, int(result[3])))
    # WOT-MAP-2: odd columns lie half a hex further south.
    return make_grid(coords, pushed="odd", label=hex_label, compass=COMPASS_SOUTH_UP)


def _check_edges(grid: Grid, road: int, row: Hex) -> None:
    if any(letter not in EDGE_LETTERS for letter in row.edges):
        row.fail("edges", f"letters out of {EDGE_LETTERS}, or nothing")
    if row.edge_road and not (row.edges and road >> grid.at(row.hex) & 1):
        row.fail("edge_road", "yes only for a road hex at the map's edge (WOT-MAP-44)")
    if row.exit and not row.edge_road:
        row.fail("exit", "yes only where a road leaves the map (WOT-MAP-33)")


class Side(NamedTuple):
    """The features of one hexside."""

    a: int
    b: int
    kind: int = terms.PLAIN
    road: bool = False
    blown: bool = False  # the bridge, where a road crosses water


def _read_sides(grid: Grid, rows: Sequence[Hexside], folder: Folder | None) -> Iterator[Side]:
    """Read the hexsides: one feature each (WOT-MAP-43), the class of each water, WOT-MAP-42, blown bridges,
    WOT-MAP-46."""
    named = read_records(terms.data_file("waters.csv", folder), Water, ("water",))
    waters = {row.water: terms.MAJOR + row.kind for row in named}
    blown = read_records(terms.data_file("blown_bridges.csv", folder), Blown)
    ends = {row.line: [grid.find(hex_) for hex_ in (row.allied_hex, row.german_hex)] for row in blown}
    blown = [row for row in blown if all(cell is None or cell in grid for cell in ends[row.line])]
    down = {grid.hexside(*hexside_of(grid, row, "allied_hex", "german_hex")): row for row in blown}
    for row in rows:
        a, b = hexside_of(grid, row)
        if row.river and row.river not in waters:
            row.fail("river", "a water of waters.csv", hint=closest(row.river, waters))
        if row.blocked and (row.river or row.front or row.road):
            row.fail("blocked", "no on water, on a road and on the front (WOT-MAP-43)")
        bridged = bool(row.river and row.road)
        if bridged != (row.bridge == "intact"):
            row.fail("bridge", "intact where a road crosses water, else none or nothing")
        kind = waters[row.river] if row.river else terms.BLOCKED if row.blocked else terms.PLAIN
        yield Side(a, b, kind, row.road, bridged and down.pop(grid.hexside(a, b), None) is not None)
    for missing in down.values():
        missing.fail("allied_hex", "a bridge of map/hexsides.csv (WOT-MAP-46)")


def lay_sides(grid: Grid, sides: Iterable[Side]) -> dict[str, Any]:
    """Return the fields of a board that describe hexsides.

    A road over water is a bridge, and no other hexside is, WOT-MAP-40.
    """
    kinds = [[terms.PLAIN] * 6 for _ in range(grid.size)]
    links = [0] * 6
    bridges: list[terms.Bridge] = []
    for side in sides:
        way = grid.neighbours[side.a].index(side.b)
        for cell, direction in ((side.a, way), (side.b, opposite(way))):
            kinds[cell][direction] = side.kind
            links[direction] |= side.road << cell
        if side.road and side.kind != terms.PLAIN:
            name = f"{grid.label(side.a)}/{grid.label(side.b)}"
            bridges.append(terms.Bridge(len(bridges), name, (side.a, side.b), side.blown))
    return {
        "road": functools.reduce(int.__or__, links),
        "links": tuple(links),
        "hexsides": tuple(map(tuple, kinds)),
        "bridges": tuple(bridges),
        "bridge_at": {grid.hexside(*bridge.ends): bridge.index for bridge in bridges},
    }


def _upto(grid: Grid, label: str) -> int:
    """Return the hexes in the columns up to that of a hex."""
    last = grid.column[cell] if (cell := grid.find(label)) is not None else grid.columns[1]
    return board_of(cell for cell in grid.cells if grid.column[cell] <= last)


def _stretch(grid: Grid, edges: dict[str, int], ends: tuple[str, str]) -> int:
    """Return the edge hexes up the west edge from one hex, then along the north edge to another."""
    foot = grid.find(ends[0])
    row = grid.row[foot] if foot is not None else grid.rows[1]
    west = board_of(cell for cell in grid.cells if grid.row[cell] <= row) & edges["W"]
    return west | edges["N"] & _upto(grid, ends[1])


def _west_of_meuse(grid: Grid, kinds: tuple[tuple[int, ...], ...]) -> int:
    """Return the hexes that the north-west corner connects to without crossing the Meuse, WOT-MAP-32."""
    start = grid.find(WEST_BANK)
    todo = [start] if start is not None else []
    reached = board_of(todo)
    while todo:
        cell = todo.pop()
        for direction, near in enumerate(grid.neighbours[cell]):
            if near >= 0 and kinds[cell][direction] != terms.MAJOR and not reached >> near & 1:
                reached |= 1 << near
                todo.append(near)
    return reached


assert (terms.ALLIED, terms.LAKE) == (
    1,
    terms.MAJOR + 1,
)  # `front` and `Water` above rely on the order of the words
