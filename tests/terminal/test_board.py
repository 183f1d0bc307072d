"""The map in text: every hex once, nothing by colour alone, within the width, plain ASCII on request."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ardennes.dice import NoDice, SealedDice, seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import put, set_flag
from ardennes.games.tigers.rules.model.state import DISRUPTED, TigersState
from ardennes.kernel.match import settle_options
from ardennes.terminal.at_table import AtTable
from ardennes.terminal.board_map import ASCII, FANCY, Note, TextMap, Window, short_place
from ardennes.terminal.names import Names
from ardennes.terminal.screen import ascii_words

GAME = Tigers()
W = GAME.world
AT = AtTable(GAME)
MAP = TextMap(AT.stage, Names(GAME, AT.stage))


def opening() -> TigersState:
    return GAME.start("campaign", settle_options(GAME, {}), NoDice())


def rows(state: TigersState, look: str, notes: dict[str, Note] | None = None, **how: Any) -> list[str]:
    part = Window(0, 0, *MAP.size(MAP.looks[look]))
    drawn = MAP.draw(AT.seen(state, 0).board, MAP.looks[look], part, how.pop("signs", ASCII), notes, **how)
    return [text.plain for text in drawn]


@pytest.mark.parametrize("look", ["full", "wide"])
@pytest.mark.parametrize("signs", [FANCY, ASCII])
def test_every_hex_is_there_once_within_the_width(look: str, signs: object) -> None:
    drawn = rows(opening(), look, signs=signs)
    lines = MAP.looks[look].height
    assert max(len(row) for row in drawn) == 112
    assert len(drawn) == 10 * lines + lines // 2
    text = "\n".join(drawn)
    for cell in W.grid.cells:
        label = W.grid.label(cell)
        assert len(re.findall(rf"(?<!\d){label}(?![\dt])", text)) == 1, label


@pytest.mark.parametrize("game_id", GAMES)
def test_the_part_of_any_map_that_is_shown_fits_and_shows_its_middle(game_id: str) -> None:
    game = find_game(game_id)
    at = AtTable(game)
    map_ = TextMap(at.stage, Names(game, at.stage))
    state = game.start(game.scenarios[0].id, settle_options(game, {}), SealedDice(seed_from_number(1)))
    board = at.seen(game.view(state, 0), 0).board
    for look in map_.looks.values():
        for middle in (at.stage.hexes[0].id, at.stage.hexes[len(at.stage.hexes) // 2].id):
            part = map_.window(look, 76, 20, middle, [])
            drawn = [text.plain for text in map_.draw(board, look, part, ASCII)]
            assert max(map(len, drawn)) <= 80
            assert len(drawn) <= 21
            assert all(row.isascii() for row in map(ascii_words, drawn))
            x, y = map_.corner(middle, look)
            assert part.left <= x < part.left + part.width
            assert part.top <= y < part.top + part.height
        assert map_.window(look, 76, 20, middle, ["west", "north"])[:2] == (0, 0)


def block(state: TigersState, label: str, look: str) -> list[str]:
    """The lines of one hex, found by its number."""
    drawn = rows(state, look)
    for at, row in enumerate(drawn):
        result = re.search(rf"(?<!\d){label}(?![\dt])", row)
        if result:
            left = result.start() - 1
            return [line[left : left + 7] for line in drawn[at : at + MAP.looks[look].height]]
    raise AssertionError(label)


def test_what_a_hex_shows() -> None:
    state = opening()
    assert block(state, "1206", "full") == ["|1206 a", "+      ", "+106th=", "|A3x1 :"]
    assert block(state, "1308", "full") == [" 1308fg", "       ", "-12SS  ", " G7x2  "]
    assert block(state, "710", "full")[:2] == ["|710  a", "|LIÈGE "]
    assert block(state, "1208", "full")[0] == " 1208wa"
    assert block(state, "1008", "full")[:2] == [" 1008fa", "-Spa   "]
    assert block(state, "106", "full")[0] == " 106  >"  # units may leave the map
    assert block(state, "1206", "wide") == ["+1206 =", "+106th:"]
    assert block(state, "1308", "wide") == [" 1308fg", "-12SS 2"]


def test_disruption_and_control_are_written() -> None:
    state = opening()
    unit = W.by_id["US-106"]
    set_flag(W, state, unit, DISRUPTED)
    state.held &= ~(1 << W.grid.at("1206"))
    assert block(state, "1206", "full")[::2] == ["|1206 g", "+106th#"]
    assert block(state, "1206", "wide")[0] == "+1206 #"


def test_sides_differ_by_case() -> None:
    text = "\n".join(rows(opening(), "full"))
    assert "LEHR" in text
    assert "14c" in text
    assert "Lehr" not in text
    assert "14C" not in text


def test_a_stack_of_both_sides_shows_the_stronger_one() -> None:
    state = opening()
    put(W, state, W.heydte, W.grid.at("1005"))
    assert block(state, "1005", "full")[2:] == ["-9a    ", " A6x1  "]


def test_rivers_and_bridges() -> None:
    state = opening()
    assert block(state, "308", "full")[1][0] == "+"  # the Meuse at Namur, bridged
    assert block(state, "1204", "full")[1][0] == "|"  # the Our at Dasburg, not bridged
    assert block(state, "309", "full")[3] == " ~~~~~+"  # the Meuse south of 309, bridged
    assert block(state, "408", "full")[3] != block(state, "409", "full")[3] == " ~~~~~~"


def test_rivers_bridges_and_exits_on_a_map_of_pointed_hexes() -> None:
    game = find_game("breakthrough")
    at = AtTable(game)
    map_ = TextMap(at.stage, Names(game, at.stage))
    state = game.start("first_seven", settle_options(game, {}), SealedDice(seed_from_number(1)))
    look = map_.looks["full"]
    part = Window(0, 0, *map_.size(look))
    drawn = [text.plain for text in map_.draw(at.seen(game.view(state, 0), 0).board, look, part, ASCII)]
    line = next(n for n, row in enumerate(drawn) if re.search(r"\D9,23 ", row))
    column = re.search(r"\D9,23 ", drawn[line]).start() + 1  # type: ignore[union-attr]
    assert drawn[line][column - 1] == "|"  # the Our between 9,22 and 9,23, whose bridge is down
    assert "~" in drawn[line - 1][column - 1 : column + 7]
    assert any(">" in row for row in drawn[:3])  # exits in the north
    assert "+" in "".join(drawn)


def test_ground_without_units() -> None:
    text = "\n".join(rows(opening(), "full", bare=True))
    assert "12SS" not in text
    assert "A3x1" not in text
    assert "St.Vi." in text


def test_notes_are_written_into_hexes() -> None:
    notes = {"1403": ("1½", True), "1206": ("zoc", True)}
    text = "\n".join(rows(opening(), "full", notes, signs=FANCY))
    assert "1½" in text
    assert "zoc" in text
    assert "106th=" in text


def test_a_window_of_columns() -> None:
    look = MAP.looks["wide"]
    part = MAP.window(look, 77, 21, "1206", ["east"])
    drawn = [text.plain for text in MAP.draw(AT.seen(opening(), 0).board, look, part, ASCII)]
    assert max(len(row) for row in drawn) == 77
    assert " 311 " not in "\n".join(drawn)
    assert "1610" in "\n".join(drawn)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Spa", "Spa"),
        ("Marche", "Marche"),
        ("St. Vith", "St.Vi."),
        ("La Roche", "L.Roch"),
        ("Bastogne", "Basto."),
        ("Hohe Venn (Baraque Michel)", "H.Venn"),
    ],
)
def test_place_names_fit(name: str, short: str) -> None:
    assert short_place(name, 6) == short
    assert len(short) <= 6


def test_plain_words_are_ascii() -> None:
    assert ascii_words("3½ MF, ½ MF · “é” → 50 % █") == '3 1/2 MF, 1/2 MF - "e" -> 50 % #'
    assert ascii_words("\n".join(rows(opening(), "full"))).isascii()


def test_a_stack_out_of_supply_is_marked() -> None:
    state = opening()
    put(W, state, W.by_id["G-2PZ"], W.grid.at("404"))
    assert block(state, "404", "full")[2:] == [" 2PZ   ", " G5x1? "]
    assert block(state, "404", "wide")[0] == " 404 f?"
