"""Tactical positions: each can be solved, none solves itself, and players are tested as the files say."""

from __future__ import annotations

import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from ardennes import cli
from ardennes.cases.fields import CaseError
from ardennes.cases.parse import case_files
from ardennes.commands.cases import casebook_of
from ardennes.commands.tactics import POSITIONS
from ardennes.games import GAMES, find_game
from ardennes.lab import tactics
from ardennes.lab.tactics import Position
from tests.fast import SPARSE

FILES = [file for game in GAMES for file in case_files([POSITIONS / game])]


@functools.cache
def positions_of(game: str) -> list[Position]:
    return tactics.read_positions(POSITIONS / game)


def position_of(game: str, name: str) -> Position:
    return next(p for p in positions_of(game) if p.case.id == name)


def open_road() -> Position:
    return position_of("tigers", "exit-open-road")


@pytest.mark.samples_itself
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_positions_of_a_file_can_be_solved_and_do_not_solve_themselves(
    file: Path, pytestconfig: pytest.Config
) -> None:
    """Report all failures at once. A player that does nothing must fail; if that is not specified, the orders
    that the file calls wrong, or the player it names, must fail.
    """
    positions = tactics.read_positions(file)
    assert positions
    wrong = []
    for position in positions[:: SPARSE if pytestconfig.getoption("--fast") else 1]:
        book = casebook_of(position.case.game)
        outcome = tactics.solution(position, book)
        if not outcome.passed:
            wrong.append(f"{position.case.id}: {(outcome.bad, outcome.mismatches, outcome.told)}")
        result = tactics.go_wrong(position, book)
        if result.outcome.bad or result.solved:
            wrong.append(f"{position.case.id} solves itself: {result.outcome.bad or result.outcome.told}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_the_positions_of_a_game(game: str) -> None:
    positions = positions_of(game)
    assert len(positions) >= 60
    assert len({p.case.id for p in positions}) == len(positions)
    assert len({p.theme for p in positions}) >= 8
    assert {p.side for p in positions} == set(find_game(game).sides)
    assert min(Counter(p.side for p in positions).values()) >= 20
    assert all(p.case.about for p in positions)


def test_a_player_is_asked() -> None:
    book = casebook_of("tigers")
    assert tactics.ask(open_road(), book, "staff").solved
    assert not tactics.ask(open_road(), book, "turtle").solved
    answers = [tactics.ask(open_road(), book, name) for name in ("staff", "turtle")]
    assert tactics.shares(answers) == {"take the exit": (1, 2)}
    assert answers[0].outcome.told == tactics.ask(open_road(), book, "staff").outcome.told, "each time alike"


MENDED = (
    "exit-while-there-is-time",
    "exit-by-the-open-road",
    "hold-the-town-that-wins",
    "hold-by-coming-back",
    "hold-all-four-with-five",
)


@pytest.mark.parametrize("name", MENDED)
def test_the_staff_does_not_fall_back_into_a_fault_that_was_repaired(name: str) -> None:
    position = next(p for game in GAMES for p in positions_of(game) if p.case.id == name)
    result = tactics.ask(position, casebook_of(position.case.game), "staff")
    assert result.solved, result.outcome.told


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tactics", "tigers", "--player", "turtle", "--only", "exit-open", "-v"]) == 0
    output = capsys.readouterr().out
    assert "NOT SOLVED  turtle: take the exit: exit-open-road" in output
    assert "game_over: expected" in output
    assert "0 of 1" in output


def test_players_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tactics", "tigers", "--player", "turtle", "--player", "staff", "--only", "exit-open"]
    assert cli.run(words) == 0
    assert re.search(r"all +│ 0 of 1 +│ 1 of 1", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "there is no game 'chess'; the games are: tigers"),
        (["tigers", "--player", "nobody"], "has no player 'nobody'; it has: random, staff"),
        (["tigers", "--only", "castle"], "no position begins with castle; themes: take ground"),
        (["tigers", "--folder", "nowhere"], "nowhere: no such file or folder"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert cli.run(["tactics", *words]) == 2
    assert message in capsys.readouterr().err


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
    ("task", "orders", "message"),
    [
        ("", '"until turn 6"', "a position needs the side that plays"),
        ('task = { side = "german", theme = "chess" }', '"until turn 6"', "take ground"),
        ('task = { side = "french", theme = "bridges" }', '"until turn 6"', "german"),
        ('task = { side = "german", theme = "bridges", enemy = "bob" }', '"until turn 6"', "random"),
        ('task = { side = "german", theme = "bridges" }', '"end"', "the solution ends with `until`"),
    ],
)
def test_a_wrong_file_is_reported(tmp_path: Path, task: str, orders: str, message: str) -> None:
    (tmp_path / "x.toml").write_text(FILE.format(task=task, orders=orders), encoding="utf-8")
    with pytest.raises(CaseError, match=message):
        tactics.read_positions(tmp_path)
