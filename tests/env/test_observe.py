"""The arrays contain the same information as the board."""

from __future__ import annotations

import numpy as np
import pytest

from ardennes.env.observe import code, spots_of, squash
from ardennes.env.play import Play
from ardennes.games import GAMES, find_game, table_of
from tests.env.games import SHORT, played


@pytest.mark.parametrize("game", GAMES)
def test_hexes_that_touch_lie_side_by_side_in_a_plane(game: str) -> None:
    for scenario in ("", SHORT[game]):
        stage = table_of(find_game(game, scenario)).stage()
        spots = spots_of(stage, stage.hexes)
        assert len(set(spots.values())) == len(stage.hexes)
        for hex_ in stage.hexes:
            row, column = spots[hex_.id]
            near = [spots[other] for other in hex_.near if other in spots]
            assert all(abs(r - row) <= 1 and abs(c - column) <= 1 for r, c in near), hex_.id


@pytest.mark.parametrize("game", SHORT)
def test_units_stand_where_the_board_shows_them(game: str) -> None:
    play = played(Play(game, SHORT[game]), 30)
    observer, names = play.observer, play.observer.names
    for side, name in enumerate(play.game.sides):
        board = table_of(play.game).board(play.view(side), side)
        visible = play.observe(side)
        units = {unit.id: unit for unit in board.units if unit.hex in observer.spots}
        column = names["units"].index("on_map")
        on_map = {observer.unit_ids[row] for row in np.flatnonzero(visible["units"][:, column])}
        assert on_map >= set(units)
        own = {unit.hex for unit in units.values() if observer.stage.units[unit.id].side == name}
        plane = visible["planes"][names["planes"].index("own_units")]
        assert {hex_ for hex_, spot in observer.spots.items() if plane[spot] > 0} >= own
        control = visible["planes"][names["planes"].index("control")]
        for hex_, holder in board.control.items():
            if hex_ in observer.spots and holder in play.game.sides and game != "playsheet":
                assert control[observer.spots[hex_]] == (1.0 if holder == name else -1.0)


def test_every_choice_is_reported_apart() -> None:
    play = played(Play("breakthrough", SHORT["breakthrough"]), 3)
    side = next(iter(play.walks))
    rows = play.observe(side)["choices"]
    allowed = play.walks[side].allowed()
    assert len({row.tobytes() for row in rows[allowed]}) == len(allowed)
    assert not rows[[slot for slot in range(play.slots) if slot not in allowed]].any()


def test_words_have_codes_of_their_own_and_numbers_keep_their_order() -> None:
    words = ["fog", "overcast", "clear", "move", "attack", "retreat", "stop", "declare"]
    assert len({code(word) for word in words}) == len(words)
    outcome = squash(np.array([-2000, -5, 0, 1, 2, 10, 100, 1000]))
    assert np.all(np.diff(outcome) > 0)
    assert (outcome[0], outcome[-1]) == (-1.0, 1.0)
