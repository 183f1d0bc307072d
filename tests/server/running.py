"""A real server in a thread of the test, and a client that plays on it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
from sqlalchemy import event

from ardennes.commands.serve import listen
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import sample
from ardennes.server.app import create_app
from ardennes.server.http.connections import server_of
from ardennes.server.matches import views
from ardennes.server.matches.deadlines import Deadlines
from ardennes.server.matches.service import Room
from ardennes.server.routes.context import House
from ardennes.server.settings import Settings, sqlite_address
from ardennes.server.storage.sql import Store

T = TypeVar("T")
PATIENCE = 60.0  # seconds; the machine may be busy
PEOPLE = {"german": "me", "allied": "beside"}


def client(address: str = "", **more: Any) -> httpx.Client:
    """A client for a server on this machine. It loads no certificates, which would take longer than most
    tests.
    """
    return httpx.Client(base_url=address, verify=False, **{"timeout": PATIENCE, **more})


class Running:
    """A server that listens on a separate port."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.house: House = self.app.state.house
        self.store: Store = self.app.state.store
        self.deadlines: Deadlines = self.app.state.deadlines
        hurry(self.store)
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self._server = server_of(self.app, log_level="error", timeout_graceful_shutdown=2)
        self.doors = self._server.doors
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()
        until(lambda: self._server.started)
        self.lobby = {"Authorization": f"Lobby {self.house.token}"}
        self.http = client(f"http://127.0.0.1:{self.port}", headers=self.lobby)

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def make(self, seats: dict[str, str] | None = None, **more: Any) -> Player:
        body = {"game": "tigers", "seats": seats or PEOPLE, **more}
        answer = self.http.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        return Player(self, answer.json()["id"], answer.json()["tokens"])


class Player:
    """Plays one match over HTTP, from any seat."""

    def __init__(self, server: Running, match: str, tokens: dict[str, str]) -> None:
        self.server = server
        self.id = match
        self.tokens = tokens
        self.held: dict[str, str] = {}  # by seat: the version of a view, with which patches are requested

    def headers(self, seat: str) -> dict[str, str]:
        held = {"Ardennes-View": self.held[seat]} if seat in self.held else {}
        return {"Authorization": f"Seat {self.tokens[seat]}", **held}

    def get(self, seat: str, path: str = "", **query: Any) -> httpx.Response:
        address = f"/api/matches/{self.id}{path}"
        return self.server.http.get(address, headers=self.headers(seat), params=query or None)

    def post(self, seat: str, path: str, body: Any) -> httpx.Response:
        return self.server.http.post(f"/api/matches/{self.id}{path}", headers=self.headers(seat), json=body)

    def view(self, seat: str) -> dict[str, Any]:
        answer = self.get(seat)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()
        return result

    def number(self, seat: str) -> int:
        """Return the number of the match that the seat's next order must name. A view has it too, but takes
        longer than the order.
        """
        room = self.server.house.room
        with room.at(self.id) as live:
            sides = live.game.sides
        side = seat.partition(":")[0]
        return views.number_now(room, self.id, sides.index(side) if side in sides else None)

    def give(self, seat: str, order: Any, seq: int | None = None) -> httpx.Response:
        number = self.number(seat) if seq is None else seq
        return self.post(seat, "/orders", {"seq": number, "order": order})

    def done(self, seat: str, order: Any) -> dict[str, Any]:
        answer = self.give(seat, order)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()
        return result

    def opening(self) -> None:
        """Hide the dump and use the historical setup: the first decisions of a match."""
        self.done("allied", {"do": "hide_dump", "hex": "1008"})
        self.done("german", {"do": "choose_setup", "kind": "historical"})

    def next_order(self, rng: Random) -> tuple[str, Order]:
        """Return a random legal order of the side to move, from its own view."""
        with self.server.house.room.at(self.id) as live:
            side = live.game.to_move(live.match.state)[0]
            view = live.game.view(live.match.state, side)
            order = sample(live.game.offers(view, side), rng)
        assert order is not None
        return live.game.sides[side], order


def dump_in(board: dict[str, Any]) -> str | None:
    """Return where a board shows the fuel dump."""
    return next((unit["hex"] for unit in board["units"] if unit["id"] == "US-DUMP"), None)


def database_of(room: Room) -> Store:
    """Return the SQL store of a room."""
    assert isinstance(room.store, Store)
    return room.store


def hurry(store: Store) -> None:
    """Do not wait for the disk: these tests do not cut the power (test_kill does, and waits)."""
    engine = store._engine
    if engine.dialect.name != "sqlite":
        return
    engine.dispose()
    event.listen(engine, "connect", lambda db, _: db.execute("PRAGMA synchronous = OFF").close())


def until(true: Any, seconds: float = PATIENCE) -> None:
    """Wait for a condition to become true; poll ever less often, because many
    conditions make a whole view.
    """
    end, pause = time.monotonic() + seconds, 0.01
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(pause)
        pause = min(1.4 * pause, 0.2)


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run in a separate thread and return the result: if a browser was tested before, the tests' thread runs
    playwright's loop.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def settings_in(folder: Path, **more: Any) -> Settings:
    usual: dict[str, Any] = {"database": sqlite_address(folder), "requests_a_second": 1e6, "burst": 10**6}
    usual |= {"cpu_a_second": 1e9, "cpu_burst": 10**9, "most_requests_at_once": 40}
    return Settings(**{**usual, "made_a_second": 1e4, "made_burst": 10**4, **more})


@contextmanager
def running(folder: Path, **more: Any) -> Iterator[Running]:
    server = Running(settings_in(folder, **more))
    try:
        yield server
    finally:
        server.stop()
