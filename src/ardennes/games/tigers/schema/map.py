"""The map of Tigers in the Ardennes: map/hexes.csv and map/hexsides.csv."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.hexes import Grid, board_of, make_grid, opposite
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.mapfile import check_rivers, game_file, hexside_of
from ardennes.kernel.parts import Part, cut_map
from ardennes.kernel.schema import Cell, HexName, Record, Status, read_records


@dataclass(frozen=True, slots=True)
class RiverSide:
    """A river hexside; bridges are kept per river side."""

    index: int
    a: int
    b: int
    river: str
    label: str
    road: bool
    bridge_at_start: bool
    owner: int  # side of the front it lies on; GERMAN or ALLIED


@dataclass(frozen=True)
class Board:
    """The map of the game: facts that never change."""

    grid: Grid
    forest: int  # bitboards
    venn: int
    town: int
    city: int
    german_side: int
    allied_side: int
    road_dirs: tuple[int, ...]  # per cell: bit d set when the hexside in direction d carries a road
    river_at: tuple[tuple[int, ...], ...]  # per cell and direction: index of the river side or -1
    siegfried_dirs: tuple[int, ...]
    front_dirs: tuple[int, ...]
    rivers: tuple[RiverSide, ...]
    place_of: dict[int, str]
    hex_of: dict[str, int]  # place name -> cell; plain ASCII names ("St. Vith", "Buellingen")
    north: int
    south: int
    west: int
    east: int
    north_west: int  # western half of the northern edge, TIA-MAP-22
    allied_supply_edge: int
    german_supply_edge: int
    edge_road: int  # hexes where a road leaves the map
    exit_full: int
    exit_half: int
    meuse: int  # hexes with a Meuse side
    dump_hexes: int


def _hex_number(text: str) -> str:
    if not (text.isascii() and text.isdigit() and 101 <= int(text) <= 9999 and int(text) % 100):
        raise ValueError
    if text.startswith("0"):
        raise ValueError
    return text


def _edges(text: str) -> str:
    if set(text) - set("NWSE"):
        raise ValueError
    return text


class Hex(Record, frozen=True):
    """A line of hexes.csv."""

    for_readers = ("lat", "lon")

    hex: Annotated[
        str, Cell(_hex_number, "column and two-digit row without a leading zero, like 102 or 1407")
    ]
    terrain: Literal["open", "forest", "venn", "venn_forest"]
    named: str = msgspec.field(name="place")
    place_kind: Literal["", "city", "town", "place", "ridge"]
    side: Literal["german", "allied"]
    edges: Annotated[str, Cell(_edges, "letters out of N, W, S and E, or nothing")]
    edge_road: bool
    exit: Literal["full", "half", "none"]
    dump: bool


class Hexside(Record, frozen=True):
    """A line of hexsides.csv."""

    hex_a: HexName
    hex_b: HexName
    river: str
    road: Literal["no", "yes", "interrupted"]
    bridge: Literal["intact", "none", ""]
    label: str
    front: bool
    siegfried: bool
    status: Status

    def __post_init__(self) -> None:
        if bool(self.river) != bool(self.bridge):
            self.fail("bridge", "'intact' or 'none' on a river, nothing elsewhere")


# A data file of the game, or of a designer's folder laid out the same way.
data_file = functools.partial(game_file, "ardennes.games.tigers")


@kept
def map_records(folder: Folder | None = None) -> tuple[list[Hex], list[Hexside]]:
    """Return the lines of hexes.csv and hexsides.csv."""
    hexes = read_records(data_file("map/hexes.csv", folder), Hex, ("hex",))
    return hexes, read_records(data_file("map/hexsides.csv", folder), Hexside)


@kept
def load_board(folder: Folder | None = None, part: Part | None = None) -> Board:
    hexes, sides = map_records(folder)
    grid = make_grid(
        [divmod(int(row.hex), 100) for row in hexes],
        pushed="even",
        label=lambda column, row: str(column * 100 + row),
    )
    _check_places(hexes)
    _check_sides(grid, sides, {grid.at(row.hex) for row in hexes if row.side == "allied"})
    return make_board(*cut_map(grid, hexes, sides, part))


def make_board(grid: Grid, hexes: Sequence[Hex], sides: Sequence[Hexside]) -> Board:
    """Return the map that these lines describe."""

    def where(test: Callable[[Hex], bool]) -> int:
        return board_of(grid.at(row.hex) for row in hexes if test(row))

    def edge(letter: str) -> int:
        return where(lambda row: letter in row.edges)

    north, south, west, east = map(edge, "NSWE")
    allied_side = where(lambda row: row.side == "allied")
    rivers = _rivers(grid, sides, allied_side)
    middle = (grid.columns[0] + grid.columns[1]) // 2
    hex_of = {row.named: grid.at(row.hex) for row in hexes if row.named}
    return Board(
        grid=grid,
        forest=where(lambda row: row.terrain in ("forest", "venn_forest")),
        venn=where(lambda row: row.terrain in ("venn", "venn_forest")),
        town=where(lambda row: row.place_kind == "town"),
        city=where(lambda row: row.place_kind == "city"),
        german_side=grid.mask & ~allied_side,
        allied_side=allied_side,
        road_dirs=_dirs(grid, sides, lambda row: row.road != "no"),
        river_at=_river_at(grid, rivers),
        siegfried_dirs=_dirs(grid, sides, lambda row: row.siegfried),
        front_dirs=_dirs(grid, sides, lambda row: row.front),
        rivers=rivers,
        place_of={cell: place for place, cell in hex_of.items()},
        hex_of=hex_of,
        north=north,
        south=south,
        west=west,
        east=east,
        north_west=north & board_of(cell for cell in grid.cells if grid.column[cell] <= middle),
        allied_supply_edge=(north | west | south) & allied_side,
        german_supply_edge=east,
        edge_road=where(lambda row: row.edge_road),
        exit_full=where(lambda row: row.exit == "full"),
        exit_half=where(lambda row: row.exit == "half"),
        meuse=board_of(cell for side in rivers if side.river == "Meuse" for cell in (side.a, side.b)),
        dump_hexes=where(lambda row: row.dump),
    )


def _check_places(hexes: Sequence[Hex]) -> None:
    result: dict[str, Hex] = {}
    for row in hexes:
        if bool(row.named) != bool(row.place_kind):
            row.fail("place_kind", "a kind for every place and for nothing else")
        before = result.setdefault(row.named.lower(), row)
        if row.named and before is not row:
            row.fail("named", f"a value not yet used (line {before.line} has it)")


def _check_sides(grid: Grid, sides: Sequence[Hexside], allied: Collection[int]) -> None:
    check_rivers(sides)
    lines: dict[int, int] = {}
    for row in sides:
        a, b = hexside_of(grid, row)
        hexside = grid.hexside(a, b)
        if hexside in lines:
            row.fail("hex_b", f"a hexside not yet listed (line {lines[hexside]} has it)")
        lines[hexside] = row.line
        if row.front != (a in allied and b not in allied) or (b in allied and a not in allied):
            row.fail("front", "yes if hex_a is Allied and hex_b German, else no")


def _dirs(grid: Grid, sides: Sequence[Hexside], test: Callable[[Hexside], bool]) -> tuple[int, ...]:
    """Return, by cell, the directions whose hexside passes the test, marked from both its hexes."""
    dirs = [0] * grid.size
    for row in sides:
        a, b = hexside_of(grid, row)
        if test(row):
            d = grid.neighbours[a].index(b)
            dirs[a] |= 1 << d
            dirs[b] |= 1 << opposite(d)
    return tuple(dirs)


def _rivers(grid: Grid, sides: Sequence[Hexside], allied_side: int) -> tuple[RiverSide, ...]:
    rivers: list[RiverSide] = []
    for row in sides:
        if row.river:
            a, b = hexside_of(grid, row)
            # A front side starts without a bridge (TIA-MAP-15), so that its owner does not matter.
            owner = ALLIED if (1 << a | 1 << b) & allied_side else GERMAN
            bridge = row.bridge == "intact"
            rivers.append(RiverSide(len(rivers), a, b, row.river, row.label, row.road != "no", bridge, owner))
    return tuple(rivers)


def _river_at(grid: Grid, rivers: tuple[RiverSide, ...]) -> tuple[tuple[int, ...], ...]:
    at = [[-1] * 6 for _ in range(grid.size)]
    for side in rivers:
        d = grid.neighbours[side.a].index(side.b)
        at[side.a][d] = at[side.b][opposite(d)] = side.index
    return tuple(tuple(row) for row in at)
