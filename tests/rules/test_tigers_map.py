"""The map of Tigers in the Ardennes against every constraint of its rulebook (TIA-MAP)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from math import hypot

import pytest

from ardennes.atlas.art.scene import Scene, read_scene
from ardennes.atlas.art.water import river_samples
from ardennes.atlas.art.ways import road_lines
from ardennes.atlas.project import Fit, Point
from ardennes.atlas.spec import map_folder, read_spec
from ardennes.atlas.tables import HexRow, MapTables, SideRow, read_tables
from ardennes.games.tigers.rules.model.state import TigersState, Variant
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.sequence.setup import opening
from ardennes.games.tigers.schema.map import Board, load_board
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.games.tigers.schema.units import load_units
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import COMPASS_NORTH_UP, OFF_MAP, Grid, bits

NORTH = [
    str(n) for n in (110, 210, 311, 410, 511, 610, 711, 810, 911, 1010, 1111, 1210, 1311, 1410, 1511, 1610)
]
SOUTH = [
    str(n) for n in (102, 201, 302, 401, 502, 601, 702, 801, 902, 1001, 1102, 1201, 1302, 1401, 1502, 1601)
]
WEST = [str(100 + row) for row in range(2, 11)]
EAST = [str(1600 + row) for row in range(1, 11)]
EXITS = ("110", "210", "311", "511")
HALF_EXITS = ("106", "107", "108", "109")
CUT_ROADS = ({"1105", "1204"}, {"1302", "1303"})
VICTORY_TOWNS = (
    "Spa", "Malmedy", "St. Vith", "Vielsalm", "Bastogne", "Marche", "Martelange", "Echternach",
)  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def grid(board: Board) -> Grid:
    return board.grid


@cache
def tables() -> MapTables:
    return read_tables(map_folder("tigers"), ("edge_road", "exit", "dump"))


def rows(test: Callable[[SideRow], bool]) -> list[SideRow]:
    return [row for row in tables().sides if test(row)]


def hexes(test: Callable[[HexRow], bool]) -> set[str]:
    return {row.hex for row in tables().hexes if test(row)}


def side(row: SideRow) -> frozenset[str]:
    return frozenset((row.hex_a, row.hex_b))


def sides(results: Iterable[SideRow]) -> set[frozenset[str]]:
    return {side(row) for row in results}


def labels(grid: Grid, cells: int | Iterable[int]) -> set[str]:
    return {grid.label(cell) for cell in (bits(cells) if isinstance(cells, int) else cells) if cell >= 0}


def near(grid: Grid, label: str) -> set[str]:
    return labels(grid, grid.neighbours[grid.at(label)])


def height(grid: Grid, label: str) -> float:
    return grid.position(grid.at(label))[1]


def flood(grid: Grid, start: Iterable[str], crosses: Callable[[str, str], bool]) -> set[str]:
    """Every hex reached from the start over hexsides that may be crossed."""
    result, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for there in near(grid, here) - result:
            if crosses(here, there):
                result.add(there)
                todo.append(there)
    return result


# --- the grid --------------------------------------------------------------------------------------


def test_columns_count_eastward_and_rows_northward(board: Board, grid: Grid) -> None:
    """TIA-MAP-1."""
    for row in tables().hexes:
        cell = grid.at(row.hex)
        assert int(row.hex) == grid.column[cell] * 100 + grid.row[cell]
    ground = {row.hex: row for row in tables().hexes}
    assert all(ground[str(c * 100 + 5)].lon < ground[str(c * 100 + 105)].lon for c in range(1, 16))
    assert all(ground[str(400 + r)].lat < ground[str(401 + r)].lat for r in range(1, 10))


def test_neighbours_are_those_of_the_printed_hexsides(grid: Grid) -> None:
    """TIA-MAP-2."""
    assert "1204" in near(grid, "1105")
    assert "1303" in near(grid, "1302")
    around = {
        1: ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)),
        0: ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)),
    }
    assert grid.compass == COMPASS_NORTH_UP
    for cell in grid.cells:
        column, row = grid.column[cell], grid.row[cell]
        expected = [grid.find(str((column + dc) * 100 + row + dr)) for dc, dr in around[column % 2]]
        assert [None if n == OFF_MAP else n for n in grid.neighbours[cell]] == expected


def test_schnee_eifel_hexes_touch(grid: Grid) -> None:
    """TIA-MAP-3."""
    assert "1307" in near(grid, "1206")
    assert "1407" in near(grid, "1307")


def test_column_one_has_nine_hexes(grid: Grid) -> None:
    """TIA-MAP-4."""
    assert {label for label in labels(grid, grid.cells) if len(label) == 3 and label[0] == "1"} == set(WEST)
    assert grid.find("111") is None


def test_odd_columns_hold_rows_2_to_11_and_even_ones_1_to_10(grid: Grid) -> None:
    """TIA-MAP-5."""
    for column in range(2, 17):
        result = sorted(grid.row[cell] for cell in grid.cells if grid.column[cell] == column)
        assert result == (list(range(2, 12)) if column % 2 else list(range(1, 11)))
    assert len(grid.cells) == 159


def test_exit_hexes_have_a_side_off_the_map(board: Board, grid: Grid) -> None:
    """TIA-MAP-6."""
    for label in EXITS:
        outward = [d for d, n in enumerate(grid.neighbours[grid.at(label)]) if n == OFF_MAP]
        assert {grid.compass[d] for d in outward} & {"N", "NW", "SW"}
    assert labels(grid, board.exit_full) == set(EXITS)
    assert labels(grid, board.exit_half) == set(HALF_EXITS)


def test_western_edge_is_column_one(board: Board, grid: Grid) -> None:
    """TIA-MAP-7."""
    assert labels(grid, board.west) == set(WEST)
    assert {"106", "107", "108", "109", "110"} <= labels(grid, board.west)


def test_102_and_1302_are_allied_southern_edge_hexes(board: Board, grid: Grid) -> None:
    """TIA-MAP-8."""
    for label in ("102", "1302"):
        assert label in labels(grid, board.south & board.allied_side & board.allied_supply_edge)


def test_eastern_edge_is_the_last_column_and_german(board: Board, grid: Grid) -> None:
    """TIA-MAP-9."""
    assert grid.columns[1] >= 15
    assert labels(grid, board.east) == {row.hex for row in tables().hexes if int(row.hex) // 100 == 16}
    assert not board.east & board.allied_side


def test_edges_are_the_listed_hexes(board: Board, grid: Grid) -> None:
    """TIA-MAP-29."""
    assert labels(grid, board.north) == set(NORTH)
    assert labels(grid, board.south) == set(SOUTH)
    assert labels(grid, board.west) == set(WEST)
    assert labels(grid, board.east) == set(EAST)
    off = {"1410", "1511", "1610", "1401", "1502", "1601"}
    assert labels(grid, (board.north | board.south) & board.german_side) == off
    assert {row.hex: row.edges for row in tables().hexes if len(row.edges) > 1} == {
        "102": "WS", "110": "NW", "1601": "SE", "1610": "NE",
    }  # fmt: skip


def test_western_half_of_the_northern_edge(board: Board, grid: Grid) -> None:
    """TIA-MAP-22."""
    assert labels(grid, board.north_west) == set(NORTH[:8])


# --- the front -------------------------------------------------------------------------------------


def test_front_is_one_chain_from_north_to_south_and_parts_the_map(board: Board, grid: Grid) -> None:
    """TIA-MAP-10."""
    front = rows(lambda row: row.front == "yes")
    corners: dict[tuple[int, int], int] = {}
    plane = read_spec(map_folder("tigers"), "tigers").plane
    for row in front:
        for corner in plane.side(grid.at(row.hex_a), grid.at(row.hex_b)):
            corners[corner] = corners.get(corner, 0) + 1
    ends = [corner for corner, count in corners.items() if count == 1]
    assert len(ends) == 2
    assert all(count <= 2 for count in corners.values())
    assert len(corners) == len(front) + 1  # a chain, not a chain and rings
    tops = {c for label in NORTH for c in plane.corners(grid.at(label))}
    bottoms = {c for label in SOUTH for c in plane.corners(grid.at(label))}
    assert (ends[0] in tops and ends[1] in bottoms) or (ends[1] in tops and ends[0] in bottoms)
    assert board.allied_side & board.german_side == 0
    assert board.allied_side | board.german_side == grid.mask
    result = flood(grid, ["102"], lambda a, b: frozenset((a, b)) not in sides(front))
    assert result == labels(grid, board.allied_side)
    assert all(row.hex_a in result and row.hex_b not in result for row in front)


def test_sides_of_the_named_hexes(board: Board, grid: Grid) -> None:
    """TIA-MAP-11."""
    assert {"1206", "1307", "1105", "1302"} <= labels(grid, board.allied_side)
    assert {"1407", "1204", "1303"} <= labels(grid, board.german_side)
    columns_1_to_11 = {label for label in labels(grid, grid.cells) if int(label) < 1200}
    others = {"1201", "1202", "1206", "1207", "1208", "1209", "1210", "1302", "1307", "1311"}
    assert labels(grid, board.allied_side) == columns_1_to_11 | others


def test_siegfried_line_is_the_front_but_for_1206_and_1307(board: Board, grid: Grid) -> None:
    """TIA-MAP-12."""
    wall = sides(rows(lambda row: row.siegfried == "yes"))
    front = sides(rows(lambda row: row.front == "yes"))
    assert wall == {pair for pair in front if not pair & {"1206", "1307"}}
    for cell in grid.cells:
        assert board.siegfried_dirs[cell] & ~board.front_dirs[cell] == 0


# --- rivers, roads and bridges ---------------------------------------------------------------------


def test_two_front_crossings_are_cut_until_bridged(board: Board, grid: Grid) -> None:
    """TIA-MAP-13."""
    cut = rows(lambda row: row.road == "interrupted")
    assert [set(side(row)) for row in cut] == list(CUT_ROADS)
    roads = sides(rows(lambda row: row.road == "yes"))
    for row in cut:
        assert row.river
        assert row.bridge == "none"
        for label in (row.hex_a, row.hex_b):
            assert any(label in pair for pair in roads)
        river = board.rivers[board.river_at[grid.at(row.hex_a)][_way(grid, row)]]
        assert river.road
        assert not river.bridge_at_start


def _way(grid: Grid, row: SideRow) -> int:
    direction = grid.direction(grid.at(row.hex_a), grid.at(row.hex_b))
    assert direction is not None
    return direction


def test_every_other_road_over_a_river_has_a_bridge(board: Board, grid: Grid) -> None:
    """TIA-MAP-14."""
    crossings = rows(lambda row: row.river != "" and row.road == "yes")
    assert len(crossings) == 13
    assert all(row.bridge == "intact" for row in crossings)
    for river in board.rivers:
        if river.bridge_at_start:
            allied = (1 << river.a | 1 << river.b) & board.allied_side
            assert allied == 1 << river.a | 1 << river.b
            assert river.owner == ALLIED


def test_no_other_road_crosses_a_river_on_the_front() -> None:
    """TIA-MAP-15."""
    result = rows(lambda row: row.front == "yes" and row.river != "" and row.road != "no")
    assert [set(side(row)) for row in result] == list(CUT_ROADS)


def test_meuse_bars_the_way_to_the_exits(board: Board, grid: Grid) -> None:
    """TIA-MAP-16."""
    meuse = sides(rows(lambda row: row.river == "Meuse"))
    plane = read_spec(map_folder("tigers"), "tigers").plane
    corners: dict[tuple[int, int], int] = {}
    for pair in meuse:
        for corner in plane.side(*(grid.at(label) for label in sorted(pair))):
            corners[corner] = corners.get(corner, 0) + 1
    assert sorted(corners.values()).count(1) == 2
    assert len(corners) == len(meuse) + 1
    near_bank = flood(grid, ["1407"], lambda a, b: frozenset((a, b)) not in meuse)
    assert not near_bank & {*EXITS, *HALF_EXITS}
    far = {*WEST, "201", *(str(n) for n in range(205, 211)), "309", "310", "311", "409", "410"}
    far |= {"509", "510", "511", "609", "610", "711"}
    assert labels(grid, grid.cells) - near_bank == far
    assert labels(grid, board.meuse) == {label for pair in meuse for label in pair}


def test_prebuilt_bridge_at_trois_ponts(board: Board, grid: Grid) -> None:
    """TIA-MAP-25."""
    here = grid.at(next(row.hex for row in tables().hexes if row.place == "Trois Ponts"))
    bridges = [river for river in board.rivers if river.bridge_at_start and here in (river.a, river.b)]
    assert bridges
    assert all(river.owner == ALLIED for river in bridges)
    assert grid.column[here] < grid.column[board.hex_of["Malmedy"]]
    assert grid.position(here)[1] > grid.position(board.hex_of["Vielsalm"])[1]


def test_forest_and_road_can_share_a_hex(board: Board, grid: Grid) -> None:
    """TIA-MAP-26."""
    wooded = [cell for cell in bits(board.forest) if board.road_dirs[cell]]
    assert len(wooded) > 10
    for cell in grid.cells:
        for direction, there in enumerate(grid.neighbours[cell]):
            if there != OFF_MAP:  # a road belongs to the hexside, so both hexes know it
                back = (direction + 3) % 6
                here = board.road_dirs[cell] >> direction & 1
                assert here == board.road_dirs[there] >> back & 1


def test_roads_cross_rivers_only_where_listed(board: Board, grid: Grid) -> None:
    """TIA-MAP-30."""
    crossing = rows(lambda row: row.river != "" and row.road != "no")
    named = {row.label for row in crossing}
    assert named == {
        "Mezieres", "Sedan", "Givet", "Dinant", "Namur west", "Namur north", "Huy", "Liege", "Schoenberg",
        "Steinebrueck", "Dasburg", "Echternach", "Trois Ponts south", "Trois Ponts east", "Aywaille",
    }  # fmt: skip
    assert sum(river.bridge_at_start for river in board.rivers) == len(crossing) - len(CUT_ROADS)


def test_drawn_roads_cross_rivers_only_at_bridges() -> None:
    """TIA-MAP-30, on the sheet: no drawn road runs over a drawn river but where a bridge stands."""
    scene = read_scene(read_spec(map_folder("tigers"), "tigers"), tables())
    bridges = [scene.crossing(pair) for pair, row in scene.sides.items() if row.bridge == "intact"]
    waters = [segment for line in river_samples(scene) for segment in pairwise(line)]
    crossings = 0
    for line in (line for lines in road_lines(scene).values() for line in lines):
        for road in pairwise(line):
            for water in waters:
                if (spot := meeting(road, water)) is not None and on_a_hex(scene, spot):
                    crossings += 1
                    assert min(hypot(spot[0] - x, spot[1] - y) for x, y in bridges) < 8
    assert crossings == len(bridges)


def on_a_hex(scene: Scene, pixel: Point) -> bool:
    return scene.spec.plane.hex_at(scene.frame.point(pixel)) is not None


def meeting(one: tuple[Point, Point], two: tuple[Point, Point]) -> Point | None:
    """Return where two straight segments cross; None if they do not."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = one, two
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if turn == 0:
        return None
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
    return (ax + t * (bx - ax), ay + t * (by - ay)) if 0 <= t < 1 and 0 <= u < 1 else None


