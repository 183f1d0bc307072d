"""Two seats write at once: nothing that a seat receives changes because the
other writes, deletes or undoes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from ardennes.server.settings import sqlite_address
from ardennes.server.storage import tables
from tests.server.running import PATIENCE, Player, Running, running, until

GERMAN = {"do": "rest", "unit": "GE-12VG-48"}
GERMAN_TOO = {"do": "defend", "unit": "GE-12VG-89"}
ALLIED = {"do": "rest", "unit": "US-9A-CCB"}
ALLIED_TOO = {"do": "move", "unit": "US-9A-R", "mode": "tactical", "route": []}
STRIKE = {"do": "take_back", "units": ["US-9A-CCB"]}
SEAL = {"do": "seal"}
SEATS = ("german", "watch")  # the seats that must not notice the Allied orders

Received = dict[str, tuple[int, dict[str, str], bytes]]


def sit(server: Running) -> Player:
    table = server.make(game="playsheet", scenario="short", seed=3, name="Apart")
    sat = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"})
    table.tokens.update(sat.json()["tokens"])
    return table


@pytest.fixture
def table(server: Running) -> Player:
    return sit(server)


def received(table: Player, seat: str) -> Received:
    """Yield every answer to a seat: status, headers and body."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("", {}),
        ("/log", {"after": 0}),
        ("/log", {"after": 1}),
        ("/replay", {"at": 0}),
        ("/replay", {"at": 1}),
        ("/replay", {"at": 2}),
        ("/export", {}),
        ("/reach", {"unit": "GE-12VG-48"}),
        ("/why", {"unit": "GE-12VG-48", "hex": "5106"}),
        ("/comers", {"hex": "5106"}),
    ]
    answers = {f"{path} {query}": table.get(seat, path, **query) for path, query in asked}
    answers["lobby"] = table.server.http.get("/api/matches")
    return {
        what: (answer.status_code, {**answer.headers, "date": ""}, answer.content)
        for what, answer in answers.items()
    }


def listen(table: Player, seat: str) -> ClientConnection:
    words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens[seat]}")]
    address = f"ws://127.0.0.1:{table.server.port}/api/matches/{table.id}/live"
    return connect(address, subprotocols=words, origin=None, open_timeout=PATIENCE)


def back(table: Player, seat: str, path: str) -> dict[str, Any]:
    answer = table.post(seat, path, {"seq": table.view(seat)["seq"]})
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def allied_hour(table: Player) -> Iterator[str]:
    """Let the Allies write their sheet; return a word for each action."""
    table.done("allied", ALLIED)
    yield "wrote"
    table.done("allied", {"do": "defend", "unit": "US-9A-R"})
    yield "wrote more"
    table.done("allied", STRIKE)
    yield "struck"
    back(table, "allied", "/undo")
    yield "undid the striking"
    back(table, "allied", "/restart")
    yield "began anew"
    table.done("allied", ALLIED)
    yield "wrote again"
    assert table.give("allied", ALLIED_TOO).status_code == 422
    yield "was refused"


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
def test_no_byte_changes_while_the_other_side_writes(table: Player, seat: str) -> None:
    table.done("german", GERMAN)
    before = received(table, seat)
    assert before[" {}"][0] == 200
    for did in allied_hour(table):
        assert received(table, seat) == before, did
    assert table.view("allied")["choices"]["mine"] is True


def test_a_writer_is_not_overtaken_by_the_other(table: Player) -> None:
    seq = table.view("german")["seq"]
    for number, _ in enumerate(allied_hour(table)):
        order = {"do": "defend", "unit": "GE-12VG-48", "counter_attack": number % 2 == 0}
        answer = table.give("german", order, seq=seq)
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == seq + 1
        seq += 1
    undone = table.post("german", "/undo", {"seq": seq})
    assert (undone.status_code, undone.json()["seq"]) == (200, seq + 1)
    stale = table.give("german", GERMAN, seq=seq)  # its own change counts
    assert stale.status_code == 409


def test_each_undoes_its_own(table: Player) -> None:
    nothing = table.view("german")["undo"]
    table.done("allied", ALLIED)
    assert table.view("german")["undo"] == nothing == "Nothing has been done yet."
    refused = table.post("german", "/undo", {"seq": table.view("german")["seq"]})
    assert (refused.status_code, "Nothing has been done yet" in refused.text) == (422, True)
    table.done("german", GERMAN)
    table.done("german", GERMAN_TOO)
    table.done("allied", {"do": "defend", "unit": "US-9A-R"})
    view = back(table, "german", "/undo")
    assert (view["undo"], view["orders"]) == ("", 1)
    assert [entry["given"] for entry in view["log_tail"]] == [GERMAN]
    assert table.view("allied")["orders"] == 2
    table.done("allied", SEAL)
    assert table.view("german")["undo"] == "The last order was the other side's."
    assert table.view("german")["orders"] == 2


