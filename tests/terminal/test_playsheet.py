"""The playsheet in the terminal: a sheet written and sealed, its questions; the other sheet stays shut."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ardennes.commands.play import names_of
from ardennes.dice import seed_from_number
from ardennes.games.playsheet.game import Playsheet
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from ardennes.players.api import Player
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from tests.terminal.sitting import script

ALLIED, GERMAN = 0, 1
GAME = Playsheet()


@pytest.fixture(autouse=True)
def _saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))


def nobody(side: int) -> Player:
    raise AssertionError("nobody is asked for advice")


def sat(lines: Sequence[str], match: Match[Any] | None = None, **look: Any) -> tuple[str, Match[Any]]:
    """Everything printed while these lines are typed for both sides, the Allies first."""
    match, out = match or new_match(GAME, None, {}, seed_from_number(3)), io.StringIO()
    screen = Screen(
        Console(file=out, width=130, color_system=None), script(lines), plain=look.pop("plain", True)
    )
    desk = Desk(GAME, screen, **{"compact": False, **look})
    assert Session(match, {ALLIED: None, GERMAN: None}, screen, desk, nobody).run() == 0
    return out.getvalue(), match


def test_a_sheet_by_hand_and_the_turn_that_comes_of_it() -> None:
    told, match = sat(
        [
            "seal", "", "odds 4321 GE-116PZ-156 GE-116PZ-16", "attack 116PZ-16 4321",
            "move 2PZ-304 tactical 4224", "defend 116PZ-60 counter", "sheet attacking", "seal",
        ]
    )  # fmt: skip
    assert "An estimate" in told
    first = "16th Panzer Regiment of the 116th Panzer Division"
    text = " ".join(told.split())
    assert (
        f"New order for {first}: attack Sevenig (Our) (4321) from Luetzkampen (4421)." in text
    )  # by the quickest way
    grenadiers = "304th Panzergrenadier Regiment of the 2nd Panzer Division"
    assert f"New order for {grenadiers}: move tactically to" in text
    assert f"{first} stops at Luetzkampen (4421): it is in contact with the enemy" in text
    assert "Turn 16N" in text
    assert match.state.turn == 1


def test_questions_are_answered_from_the_own_view() -> None:
    told, _ = sat(
        [
            "where US-106-422",
            "why US-106-422 4914",
            "reports",
            "air",
            "score",
            "legal",
            "map St.Vith",
            "reach 14C-18",
        ]
    )
    assert "OPS-UNIT-10" in told  # surprised
    assert "GE-" not in told.replace("GE-VDH", "")


def test_what_the_others_wrote_is_not_reported() -> None:
    told, _ = sat(["move US-2-9 tactical 4704", "undo", "seal", "", "sheet moving"])
    after = told.split("=== The German player decides now ===")[1]
    assert "US-2-9" not in after


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_whatever_is_typed_the_program_makes_no_mistake(seed: int) -> None:
    rng = Random(seed)
    match: Match[Any] = new_match(GAME, None, {}, seed_from_number(seed))
    verbs = [
        "move",
        "attack",
        "prepare",
        "odds",
        "why",
        "where",
        "reach",
        "map",
        "sheet",
        "support",
        "cover",
        "undo",
    ]
    nouns = [
        "GE-116PZ-16",
        "US-106-422",
        "4321",
        "Bastogne",
        "road",
        "attack",
        "9999",
        "",
        "x",
        "allied-fighter-01",
    ]
    lines = []
    desk = Desk(GAME, Screen(Console(file=io.StringIO()), script([]), plain=True), compact=True)
    for _ in range(60):
        if rng.random() < 0.3:
            order = sample(GAME.offers(GAME.view(match.state, ALLIED), ALLIED), rng)
            assert order is not None
            lines.append(desk.write(order))
        lines.append(" ".join([rng.choice(verbs), *rng.choices(nouns, k=rng.randrange(4))]))
    told, _ = sat([line for line in lines if line != "seal"], match, plain=bool(seed % 2))
    assert "Internal error" not in told


def test_sides_are_found_by_name_whatever_their_order() -> None:
    assert names_of(GAME, "", "") == ["staff", "human"]
    assert names_of(GAME, "", "human") == ["human", "staff"]
