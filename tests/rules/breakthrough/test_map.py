"""The map of Breakthrough in the Ardennes against every constraint of its rulebook (BTA-MAP)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from math import hypot

import pytest

from ardennes.atlas import geodata
from ardennes.atlas.pins import read_pins, side_key
from ardennes.atlas.plane import Corner
from ardennes.atlas.snap import distance_to
from ardennes.atlas.spec import MapSpec, map_folder, read_spec
from ardennes.atlas.tables import MapTables, SideRow, read_tables
from ardennes.games.breakthrough.rules.model.state import Variant
from ardennes.games.breakthrough.rules.movement.supply import traced
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.load import load_units
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    EAST,
    EDGES,
    GERMAN,
    KEYS,
    NORTH,
    SOUTH,
    SUPPLIED,
    TERRAINS,
    TOWN,
    UNSUPPLIED,
    WEST,
    Board,
    Unit,
)
from ardennes.games.breakthrough.schema.world import printed_world
from ardennes.hexes import OFF_MAP, Grid, bits

# BTA-MAP-8, BTA-MAP-9, BTA-MAP-10, BTA-MAP-11, BTA-MAP-12, BTA-MAP-13, BTA-MAP-14, BTA-MAP-15, BTA-MAP-16,
# BTA-MAP-17, BTA-MAP-18, BTA-MAP-19, BTA-MAP-20, BTA-MAP-21, BTA-MAP-22, BTA-MAP-23, BTA-MAP-24, BTA-MAP-25,
# in the order of the rules.
TOWNS = {
    "Rochefort": "14,2", "Marche": "17,4", "Elsenborn": "27,25", "St. Vith": "19,23", "Malmedy": "26,21",
    "Stavelot": "24,19", "Trois Ponts": "23,17", "Manhay": "20,13", "Werbomont": "23,12", "Hotton": "18,7",
    "Ouffet": "26,7", "Durbuy": "22,7", "Aywaille": "28,13", "Spa": "28,16", "Stoumont": "25,16",
    "Havelange": "24,1", "Huy": "30,3", "Bastogne": "7,13",
}  # fmt: skip
# BTA-MAP-26, BTA-MAP-27, BTA-MAP-28, BTA-MAP-29: hex -> the days on which somebody enters there.
ENTRIES: dict[int, dict[str, set[int]]] = {
    NORTH: {
        "30,2": {21, 22, 23, 25}, "30,6": {20, 21, 22, 23, 25}, "30,9": {18, 22}, "30,12": {18, 19, 20, 21},
        "30,13": {18}, "30,15": {17}, "30,16": {18, 22}, "30,22": {17, 18, 19},
    },
    WEST: {"1,0": {19}, "3,0": {19}, "9,0": {20}, "19,0": {19, 20, 22}, "22,0": {19}},
    SOUTH: {"0,14": {17, 21, 22, 25}, "0,20": {22, 25}, "0,23": {22}},
    EAST: {"23,31": {17, 19, 23}, "19,31": {19, 22, 23}, "16,31": {19, 23}, "14,31": {19}},
}  # fmt: skip
# BTA-MAP-32
CONTACT = {
    "19,28": ("19,29",), "16,25": ("16,26", "15,25"), "13,24": ("13,25", "12,25"), "9,22": ("9,23",),
    "4,25": ("5,25",), "2,26": ("3,26",), "22,30": ("22,31", "23,30"), "25,28": ("25,29",),
    "26,29": ("26,30", "25,29", "27,29"), "27,28": ("27,29",), "28,28": ("28,29",), "29,27": ("29,28",),
    "30,27": ("30,28",), "18,28": ("17,27",),
}  # fmt: skip
EXITS = {"14,0", "19,0", "22,0", "30,2", "30,6", "30,9", "30,12", "30,13", "30,15", "30,16"}
# BTA-MAP-42, x = 0 to 30
LAST_AMERICAN_ROW = (
    31, 26, 26, 25, 25, 24, 23, 23, 23, 22, 22, 23, 24, 24, 24, 24, 25, 26, 28, 28, 29, 29, 30, 29, 28, 28,
    29, 28, 28, 27, 27,
)  # fmt: skip
# The German rows of each column on 21 December, as the opening of the Last Seven Days has them.
GERMAN_ROWS_DEC21 = (
    "", "13-15 22-31", "12-31", "11-31", "11-31", "11-31", "10-12 15-31", "10-11 15-31", "11-12 15-31",
    "10-31", "9-31", "9-31", "10-31", "10-31", "10-31", "10-31", "10-20 22-31", "9-18 23-31", "8-15 24-31",
    "24-31", "23-31", "20-31", "18-31", "18-31", "20-31", "16 21-22 26-31", "27-31", "27-31", "27-31",
    "27-31", "27-31",
)  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def grid(board: Board) -> Grid:
    return board.grid


@cache
def chart() -> tuple[Unit, ...]:
    """The units of the order of battle, divisional units left out."""
    return tuple(unit for unit in load_units()[0] if not unit.divisional)


@cache
def spec() -> MapSpec:
    return read_spec(map_folder("breakthrough"), "breakthrough")


@cache
def tables() -> MapTables:
    return read_tables(spec().folder, [mark.name for mark in spec().marks])


def rows(test: Callable[[SideRow], bool]) -> list[SideRow]:
    return [row for row in tables().sides if test(row)]


def hexes(grid: Grid, board: int) -> set[str]:
    return {grid.label(cell) for cell in bits(board)}


def place(board: Board, name: str) -> str:
    """The hex of a named place."""
    (cell,) = (cell for cell in board.grid.cells if name in board.place[cell].split(" / "))
    return board.grid.label(cell)


# --- the grid --------------------------------------------------------------------------------------


def test_map_1_31_columns_of_32_hexes(grid: Grid) -> None:
    """BTA-MAP-1"""
    assert {grid.label(cell) for cell in grid.cells} == {f"{x},{y}" for x in range(31) for y in range(32)}
    assert (grid.columns, grid.rows) == ((0, 30), (0, 31))


def test_map_2_x_counts_northward_and_y_eastward(grid: Grid) -> None:
    """BTA-MAP-2"""
    ground = {row.hex: (row.lat, row.lon) for row in tables().hexes}
    for cell in grid.cells:
        x, y = grid.column[cell], grid.row[cell]
        lat, lon = ground[f"{x},{y}"]
        if x < 30:
            assert ground[f"{x + 1},{y}"][0] > lat
        if y < 31:
            assert ground[f"{x},{y + 1}"][1] > lon
    assert ground["7,13"][0] < ground["30,3"][0]
    assert ground["14,2"][1] < ground["27,25"][1]


def test_map_3_odd_columns_lie_half_a_hex_further_east(grid: Grid) -> None:
    """BTA-MAP-3: and so 560 VG touches 112/28, and 293/18 touches 423/106."""
    for cell in grid.cells:
        assert grid.position(cell)[1] == grid.row[cell] + 0.5 * (grid.column[cell] % 2)
    assert grid.adjacent(grid.at("12,25"), grid.at("13,24"))
    assert grid.adjacent(grid.at("17,27"), grid.at("18,28"))


def test_map_4_neighbours_by_key(grid: Grid) -> None:
    """BTA-MAP-4: the six keys for even and odd columns, and the compass they point to."""
    even = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
    odd = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    for cell in grid.cells:
        x, y = grid.column[cell], grid.row[cell]
        for key, (dx, dy) in enumerate(odd if x % 2 else even):
            near = grid.neighbours[cell][KEYS[key]]
            result = None if near == OFF_MAP else grid.label(near)
            assert result == (f"{x + dx},{y + dy}" if 0 <= x + dx <= 30 and 0 <= y + dy <= 31 else None)
    assert [grid.compass[direction] for direction in KEYS] == ["W", "NW", "NE", "E", "SE", "SW"]
    assert grid.distance(grid.at("7,13"), grid.at("30,3")) == 23
    assert grid.distance(grid.at("19,23"), grid.at("19,28")) == 5
    assert grid.distance(grid.at("0,0"), grid.at("30,31")) == 46


def test_map_5_edges() -> None:
    """BTA-MAP-5"""
    for row in tables().hexes:
        x, y = map(int, row.hex.split(","))
        sides = {"N": x == 30, "W": y == 0, "S": x == 0, "E": y == 31}
        assert row.edges == "".join(letter for letter, there in sides.items() if there), row.hex


def test_map_6_one_terrain_a_hex_and_bridges_where_roads_cross(board: Board) -> None:
    """BTA-MAP-6: with the shares the rulebook's map was made with."""
    counts = Counter(TERRAINS[board.terrain[cell]] for cell in board.grid.cells)
    assert counts == {"clear": 413, "rough": 362, "forest": 191, "town": 26}
    rivers, bridges = rows(lambda row: bool(row.river)), rows(lambda row: row.bridge == "intact")
    assert (len(rivers), len(bridges), len(board.bridges)) == (228, 39, 39)
    assert len(rows(lambda row: row.road == "yes")) == 508
    assert all(row.bridge == ("intact" if row.road == "yes" else "none") for row in rivers)
    assert not [row for row in rows(lambda row: not row.river) if row.bridge]


