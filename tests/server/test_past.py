"""History of 1944 is shown with the game, except where it would reveal what a side may not know."""

from __future__ import annotations

import pytest

from ardennes.games import GAMES, find_game, table_of
from ardennes.history import chronicle
from ardennes.kernel.match import new_match
from ardennes.kernel.table import HISTORY
from tests.server.running import Running

OPEN = ("tigers", "breakthrough", "wave_of_terror")


@pytest.mark.parametrize("game", OPEN)
def test_every_day_of_a_match_has_its_sentences_and_its_front(server: Running, game: str) -> None:
    days = server.http.get(f"/api/games/{game}/history").json()["days"]
    table = table_of(find_game(game))
    width, height = table.stage().map.size
    for turn in range(1, 13):
        day = days[table.date(turn)]  # type: ignore[attr-defined]  # the tables of all games say their dates
        assert day["text"] == chronicle.on_this_day(15 + turn)
        xs, ys = ([v for line in day["front"] for v in line["points"][at::2]] for at in (0, 1))
        assert len(xs) == len(ys) > 50
        assert sum(0 <= x <= width and 0 <= y <= height for x, y in zip(xs, ys, strict=True)) > len(xs) / 2
    assert [line["pocket"] for line in days["24 December 1944"]["front"]].count(True) >= 1


def test_a_game_that_hides_who_comes_tells_nothing(server: Running) -> None:
    assert server.http.get("/api/games/playsheet/history").json() == {"days": {}}
    assert server.http.get("/api/games/nowhere/history").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_it_is_reported_where_all_counters_and_arrivals_lie_open(game: str) -> None:
    """Both sides see the same arrivals, and only in these games."""
    played = find_game(game)
    table = table_of(played)
    state = new_match(played, seed=b"1944").state
    due = [table.board(played.view(state, side), side).off_map.due for side in range(2)]
    assert due[0] or due[1]
    assert (due[0] == due[1]) == (game in OPEN) == (HISTORY in table.stage().layers)
