"""Reading the map of Breakthrough in the Ardennes."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path

from ardennes.games.breakthrough.terms import (
    COMPASS,
    EDGES,
    GERMAN,
    SIDE_CODES,
    TERRAINS,
    TOWN,
    Board,
    Bridge,
    Town,
)
from ardennes.hexes import Grid, board_of, make_grid, opposite
from ardennes.kernel.datafile import Row, Source, read_table, unique

HEX_COLUMNS = ("x", "y", "terrain", "zone", "place", "road", "owner_dec16", "owner_dec21",
               "west_of_ourthe", "lat", "lon")  # fmt: skip
RIVER_COLUMNS = ("x1", "y1", "x2", "y2", "river", "bridge_site", "bridge_dec16", "bridge_dec21")
ROAD_COLUMNS = ("x1", "y1", "x2", "y2", "routes")
EDGE_COLUMNS = ("x", "y", "edge", "supply_source_for")
EXIT_COLUMNS = ("x", "y", "edge", "status", "reason")
TOWN_COLUMNS = ("name", "x", "y", "printed_x", "printed_y", "printed_name", "lat", "lon", "fit_x", "fit_y",
                "residual_x", "residual_y", "vp_per_turn", "vp_end")  # fmt: skip
ZERO_ONE = ("0", "1")
BRIDGE_STATES = ("", "intact", "blown")


def data_file(name: str, folder: Path | None = None) -> Source:
    """A data file of the game, or of a designer's folder laid out the same way."""
    root: Source = folder if folder is not None else resources.files("ardennes.games.breakthrough") / "data"
    return root / name


def hex_label(x: int, y: int) -> str:
    return f"{x},{y}"


@functools.cache
def load_board(folder: Path | None = None) -> Board:
    """The map from map_hexes, map_rivers, map_roads, edge_roads, exit_hexes and towns."""
    hexes = read_table(data_file("map_hexes.csv", folder), HEX_COLUMNS)
    unique(hexes, "x", "y")
    coords = [(row.number("x", 0, 99), row.number("y", 0, 99)) for row in hexes]
    # BTA-MAP-3: odd columns lie half a hex further east.
    grid = make_grid(coords, pushed="odd", label=hex_label, compass=COMPASS)
    cells = [grid.at(hex_label(x, y)) for x, y in coords]
    terrain = [0] * grid.size
    place = [""] * grid.size
    road = german16 = german21 = zone = 0
    for cell, row in zip(cells, hexes, strict=True):
        terrain[cell] = row.choice("terrain", TERRAINS)
        place[cell] = row.text("place")
        road |= row.choice("road", ZERO_ONE) << cell
        german16 |= (row.choice("owner_dec16", SIDE_CODES) == GERMAN) << cell
        german21 |= (row.choice("owner_dec21", SIDE_CODES) == GERMAN) << cell
        zone |= row.choice("west_of_ourthe", ZERO_ONE) << cell
    rivers, names, bridges = _rivers(grid, read_table(data_file("map_rivers.csv", folder), RIVER_COLUMNS))
    return Board(
        grid=grid,
        terrain=tuple(terrain),
        place=tuple(place),
        road=road,
        links=_links(grid, read_table(data_file("map_roads.csv", folder), ROAD_COLUMNS), road),
        rivers=rivers,
        river_names=names,
        bridges=bridges,
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in bridges},
        german16=german16,
        german21=german21,
        zone=zone,
        edge_roads=tuple(
            (cell_of(grid, row), row.choice("edge", EDGES), row.choice("supply_source_for", SIDE_CODES))
            for row in read_table(data_file("edge_roads.csv", folder), EDGE_COLUMNS)
        ),
        exits=board_of(
            cell_of(grid, row) for row in read_table(data_file("exit_hexes.csv", folder), EXIT_COLUMNS)
        ),
        towns=_towns(grid, tuple(terrain), read_table(data_file("towns.csv", folder), TOWN_COLUMNS)),
    )


def cell_of(grid: Grid, row: Row, x: str = "x", y: str = "y") -> int:
    """The hex named by two columns of a row."""
    cell = grid.find(hex_label(row.number(x, 0, 99), row.number(y, 0, 99)))
    if cell is None:
        row.fail(x, f"a hex of the map ({x} and {y})", f"'{row.text(x)},{row.text(y)}'")
    return cell


def _pair(grid: Grid, row: Row) -> tuple[int, int]:
    a, b = cell_of(grid, row, "x1", "y1"), cell_of(grid, row, "x2", "y2")
    if not grid.adjacent(a, b):
        row.fail("x2", f"a neighbour of {grid.label(a)}", f"'{grid.label(b)}'")
    return a, b


def _links(grid: Grid, rows: list[Row], road: int) -> tuple[int, ...]:
    links = [0] * 6
    for row in rows:
        a, b = _pair(grid, row)
        if not (road >> a & 1 and road >> b & 1):
            row.fail("x1", "two hexes that carry a road (road = 1 in map_hexes.csv)")
        direction = grid.direction(a, b)
        assert direction is not None
        links[direction] |= 1 << a
        links[opposite(direction)] |= 1 << b
    return tuple(links)


def _rivers(grid: Grid, rows: list[Row]) -> tuple[tuple[int, ...], dict[int, str], tuple[Bridge, ...]]:
    sides = [0] * 6
    names: dict[int, str] = {}
    bridges: list[Bridge] = []
    for row in rows:
        a, b = _pair(grid, row)
        direction = grid.direction(a, b)
        assert direction is not None
        sides[direction] |= 1 << a
        sides[opposite(direction)] |= 1 << b
        names[grid.hexside(a, b)] = row.name("river")
        if row.choice("bridge_site", ZERO_ONE):
            states = [BRIDGE_STATES[row.choice(f, BRIDGE_STATES)] for f in ("bridge_dec16", "bridge_dec21")]
            if "" in states:
                row.fail("bridge_dec16", "intact or blown for a bridge site, on both days")
            bridges.append(
                Bridge(
                    index=len(bridges),
                    name=f"{grid.label(a)}/{grid.label(b)}",
                    ends=(a, b),
                    river=row.name("river"),
                    intact=(states[0] == "intact", states[1] == "intact"),
                )
            )
    return tuple(sides), names, tuple(bridges)


def _towns(grid: Grid, terrain: tuple[int, ...], rows: list[Row]) -> tuple[Town, ...]:
    towns = []
    for row in rows:
        cell = cell_of(grid, row)
        if terrain[cell] != TOWN:
            row.fail("x", "a hex whose terrain is town in map_hexes.csv", f"'{grid.label(cell)}'")
        towns.append(
            Town(row.name("name"), cell, row.number("vp_per_turn", 0, 999), row.number("vp_end", 0, 999))
        )
    return tuple(towns)