def test_roads_cross_the_front_dry_and_leave_the_east(board: Board, grid: Grid) -> None:
    """TIA-MAP-32."""
    dry = sides(rows(lambda row: row.front == "yes" and row.road == "yes" and not row.river))
    for pair in ({"1307", "1407"}, {"1206", "1306"}, {"1206", "1205"}):
        assert frozenset(pair) in dry
    leaving = sorted(int(label) % 100 for label in labels(grid, board.east & board.edge_road))
    assert [any(low <= row <= high for row in leaving) for low, high in ((1, 3), (4, 7), (8, 10))] == [
        True
    ] * 3


def test_roads_join_towns_and_troops_to_their_edges(board: Board, grid: Grid) -> None:
    """TIA-MAP-21."""
    allied_ends = labels(grid, board.edge_road & board.allied_side)
    for edge in (board.north, board.west, board.south):
        assert allied_ends & labels(grid, edge)
    road = sides(rows(lambda row: row.road == "yes"))
    allied = labels(grid, board.allied_side)
    behind = flood(grid, allied_ends, lambda a, b: frozenset((a, b)) in road and b in allied)
    assert {grid.label(board.hex_of[name]) for name in (*VICTORY_TOWNS, "Sedan")} <= behind
    german_ends = labels(grid, board.edge_road & board.east)
    german = labels(grid, board.german_side)
    net = flood(grid, german_ends, lambda a, b: frozenset((a, b)) in road and b in german)
    for unit in load_units(board):
        if unit.side != ALLIED and unit.start_hex is not None and not unit.arrival:
            start = unit.start_hex
            assert min(grid.distance(start, grid.at(label)) for label in net) <= 4, unit.id


