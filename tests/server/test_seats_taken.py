"""A seat held through a link: the host can enter it only by taking it back, and everybody gets a message."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from ardennes.server.http.live_updates import REPLACED
from tests.server.dividing import CHIEF, EIGHTH, divided
from tests.server.running import PEOPLE, Player, Running, running

INVITED = {"german": "me", "allied": "invited"}


def sit(table: Player, seat: str, *, take_back: bool = False) -> httpx.Response:
    body: dict[str, Any] = {"seat": seat, **({"take_back": True} if take_back else {})}
    return table.server.http.post(f"/api/matches/{table.id}/sit", json=body)


def invite(table: Player, seat: str) -> str:
    made = table.server.http.post(f"/api/matches/{table.id}/invite", json={"seat": seat})
    return str(made.json()["invitation"])


def join(table: Player, link: str) -> httpx.Response:
    return table.server.http.post(f"/api/matches/{table.id}/join", json={"invitation": link})


def with_guest(server: Running, seats: dict[str, str] = INVITED) -> Player:
    """Return a match whose Allied seat a guest has taken by a link."""
    table = server.make(seats)
    table.tokens |= join(table, invite(table, "allied")).json()["tokens"]
    table.tokens |= sit(table, "watch").json()["tokens"]
    return table


def changes(table: Player, seat: str) -> list[str]:
    return [change["words"] for change in table.view(seat)["seat_changes"]]


@pytest.mark.parametrize("seats", [INVITED, PEOPLE], ids=["invited", "beside"])
def test_the_host_does_not_sit_in_the_seat_of_a_guest(server: Running, seats: dict[str, str]) -> None:
    table = with_guest(server, seats)
    before = table.view("allied")
    refused = sit(table, "allied")
    assert refused.status_code == 409, refused.text
    assert "the Allied seat" in refused.json()["error"]
    assert "take the seat back" in refused.json()["error"]
    assert table.view("allied") == before


def test_a_seat_undone_is_reported_to_the_guest_and_written_into_the_log(server: Running) -> None:
    table = with_guest(server)
    guest = dict(table.tokens)
    unused = invite(table, "allied")
    address = f"ws://127.0.0.1:{server.port}/api/matches/{table.id}/live"
    words = [Subprotocol("ardennes"), Subprotocol(f"seat.{guest['allied']}")]
    with connect(address, subprotocols=words) as socket:
        seq = json.loads(socket.recv(30))["seq"]
        taken = sit(table, "allied", take_back=True)
        assert taken.status_code == 201, taken.text
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            for _ in range(3):
                socket.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == REPLACED
    lost = table.get("allied")  # with the guest's token
    assert lost.status_code == 403
    assert "The host has taken this seat back" in lost.json()["error"]
    assert join(table, unused).status_code == 403
    table.tokens |= taken.json()["tokens"]
    for seat in ("german", "allied", "watch"):
        assert changes(table, seat) == ["The host took back the Allied seat."], seat
        assert table.view(seat)["seq"] == seq + 1
    assert table.view("allied")["side"] == "allied"
    # The guest returns with a new link, and then the host cannot enter silently again.
    table.tokens |= join(table, invite(table, "allied")).json()["tokens"]
    assert changes(table, "german")[1:] == ["Somebody took the Allied seat with a new link."]
    assert sit(table, "allied").status_code == 409


def test_an_order_of_the_guest_on_its_way_is_not_lost_silently(server: Running) -> None:
    """The match's number has increased: an order with the old number is refused, with the reason."""
    table = with_guest(server)
    seq = table.number("allied")
    host = Player(server, table.id, sit(table, "allied", take_back=True).json()["tokens"])
    order = {"do": "hide_dump", "hex": "1008"}
    assert table.give("allied", order, seq).status_code == 403
    assert host.give("allied", order, seq).status_code == 409
    assert host.give("allied", order).status_code == 200


def test_what_was_allowed_stays_allowed(server: Running) -> None:
    both = server.make()  # one person plays both sides at one screen, from as many browsers as they like
    for seat in ("german", "allied", "german"):
        again = sit(both, seat)
        assert again.status_code == 201
        assert Player(server, both.id, again.json()["tokens"]).view(seat)["side"] == seat
        assert both.view(seat)["side"] == seat
    waiting = server.make(INVITED)  # nobody has joined yet
    assert sit(waiting, "allied").status_code == 201
    guest = with_guest(server)
    own = sit(guest, "german")  # the host returns to the host's own seat
    assert (own.status_code, guest.view("german")["side"]) == (201, "german")
    for _ in range(2):
        assert sit(guest, "watch").status_code == 201
    assert sit(guest, "watch", take_back=True).status_code == 201
    assert changes(both, "german") == changes(guest, "german") == []


def test_a_commanders_seat_is_undone_and_only_its_side_is_reported(server: Running) -> None:
    table = divided(server)
    table.tokens |= sit(table, "watch").json()["tokens"]
    before = {seat: table.get(seat).content for seat in ("german", "watch")}
    assert sit(table, EIGHTH).status_code == 409
    taken = sit(table, EIGHTH, take_back=True)
    assert taken.status_code == 201
    assert "taken this seat back" in table.get(EIGHTH).json()["error"]
    (words,) = changes(table, CHIEF)
    assert words.startswith("The host took back the seat of ")
    new = Player(server, table.id, taken.json()["tokens"])
    assert changes(new, EIGHTH) == [words]
    assert {seat: table.get(seat).content for seat in before} == before


def test_a_host_and_a_guest_that_want_a_seat_at_once_never_both_hold_it(address: str, tmp_path: Path) -> None:
    with running(tmp_path, database=address) as server:
        for _ in range(6):
            table = server.make(INVITED)
            link = invite(table, "allied")
            with ThreadPoolExecutor(4) as threads:
                work = [threads.submit(sit, table, "allied") for _ in range(3)]
                came = threads.submit(join, table, link).result()
                sat = [one.result() for one in work]
            assert came.status_code == 201
            assert {one.status_code for one in sat} <= {201, 409}
            held = [one.json()["tokens"] for one in sat if one.status_code == 201]
            opened = [Player(server, table.id, tokens).get("allied").status_code for tokens in held]
            assert opened == [403] * len(held)
            assert Player(server, table.id, came.json()["tokens"]).get("allied").status_code == 200
            assert sit(table, "allied").status_code == 409
            assert sit(table, "allied", take_back=True).status_code == 201


def test_the_log_tells_of_it_after_a_restart_too(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = with_guest(server)
        guest = dict(table.tokens)
        table.tokens |= sit(table, "allied", take_back=True).json()["tokens"]
        before = table.view("german")
    with running(tmp_path) as server:
        again = Player(server, table.id, table.tokens)
        assert again.view("german") == before
        assert changes(again, "allied") == ["The host took back the Allied seat."]
        assert Player(server, table.id, guest).get("allied").status_code == 403
