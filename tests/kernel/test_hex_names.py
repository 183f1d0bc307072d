"""Every hex of every map has a name, and no two hexes share one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ardennes.games import GAMES, find_game, table_of
from ardennes.kernel.names import at_hex, hex_name, hex_text, name_hexes, names_on_grid

SCENARIOS = [(game, scenario.id) for game in GAMES for scenario in find_game(game).scenarios]


def world_of(game: str, scenario: str = "") -> Any:
    return getattr(find_game(game, scenario), "world")  # noqa: B009


@pytest.mark.parametrize(("game", "scenario"), [*((game, "") for game in GAMES), *SCENARIOS])
def test_every_hex_has_a_name_that_no_other_has(game: str, scenario: str) -> None:
    names = world_of(game, scenario).hex_names
    hexes = table_of(find_game(game, scenario)).stage().hexes
    assert names.keys() == {hex_.id for hex_ in hexes}
    assert len(set(names.values())) == len(hexes)
    for hex_ in hexes:
        named_by_place = hex_.place == names[hex_.id]
        assert named_by_place or (not hex_.place and re.search(r"^\d+ hex(es)? .* of ", names[hex_.id]))


@pytest.mark.parametrize("game", GAMES)
def test_distance_and_direction_are_right_on_the_drawing(game: str) -> None:
    """The drawing of the map has east on the right and north at the top."""
    world = world_of(game)
    hexes = {hex_.id: hex_ for hex_ in table_of(find_game(game)).stage().hexes}
    by_place = {hex_.place: hex_ for hex_ in hexes.values()}
    at = world.grid.at if hasattr(world, "grid") else world.cell_of
    distance = world.grid.distance if hasattr(world, "grid") else world.distance
    for number, name in world.hex_names.items():
        match = re.fullmatch(r"(\d+) hex(?:es)? ([a-z-]+) of (.+)", name)
        if match is None:
            continue
        place, here = by_place[match[3]], hexes[number]
        assert distance(at(place.id), at(number)) == int(match[1])
        east, south = here.x - place.x, here.y - place.y
        wind, far = match[2], max(abs(east), abs(south))
        assert ("east" in wind) == (east > 0.4 * far), name
        assert ("west" in wind) == (east < -0.4 * far), name
        assert ("south" in wind) == (south > 0.4 * far), name
        assert ("north" in wind) == (south < -0.4 * far), name


def test_a_hex_is_called_by_its_name_with_the_number_behind_it() -> None:
    world = world_of("tigers")
    assert hex_name(world, "1207") == "Büllingen"
    assert hex_text(world, "1207") == "Büllingen (1207)"
    assert hex_text(world, "1206") == "1 hex south of Büllingen (1206)"
    assert hex_text(world, "9999") == "9999"
    assert at_hex(world, "1207") == "at Büllingen (1207)"
    assert at_hex(world, "1206") == "1 hex south of Büllingen (1206)"
    assert at_hex(world, "9999") == "in 9999"


def test_a_map_without_places_has_no_names() -> None:
    assert names_on_grid(world_of("tigers").grid, {}) == {}
    assert name_hexes({0: (0, 0)}, {}, "N") == {}
