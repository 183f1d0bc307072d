"""The log of each seat over HTTP: no entry is empty, and no gap in the numbers reveals anything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ardennes.games import GAMES, find_game
from ardennes.games.breakthrough.rules.model import events as air
from ardennes.games.wave_of_terror.rules.model import events as left
from ardennes.kernel.offers import orders, sample
from ardennes.server.matches import views
from ardennes.server.matches.session import Live
from tests.server.running import Player, Running

ORDERS = 120
AHEAD = 40  # offers searched for a quiet one


def read_log(table: Player, seat: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    while True:
        page = table.get(seat, "/log", have=len(entries), limit=50).json()
        entries += page["entries"]
        if not page["more"]:
            assert page["orders"] == len(entries)
            return entries


def next_order(live: Live, rng: Random) -> tuple[int, Any]:
    """Return a legal order of a side to move: often a quiet one, if there is one among the first offers."""
    state = live.match.state
    side = rng.choice(live.game.to_move(state))
    offers = live.game.offers(live.game.view(state, side), side)
    if rng.random() < 0.5:
        for order, _ in zip(orders(offers), range(AHEAD), strict=False):
            if order.quiet_in(state):
                return side, order
    drawn = sample(offers, rng)
    assert drawn is not None
    return side, drawn


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_words_and_no_number_is_left_out(server: Running, game: str) -> None:
    sides, rng = find_game(game).sides, Random(game)
    table = server.make(dict.fromkeys(sides, "me"), game=game, seed=4)
    table.tokens |= server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()["tokens"]
    room, quiet = server.house.room, 0
    with room.at(table.id) as live:
        for _ in range(ORDERS):
            if not live.game.to_move(live.match.state):
                break
            side, order = next_order(live, rng)
            others = [one for one in (*range(len(sides)), None) if one != side]
            before = [(views.number_of(live, one, False), len(live.known(one, False))) for one in others]
            room.play(live, side, order)
            if order.quiet_in(live.match.state):
                quiet += 1
                after = [(views.number_of(live, one, False), len(live.known(one, False))) for one in others]
                assert after == before, order
    assert quiet > 10 or game == "tigers"  # which has no quiet orders
    for seat in (*sides, "watch"):
        entries = read_log(table, seat)
        assert entries, seat
        numbers = [*range(1, len(entries) + 1)]
        assert [entry["order"] for entry in entries] == numbers, seat
        assert [entry["seq"] for entry in entries] == numbers, seat
        assert table.view(seat)["seq"] == len(entries)
        for entry in entries:
            assert entry["lines"], (seat, entry)
            assert all(line.strip() for line in entry["lines"]), (seat, entry)


def test_units_that_leave_the_kampfgruppe_are_not_named_to_the_enemy() -> None:
    game = find_game("wave_of_terror")
    dropped = left.LeftKampfgruppe(0, ("G-1SS-03",), "E4116", True)
    seen_by_allies = dropped.seen_by(1)
    assert seen_by_allies is not None
    assert game.tell(seen_by_allies) == "Some units leave KG Peiper at Hallschlag (E4116)."
    assert dropped.seen_by(0) == dropped
    assert left.LeftKampfgruppe(0, ("G-1SS-03",), "E4116").seen_by(1) is None  # a unit moved off alone


def test_where_supplies_are_dropped_is_not_reported_to_the_enemy() -> None:
    game = find_game("breakthrough")
    dropped = air.Dropped(0, "2,28", ("GE-1SS-1",), ("supplied",))
    seen_by_enemy = dropped.seen_by(1)
    assert seen_by_enemy is not None
    assert game.tell(seen_by_enemy) == "Supplies are dropped."
