"""Computer players: they answer, continue by themselves, keep a deadline, survive a restart, see only their
view.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.games import find_game, kit_of
from ardennes.kernel.match import new_match
from ardennes.server.workers import main
from ardennes.server.workers.main import Job
from ardennes.server.workers.pool import TooLong
from ardennes.server.workers.process import Desk
from tests.server.running import Player, Running, in_a_loop, running, until

ALONE = {"german": "random", "allied": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("computers"), deadline=20.0) as started:
        yield started


def orders(table: Player, seat: str = "watch") -> int:
    return int(table.view(seat)["orders"])


def test_the_computer_answers_a_person(server: Running) -> None:
    table = server.make({"german": "me", "allied": "random"})
    assert set(table.tokens) == {"german"}
    until(lambda: table.view("german")["to_move"] == ["german"])
    view = table.view("german")
    assert view["thinking"] == []
    assert view["log_tail"][0]["lines"] == ["The fuel dump is hidden."]
    assert (view["log_tail"][0]["why"], view["log_tail"][0]["given"]) == ("", None)
    with server.house.room.at(table.id) as live:
        assert live.told[0].why == "picked at random"


def test_what_computers_play_continues_while_nobody_watches(server: Running) -> None:
    table = server.make(ALONE, seed=4)
    assert set(table.tokens) == {"watch"}
    first = orders(table)
    until(lambda: server.house.room.store.header(table.id).orders > first + 20)
    assert table.view("watch")["thinking"]
    server.http.delete(f"/api/matches/{table.id}")
    until(lambda: table.id not in server.house.computers._tasks)


def test_a_hint_is_an_order_that_can_be_given(server: Running) -> None:
    table = server.make()
    assert table.get("german", "/hint").status_code == 422
    answer = table.get("allied", "/hint")
    assert answer.status_code == 200, answer.text
    assert answer.json()["why"]
    assert table.get("allied", "/hint").json() == answer.json()
    assert answer.json()["slower"] == "veteran"
    patient = table.get("allied", "/hint?patient=1").json()
    assert (patient["player"], patient["slower"]) == ("veteran", "")
    assert table.get("allied", "/hint?patient=2").status_code == 400
    table.done("allied", answer.json()["order"])


@pytest.mark.long
def test_after_a_restart_the_computers_continue(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.make(ALONE, seed=5)
        until(lambda: orders(table) >= 5)
    between = orders_kept(tmp_path, table.id)
    assert between >= 5
    with running(tmp_path) as server:
        table.server = server
        until(lambda: server.house.room.store.header(table.id).orders >= between + 5)


def orders_kept(folder: Path, match: str) -> int:
    import sqlite3

    with sqlite3.connect(folder / "matches.sqlite") as db:
        result = db.execute("SELECT count(*) FROM entries WHERE match = ?", (match,)).fetchone()[0]
    db.close()
    return int(result)


def test_a_match_undone_while_the_computer_thinks_is_thought_about_again(tmp_path: Path) -> None:
    """The answer for a position that no longer exists is dropped."""
    with running(tmp_path, deadline=20.0) as server:
        table = server.make({"german": "random", "allied": "me"})
        given = table.give("allied", {"do": "hide_dump", "hex": "1008"}, seq=0)
        assert given.status_code == 200
        back = table.post("allied", "/undo", {"seq": 1})
        if back.status_code == 200:  # the worker process is usually still starting
            assert back.json()["to_move"] == ["allied"]
            time.sleep(0.3)
            assert table.view("allied")["orders"] == 0
            table.done("allied", {"do": "hide_dump", "hex": "908"})
        until(lambda: table.view("allied")["orders"] >= 2)


# In the worker


@pytest.fixture
def job() -> Job:
    match = new_match(find_game("tigers"), seed=b"3" * 32)
    view = msgspec.json.encode(match.game.view(match.state, 1).record())
    return Job("table", "tigers", "random", 5, 1, view)


def test_a_worker_thinks_about_a_view(job: Job) -> None:
    thought = main.think(job)
    assert thought.order["do"] == "hide_dump"
    assert (
        main.think(msgspec.structs.replace(job, table="")).order
        == main.think(msgspec.structs.replace(job, table="")).order
    )


def test_a_worker_is_reported_nothing_hidden(server: Running) -> None:
    """The question sent to another process is the same wherever the dump is."""
    questions = []
    for place in ("1007", "909"):
        table = server.make({"german": "me", "allied": "beside"}, seed=6)
        table.done("allied", {"do": "hide_dump", "hex": place})
        room = server.house.room
        with room.at(table.id) as live:
            seats = tuple(msgspec.structs.replace(s, who="random", seed=1) for s in live.header.seats)
            live.header = msgspec.structs.replace(live.header, seats=seats)
        asked = server.house.computers._question(table.id)
        assert asked is not None
        questions.append(msgspec.structs.replace(asked[1], table=""))
    assert questions[0] == questions[1]


class Stubborn:
    """A player that breaks the rules."""

    name = "stubborn"

    def __init__(self, what: str) -> None:
        self.what = what

    def act(self, view: Any, side: int) -> Any:
        if self.what == "wrong":
            return find_game("tigers").read_order({"do": "hide_dump", "hex": "1206"}), "cheating"
        raise ZeroDivisionError


def make_stubborn(*_: Any) -> Stubborn:
    return Stubborn("wrong")


def test_the_staff_stands_in_for_an_order_the_rules_refuse(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kit_of("tigers").players, "stubborn", f"{__name__}:make_stubborn")
    thought = main.think(msgspec.structs.replace(job, player="stubborn", table=""))
    assert thought.order["do"] == "hide_dump"
    assert thought.order["hex"] != "1206"
    assert thought.why.startswith("the staff in place of stubborn, who gave an order that is refused (TIA-")


def test_a_player_that_fails_gets_an_order_drawn_by_lot(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> Any:
        raise TooLong("too long")

    monkeypatch.setattr(server.house.computers, "_think", fail)
    table = server.make({"german": "me", "allied": "random"})
    until(lambda: table.view("german")["to_move"] == ["german"])
    with server.house.room.at(table.id) as live:
        assert "a random legal order" in live.told[0].why


def test_the_staff_decides_for_a_player_that_takes_too_long(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = server.house.computers._think

    async def slow(match: str, job: Job) -> Any:
        if job.player == "random":
            raise TooLong("too long")
        return await think(match, job)

    monkeypatch.setattr(server.house.computers, "_think", slow)
    table = server.make({"german": "me", "allied": "random"})
    until(lambda: table.view("german")["to_move"] == ["german"])
    with server.house.room.at(table.id) as live:
        assert live.told[0].why.startswith("the staff in place of random, who gave no order in time: ")


def test_a_worker_that_misses_its_deadline_is_ended(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    async def scene() -> None:
        desk = Desk(20.0)
        try:
            await desk.do(job.player, main.think, job)
            first = desk._pid
            monkeypatch.setattr(desk, "_deadline", 0.0)
            with pytest.raises(TooLong):
                await desk.do(job.player, main.think, job)
            assert desk._pid == 0
            await asyncio.to_thread(until, lambda: not alive(first))
            monkeypatch.setattr(desk, "_deadline", 20.0)
            thought = await desk.do(job.player, main.think, job)
            assert thought.order["do"] == "hide_dump"
        finally:
            desk.end()

    in_a_loop(scene())


def test_a_result_does_not_keep_a_task_from_being_ended() -> None:
    """The server stops while a result arrives: whichever comes first, the waiting task does not continue."""
    import asyncio

    from ardennes.server.workers.process import _within

    async def scene(between: int) -> bool:
        thought: Future[int] = Future()
        waiting = asyncio.create_task(_within(60.0, thought))
        await asyncio.sleep(0)
        thought.set_result(1)
        for _ in range(between):
            await asyncio.sleep(0)
        in_time = waiting.done()
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled() or in_time, f"the cancellation after {between} steps was lost"
        return in_time

    result = [in_a_loop(scene(between)) for between in range(8)]
    assert (result[0], result[-1]) == (False, True)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        remaining = Path(f"/proc/{pid}/stat").read_bytes() if os.name == "posix" else b""
    except (ProcessLookupError, FileNotFoundError):  # it may end between the two questions
        return False
    return b"Z" not in remaining.split(b")")[-1][:3]


def test_a_match_that_cannot_continue_says_so(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("no rule for this")

    monkeypatch.setattr(server.house.computers, "_answer", fail)
    table = server.make({"german": "me", "allied": "random"})
    until(lambda: table.view("german")["trouble"])
    assert (
        table.view("german")["trouble"]
        == "The computer player failed: RuntimeError. The server's log has the details."
    )
    monkeypatch.undo()
    server.house.computers.nudge(table.id, ())
    until(lambda: table.view("german")["to_move"] == ["german"])
    assert table.view("german")["trouble"] == ""
