"""The display speed of a session: how long battles and the enemy's orders stay, with an injected clock."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.games.breakthrough.rules.model.orders import End, Plot
from ardennes.games.breakthrough.rules.model.state import GERMAN_FIRST
from ardennes.kernel.match import new_match
from ardennes.players.api import make_player
from ardennes.terminal.desk import Desk
from ardennes.terminal.pace import DISPLAY_SECONDS, SLOWEST_DISPLAY
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from tests.terminal.sitting import script


class Played:
    """A few orders of two computers, or lines of a person, with every pause written down."""

    def __init__(self, game_id: str, lines: list[str], people: tuple[int, ...] = ()) -> None:
        self.pauses: list[tuple[float, int]] = []  # seconds, and how many lines had been printed
        self.out = io.StringIO()
        game = find_game(game_id)
        screen = Screen(Console(file=self.out, width=140, color_system=None), script(lines), plain=True)
        seats: dict[int, Any] = {
            side: None if side in people else make_player("random", game, side, side)
            for side in range(len(game.sides))
        }
        match = new_match(game, None, {}, seed_from_number(2))
        self.session = Session(
            match, seats, screen, Desk(game, screen), lambda side: make_player("random", game, side, 1),
            sleep=self.sleep,
        )  # fmt: skip

    def sleep(self, seconds: float) -> None:
        self.pauses.append((seconds, self.out.getvalue().count("\n")))

    def orders(self, count: int, display: int) -> str:
        """Let the computers give so many orders at a display speed."""
        self.session.display = display
        for _ in range(count):
            side = self.session.next_side()
            player = self.session.seats[side]
            assert player is not None
            self.session._computer(side, player)
        return self.out.getvalue()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_enemys_orders_are_paced_and_tell_the_same(
    game_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    fast, slow = Played(game_id, []), Played(game_id, [])
    assert fast.orders(30, 0) == slow.orders(30, 3)
    assert fast.pauses == []
    assert {seconds for seconds, _ in slow.pauses} == {3 * DISPLAY_SECONDS}
    shown = [lines for _, lines in slow.pauses]
    assert len(shown) > (
        0 if game_id == "playsheet" else 5
    )  # its orders are sealed, and nobody hears of them
    assert shown == sorted(set(shown))  # something new was printed before each pause


def test_each_battle_of_a_phase_is_shown_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    played = Played("breakthrough", [], people=(0, 1))
    session, match = played.session, played.session.match
    while match.state.phase != GERMAN_FIRST:
        match.play(session.next_side(), End())
    match.play(0, Plot("GE-12VG-27", "25,28"))
    match.play(0, Plot("GE-277VG-989", "26,29"))
    session.display = 2
    session.give(0, End())
    said = played.out.getvalue()
    assert len(played.pauses) == said.count(" : 1. The attackers lose ") == 2
    assert {seconds for seconds, _ in played.pauses} == {2 * DISPLAY_SECONDS}


def test_display_counts_as_the_key_of_the_original_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """BTA-6.1: by one with each use, and after ten comes zero."""
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    lines = ["display"] * (SLOWEST_DISPLAY + 1)
    played = Played("breakthrough", [*lines, "display 7"], people=(0, 1))
    played.session.run()
    said = played.out.getvalue()
    numbers = [int(part.split(":")[0]) for part in said.split("Display ")[1:]]
    assert numbers == [*range(1, SLOWEST_DISPLAY + 1), 0, 7]
    assert played.pauses == []


@pytest.mark.parametrize("word", ["11", "-1", "fast", "1.5", "٣", "9" * 5000])
def test_a_display_that_is_not_one_is_refused(
    word: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    played = Played("breakthrough", [f"display {word}"], people=(0, 1))
    played.session.run()
    assert "display takes a number from 0 to 10" in played.out.getvalue()
    assert played.session.display == 0
