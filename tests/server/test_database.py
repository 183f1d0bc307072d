"""The database: one server per file, its password, enough connections, and changes of the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from ardennes.errors import UserError
from ardennes.server.app import create_app
from ardennes.server.clock import SteadyClock
from ardennes.server.storage.engine import PASSWORD, PASSWORD_FILE, address_of
from ardennes.server.storage.models import TOKENS_A_SEAT
from ardennes.server.storage.sql import Store
from tests.server.conftest import Postgres
from tests.server.dividing import OF_EIGHTH, OF_EIGHTH_TOO, SEAL
from tests.server.running import PEOPLE, Running, running, settings_in
from tests.server.stored import fresh

REQUESTS = 40  # requests that the server handles at once


# One server per file


def test_a_second_server_on_a_file_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        table = first.make()
        with pytest.raises(
            UserError, match=rf"another Ardennes \(process {os.getpid()}\) is using the matches"
        ):
            create_app(settings_in(tmp_path))
        table.opening()  # the first one does not notice
    with running(tmp_path) as again:
        assert again.http.get("/api/matches").json()["matches"][0]["orders"] == 2


def test_a_second_program_ends_with_words(tmp_path: Path) -> None:
    with running(tmp_path):
        called = [
            sys.executable,
            "-m",
            "ardennes",
            "serve",
            "--no-open",
            "--port",
            "0",
            "--data",
            str(tmp_path),
        ]
        done = subprocess.run(called, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "use its page, stop it first, or name another folder with --data" in done.stderr
    assert "Traceback" not in done.stderr


def test_anyone_who_ends_without_a_word_leaves_the_file_free(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    take = (
        "from ardennes.server.storage.sql import Store; "
        f"s = Store({address!r}, alone=True); print(1); input()"
    )
    called = [sys.executable, "-u", "-c", take]
    with subprocess.Popen(called, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "1\n"
        with pytest.raises(UserError, match=f"process {holder.pid}"):
            Store(address, alone=True)
        holder.kill()
    Store(address, alone=True).close()


# The password


def test_the_password_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("from file\n")
    plain = "postgresql://me@localhost/ardennes"
    assert address_of(plain, {}).password is None
    assert address_of(plain, {PASSWORD: "from environment"}).password == "from environment"
    assert address_of(plain, {PASSWORD: "x", PASSWORD_FILE: str(file)}).password == "from file"
    given = address_of("postgresql://me:given@localhost/ardennes", {PASSWORD: "x"})
    assert given.password == "given"
    assert address_of("sqlite:///x", {PASSWORD: "x"}).password is None
    with pytest.raises(UserError, match=f"cannot read the database password from .*none.*{PASSWORD_FILE}"):
        address_of(plain, {PASSWORD_FILE: str(tmp_path / "none")})
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="is not a text file: write only the password"):
        address_of(plain, {PASSWORD_FILE: str(file)})


@pytest.mark.long
def test_a_real_postgres_lets_nobody_in_without_it(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Store(own_postgres.address)
    with owner.changing() as db:
        db.execute(text("CREATE ROLE player LOGIN SUPERUSER PASSWORD 'verdun'"))
    owner.close()
    rules = own_postgres.data / "pg_hba.conf"
    rules.write_text(f"local all player scram-sha-256\n{rules.read_text()}")
    own_postgres.halt()
    own_postgres.start()
    address = own_postgres.address.replace("ardennes@", "player@")
    with pytest.raises(UserError, match="no password supplied"):
        Store(address)
    monkeypatch.setenv(PASSWORD, "wrong")
    with pytest.raises(UserError, match="password authentication failed") as error:
        Store(address)
    assert "wrong" not in str(error.value)
    monkeypatch.setenv(PASSWORD, "verdun")
    result = Store(address)
    assert "verdun" not in result.place
    result.close()


# Connections


def test_every_request_finds_a_connection(address: str) -> None:
    """As many requests at once as the server has threads: none waits for a connection."""
    store = Store(address)
    together = threading.Barrier(REQUESTS, timeout=30)
    failed: list[BaseException] = []

    def look() -> None:
        try:
            with store.reading() as db:
                db.execute(text("SELECT 1")).all()
                together.wait()
        except BaseException as error:
            failed.append(error)
            together.abort()

    threads = [threading.Thread(target=look) for _ in range(REQUESTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    assert failed == []


# The clock


class Times:
    """The wall clock, which can be set, and the time that passes."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 50.0
        self.before: Callable[[], object] | None = None  # called when a request next reads the time

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def clock(self, boot: str = "one") -> SteadyClock:
        return SteadyClock(lambda: self.wall, self.read_steady, boot)

    def read_steady(self) -> float:
        if self.before is not None and not threading.current_thread().name.startswith("deadlines"):
            before, self.before = self.before, None
            before()
        return self.steady


def test_a_steady_clock_ignores_the_machines_clock() -> None:
    times = Times()
    clock = times.clock()
    times.wall += 3600
    times.steady += 10
    assert clock() == 1_000_010.0
    assert (clock.jumped(), clock.jumped()) == (3590.0, 0.0)
    times.wall += 2  # no clock is exact
    assert (clock(), clock.jumped()) == (1_000_010.0, 0.0)


