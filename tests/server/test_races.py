"""Concurrent requests: of several orders one wins, the others get the new
state; nothing is lost or doubled.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.server.matches.service import Room
from ardennes.server.storage.models import NoSuchMatch, Overtaken
from ardennes.server.storage.sql import Store
from tests.server.running import PATIENCE, Player, Running, client, database_of, dump_in, settings_in

PLACES = ("908", "909", "1007", "1008", "1009", "1108", "1109")


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """Run everything at the same moment; return the results in the given order."""
    barrier = threading.Barrier(len(work))
    results: list[Any] = [None] * len(work)

    def run(number: int) -> None:
        barrier.wait()
        results[number] = work[number]()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def sender(
    table: Player, seq: int, order: dict[str, Any], path: str = "/orders"
) -> Callable[[], httpx.Response]:
    body = {"seq": seq, "order": order} if path == "/orders" else {"seq": seq}

    def send() -> httpx.Response:
        with client(str(table.server.http.base_url)) as http:
            return http.post(f"/api/matches/{table.id}{path}", json=body, headers=table.headers("allied"))

    return send


def test_of_racing_orders_one_wins_and_the_others_see_it(server: Running) -> None:
    for _ in range(3):
        table = server.make()
        answers = at_once(*(sender(table, 0, {"do": "hide_dump", "hex": place}) for place in PLACES))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * (len(PLACES) - 1)
        (won,) = [n for n, answer in enumerate(answers) if answer.status_code == 200]
        for answer in answers:
            assert (answer.json()["seq"], dump_in(answer.json()["board"])) == (1, PLACES[won])
        view = table.view("allied")
        assert (view["orders"], dump_in(view["board"])) == (1, PLACES[won])


def test_one_order_sent_many_times_at_once_is_done_once(server: Running) -> None:
    table = server.make()
    same = sender(table, 0, {"do": "hide_dump", "hex": "1008"})
    assert sorted(a.status_code for a in at_once(*[same] * 6)) == [200, 409, 409, 409, 409, 409]
    assert table.view("german")["orders"] == 1


def test_orders_and_undoing_race(server: Running) -> None:
    """Whichever wins, each success increases the number by one, and store and memory agree."""
    table = server.make()
    done = 0
    for number in range(6):
        seq = table.view("allied")["seq"]
        answers = at_once(
            sender(table, seq, {"do": "hide_dump", "hex": PLACES[number % 7]}),
            sender(table, seq, {}, "/undo"),
            sender(table, seq, {}, "/restart"),
        )
        done += sum(answer.status_code == 200 for answer in answers)
        assert {answer.status_code for answer in answers} <= {200, 409, 422}
        assert table.view("allied")["seq"] == done
    header, lines, _ = server.house.room.store.load(table.id)
    assert (header.seq, header.orders) == (done, len(lines))
    assert table.view("allied")["orders"] == len(lines)


def test_many_matches_are_played_at_once(server: Running) -> None:
    tables = [server.make() for _ in range(8)]
    answers = at_once(*(sender(t, 0, {"do": "hide_dump", "hex": "1008"}) for t in tables))
    assert [answer.status_code for answer in answers] == [200] * 8


@pytest.mark.parametrize("address", ["postgres"], indirect=True)  # an SQLite file belongs to one program
def test_two_programs_on_one_store_keep_in_step(address: str) -> None:
    """A second server is refused, but another program (the doctor, a script) may use the same matches."""
    here, there = Room(Store(address, alone=True)), Room(Store(address))
    match = here.make("tigers", {"german": "me", "allied": "beside"})

    def give(room: Room, side: int, order: Any, known: int) -> None:
        with room.at(match, known) as live:
            room.play(live, side, live.game.read_order(order))

    with there.at(match) as live:
        assert live.seq == 0
    give(here, 1, {"do": "hide_dump", "hex": "1008"}, 0)
    with pytest.raises(Overtaken):  # it assumes that the match has not changed
        give(there, 1, {"do": "hide_dump", "hex": "908"}, 0)
    with there.at(match) as live:
        assert live.seq == 1
    give(there, 0, {"do": "choose_setup", "kind": "historical"}, 1)
    with here.at(match) as live:
        assert (live.seq, len(live.match.journal)) == (2, 2)
    there.remove(match)
    with pytest.raises(NoSuchMatch), here.at(match):
        pass
    database_of(here).close()
    database_of(there).close()


def test_what_the_store_did_not_take_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full, the database away: the match is unchanged, in memory too."""
    room = Room(Store(settings_in(tmp_path).database))
    match = room.make("tigers", {"german": "me", "allied": "beside"})
    with room.at(match) as live:
        order = live.game.read_order({"do": "hide_dump", "hex": "1008"})
        for failure in (OSError("disk full"), Overtaken()):
            with monkeypatch.context() as broken:

                def fail(*_: Any, failure: Exception = failure) -> None:
                    raise failure

                broken.setattr(room.store, "append", fail)
                with room.at(match) as again, pytest.raises(type(failure)):
                    room.play(again, 1, order)
    with room.at(match) as live:
        assert (live.seq, live.match.seq, live.told[:]) == (0, 0, [])
        room.play(live, 1, order)
        assert live.seq == 1
    database_of(room).close()


def test_a_crowded_room_opens_matches_again(tmp_path: Path) -> None:
    room = Room(Store(settings_in(tmp_path).database), most_live=2)
    people = {"german": "me", "allied": "beside"}
    matches = [room.make("tigers", people) for _ in range(4)]
    for _ in range(2):
        for match in matches:
            with room.at(match) as live:
                order = live.game.read_order({"do": "hide_dump", "hex": "1008"})
                if not live.seq:
                    room.play(live, 1, order)
                assert live.seq == 1
    assert len(room._live) <= 2
    database_of(room).close()


def test_a_name_given_while_somebody_opens_the_match_is_not_lost(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that opens it has read the old name and stores the match in memory after it was renamed."""
    room, table = server.house.room, server.make()
    room.drop(table.id)
    read, renamed = threading.Event(), threading.Event()
    load = room.store.load

    def slowly(match: str) -> Any:
        result = load(match)
        if match == table.id and not read.is_set():
            read.set()
            renamed.wait(0.5)  # the name is written meanwhile
        return result

    def rename() -> None:
        read.wait(PATIENCE)
        room.rename(table.id, "Another")
        renamed.set()

    monkeypatch.setattr(room.store, "load", slowly)
    at_once(lambda: table.view("german"), rename)
    assert table.view("german")["name"] == "Another"
