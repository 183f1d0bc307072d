"""Hints and marches of many units: they delay nobody else, and no seat can use up all of them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.games import table_of
from ardennes.kernel.table import Marches
from ardennes.server.http.responses import Problem
from ardennes.server.workers.fair_queue import FairQueue
from ardennes.server.workers.hints import FEW, Asker
from tests.server.running import PEOPLE, Player, Running, client, in_a_loop, running, until

ALONE = {"german": "random", "allied": "random"}
GOAL = "E3517"


def moving(server: Running) -> tuple[Player, list[str]]:
    """Return a match of Wave of Terror in which the Germans move, and their units on the map."""
    table = server.make(PEOPLE, game="wave_of_terror", seed=3)
    for seat in ("allied", "german"):
        table.done(seat, {"do": "auto_setup"})
        table.done(seat, {"do": "end"})
    table.done("german", {"do": "end"})
    units = table.view("german")["board"]["units"]
    return table, [unit["id"] for unit in units if unit["id"].startswith("G-") and unit.get("hex")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("advice"), hints_a_second=0.01, hints_burst=3) as started:
        yield started


def ask(table: Player, path: str, seat: str = "german", body: Any = None) -> httpx.Response:
    """Ask on a separate connection, as another page of the seat does."""
    address = f"http://127.0.0.1:{table.server.port}/api/matches/{table.id}{path}"
    method = "GET" if body is None else "POST"
    with client() as line:
        return line.request(method, address, headers=table.headers(seat), json=body)


@pytest.mark.long
def test_hints_do_not_starve_the_computers(tmp_path: Path) -> None:
    """One seat asks without pause, eight requests at once, and is never refused for asking often. Without the
    queue, the computers gave one order in eight seconds.
    """
    with running(tmp_path, hints_a_second=1e6, hints_burst=10**6, workers=1) as server:
        table, _ = moving(server)
        assert ask(table, "/hint").status_code == 200  # its process has started
        stop, outcome = threading.Event(), []

        def flood() -> None:
            with client(headers=table.headers("german")) as line:
                while not stop.is_set():
                    outcome.append(
                        line.get(f"{server.http.base_url}/api/matches/{table.id}/hint").status_code
                    )
                    time.sleep(0.1)

        with ThreadPoolExecutor(8) as crowd:
            asking = [crowd.submit(flood) for _ in range(8)]
            try:
                alone = server.make(ALONE, seed=4)
                header = server.house.room.store.header
                until(lambda: header(alone.id).orders > 0)
                first = header(alone.id).orders
                until(lambda: header(alone.id).orders >= first + 20, 20)
            finally:
                stop.set()
        for one in asking:
            one.result()
        assert set(outcome) == {200, 429}


def test_a_seat_has_so_many_hints(server: Running) -> None:
    """Beyond the limit, the answer says when to ask again; another seat is not affected."""
    table, other = server.make(), server.make()
    result = [table.get("allied", "/hint") for _ in range(5)]
    assert [answer.status_code for answer in result] == [200, 200, 200, 429, 429]
    assert int(result[-1].headers["retry-after"]) >= 1
    assert "Too many hints" in result[-1].json()["error"]
    assert other.get("allied", "/hint").status_code == 200


def test_a_seat_asks_one_thing_at_a_time(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, _ = moving(server)
        with ThreadPoolExecutor(4) as crowd:
            reported = sorted(
                answer.status_code for answer in crowd.map(lambda _: ask(table, "/hint"), range(4))
            )
        assert reported == [200, 429, 429, 429]


def test_the_matches_take_turns() -> None:
    """One match has asked for four of its seats before the others came: it does not go first four times."""
    came: list[str] = []

    async def one(turns: FairQueue, match: str, side: int) -> None:
        async with turns.turn(match, Asker(match, side)):
            came.append(f"{match}{side}")
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        turns = FairQueue(10, 5)
        asked = [("a", 0), ("a", 1), ("a", 2), ("a", 3), ("b", 0), ("c", 0), ("b", 1)]
        tasks = [asyncio.create_task(one(turns, *seat)) for seat in asked]
        await asyncio.sleep(0)
        tasks[1].cancel()  # a waiting client may leave
        with pytest.raises(Problem) as error:
            await one(turns, "a", 3)
        assert error.value.status == 429
        await asyncio.gather(*tasks, return_exceptions=True)
        await one(turns, "a", 0)  # and the count starts again

    in_a_loop(all_of_them())
    assert came == ["a0", "a2", "b0", "c0", "a3", "b1", "a0"]


def test_so_many_wait_and_no_more() -> None:
    async def crowd() -> int:
        turns = FairQueue(3, 5)

        async def one(number: int) -> None:
            async with turns.turn(str(number), number):
                await asyncio.sleep(0)

        result = await asyncio.gather(*(one(number) for number in range(9)), return_exceptions=True)
        return sum(isinstance(one, Problem) and one.status == 503 for one in result)

    assert in_a_loop(crowd()) == 5


def test_many_units_march_in_a_process_of_their_own(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is the same, and the server's own process works nothing out."""
    table, units = moving(server)
    assert len(units) >= 64
    with server.house.room.at(table.id) as live:
        game, view = live.game, live.game.view(live.match.state, 0)
    own = table_of(game)
    assert isinstance(own, Marches)
    expected = json.loads(msgspec.json.encode(own.march(view, 0, units[:64], GOAL, "")))

    def fail(*_: Any) -> None:
        raise AssertionError("computed in the server's process")

    monkeypatch.setattr(type(own), "march", fail)
    answer = table.post("german", "/march", {"units": units[:64], "hex": GOAL})
    assert answer.status_code == 200, answer.text
    assert answer.json()["march"] == expected
    assert len(expected["steps"]) > FEW


def test_a_march_has_a_deadline(tmp_path: Path) -> None:
    with running(tmp_path, march_deadline=0.001) as server:
        table, units = moving(server)
        answer = table.post("german", "/march", {"units": units[:64], "hex": GOAL})
        assert (answer.status_code, "Select fewer units" in answer.json()["error"]) == (503, True)
        few = table.post("german", "/march", {"units": units[:FEW], "hex": GOAL})
        assert few.status_code == 200


def test_a_seat_marches_so_often(tmp_path: Path) -> None:
    with running(tmp_path, marches_a_second=0.01, marches_burst=2) as server:
        table, units = moving(server)
        reported = [table.post("german", "/march", {"units": units[:2], "hex": GOAL}) for _ in range(3)]
        assert [answer.status_code for answer in reported] == [200, 200, 429]
        assert "retry-after" in reported[-1].headers
