"""Tactical positions: each can be solved, none solves itself, and players are asked as the files say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ardennes import cli
from ardennes.cases.fields import CaseError
from ardennes.commands.cases import casebook_of
from ardennes.commands.tactics import POSITIONS
from ardennes.games import GAMES, find_game
from ardennes.lab import tactics
from ardennes.lab.tactics import Position

ALL = [position for game in GAMES for position in tactics.read_positions(POSITIONS / game)]
every_position = pytest.mark.parametrize("position", ALL, ids=lambda p: f"{p.case.game}-{p.case.id}")
OPEN_ROAD = next(p for p in ALL if p.case.id == "exit-open-road")


@every_position
def test_the_solution_solves_it(position: Position) -> None:
    outcome = tactics.solution(position, casebook_of(position.case.game))
    assert outcome.passed, (outcome.bad, outcome.mismatches, outcome.told)


@every_position
def test_it_does_not_solve_itself(position: Position) -> None:
    """Whoever does nothing fails; where that would do, whoever gives the orders the file calls wrong, or
    plays as the player it names."""
    found = tactics.go_wrong(position, casebook_of(position.case.game))
    assert not found.outcome.bad
    assert not found.solved, found.outcome.told


@pytest.mark.parametrize("game", GAMES)
def test_the_positions_of_a_game(game: str) -> None:
    positions = [p for p in ALL if p.case.game == game]
    assert len(positions) >= 60
    assert len({p.case.id for p in positions}) == len(positions)
    assert len({p.theme for p in positions}) >= 8
    assert {p.side for p in positions} == set(find_game(game).sides)
    assert min(Counter(p.side for p in positions).values()) >= 20
    assert all(p.case.about for p in positions)


def test_a_player_is_asked() -> None:
    book = casebook_of("tigers")
    assert tactics.ask(OPEN_ROAD, book, "staff").solved
    assert not tactics.ask(OPEN_ROAD, book, "turtle").solved
    answers = [tactics.ask(OPEN_ROAD, book, name) for name in ("staff", "turtle")]
    assert tactics.shares(answers) == {"take the exit": (1, 2)}
    assert answers[0].outcome.told == tactics.ask(OPEN_ROAD, book, "staff").outcome.told, "each time alike"


MENDED = (
    "exit-while-there-is-time",
    "exit-by-the-open-road",
    "hold-the-town-that-wins",
    "hold-by-coming-back",
    "hold-all-four-with-five",
)


@pytest.mark.parametrize("name", MENDED)
def test_the_staff_does_not_fall_back_into_a_fault_that_was_mended(name: str) -> None:
    position = next(p for p in ALL if p.case.id == name)
    found = tactics.ask(position, casebook_of(position.case.game), "staff")
    assert found.solved, found.outcome.told


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tactics", "tigers", "--player", "turtle", "--only", "exit-open", "-v"]) == 0
    told = capsys.readouterr().out
    assert "NOT SOLVED  turtle: take the exit: exit-open-road" in told
    assert "game_over: expected" in told
    assert "0 of 1" in told


def test_players_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tactics", "tigers", "--player", "turtle", "--player", "staff", "--only", "exit-open"]
    assert cli.run(words) == 0
    assert re.search(r"all +│ 0 of 1 +│ 1 of 1", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "there is no game 'chess'; the games are: tigers"),
        (["tigers", "--player", "nobody"], "has no player 'nobody'; it has: random, staff"),
        (["tigers", "--only", "castle"], "no position begins with castle; themes: take ground"),
        (["tigers", "--folder", "nowhere"], "nowhere: no such file or folder"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert cli.run(["tactics", *words]) == 2
    assert told in capsys.readouterr().err


FILE = """game = "tigers"
[[case]]
id = "one"
rules = ["TIA-VIC-1"]
{task}
[case.when]
orders = [{orders}]
[case.expect]
game_over = false
"""


@pytest.mark.parametrize(
    ("task", "orders", "told"),
    [
        ("", '"until turn 6"', "a position says who is asked"),
        ('task = { side = "german", theme = "chess" }', '"until turn 6"', "take ground"),
        ('task = { side = "french", theme = "bridges" }', '"until turn 6"', "german"),
        ('task = { side = "german", theme = "bridges", enemy = "bob" }', '"until turn 6"', "random"),
        ('task = { side = "german", theme = "bridges" }', '"end"', "the solution ends with `until`"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, task: str, orders: str, told: str) -> None:
    (tmp_path / "x.toml").write_text(FILE.format(task=task, orders=orders), encoding="utf-8")
    with pytest.raises(CaseError, match=told):
        tactics.read_positions(tmp_path)
