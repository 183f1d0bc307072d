"""Reading the map of Breakthrough in the Ardennes: map/hexes.csv, map/hexsides.csv, towns, blown bridges."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    EAST,
    EDGES,
    GERMAN,
    TERRAINS,
    TOWN,
    Board,
    Bridge,
    Town,
)
from ardennes.hexes import COMPASS_EAST_UP, Grid, board_of, make_grid
from ardennes.kernel.datafile import Row, Source, read_table, unique
from ardennes.kernel.mapfile import by_direction, game_file, hexside_of

HEX_COLUMNS = ("hex", "terrain", "place", "place_kind", "side", "edges", "edge_road", "exit", "scoring",
               "owner_dec21", "zone", "lat", "lon")  # fmt: skip
HEXSIDE_COLUMNS = ("hex_a", "hex_b", "river", "road", "bridge", "label", "front", "siegfried", "status")
BLOWN_COLUMNS = ("day", "hex_a", "hex_b", "name")
TOWN_COLUMNS = ("name", "x", "y", "per_turn", "at_end")
OWNERS = ("german", "allied")
BRIDGES = ("", "none", "intact")
EDGE_LETTERS = "NSWE"  # in the order of EDGES
SETUP_DAYS = (16, 21)  # the days on which scenarios begin


def data_file(name: str, folder: Path | None = None) -> Source:
    """A data file of the game, or of a designer's folder laid out the same way."""
    return game_file("ardennes.games.breakthrough", name, folder)


def hex_label(x: int, y: int) -> str:
    return f"{x},{y}"


@functools.cache
def load_board(folder: Path | None = None) -> Board:
    """The map, BTA-MAP-1 to -46."""
    hexes = read_table(data_file("map/hexes.csv", folder), HEX_COLUMNS)
    sides = read_table(data_file("map/hexsides.csv", folder), HEXSIDE_COLUMNS)
    unique(hexes, "hex")
    unique(sides, "hex_a", "hex_b")
    grid = _grid(hexes)
    terrain = [0] * grid.size
    place = [""] * grid.size
    for row in hexes:
        terrain[grid.at(row.text("hex"))] = row.choice("terrain", TERRAINS)
        place[grid.at(row.text("hex"))] = row.text("place")

    def where(test: Callable[[Row], bool]) -> int:
        return board_of(grid.at(row.text("hex")) for row in hexes if test(row))

    links = by_direction(grid, sides, lambda row: row.flag("road"))
    bridges = _bridges(grid, sides, read_table(data_file("blown_bridges.csv", folder), BLOWN_COLUMNS))
    road = functools.reduce(int.__or__, links)
    edge_roads = tuple(_edge_roads(grid, hexes, road))
    return Board(
        grid=grid,
        terrain=tuple(terrain),
        place=tuple(place),
        road=road,
        links=links,
        rivers=by_direction(grid, sides, lambda row: bool(row.text("river"))),
        river_names={
            grid.hexside(*hexside_of(grid, row)): row.text("river") for row in sides if row.text("river")
        },
        bridges=bridges,
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in bridges},
        german16=where(lambda row: row.choice("side", OWNERS) == GERMAN),
        german21=where(lambda row: row.choice("owner_dec21", OWNERS) == GERMAN),
        zone=where(lambda row: row.flag("scoring")),
        edge_roads=edge_roads,
        exits=where(lambda row: row.flag("exit")),
        towns=_towns(grid, tuple(terrain), read_table(data_file("towns.csv", folder), TOWN_COLUMNS)),
    )


def _grid(hexes: list[Row]) -> Grid:
    coords = []
    for row in hexes:
        x, comma, y = row.text("hex").partition(",")
        if not (comma and x.isdigit() and y.isdigit() and hex_label(int(x), int(y)) == row.text("hex")):
            row.fail("hex", "x and y like 7,13")
        coords.append((int(x), int(y)))
    # BTA-MAP-3: odd columns lie half a hex further east.
    return make_grid(coords, pushed="odd", label=hex_label, compass=COMPASS_EAST_UP)


def cell_of(grid: Grid, row: Row, x: str = "x", y: str = "y") -> int:
    """The hex named by two columns of a row."""
    cell = grid.find(hex_label(row.number(x, 0, 99), row.number(y, 0, 99)))
    if cell is None:
        row.fail(x, f"a hex of the map ({x} and {y})", f"'{row.text(x)},{row.text(y)}'")
    return cell


def _edge_roads(grid: Grid, hexes: list[Row], road: int) -> list[tuple[int, int, int]]:
    """Where a road leaves the map, by which edge, and whom it supplies, BTA-MAP-40."""
    found = []
    for row in hexes:
        cell = grid.at(row.text("hex"))
        if any(letter not in EDGE_LETTERS for letter in row.text("edges")):
            row.fail("edges", f"letters out of {EDGE_LETTERS}, or nothing")
        if (row.flag("edge_road") or row.flag("exit")) and not (road >> cell & 1 and row.text("edges")):
            row.fail("edge_road", "yes only for a road hex at the map's edge")
        if row.flag("edge_road"):
            edges = [EDGE_LETTERS.index(letter) for letter in row.text("edges")]
            found += [(cell, edge, GERMAN if edge == EAST else AMERICAN) for edge in edges]
        elif row.flag("exit"):
            row.fail("exit", "yes only where a road leaves the map (edge_road yes), BTA-MAP-46")
    assert len(EDGES) == len(EDGE_LETTERS)
    return found


def _bridges(grid: Grid, sides: list[Row], blown: list[Row]) -> tuple[Bridge, ...]:
    """A river hexside that a road crosses is a bridge site, and no other, BTA-MAP-46."""
    down: dict[int, set[int]] = {}
    unique(blown, "day", "hex_a", "hex_b")
    for row in blown:
        day = SETUP_DAYS[row.choice("day", tuple(map(str, SETUP_DAYS)))]
        down.setdefault(grid.hexside(*hexside_of(grid, row)), set()).add(day)
    bridges: list[Bridge] = []
    for row in sides:
        a, b = hexside_of(grid, row)
        site = BRIDGES[row.choice("bridge", BRIDGES)] == "intact"
        if site != bool(row.text("river") and row.flag("road")):
            row.fail("bridge", "intact where a road crosses a river, else none or nothing")
        if site:
            days = down.pop(grid.hexside(a, b), set())
            name = f"{grid.label(a)}/{grid.label(b)}"
            intact = (SETUP_DAYS[0] not in days, SETUP_DAYS[1] not in days)
            bridges.append(Bridge(len(bridges), name, (a, b), row.name("river"), intact, row.text("label")))
    for row in blown:
        if grid.hexside(*hexside_of(grid, row)) in down:
            row.fail("hex_a", "a bridge site of map/hexsides.csv")
    return tuple(bridges)


def _towns(grid: Grid, terrain: tuple[int, ...], rows: list[Row]) -> tuple[Town, ...]:
    towns = []
    unique(rows, "name")
    unique(rows, "x", "y")
    for row in rows:
        cell = cell_of(grid, row)
        if terrain[cell] != TOWN:
            row.fail("x", "a hex whose terrain is town in map/hexes.csv", f"'{grid.label(cell)}'")
        towns.append(
            Town(row.name("name"), cell, row.number("per_turn", 0, 999), row.number("at_end", 0, 999))
        )
    return tuple(towns)
