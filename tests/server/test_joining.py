"""Identical computations run once, end when their clients have gone, and are limited per person."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.kernel import savefile
from ardennes.kernel.match import SNAPSHOT_EVERY, Match
from ardennes.server.matches.seats import sit
from ardennes.server.workers.fair_queue import FairQueue
from ardennes.server.workers.pool import J, T, Thinker
from ardennes.server.workers.process import LAST_SECONDS, Desk
from ardennes.server.workers.single_flight import SingleFlight
from tests.after.playing import GERMAN_VICTORY, finished
from tests.server.running import PATIENCE, Player, Running, client, in_a_loop, running, until

SEATS = {"german": "me", "allied": "invited"}


def taken_in(server: Running, name: str = GERMAN_VICTORY) -> Player:
    room = server.house.room
    match = room.take_in(savefile.to_bytes(finished(name)), SEATS, "Over")
    return Player(server, match, {seat: sit(room, match, seat) for seat in SEATS})


class Counting:
    """A worker that counts its jobs, and blocks in the first one until it is released."""

    def __init__(self, worker: Thinker) -> None:
        self._worker = worker
        self.jobs: list[str] = []
        self.cancelled = 0
        self.release = asyncio.Event()
        self.end = worker.end

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        self.jobs.append(work.__name__)
        try:
            await self.release.wait()
            return await self._worker.do(who, work, job)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


def ask_apart(match: Player, seat: str, path: str, method: str = "GET") -> httpx.Response:
    """Ask on a separate connection."""
    address = f"http://127.0.0.1:{match.server.port}/api/matches/{match.id}{path}"
    body: dict[str, Any] | None = {} if method == "POST" else None
    with client() as line:
        return line.request(method, address, headers=match.headers(seat), json=body)


def test_identical_requests_share_one_computation(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    match, after = taken_in(server), server.house.after
    counting = Counting(after._analyst)
    monkeypatch.setattr(after, "_analyst", counting)
    monkeypatch.setattr(after, "_kept", type(after._kept)())
    with ThreadPoolExecutor(6) as crowd:
        answers = [
            crowd.submit(ask_apart, match, seat, "/account")
            for _ in range(3)
            for seat in ("german", "allied")
        ]
        until(lambda: sum(after._flights._waiting.values()) == 6)
        loop = server.house.push._loop
        assert loop is not None
        loop.call_soon_threadsafe(counting.release.set)
        texts = {answer.result(PATIENCE).text for answer in answers}
    assert len(texts) == 1
    assert counting.jobs == ["light"]
    assert ask_apart(match, "german", "/account").text in texts  # from the cache
    assert counting.jobs == ["light"]


def test_a_computation_ends_when_its_last_client_has_gone(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, after = taken_in(server), server.house.after
    counting = Counting(after._analyst)
    monkeypatch.setattr(after, "_analyst", counting)
    monkeypatch.setattr(after, "_kept", type(after._kept)())
    lines = []
    for _ in range(2):
        line = socket.create_connection(("127.0.0.1", server.port))
        authorization = match.headers("german")["Authorization"]
        head = f"GET /api/matches/{match.id}/account HTTP/1.1\r\nHost: 127.0.0.1"
        line.sendall(f"{head}\r\nAuthorization: {authorization}\r\n\r\n".encode())
        lines.append(line)
    until(lambda: sum(after._flights._waiting.values()) == 2)
    lines[0].close()
    until(lambda: sum(after._flights._waiting.values()) == 1)
    assert counting.cancelled == 0  # somebody still waits
    lines[1].close()
    until(lambda: counting.cancelled == 1)
    assert len(after._flights) == 0
    loop = server.house.push._loop
    assert loop is not None
    loop.call_soon_threadsafe(counting.release.set)
    assert ask_apart(match, "german", "/account").status_code == 200


def test_a_failure_reaches_every_client_and_is_not_remembered() -> None:
    calls: list[int] = []

    async def fail() -> int:
        calls.append(1)
        await asyncio.sleep(0)
        raise ValueError("no")

    async def run() -> list[Any]:
        flights: SingleFlight[int] = SingleFlight()
        first = await asyncio.gather(*(flights.do("a", fail) for _ in range(3)), return_exceptions=True)
        again = await asyncio.gather(flights.do("a", fail), return_exceptions=True)
        assert len(flights) == 0
        return [*first, *again]

    assert [str(one) for one in in_a_loop(run())] == ["no"] * 4
    assert len(calls) == 2


# Limits per person


def forks_of(match: Player, seat: str, count: int, at: int) -> list[Player]:
    result = []
    for _ in range(count):
        made = match.post(seat, "/fork", {"at": at, "name": "A fork"})
        assert made.status_code == 201, made.text
        result.append(Player(match.server, made.json()["id"], made.json()["tokens"]))
    return result


def test_deep_reports_are_limited_by_person(tmp_path: Path) -> None:
    """Of four finished matches of one person two are analysed. One that nobody waits for is cancelled."""
    with running(tmp_path, deep_report_idle_seconds=0.5) as server:
        after, quotas = server.house.after, server.house.quotas
        counting = after._deep_analyst = Counting(after._deep_analyst)
        first = taken_in(server)
        owner = quotas.origin(first.id, 0, None)
        names = ("tigers/bastogne_exploit", "tigers/st_vith_exploit", "tigers/peiper_exploit")
        mine = [first]

        def make() -> str:
            mine.append(taken_in(server, names[len(mine) - 1]))
            return mine[-1].id

        for _ in names:
            quotas.fork(owner, make)
        twin = forks_of(first, "german", 1, finished(GERMAN_VICTORY).seq)[0]
        answers = [ask_apart(one, "german", "/report", "POST") for one in (first, twin, *mine[1:])]
        # the identical request joins
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert "analysed in depth already" in answers[-1].json()["error"]
        other = taken_in(server, names[-1])
        assert ask_apart(other, "german", "/report", "POST").status_code == 200
        until(lambda: not after._working)
        assert counting.cancelled == len(counting.jobs) > 0


def test_one_seat_cannot_fill_the_queue_of_hints_with_its_forks(tmp_path: Path) -> None:
    """The worker process has not started yet, so all of them wait."""
    more = {"hints_a_second": 1e6, "hints_burst": 10**6, "most_hints_a_person": 3}
    with running(tmp_path, **more) as server, ThreadPoolExecutor(14) as crowd:
        match, other = server.make(), server.make()
        places = [match, *forks_of(match, "allied", 10, 0)]
        asked = [crowd.submit(ask_apart, one, "allied", "/hint") for one in places]
        apart = crowd.submit(ask_apart, other, "allied", "/hint")
        statuses = sorted(one.result(PATIENCE).status_code for one in asked)
        assert apart.result(PATIENCE).status_code == 200
        assert statuses == [200] * 3 + [429] * 8
        refused = next(one.result() for one in asked if one.result().status_code == 429)
        assert "questions from your matches are waiting" in refused.json()["error"]
        assert int(refused.headers["retry-after"]) >= 1


def test_forks_share_the_rate_of_their_seat(tmp_path: Path) -> None:
    with running(tmp_path, hints_a_second=0.01, hints_burst=2) as server:
        match = server.make()
        fork = forks_of(match, "allied", 1, 0)[0]
        statuses = [one.get("allied", "/hint").status_code for one in (match, fork, fork, match)]
        assert statuses == [200, 200, 429, 429]


def test_owners_take_turns() -> None:
    """One owner asks for three matches before the other: it is not served three times first."""
    order: list[str] = []

    async def one(queue: FairQueue, owner: str, match: str) -> None:
        async with queue.turn(owner, match):
            order.append(match)
            await asyncio.sleep(0)

    async def run() -> None:
        queue = FairQueue(10, 5)
        await asyncio.gather(*(one(queue, match[0], match) for match in ("a1", "a2", "a3", "b1", "b2", "c1")))

    in_a_loop(run())
    assert order == ["a1", "a2", "b1", "c1", "a3", "b2"]


# Workers


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.long
def test_a_cancelled_job_does_not_hold_its_worker() -> None:
    """A short job may finish, because a new process costs more; a long one is ended with its process."""

    async def run() -> list[int]:
        desk = Desk(PATIENCE)
        pids = [await desk.do("a nap", nap, 0.0)]
        for seconds in (0.3, 10 * PATIENCE):
            task = asyncio.ensure_future(desk.do("a nap", nap, seconds))
            await asyncio.sleep(0.1)
            task.cancel()
            began = time.monotonic()
            pids.append(await desk.do("a nap", nap, 0.0))
            assert time.monotonic() - began < LAST_SECONDS + PATIENCE
        desk.end()
        return pids

    first, short, long = in_a_loop(run())
    assert first == short != long


# Replays


def test_looking_at_moments_of_a_long_match_plays_few_orders_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match opened from its last snapshot has no earlier ones; the first request makes them."""
    whole = finished("tigers/staff")
    match: Match[Any] = Match(whole.game, whole.setting)
    match.restore(whole.journal, (whole.seq, whole.state.clone()))
    sound = type(match.game).apply
    applied: list[int] = []

    def apply(*arguments: Any) -> Any:
        applied.append(1)
        return sound(*arguments)

    monkeypatch.setattr(type(match.game), "apply", apply)
    middle = whole.seq // 2
    assert match.state_at(middle).digest() == whole.journal[middle - 1].digest
    assert len(applied) == middle
    for at in range(middle, middle - 200, -20):
        applied.clear()
        assert match.state_at(at).digest() == whole.journal[at - 1].digest
        assert len(applied) < SNAPSHOT_EVERY
