"""`ardennes simulate`: the same results whatever the workers, a document for programs, words for mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from ardennes import cli
from ardennes.commands import simulate
from ardennes.errors import UserError
from ardennes.games import find_game, kit_of
from ardennes.kernel.contract import AnyGame
from ardennes.lab.pool import Job, Work, batch_size, spread
from ardennes.lab.record import GameRecord, side_word
from ardennes.lab.report import Plan
from ardennes.players.random_player import RandomPlayer


def run(tmp_path: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """Run the command and read its document."""
    file = tmp_path / "out.json"
    code = cli.run(["simulate", "tigers", *words, "--faults", str(tmp_path / "faults"), "--json", str(file)])
    return code, json.loads(file.read_text(encoding="utf-8"))


def without_timing(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "timing"}


@pytest.fixture(scope="module")
def four_games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    code, document = run(
        tmp_path_factory.mktemp("one"), "--games", "4", "--swap", "--seed", "5", "--workers", "1"
    )
    assert code == 0
    return document


def test_the_document(four_games: dict[str, Any]) -> None:
    result = four_games
    assert {"game": "tigers", "scenario": "campaign", "seed": 5, "games": 4}.items() <= result.items()
    assert set(result["wins"]) == {"german", "allied", "draw"}
    assert sum(result["wins"].values()) == 4
    assert sum(result["levels"].values()) == 4
    assert sum(result["turns"]["games"].values()) == 4
    assert result["turns"]["min"] <= result["turns"]["mean"] <= result["turns"]["max"] <= 12
    assert result["players"] == {"german": "random", "allied": "random"}
    assert result["failed"] == []
    assert result["refused"] == 0
    low, high = result["intervals"]["allied"]
    assert 0 <= low <= result["wins"]["allied"] / 4 <= high <= 1


def test_every_game_is_in_the_document(four_games: dict[str, Any]) -> None:
    records = four_games["records"]
    assert [(r["seed"], r["swapped"]) for r in records] == [(5, False), (5, True), (6, False), (6, True)]
    for record in records:
        assert record["winner"] in ("german", "allied", "draw")
        assert record["level"]
        assert [side["side"] for side in record["sides"]] == ["german", "allied"]
        assert record["sides"][0]["counts"]["moves"] > 0
        assert record["orders"] > 300
    assert four_games["orders"] == sum(r["orders"] for r in records)


@pytest.mark.long
def test_the_number_of_workers_changes_nothing(four_games: dict[str, Any], tmp_path: Path) -> None:
    code, document = run(tmp_path, "--games", "4", "--swap", "--seed", "5", "--workers", "2")
    assert code == 0
    assert document["timing"]["workers"] == 2
    assert without_timing(document) == without_timing(four_games)


@pytest.mark.long
def test_swapped_players_change_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run(
        tmp_path, "--german", "turtle", "--allied", "random", "--games", "2", "--swap", "--workers", "1"
    )
    assert code == 0
    first, second = document["records"]
    assert [side["player"] for side in first["sides"]] == ["turtle", "random"]
    assert [side["player"] for side in second["sides"]] == ["random", "turtle"]
    turtle, other = document["by_player"]
    assert (turtle["player"], turtle["games"]) == ("turtle", 2)
    assert turtle["games_as"] == {"german": 1, "allied": 1}
    assert turtle["wins"] + other["wins"] + document["wins"]["draw"] == 2
    expected = (first["winner"] == "german") + (second["winner"] == "allied")
    assert turtle["wins"] == expected
    worth = [{"german": 1, "allied": -1}[r["winner"]] * 10 + r["margin"] for r in (first, second)]
    by_seed = document["by_seed"]
    assert by_seed["better"] == {"turtle": int(worth[0] > worth[1]), "random": int(worth[1] > worth[0])}
    assert (by_seed["seeds"], by_seed["lead"]) == (1, first["margin"] - second["margin"])
    assert by_seed["interval"] is None
    text = capsys.readouterr().out
    for words in ("By player", "By seed", "turtle", "95 % interval", "Levels of victory", "seconds a turn"):
        assert words in text


def test_options_and_dice_reach_the_game(tmp_path: Path) -> None:
    plain, optional, sealed = (
        run(tmp_path, "--games", "1", "--seed", "3", "--workers", "1", *words)[1]
        for words in ((), ("--option", "ninth_armored_as_combat_commands=TRUE"), ("--dice", "sealed"))
    )
    assert plain["options"]["ninth_armored_as_combat_commands"] is False
    assert optional["options"]["ninth_armored_as_combat_commands"] is True
    assert optional["records"] != plain["records"]
    assert sealed["dice"] == "sealed"
    assert sealed["records"] != plain["records"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "there is no game 'chess'; the games are: tigers"),
        (["tigers", "--german", "napoleon"], "no player 'napoleon'; it has: random, "),
        (["tigers", "--allied", "napoleon"], "no player 'napoleon'; it has: random, "),
        (["tigers", "--scenario", "lunch"], "no scenario 'lunch'; it has: campaign"),
        (["tigers", "--option", "fog=true"], "no option 'fog'; it has: "),
        (["tigers", "--option", "any_road_disrupts=maybe"], "cannot be 'maybe'; it can be: False, True"),
        (["tigers", "--option", "any_road_disrupts"], "written as key=value"),
        (["tigers", "--dice", "loaded"], "there are: keyed, sealed"),
        (["tigers", "--games", "3", "--swap"], "even number of games, not 3"),
        (["tigers", "--games", "0"], "0"),
        (["tigers", "--json", "no/such/folder/out.json"], "there is no folder no/such/folder"),
    ],
)
def test_mistakes_are_reported_before_a_game_is_played(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "spread", lambda *_: pytest.fail("a game was played"))
    assert cli.run(["simulate", *words]) == cli.USER_MISTAKE
    assert message in " ".join(capsys.readouterr().err.split())


def test_results_do_not_go_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["simulate", "tigers", "--json", str(tmp_path)]) == cli.USER_MISTAKE
    assert "is a folder" in capsys.readouterr().err


class Lost(RandomPlayer):
    name = "lost"

    def act(self, view: Any, side: int) -> Any:
        raise LookupError("no map")


def make_lost(game: AnyGame, side: int, seed: int) -> Lost:
    return Lost(game, seed)


def test_a_broken_game_is_reported_and_the_exit_code_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kit_of("tigers").players, "lost", f"{__name__}:make_lost")
    code, document = run(tmp_path, "--german", "lost", "--games", "2", "--seed", "8", "--workers", "1")
    assert code == 1
    assert document["games"] == 0
    assert [broken["seed"] for broken in document["failed"]] == [8, 9]
    assert all(Path(broken["save"]).is_file() for broken in document["failed"])
    text = capsys.readouterr().out
    assert "BROKEN: seed 8: LookupError: no map" in text
    assert "2 broken" in " ".join(text.split())


def interrupted(error: BaseException) -> Any:
    """Two games, then the error."""

    def some(work: Work[Job, GameRecord], jobs: Sequence[Job], workers: int) -> Iterator[list[GameRecord]]:
        yield work(jobs[1:2])
        yield work(jobs[:1])
        raise error

    return some


def test_ctrl_c_leaves_what_has_been_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "spread", interrupted(KeyboardInterrupt()))
    code, document = run(tmp_path, "--games", "9")
    assert code == 130
    assert document["games"] == 2
    assert document["wanted"] == 9
    assert [r["seed"] for r in document["records"]] == [1, 2], "ordered by seed, whatever came first"
    text = " ".join(capsys.readouterr().out.split())
    assert "Stopped: 2 of 9 games were played." in text
    assert "7 of 9 not played" in text


def test_a_dead_worker_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "spread", interrupted(BrokenProcessPool("killed")))
    code, document = run(tmp_path, "--games", "9")
    assert code == 1
    assert document["games"] == 2
    assert "A worker process died" in capsys.readouterr().out


def test_a_failed_write_leaves_the_old_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.json"
    file.write_text("old", encoding="utf-8")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UserError, match="No space left"):
        simulate.write_whole(file, b"new")
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_american_counts_as_allied() -> None:
    assert [side_word(name) for name in ("german", "american", "us", "allied")] == [
        "german",
        "allied",
        "allied",
        "allied",
    ]


def test_every_seed_twice_when_swapped() -> None:
    plan = simulate.make_plan(find_game("tigers"), ("rush", "turtle"), 4, 7, None, [], True, "keyed")
    assert isinstance(plan, Plan)
    assert simulate.jobs_of(plan) == [(7, False), (7, True), (8, False), (8, True)]


def test_batches_last_long_enough_to_be_worth_sending() -> None:
    assert batch_size(0, 0.0, 100) == 1, "nothing is known yet"
    assert batch_size(10, 0.1, 100) == 20, "10 ms a game: twenty games are 0.2 s"
    assert batch_size(10, 50.0, 100) == 1
    assert batch_size(10, 0.1, 3) == 3
    assert batch_size(1000, 0.003, 10**6) * 0.003 / 1000 >= 0.2


def test_one_worker_plays_in_this_process() -> None:
    visited: list[Sequence[Job]] = []

    def work(jobs: Sequence[Job]) -> list[GameRecord]:
        visited.append(jobs)
        return []

    assert list(spread(work, [(1, False), (2, False)], 1)) == [[], []]
    assert visited == [[(1, False)], [(2, False)]]
