"""Requests are limited by their CPU time, per person; ordinary play never reaches the limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.matches import views
from ardennes.server.matches.seats import sit
from ardennes.server.settings import Settings
from tests.server.running import PATIENCE, Player, client, running

USUAL = Settings()
DEFAULTS: dict[str, Any] = {
    name: getattr(USUAL, name) for name in ("cpu_a_second", "cpu_burst", "most_requests_at_once")
}
TABS = 3


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_a_debt_is_paid_off_over_time() -> None:
    clock = Clock()
    budget = Bucket(100, 1000, clock)
    assert budget.wait("a") == 0
    budget.charge("a", 1500)
    assert budget.wait("a") == 5
    assert budget.wait("b") == 0
    clock.now += 4
    assert budget.wait("a") == 1
    clock.now += 1000
    assert budget.balance("a") == 1000  # and no more


def test_costly_requests_are_refused_with_a_time_to_wait(tmp_path: Path) -> None:
    """A seat's forks count for it; other seats and the lobby are not affected."""
    with running(tmp_path, cpu_a_second=0.01, cpu_burst=40, most_requests_at_once=2) as server:
        table, other = server.make(), server.make()
        fork = table.post("german", "/fork", {"at": 0, "name": "A fork"}).json()
        answers: list[httpx.Response] = []
        while not answers or (answers[-1].status_code == 200 and len(answers) < 2000):
            answers.append(table.get("german", "/log"))
        refused = answers[-1]
        assert (refused.status_code, len(answers) > 1) == (429, True)
        assert int(refused.headers["retry-after"]) >= 1
        assert "CPU time" in refused.json()["error"]
        assert Player(server, fork["id"], fork["tokens"]).get("allied").status_code == 429
        assert table.get("allied").status_code == 200
        assert other.get("german").status_code == 200
        assert server.http.get("/api/matches").status_code == 200


def test_watchers_count_on_their_address(tmp_path: Path) -> None:
    """Strangers share the watchers' seat: one of them cannot use up the allowance of the others."""
    with running(tmp_path, cpu_a_second=0.01, cpu_burst=40, proxies=("127.0.0.1",)) as server:
        table = server.make()
        watch = {"Authorization": f"Seat {sit(server.house.room, table.id, 'watch')}"}

        def look(address: str) -> int:
            headers = {**watch, "X-Forwarded-For": address}
            return server.http.get(f"/api/matches/{table.id}/log", headers=headers).status_code

        for _ in range(2000):
            if look("192.0.2.1") == 429:
                break
        assert (look("192.0.2.1"), look("192.0.2.2")) == (429, 200)
        assert table.get("german").status_code == 200


def test_waiting_routes_are_charged_too(tmp_path: Path) -> None:
    with running(tmp_path, cpu_a_second=0.01, cpu_burst=10) as server:
        table = server.make()
        statuses = set()
        while 429 not in statuses:
            statuses.add(table.post("allied", "/march", {"units": [], "hex": "1206"}).status_code)
            assert statuses <= {422, 429}  # Tigers has no marches


def test_few_requests_of_a_seat_are_worked_on_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, working, most = threading.Lock(), [0], [0]
    sound: Callable[..., Any] = views.replay_at

    def replay_at(*arguments: Any) -> Any:
        with lock:
            working[0] += 1
            most[0] = max(most[0], working[0])
        time.sleep(0.03)
        try:
            return sound(*arguments)
        finally:
            with lock:
                working[0] -= 1

    monkeypatch.setattr(views, "replay_at", replay_at)
    with running(tmp_path, **DEFAULTS) as server, ThreadPoolExecutor(8) as crowd:
        tables = [server.make() for _ in range(8)]
        forked = tables[0].post("german", "/fork", {"at": 0, "name": "A fork"}).json()
        fork = Player(server, forked["id"], forked["tokens"])

        def replay(table: Player) -> int:
            with client(f"http://127.0.0.1:{server.port}") as line:
                address = f"/api/matches/{table.id}/replay?at=0"
                return line.get(address, headers=table.headers("german")).status_code

        mine = [crowd.submit(replay, one) for one in (tables[0], fork) * 4]
        assert {one.result(PATIENCE) for one in mine} == {200}
        assert most[0] <= USUAL.most_requests_at_once
        others = [crowd.submit(replay, one) for one in tables]
        assert {one.result(PATIENCE) for one in others} == {200}
        assert most[0] > USUAL.most_requests_at_once


def play_fast(folder: Path, game: str, orders: int) -> None:
    """Give orders as fast as the server answers, while three tabs look after each of them, with the default
    limits.
    """
    with running(folder, **DEFAULTS) as server:
        sides = find_game(game).sides
        table = server.make(dict.fromkeys(sides, "me"), game=game, seed=3)
        rng = Random(3)
        tabs = [
            client(f"http://127.0.0.1:{server.port}", headers=table.headers(sides[0])) for _ in range(TABS)
        ]
        with ThreadPoolExecutor(TABS) as crowd:
            for _ in range(orders):
                seat, order = table.next_order(rng)
                answer = table.give(seat, msgspec.to_builtins(order))
                assert answer.status_code == 200, answer.text
                for view in crowd.map(lambda tab: tab.get(f"/api/matches/{table.id}"), tabs):
                    assert view.status_code == 200, view.text
        for tab in tabs:
            tab.close()


def test_a_fast_player_with_several_tabs_never_meets_the_limit(tmp_path: Path) -> None:
    play_fast(tmp_path, "tigers", 60)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_fast_player_of_every_game_never_meets_the_limit(tmp_path: Path, game: str) -> None:
    play_fast(tmp_path, game, 400)