def test_map_7_every_hex_has_an_owner() -> None:
    """BTA-MAP-7"""
    assert {row.side for row in tables().hexes} == {"allied", "german"}
    assert {row.marks["owner_dec21"] for row in tables().hexes} == {"allied", "german"}


# --- the towns -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "label"), TOWNS.items())
def test_victory_towns(board: Board, name: str, label: str) -> None:
    """Each is a town on a road that leads to an American edge."""
    cell = board.grid.at(label)
    assert board.place[cell] == name
    assert board.terrain[cell] == TOWN
    assert board.road >> cell & 1
    assert next(town for town in board.towns if town.name == name).cell == cell
    american = {exit for exit, _, side in board.edge_roads if side == AMERICAN}
    assert american & _joined(board, cell)


def test_victory_towns_are_all_the_towns_that_score(board: Board) -> None:
    """Seventeen for 25 points and Bastogne for 50."""
    worth = {town.name: (town.turn, town.end) for town in board.towns}
    assert worth == {name: (50, 50) if name == "Bastogne" else (25, 25) for name in TOWNS}


def _joined(board: Board, start: int) -> set[int]:
    """The hexes joined to one by road."""
    result, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for direction, near in enumerate(board.grid.neighbours[cell]):
            if board.links[direction] >> cell & 1 and near not in result:
                result.add(near)
                todo.append(near)
    return result