# --- places ----------------------------------------------------------------------------------------


def test_three_cities_on_the_meuse(board: Board, grid: Grid) -> None:
    """TIA-MAP-17."""
    assert {row.place for row in tables().hexes if row.place_kind == "city"} == {"Liege", "Namur", "Sedan"}
    assert board.city.bit_count() == 3
    assert board.city & board.meuse == board.city


def test_eight_towns_of_victory_are_allied(board: Board, grid: Grid) -> None:
    """TIA-MAP-18."""
    cells = {board.hex_of[name] for name in VICTORY_TOWNS}
    assert len(cells) == len(VICTORY_TOWNS)
    assert all(board.town & board.allied_side & 1 << cell for cell in cells)


def test_spa_and_its_six_neighbours_may_hold_the_dump(board: Board, grid: Grid) -> None:
    """TIA-MAP-19."""
    spa = board.hex_of["Spa"]
    around = [cell for cell in grid.neighbours[spa] if cell != OFF_MAP]
    assert len(around) == 6
    assert labels(grid, board.dump_hexes) == labels(grid, [spa, *around])
    assert not board.dump_hexes & board.german_side


def test_hohe_venn_lies_between_spa_and_monschau(board: Board, grid: Grid) -> None:
    """TIA-MAP-20."""
    venn = list(bits(board.venn))
    assert len(venn) >= 2
    assert any(grid.adjacent(a, b) for a in venn for b in venn)
    towns = ("Spa", "Malmedy", "Monschau", "Eupen")
    columns = [grid.column[board.hex_of[name]] for name in towns]
    assert all(min(columns) <= grid.column[cell] <= max(columns) for cell in venn)
    near_west = [board.hex_of["Spa"], board.hex_of["Malmedy"]]
    near_east = [board.hex_of["Monschau"], board.hex_of["Eupen"]]
    for group in (near_west, near_east):
        assert min(grid.distance(cell, town) for cell in venn for town in group) == 1


