"""The guide to the terminal says only what works: its words, its transcript, the orders of every game."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel.match import new_match
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from ardennes.terminal.verbs import ALIASES, VERBS
from tests.terminal.sitting import SET_UP, Sitting, script

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "terminal.md").read_text(encoding="utf-8")
ALL_GAMES, *SECTIONS = re.split(r"^### .*$", PAGE, flags=re.MULTILINE)
PANELS = {"air", "setting", "pools", "day", "ledger", "bridges", "combats", "turn", "markers", "reports"}
# Orders that can be read only in a position in which they make sense.
LATER = {"attack 25,28", "attack Lieler", "attack 4321", "march 12SS E3908", "support", "lose", "fight 2"}


def desk_of(game_id: str) -> Desk:
    screen = Screen(Console(file=io.StringIO(), width=140), script([]), plain=True)
    return Desk(find_game(game_id), screen)


def typed(text: str) -> list[str]:
    """What the tables of a text tell people to type."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [span for row in rows for span in re.findall(r"`([^`]+)`", row)]


def test_words_of_the_terminal_exist() -> None:
    """Every first word in the tables for all games can be typed at Tigers."""
    desk = desk_of("tigers")
    known = {name.split()[0] for name in desk.order_help} | set(VERBS) | set(ALIASES) | set(desk.questions)
    known |= PANELS | {"yes", "no", "1", "Spa", "lose", "support"}
    assert len(typed(ALL_GAMES)) > 30
    assert [span for span in typed(ALL_GAMES) if span.split()[0] not in known] == []


@pytest.mark.parametrize(("game_id", "section"), list(zip(GAMES, SECTIONS, strict=True)), ids=GAMES)
def test_the_orders_of_a_game_are_read(game_id: str, section: str) -> None:
    """Every order in the game's own table is understood, whether or not it is legal at the start."""
    desk, game = desk_of(game_id), find_game(game_id)
    state = new_match(game, None, {}, seed_from_number(3)).state
    side = game.sides.index("german")
    view, shown = game.view(state, side), typed(section)
    assert len(shown) >= 10
    for text in shown:
        first, _, rest = text.partition(" ")
        if first in desk.questions or first in PANELS:
            named = [word for word in rest.split() if "-" in word]
            assert all(desk.name_of.is_unit(word) for word in named), text
        elif text not in LATER:
            taken = desk.read(view, side, text)
            assert taken.order is not None, text


@pytest.mark.long
def test_the_panels_of_the_guide_are_those_of_the_games() -> None:
    known: set[str] = set()
    for game_id in GAMES:
        game = find_game(game_id)
        view = game.view(new_match(game, None, {}, seed_from_number(3)).state, 0)
        desk = desk_of(game_id)
        known |= {panel.id for panel in desk.panels(desk.at.seen(view, 0))}
    assert not PANELS - known - {"combats", "markers", "reports"}  # not there at the start, or by its title


@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_tells_of_every_question_and_verb(game_id: str) -> None:
    words = {text.split()[0] for text in re.findall(r"`([^`\n]+)`", PAGE)}
    assert [name for name in (*desk_of(game_id).questions, *VERBS) if name not in words] == []


def test_the_transcript_in_the_guide_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    result = re.search(r"```\n(german> why 1104\n.*?)```", PAGE, re.DOTALL)
    assert result is not None
    assert result[1] in Sitting([*SET_UP, "why 1104"]).run()


def test_what_no_game_knows_is_no_order() -> None:
    desk, game = desk_of("tigers"), find_game("tigers")
    view = game.view(new_match(game, None, {}, seed_from_number(3)).state, 0)
    with pytest.raises(UserError):
        desk.read(view, 0, "artillery 12VG-27 max")