# --- entries, start hexes, corridor ----------------------------------------------------------------


@pytest.mark.parametrize("edge", ENTRIES, ids=EDGES.__getitem__)
def test_map_26_to_29_entry_hexes(board: Board, edge: int) -> None:
    """BTA-MAP-26, BTA-MAP-27, BTA-MAP-28, BTA-MAP-29: where the chart's units enter, each a road hex whose
    road leaves by that edge."""
    days: dict[str, set[int]] = defaultdict(set)
    for unit in chart():
        if unit.entry_edge == edge:
            days[board.grid.label(unit.hex)].add(unit.day)
            assert unit.side == (GERMAN if edge == EAST else AMERICAN)
    assert days == ENTRIES[edge]
    leaving = {board.grid.label(cell) for cell, side, _ in board.edge_roads if side == edge}
    assert set(days) <= leaving


def test_map_30_a_days_arrivals_fit_their_hex() -> None:
    """BTA-MAP-30"""
    arrivals = Counter((unit.hex, unit.day) for unit in chart() if unit.entry_edge >= 0)
    assert max(arrivals.values()) == 3


def test_map_31_start_hexes_hold_one_side_and_three_points(grid: Grid) -> None:
    """BTA-MAP-31"""
    starting = [unit for unit in chart() if unit.entry_edge < 0]
    assert len(starting) == 86
    assert {unit.day for unit in starting} == {16}
    stacks = Counter(unit.hex for unit in starting)
    assert max(stacks.values()) <= 3
    for cell in stacks:
        assert len({unit.side for unit in starting if unit.hex == cell}) == 1, grid.label(cell)


