"""Turns with a time limit (OPS-ORD-3): written orders are handed in as they are, and nobody learns more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from ardennes.server.matches.service import Room
from ardennes.server.matches.session import Live
from tests.server.dividing import CHIEF, COMMANDERS, EIGHTH, GERMAN, OF_EIGHTH, SEAL, divided, ready
from tests.server.running import PEOPLE, Player, Running, running, until
from tests.server.test_seats_apart import received

MINUTES = 5
BEGIN = 1_000_000.0


class Clock:
    """A clock that advances when the test says so."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("matches"), clock=clock) as started:
        yield started


def timed(server: Running, **more: Any) -> Player:
    return server.make(
        more.pop("seats", PEOPLE), game="playsheet", scenario="short", seed=3, minutes=MINUTES, **more
    )


def turn(table: Player, seat: str = "german") -> int:
    return int(table.view(seat)["board"]["turn"])


def wait(server: Running, clock: Clock, minutes: float) -> None:
    """Let this many minutes pass, and check the deadlines."""
    clock.now += 60 * minutes
    server.deadlines.strike()


def test_when_the_time_is_over_what_is_written_is_handed_in(server: Running, clock: Clock) -> None:
    table = timed(server)
    begun = clock.now
    assert table.view("german")["due"] == table.view("allied")["due"] == begun + 60 * MINUTES
    table.done("allied", OF_EIGHTH)
    wait(server, clock, MINUTES - 0.1)
    assert turn(table) == 1
    wait(server, clock, 0.1)
    assert turn(table) == 2
    assert table.view("german")["due"] == clock.now + 60 * MINUTES  # the next turn has its full time
    given = [entry["given"] for entry in table.get("allied", "/log").json()["entries"]]
    assert given[0] == {**OF_EIGHTH}
    assert {"do": "seal"} in given
    own = [entry for entry in table.get("allied", "/log").json()["entries"] if entry["given"] == SEAL]
    assert "Time was up for this turn" in own[0]["why"]


def test_a_side_that_has_sealed_waits_no_longer_than_that(server: Running, clock: Clock) -> None:
    table = timed(server)
    table.done("german", GERMAN)
    due = table.view("german")["due"]
    clock.now += 60
    table.done("german", SEAL)
    assert table.view("german")["due"] == due  # sealing gives nobody more time
    assert table.post("allied", "/undo", {"seq": table.view("allied")["seq"]}).status_code == 422
    wait(server, clock, MINUTES - 1)
    assert turn(table) == 2


def test_a_match_that_fails_stops_no_other(
    server: Running, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [timed(server) for _ in range(3)]
    play = Room.play

    def failing(room: Room, live: Live, *more: Any) -> Any:
        if live.id == tables[at].id:
            raise KeyError("a mistake in a rule")
        return play(room, live, *more)

    monkeypatch.setattr(Room, "play", failing)
    for at in range(3):
        wait(server, clock, MINUTES)
        assert [turn(table) for table in tables] == [2 + at - (one <= at) for one in range(3)]
        assert tables[at].id in caplog.text
        server.deadlines.strike()
        assert caplog.text.count(tables[at].id) == 1  # logged once, however often it is tried


def test_commanders_who_are_not_ready_are_sealed_too(server: Running, clock: Clock) -> None:
    table = divided(server, minutes=MINUTES, commanders={"allied": COMMANDERS})
    table.done(EIGHTH, OF_EIGHTH)
    ready(table, EIGHTH)
    table.done("german", SEAL)
    wait(server, clock, MINUTES)
    view = table.view(CHIEF)
    assert view["board"]["turn"] == 2
    assert not any(one["ready"] for one in view["command"]["commanders"])


def test_the_other_side_learns_no_more_than_from_a_seal(server: Running, clock: Clock) -> None:
    """In one match the deadline seals the Allied sheet, in the other a person does: the bytes are equal
    except ids and the time, from which a view's version follows.
    """
    result = []
    for by_hand in (True, False):
        table = timed(server, name="Same")
        table.tokens.update(
            server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()["tokens"]
        )
        table.done("allied", OF_EIGHTH)
        table.done("german", SEAL)
        if by_hand:
            table.done("allied", SEAL)
        else:
            wait(server, clock, MINUTES)
        until(lambda table=table: turn(table) == 2)
        due = str(table.view("german")["due"])
        visited = {}
        for seat in ("german", "watch"):
            own = [table.id, due, table.view(seat)["version"]]
            visited[seat] = {
                what: reduce(lambda body, word: body.replace(word.encode(), b""), own, body)
                for what, (_, _, body) in received(table, seat).items()
                if what != "lobby"
            }
        result.append(visited)
        server.http.delete(f"/api/matches/{table.id}")
    assert result[0] == result[1]


def test_a_match_without_a_limit_waits(server: Running, clock: Clock) -> None:
    table = server.make(game="playsheet", scenario="short", seed=3)
    wait(server, clock, 100_000)
    assert table.view("german")["due"] is None
    assert turn(table) == 1


@pytest.mark.long
def test_the_computer_has_its_own_time(server: Running, clock: Clock) -> None:
    table = timed(server, seats={"german": "me", "allied": "turtle"})
    wait(server, clock, MINUTES)
    until(lambda: turn(table) >= 2)
    with server.house.room.at(table.id) as live:
        given = [entry for entry in live.match.journal if entry.side == 0]
        reported = [live.told[at].why for at, entry in enumerate(live.match.journal) if entry.side == 0]
    assert len(given) > 2  # it wrote its sheet
    assert not any("time for this turn" in why for why in reported)


def test_a_match_that_is_over_has_no_time_left(server: Running) -> None:
    table = timed(server)
    table.done("german", {"do": "resign"})
    assert table.view("allied")["due"] is None


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"minutes": 0}, "minutes"),
        ({"minutes": 10_081}, "minutes"),
        ({"minutes": 2.5}, "minutes"),
        ({"game": "tigers", "scenario": None, "minutes": 5}, "no orders to hand in"),
    ],
)
def test_a_limit_that_cannot_be_is_refused(server: Running, more: dict[str, Any], words: str) -> None:
    body = {"game": "playsheet", "seats": PEOPLE, **more}
    answer = server.http.post("/api/matches", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    timed_games = {game["id"] for game in server.http.get("/api/games").json()["games"] if game["timed"]}
    assert timed_games == {"playsheet"}


@pytest.mark.long
def test_the_time_continues_over_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    with running(tmp_path, clock=clock, grace=0.0) as server:
        table = timed(server)
        table.done("allied", OF_EIGHTH)
        due = table.view("allied")["due"]
    clock.now += 60
    with running(tmp_path, clock=clock, grace=0.0) as server:
        table = Player(server, table.id, table.tokens)
        assert (turn(table), table.view("allied")["due"]) == (1, due)
    clock.now += 60 * MINUTES
    with running(tmp_path, clock=clock, grace=0.0) as server:  # its time ran out meanwhile
        table = Player(server, table.id, table.tokens)
        until(lambda: turn(table) == 2)
        assert table.view("allied")["due"] == clock.now + 60 * MINUTES
