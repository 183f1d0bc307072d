"""Secrets stay secret: after the end, in forks, at setup, in private orders, in setup files."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from ardennes.games import GAMES, find_game, table_of
from ardennes.kernel.conformance import setting_of
from ardennes.kernel.conformance.play import PlayedGame, play_to_end
from ardennes.kernel.match import Match
from ardennes.kernel.visibility import hides
from ardennes.server.command import messages
from ardennes.server.matches.seats import sit
from ardennes.server.matches.service import seats_of
from ardennes.server.matches.session import NotAllowed
from ardennes.server.matches.views import KEPT_BACK
from tests.server.running import Player, Running, until

PAIR = {"german": "me", "american": "beside"}

# The end


@pytest.mark.parametrize("path", ["/undo", "/restart"])
def test_anyone_who_concedes_and_has_looked_cannot_take_it_back(server: Running, path: str) -> None:
    table = server.make({"german": "me", "allied": "beside"}, game="wave_of_terror")
    seat = table.view("german")["to_move"][0]
    after = table.done(seat, {"do": "concede"})
    assert (after["over"], after["open"], bool(after["seed"])) == (True, True, True)
    assert after["undo"] == "The match is over: nothing can be taken back."
    for who in ("german", "allied"):
        answer = table.post(who, path, {"seq": after["seq"]})
        assert (answer.status_code, answer.json()["facts"]) == (422, after["undo"])
    assert table.view(seat)["over"]


# Forks


def forked(server: Running, game: str, end: str) -> tuple[Player, Player, dict[str, Any]]:
    """Return a match in progress against the computer, and a fork of it in which the person has conceded at
    once.
    """
    table = server.make({"german": "me", "allied": "random"}, game=game, seed=3)
    until(lambda: table.view("german")["to_move"] == ["german"])
    answer = table.post("german", "/fork", {"at": table.view("german")["orders"]})
    assert answer.status_code == 201, answer.text
    fork = Player(server, answer.json()["id"], answer.json()["tokens"])
    return table, fork, fork.done("german", {"do": end})


@pytest.mark.parametrize(("game", "end"), [("playsheet", "resign"), ("wave_of_terror", "concede")])
def test_a_fork_that_is_given_up_shows_no_more_than_the_match_it_came_from(
    server: Running, game: str, end: str
) -> None:
    table, fork, answer = forked(server, game, end)
    before = fork.get("german", "/replay", at=answer["orders"] - 1).json()["board"]
    for view in (answer, fork.view("german")):
        assert (view["over"], view["open"], view["seed"], view["trouble"]) == (True, False, "", KEPT_BACK)
        assert (view["board"], view["choices"]["mine"]) == (before, False)
        assert (view["log_tail"][-1]["events"], view["log_tail"][-1]["lines"]) == ([], [KEPT_BACK])
    last = fork.get("german", "/replay", at=answer["orders"]).json()
    assert (last["board"], last["entry"]["events"]) == (before, [])
    assert fork.get("german", "/log").json()["entries"][-1]["events"] == []
    assert fork.get("german", "/export").json()["orders"][-1]["events"] == []
    assert listed(server, fork)["result"] == {"level": "Over"}
    swapped = {"at": answer["orders"], "seats": {"german": "beside", "allied": "me"}}
    assert fork.post("german", "/fork", swapped).status_code == 403
    again = fork.post("german", "/fork", {"at": answer["orders"]})
    assert again.status_code == 201, again.text
    child = Player(server, again.json()["id"], again.json()["tokens"])
    assert child.view("german")["board"] == before
    until(lambda: table.view("german")["to_move"] == ["german"])
    table.done("german", {"do": end})
    for player in (fork, child):
        view = player.view("german")
        assert (view["open"], view["trouble"], bool(view["seed"])) == (True, "", True)
        assert view["board"]["result"]
        assert listed(server, player)["result"]["summary"]


def listed(server: Running, player: Player) -> dict[str, Any]:
    result = server.http.get("/api/matches").json()["matches"]
    return next(match for match in result if match["id"] == player.id)


def test_a_fork_of_a_deleted_fork_still_waits_for_the_match_they_came_from(server: Running) -> None:
    """A match in progress, a fork of it, a fork of that: the middle one is deleted while the last is open."""
    table, between, answer = forked(server, "playsheet", "resign")
    again = between.post("german", "/fork", {"at": answer["orders"] - 1})
    child = Player(server, again.json()["id"], again.json()["tokens"])
    until(lambda: child.view("german")["to_move"] == ["german"])
    assert server.http.delete(f"/api/matches/{between.id}").status_code == 204
    after = child.done("german", {"do": "resign"})
    assert (after["over"], after["open"], after["seed"]) == (True, False, "")
    assert listed(server, child)["result"] == {"level": "Over"}
    assert server.http.delete(f"/api/matches/{table.id}").status_code == 204
    assert child.view("german")["open"]


@pytest.mark.long
def test_a_fork_played_to_its_end_shows_no_more_either(server: Running) -> None:
    """Breakthrough reveals everything when the last turn is over."""
    room, game = server.house.room, find_game("breakthrough")
    played = PlayedGame(5, setting_of(game, 5, "last_seven", {}, False))
    play_to_end(game, played, Random(5), 20_000)
    parent = Match(game, played.setting)
    fork = Match(game, played.setting)
    for side, order in played.journal:
        fork.play(side, order)
    parent_id = room._add(parent, seats_of(game, dict.fromkeys(game.sides, "me"), None), "Parent")
    seats = room.store.header(parent_id).seats
    player = Player(server, room._add(fork, seats, "Fork", parent_id), {})
    player.tokens["german"] = sit(room, player.id, "german")
    view = player.view("german")
    visible = game.view(fork.state_at(fork.seq - 1), 0)
    assert (view["over"], view["open"]) == (True, False)
    assert view["board"] == json.loads(msgspec.json.encode(table_of(game).board(visible, 0)))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moments", [5, pytest.param(12, marks=pytest.mark.slow)])
def test_both_seats_of_a_fork_are_given_only_where_nothing_is_hidden(
    server: Running, game: str, moments: int
) -> None:
    """At any moment of a match, including setup: a fork would show what the view hides."""
    result = find_game(game)
    table = server.make(dict.fromkeys(result.sides, "me"), game=game, seed=2)
    rng, refused = Random(2), 0
    for _ in range(moments):
        for side, seat in enumerate(result.sides):
            with server.house.room.at(table.id) as live:
                known = live.known(side, False)
                secret = hides(result, live.match.state_at(known[-1] + 1 if known else 0), side)
            body = {"at": table.view(seat)["orders"], "seats": dict.fromkeys(result.sides, "me")}
            assert table.post(seat, "/fork", body).status_code == (403 if secret else 201)
            refused += secret
        for _ in range(3):
            seat, order = table.next_order(rng)
            table.done(seat, msgspec.to_builtins(order))
    assert refused


# Private orders


@pytest.mark.long
def test_nothing_tells_the_other_side_of_private_orders(server: Running) -> None:
    """Two matches that differ only in the Germans' plots, artillery and digging: the American answers are
    equal.
    """
    loud, still = (server.make(PAIR, game="breakthrough", seed=11, name="Twin") for _ in range(2))
    rng, private = Random(4), 0
    for _ in range(160):
        seat, order = loud.next_order(rng)
        plain = msgspec.to_builtins(order)
        if order.quiet:
            private += 1
            loud.done(seat, plain)
            continue
        if plain["do"] == "end":
            break
        if still.give(seat, plain).status_code == 200:
            loud.done(seat, plain)
    assert private > 30
    other = "american" if seat == "german" else "german"
    received = []
    for table in (loud, still):
        answers = [table.get(other, path) for path in ("", "/log", "/export", "/replay?at=1")]
        answers.append(table.get(other, "/log", after=1, limit=3))
        with connect(socket_of(table), additional_headers=table.headers(other)) as socket:
            reported = [str(socket.recv(60))]
        lobby = {**listed(server, table), "made": 0, "changed": 0}
        received.append([a.text.replace(table.id, "ID") for a in answers] + reported)
        received[-1].append(json.dumps(lobby).replace(table.id, "ID"))
    assert received[0] == received[1]


def test_the_lobby_does_not_tell_when_a_private_order_was_given(server: Running) -> None:
    table, rng = server.make(PAIR, game="breakthrough", seed=11), Random(4)
    while True:
        changed = listed(server, table)["changed"]
        seat, order = table.next_order(rng)
        table.done(seat, msgspec.to_builtins(order))
        assert (listed(server, table)["changed"] == changed) == order.quiet
        if order.quiet:
            break


def socket_of(table: Player) -> str:
    return f"ws://127.0.0.1:{table.server.port}/api/matches/{table.id}/live"


# Messages


def test_one_side_cannot_write_until_the_other_has_no_room(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.house.need_remote().messages, "_most", 2)
    book, match = server.house.need_remote().messages, server.make().id

    def write(side: int) -> None:
        book.send(match, messages.Message(side, 0, None, "Words", "16D", 0.0))

    write(0)
    write(0)
    with pytest.raises(NotAllowed, match="Your side has written 2 messages"):
        write(0)
    write(1)