def test_map_32_contact_on_16_december(grid: Grid) -> None:
    """BTA-MAP-32: each American hex touches the German hexes named, and both are held."""
    held = {
        side: {grid.label(u.hex) for u in chart() if u.entry_edge < 0 and u.side == side} for side in (0, 1)
    }
    for american, germans in CONTACT.items():
        assert american in held[AMERICAN]
        for german in germans:
            assert german in held[GERMAN]
            assert grid.adjacent(grid.at(american), grid.at(german)), f"{american} and {german}"


def test_map_33_no_german_begins_or_enters_in_the_closed_column(board: Board) -> None:
    """BTA-MAP-33: nor owns a hex of it."""
    column = [cell for cell in board.grid.cells if board.grid.column[cell] == 0]
    assert not {unit.id for unit in chart() if unit.side == GERMAN and unit.hex in column}
    assert not any((board.german16 | board.german21) >> cell & 1 for cell in column)


def test_map_34_and_35_what_the_corridor_holds(board: Board) -> None:
    """BTA-MAP-34, BTA-MAP-35: both bounds that the manual prints keep the start positions legal."""
    world = printed_world()
    for first in (11, 13):
        corridor = {cell for cell in board.grid.cells if first <= board.grid.column[cell] <= 17}
        for scenario in ("twelve", "last_seven"):
            state = opening(world, Variant(corridor_from=first), scenario)
            inside = [u for u in world.units if state.where[u.index] in corridor and u.side == AMERICAN]
            assert [unit.id for unit in inside if not unit.asterisk] == []
    names = ("Rochefort", "Marche", "La Roche", "Houffalize", "Hotton", "Manhay", "St. Vith", "Bastogne")
    columns = {name: int(place(board, name).split(",")[0]) for name in names}
    inside_band = {name for name, x in columns.items() if 11 <= x <= 17}
    assert inside_band == {"Rochefort", "Marche", "La Roche", "Houffalize"}


def test_map_36_americans_in_the_corridor_at_the_start(grid: Grid) -> None:
    """BTA-MAP-36"""
    inside = {
        unit.id: (grid.label(unit.hex), unit.asterisk)
        for unit in chart()
        if unit.side == AMERICAN and unit.entry_edge < 0 and 11 <= grid.column[unit.hex] <= 17
    }
    assert inside == {"US-106-424": ("16,25", True), "US-28-112": ("13,24", True)}


# --- zone, exits, owners, supply, places -----------------------------------------------------------


def test_map_37_the_scoring_zone(board: Board) -> None:
    """BTA-MAP-37: north of St. Hubert, on the left bank, 93 of its 209 hexes with a road."""
    assert place(board, "St. Hubert") == "8,5"
    assert board.zone.bit_count() == 209
    assert (board.zone & board.road).bit_count() == 93
    assert all(board.grid.column[cell] > 8 for cell in bits(board.zone))
    # Within the columns north of St. Hubert nobody leaves the zone without crossing the Ourthe.
    ourthe = {"Ourthe", "Ourthe Occidentale"}
    for cell in bits(board.zone):
        for near in board.grid.neighbours[cell]:
            if near != OFF_MAP and board.grid.column[near] > 8 and not board.zone >> near & 1:
                assert board.river_names[board.grid.hexside(cell, near)] in ourthe
    assert hexes(board.grid, board.zone) >= {"14,2", "17,4", "18,7", "24,1", "26,7", "30,3"}


