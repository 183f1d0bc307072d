"""What is at stake is reported for every decision of every game, and only to the side that decides."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel.offers import sample
from tests.server.running import Running

pytestmark = pytest.mark.long

STEPS = 400


@pytest.mark.parametrize("game", GAMES)
def test_the_stakes_of_every_decision_are_reported(server: Running, game: str) -> None:
    sides = find_game(game).sides
    table = server.make(dict.fromkeys(sides, "me"), game=game, seed=3)
    rng, asked = Random(3), set[str]()
    for _ in range(STEPS):
        with server.house.room.at(table.id) as live:
            movers = live.game.to_move(live.match.state)
            if not movers:
                break
            side = movers[0]
            kind = live.game.decisions(live.match.state)[0].kind
            battle = getattr(live.match.state, "battle", None) is not None
        seat = sides[side]
        if battle or kind not in asked:
            asked.add(kind)
            answer = table.get(seat, "/stakes")
            assert answer.status_code == 200, (kind, answer.text)
            stakes = answer.json()
            assert all(sum(run["percent"] for run in row["runs"]) == 100 for row in stakes["rows"])
            if len(movers) == 1:
                other = table.get(sides[1 - side], "/stakes").json()
                assert (other["points"], other["best"], other["rows"]) == (None, None, [])
        with server.house.room.at(table.id) as live:
            order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
            assert order is not None
            server.house.room.play(live, side, order)
    assert asked