def test_places_stand_west_to_east_as_on_the_ground(board: Board, grid: Grid) -> None:
    """TIA-MAP-23."""
    order = (
        ("Namur", "Sedan"), ("Marche",), ("Liege",), ("Bastogne", "Martelange"), ("Spa", "Vielsalm"),
        ("Malmedy", "St. Vith"), ("Echternach",),
    )  # fmt: skip
    columns = [[grid.column[board.hex_of[name]] for name in group] for group in order]
    assert all(max(a) <= min(b) for a, b in pairwise(columns))


def test_places_stand_north_to_south_as_on_the_ground(board: Board, grid: Grid) -> None:
    """TIA-MAP-24."""
    order = (
        ("Liege",), ("Spa",), ("Malmedy",), ("St. Vith", "Vielsalm"), ("Marche",), ("Bastogne",),
        ("Martelange",), ("Echternach",), ("Sedan",),
    )  # fmt: skip
    heights = [[grid.position(board.hex_of[name])[1] for name in group] for group in order]
    assert all(min(a) >= max(b) for a, b in pairwise(heights))


def test_ss_divisions_start_at_1407_or_farther_north(board: Board, grid: Grid) -> None:
    """TIA-MAP-27."""
    starts = {unit.id: unit.start_hex for unit in load_units(board) if unit.ss and not unit.arrival}
    assert len(starts) >= 3
    for unit, start in starts.items():
        assert start is not None, unit
        assert grid.position(start)[1] >= height(grid, "1407"), unit