def test_map_38_the_ourthe(board: Board) -> None:
    """BTA-MAP-38: by its towns and branches to the north edge; Hotton west of it, Durbuy east."""
    western, main = _banks("Ourthe Occidentale"), _banks("Ourthe")
    assert place(board, "Ortheuville") in western
    for name in ("La Roche", "Hotton", "Durbuy", "Hamoir"):
        assert place(board, name) in main, name
    assert place(board, "Comblain-au-Pont") in main
    assert place(board, "Houffalize") in _banks("Ourthe Orientale")
    junction = _corners("Ourthe") & _corners("Ourthe Occidentale") & _corners("Ourthe Orientale")
    assert len(junction) == 1
    touching = {c for c in board.grid.cells if junction & set(spec().plane.corners(c))}
    assert min(board.grid.distance(c, board.grid.at("13,12")) for c in touching) <= 1
    assert {"30,9", "30,10"} <= main  # it leaves the map between them
    at_west = {board.zone >> board.grid.at(label) & 1 for label in (TOWNS["Hotton"], TOWNS["Durbuy"])}
    assert at_west == {1, 0}
    assert board.zone >> board.grid.at(TOWNS["Hotton"]) & 1


def test_map_39_exit_hexes(board: Board) -> None:
    """BTA-MAP-39"""
    assert hexes(board.grid, board.exits) == EXITS


def test_map_40_supply_edges(board: Board) -> None:
    """BTA-MAP-40: roads off the north, south and west feed Americans, those off the east Germans."""
    fed = {(edge, side) for _, edge, side in board.edge_roads}
    assert fed == {(NORTH, AMERICAN), (SOUTH, AMERICAN), (WEST, AMERICAN), (EAST, GERMAN)}
    assert Counter(edge for _, edge, _ in board.edge_roads) == {NORTH: 9, SOUTH: 3, WEST: 6, EAST: 6}


def test_map_41_what_is_off_the_map() -> None:
    """BTA-MAP-41: the Meuse at Dinant, Celles, Arlon and Luxembourg are not on it."""
    for lon, lat in ((4.912, 50.261), (5.004, 50.23), (5.817, 49.684), (6.13, 49.611)):
        assert spec().plane.hex_at(spec().fit.plane(lon, lat)) is None


def test_map_42_owners_on_16_december(board: Board) -> None:
    """BTA-MAP-42: with every start unit on its own ground."""
    grid = board.grid
    for cell in grid.cells:
        german = grid.row[cell] > LAST_AMERICAN_ROW[grid.column[cell]]
        assert bool(board.german16 >> cell & 1) == german, grid.label(cell)
    for unit in chart():
        if unit.entry_edge < 0:
            assert bool(board.german16 >> unit.hex & 1) == (unit.side == GERMAN), unit.id


def test_map_42_owners_on_21_december(board: Board) -> None:
    """BTA-MAP-42 for the Last Seven Days: who owned each hex five days later."""
    for x, runs in enumerate(GERMAN_ROWS_DEC21):
        spans = [(int(run.split("-")[0]), int(run.split("-")[-1])) for run in runs.split()]
        german = {y for first, last in spans for y in range(first, last + 1)}
        assert {y for y in range(32) if board.german21 >> board.grid.at(f"{x},{y}") & 1} == german, x


def test_map_43_everybody_is_fed_on_16_december() -> None:
    """BTA-MAP-43: by a trace, though none is needed that day."""
    world = printed_world()
    state = opening(world, Variant(), "twelve")
    for side in (GERMAN, AMERICAN):
        states = traced(world, state, side)
        assert len(states) == (59 if side == GERMAN else 27)
        assert set(states.values()) == {SUPPLIED}


def test_map_43_on_21_december_only_bastogne_and_piper_are_cut_off() -> None:
    """BTA-MAP-43 for the Last Seven Days."""
    world = printed_world()
    state = opening(world, Variant(), "last_seven")
    for side, cut in (
        (GERMAN, {"25,16"}),
        (AMERICAN, {"6,13", "6,14", "7,13", "7,14", "8,13", "8,14"}),
    ):
        states = traced(world, state, side)
        assert set(states.values()) == {SUPPLIED, UNSUPPLIED}
        units = [unit for unit, result in states.items() if result == UNSUPPLIED]
        assert len(units) == (1 if side == GERMAN else 8)
        assert {world.grid.label(state.where[unit]) for unit in units} == cut


