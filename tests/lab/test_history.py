"""Breakthrough against history: the fronts of 1944 as data, the measures of a game, the tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ardennes import cli
from ardennes.dice import SealedDice
from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.hexes import board_of
from ardennes.lab import breakthrough_history as history
from ardennes.lab.history import history_of, measured, spread
from ardennes.lab.play import play_game

GAME = Breakthrough()
W = GAME.world


def holds(day: int, place: str) -> bool:
    """Was a place in German hands on that evening?"""
    (cell,) = (cell for cell in W.grid.cells if W.board.place[cell] == place)
    return bool(history.fronts()[day] >> cell & 1)


def test_the_fronts_are_those_of_1944() -> None:
    assert set(history.fronts()) == set(range(16, 28))
    assert [holds(day, "Bastogne") for day in (16, 21, 24, 27)] == [False] * 4
    assert [holds(day, "St. Vith") for day in (16, 20, 22, 27)] == [False, False, True, True]
    assert [holds(day, "La Roche") for day in (18, 24)] == [False, True]
    gained = [history.historical(W, day)[f"{day}: gained"] for day in history.DAYS]
    assert 2300 < gained[0] < 2600 < 3100 < gained[1] < 3500, "2,530 and 3,380 km² by the drawn lines"


def test_a_game_like_history_has_no_ground_in_the_wrong_hands() -> None:
    state = GAME.start("twelve", {spec.key: spec.default for spec in GAME.options}, SealedDice(bytes(32)))
    for day in history.DAYS:
        state.german = history.fronts()[day]
        found = history.measures(W, state, day)
        assert found[f"{day}: too far"] == found[f"{day}: too short"] == 0
        expected = history.historical(W, day)
        for columns in history.bands(W):
            key = f"{day}: {history.band_name(columns)}"
            assert found[key] == expected[key]
    assert history.measures(W, state, 22) == {}


def test_an_advance_is_counted_from_the_line_of_the_16th() -> None:
    columns = history.bands(W)[2]
    start = W.board.german16
    assert history.advance(W, start, columns) == 0
    lost = next(cell for cell in W.grid.cells if start >> cell & 1 and W.grid.column[cell] in columns)
    assert history.advance(W, start & ~(1 << lost), columns) == pytest.approx(-history.KM_EAST / 4)
    won = [cell for cell in W.grid.cells if W.grid.column[cell] in columns and not start >> cell & 1][:8]
    assert history.advance(W, start | board_of(won), columns) == pytest.approx(2 * history.KM_EAST)


def test_every_column_is_in_one_band() -> None:
    first, last = W.grid.columns
    assert [column for columns in history.bands(W) for column in columns] == list(range(first, last + 1))


def test_a_line_of_the_picture() -> None:
    line = history.bar(spread([25.0]), 50.0)
    assert len(line) == history.PICTURE
    assert line.endswith("·" + "#" * 10)
    assert line[::-1].index("|") == 20
    assert history.bar(spread([-4.0]), 500.0).startswith("|·")


def test_a_game_is_measured_on_both_evenings() -> None:
    record = play_game(GAME, ("random", "random"), 3, scenario="last_seven")
    assert record.finished
    for day in history.DAYS:
        gained = measured([record], f"{day}: gained")
        assert len(gained) == 1
        assert record.measures[f"{day}: westernmost"] >= 0
    short = play_game(GAME, ("random", "random"), 3, scenario="first_seven")
    assert not measured([short], "24: gained")
    assert measured([short], "21: gained")


def test_only_games_with_a_history_are_compared() -> None:
    assert history_of("tigers", "campaign") is None
    assert history_of("breakthrough", "twelve") is history.HISTORY
    assert history_of("breakthrough", "losheim") is None, "a part of the front"
    assert play_game(find_game("tigers"), ("random", "random"), 3).measures == {}


def test_the_command_tells_front_and_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    words = ["simulate", "breakthrough", "--scenario", "last_seven", "--games", "2", "--workers", "1"]
    assert cli.run([*words, "--json", str(file)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "German score" in text
    assert "The front on 21 December" in text
    assert "The front on 24 December" in text
    found = json.loads(file.read_text(encoding="utf-8"))
    compared = found["against_history"]
    assert compared["score"]["games"] == 2
    assert compared["thresholds"] == dict(W.tables.thresholds["last_seven"])
    assert compared["history"]["24: gained"]["games"]["games"] == 2
    assert all("21: too far" in record["measures"] for record in found["records"])


@pytest.mark.parametrize("scenario", [known.id for known in GAME.scenarios if known.rule])
def test_the_command_plays_scenarios_of_ours(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.json"
    words = ["simulate", "breakthrough", "--scenario", scenario, "--games", "1", "--workers", "1"]
    assert cli.run([*words, "--json", str(file)]) == 0
    assert f"scenario {scenario}" in capsys.readouterr().out
    assert json.loads(file.read_text(encoding="utf-8"))["against_history"] == {}
