"""Reading the map of Tigers in the Ardennes: map/hexes.csv and map/hexsides.csv."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, Board, RiverSide
from ardennes.hexes import Grid, board_of, make_grid, opposite
from ardennes.kernel.datafile import Row, Source, read_table, unique
from ardennes.kernel.mapfile import game_file, hexside_of

STATUSES = ("source", "deduced", "reading", "reconstructed")  # where a row of data comes from
HEX_COLUMNS = ("hex", "terrain", "place", "place_kind", "side", "edges", "edge_road", "exit", "dump",
               "lat", "lon")  # fmt: skip
HEX_WORDS = {
    "terrain": ("open", "forest", "venn", "venn_forest"),
    "place_kind": ("", "city", "town", "place", "ridge"),
    "side": SIDES,
    "edge_road": ("yes", "no"),
    "exit": ("full", "half", "none"),
    "dump": ("yes", "no"),
}
HEXSIDE_COLUMNS = ("hex_a", "hex_b", "river", "road", "bridge", "label", "front", "siegfried", "status")


def data_file(name: str, folder: Path | None = None) -> Source:
    """A data file of the game, or of a designer's folder laid out the same way."""
    return game_file("ardennes.games.tigers", name, folder)


@functools.cache
def load_board(folder: Path | None = None) -> Board:
    """The map, from map/hexes.csv and map/hexsides.csv."""
    hexes = read_table(data_file("map/hexes.csv", folder), HEX_COLUMNS)
    sides = read_table(data_file("map/hexsides.csv", folder), HEXSIDE_COLUMNS)
    unique(hexes, "hex")
    grid = _grid(hexes)

    def where(test: Callable[[Row], bool]) -> int:
        return board_of(grid.at(row.text("hex")) for row in hexes if test(row))

    def having(field: str, *words: str) -> int:
        return where(lambda row: HEX_WORDS[field][row.choice(field, HEX_WORDS[field])] in words)

    north, south, west, east = (where(functools.partial(_on_edge, edge)) for edge in "NSWE")
    allied_side = having("side", "allied")
    rivers = _rivers(grid, sides, allied_side)
    middle = (grid.columns[0] + grid.columns[1]) // 2
    return Board(
        grid=grid,
        forest=having("terrain", "forest", "venn_forest"),
        venn=having("terrain", "venn", "venn_forest"),
        town=having("place_kind", "town"),
        city=having("place_kind", "city"),
        german_side=grid.mask & ~allied_side,
        allied_side=allied_side,
        road_dirs=_dirs(grid, sides, lambda row: row.choice("road", ("no", "yes", "interrupted")) > 0),
        river_at=_river_at(grid, rivers),
        siegfried_dirs=_dirs(grid, sides, lambda row: row.flag("siegfried")),
        front_dirs=_dirs(grid, sides, lambda row: row.flag("front")),
        rivers=rivers,
        place_of={grid.at(row.text("hex")): row.text("place") for row in hexes if row.text("place")},
        hex_of=_hex_of(grid, hexes),
        north=north,
        south=south,
        west=west,
        east=east,
        north_west=north & board_of(cell for cell in grid.cells if grid.column[cell] <= middle),
        allied_supply_edge=(north | west | south) & allied_side,
        german_supply_edge=east,
        edge_road=having("edge_road", "yes"),
        exit_full=having("exit", "full"),
        exit_half=having("exit", "half"),
        meuse=board_of(cell for side in rivers if side.river == "Meuse" for cell in (side.a, side.b)),
        dump_hexes=having("dump", "yes"),
    )


def _grid(hexes: list[Row]) -> Grid:
    coords = [divmod(row.number("hex", 101, 9999), 100) for row in hexes]
    for row, (_, number) in zip(hexes, coords, strict=True):
        if number == 0 or row.text("hex").startswith("0"):
            row.fail("hex", "column and two-digit row without a leading zero, like 102 or 1407")
    return make_grid(coords, pushed="even", label=lambda column, row: str(column * 100 + row))


def _on_edge(edge: str, row: Row) -> bool:
    letters = row.text("edges")
    if any(letter not in "NWSE" for letter in letters):
        row.fail("edges", "letters out of N, W, S and E, or nothing")
    return edge in letters


def _hex_of(grid: Grid, hexes: list[Row]) -> dict[str, int]:
    places = [row for row in hexes if row.text("place")]
    unique(places, "place")
    for row in hexes:
        if bool(row.text("place")) != bool(row.text("place_kind")):
            row.fail("place_kind", "a kind exactly where there is a place")
    return {row.text("place"): grid.at(row.text("hex")) for row in places}


def _dirs(grid: Grid, sides: list[Row], test: Callable[[Row], bool]) -> tuple[int, ...]:
    """Per cell the directions whose hexside passes the test, marked from both of its hexes."""
    dirs = [0] * grid.size
    for row in sides:
        a, b = hexside_of(grid, row)
        if test(row):
            d = grid.neighbours[a].index(b)
            dirs[a] |= 1 << d
            dirs[b] |= 1 << opposite(d)
    return tuple(dirs)


def _rivers(grid: Grid, sides: list[Row], allied_side: int) -> tuple[RiverSide, ...]:
    seen: dict[int, int] = {}
    rivers: list[RiverSide] = []
    for row in sides:
        a, b = hexside_of(grid, row)
        hexside = grid.hexside(a, b)
        if hexside in seen:
            row.fail("hex_b", f"a hexside not yet listed (line {seen[hexside]} has it)")
        seen[hexside] = row.line
        row.choice("status", STATUSES)
        a_allied, b_allied = (bool(allied_side >> cell & 1) for cell in (a, b))
        if row.flag("front") != (a_allied != b_allied) or (row.flag("front") and not a_allied):
            row.fail("front", "yes exactly where hex_a is an Allied hex and hex_b a German one")
        river, bridge = row.text("river"), row.text("bridge")
        row.choice("bridge", ("intact", "none") if river else ("",))
        if river:
            # A front side starts without a bridge (TIA-MAP-15), so that its owner does not matter.
            owner = ALLIED if a_allied or b_allied else GERMAN
            road = row.text("road") != "no"
            rivers.append(
                RiverSide(len(rivers), a, b, river, row.text("label"), road, bridge == "intact", owner)
            )
    return tuple(rivers)


def _river_at(grid: Grid, rivers: tuple[RiverSide, ...]) -> tuple[tuple[int, ...], ...]:
    at = [[-1] * 6 for _ in range(grid.size)]
    for side in rivers:
        d = grid.neighbours[side.a].index(side.b)
        at[side.a][d] = at[side.b][opposite(d)] = side.index
    return tuple(tuple(row) for row in at)