def test_map_44_other_places(board: Board) -> None:
    """BTA-MAP-44"""
    expected = {
        "Houffalize": "13,15", "Vielsalm": "19,18", "Wiltz": "5,18", "Diekirch": "1,24",
        "Ettelbruck": "0,23", "Clervaux": "9,21", "La Roche": "15,10", "St. Hubert": "8,5",
    }  # fmt: skip
    assert {name: place(board, name) for name in expected} == expected
    assert all(board.terrain[board.grid.at(label)] == TOWN for label in expected.values())
    assert next(board.grid.label(unit.hex) for unit in chart() if unit.id == "US-14C-32") == "19,18"
    assert "9,21" in _banks("Clerf")


# --- BTA-MAP-45 and BTA-MAP-46: rivers and roads ---------------------------------------------------


def _banks(river: str) -> set[str]:
    """The hexes a river touches."""
    return {label for row in rows(lambda row: row.river == river) for label in (row.hex_a, row.hex_b)}


def _sides(river: str) -> list[tuple[Corner, Corner]]:
    grid, plane = spec().grid, spec().plane
    return [
        plane.side(grid.at(row.hex_a), grid.at(row.hex_b)) for row in rows(lambda row: row.river == river)
    ]


def _corners(river: str) -> set[Corner]:
    return {corner for side in _sides(river) for corner in side}


@pytest.mark.parametrize("river", sorted({row.river for row in tables().sides if row.river}))
def test_map_45_a_river_is_one_unbroken_chain(river: str) -> None:
    """BTA-MAP-45: no branch, no gap, no ring."""
    sides = _sides(river)
    touching = Counter(corner for side in sides for corner in side)
    assert sorted(touching.values()) == [1, 1] + [2] * (len(touching) - 2)
    joined, todo = {sides[0]}, [sides[0]]
    while todo:
        here = set(todo.pop())
        for side in sides:
            if side not in joined and here & set(side):
                joined.add(side)
                todo.append(side)
    assert joined == set(sides)


def test_map_45_rivers_end_in_each_other_and_touch_their_towns(board: Board) -> None:
    """BTA-MAP-45"""
    for river, into in (
        ("Our", "Sure"), ("Clerf", "Sure"), ("Salm", "Ambleve"), ("Ambleve", "Ourthe"),
        ("Ourthe Occidentale", "Ourthe"), ("Ourthe Orientale", "Ourthe"),
    ):  # fmt: skip
        ends = {c for c, n in Counter(c for side in _sides(river) for c in side).items() if n == 1}
        assert ends & _corners(into), f"the {river} does not reach the {into}"
    for river, places in {
        "Ambleve": ("Ligneuville", "Stavelot", "Trois Ponts", "Stoumont", "Aywaille"),
        "Salm": ("Vielsalm", "Trois Ponts"),
        "Our": ("Schönberg", "Ouren", "Dasburg", "Vianden"),
        "Sure": ("Martelange", "Ettelbruck", "Diekirch"),
    }.items():
        for name in places:
            assert place(board, name) in _banks(river), f"{name} is not on the {river}"
    assert "Meuse" not in {row.river for row in tables().sides}


