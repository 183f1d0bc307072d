"""The map in text: every hex once, nothing by colour alone, within 120 columns, plain ASCII on request."""

from __future__ import annotations

import re

import pytest

from ardennes.dice import NoDice
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.position import put, set_flag
from ardennes.games.tigers.rules.state import DISRUPTED, TigersState
from ardennes.kernel.match import settle_options
from ardennes.terminal.screen import ascii_words
from ardennes.terminal.tigers.board import ASCII, COMPACT, FANCY, FULL, Look, draw_map, legend, short_place

GAME = Tigers()
W = GAME.world


def opening() -> TigersState:
    return GAME.start("campaign", settle_options(GAME, {}), NoDice())


def rows(state: TigersState, look: Look, notes: dict[int, tuple[str, bool]] | None = None) -> list[str]:
    return [text.plain for text in draw_map(W, state, look, notes)]


@pytest.mark.parametrize("lines", [FULL, COMPACT])
@pytest.mark.parametrize("signs", [FANCY, ASCII])
def test_every_hex_is_there_once_within_the_width(lines: int, signs: object) -> None:
    look = Look(signs, lines)  # type: ignore[arg-type]
    drawn = rows(opening(), look)
    assert {len(row) for row in drawn} == {112}
    assert len(drawn) == 10 * lines + lines // 2
    text = "\n".join(drawn)
    for cell in W.grid.cells:
        label = W.grid.label(cell)
        assert len(re.findall(rf"(?<!\d){label}(?![\dt])", text)) == 1, label
    assert all(len(row) <= 120 for row in legend(look))


def block(state: TigersState, label: str, look: Look) -> list[str]:
    """The lines of one hex, found by its number."""
    drawn = rows(state, look)
    for at, row in enumerate(drawn):
        found = re.search(rf"(?<!\d){label}(?![\dt])", row)
        if found:
            left = found.start() - 1
            return [line[left : left + 7] for line in drawn[at : at + look.lines]]
    raise AssertionError(label)


def test_what_a_hex_shows() -> None:
    state = opening()
    full = Look(ASCII, FULL)
    assert block(state, "1206", full) == ["|1206 a", "+      ", "+106th=", "|A3x1 :"]
    assert block(state, "1308", full) == [" 1308fg", "       ", "-12SS  ", " G7x2  "]
    assert block(state, "710", full)[:2] == ["|710  a", "|LIEGE "]
    assert block(state, "1208", full)[0] == " 1208wa"
    assert block(state, "1008", full)[:2] == [" 1008fa", "-Spa   "]
    compact = Look(ASCII, COMPACT)
    assert block(state, "1206", compact) == ["+1206 =", "+106th:"]
    assert block(state, "1308", compact) == [" 1308fg", "-12SS 2"]


def test_disruption_and_control_are_written() -> None:
    state = opening()
    unit = W.by_id["US-106"]
    set_flag(W, state, unit, DISRUPTED)
    state.held &= ~(1 << W.grid.at("1206"))
    assert block(state, "1206", Look(ASCII, FULL))[::2] == ["|1206 g", "+106th#"]
    assert block(state, "1206", Look(ASCII, COMPACT))[0] == "+1206 #"


def test_sides_differ_by_case() -> None:
    state = opening()
    text = "\n".join(rows(state, Look(ASCII, FULL)))
    assert "LEHR" in text
    assert "14c" in text
    assert "Lehr" not in text
    assert "14C" not in text


def test_a_stack_of_both_sides_shows_the_stronger_one() -> None:
    state = opening()
    put(W, state, W.heydte, W.grid.at("1005"))
    assert block(state, "1005", Look(ASCII, FULL))[2:] == ["-9a    ", " A6x1  "]


def test_rivers_and_bridges() -> None:
    state = opening()
    look = Look(ASCII, FULL)
    assert block(state, "308", look)[1][0] == "+"  # the Meuse at Namur, bridged
    assert block(state, "1204", look)[1][0] == "|"  # the Our at Dasburg, not bridged
    assert block(state, "309", look)[3] == " ~~~~~+"  # the Meuse south of 309, bridged
    assert block(state, "408", look)[3] != block(state, "409", look)[3] == " ~~~~~~"


def test_notes_are_written_into_hexes() -> None:
    state = opening()
    notes = {W.grid.at("1403"): ("1½", True), W.grid.at("1206"): ("zoc", True)}
    text = "\n".join(rows(state, Look(FANCY, FULL), notes))
    assert "1½" in text
    assert "zoc" in text
    assert "106th=" in text


def test_a_window_of_columns() -> None:
    drawn = rows(opening(), Look(ASCII, COMPACT, 6, 16))
    assert {len(row) for row in drawn} == {77}
    assert " 311 " not in "\n".join(drawn)


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
    assert short_place(name) == short
    assert len(short) <= 6


def test_plain_words_are_ascii() -> None:
    assert ascii_words("3½ MF, ½ MF · “é” → 50 % █") == '3 1/2 MF, 1/2 MF - "e" -> 50 % #'
    assert "\n".join(rows(opening(), Look(ASCII, FULL))).isascii()


def test_a_stack_out_of_supply_is_marked() -> None:
    state = opening()
    put(W, state, W.by_id["G-2PZ"], W.grid.at("404"))
    assert block(state, "404", Look(ASCII, FULL))[2:] == [" 2PZ   ", " G5x1? "]
    assert block(state, "404", Look(ASCII, COMPACT))[0] == " 404 f?"
