"""Playing over HTTP: views, orders, refusals, undo, the log, replay, questions, the live socket."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from ardennes.server.storage.tables import matches
from tests.server.running import Player, Running, dump_in, until

HIDE = {"do": "hide_dump", "hex": "1008"}


@pytest.fixture
def table(server: Running) -> Player:
    return server.make(seed=7)


def moving(table: Player, rng: Random | None = None) -> str:
    """Play on until the Germans may move; return one of their units that can."""
    table.opening()
    rng = rng or Random(1)
    for _ in range(60):
        view = table.view("german")
        if view["choices"]["mine"] and "move" in view["choices"]["decision"]["kind"]:
            return str(view["choices"]["units"][0])
        seat, order = table.next_order(rng)
        plain = json.loads(json.dumps(_plain(order)))
        table.done(seat, plain)
    raise AssertionError("the German never came to move")


def _plain(order: object) -> object:
    import msgspec

    return msgspec.to_builtins(order)


# Views


def test_a_new_match_shows_each_seat_its_view(table: Player) -> None:
    german, allied = table.view("german"), table.view("allied")
    assert (german["seq"], german["orders"], german["side"]) == (0, 0, "german")
    assert german["seats"] == {"german": "me", "allied": "beside"}
    assert german["to_move"] == ["allied"]
    assert german["choices"]["mine"] is False
    assert allied["choices"]["mine"] is True
    assert german["board"]["turns"] == 12
    assert german["undo"] == "Nothing has been done yet."
    assert (german["over"], german["open"], german["seed"]) == (False, False, "")
    assert german["commitment"] == allied["commitment"]


def test_a_view_is_not_sent_twice(table: Player) -> None:
    first = table.get("german")
    tag = first.headers["etag"]
    assert tag.startswith('"0-german-')
    assert first.headers["cache-control"] == "private, no-cache"
    headers = {**table.headers("german"), "If-None-Match": tag}
    again = table.server.http.get(f"/api/matches/{table.id}", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    assert table.get("allied").headers["etag"] != tag
    table.done("allied", HIDE)
    later = table.server.http.get(f"/api/matches/{table.id}", headers=headers)
    assert later.status_code == 200


def test_the_tag_changes_when_an_order_is_undone_and_another_given(table: Player) -> None:
    table.done("allied", HIDE)
    one = table.get("german").headers["etag"]
    table.post("allied", "/undo", {"seq": 1})
    table.done("allied", {"do": "hide_dump", "hex": "908"})
    assert table.view("german")["orders"] == 1
    assert table.get("german").headers["etag"] != one


# Orders


def test_an_order_is_carried_out_and_answered_with_the_new_view(table: Player) -> None:
    done = table.done("allied", HIDE)
    assert (done["seq"], done["orders"], done["to_move"]) == (1, 1, ["german"])
    assert dump_in(done["board"]) == "1008"
    assert [entry["given"] for entry in done["log_tail"]] == [HIDE]
    assert done["log_tail"][0]["lines"] == ["The fuel dump is hidden at Spa (1008)."]
    assert done["log_tail"][0]["events"] == [{"event": "dump_hidden", "hex": "1008"}]
    assert "lines" not in done, "the log tail has them"
    assert table.view("allied")["seq"] == 1


def test_a_stale_order_gets_the_new_state_and_does_nothing(table: Player) -> None:
    table.done("allied", HIDE)
    again = table.give("allied", {"do": "hide_dump", "hex": "908"}, seq=0)
    assert again.status_code == 409
    body = again.json()
    assert (body["seq"], dump_in(body["board"])) == (1, "1008")
    assert "moved on" in body["error"]
    ahead = table.give("german", {"do": "choose_setup", "kind": "free"}, seq=2)
    assert ahead.status_code == 409
    assert table.view("german")["seq"] == 1


def test_the_same_order_sent_twice_is_done_once(table: Player) -> None:
    body = {"seq": 0, "order": HIDE}
    answers = [table.post("allied", "/orders", body).status_code for _ in range(3)]
    assert answers == [200, 409, 409]
    assert table.view("allied")["orders"] == 1


def test_what_the_rules_forbid_is_refused_with_rule_facts_and_way_out(table: Player) -> None:
    answer = table.give("allied", {"do": "hide_dump", "hex": "1206"})
    assert answer.status_code == 422
    assert answer.json()["rule"] == "TIA-FUEL-2"
    assert answer.json()["facts"]
    assert answer.json()["facts"] in answer.json()["error"]
    out_of_turn = table.give("german", {"do": "choose_setup", "kind": "free"})
    assert (out_of_turn.status_code, out_of_turn.json()["rule"]) == (422, "TIA-SEQ-1")
    assert table.view("german")["seq"] == 0


def test_an_order_for_the_other_seat_is_refused(table: Player) -> None:
    body = {"seq": 0, "order": HIDE, "side": "allied"}
    assert table.post("german", "/orders", body).status_code == 403
    assert table.post("allied", "/orders", body).status_code == 200


def test_a_seat_needs_its_token(server: Running, table: Player) -> None:
    address = f"/api/matches/{table.id}"
    assert server.http.get(address).status_code == 401
    assert server.http.get(address, headers={"Authorization": "Seat nonsense"}).status_code == 403
    assert server.http.get(address, headers={"Authorization": "Basic abc"}).status_code == 401
    other = server.make()
    assert server.http.get(address, headers=other.headers("german")).status_code == 403
    assert server.http.get("/api/matches/nowhere", headers=table.headers("german")).status_code == 404
    given = server.http.post(
        f"{address}/orders", json={"seq": 0, "order": HIDE}, headers=other.headers("allied")
    )
    assert given.status_code == 403


def test_anyone_who_watches_sees_and_does_nothing(server: Running, table: Player) -> None:
    table.tokens["watch"] = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()[
        "tokens"
    ]["watch"]
    table.done("allied", HIDE)
    view = table.view("watch")
    assert (view["side"], dump_in(view["board"]), view["undo"]) == (None, None, "You only watch.")
    assert view["choices"]["decision"]["kind"] == "choose set-up"
    assert view["log_tail"][0]["lines"] == ["The fuel dump is hidden."]
    assert table.give("watch", {"do": "choose_setup", "kind": "free"}).status_code == 403
    assert table.post("watch", "/undo", {"seq": 1}).status_code == 403
    assert table.get("watch", "/reach", unit="G-12SS").status_code == 403


# Undo


def test_undo_takes_back_and_says_where_it_stops(table: Player) -> None:
    table.done("allied", HIDE)
    assert table.view("german")["undo"] == "The last order was the other side's."
    refused = table.post("german", "/undo", {"seq": 1})
    assert refused.status_code == 422
    assert refused.json()["facts"] == "The last order was the other side's."
    back = table.post("allied", "/undo", {"seq": 1})
    assert back.status_code == 200
    assert (back.json()["seq"], back.json()["orders"], dump_in(back.json()["board"])) == (2, 0, None)
    assert table.post("allied", "/undo", {"seq": 2}).status_code == 422
    assert table.post("allied", "/undo", {"seq": 1}).status_code == 409


def test_restart_begins_the_phase_again(table: Player) -> None:
    unit = moving(table)
    before = table.view("german")
    ways = table.get("german", "/reach", unit=unit).json()["reach"]
    moved = table.done("german", ways[0]["order"])
    assert moved["orders"] == before["orders"] + 1
    back = table.post("german", "/restart", {"seq": moved["seq"]})
    assert back.status_code == 200, back.text
    assert back.json()["orders"] <= before["orders"]
    assert back.json()["seq"] == moved["seq"] + 1
    stale = table.post("german", "/restart", {"seq": moved["seq"]})
    assert stale.status_code == 409


# Log and replay


def test_the_log_tells_only_what_is_new_and_what_no_longer_stands(table: Player) -> None:
    table.opening()
    whole = table.get("german", "/log").json()
    assert [e["order"] for e in whole["entries"]] == [1, 2]
    assert (whole["keep"], whole["seq"], whole["more"]) == (0, 2, False)
    assert table.get("german", "/log", after=2).json()["entries"] == []
    table.post("german", "/undo", {"seq": 2})
    table.done("german", {"do": "choose_setup", "kind": "free"})
    news = table.get("german", "/log", after=2).json()
    assert (news["keep"], news["seq"]) == (1, 4)
    assert [(e["order"], e["seq"]) for e in news["entries"]] == [(2, 4)]
    page = table.get("german", "/log", limit=1).json()
    assert ([e["order"] for e in page["entries"]], page["more"]) == ([1], True)


def test_replay_shows_the_board_as_it_was_and_as_the_seat_knew_it(table: Player) -> None:
    table.opening()
    at = table.get("allied", "/replay", at=1).json()
    assert dump_in(at["board"]) == "1008"
    assert at["entry"]["given"] == HIDE
    german = table.get("german", "/replay", at=1).json()
    assert (dump_in(german["board"]), german["entry"]["given"]) == (None, None)
    assert german["entry"]["lines"] == ["The fuel dump is hidden."]
    assert table.get("german", "/replay", at=0).json()["entry"] is None
    wrong = table.get("german", "/replay", at=99)
    assert wrong.status_code == 400
    assert "orders 0 to 2" in wrong.json()["error"]


# Questions


def test_reach_gives_orders_that_can_be_given(table: Player) -> None:
    unit = moving(table)
    answer = table.get("german", "/reach", unit=unit).json()
    assert answer["seq"] == table.view("german")["seq"]
    assert {"hex", "left", "order", "path"} <= set(answer["reach"][0])
    table.done("german", answer["reach"][-1]["order"])
    assert table.get("german", "/reach", unit="no such unit").json()["reach"] == []


def test_why_not_names_the_rule(table: Player) -> None:
    unit = moving(table)
    answer = table.get("german", "/why", unit=unit, hex="101").json()
    assert answer["why"]
    assert set(answer["why"][0]) == {"rule", "facts", "way_out"}
    assert table.get("german", "/why").json()["why"] == []


def test_odds_give_their_refusal(table: Player) -> None:
    unit = moving(table)
    answer = table.post("german", "/odds", {"targets": ["1206"], "attackers": [unit]})
    assert answer.status_code == 200, answer.text
    assert {"refusal", "columns"} <= set(answer.json()["odds"])
    assert table.post("german", "/odds", {"targets": ["?"], "attackers": ["?"]}).status_code == 200


# The socket


def listen(table: Player, seat: str = "german", token: str = "") -> ClientConnection:
    words = [Subprotocol("ardennes"), Subprotocol(f"seat.{token or table.tokens[seat]}")]
    address = f"ws://127.0.0.1:{table.server.port}/api/matches/{table.id}/live"
    return connect(address, subprotocols=words, origin=None, open_timeout=30)


def test_the_socket_tells_numbers_and_nothing_else(table: Player) -> None:
    with listen(table) as socket:
        assert socket.subprotocol == "ardennes"
        assert json.loads(socket.recv(30)) == {"seq": 0}
        table.done("allied", HIDE)
        assert socket.recv(30) == '{"seq":1}'
        table.post("allied", "/undo", {"seq": 1})
        assert socket.recv(30) == '{"seq":2}'


def test_a_socket_without_a_seat_is_refused(server: Running, table: Player) -> None:
    for token in ("nonsense", server.make().tokens["german"]):
        with pytest.raises(InvalidStatus) as refused:
            listen(table, token=token)
        assert refused.value.response.status_code == 403


def test_a_socket_that_talks_is_closed(table: Player) -> None:
    with listen(table) as socket:
        socket.recv(30)
        socket.send('{"order": 1}')
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1003


def test_a_socket_of_a_deleted_match_is_closed_and_none_are_left_behind(
    server: Running, table: Player
) -> None:
    with listen(table) as socket:
        socket.recv(30)
        server.http.delete(f"/api/matches/{table.id}")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    until(lambda: not server.house.push._watchers.get(table.id))


def test_a_socket_of_a_match_under_other_rules_is_closed_for_good(server: Running, table: Player) -> None:
    with server.store.changing() as db:
        db.execute(update(matches).where(matches.c.id == table.id).values(rules="0.1", start="0" * 16))
    server.house.room.drop(table.id)

    def to_the_end(socket: Any) -> None:
        while True:  # messages from before the change may still arrive
            socket.recv(30)

    with listen(table) as socket, pytest.raises(ConnectionClosed) as closed:
        to_the_end(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4410
    until(lambda: not server.house.push._watchers.get(table.id))