# --- set-up ----------------------------------------------------------------------------------------


def historical(world: World) -> TigersState:
    """Return the units as placed in history, with guests on their suggested hosts."""
    state = opening(world, Variant())
    for unit in world.units:
        if unit.free_placement and unit.start_hex is not None:
            state.where[unit.index] = unit.start_hex
    return state


def test_start_stacks_are_legal() -> None:
    """TIA-MAP-28."""
    world = World()
    state = historical(world)
    stacks: dict[tuple[int, int], list[int]] = {}
    for unit in world.units:
        if state.where[unit.index] >= 0:
            stacks.setdefault((unit.side, state.where[unit.index]), []).append(unit.index)
    assert len(stacks) > 20
    for (_, cell), units in stacks.items():
        assert stack_fits(world, cell, units), world.grid.label(cell)


def test_every_unit_starts_in_supply() -> None:
    """TIA-MAP-31."""
    world = World()
    state = historical(world)
    placed = [unit for unit in world.units if state.where[unit.index] >= 0 and unit.combat]
    assert len(placed) > 30
    assert [unit.id for unit in placed if not in_supply(world, state, unit.index)] == []


# --- the fit ---------------------------------------------------------------------------------------


def test_the_fit_is_the_rulebooks_own() -> None:
    """The reconstruction's scale: 12.5 km a hex, and Echternach on the hexside 1302/1303."""
    fit: Fit = read_spec(map_folder("tigers"), "tigers").fit
    for lon, lat in ((6.42, 49.815), (5.57, 50.63), (4.87, 50.47)):
        u, v = fit.columns_rows(lon, lat)
        assert u == pytest.approx(13 + (lon - 6.42) * 71.3 / 10.83)
        assert v == pytest.approx(2.5 + (lat - 49.815) * 111.2 / 12.5)
