"""Read the map of Breakthrough in the Ardennes: map/hexes.csv, map/hexsides.csv, towns, blown bridges."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import field
from msgspec.structs import replace

from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, Board
from ardennes.hexes import COMPASS_EAST_UP, Grid, board_of, make_grid
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.mapfile import HexsideRow, by_direction, check_rivers, hexside_of
from ardennes.kernel.parts import Part, cut_map
from ardennes.kernel.schema import HexName, OneOf, Record, read_records
from ardennes.words import closest

Owner = Annotated[int, OneOf(("german", "allied"))]
EDGE_LETTERS = "NSWE"  # in the order of EDGES


class Hex(Record, frozen=True):
    """A row of map/hexes.csv."""

    for_readers = ("place_kind", "zone", "lat", "lon")

    hex: str
    terrain: Annotated[int, OneOf(terms.TERRAINS)]
    place_name: str = field(name="place")
    side: Owner
    edges: str
    edge_road: bool
    exit: bool
    scoring: bool
    owner_dec21: Owner


class Hexside(HexsideRow, frozen=True):
    """A row of map/hexsides.csv."""

    for_readers = ("front", "siegfried", "status")

    bridge: Literal["", "none", "intact"]
    label: str


class Blown(Record, frozen=True):
    """A bridge that is down when a scenario begins on that day."""

    for_readers = ("name",)

    day: Annotated[int, OneOf(tuple(map(str, terms.SETUP_DAYS)))]  # which of SETUP_DAYS
    hex_a: HexName
    hex_b: HexName


def hex_label(x: int, y: int) -> str:
    """Return the label of a hex."""
    return f"{x},{y}"


@kept
def load_board(folder: Folder | None = None, part: Part | None = None) -> Board:
    """Return the map (chapter BTA-MAP), or the part that a scenario uses, BTA-SHORT-1."""
    hexes = read_records(terms.data_file("map/hexes.csv", folder), Hex, ("hex",))
    sides = read_records(terms.data_file("map/hexsides.csv", folder), Hexside, ("hex_a", "hex_b"))
    grid, hexes, sides = cut_map(_grid(hexes), hexes, sides, part)
    by_cell = {grid.at(row.hex): row for row in hexes}

    def where(test: Callable[[Hex], bool]) -> int:
        return board_of(cell for cell, row in by_cell.items() if test(row))

    links = by_direction(grid, sides, lambda row: row.road)
    check_rivers(sides)
    blown = read_records(terms.data_file("blown_bridges.csv", folder), Blown, ("day", "hex_a", "hex_b"))
    if part is None:
        for row in blown:
            hexside_of(grid, row)
    inside = {row.hex for row in hexes}
    bridges = _bridges(grid, sides, [row for row in blown if {row.hex_a, row.hex_b} <= inside])
    road = functools.reduce(int.__or__, links)
    terrain = tuple(by_cell[cell].terrain if cell in by_cell else 0 for cell in range(grid.size))
    places = tuple(by_cell[cell].place_name if cell in by_cell else "" for cell in range(grid.size))
    return Board(
        grid=grid,
        terrain=terrain,
        place=places,
        road=road,
        links=links,
        rivers=by_direction(grid, sides, lambda row: bool(row.river)),
        river_names={grid.hexside(*hexside_of(grid, row)): row.river for row in sides if row.river},
        bridges=bridges,
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in bridges},
        german16=where(lambda row: row.side == GERMAN),
        german21=where(lambda row: row.owner_dec21 == GERMAN),
        zone=where(lambda row: row.scoring),
        edge_roads=tuple(_edge_roads(by_cell, road)),
        exits=where(lambda row: row.exit),
        towns=_towns(grid, terrain, places, folder) if part is None else _places(grid, hexes, part, folder),
    )


def _grid(hexes: Sequence[Hex]) -> Grid:
    coords = []
    for row in hexes:
        x, comma, y = row.hex.partition(",")
        if not (comma and x.isdigit() and y.isdigit() and hex_label(int(x), int(y)) == row.hex):
            row.fail("hex", "x and y like 7,13")
        coords.append((int(x), int(y)))
    # BTA-MAP-3: odd columns lie half a hex further east.
    return make_grid(coords, pushed="odd", label=hex_label, compass=COMPASS_EAST_UP)


def cell_of(grid: Grid, row: Record, x: int | None, y: int | None) -> int:
    """Return the hex named by the columns x and y of a row; fail if it is not on the map."""
    cell = None if x is None or y is None else grid.find(hex_label(x, y))
    if cell is None:
        row.fail("x", "a hex of the map (x and y)", f"'{x},{y}'")
    return cell


def _edge_roads(hexes: Mapping[int, Hex], road: int) -> list[tuple[int, int, int]]:
    """Return (cell, edge, side supplied) for each hex where a road leaves the map, BTA-MAP-40."""
    result = []
    for cell, row in hexes.items():
        if any(letter not in EDGE_LETTERS for letter in row.edges):
            row.fail("edges", f"letters out of {EDGE_LETTERS}, or nothing")
        if (row.edge_road or row.exit) and not (road >> cell & 1 and row.edges):
            row.fail("edge_road", "yes only for a road hex at the map's edge")
        if row.exit and not row.edge_road:
            row.fail("exit", "yes only where a road leaves the map (edge_road yes), BTA-MAP-46")
        if row.edge_road:
            edges = [EDGE_LETTERS.index(letter) for letter in row.edges]
            result += [(cell, edge, GERMAN if edge == terms.EAST else AMERICAN) for edge in edges]
    return result


def _bridges(grid: Grid, sides: Sequence[Hexside], blown: Sequence[Blown]) -> tuple[terms.Bridge, ...]:
    """Return the bridges: every river hexside that a road crosses, and no other, is a bridge site,
    BTA-MAP-46."""
    down: dict[int, set[int]] = {}
    for gone in blown:
        down.setdefault(grid.hexside(*hexside_of(grid, gone)), set()).add(gone.day)
    bridges: list[terms.Bridge] = []
    for row in sides:
        a, b = hexside_of(grid, row)
        if (row.bridge == "intact") != bool(row.river and row.road):
            row.fail("bridge", "intact where a road crosses a river, else none or nothing")
        if row.bridge == "intact":
            days = down.pop(grid.hexside(a, b), set())
            name = f"{grid.label(a)}/{grid.label(b)}"
            intact = (0 not in days, 1 not in days)
            bridges.append(terms.Bridge(len(bridges), name, (a, b), row.river, intact, row.label))
    for gone in blown:
        if grid.hexside(*hexside_of(grid, gone)) in down:
            gone.fail("hex_a", "a bridge site of map/hexsides.csv")
    return tuple(bridges)


def _places(grid: Grid, hexes: Sequence[Hex], part: Part, folder: Folder | None) -> tuple[terms.Town, ...]:
    """Return the places of a short scenario; they count like the towns of towns.csv, BTA-SHORT-3."""
    usual = read_records(terms.data_file("towns.csv", folder), terms.Town)[0]
    at = {row.place_name: grid.at(row.hex) for row in hexes}
    return tuple(
        replace(usual, name=place, x=grid.column[at[place]], y=grid.row[at[place]], cell=at[place])
        for place in part.places
    )


def _towns(
    grid: Grid, terrain: Sequence[int], names: Sequence[str], folder: Folder | None
) -> tuple[terms.Town, ...]:
    towns = []
    for row in read_records(terms.data_file("towns.csv", folder), terms.Town, ("name",), ("x", "y")):
        cell = cell_of(grid, row, row.x, row.y)
        if terrain[cell] != terms.TOWN:
            row.fail("x", "a hex whose terrain is town in map/hexes.csv", f"'{grid.label(cell)}'")
        if row.name != names[cell]:
            hint = closest(row.name, filter(None, names))
            row.fail("name", f"the place in {grid.label(cell)}, '{names[cell]}'", hint=hint)
        towns.append(replace(row, cell=cell))
    return tuple(towns)
