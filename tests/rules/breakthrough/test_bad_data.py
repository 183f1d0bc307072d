"""An invalid data file of Breakthrough is reported with file, line or field, and what would be right."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.datafile import DataFileError
from tests.data_copies import copied, edit


def edited(tmp_path: Path, name: str, old: str, new: str) -> Path:
    folder = copied("breakthrough", tmp_path)
    edit(folder, name, old, new)
    return folder


def test_a_designers_copy_is_read_from_its_own_folder(tmp_path: Path) -> None:
    folder = edited(tmp_path, "constants.csv", "\nRET_BASE,5,", "\nRET_BASE,7.5,")
    assert World(folder=folder).constants.ret_base == Fraction("7.5")
    assert World().constants.ret_base == 5


FIRST_SEVEN = 'title = "First Seven Days"'


@pytest.mark.parametrize(
    ("name", "old", "new", "where", "expected"),
    [
        # The map.
        ("map/hexes.csv", '"0,1",clear', '"0;1",clear', "line 3, hex", "x and y like 7,13"),
        ("map/hexes.csv", '"0,1",clear', '"0,0",clear', "line 3, hex", "not yet used (line 2"),
        ("map/hexes.csv", '"0,1",clear', '"0,1",swamp', "line 3, terrain", "'clear', 'rough'"),
        ("map/hexes.csv", '"0,2",rough,,,allied', '"0,2",rough,,,us', "line 4, side", "'german' or 'allied'"),
        ("map/hexes.csv", '"0,2",rough,,,allied,S', '"0,2",rough,,,allied,Q', "edges", "letters out of NSWE"),
        (
            "map/hexes.csv",
            '"0,2",rough,,,allied,S,no',
            '"0,2",rough,,,allied,S,yes',
            "edge_road",
            "a road hex",
        ),
        ("map/hexsides.csv", '"0,14","0,15",,yes', '"0,14","0,16",,yes', "line 3, hex_b", "touches 0,14"),
        (
            "map/hexsides.csv",
            "Sure,yes,intact,Martelange",
            "Sure,yes,none,",
            "line 4, bridge",
            "crosses a river",
        ),
        ("blown_bridges.csv", '"9,22","9,23"', '"9,22","8,22"', "line 3, hex_a", "a bridge site"),
        ("blown_bridges.csv", '16,"9,22"', '17,"9,22"', "line 3, day", "'16' or '21'"),
        ("towns.csv", "Bastogne,7,13", "Bastogne,7,14", "line 20, x", "terrain is town"),
        ("towns.csv", "Bastogne,7,13", "Marche,7,13", "line 20, name", "not yet used (line 4"),
        ("towns.csv", "Bastogne,7,13", "Bastogne,99,13", "line 20, x", "a hex of the map"),
        # The order of battle.
        (
            "divisions.csv",
            "US,106,106,106th Infantry Division,INF",
            "US,106,106,106th,PAPER",
            "kind",
            "'INF'",
        ),
        ("divisions.csv", "US,106,106,106th", "US,107,106,106th", "division", "of divisions.csv"),
        ("artillery_pools.csv", "1 2 9 99,115", "1 2 9 99 106,115", "divisions", "106 has a corps already"),
        ("artillery_pools.csv", "14C 82 30 106 7A", "14C 82 30 7A", "division", "artillery_pools.csv gives"),
        ("artillery_pools.csv", "1 2 9 99,115", "1 2 9 99,many", "line 5, start", "from 0 to 999"),
        ("op_allowances.csv", "PZ,GE,PZ divisions", "PANZER,GE,PZ divisions", "allowance", "'PANZER'"),
        # Tables.
        ("op_costs.csv", "clear,Enter clear", "clean,Enter clear", "line 5, key", "'clear'"),
        ("combat_modifiers.csv", "forest,1.7", "forest,-1", "defender", "a number from 0 to 9"),
        ("combat_modifiers.csv", "forest,1.7", "forest,1e999999999", "defender", "a number from 0 to 9"),
        ("combat_modifiers.csv", "1.25,1.25,,no", "1.25,1.25,,yes", "inside_cap", "BTA-8.2b"),
        ("combat_modifiers.csv", "river,1.0,0.75,,yes\n", "", "condition", "a row for 'river' too"),
        ("levels.csv", "4,easiest", "3,easiest", "level", "not yet used"),
        ("levels.csv", "3,historical,1.0,1,0,1.0,1,0\n", "", "level", "a row for '3' too"),
        ("weather.csv", "18,21,50,50,0", "18,20,50,50,0", "from_day", "21: the rows run through all days"),
        ("weather.csv", "18,21,50,50,0", "17,21,50,50,0", "from_day", "18: the rows run through all days"),
        ("weather.csv", "18,21,50,50,0", "18,21,50,40,0", "clear", "add up to 100"),
        ("weather.csv", "25,27,0,34,66\n", "", "to_day: found none for the 25th", "rows for all days to 27"),
        ("air_points.csv", "fog,2,1,2\n", "", "weather", "a row for 'fog' too"),
        ("artillery_limits.csv", "GE,19,27,15\n", "", "to_day: found none for the 19th", "rows for all days"),
        ("artillery_limits.csv", "US,16,27,30\n", "", "to_day: found none for the 16th", "rows for all days"),
        ("artillery_limits.csv", "US,16,27", "UK,16,27", "side", "'GE' or 'US'"),
        ("replacements.csv", "GE,10,15\n", "", "side", "a row for 'GE' too"),
        ("vp_schedule.csv", "exit,3,", "exit,0,", "points", "a whole number from 1"),
        ("victory_levels.csv", "Draw,1200", "Draw,1100", "first_seven", "more than the 1100"),
        ("victory_levels.csv", "Draw,1200", "Even,1200", "level", "the levels in this order"),
        ("constants.csv", "\nCAS_CONST,0.03", "\nCAS_CONST,3", "value", "a number from 0 to 1"),
        ("constants.csv", "\nRET_CAP,95", "\nRET_CAP,950", "value", "a number from 0 to 100"),
        ("constants.csv", "\nEFF_MOVE_LOSS,1", "\nEFF_MOVE_LOSS,1.5", "value", "a whole number"),
        ("constants.csv", "\nSHOWN_STRENGTH_STEP,5", "\nSHOWN_STRENGTH_STEP,0", "value", "from 1 to"),
        ("constants.csv", "\nRET_CAP,95", "\nRETCAP,95", "name", "'RET_CAP'"),
        ("limits.csv", "surrender_pct,40", "surrender_pct,140", "value", "a whole number from 0 to 100"),
        ("limits.csv", "modifier_cap,3", "modifier_cap,2.5", "value", "a whole number from 1"),
        # Scenarios.
        ("scenarios.toml", FIRST_SEVEN, 'titel = "x"', "first_seven.titel", "one of the fields"),
        ("scenarios.toml", "last_day = 22", "last_day = 15", "first_seven.last_day", "from 16 to 27"),
        (
            "scenarios.toml",
            'thresholds = "twelve"',
            'thresholds = "ten"',
            "twelve.thresholds",
            "'last_seven'",
        ),
    ],
)
def test_a_mistake_is_reported(
    tmp_path: Path, name: str, old: str, new: str, where: str, expected: str
) -> None:
    folder = edited(tmp_path, name, old, new)
    with pytest.raises(DataFileError) as error:
        World(folder=folder)
    text = str(error.value)
    assert where in text
    assert expected in text
    assert error.value.file.startswith(str(folder))


def change(tmp_path: Path, name: str, row: str, **fields: str) -> Path:
    """Return the row of that id with other fields."""
    folder = copied("breakthrough", tmp_path)
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    header = next(line for line in lines if not line.startswith("#")).split(",")
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{row},"))
    cells = lines[at].split(",")
    for field, value in fields.items():
        cells[header.index(field)] = value
    lines[at] = ",".join(cells)
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "row", "fields", "expected"),
    [
        ("oob.csv", "US-106-422", {"x": "19", "y": "31"}, "x: found '19,31'; expected a hex of its own side"),
        (
            "oob.csv",
            "US-106-422",
            {"edge": "west"},
            "edge: found 'west'; expected nothing for a unit that is",
        ),
        ("oob.csv", "US-106-422", {"day": "17"}, "edge: found ''; expected the edge by which a unit comes"),
        ("oob.csv", "GE-9SS-9", {"x": "9", "y": "9"}, "an edge over which a road leaves 9,9"),
        ("oob.csv", "US-106-422", {"combat": "none"}, "combat: found 'none'; expected a whole number from 1"),
        ("oob.csv", "US-106-422", {"division": "107"}, "a division of divisions.csv. Did you mean"),
        ("oob.csv", "US-106-422", {"dec16_op": "0.7"}, "'0', '0.5' or '1'"),
        ("setup_dec21.csv", "GE-2PZ-3", {"x": "0", "y": "0"}, "found '0,0'; expected a hex of its own side"),
        ("setup_dec21.csv", "GE-2PZ-3", {"combat": "99"}, "a whole number from 1 to 55"),
        ("setup_dec21.csv", "GE-2PZ-3", {"id": "GE-3PZ-3"}, "a unit of oob.csv"),
        (
            "setup_dec21.csv",
            "GE-2PZ-3",
            {"id": "GE-9PZ-33"},
            "a unit of oob.csv that has come before the 21st",
        ),
        ("setup_dec21.csv", "GE-2PZ-3", {"id": "GE-2PZ-2"}, "not yet used"),
    ],
)
def test_a_unit_that_cannot_be_where_it_is_reported_is_refused(
    tmp_path: Path, name: str, row: str, fields: dict[str, str], expected: str
) -> None:
    with pytest.raises(DataFileError) as error:
        World(folder=change(tmp_path, name, row, **fields))
    assert expected in str(error.value)


def test_a_unit_left_out_of_the_second_set_up_is_missed(tmp_path: Path) -> None:
    folder = copied("breakthrough", tmp_path)
    file = folder / "setup_dec21.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    remaining = [line for line in lines if not line.startswith("GE-2PZ-3,")]
    assert len(remaining) == len(lines) - 1
    file.write_text("\n".join(remaining) + "\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="found none for GE-2PZ-3; expected a row for every unit"):
        World(folder=folder)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("free", "true", "false where the setup is the chart"),
        ("first_day", "17", "16 where the setup is chart"),
        ("setup", '"dec21"', "21 where the setup is dec21"),
        ("enters", '"combat"', "'supply' or 'air'"),
    ],
)
def test_a_scenario_that_contradicts_itself_is_refused(
    tmp_path: Path, field: str, value: str, expected: str
) -> None:
    folder = copied("breakthrough", tmp_path)
    file = folder / "scenarios.toml"
    before, mark, rest = file.read_text(encoding="utf-8").partition("[first_seven]")
    lines = rest.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{field} ="))
    lines[at] = f"{field} = {value}"
    file.write_text(before + mark + "\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="first_seven") as error:
        World(folder=folder)
    assert expected in str(error.value)


def test_no_scenario_at_all(tmp_path: Path) -> None:
    folder = copied("breakthrough", tmp_path)
    (folder / "scenarios.toml").write_text("# none\n", encoding="utf-8")
    with pytest.raises(DataFileError, match=r"found no scenario; expected a table for each"):
        World(folder=folder)
