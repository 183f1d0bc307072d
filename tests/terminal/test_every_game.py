"""One desk for all games: every order is read as it is written, short answers are legal, and nobody is told
what his side may not know."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from tests.terminal.sitting import script

ORDERS = 260
ASKED = 2  # positions in which everything is asked


def desk_of(game: AnyGame, out: io.StringIO, *, plain: bool) -> Desk:
    return Desk(game, Screen(Console(file=out, width=120, color_system=None), script([]), plain=plain))


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_every_order_is_read_as_it_is_written(game_id: str) -> None:
    """Whatever random play does, the short text of it means the same order."""
    game = find_game(game_id)
    desk, rng = desk_of(game, io.StringIO(), plain=True), Random(8)
    match = new_match(game, None, {}, seed_from_number(8))
    verbs = set()
    for number in range(ORDERS):
        sides = game.to_move(match.state)
        if not sides:
            break
        side = rng.choice(sides)
        view = game.view(match.state, side)
        order = sample(game.offers(view, side), rng)
        assert order is not None
        text = desk.write(order)
        verbs.add(text.split()[0])
        taken = desk.read(view, side, text)
        assert taken.order == order, text
        if number % 8 == 0:
            for _short, answer in desk.choices(view, side):
                assert game.check(view, side, answer) is None
            desk.background(view, side)
        match.play(side, order)
    assert len(verbs) > 4


def everything(game: AnyGame, desk: Desk, view: Any, side: int, rng: Random) -> None:
    board = desk.at.seen(view, side).board
    units = [unit.id for unit in board.units]
    hexes = [hex_.id for hex_ in rng.choices(desk.stage.hexes, k=3)] + [u.hex for u in board.units[:1]]
    lines = ["map", "map compact", "map terrain", "map zoc", "map supply", "map owner", "units", "legal"]
    lines += [
        "supply",
        "zoc",
        "attacks",
        "score",
        "panels",
        *(f"panels {panel.id}" for panel in desk.panels(desk.at.seen(view, side))),
    ]
    lines += ["sheet", "sheet last"] if desk.stage.sheet else []
    lines += [f"{verb} {hex_}" for hex_ in hexes for verb in ("stack", "why", "odds", "who")]
    lines += [f"{verb} {unit}" for unit in rng.choices(units, k=2) for verb in ("where", "reach", "legal")]
    for line in lines:
        try:
            assert desk.answer(view, side, line), line
        except UserError as error:
            desk.screen.say(str(error))
    desk.show_board(view, side)
    for parts in (*desk.status(view, side), *desk.background(view, side)):
        desk.screen.say(*parts)


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_hidden_twins_look_the_same(game_id: str) -> None:
    """All that can be asked says the same in two positions that differ only in what the side may not know."""
    game, rng, asked = find_game(game_id), Random(5), 0
    match = new_match(game, None, {}, seed_from_number(5))
    for number in range(400):
        sides = game.to_move(match.state)
        if not sides or asked == ASKED:
            break
        side = sides[0]
        twins = game.hidden_twins(match.state, side) if number % 60 == 20 else ()
        for twin in list(twins)[:1]:
            asked += 1
            told = []
            for state in (match.state, twin):
                out = io.StringIO()
                desk = desk_of(game, out, plain=asked % 2 == 0)
                everything(game, desk, game.view(state, side), side, Random(number))
                told.append(out.getvalue())
            assert told[0] == told[1]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
    assert asked


@pytest.mark.parametrize("game_id", GAMES)
def test_the_zones_of_stacks_are_those_of_the_board(game_id: str) -> None:
    """Stack by stack or all together, in the opening and some way into random play."""
    game, rng = find_game(game_id), Random(3)
    desk = desk_of(game, io.StringIO(), plain=True)
    match = new_match(game, None, {}, seed_from_number(3))
    for number in range(120):
        side = game.to_move(match.state)[0]
        if number % 40 == 0:
            seen = desk.at.seen(game.view(match.state, side), side)
            for name, by_stack in seen.zones().items():
                assert {hex_ for hexes in by_stack.values() for hex_ in hexes} == set(seen.board.zoc[name])
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)


@pytest.mark.parametrize(
    ("game_id", "words"),
    [
        ("breakthrough", "December 1944) 1 hex "),
        ("wave_of_terror", "December 1944) at the "),
        ("playsheet", "December 1944, day) "),
    ],
)
def test_a_unit_to_come_gives_day_and_place(game_id: str, words: str) -> None:
    game, out = find_game(game_id), io.StringIO()
    desk = desk_of(game, out, plain=True)
    view = game.view(new_match(game, None, {}, seed_from_number(3)).state, 0)
    desk.answer(view, 0, f"where {desk.at.seen(view, 0).board.off_map.due[0].unit}")
    assert "not on the map yet: due on turn" in out.getvalue()
    assert words in out.getvalue()


@pytest.mark.parametrize("game_id", GAMES)
def test_direction_keys_go_round_every_hex(game_id: str) -> None:
    """The six keys name six different neighbours, and the opposite key leads back."""
    desk = desk_of(find_game(game_id), io.StringIO(), plain=True)
    keys = desk.reader.keys
    for hex_ in desk.stage.hexes:
        around = {key: to for key in range(1, 7) if (to := keys.by_key(hex_.id, key)) is not None}
        assert sorted(around.values()) == sorted(hex_.near)
        for key, to in around.items():
            assert keys.by_key(to, (key + 2) % 6 + 1) == hex_.id


@pytest.mark.parametrize("game_id", GAMES)
def test_only_a_game_with_a_second_map_can_be_turned(game_id: str) -> None:
    desk = desk_of(find_game(game_id), io.StringIO(), plain=True)
    assert list(desk.maps) == (["north", "west"] if game_id == "breakthrough" else ["north"])
    if game_id != "breakthrough":
        with pytest.raises(UserError, match="no map with 'west' at the top"):
            Desk(desk.game, desk.screen, top="west")