def test_map_46_roads_and_bridge_sites(board: Board) -> None:
    """BTA-MAP-46: links join neighbours in one net; entries and exits are on roads at their edge."""
    grid = board.grid
    crossed = {frozenset((row.hex_a, row.hex_b)) for row in rows(lambda r: bool(r.river) and r.road == "yes")}
    assert {frozenset(map(grid.label, bridge.ends)) for bridge in board.bridges} == crossed
    for row in rows(lambda row: row.road == "yes"):
        assert grid.adjacent(grid.at(row.hex_a), grid.at(row.hex_b))
    assert _joined(board, grid.at("7,13")) == set(bits(board.road))
    assert board.road.bit_count() == 455
    leaving = {cell: edge for cell, edge, _ in board.edge_roads}
    assert len(leaving) == 24
    letters = {row.hex: row.edges for row in tables().hexes}
    for cell, edge in leaving.items():
        assert board.road >> cell & 1
        assert EDGES[edge][0].upper() in letters[grid.label(cell)]
    entering = {unit.hex for unit in chart() if unit.entry_edge >= 0}
    assert entering | set(bits(board.exits)) <= set(leaving)


def test_map_46_junctions(board: Board) -> None:
    """BTA-MAP-46: Bastogne and St. Vith gather six roads, four other towns five."""

    def links(label: str) -> int:
        cell = board.grid.at(label)
        return sum(board.links[direction] >> cell & 1 for direction in range(6))

    assert (links("7,13"), links("19,23")) == (6, 6)
    assert [links(place(board, name)) for name in ("Houffalize", "Marche", "Malmedy", "Spa")] == [5, 5, 5, 5]


def test_bridges_down_when_a_scenario_begins(board: Board) -> None:
    """The Our bridges of BTA-MAP-46 where German engineers wait on the 16th, and two on the Amblève later."""
    down = [{bridge.name for bridge in board.bridges if not bridge.intact[k]} for k in (0, 1)]
    assert down == [{"9,22/9,23", "7,23/7,24", "4,25/5,25"}, {"23,17/24,17", "23,18/24,19"}]
    engineers = {u.hex for u in chart() if u.id in ("GE-ENG-XLVII", "GE-ENG-LXXXV")}
    assert {board.grid.label(cell) for cell in engineers} == {"9,23", "7,24"}


# --- the atlas beside the map ----------------------------------------------------------------------


def test_places_lie_where_the_atlas_has_them() -> None:
    """Towns with a printed hex lie in it, no place more than 1.7 hexes off."""
    far: dict[str, float] = {}
    for pin in read_pins(spec()).places:
        known = geodata.place(pin.label) or geodata.place(pin.name)
        assert known is not None, pin.name
        x, y = spec().fit.plane(known.lon, known.lat)
        cx, cy = spec().plane.centres[pin.cell]
        far[pin.name] = hypot(x - cx, y - cy)
    assert len(far) == 130
    assert max(far[name] for name in TOWNS) < 0.45  # each well inside its own hex
    assert max(far.values()) < 1.7
    assert sum(away < 1.0 for away in far.values()) >= 120


def test_most_of_the_front_and_the_rivers_are_the_atlas_own() -> None:
    """A cross-check only: where atlas and rulebook differ, the rulebook's hex stands (BTA-MAP-42,
    BTA-MAP-45)."""
    ours = {
        side_key(spec().grid.at(row.hex_a), spec().grid.at(row.hex_b))
        for row in rows(lambda r: bool(r.river))
    }
    courses = [
        [spec().fit.plane(lon, lat) for lon, lat in line.points]
        for line in geodata.lines("rivers")
        if line.name in {name for names in spec().rivers.values() for name in names}
    ]
    for a, b in sorted(ours):
        (ax, ay), (bx, by) = (spec().plane.centres[cell] for cell in (a, b))
        middle = ((ax + bx) / 2, (ay + by) / 2)
        away = min(distance_to(middle, course) for course in courses)
        assert away < 1.6, f"{spec().grid.label(a)}/{spec().grid.label(b)}: {away:.2f} hexes from any river"
    front = [[spec().fit.plane(lon, lat) for lon, lat in line.points] for line in geodata.lines("front")]
    for row in rows(lambda row: row.front == "yes"):
        x, y = spec().plane.centres[spec().grid.at(row.hex_a)]
        if not row.hex_a.startswith("0,"):  # the closed column is American as far as the edge
            assert min(distance_to((x, y), line) for line in front) < 2.0, row.hex_a
