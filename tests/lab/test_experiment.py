"""Experiment files: the designs, and the errors."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from ardennes.errors import UserError
from ardennes.lab.designs import latin_hypercube, morris_paths
from ardennes.lab.experiment import Experiment, read_experiment

HEAD = """
question = "Who wins?"
game = "tigers"
scenarios = ["bastogne"]
"""
PLAYERS = """
[[players]]
german = "random"
allied = "random"
"""
STOP = """
[stop]
games = 4
"""
PLAIN = HEAD + PLAYERS + STOP
TWO = """
[[vary]]
name = "weather"
option = "any_road_disrupts"
values = [false, true]
[[vary]]
name = "infantry"
cell = ["constants.toml", "omf", "infantry"]
values = [2, 3]
"""


def read(tmp_path: Path, *parts: str) -> Experiment:
    file = tmp_path / "experiment.toml"
    file.write_text("".join(parts), encoding="utf-8")
    return read_experiment(file)


def design(kind: str) -> str:
    return f'\n[design]\nkind = "{kind}"\n'


def test_a_plain_file_has_one_configuration(tmp_path: Path) -> None:
    result = read(tmp_path, HEAD, PLAYERS, STOP)
    (one,) = result.configurations
    assert (one.scenario, one.german, one.allied, one.change, one.overlay) == (
        "bastogne",
        "random",
        "random",
        {},
        "",
    )
    assert [result.job(1, at) for at in range(2)] == [(1, 1, False), (1, 2, False)]


def test_grid_and_list(tmp_path: Path) -> None:
    grid = read(tmp_path, HEAD, PLAYERS, STOP, TWO).configurations
    assert [one.name for one in grid] == [
        f"weather {wet}, infantry {pace}" for wet in (False, True) for pace in (2, 3)
    ]
    assert grid[3].options == {"any_road_disrupts": True}
    assert grid[3].change == {"constants.toml": {"omf": {"infantry": 3}}}
    assert len({one.overlay for one in grid}) == 2
    listed = read(tmp_path, HEAD, PLAYERS, STOP, TWO, design("list")).configurations
    assert [one.levels for one in listed] == [
        {"weather": "False", "infantry": "2"}, {"weather": "True", "infantry": "3"}
    ]  # fmt: skip


def test_a_random_design_draws_the_same_again(tmp_path: Path) -> None:
    drawn = TWO.replace("values = [2, 3]", "range = [1, 8]")
    more = design("random") + "draws = 6\nseed = 3\n"
    first = read(tmp_path, HEAD, PLAYERS, STOP, drawn, more).configurations
    assert first == read(tmp_path, HEAD, PLAYERS, STOP, drawn, more).configurations
    assert 1 < len(first) <= 6
    other = read(tmp_path, HEAD, PLAYERS, STOP, drawn, more.replace("seed = 3", "seed = 4")).configurations
    assert [one.levels for one in first] != [one.levels for one in other]


def test_one_factor_at_a_time(tmp_path: Path) -> None:
    result = read(tmp_path, PLAIN, TWO, design("one"))
    assert [one.name for one in result.configurations] == ["as it is", "weather True", "infantry 3"]
    assert [one.levels["infantry"] for one in result.configurations] == ["2", "2", "3"]
    assert result.factors == {"weather": ("False", "True"), "infantry": ("2", "3")}


ROWS = """
[[vary]]
name = "armour"
rows = ["units.csv", "side=german, kind=armor", "factor"]
add = [0, -1]
"""


def test_cells_of_many_rows(tmp_path: Path) -> None:
    first, second = read(tmp_path, PLAIN, ROWS).configurations
    assert (first.name, first.change, second.name) == ("as it is", {}, "−1")
    assert second.change["units.csv"]["G-KGP"] == {"factor": 3}
    assert len(second.change["units.csv"]) == 9
    each = ROWS.replace("add = [0, -1]", "times = [1, 1.5]\neach = true")
    result = read(tmp_path, PLAIN, each, design("one")).configurations
    assert len(result) == 1 + 9
    assert result[1].name == "G-KGP × 1.5"
    assert result[1].change == {"units.csv": {"G-KGP": {"factor": 6}}}
    assert result[3].change == {"units.csv": {"G-12SS": {"factor": 8}}}, "a whole number stays whole"


def test_rows_that_only_two_columns_name_and_fractions(tmp_path: Path) -> None:
    table = PLAIN.replace("tigers", "wave_of_terror").replace("bastogne", "elsenborn")
    columns = ROWS.replace("units.csv", "crt.csv").replace("factor", "defender")
    _, fewer = read(
        tmp_path, table, columns.replace("side=german, kind=armor", "odds=3:1|4:1")
    ).configurations
    assert len(fewer.change["crt.csv"]) == 12
    assert fewer.change["crt.csv"]["odds=4:1, die=6"] == {"defender": 2}
    sheet = PLAIN.replace("tigers", "playsheet").replace("bastogne", "lxvi_corps")
    parts = (
        """[[vary]]\nname = "parts"\nrows = ["sheet_constants.csv", "value=1/4", "value"]\ntimes = [1, 0.5]"""
    )
    _, halved = read(tmp_path, sheet, parts).configurations
    assert halved.change["sheet_constants.csv"]["river_crossing_time"] == {"value": "1/8"}


@pytest.mark.parametrize(("sizes", "draws"), [((2, 3, 5), 30), ((4,), 4), ((6, 6), 3)])
def test_a_latin_hypercube_takes_every_level_as_often(sizes: tuple[int, ...], draws: int) -> None:
    result = latin_hypercube(sizes, draws, Random(1))
    assert len(result) == draws
    for at, size in enumerate(sizes):
        often = Counter(one[at] for one in result)
        assert (
            max(often.values()) - min(often[level] for level in range(min(size, draws))) <= 1 or draws < size
        )
        assert max(often.values()) <= -(-draws // size)
    assert latin_hypercube(sizes, draws, Random(1)) == result


def test_a_path_of_morris_changes_every_factor_once() -> None:
    sizes = (2, 3, 4, 1)
    result = morris_paths(sizes, 20, Random(1))
    assert len(result) == 20 * 5
    for path in (result[at : at + 5] for at in range(0, len(result), 5)):
        changed = [[at for at in range(4) if a[at] != b[at]] for a, b in pairwise(path)]
        assert sorted(changed) == [[], [0], [1], [2]], "a factor of one level cannot change"
        assert all(abs(a[2] - b[2]) in (0, 2) for a, b in pairwise(path)), "of four levels two farther"
        assert all(0 <= one[at] < size for one in path for at, size in enumerate(sizes))
    assert len({one[:3] for one in result}) > 12, "they begin anywhere"


def test_morris_in_a_file(tmp_path: Path) -> None:
    result = read(tmp_path, PLAIN, TWO, design("morris"), "draws = 3\n")
    assert len(result.configurations) == 9
    assert result.configurations[3].name == "path 2, start"
    assert re.fullmatch("path 2, (weather|infantry) .*", result.configurations[4].name)
    assert (result.design, result.factors["infantry"]) == ("morris", ("2", "3"))


def test_scenarios_and_players_are_crossed_with_levels(tmp_path: Path) -> None:
    head = HEAD.replace('["bastogne"]', '["bastogne", "peiper"]')
    result = read(tmp_path, head, PLAYERS, PLAYERS.replace('german = "random"', 'german = "rush"'), STOP)
    assert [one.name for one in result.configurations] == [
        f"{scenario}, {german} against random"
        for scenario in ("bastogne", "peiper")
        for german in ("random", "rush")
    ]


def test_seeds_in_pairs(tmp_path: Path) -> None:
    players = PLAYERS.replace('german = "random"', 'german = "rush"')
    result = read(tmp_path, HEAD, players, STOP, "\n[seeds]\nfirst = 5\npairs = true\n")
    assert [result.job(1, at) for at in range(3)] == [(1, 5, False), (1, 5, True), (1, 6, False)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + STOP, r"experiment.toml, field players: found nothing; expected at least one table"),
        (HEAD.replace("tigers", "tiger") + PLAYERS + STOP, r"line 3, field game: there is no game 'tig"),
        (HEAD.replace("bastogne", "bastone") + PLAYERS + STOP, r"line 4, field scenarios: .* it has: "),
        (HEAD + 'measurs = ["margin"]\n' + PLAYERS + STOP, r"line 5, field measurs: .* Did you mean me"),
        (HEAD + 'measures = ["morale"]\n' + PLAYERS + STOP, r"field measures: found 'morale'"),
        (HEAD + 'dice = "wooden"\n' + PLAYERS + STOP, r"field dice: found 'wooden'"),
        (HEAD + PLAYERS.replace('allied = "random"', 'allied = "nobody"') + STOP,
         r"line 8, field players\[1\].allied: .* has no player 'nobody'; it has: "),
        (HEAD + PLAYERS, r"toml, field stop.games: found nothing; expected a whole number"),
        (PLAIN + "width = 3\n", r"line 12, field stop.width: found 3; expected a number from 0.001 to 0.99"),
        (PLAIN + "sprt = {}\n", r"field stop.sprt: found no pairs; expected pairs = true"),
        (PLAIN + "\n[seeds]\npairs = true\n", r"players\[1\].allied: .* another player"),
        (PLAIN + TWO.replace("[2, 3]", "[2, 99]"),
         r"toml, line 19, field vary\[2\].cell: .*"
         r"constants.toml \(as .*experiment.toml \(weather False, infantry 99\) changes it\), line 16, "),
        (PLAIN + TWO.replace("any_road_disrupts", "any_road"),
         r"line 15, field vary\[1\].option: .* has no option"),
        (PLAIN + TWO.replace('"omf"', '"ofm"'), r"line 19, field vary\[2\].cell: .*toml.ofm"),
        (PLAIN + '[change."crt.csv"]\n6 = { "3:1" = "D9" }\n' + TWO,
         r"line 12, field change: .*crt.csv \(as .*\), line \d+, 3:1: found 'D9'"),
        (PLAIN + TWO.replace("values = [2, 3]", "range = [2, 3]"), r"line 20, field vary\[2\].range: "),
        (PLAIN + TWO.replace("[2, 3]", "[2, 3, 4]") + design("list"), r"field vary: found 2 of"),
        (PLAIN + "\n[[vary]]\nname = 'x'\n", r"field vary\[1\].level: found none of them"),
        (PLAIN + "\n[[vary]]\nname = 'x'\n[[vary.level]]\nnam = 'y'\n", r"line 15, field vary\[1\].level"),
        (PLAIN + ROWS.replace("units.csv", "unit.csv"), r"field vary\[1\].rows: |unit.csv"),
        (PLAIN + ROWS.replace("kind=armor", "kind=boat"), r"field vary\[1\].rows: found none with side="),
        (PLAIN + ROWS.replace("factor", "name"), r"field vary\[1\].rows: found 'KampfGruppe Peiper'"),
        (PLAIN + ROWS.replace("side=", "sid="), r"field vary\[1\].rows: found 'sid'; expected columns of"),
        (PLAIN + ROWS.replace("add = [0, -1]", ""), r"field vary\[1\].times: found no such list"),
        (PLAIN + ROWS.replace("[0, -1]", "[0, 0]"), r"field vary\[1\].add: found a number twice"),
        (PLAIN + design("one") + "draws = 3", r"field design.kind: "),
        (PLAIN + design("cube"), r"field design.kind: found 'cube'; expected 'grid', 'list', 'random'"),
    ],
)  # fmt: skip
def test_a_mistake_gives_file_line_and_field(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(tmp_path, text)


def test_the_example_can_be_played() -> None:
    file = Path(__file__).parents[2] / "examples" / "better_column.toml"
    printed, kinder = read_experiment(file).configurations
    assert printed.overlay == ""
    assert kinder.change["crt.csv"]["6"] == {"3:1": "D1"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "configurations"),
    [
        ("reconstructed_breakthrough", 35),
        ("reconstructed_tigers", 10),
        ("reconstructed_playsheet_numbers", 8),
        ("morris_tigers", 30),
        pytest.param("morris_wave_of_terror", 54, marks=pytest.mark.slow),
        pytest.param("morris_playsheet", 72, marks=pytest.mark.slow),
        pytest.param("morris_breakthrough", 54, marks=pytest.mark.slow),
    ],
)
def test_the_examples_of_sensitivity_can_be_played(name: str, configurations: int) -> None:
    file = Path(__file__).parents[2] / "examples" / f"{name}.toml"
    assert len(read_experiment(file).configurations) == configurations


def test_what_the_page_shows_can_be_played(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "lab.md").read_text(encoding="utf-8")
    varied, many, changed, towns = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(read(tmp_path, PLAIN, many).configurations) == 1 + 2 + 6
    assert len(read(tmp_path, PLAIN, varied).configurations) == 8
    (one,) = read(tmp_path, PLAIN, changed).configurations
    assert one.change["crt.csv"]["*"] == {"7:1": "DE"}
    (one,) = read(tmp_path, PLAIN, towns).configurations
    assert one.change["constants.toml"]["victory"]["german"]["places"][-1] == "Bastogne"