def test_the_socket_is_silent_while_the_other_side_writes(table: Player) -> None:
    with listen(table, "german") as german, listen(table, "watch") as watch:
        assert (german.recv(PATIENCE), watch.recv(PATIENCE)) == ('{"seq":0}', '{"seq":0}')
        for _ in allied_hour(table):
            pass
        table.done("german", GERMAN)
        assert german.recv(PATIENCE) == '{"seq":1}'  # the first message after the other side's actions
        table.done("allied", SEAL)
        assert (german.recv(PATIENCE), watch.recv(PATIENCE)) == ('{"seq":2}', '{"seq":1}')


def test_the_turn_is_resolved_and_both_continue_counting(table: Player) -> None:
    for _ in allied_hour(table):
        pass
    table.done("german", GERMAN)
    table.done("german", SEAL)
    done = table.done("allied", SEAL)
    german = table.view("german")
    # Allied: 6 changes and two seals; German: 1 change and two seals.
    assert (done["seq"], german["seq"], table.view("watch")["seq"]) == (8, 3, 2)
    assert (done["orders"], german["orders"], table.view("watch")["orders"]) == (3, 3, 2)
    log = table.get("german", "/log", after=1).json()
    assert [(entry["order"], entry["seq"], entry["side"]) for entry in log["entries"]] == [
        (2, 2, "german"),
        (3, 3, "allied"),
    ]
    assert "US-9A" not in table.get("german", "/log", after=0).text
    before = received(table, "german")
    table.done("allied", ALLIED)
    assert received(table, "german") == before


def test_after_a_restart_of_the_server_the_numbers_agree(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = sit(server)
        table.done("german", GERMAN)
        for _ in allied_hour(table):
            pass
        table.done("german", GERMAN_TOO)
        back(table, "german", "/undo")
        seats = ("german", "allied", "watch")
        before = {seat: received(table, seat) for seat in seats}
    with running(tmp_path) as server:
        table = Player(server, table.id, table.tokens)
        assert {seat: received(table, seat) for seat in seats} == before
        seq = table.view("german")["seq"]
        table.done("allied", {"do": "rest", "unit": "US-9A-R"})
        assert table.give("german", GERMAN_TOO, seq=seq).status_code == 200


def make_old(folder: Path) -> None:
    """Make a store of version 1: without the columns that count quiet changes and everything later."""
    db = sqlite3.connect(sqlite_address(folder).removeprefix("sqlite:///"))
    with db:
        for column in (column for columns in tables.UPDATES.values() for column in columns):
            db.execute(f"ALTER TABLE {column.table.name} DROP COLUMN {column.name}")
        db.execute("UPDATE about SET value = '1' WHERE key = 'version'")
    db.close()


def test_a_store_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old = server.make(seed=7)
        old.opening()
        before = {seat: old.view(seat) for seat in ("german", "allied")}
    make_old(tmp_path)
    with running(tmp_path) as server:
        again = Player(server, old.id, old.tokens)
        assert {seat: again.view(seat) for seat in ("german", "allied")} == before
        new = sit(server)
        new.done("allied", ALLIED)
        assert (new.view("german")["seq"], new.view("allied")["seq"]) == (0, 1)
    with running(tmp_path) as server:  # and it is upgraded once
        assert Player(server, new.id, new.tokens).view("german")["seq"] == 0
        assert Player(server, old.id, old.tokens).view("german") == before["german"]


@pytest.mark.long
def test_a_computer_writes_unheard(server: Running) -> None:
    table = server.make({"german": "me", "allied": "turtle"}, game="playsheet", scenario="short", seed=3)
    with listen(table, "german") as socket:
        messages = [socket.recv(PATIENCE)]
        until(lambda: table.view("german")["to_move"] == ["german"])
        table.done("german", GERMAN)
        while messages[-1] != '{"seq":2}':
            messages.append(str(socket.recv(PATIENCE)))
    assert messages in (['{"seq":0}', '{"seq":1}', '{"seq":2}'], ['{"seq":1}', '{"seq":2}'])
    with server.house.room.at(table.id) as live:
        assert sum(entry.side == 0 for entry in live.match.journal) > 2  # it had many orders to write
    log = table.get("german", "/log", after=0).json()
    assert [entry["given"] for entry in log["entries"]] == [None, GERMAN]  # the seal, and its own
