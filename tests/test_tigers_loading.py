"""Loading the data of Tigers: once, from any folder, and with clear messages for invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import load_board
from ardennes.games.tigers.schema.tables import (
    load_constants,
    load_scenarios,
    load_tables,
    load_terrain_effects,
)
from ardennes.games.tigers.schema.units import load_air_units, load_units
from ardennes.kernel.datafile import DataFileError
from ardennes.kernel.measures import rates
from ardennes.kernel.options import read_options
from tests.data_copies import copied, edit

DATA = Path(terms.__file__).parents[1] / "data"
MAP_FILES = ("map/hexes.csv", "map/hexsides.csv")  # the rest of map/ serves the map compiler


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copied("tigers", tmp_path)


def load_all(folder: Path) -> None:
    load_units(load_board(folder), folder)
    load_air_units(folder)
    load_tables(folder)
    load_constants(folder)
    load_terrain_effects(folder)
    load_scenarios(folder)
    read_options(folder / "options.toml")
    rates("ardennes.games.tigers", terms.SIDES, folder)


def test_data_is_read_once() -> None:
    assert load_board() is load_board()
    assert load_units(load_board()) is load_units(load_board())
    assert load_tables() is load_tables()


def test_a_designers_copy_is_read_from_its_own_folder(copy: Path) -> None:
    edit(copy, "units.csv", "armor,division,5,yes,1308", "armor,division,9,yes,1407")
    edit(copy, "crt.csv", "1,6,D/AE,D,D,D2", "1,6,D/AE,D,D,DE")
    board = load_board(copy)
    changed = next(unit for unit in load_units(board, copy) if unit.id == "G-12SS")
    assert (changed.factor, changed.start_hex) == (9, board.grid.at("1407"))
    assert next(unit for unit in load_units(load_board()) if unit.id == "G-12SS").factor == 5
    assert (load_tables(copy).crt[1][3], load_tables().crt[1][3]) == ("DE", "D2")


@pytest.mark.parametrize(
    ("name", "old", "new", "where", "expected"),
    [
        ("map/hexes.csv", "103,forest", "103,jungle", "line 3, terrain", "'forest'"),
        ("map/hexes.csv", "103,forest", "0103,forest", "line 3, hex", "without a leading zero"),
        ("map/hexes.csv", "103,forest", "102,forest", "line 3, hex", "not yet used (line 2"),
        (
            "map/hexes.csv",
            "102,open,,,allied,WS",
            "102,open,,,allied,WX",
            "line 2, edges",
            "letters out of N",
        ),
        ("map/hexes.csv", "302,open,Sedan,city", "302,open,Sedan,", "place_kind", "a kind for every place"),
        ("map/hexsides.csv", "102,202,Meuse", "102,204,Meuse", "line 2, hex_b", "a hex that touches 102"),
        ("map/hexsides.csv", "102,202,Meuse", "101,202,Meuse", "line 2, hex_a", "a hex of hexes.csv"),
        ("map/hexsides.csv", "103,202,Meuse", "202,102,Meuse", "line 3, hex_b", "not yet listed (line 2"),
        (
            "map/hexsides.csv",
            "yes,intact,Mezieres,no",
            "yes,intact,Mezieres,yes",
            "front",
            "hex_a is Allied",
        ),
        (
            "map/hexsides.csv",
            "yes,intact,Mezieres",
            "yes,blown,Mezieres",
            "line 2, bridge",
            "'intact', 'none'",
        ),
        ("map/hexsides.csv", "yes,intact,Mezieres", "track,intact,Mezieres", "line 2, road", "'interrupted'"),
        ("units.csv", "G-2SS,german", "G-9SS,german", "id", "not yet used"),
        ("units.csv", ",2SS,", ",9ss,", "short", "not yet used"),
        ("units.csv", "armor,division,6,yes", "tank,division,6,yes", "kind", "'infantry', 'para'"),
        ("units.csv", "armor,division,6,yes", "armor,corps,6,yes", "size", "'division'"),
        (
            "units.csv",
            "armor,division,6,yes",
            "armor,division,six,yes",
            "factor",
            "a whole number from 0 to 20",
        ),
        (
            "units.csv",
            "armor,division,5,yes,1308",
            "armor,division,5,yes,1399",
            "start_hex",
            "a hex of the map",
        ),
        ("units.csv", "US-87,allied,us", "US-87,allied,german", "nation", "us or british for the allied"),
        ("units.csv", "no,,12,W", "no,,12,", "edge", "an edge for a unit with a turn"),
        ("units.csv", "no,,12,W", "no,102,12,W", "start_hex", "nothing for a unit with a turn"),
        ("units.csv", "forest_bonus", "forrest_bonus", "traits", "words, each 'early_release'"),
        ("air_units.csv", "361st Fighter Group,P-51", "361st Fighter Group,FW-190", "type", "P-47 or P-51"),
        ("crt.csv", "3,4,AE,D/AE", "3,4,AE,D/EA", "line 4, 1:4", "'D/AE'"),
        ("crt.csv", "3,4,AE", "4,4,AE", "line 4, die_a", "3: the rows run"),
        ("crt.csv", "3,4,AE", "3,3,AE", "line 4, die_b", "4, the A die"),
        ("weather.csv", "6,1,Snow,Snow,source\n", "", "line 6, die_a", "six rows"),
        (
            "weather.csv",
            "6,1,Snow,Snow,source\n",
            "6,1,Snow,Snow,source\n6,1,Snow,Snow,source\n",
            "line 8",
            "six rows",
        ),
        ("air_operations.csv", "5,2,AAm,AAm,AAmc", "5,2,AAm,AAm,AAm", "line 6, cover", "'AAmc'"),
        ("shifts.csv", "S9,-1", "S0,-1", "line 10, id", "'S9'"),
        ("bridge_chances.csv", "seize,,german,3,3", "seize,,german,2,3", "from_turn", "has turn 2"),
        (
            "bridge_chances.csv",
            "seize,,german,4,12",
            "seize,,german,5,12",
            "to_turn: found none for turn 4",
            "german chance for every turn",
        ),
        ("bridge_chances.csv", "build,both_disrupted", "build,own_disrupted", "line 6, case", "not yet used"),
        (
            "terrain_effects.csv",
            "forest,1,2,0.5,1,2,cover,+1 to one",
            "forest,1,2.3,0.5,1,2,cover,+1 to one",
            "mechanized_mf",
            "whole or half",
        ),
        (
            "terrain_effects.csv",
            "city,1,1,0.5",
            "village,1,1,0.5",
            "line 4, terrain",
            "'open', 'town', 'city'",
        ),
        (
            "terrain_effects.csv",
            "city,1,1,0.5,1,3,cover,+1 to each infantry-type unit (TIA-TERR-2),source\n",
            "",
            "terrain: found none",
            "a row for 'city' too",
        ),
        ("constants.toml", "reach = 4", 'reach = "far"', "field supply.reach", "a whole number from 0"),
        ("constants.toml", "limit_from = 6\n", "", "field fuel.limit_from", "a whole number from 1"),
        ("constants.toml", "omb = 2", "omb = 2\nstatus = 3", "invalid TOML", "valid TOML"),
        ("constants.toml", "tiger = 4", "tiger = 40", "field omf.tiger", "a whole number from 0 to 9"),
        ("options.toml", 'choices = ["A", "B"]', 'choices = ["A"]', "field die_index.choices", "two or more"),
        (
            "options.toml",
            'choices = ["A", "B"]',
            'choices = ["A", 2]',
            "field die_index.choices",
            "all texts",
        ),
        ("options.toml", 'default = "A"', 'default = "C"', "field die_index.default", "['A', 'B']"),
        ("options.toml", 'default = "A"\n', "", "die_index.default: found nothing", "['A', 'B']"),
        (
            "options.toml",
            'default = "A"',
            'default = "A"\ncolour = 1',
            "field die_index.colour",
            "one of the fields",
        ),
    ],
)
def test_a_broken_copy_is_reported(
    copy: Path, name: str, old: str, new: str, where: str, expected: str
) -> None:
    edit(copy, name, old, new)
    with pytest.raises(DataFileError) as caught:
        load_all(copy)
    assert str(caught.value).startswith(str(copy / name))
    assert where in str(caught.value)
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", [*(path.name for path in sorted(DATA.glob("*.*"))), *MAP_FILES])
def test_every_data_file_is_needed(copy: Path, name: str) -> None:
    """Every file is used: without it loading fails and names it."""
    (copy / name).unlink()
    with pytest.raises(DataFileError, match="no such file") as caught:
        load_all(copy)
    assert name in str(caught.value)
