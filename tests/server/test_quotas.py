"""Nobody can use up what is shared: setups, forks and sockets per seat; and watchers make no matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from ardennes.server.settings import Settings
from ardennes.server.storage.saved_setups import Setups
from ardennes.server.storage.sql import Store
from tests.server.running import PEOPLE, Player, Running, running

FORKS = 4


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, most_forks_a_seat=FORKS, most_setups_a_seat=3) as started:
        yield started


def forked(table: Player, seat: str, status: int = 201) -> Player:
    answer = table.post(seat, "/fork", {"at": 0})
    assert answer.status_code == status, answer.text
    return Player(table.server, answer.json().get("id", ""), answer.json().get("tokens", {}))


def test_a_seat_cannot_fill_the_server_with_forks(server: Running) -> None:
    """Not even by forking forks; the server's owner makes as many as there is room for."""
    table, other = server.make(), server.make()
    first = forked(table, "german")
    second = forked(first, "german")
    forked(second, "allied")  # both seats of a fork came from the seat that forked it
    forked(table, "german")
    for one in (table, first, second):
        assert "delete some" in one.post("german", "/fork", {"at": 0}).json()["error"]
    forked(first, "allied", 403)
    forked(table, "allied")  # the other seat has a separate quota
    forked(other, "german")
    for _ in range(FORKS + 1):
        answer = server.http.post(f"/api/matches/{table.id}/fork", json={"at": 0})
        assert answer.status_code == 201
    assert server.http.delete(f"/api/matches/{second.id}").status_code == 204
    forked(table, "german")
    forked(table, "german", 403)


def test_anyone_who_watches_makes_no_matches(server: Running) -> None:
    table = server.make()
    table.tokens |= server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()["tokens"]
    before = server.house.room.store.count()
    answer = table.post("watch", "/fork", {"at": 0})
    assert (answer.status_code, "watcher" in answer.json()["error"]) == (403, True)
    assert server.house.room.store.count() == before
    alone = server.make({"german": "random", "allied": "random"})
    assert alone.post("watch", "/fork", {"at": 0}).status_code == 403
    assert server.http.post(f"/api/matches/{alone.id}/fork", json={"at": 0}).status_code == 201
    assert server.http.post("/api/matches/nowhere/fork", json={"at": 0}).status_code == 404


def keep(table: Player, drawer: int, name: str) -> int:
    body = {"drawer": f"a drawer of somebody's: {drawer}", "name": name}
    return table.post("allied", "/setups/keep", body).status_code


def test_a_seat_cannot_fill_the_drawers(server: Running) -> None:
    """With any number of drawers, and any number of forks."""
    table = server.make(PEOPLE, game="wave_of_terror")
    table.done("allied", {"do": "auto_setup"})
    assert [keep(table, n, "One") for n in range(5)] == [201, 201, 201, 403, 403]
    assert keep(table, 0, "One") == 201  # it replaces the old one
    again = table.post("allied", "/fork", {"at": 1}).json()
    assert keep(Player(server, again["id"], again["tokens"]), 9, "Two") == 403
    other = server.make(PEOPLE, game="wave_of_terror")
    other.done("allied", {"do": "auto_setup"})
    assert keep(other, 10, "One") == 201


def test_drawers_made_before_seats_were_counted_are_opened(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    store = Store(address)
    limits = Settings(database=address)
    Setups(store, limits).keep("word", "tigers", "german", "Old", [], "seat")
    store.close()
    engine = create_engine(address)
    with engine.begin() as db:
        db.execute(text("ALTER TABLE setups DROP COLUMN seat"))
    engine.dispose()
    store = Store(address)
    drawers = Setups(store, limits)
    assert [one.name for one in drawers.of("word", "tigers", "german")] == ["Old"]
    drawers.keep("word", "tigers", "german", "New", [], "seat")
    store.close()


def test_no_seat_takes_all_sockets_of_a_match(tmp_path: Path) -> None:
    with running(tmp_path, most_sockets_a_match=12, most_sockets_a_seat=3) as server, ExitStack() as open_:
        table = server.make()
        sat = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"})
        tokens = table.tokens | sat.json()["tokens"]
        address = f"ws://127.0.0.1:{server.port}/api/matches/{table.id}/live"

        def listen(seat: str) -> bool:
            words = [Subprotocol("ardennes"), Subprotocol(f"seat.{tokens[seat]}")]
            try:
                open_.enter_context(connect(address, subprotocols=words, open_timeout=30)).recv(30)
            except InvalidStatus:
                return False
            return True

        assert [listen("german") for _ in range(5)] == [True] * 3 + [False] * 2
        assert [listen("watch") for _ in range(8)] == [True] * 6 + [False] * 2
        assert [listen("allied") for _ in range(4)] == [True] * 3 + [False]
