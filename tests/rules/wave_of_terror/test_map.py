"""The map of Wave of Terror against every constraint its rulebook puts on it (WOT-MAP)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from ardennes.atlas import geodata
from ardennes.atlas.plane import Corner
from ardennes.atlas.snap import distance_to
from ardennes.atlas.spec import MapSpec, map_folder, read_spec
from ardennes.atlas.tables import MapTables, SideRow, read_tables
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import (
    ALLIED,
    BLOCKED,
    BRITISH_STRETCH,
    CITY,
    CLEAR,
    EAST,
    FOREST,
    GERMAN,
    LAKE,
    MAJOR,
    MARSH,
    MINOR,
    NO_PLACE,
    NORTH,
    PLAIN,
    RIDGE,
    SOUTH,
    TOWN,
    WEST,
    Board,
)
from ardennes.hexes import OFF_MAP, Grid, bits, board_of
from ardennes.kernel.datafile import read_table

# WOT-MAP-16, WOT-MAP-17, WOT-MAP-18, WOT-MAP-19, WOT-MAP-20, WOT-MAP-21, WOT-MAP-22,
# WOT-MAP-23, WOT-MAP-24, WOT-MAP-25, WOT-MAP-26, WOT-MAP-27, WOT-MAP-28:
# Allied hex first, in the printed order.
BLOWN = (
    "E3231/E3330", "E3232/E3331", "E3333/E3433", "E3436/E3535", "E3506/E3607", "E3538/E3638", "E3811/E3911",
    "E3028/E3128", "E3435/E3534", "E3537/E3638", "E4040/E3939", "E4040/E4039", "E4140/E4139",
)  # fmt: skip
CITIES = {
    "E2033": "Bastogne", "E3119": "St. Vith", "E1703": "Liège", "E1804": "Liège-Outremeuse", "W2411": "Namur",
    "W3508": "Huy", "W2521": "Dinant", "E2505": "Verviers", "E3004": "Eupen", "E2912": "Malmédy",
    "E1023": "Marche", "E4234": "Bitburg", "W2243": "Charleville",
}  # fmt: skip
TOWNS = {
    "W2427": "Givet", "E2510": "Spa", "E2614": "Stavelot", "E2515": "Trois-Ponts", "E2519": "Vielsalm",
    "E2226": "Houffalize", "E1625": "La Roche", "W3426": "Rochefort", "W3119": "Ciney", "E1221": "Hotton",
    "E1919": "Manhay", "E1915": "Werbomont", "E2011": "Aywaille", "W2823": "Celles", "E1132": "St. Hubert",
    "E1137": "Libramont", "E1340": "Neufchâteau", "W3142": "Bouillon", "E2633": "Wiltz", "E2828": "Clervaux",
    "E3138": "Ettelbrück", "E3337": "Diekirch", "E3435": "Vianden", "E4040": "Echternach", "E4023": "Prüm",
    "E3506": "Monschau", "E3614": "Büllingen", "E3511": "Elsenborn", "E3422": "Winterspelt",
    "E3128": "Dasburg", "E2140": "Martelange", "W2210": "St. Servais", "W2308": "Suarlée",
    "W2107": "Rhisnes", "W2507": "Vedrin",
}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def grid(board: Board) -> Grid:
    return board.grid


@cache
def spec() -> MapSpec:
    return read_spec(map_folder("wave_of_terror"), "wave_of_terror")


@cache
def tables() -> MapTables:
    return read_tables(spec().folder, [mark.name for mark in spec().marks], ["blocked"])


@cache
def first_german() -> tuple[int, ...]:
    """Return by row the westernmost German column."""
    rows = read_table(
        spec().folder.parent.joinpath("front_line.csv"),  # type: ignore[union-attr]
        ("row", "first_german_column", "status"),
    )
    return tuple(row.number("first_german_column", 10, 42) for row in rows)


def hexes(grid: Grid, result: int) -> set[str]:
    return {grid.label(cell) for cell in bits(result)}


def around(grid: Grid, label: str) -> set[str]:
    return {grid.label(cell) for cell in grid.neighbours[grid.at(label)] if cell != OFF_MAP}


def kind(board: Board, side: str) -> int:
    """Return what is on a hexside."""
    a, b = (board.grid.at(label) for label in side.split("/"))
    return board.hexsides[a][board.grid.neighbours[a].index(b)]


def is_german(board: Board, label: str) -> bool:
    return bool(board.german_side >> board.grid.at(label) & 1)


def chain(rows: list[SideRow]) -> tuple[list[Corner], list[Corner]]:
    """Return the ends of the line of hexsides, and the corners where more than two of them meet."""
    meet: Counter[Corner] = Counter()
    grid = spec().grid
    for row in rows:
        meet.update(spec().plane.side(grid.at(row.hex_a), grid.at(row.hex_b)))
    return [c for c, n in meet.items() if n == 1], [c for c, n in meet.items() if n > 2]


def joined(rows: list[SideRow]) -> bool:
    """Return whether the hexsides are connected."""
    grid = spec().grid
    sides = [set(spec().plane.side(grid.at(row.hex_a), grid.at(row.hex_b))) for row in rows]
    reached, todo = set(sides[0]), sides[1:]
    while todo:
        touching = [side for side in todo if side & reached]
        if not touching:
            return False
        for side in touching:
            reached |= side
            todo.remove(side)
    return True


# --- the grid --------------------------------------------------------------------------------------


def test_map_1_columns_count_eastward_and_rows_southward(grid: Grid) -> None:
    """WOT-MAP-1"""
    (lon_w, lat_n), (lon_e, lat_s) = (spec().fit.ground(*spec().plane.centres[grid.at(x)]) for x in
                                      ("E2010", "E3030"))  # fmt: skip
    assert lon_w < lon_e
    assert lat_n > lat_s


def test_map_2_odd_columns_lie_half_a_hex_lower(grid: Grid) -> None:
    """WOT-MAP-2"""
    assert around(grid, "E4110") == {"E4109", "E4210", "E4211", "E4111", "E4011", "E4010"}
    assert around(grid, "E3021") == {"E3020", "E3120", "E3121", "E3022", "E2921", "E2920"}
    assert {"E3709", "E3710"} <= around(grid, "E3610")


def test_map_3_4_5_the_sheets_and_their_join(grid: Grid) -> None:
    """WOT-MAP-3, WOT-MAP-4, WOT-MAP-5"""
    east = {label for cell in grid.cells if (label := grid.label(cell)).startswith("E")}
    assert len(east) == 1469
    assert len(grid.cells) == 2359
    assert len(grid.cells) - len(east) + sum(label.startswith("E10") for label in east) == 935
    assert grid.find("E3944") is None
    assert grid.find("E4244") is not None
    assert around(grid, "W3705") == {"W3704", "E1005", "E1006", "W3706", "W3606", "W3605"}


def test_map_6_the_shared_column_has_two_names(board: Board) -> None:
    """WOT-MAP-6"""
    assert board.alias["W3805"] == "E1005"
    assert len(board.alias) == 45
    assert board.grid.find("W3805") is None


def test_map_7_distances_over_the_join(grid: Grid) -> None:
    """WOT-MAP-7"""
    assert grid.columns == (-10, 42)
    assert grid.distance(grid.at("W3710"), grid.at("E1110")) == 2
    assert grid.distance(grid.at("W3610"), grid.at("E1210")) == 4
    assert grid.distance(grid.at("E3013"), grid.at("E2714")) == 3
    assert grid.distance(grid.at("E3012"), grid.at("E2714")) == 4


def test_map_8_edges(board: Board, grid: Grid) -> None:
    """WOT-MAP-8"""
    edges = {letter: {row.hex for row in tables().hexes if letter in row.edges} for letter in "NWSE"}
    assert edges["W"] == {f"W18{row:02}" for row in range(45)}
    assert edges["E"] == {f"E42{row:02}" for row in range(45)}
    assert edges["N"] == {label for cell in grid.cells if (label := grid.label(cell)).endswith("00")}
    assert len(edges["N"]) == len(edges["S"]) == 53
    assert {"W2343", "W2444", "W1844", "E4244", "E1743"} <= edges["S"]


# --- places and the front --------------------------------------------------------------------------


def test_map_9_10_bastogne_and_st_vith(board: Board, grid: Grid) -> None:
    """WOT-MAP-9, WOT-MAP-10"""
    assert board.names[grid.at("E2033")] == "Bastogne"
    assert grid.label(board.st_vith) == "E3119"
    assert board.place[board.st_vith] == CITY
    assert not is_german(board, "E3119")


def test_map_11_liege_lies_on_both_banks(board: Board, grid: Grid) -> None:
    """WOT-MAP-11"""
    assert hexes(grid, board.liege) == {"E1703", "E1804"}
    assert kind(board, "E1703/E1804") == MAJOR
    bridge = board.bridges[board.bridge_at[grid.hexside(grid.at("E1703"), grid.at("E1804"))]]
    assert not bridge.blown
    assert board.west_of_meuse >> grid.at("E1703") & 1
    assert not board.west_of_meuse >> grid.at("E1804") & 1


def front_rows() -> list[SideRow]:
    return [row for row in tables().sides if row.front == "yes"]


def test_map_12_13_14_the_front_is_one_chain_of_116_hexsides(board: Board, grid: Grid) -> None:
    """WOT-MAP-12, WOT-MAP-13, WOT-MAP-14"""
    rows = front_rows()
    assert len(rows) == 116
    ends, forks = chain(rows)
    assert len(ends) == 2
    assert forks == []
    assert joined(rows)
    by_hex = {(row.hex_a, row.hex_b): row for row in rows}
    for pair in (("E3900", "E4000"), ("E3126", "E3226"), ("E4240", "E4239")):
        assert pair in by_hex
    sides = [is_german(board, label) for label in ("E3900", "E4000", "E4239", "E4240")]
    assert sides == [False, True, True, False]
    assert not any(is_german(board, f"E42{row}") for row in range(40, 45))
    river = [row for row in rows if row.river in ("Our", "Sauer")]
    assert len(river) == 43
    assert len(chain(river)[0]) == 2
    assert joined(river)
    assert all(kind(board, f"{row.hex_a}/{row.hex_b}") == MINOR for row in river)
    assert ("E3126", "E3227") in {(row.hex_a, row.hex_b) for row in river}
    assert board.front[GERMAN].bit_count() == 58
    assert board.front[ALLIED].bit_count() == 59


def test_the_front_is_that_of_the_table(board: Board, grid: Grid) -> None:
    """WOT-MAP-12, WOT-MAP-13, WOT-MAP-14, WOT-MAP-15: front_line.csv row by row."""
    starts = first_german()
    german = board_of(
        cell for cell in grid.cells if grid.row[cell] < 40 and grid.column[cell] >= starts[grid.row[cell]]
    )
    assert len(starts) == 40
    assert board.german_side == german


def test_map_15_the_salient_at_wahlerscheid(board: Board, grid: Grid) -> None:
    """WOT-MAP-15"""
    touching = hexes(grid, board.front[ALLIED])
    assert around(grid, "E3610") & touching == {"E3609", "E3710"}
    assert "E3610" in touching
    assert is_german(board, "E3709")
    assert not any(is_german(board, label) for label in ("E3509", "E3510", "E3611", "E3711", "E3612"))


# --- bridges and the Meuse -------------------------------------------------------------------------


def test_map_16_to_28_and_46_the_bridges_blown_at_start(board: Board, grid: Grid) -> None:
    """WOT-MAP-16, WOT-MAP-17, WOT-MAP-18, WOT-MAP-19, WOT-MAP-20, WOT-MAP-21, WOT-MAP-22, WOT-MAP-23,
    WOT-MAP-24, WOT-MAP-25, WOT-MAP-26, WOT-MAP-27, WOT-MAP-28, WOT-MAP-46"""
    down = {frozenset(bridge.name.split("/")) for bridge in board.bridges if bridge.blown}
    assert down == {frozenset(name.split("/")) for name in BLOWN}
    for name in BLOWN:
        allied, german = name.split("/")
        assert (is_german(board, allied), is_german(board, german)) == (False, True)
        assert kind(board, name) == MINOR
        assert board.road >> grid.at(allied) & board.road >> grid.at(german) & 1
    over = {frozenset((row.hex_a, row.hex_b)) for row in front_rows() if row.bridge == "intact"}
    assert over == down  # and no other bridge crosses the front


def test_map_29_vianden(board: Board, grid: Grid) -> None:
    """WOT-MAP-29"""
    assert all(side == PLAIN for side in board.hexsides[grid.at("E3335")])
    reached = {grid.at("E3534")}
    todo = list(reached)
    while todo:
        cell = todo.pop()
        for direction in range(6):
            near = grid.neighbours[cell][direction]
            if board.links[direction] >> cell & 1 and near not in reached and board.german_side >> near & 1:
                reached.add(near)
                todo.append(near)
    assert any(grid.column[cell] == 42 for cell in reached)


def test_map_30_31_32_the_meuse_line(board: Board, grid: Grid) -> None:
    """WOT-MAP-30, WOT-MAP-31, WOT-MAP-32"""
    rows = [row for row in tables().sides if row.river == "Meuse"]
    ends, forks = chain(rows)
    assert len(ends) == 2
    assert forks == []
    assert joined(rows)
    assert kind(board, "W2343/W2444") == kind(board, "E2000/E2100") == MAJOR
    west = hexes(grid, board.west_of_meuse)
    assert {"W1800", "W2343", "E2000"} <= west
    assert not {"W2444", "E2100", "E4200"} & west
    assert 400 < len(west) < 520


def test_map_33_to_36_entry_exit_and_supply_edges(board: Board, grid: Grid) -> None:
    """WOT-MAP-33, WOT-MAP-34, WOT-MAP-35, WOT-MAP-36"""
    stretch = {f"W18{row:02}" for row in range(11)}
    north = [grid.label(cell) for cell in grid.cells if grid.row[cell] == 0]
    assert hexes(grid, board.entries[BRITISH_STRETCH]) == stretch | set(north[: north.index("E2000") + 1])
    exits = hexes(grid, board.exit_stretch)
    assert exits
    assert exits <= stretch | set(north[: north.index("E1800") + 1])
    assert exits == (stretch | set(north[: north.index("E1800") + 1])) & hexes(grid, board.edge_roads)
    assert hexes(grid, board.entries[NORTH]) == set(north[: north.index("E3900") + 1])
    assert board.entries[EAST] == board.sources[GERMAN]
    assert board.entries[EAST].bit_count() == board.entries[WEST].bit_count() == 45
    assert board.sources[ALLIED] == board.entries[NORTH] | board.entries[WEST] | board.entries[SOUTH]
    assert board.sources[GERMAN] & board.sources[ALLIED] == 1 << grid.at("E4244")
    for entry in (NORTH, WEST, SOUTH, EAST, BRITISH_STRETCH):
        assert (board.entries[entry] & board.edge_roads).bit_count() >= 8


def test_map_37_the_pol_area(board: Board, grid: Grid) -> None:
    """WOT-MAP-37"""
    centre = grid.at("E2714")
    assert board.pol_centre == centre
    open_roads = [
        cell
        for cell in bits(board.road)
        if grid.distance(cell, centre) <= 3 and board.place[cell] == NO_PLACE
    ]
    assert len(open_roads) >= 4
    assert grid.at("E3013") in open_roads


def test_map_38_the_north_west_corner(board: Board, grid: Grid) -> None:
    """WOT-MAP-38"""
    for label, name in (("W2210", "St. Servais"), ("W2107", "Rhisnes"), ("W2308", "Suarlée")):
        assert board.names[grid.at(label)] == name
    namur = next(cell for cell in grid.cells if board.names[cell] == "Namur")
    assert grid.distance(namur, grid.at("W2311")) <= 2
    sambre = [row for row in tables().sides if row.river == "Sambre"]
    assert min(grid.distance(grid.at(row.hex_a), grid.at("W2010")) for row in sambre) <= 3
    ends, _ = chain(sambre)
    meuse = {
        corner
        for row in tables().sides
        if row.river == "Meuse"
        for corner in spec().plane.side(grid.at(row.hex_a), grid.at(row.hex_b))
    }
    assert len(meuse & set(ends)) == 1


# --- terrain ---------------------------------------------------------------------------------------


def test_map_39_one_natural_terrain_a_hex(board: Board, grid: Grid) -> None:
    """WOT-MAP-39: a third of the country is wooded; moors only on the Hohes Venn and near Spa."""
    count = Counter(board.terrain[cell] for cell in grid.cells)
    assert 0.3 < count[FOREST] / 2359 < 0.4
    assert 0.05 < count[RIDGE] / 2359 < 0.1
    assert 8 <= count[MARSH] <= 20
    assert count[CLEAR] > 1200
    assert {board.names[cell] for cell in grid.cells if board.terrain[cell] == CLEAR} >= {
        "Bastogne", "Noville", "Elsenborn", "Krinkelt", "Ciney", "St. Vith",
    }  # fmt: skip
    for label in ("E3710", "E3814"):  # the woods of Wahlerscheid and east of Krinkelt
        assert board.terrain[grid.at(label)] in (FOREST, RIDGE), label


def test_map_40_bridges_carry_roads_over_water_only(board: Board, grid: Grid) -> None:
    """WOT-MAP-40"""
    for bridge in board.bridges:
        a, b = bridge.ends
        direction = grid.neighbours[a].index(b)
        assert board.hexsides[a][direction] in (MAJOR, MINOR), bridge.name
        assert board.links[direction] >> a & 1, bridge.name
    wet = sum(
        board.hexsides[cell][direction] >= MAJOR and board.links[direction] >> cell & 1
        for cell in grid.cells
        for direction in range(3)
    )
    assert wet == len(board.bridges)


def test_map_41_the_extent(grid: Grid) -> None:
    """WOT-MAP-41"""
    rows = {row.hex: row for row in tables().hexes}
    assert rows["E2600"].lat == pytest.approx(50.70, abs=0.03)
    assert rows["E2644"].lat == pytest.approx(49.74, abs=0.03)
    assert rows["W1822"].lon == pytest.approx(4.58, abs=0.04)
    assert rows["E4222"].lon == pytest.approx(6.51, abs=0.07)


def test_map_42_classes_of_waters(board: Board, grid: Grid) -> None:
    """WOT-MAP-42: only the Meuse is major, reservoirs are lakes, and every river is one chain."""
    by_water: dict[str, list[SideRow]] = {}
    for row in tables().sides:
        if row.river:
            by_water.setdefault(row.river, []).append(row)
    for water, rows in by_water.items():
        expected = MAJOR if water == "Meuse" else LAKE if "reservoir" in water else MINOR
        assert {kind(board, f"{row.hex_a}/{row.hex_b}") for row in rows} == {expected}, water
    for names in (
        *((name,) for name in by_water if "reservoir" not in name and name not in ("Rur", "Urft", "Warche")),
        ("Rur", "Rur reservoir"),
        ("Urft", "Urft reservoir"),
        ("Warche", "Bütgenbach reservoir", "Robertville reservoir"),
    ):
        rows = [row for name in names for row in by_water[name]]
        assert joined(rows), names
        ends, forks = chain(rows)
        assert (len(ends), forks) == (2, []), names
    ranks = {line.name: line.properties["rank"] for line in geodata.lines("rivers")}
    drawn = {name for name in by_water if name in ranks}
    assert {name for name in drawn if ranks[name] == 4} == {"Olef"}
    assert {name for name, rank in ranks.items() if rank <= 3} - drawn <= {"Saar", "Chiers"}  # beyond the map


def test_map_43_one_thing_a_hexside_and_none_blocked_on_the_front(board: Board) -> None:
    """WOT-MAP-43"""
    blocked = [row for row in tables().sides if row.marks["blocked"] == "yes"]
    assert 80 <= len(blocked) <= 180
    for row in blocked:
        assert (row.river, row.road, row.front) == ("", "no", "no")
        assert kind(board, f"{row.hex_a}/{row.hex_b}") == BLOCKED


def test_map_44_edge_roads_lie_on_edge_road_hexes(board: Board, grid: Grid) -> None:
    """WOT-MAP-44"""
    rim = board_of(cell for cell in grid.cells if OFF_MAP in grid.neighbours[cell])
    assert board.edge_roads & ~(rim & board.road) == 0
    assert board.edge_roads.bit_count() > 50


def test_map_45_the_west_wall(board: Board) -> None:
    """WOT-MAP-45"""
    assert board.west_wall == board.front[GERMAN]
    assert board.west_wall.bit_count() == 58


# --- places and roads ------------------------------------------------------------------------------


def test_towns_and_cities(board: Board, grid: Grid) -> None:
    """Cities are those of the list; towns are those of the list and what the atlas calls town or city."""
    assert {grid.label(cell): board.names[cell] for cell in bits(board.cities)} == CITIES
    towns = {grid.label(cell): board.names[cell] for cell in grid.cells if board.place[cell] == TOWN}
    assert towns.items() >= TOWNS.items()
    for name in set(towns.values()) - set(TOWNS.values()):
        known = geodata.place(name)
        assert known is not None, name
        assert known.kind in ("town", "city"), name
    assert sum(is_german(board, label) for label in CITIES) == 1


def test_every_place_lies_on_a_road_and_all_roads_hang_together(board: Board, grid: Grid) -> None:
    named = board_of(cell for cell in grid.cells if board.names[cell])
    assert named & ~board.road == 0
    reached = todo = board.road & -board.road
    while todo:
        cell = todo.bit_length() - 1
        todo ^= 1 << cell
        for direction in range(6):
            if board.links[direction] >> cell & 1:
                near = 1 << grid.neighbours[cell][direction]
                todo |= near & ~reached
                reached |= near
    assert reached == board.road
    assert 0.45 < board.road.bit_count() / 2359 < 0.6
    assert (
        grid.ring(grid.ring(board.road) | board.road) | board.road == grid.mask
    )  # never over two hexes away


def test_rivers_and_roads_lie_where_they_really_are() -> None:
    grid, plane, fit = spec().grid, spec().plane, spec().fit
    courses = {
        name: [
            [fit.plane(lon, lat) for lon, lat in line.points]
            for line in geodata.lines("rivers")
            if line.name in atlas
        ]
        for name, atlas in spec().rivers.items()
    }
    for row in tables().sides:
        if row.river and courses[row.river]:
            (ax, ay), (bx, by) = (plane.centres[grid.at(label)] for label in (row.hex_a, row.hex_b))
            middle = ((ax + bx) / 2, (ay + by) / 2)
            away = min(distance_to(middle, line) for line in courses[row.river])
            assert away < 1.6, f"{row.river} {row.hex_a}/{row.hex_b}: {away:.1f}"
    for a, b in pairwise(("E2033", "E2129", "E2226")):  # the N 15 from Bastogne over Noville to Houffalize
        assert _road_length(grid, a, b) <= grid.distance(grid.at(a), grid.at(b)) + 2


def _road_length(grid: Grid, start: str, goal: str) -> int:
    board = load_board()
    edge, reached, steps = 1 << grid.at(start), 1 << grid.at(start), 0
    while not reached >> grid.at(goal) & 1:
        steps += 1
        edge = (
            board_of(
                grid.neighbours[cell][direction]
                for cell in bits(edge)
                for direction in range(6)
                if board.links[direction] >> cell & 1
            )
            & ~reached
        )
        assert edge, f"no road from {start} to {goal}"
        reached |= edge
    return steps


def test_vehicles_reach_every_hex_but_the_moors(board: Board, grid: Grid) -> None:
    """WOT-9.8, WOT-9.9: by road, bridge and plain hexsides, marsh only by road."""
    start = grid.at("E2033")
    reached, todo = 1 << start, [start]
    while todo:
        cell = todo.pop()
        for direction, near in enumerate(grid.neighbours[cell]):
            road = board.links[direction] >> cell & 1
            if near == OFF_MAP or reached >> near & 1:
                continue
            if road or (board.hexsides[cell][direction] == PLAIN and board.terrain[near] != MARSH):
                reached |= 1 << near
                todo.append(near)
    moors = board_of(cell for cell in grid.cells if board.terrain[cell] == MARSH)
    assert grid.mask & ~reached & ~(moors | grid.ring(moors)) == 0
    assert (grid.mask & ~reached).bit_count() <= 10