@pytest.mark.parametrize(
    ("boot", "down", "by_wall", "elapsed", "noticed"),
    [
        ("one", 60, 60, 60, 0),
        ("one", 60, 7260, 60, 7200),
        ("one", 60, -7140, 60, -7200),
        ("two", 60, 60, 60, 0),
        ("two", 60, -7140, 0, -7140),  # the downtime is unknown
        ("", 60, 60, 60, 0),
    ],
)
def test_a_clock_continues_after_a_restart(
    boot: str, down: float, by_wall: float, elapsed: float, noticed: float
) -> None:
    times = Times()
    before = times.clock()
    times.wall += 1800  # set while the first process ran
    last = before.reading()
    times.wall += by_wall
    # the monotonic clock starts at 0 after a boot
    times.steady = times.steady + down if boot == "one" else 5.0
    after = times.clock(boot)
    assert after.resume(last) == noticed
    assert after() == 1_000_000.0 + elapsed
    assert after.jumped() == 0.0


def look(server: Running) -> float:
    """Let the server check the deadlines as it does by itself."""
    deadlines = server.deadlines
    return deadlines._thread.submit(deadlines._look).result()


@pytest.mark.parametrize("by", [7200.0, -7200.0])
def test_a_clock_that_is_set_hands_no_turn_in(tmp_path: Path, by: float) -> None:
    times = Times()
    with running(tmp_path, clock=times.clock(), grace=0.0) as server:
        table = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=5)
        table.done("allied", OF_EIGHTH)
        due = table.view("allied")["due"]
        times.go(60)
        times.wall += by
        look(server)
        answer = table.get("allied")
        view = answer.json()
        assert (view["board"]["turn"], view["due"]) == (1, due)
        shown = parsedate_to_datetime(answer.headers["date"]).timestamp()
        assert due - shown == 4 * 60  # the page's countdown
        assert len(answer.headers.get_list("date")) == 1
        times.go(4 * 60 - 1)
        look(server)
        assert table.view("allied")["board"]["turn"] == 1
        times.go(2)
        look(server)
        assert table.view("allied")["board"]["turn"] == 2


def test_a_clock_set_while_an_order_is_given_costs_no_turn_an_hour(tmp_path: Path) -> None:
    """The server notices each jump in the middle of an order, or of the seal that begins the next turn."""
    times = Times()
    with running(tmp_path, clock=times.clock(), grace=0.0) as server:
        table = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=5)
        begun = times.steady
        for number, order in enumerate((OF_EIGHTH, SEAL, OF_EIGHTH_TOO, SEAL)):
            if order is SEAL:
                table.done("german", SEAL)
                begun = times.steady
            times.wall += -7200.0 if number % 2 else 3600.0
            setattr(times, "before", lambda: look(server))  # noqa: B010 (else mypy believes it stays)
            table.done("allied", order)
            assert times.before is None
            left = table.view("german")["due"] - server.house.room.clock()
            assert left == 5 * 60 - (times.steady - begun), number
            times.go(1)


def test_after_a_restart_players_have_a_moment(tmp_path: Path) -> None:
    """Nobody knows whether the clock was set while the machine was down."""
    times = Times()
    with running(tmp_path, clock=times.clock()) as server:
        table = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=5)
        due = table.view("german")["due"]
    times.wall += 86_400
    with running(tmp_path, clock=times.clock("two"), grace=30.0) as server:
        table.server = server
        assert look(server) > 20
        assert (table.view("german")["board"]["turn"], table.view("german")["due"]) == (1, due)


@pytest.mark.parametrize(("boot", "by"), [("one", 86_400.0), ("one", -86_400.0), ("two", -86_400.0)])
def test_a_clock_set_while_the_server_is_down_charges_nobody(tmp_path: Path, boot: str, by: float) -> None:
    times = Times()
    with running(tmp_path, clock=times.clock()) as server:
        table = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=5)
        due = table.view("german")["due"]
    times.wall += by
    with running(tmp_path, clock=times.clock(boot), grace=0.0) as server:
        table.server = server
        look(server)
        assert (table.view("german")["board"]["turn"], table.view("german")["due"]) == (1, due)
        assert server.house.room.clock() == due - 5 * 60


def test_no_turn_is_longer_than_a_turn_where_no_clock_was_saved(tmp_path: Path) -> None:
    """As in a store of an older version, whose machine's clock was set back since."""
    times = Times()
    with running(tmp_path, clock=times.clock(), grace=0.0) as server:
        table = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=5)
        with server.store.changing() as db:
            db.execute(text("DELETE FROM about WHERE key = 'clock'"))
    times.wall -= 86_400
    with running(tmp_path, clock=times.clock(), grace=0.0) as server:
        table.server = server
        assert table.view("german")["due"] == times.wall + 5 * 60


def test_a_clock_set_back_evicts_no_new_token(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(address)
    store.add(fresh("a"))
    now = time.time()
    for number in range(TOKENS_A_SEAT):
        store.add_token(f"old{number}", "a", 0)
    monkeypatch.setattr(time, "time", lambda: now - 86_400)
    for number in range(TOKENS_A_SEAT):
        store.add_token(f"new{number}", "a", 0)
        assert store.find_token(f"new{number}") is not None
    assert [store.find_token(f"new{number}") is not None for number in range(TOKENS_A_SEAT)].count(True) == 16
    assert store.find_token("old0") is None
    store.close()
