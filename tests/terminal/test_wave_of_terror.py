"""Wave of Terror in the terminal: a battle and a march by hand, its questions; what is hidden stays so."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ardennes.dice import seed_from_number
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from ardennes.players.api import Player
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from tests.terminal.sitting import script

GERMAN, ALLIED = 0, 1
GAME = WaveOfTerror()
W = GAME.world
SET_UP = ("set up", "end", "set up", "end")


@pytest.fixture(autouse=True)
def _saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))


def nobody(side: int) -> Player:
    raise AssertionError("nobody is asked for advice")


def fresh(profile: str = "full", seed: int = 3) -> Match[Any]:
    return new_match(GAME, "campaign", {"profile": profile}, seed_from_number(seed))


def sat(lines: Sequence[str], match: Match[Any] | None = None, **look: Any) -> tuple[str, Match[Any]]:
    """Everything printed while these lines are typed for both sides."""
    match, out = match or fresh(), io.StringIO()
    plain, width = look.pop("plain", True), look.pop("width", 140)
    screen = Screen(Console(file=out, width=width, color_system=None), script(lines), plain=plain)
    desk = Desk(GAME, screen, **{"compact": False, **look})
    assert Session(match, {GERMAN: None, ALLIED: None}, screen, desk, nobody).run() == 0
    return out.getvalue(), match


@pytest.mark.long
def test_a_battle_and_a_march_by_hand() -> None:
    lines = [
        *SET_UP, "odds Lieler", "attack Lieler", "y", "support", "lose", "1", "end", "move 12SS-05 E3908",
        "march 12SS E3908", "y", "undo", "march 12SS E3908", "n", "end",
    ]  # fmt: skip
    said, match = sat(lines)
    assert "Possible results" in said
    assert "attack 3rd Battalion 112th Infantry (28th) at Lieler (E3125)" in said
    assert "Reconnaissance (12th SS) moves from 1 hex north-east of Hellenthal (E4109) to " in said
    two = "Panzergrenadiers 5 (12th SS) and Panzergrenadiers 6 (12th SS)"
    assert f"{two} to 1 hex south of Dreiborn (E3908)\n" in said
    assert f"{two} move from 1 hex north-east of Hellenthal (E4109) to " in said  # all its orders at once
    assert "Taken back: move" in said
    assert match.state.where[W.by_id["G-12SS-05"]] == W.grid.at("E3908")
    assert match.state.stack[-1].side == ALLIED
    assert "fault" not in said


@pytest.mark.long
def test_questions_are_answered_and_refusals_name_the_rule() -> None:
    said, _ = sat(
        [
            *SET_UP, "end", "reach 12SS-05", "reach 12SS-05 12SS-10 column", "who E3717", "units german 12SS",
            "units", "where 12SS-05", "stack Monschau", "supply", "score", "turn", "bridges", "legal",
            "map Bastogne", "map reach 12SS-05", "map supply", "map control", "why 12SS-01 E1010",
            "why move 12SS-01 E3609",
            "move 12SS-01 E1010", "march XX E3908", "march 12SS", "attack Lieler", "odds E9999",
            "where nobody", "map nowhere", "reach 106-01", "help march", "names",
        ]
    )  # fmt: skip
    for words_ in (
        "5 MP left: ", "from Hallschlag (E4116), 3 movement points left", "German: 11 units on the map",
        "Steps", "Monschau (E3506): ", "units out of supply (0 of 155): none.",
        "Blown bridges", "(E1010).", "[WOT-9.2]", "has no formation 'XX'", "march FORMATION HEX",
        "Answer with: move, enter, commit, leave kg, end, top.", "There is no hex 'E9999'",
        "There is no unit 'nobody'",
        "You can't move 1st Battalion 422nd Infantry (106th) now",
    ):  # fmt: skip
        assert words_ in said, words_
    assert "fault" not in said


@pytest.mark.long
@pytest.mark.parametrize("look", [{"plain": False}, {"plain": False, "width": 80, "compact": True}])
def test_the_map_fits_the_screen(look: dict[str, Any]) -> None:
    said, _ = sat([*SET_UP, "map Houffalize"], **look)
    width = look.get("width", 140)
    assert max(len(line) for line in said.splitlines() if line[:3].strip().isdigit()) <= width
    assert "forest" in said
    assert "P4" in said  # a German stack with tanks


@pytest.mark.long
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_every_order_can_be_typed_as_it_is_written(every: int) -> None:
    """Whatever random play does, the short text of it is read back as the same order."""
    match, rng = fresh(seed=8), Random(8)
    screen = Screen(Console(file=io.StringIO(), width=100), script([]), plain=True)
    desk = Desk(GAME, screen, compact=False)
    kinds = set()
    for number in range(700):
        sides = GAME.to_move(match.state)
        if not sides:
            break
        view = GAME.view(match.state, sides[0])
        order = sample(GAME.offers(view, sides[0]), rng)
        assert order is not None
        if not isinstance(order, o.Attack):  # an attack on a hex alone asks for the best attackers instead
            assert desk.read(view, sides[0], desk.write(order)).order == order
        if number % every == 0:
            for _short, answer in desk.choices(view, sides[0]):
                assert GAME.check(view, sides[0], answer) is None
            desk.background(view, sides[0])
        kinds.add(type(order))
        match.play(sides[0], order)
    assert {o.Move, o.Place, o.End} <= kinds


@pytest.mark.long
def test_nothing_below_the_top_of_an_enemy_stack_is_said() -> None:
    """WOT-7.3: all questions of a side, and no unit that its view does not see."""
    asked = ["units", "stack E4109", "stack E3507", "map", "legal", "supply", "score", "turn"]
    _, match = sat(list(SET_UP))
    for side in (GERMAN, ALLIED):
        view = GAME.view(match.state, side)
        out = io.StringIO()
        desk = Desk(GAME, Screen(Console(file=out, width=200), script([]), plain=True), compact=False)
        for line in asked:
            assert desk.answer(view, side, line)
        desk.show_board(view, side)
        said = out.getvalue()
        unseen = [u for u in W.of_side[1 - side] if match.state.where[u] >= 0 and view.where[u] < 0]
        assert unseen
        listed = {word.strip(",") for word in said.split()}
        assert not {desk.name_of.short(W.units[unit].id) for unit in unseen} & listed
