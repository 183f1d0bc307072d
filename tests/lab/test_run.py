"""Runs of experiments: the same rows for any number of workers, however often they were killed."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import pi, sqrt
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

from ardennes import cli
from ardennes.commands import lab as commands
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab import run as runs
from ardennes.lab.experiment import Experiment, Stop, changed_game, read_experiment
from ardennes.lab.findings import better, by_bid, campaigns, differences, effects, shares
from ardennes.lab.play import play_game
from ardennes.lab.rows import KINDS, GameRow, GameRows
from ardennes.lab.run_page import write_report
from ardennes.lab.sequential import Bounds
from ardennes.lab.tables import Answer, Tables, keys_of

TEXT = """
question = "Is <a> rush & push better?"
game = "tigers"
scenarios = ["bastogne"]
[[players]]
german = "rush"
allied = "random"
[seeds]
pairs = true
[stop]
games = GAMES
[[vary]]
name = "infantry"
cell = ["constants.toml", "omf", "infantry"]
values = [2, 4]
"""
GAMES = 4


def experiment_file(folder: Path, games: int = GAMES) -> Path:
    file = folder / "pace.toml"
    file.write_text(TEXT.replace("GAMES", str(games)), encoding="utf-8")
    return file


def everything(run: runs.Run) -> dict[str, Answer]:
    """Return every row of every table, in one order."""
    tables = run.tables()
    return {kind.table: tables.ask(f"select * from {kind.table} order by all") for kind in KINDS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run."""
    where = tmp_path_factory.mktemp("lab")
    run = runs.begin(experiment_file(where), where / "run")
    runs.play(run, 1)
    return run.folder


def work_of(run: runs.Run) -> runs.Work:
    result = runs.fingerprints("tigers")
    return runs.Work("tigers", "keyed", run.experiment.configurations, run.folder / "faults", result)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[runs.Key]:
    """Count the games played in this process from now on."""
    result: list[runs.Key] = []
    play = runs.Work._play

    def noted(self: runs.Work, *key: Any) -> runs.Played:
        result.append(key)
        return play(self, *key)

    monkeypatch.setattr(runs.Work, "_play", noted)
    return result


def test_the_rows_fit_each_other(folder: Path) -> None:
    tables = runs.open_run(folder).tables()
    assert tables.ask("select count(*), count(distinct (config, seed, swapped)) from games").rows == [(8, 8)]
    assert tables.ask("select distinct config, german from games where not swapped").rows[0][1] == "rush"
    assert tables.ask("select distinct german from games where swapped").rows == [("random",)]
    assert tables.ask("select distinct config, overlay = '' from games order by 1").rows == [
        (1, False),
        (2, False),
    ]
    fits = """select g.battles = (select count(*) from battles b where (b.config, b.seed, b.swapped)
                                                                     = (g.config, g.seed, g.swapped)),
                     g.german_men = (select sum(men) from turns t where side = 'german' and
                                     (t.config, t.seed, t.swapped) = (g.config, g.seed, g.swapped)),
                     g.german_hexes = (select len(arg_max(german, turn)) from control c where
                                       (c.config, c.seed, c.swapped) = (g.config, g.seed, g.swapped))
              from games g"""
    assert set(tables.ask(fits).rows) == {(True, True, True)}


@pytest.mark.long
def test_two_workers_give_the_rows_of_one(folder: Path, tmp_path: Path) -> None:
    run = runs.begin(experiment_file(tmp_path), tmp_path / "run")
    runs.play(run, 2)
    assert everything(run) == everything(runs.open_run(folder))
    assert run.about == runs.open_run(folder).about


@pytest.mark.long
def test_the_bids_of_a_run_are_those_of_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = experiment_file(tmp_path, 2)  # with pairs: a game with either side
    file.write_text(file.read_text(encoding="utf-8").replace("bastogne", "campaign"), encoding="utf-8")
    run = runs.begin(file, tmp_path / "run")
    runs.play(run, 1)
    for one in run.experiment.configurations:
        points = {point.bid: point for point in by_bid(run.tables(), "tigers", one)}
        wins = run.tables().ask("select count(*) from games where config = ? and german_wins", [one.number])
        assert (points[0].wins,) == wins.rows[0]
        assert points[-2].share <= points[0].share <= points[2].share
    assert cli.run(["lab", "bids", str(run.folder)]) == 0
    assert "By bid" in capsys.readouterr().out


