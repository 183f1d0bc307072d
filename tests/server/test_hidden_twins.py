"""In the middle of a game, no answer to a seat depends on what is hidden from it.

A position of later play is replaced by its twins, which differ from it only in what the seat may not know
(`game.hidden_twins`). Every answer must then be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.offers import orders, sample
from ardennes.server.matches.session import Live
from tests.server.running import Player, Running

pytestmark = pytest.mark.long  # whole games, servers that are killed

POSITIONS = 2
APART = 60  # orders between two positions


def play_on(table: Player, live: Live, rng: Random, count: int) -> None:
    """Play random legal orders."""
    room = table.server.house.room
    for _ in range(count):
        state = live.match.state
        side = live.game.to_move(state)[0]
        order = sample(live.game.offers(live.game.view(state, side), side), rng)
        assert order is not None
        room.play(live, side, order)


def secrets(game: AnyGame, state: Any, most: int = 1) -> list[tuple[int, list[Any]]]:
    """Return the sides that do not know everything, with states that they
    cannot distinguish from this one.
    """
    result = ((side, list(game.hidden_twins(state, side))) for side in range(len(game.sides)))
    return [(side, Random(0).sample(twins, min(most, len(twins)))) for side, twins in result if twins]


def positions(server: Running, game: str) -> Iterator[tuple[Player, Live]]:
    """Yield moments of random games in which something is hidden, while the match's lock is held."""
    for seed in range(POSITIONS):
        table = server.make(dict.fromkeys(find_game(game).sides, "me"), game=game, seed=seed)
        rng = Random(seed)
        with server.house.room.at(table.id) as live:
            for _ in range(12):
                if live.seq > APART * seed and secrets(live.game, live.match.state):
                    yield table, live
                    break
                play_on(table, live, rng, APART // 3 + rng.randrange(APART))
                if not live.game.to_move(live.match.state):
                    break


class Asked:
    """Send every request of a seat that does not change the match."""

    def __init__(self, table: Player, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.answers: list[tuple[str, int, bytes]] = []

    def note(self, what: str, answer: httpx.Response) -> Any:
        self.answers.append((what, answer.status_code, answer.content))
        return answer.json()

    def get(self, path: str, **query: Any) -> Any:
        return self.note(f"{path} {query}", self.table.get(self.seat, path, **query))

    def post(self, path: str, body: Any) -> Any:
        return self.note(f"{path} {body}", self.table.post(self.seat, path, body))

    def everything(self, hexes: list[str], tries: list[Any]) -> list[tuple[str, int, bytes]]:
        view = self.get("")
        for path in ("/log", "/export"):
            self.get(path)
        self.get("/replay", at=view["orders"])
        units = [unit["id"] for unit in view["board"]["units"]]
        for unit in [*view["choices"]["units"][:2], *Random(1).sample(units, min(3, len(units)))]:
            self.get("/reach", unit=unit)
            for place in hexes:
                self.get("/why", unit=unit, hex=place)
                self.post("/route", {"unit": unit, "path": [place]})
        for place in hexes:
            self.get("/why", hex=place)
            self.post("/odds", {"targets": [place], "attackers": units[:2]})
        for target in view["choices"]["targets"][:3]:
            self.post("/odds", {"targets": [target["hex"]], "attackers": target["attackers"]})
        for order in tries:
            # With a future number, so that a legal order changes nothing either.
            self.post("/orders", {"seq": view["seq"] + 1, "order": order})
        self.post("/fork", {"at": view["orders"] + 1})
        self.post("/undo", {"seq": view["seq"] + 1})
        return self.answers


def places_of(game: AnyGame, states: list[Any]) -> list[str]:
    """Return the hexes in which the states differ."""
    cells = {
        cell
        for a in states
        for b in states
        for x, y in zip(a.where, b.where, strict=True)
        if x != y
        for cell in (x, y)
    }
    world = game.world  # type: ignore[attr-defined]
    label = world.label if hasattr(world, "label") else world.grid.label
    return sorted(label(cell) for cell in cells if cell >= 0)[:3]


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.slow)])  # twins of each position
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_in_later_play_depends_on_what_is_hidden(server: Running, game: str, most: int) -> None:
    compared = 0
    for table, live in positions(server, game):
        watch = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()["tokens"]
        table.tokens.update(watch)
        true = live.match.state
        for side, twins in secrets(live.game, true, most):
            hexes = places_of(live.game, [true, *twins])
            tries = [
                msgspec.to_builtins(o)
                for o, _ in zip(orders(live.game.offers(true, 1 - side)), range(3), strict=False)
            ]
            for seat in (live.game.sides[side], "watch"):
                reported = []
                for state in (true, *twins):
                    live.match.state = state
                    live.views.clear()  # otherwise the twins would get cached answers
                    live.lock.release()
                    try:
                        reported.append(Asked(table, seat).everything(hexes, tries))
                    finally:
                        live.lock.acquire()
                        live.match.state = true
                for other in reported[1:]:
                    assert [x for x in zip(reported[0], other, strict=True) if x[0] != x[1]] == []
                    compared += len(other)
    assert compared > 50 * most, "too little was hidden for this to say much"
