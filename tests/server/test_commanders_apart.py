"""A divided side reveals nothing: no byte that others receive changes because its commanders act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ardennes.server.api.schemas import LONGEST_MESSAGE
from ardennes.server.command.messages import tidy_words
from tests.server.dividing import (
    CHIEF,
    EIGHTH,
    FIFTH,
    GERMAN,
    OF_EIGHTH,
    OF_FIFTH,
    SEAL,
    divided,
    join,
    read,
    ready,
    write,
)
from tests.server.running import PATIENCE, Player, Running, running, until
from tests.server.test_seats_apart import listen, received

OTHERS = ("german", "watch")
SECRET = "Fuel lies at Stavelot"


@pytest.fixture
def table(server: Running) -> Player:
    return divided(server)


def hour(table: Player) -> Iterator[str]:
    """Let the Allied commanders act; return a word for each action."""
    table.done(EIGHTH, OF_EIGHTH)
    yield "one wrote"
    table.done(FIFTH, OF_FIFTH)
    yield "another wrote"
    assert table.give(EIGHTH, OF_FIFTH).status_code == 422
    yield "one was refused"
    assert write(table, CHIEF, SECRET).status_code == 201
    yield "a message to all"
    assert write(table, EIGHTH, SECRET, 2).status_code == 201
    yield "a message to one"
    table.post(FIFTH, "/messages/read", {"upto": 2})
    yield "they were read"
    assert ready(table, EIGHTH).status_code == 200
    yield "one is ready"
    assert ready(table, EIGHTH, False).status_code == 200
    yield "not after all"
    seq = table.view(CHIEF)["seq"]
    assert table.post(CHIEF, "/command", {"seq": seq, "formation": "VII", "to": 1}).status_code == 200
    yield "a corps was given away"
    link = table.post(CHIEF, "/command/invite", {"seat": FIFTH}).json()["invitation"]
    yield "somebody was invited"
    table.tokens.update(join(table.server, table.id, link).json()["tokens"])
    yield "he came"
    undone = table.post(EIGHTH, "/restart", {"seq": table.view(EIGHTH)["seq"]})
    assert undone.status_code in (200, 422)
    yield "one began anew"


@pytest.mark.long
@pytest.mark.parametrize("seat", OTHERS)
def test_no_byte_changes_while_a_command_is_at_work(table: Player, seat: str) -> None:
    table.done("german", GERMAN)
    before = received(table, seat)
    for did in hour(table):
        assert received(table, seat) == before, did
    for name in ("Bradley", "Middleton", "Gerow", SECRET):
        assert name.encode() not in b"".join(body for _, _, body in before.values())


def test_the_other_side_cannot_tell_a_divided_side_from_one_player(server: Running) -> None:
    """The same match with one Allied player: every byte is equal except its id and its times."""
    plain = server.make({"german": "beside", "allied": "me"}, game="playsheet", scenario="short", seed=3)
    until(lambda: server.http.patch(f"/api/matches/{plain.id}", json={"name": "Divided"}).is_success)
    shared = divided(server)
    for _ in hour(shared):
        pass
    views = []
    for table in (plain, shared):
        view = table.view("german")
        views.append({field: json.dumps(value) for field, value in view.items() if field != "id"})
    assert list(views[0].items()) == list(views[1].items())


def test_the_sockets_of_the_others_are_silent(table: Player) -> None:
    with listen(table, "german") as german, listen(table, "watch") as watch:
        assert (german.recv(PATIENCE), watch.recv(PATIENCE)) == ('{"seq":0}', '{"seq":0}')
        for _ in hour(table):
            pass
        table.done("german", GERMAN)
        assert german.recv(PATIENCE) == '{"seq":1}'  # the first message after their actions
        table.done(CHIEF, SEAL)
        assert (german.recv(PATIENCE), watch.recv(PATIENCE)) == ('{"seq":2}', '{"seq":1}')


def test_the_others_are_reported_nothing_of_messages(table: Player) -> None:
    write(table, CHIEF, SECRET)
    for seat in OTHERS:
        assert table.get(seat, "/messages").status_code == 403
        assert table.post(seat, "/messages/read", {"upto": 1}).status_code == 403
        assert write(table, seat, "Hello").status_code == 403
    for seat in (CHIEF, *OTHERS):
        assert SECRET not in table.get(seat, "/export").text
    assert "Gerow" not in table.get("german", "/export").text


# Messages


def test_a_message_reaches_those_it_is_for(table: Player) -> None:
    write(table, CHIEF, "To all of you")
    write(table, EIGHTH, "Only for Gerow", 2)
    got = {seat: [m["words"] for m in read(table, seat)["messages"]] for seat in (CHIEF, EIGHTH, FIFTH)}
    assert got == {
        CHIEF: ["To all of you"],
        EIGHTH: ["To all of you", "Only for Gerow"],
        FIFTH: ["To all of you", "Only for Gerow"],
    }
    last = read(table, FIFTH, after=1)["messages"][0]
    assert (last["sender"], last["to"], last["moment"], last["mine"]) == ("Middleton", "Gerow", "16D", False)
    assert read(table, EIGHTH)["messages"][1]["mine"] is True
    table.post(FIFTH, "/messages/read", {"upto": 1})
    table.post(FIFTH, "/messages/read", {"upto": 0})
    assert read(table, FIFTH)["heard"] == 1
    table.post(FIFTH, "/messages/read", {"upto": 99})
    assert read(table, FIFTH)["heard"] == 2


def test_a_message_is_pushed_to_those_it_is_for_only(table: Player) -> None:
    with listen(table, CHIEF) as chief, listen(table, FIFTH) as fifth:
        seq = table.view(CHIEF)["seq"]
        assert chief.recv(PATIENCE) == f'{{"seq":{seq},"mail":0}}'
        assert fifth.recv(PATIENCE) == f'{{"seq":{seq},"mail":0}}'
        write(table, EIGHTH, "Only for Gerow", 2)
        assert fifth.recv(PATIENCE) == f'{{"seq":{seq},"mail":1}}'
        write(table, EIGHTH, "To all of you")
        assert fifth.recv(PATIENCE) == f'{{"seq":{seq},"mail":2}}'
        assert chief.recv(PATIENCE) == f'{{"seq":{seq},"mail":1}}'  # the first message to the receiver
    with listen(table, FIFTH) as again:
        assert again.recv(PATIENCE) == f'{{"seq":{seq},"mail":2}}'


def test_anyone_who_lost_its_seat_hears_no_more(table: Player) -> None:
    with listen(table, FIFTH) as old:
        old.recv(PATIENCE)
        link = table.post(CHIEF, "/command/invite", {"seat": FIFTH}).json()["invitation"]
        join(table.server, table.id, link)
        with pytest.raises(ConnectionClosed, match="seat was taken"):
            [old.recv(PATIENCE) for _ in range(9)]


def test_messages_have_their_limits(tmp_path: Path) -> None:
    with running(tmp_path, messages_a_second=0.001, messages_burst=3) as server:
        table = divided(server)
        for words in ("", "   \n ", "x" * (LONGEST_MESSAGE + 1)):
            assert write(table, CHIEF, words).status_code == 400
        assert write(table, CHIEF, "x", 9).status_code == 403
        sent = [write(table, CHIEF, f"No. {n}").status_code for n in range(4)]
        assert sent[-1] == 429
        assert sent.count(201) >= 2
        assert write(table, EIGHTH, "I am not hindered").status_code == 201


def test_only_what_can_be_seen_is_kept(table: Player) -> None:
    assert tidy_words("a\r\nb\x00\x1b[2J\u202egnorw  \n\n") == "a\nb  [2J gnorw"
    write(table, CHIEF, "<b>bold</b>\n<script>alert(1)</script>")
    assert read(table, EIGHTH)["messages"][0]["words"] == "<b>bold</b>\n<script>alert(1)</script>"


def test_when_the_match_is_over_everybody_may_read_what_was_written(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    write(table, EIGHTH, SECRET, 2)
    table.done("german", {"do": "resign"})
    for seat in (CHIEF, *OTHERS):
        result = read(table, seat)
        assert result["open"] is True
        (message,) = result["messages"]
        assert (message["words"], message["side"], message["to"]) == (SECRET, "allied", "Gerow")
    log = table.get("german", "/log").json()["entries"]
    assert [entry["by"] for entry in log] == ["Middleton", ""]


def test_deleting_a_match_leaves_no_message(table: Player) -> None:
    write(table, CHIEF, SECRET)
    assert table.server.http.delete(f"/api/matches/{table.id}").status_code == 204
    with table.server.store.reading() as db:
        for name in ("messages", "commanders", "invitations", "tokens"):
            left = db.exec_driver_sql(f"SELECT count(*) FROM {name} WHERE match = '{table.id}'")
            assert left.scalar_one() == 0, name