def test_where_a_bid_counts_nothing_the_lab_says_so(folder: Path) -> None:
    with pytest.raises(UserError, match="only the places decide"):
        commands.even(folder)


def test_a_finished_run_plays_nothing_more(folder: Path, played: list[runs.Key]) -> None:
    runs.play(runs.open_run(folder), 1)
    assert played == []


@pytest.mark.long
def test_small_batches_and_stops_change_no_row(
    folder: Path, tmp_path: Path, played: list[runs.Key], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BATCH", 3)
    run = runs.begin(experiment_file(tmp_path), tmp_path / "run")

    def stop(games: int, most: int) -> None:
        assert most == 8
        if games in (2, 5):
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            runs.play(run, 1, stop)
        run = runs.open_run(run.folder)
    runs.play(run, 1)
    assert len(run.batches) > 2
    assert len(played) == len(set(played)) == 8
    assert everything(run) == everything(runs.open_run(folder))


def copy(folder: Path, to: Path, cut: Callable[[Path], None]) -> runs.Run:
    """Return a run with the same games as if it had been killed in some way."""
    shutil.copytree(folder, to)
    cut(to)
    return runs.open_run(to)


def test_killed_before_the_played_games_were_struck_off(
    folder: Path, tmp_path: Path, played: list[runs.Key]
) -> None:
    """A game in a batch and pending counts once; an incomplete line and an incomplete batch are ignored."""
    run = runs.begin(experiment_file(tmp_path), tmp_path / "one")
    work = work_of(run)
    again = work.play([(1, 1, False)])[0].line + b"\n"

    def killed(to: Path) -> None:
        (to / runs.PENDING).write_bytes(again + again[:100])
        (to / runs.BATCHES / "new-000002").mkdir()

    played.clear()
    run = copy(folder, tmp_path / "two", killed)
    runs.play(run, 1)
    assert played == []
    assert everything(run) == everything(runs.open_run(folder))
    assert sorted(path.name for path in (run.folder / runs.BATCHES).iterdir()) == ["000001"]


@pytest.mark.long
def test_a_game_only_in_a_torn_line_is_played_again(
    folder: Path, tmp_path: Path, played: list[runs.Key]
) -> None:
    run = runs.begin(experiment_file(tmp_path), tmp_path / "run")
    work = work_of(run)
    whole, torn = (one.line for one in work.play([(1, 1, False), (2, 1, False)]))
    (run.folder / runs.PENDING).write_bytes(whole + b"\n" + torn[:-20])
    played.clear()
    run = runs.open_run(run.folder)
    assert list(run.done) == [(1, 1, False)]
    assert run.tables().ask("select count(*) from games").rows == [(1,)]
    runs.play(run, 1)
    assert (1, 1, False) not in played
    assert (2, 1, False) in played
    assert everything(run) == everything(runs.open_run(folder))


LONGER = 8  # games of each configuration: enough to kill it in the middle
SOME = 3  # games played when it is killed


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """A finished run of more games."""
    where = tmp_path_factory.mktemp("longer")
    run = runs.begin(experiment_file(where, LONGER), where / "run")
    runs.play(run, 1)
    return run


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_for_good_it_continues_and_plays_no_game_twice(
    tmp_path: Path, workers: int, longer: runs.Run, played: list[runs.Key]
) -> None:
    games = LONGER
    where = tmp_path / "killed"
    words = [
        "lab",
        "run",
        str(experiment_file(tmp_path, games)),
        "--out",
        str(where),
        "--workers",
        str(workers),
    ]
    process = subprocess.Popen([sys.executable, "-m", "ardennes", *words], stdout=subprocess.DEVNULL)
    pending = where / runs.PENDING
    while not pending.exists() or pending.read_bytes().count(b"\n") < SOME:
        assert process.poll() is None, "it ended before it could be killed"
        sleep(0.01)
    process.kill()
    process.wait()
    run = runs.open_run(where)
    before = set(run.done)
    assert SOME <= len(before) < 2 * games
    played.clear()
    runs.play(run, 1)
    assert not before & set(played)
    assert len(played) == 2 * games - len(before)
    assert everything(run) == everything(longer)


def test_one_process_at_a_time(folder: Path) -> None:
    with runs._claim(folder), pytest.raises(UserError, match="is being played by another process"):
        runs.play(runs.open_run(folder), 1)


def test_a_run_of_other_code_is_not_gone_on_with(folder: Path, tmp_path: Path) -> None:
    def older(to: Path) -> None:
        about = (to / runs.ABOUT).read_text(encoding="utf-8")
        code = runs.open_run(to).about.code
        (to / runs.ABOUT).write_text(about.replace(code, "0" * 16), encoding="utf-8")

    with pytest.raises(UserError, match=r"begun with another code: .*lab run"):
        runs.play(copy(folder, tmp_path / "older", older), 1)


def test_a_machine_with_other_code_plays_nothing(folder: Path) -> None:
    work = dataclasses.replace(work_of(runs.open_run(folder)), with_=("other", "code"))
    with pytest.raises(UserError, match="has another Ardennes"):
        work.play([(1, 1, False)])


def test_what_cannot_be_opened(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no run in"):
        runs.open_run(tmp_path)
    with pytest.raises(UserError, match=r"there is a run in .* already: `ardennes lab resume"):
        runs.begin(experiment_file(tmp_path), folder)
    with pytest.raises(UserError, match="it is not an empty folder"):
        runs.begin(experiment_file(tmp_path), tmp_path)


# Stopping rules


def stopping(folder: Path, stop: Stop) -> Experiment:
    result = runs.open_run(folder).experiment
    return msgspec.structs.replace(result, stop=stop, configurations=result.configurations[:1])


def due(experiment: Experiment, done: dict[runs.Key, runs.Ended]) -> list[runs.Key]:
    return runs.due(runs.courses(experiment), done)


def outcomes(experiment: Experiment, winners: str) -> dict[runs.Key, runs.Ended]:
    words = {"g": ("german", 1), "a": ("allied", -1), "x": ("", 0)}
    return {experiment.job(1, at): words[letter] for at, letter in enumerate(winners)}


def test_it_stops_when_the_interval_is_narrow_enough(folder: Path) -> None:
    experiment = stopping(folder, Stop(games=100, look=10, width=0.35))
    assert len(due(experiment, {})) == 10
    assert due(experiment, outcomes(experiment, "g" * 10)) == []  # 72 to 100 %
    mixed = outcomes(experiment, "ga" * 5)
    assert len(due(experiment, mixed)) == 10  # 24 to 76 %
    assert runs.left_at_most(experiment, mixed) == 90
    assert len(due(experiment, outcomes(experiment, "ga" * 5 + "g" * 9))) == 1  # the check is not complete
    assert due(experiment, outcomes(experiment, "ga" * 50)) == []


def test_it_stops_when_it_is_known_who_is_better(folder: Path) -> None:
    experiment = stopping(folder, Stop(games=400, look=20, sprt=Bounds(share=0.7)))
    assert due(experiment, outcomes(experiment, "ga" * 60)) == []  # the German's player wins with either side
    even = outcomes(experiment, "gg" * 10)
    assert len(due(experiment, even)) == 20
    assert len(due(experiment, outcomes(experiment, "gx" * 60))) == 20  # failed pairs prove nothing


# Results


def test_shares_and_differences_by_seed(folder: Path) -> None:
    run = runs.open_run(folder)
    tables = run.tables()
    first, second = shares(tables)
    assert first.games + first.broken == second.games + second.broken == GAMES
    wins = tables.ask("select config, winner = 'german', seed, swapped from games order by all").rows
    by_game = {
        (seed, swapped): [w for c, w, s, x in wins if (s, x) == (seed, swapped)]
        for _, _, seed, swapped in wins
    }
    mean = sum(int(b) - int(a) for a, b in by_game.values()) / GAMES
    (result, margin) = differences(tables, run.experiment)
    assert result.pairs == GAMES
    assert result.mean == pytest.approx(mean)
    assert result.measure == "German victories"
    assert margin.measure == "Margin, for the German"


def test_players_are_compared_by_pairs(folder: Path) -> None:
    run = runs.open_run(folder)
    first = better(run)[0]
    won = run.tables().ask(
        "select avg((winner = if(swapped, 'allied', 'german'))::int) from games where config = 1"
    )
    assert (first.pairs, first.players, first.decision) == (GAMES // 2, ("rush", "random"), "")
    assert first.share == pytest.approx(won.rows[0][0])  # nobody draws here
    assert "rush gets" in str(first)


def test_games_are_laid_beside_1944_as_when_they_were_played(folder: Path) -> None:
    run = runs.open_run(folder)
    tables = run.tables()
    for one in run.experiment.configurations:
        game = changed_game(find_game("tigers"), "", one.change)[0]
        played = [
            play_game(game, players, 1, scenario=one.scenario).campaign
            for players in (("rush", "random"), ("random", "rush"))
        ]
        assert campaigns(tables, "tigers", one)[:2] == played


def test_history_of_a_part_of_the_front(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lab", "history", str(folder)]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "2, 4 games" in output
    assert "Places: skill" in output
    assert "Attacks that failed" in output
    assert "Losses are not compared with 1944" in output
    assert "a lost point" not in output


def test_the_commands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lab", "show", str(folder)]) == 0
    assert "infantry" not in capsys.readouterr().err
    assert cli.run(["lab", "sql", str(folder), "select count(*) as n from games", "--csv"]) == 0
    assert capsys.readouterr().out == "n\n8\n"
    assert cli.run(["lab", "sql", str(folder), "select nothing"]) == 2
    assert "query failed" in capsys.readouterr().err
    assert cli.run(["lab", "resume", str(folder), "--on", "mars"]) == 2
    assert "the places are: here, ray" in capsys.readouterr().err
    assert cli.run(["lab", "report", str(folder)]) == 0
    assert cli.run(["lab", "resume", str(folder), "--workers", "1"]) == 0


def test_the_report_is_one_file_with_its_numbers_beside_it(folder: Path) -> None:
    page = write_report(runs.open_run(folder))
    text = page.read_text(encoding="utf-8")
    assert "Is &lt;a&gt; rush &amp; push better?" in text
    assert "<script" not in text
    assert text.count("url(") == text.count("url(data:") + text.count("url(#")
    assert not [word for word in ("http://", "https://", "nan", "inf ") if word in text.split("</style>")[1]]
    names = {"results", "differences", "ground", "losses", "attacks", "calibration",
             "results_by_odds"}  # fmt: skip
    beside = {"skill", "front", "failed_attacks"}  # the run covers a part of the front: no losses of 1944
    assert {path.stem for path in page.parent.glob("*.csv")} == names | beside
    assert text.count("<figure>") == text.count('class="csv"') == len(names)
    assert text.count('<g id="ground">') == 1, "the map is in the page once"
    assert text.count('href="#ground"') == 2 * 3
    assert 'href="history.html"' in text
    history = (page.parent / "history.html").read_text(encoding="utf-8")
    assert history.count("<figure>") == len(beside)
    assert "Losses are not compared with 1944" in history
    lines = (page.parent / "results.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 2 * 3
    ground = (page.parent / "ground.csv").read_text(encoding="utf-8").splitlines()[1:]
    last = max(int(line.split(",")[1]) for line in ground)
    shares_of = [float(line.split(",")[4]) for line in ground if line.startswith(f"1,{last},")]
    held = runs.open_run(folder).tables().ask("select avg(german_hexes) from games where config = 1").rows
    assert sum(shares_of) == pytest.approx(held[0][0])


def test_the_tables_say_their_schema(folder: Path) -> None:
    file = folder / runs.BATCHES / "000001" / "games.parquet"
    assert len(keys_of(file)) == 8
    other = pq.read_table(file).replace_schema_metadata({"ardennes_lab_schema": "0"})
    pq.write_table(other, file.with_name("other.parquet"))
    with pytest.raises(UserError, match="has the schema 0; this version reads the schema 2"):
        keys_of(file.with_name("other.parquet"))


def test_without_the_extra_a_command_says_which() -> None:
    code = (
        "import sys; sys.modules['duckdb'] = None\n"
        "from ardennes import cli\n"
        "sys.exit(cli.run(['lab', 'show', 'x']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'ardennes[lab]'" in done.stderr


SHORT = {"breakthrough": "clervaux", "wave_of_terror": "skyline", "playsheet": "lxvi_corps"}


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT)
def test_every_game_leaves_its_rows_and_a_report(game: str, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    text = TEXT[: TEXT.index("[[vary]]")].replace("GAMES", "2").replace("tigers", game)
    file.write_text(text.replace("bastogne", SHORT[game]), encoding="utf-8")
    run = runs.begin(file, tmp_path / "run")
    runs.play(run, 1)
    tables = run.tables()
    assert tables.ask("select distinct failure from games").rows == [("",)]
    assert tables.ask("select count(*) from battles").rows[0][0] > 0
    last = """select any_value(german_hexes) - len(arg_max(c.german, c.turn))
              from games join control c using (config, seed, swapped) group by config, seed, swapped"""
    assert set(tables.ask(last).rows) == {(0,)}
    assert tables.ask("select winner, margin from games where winner = 'german' and margin < 0").rows == []
    assert "<svg" in write_report(run).read_text(encoding="utf-8")


MORRIS = """
[design]
kind = "morris"
draws = 2
[[vary]]
name = "infantry"
cell = ["constants.toml", "omf", "infantry"]
values = [2, 3, 4]
[[vary]]
name = "armour"
rows = ["units.csv", "side=german, kind=armor", "factor"]
add = [0, 1]
"""


def morris_file(folder: Path, games: int) -> Path:
    file = folder / "morris.toml"
    plain = TEXT[: TEXT.index("[[vary]]")].replace("pairs = true", "").replace("GAMES", str(games))
    file.write_text(plain.replace("[[players]]", 'measures = ["german_hexes"]\n[[players]]') + MORRIS)
    return file


def test_effects_are_what_steps_of_a_path_change(tmp_path: Path) -> None:
    """Games with known outcomes: a step of the infantry is worth 10 hexes, armour only adds noise."""
    experiment = read_experiment(morris_file(tmp_path, 2))
    rows = []
    for one in experiment.configurations:
        worth = 10 * (int(one.levels["infantry"]) - 2)
        for seed in (1, 2):
            noise = seed if one.levels["armour"] == "+1" else 0
            words = ("scenario", "variant", "overlay", "german", "allied", "level", "digest", "failure")
            values: dict[str, Any] = dict.fromkeys(GameRow.__struct_fields__, 0) | dict.fromkeys(words, "")
            values |= {"won_with": (), "drawn_with": ()}
            values |= {"config": one.number, "seed": seed, "swapped": False, "german_wins": True}
            values |= {"winner": "german", "german_hexes": worth + 3 * noise}
            rows.append(GameRows(GameRow(**values), (), (), ()))
    result = {one.factor: one for one in effects(Tables([], rows), experiment)}
    infantry, armour = result["infantry"], result["armour"]
    assert (infantry.steps, infantry.mean, infantry.size, infantry.sigma, infantry.noise) == (2, 10, 10, 0, 0)
    assert infantry.verdict == ""
    assert (armour.mean, armour.size) == (4.5, 4.5)
    assert armour.noise == pytest.approx(sqrt(2 / pi) * 1.5)  # 3 and 6: a deviation of 3 / sqrt(2) each


@pytest.mark.long
def test_a_morris_run_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = runs.begin(morris_file(tmp_path, 1), tmp_path / "run")
    runs.play(run, 1)
    text = write_report(run).read_text(encoding="utf-8")
    assert "Morris screening" in text
    assert "of 2 factors have a clear effect" in text
    lines = (run.folder / "report" / "effects.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1:3] for line in lines[1:]] == [["infantry", "2"], ["armour", "2"]]
    assert cli.run(["lab", "show", str(run.folder)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "A step of each factor, wherever the others stand:" in said
    assert re.search(r"armour 2 \S+ ± ", said)
    assert "Against “" not in said
