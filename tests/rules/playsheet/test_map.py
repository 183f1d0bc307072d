"""The compiled map against OPS-GRID and OPS-MAP: every check the rulebook makes of it."""

from __future__ import annotations

import csv
from collections import Counter
from math import hypot, sqrt
from pathlib import Path

import pytest

from ardennes.atlas import geodata
from ardennes.atlas.snap import distance_to
from ardennes.games.playsheet.schema.map import EDGES
from ardennes.games.playsheet.schema.terms import ALLIED, AT_START, FOREST, GERMAN, MARSH, ROUGH, TOWED, TOWN
from ardennes.games.playsheet.schema.world import World, printed_world

W = printed_world()


def hexes(*labels: str) -> list[int]:
    return [W.cell_of(label) for label in labels]


def plane(lon: float, lat: float) -> tuple[float, float]:
    return (lon - 5.70) * 71.33, (lat - 50.15) * 111.2


def centre(cell: int) -> tuple[float, float]:
    """East and north in km, OPS-MAP-1."""
    column, row = divmod(cell, W.rows)
    return -41 + sqrt(3) * column, 42 - 2 * (row + (0.5 if column % 2 else 0))


def nearest(lon: float, lat: float) -> str:
    """The hex whose centre is nearest, OPS-MAP-1; nothing off the map."""
    east, north = plane(lon, lat)
    result = []
    for column in range(int((east + 41) // sqrt(3)) - 1, int((east + 41) // sqrt(3)) + 3):
        push = 0.5 if column % 2 else 0
        row = round((42 - north) / 2 - push)
        away = hypot(-41 + sqrt(3) * column - east, 42 - 2 * (row + push) - north)
        result.append((away, column, row))
    _, column, row = min(result)
    return f"{column:02}{row:02}" if 0 <= column <= 55 and 0 <= row <= 38 else ""


def net(start: int, world: World = W) -> set[int]:
    """Everything a road joins to a hex while every bridge stands."""
    visited, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for way, near in enumerate(world.neighbours[cell]):
            if near >= 0 and world.road_to[cell][way] and near not in visited:
                visited.add(near)
                todo.append(near)
    return visited


def test_size_and_labels() -> None:  # OPS-MAP-1, OPS-MAP-8, OPS-GRID-7
    assert W.size == 2184 == 56 * 39
    assert (W.label(0), W.label(W.size - 1)) == ("0000", "5538")
    assert sorted(W.cells) == [W.label(cell) for cell in range(W.size)]


def test_places_lie_in_the_nearest_hex() -> None:  # OPS-MAP-1, PV-78
    assert nearest(5.715, 50.001) == "2429"
    assert nearest(6.126, 50.280) == "4113"
    assert W.board.places[W.cell_of("2429")] == "Bastogne"
    assert W.board.places[W.cell_of("4113")] == "St. Vith"
    moved = [
        name
        for cell, name in enumerate(W.board.places)
        if name and (known := geodata.place(name)) and nearest(known.lon, known.lat) != W.label(cell)
    ]
    assert moved == ["Aywaille", "Spa"]  # objectives.csv has the last word


def test_neighbours() -> None:  # OPS-MAP-1, PV-78
    around = [W.label(near) for near in W.neighbours[W.cell_of("2429")]]
    assert around == ["2428", "2528", "2529", "2430", "2329", "2328"]
    odd = [W.label(near) for near in W.neighbours[W.cell_of("2510")]]
    assert odd == ["2509", "2610", "2611", "2511", "2411", "2410"]
    assert W.neighbours[0] == (-1, -1, W.cell_of("0100"), W.cell_of("0001"), -1, -1)
    for cell in range(W.size):
        for way, near in enumerate(W.neighbours[cell]):
            assert near < 0 or W.neighbours[near][(way + 3) % 6] == cell
            assert near < 0 or hypot(*(a - b for a, b in zip(centre(cell), centre(near), strict=True))) == (
                pytest.approx(2)
            )


def test_distance_and_km() -> None:  # OPS-GRID-1, OPS-GRID-2, OPS-GRID-8
    a, b, c = hexes("2429", "2529", "2432")
    assert (W.q[a], W.r[a]) == (24, 17)
    assert (W.distance(a, b), W.distance(a, c), W.km(a, c)) == (1, 3, 6)
    for cell in hexes("0000", "2429", "5538"):
        rings: list[set[int]] = [{cell}]
        for _ in range(5):
            rings.append({near for inner in rings[-1] for near in W.near[inner]} - set().union(*rings))
        for far, ring in enumerate(rings):
            assert all(W.distance(cell, other) == far for other in ring)


def test_areas() -> None:  # OPS-GRID-4, PV-64
    anchor = W.at_axial(5, 7)
    assert [(W.q[cell], W.r[cell]) for cell in W.area(anchor)] == [(5, 7), (6, 7), (5, 8), (6, 8)]
    corner = W.cell_of("5538")
    assert W.area(corner) == (corner,)
    assert (W.at_axial(-1, 3), W.at_axial(0, 39), W.at_axial(56, 0)) == (-1, -1, -1)


def test_air_zones() -> None:  # OPS-GRID-5, PV-77
    assert [W.zone[cell] for cell in hexes("2429", "5500", "0038")] == [15, 6, 19]
    assert Counter(W.zone)[1] == 100
    assert set(W.zone) == set(range(1, 25))


def test_terrain() -> None:  # OPS-MAP-2
    towns = {W.label(cell) for cell in range(W.size) if W.terrain[cell] == TOWN}
    objectives = {W.label(objective.hex) for objective in W.objectives}
    built = {nearest(p.lon, p.lat) for p in geodata.places() if p.kind in ("city", "town")}
    # Spa and Aywaille stand where objectives.csv has them, not a second time where the atlas has them.
    assert towns == (built | objectives) - {"3102", "2302", ""}
    count = Counter(W.terrain)
    assert {kind: count[kind] for kind in (TOWN, FOREST, ROUGH, MARSH)} == {
        TOWN: 37,
        FOREST: 954,
        ROUGH: 432,
        MARSH: 7,
    }


def test_rough_ground_is_the_sister_games_or_a_gorge() -> None:  # OPS-MAP-2
    table = Path(__file__).parents[3] / "src/ardennes/games/breakthrough/data/map/hexes.csv"
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    spots = [(plane(float(row["lon"]), float(row["lat"])), row["terrain"]) for row in rows]
    gorges = [[plane(*point) for point in line.points] for line in geodata.lines("gorges")]
    for cell in range(0, W.size, 7):
        if W.terrain[cell] in (FOREST, TOWN, MARSH):
            continue
        east, north = centre(cell)
        sister = min(spots, key=lambda spot: hypot(spot[0][0] - east, spot[0][1] - north))[1]
        cut = any(distance_to((east, north), line) <= 1.2 for line in gorges)
        assert (W.terrain[cell] == ROUGH) == (cut or sister == "rough"), W.label(cell)


def test_no_way_round_crosses_a_river_unnoticed() -> None:
    # OPS-MAP-3: about a corner where no river begins, ends or is joined the count of river sides is even.
    odd = 0
    for cell in range(W.size):
        for way in range(6):
            near, next_ = W.neighbours[cell][way], W.neighbours[cell][(way + 1) % 6]
            if near > cell and next_ > cell:
                sides = W.crossing(cell, near) + W.crossing(near, next_) + W.crossing(cell, next_)
                odd += sides % 2
    assert odd <= 2 * len(set(W.board.rivers.values()))
    assert len(W.board.rivers) == 662
    assert W.crossing(*hexes("4126", "4226"))  # the Our at Dasburg
    assert W.board.rivers[W.cell_of("4126"), W.cell_of("4226")] == "Our"


def test_roads_and_bridges() -> None:  # OPS-MAP-4, OPS-MAP-5
    for cell in range(W.size):
        for way, near in enumerate(W.neighbours[cell]):
            bridged = W.bridge_to[cell][way] >= 0
            assert bridged == (W.road_to[cell][way] and W.river_to[cell][way])
            assert near >= 0 or not (W.road_to[cell][way] or W.river_to[cell][way])
    assert W.road_between(*hexes("2429", "2428")) or W.road_between(*hexes("2429", "2329"))
    assert [bridge.ends for bridge in W.bridges] == sorted(bridge.ends for bridge in W.bridges)


def test_bridges_on_the_front_are_down() -> None:  # OPS-MAP-5, OPS-MAP-8
    german = W.start_ground[GERMAN]
    for bridge in W.bridges:
        a, b = (german >> end & 1 for end in bridge.ends)
        assert bool(W.start_blown >> bridge.index & 1) == (
            a != b and W.board.rivers[bridge.ends] in ("Our", "Sûre")
        )
    down = {bridge.name for bridge in W.bridges if W.start_blown >> bridge.index & 1}
    assert {"Dasburg", "Vianden", "Stolzembourg", "Bollendorf"} <= down


def test_edges() -> None:  # OPS-MAP-6, OPS-MAP-9
    last_column, last_row = 55, 38
    for edge in W.edges:
        column, row = divmod(edge.hex, W.rows)
        at = {"north": row == 0, "south": row == last_row, "west": column == 0, "east": column == last_column}
        assert at[EDGES[edge.edge]]
        assert W.road_hex >> edge.hex & 1
        assert edge.side == (GERMAN if EDGES[edge.edge] == "east" else ALLIED)
    assert len(W.exits) == 10
    assert len(W.edges) == 24


def test_sides_at_the_start() -> None:  # OPS-MAP-7, OPS-MAP-8
    allied, german = W.start_ground
    assert allied & german == 0
    assert (allied | german).bit_count() == W.size
    assert W.start_ground[GERMAN] == W.board.german_side  # no unit had to be asked
    for unit in W.units:
        if unit.arrives == AT_START:
            assert W.start_ground[unit.side] >> unit.hex & 1, unit.id


def test_objectives() -> None:  # OPS-MAP-8
    assert len(W.objectives) == 18
    for objective in W.objectives:
        assert W.terrain[objective.hex] == TOWN
        assert W.road_hex >> objective.hex & 1
        assert W.board.places[objective.hex] == objective.name
    assert [W.label(cell) for cell in W.dumps] == ["3002", "3307"]


def test_one_road_net_joins_edges_and_objectives() -> None:  # OPS-MAP-8
    joined = net(W.cell_of("2429"))
    assert {edge.hex for edge in W.edges} | {objective.hex for objective in W.objectives} <= joined


def test_units_stand_as_they_may() -> None:  # OPS-MAP-8, OPS-GRID-6
    stacks = Counter((u.hex, u.side) for u in W.units if u.arrives == AT_START and u.combat)
    assert max(stacks.values()) <= W.limits.stack_limit
    for unit in W.units:
        if unit.row == TOWED:
            assert W.road_hex >> unit.hex & 1, unit.id
    assert not {u.hex for u in W.units if u.arrives == AT_START and u.side == ALLIED} & {
        u.hex for u in W.units if u.arrives == AT_START and u.side == GERMAN
    }


def test_no_road_leads_over_the_front_rivers() -> None:  # OPS-MAP-8
    german = W.start_ground[GERMAN]
    for bridge in W.bridges:
        a, b = (german >> end & 1 for end in bridge.ends)
        if W.board.rivers[bridge.ends] in ("Our", "Sûre") and a != b:
            assert W.start_blown >> bridge.index & 1
