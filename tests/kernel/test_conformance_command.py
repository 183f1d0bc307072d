"""`python -m ardennes.kernel.conformance GAME`: many games, a report, an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from ardennes import games
from ardennes.errors import UserError
from ardennes.kernel.conformance import __main__ as conformance_command
from ardennes.kernel.contract import AnyGame
from tests.kernel.planted import NeverEnds
from tests.kernel.toygame import Outpost


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, type[Outpost]] = {"outpost": Outpost, "endless": NeverEnds}

    def find_game(name: str) -> AnyGame:
        if name not in known:
            raise UserError(f"There is no game {name!r}.")
        return known[name]()

    monkeypatch.setattr(games, "find_game", find_game, raising=False)


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(conformance_command.main)
    return CliRunner().invoke(app, arguments)


def test_a_sound_game_passes_and_every_game_is_counted() -> None:
    result = run("outpost", "--games", "27", "--level", "sweep", "--vary-options")
    assert result.exit_code == 0, result.output
    assert "outpost: 27 games" in result.stdout
    assert "states examined" in result.stdout
    assert result.stdout.strip().endswith("no fault found")


def test_a_fault_is_reported_and_its_case_written(tmp_path: Path) -> None:
    folder = tmp_path / "faults"
    result = run("endless", "--games", "40", "--max-orders", "30", "--folder", str(folder), "--first", "7")
    assert result.exit_code == 1
    assert "FAULT endless" in result.stdout
    assert "seed 7, after order 30" in result.stdout
    assert (folder / "outpost-seed7-endless.json").is_file()
    assert "endless: 10 games" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "no game 'chess'"),
        (("outpost", "--level", "hard"), "no level 'hard'; there are: light"),
        (("outpost", "--scenario", "x"), "it has: short, long"),
    ],
)
def test_mistakes_are_reported_with_a_clear_message(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
