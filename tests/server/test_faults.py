"""The database fails and recovers: nothing is lost, and the computers continue by themselves."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ardennes.server.workers.players import WAITING
from tests.server.conftest import Postgres
from tests.server.running import Player, Running, running, until

ALONE = {"german": "random", "allied": "random"}
ROOM = 16 * 1024 * 1024  # bytes of the small file system: more than computers fill before the test checks


def kept(server: Running, table: Player) -> int:
    return server.house.room.store.header(table.id).orders


def test_computers_continue_after_postgres_was_away(own_postgres: Postgres, tmp_path: Path) -> None:
    with running(tmp_path, database=own_postgres.address, deadline=20.0) as server:
        table = server.make(ALONE, seed=4)
        until(lambda: kept(server, table) > 5)
        own_postgres.halt()
        until(lambda: server.house.room._troubles.get(table.id) == WAITING)
        answer = table.get("watch")
        assert (answer.status_code, "Try again" in answer.json()["error"]) == (503, True)
        own_postgres.start()
        before = kept(server, table)
        until(lambda: kept(server, table) > before + 5)
        assert table.view("watch")["trouble"] == ""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system that is soon full."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no small file system can be mounted here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def goes_on_after(server: Running, fill: Any, free: Any) -> None:
    """Computers play; the disk fills up; the page says so; the disk is freed; they continue."""
    table = server.make(ALONE, seed=4)
    until(lambda: kept(server, table) > 5)
    fill()
    until(lambda: server.house.room._troubles.get(table.id) == WAITING)
    stands = kept(server, table)
    assert table.view("watch")["trouble"] == WAITING
    assert table.view("watch")["orders"] == stands  # the page shows what is saved
    free()
    until(lambda: kept(server, table) > stands + 5)
    assert table.view("watch")["trouble"] == ""


@pytest.mark.long
def test_computers_continue_after_the_disk_was_full(small: Path) -> None:
    ballast = small / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as file:
            for much in (1024 * 1024, 1024):
                with suppress(OSError):
                    while True:
                        file.write(bytes(much))

    with running(small, deadline=20.0) as server:
        goes_on_after(server, fill, ballast.unlink)


@pytest.mark.long
def test_computers_continue_after_the_database_was_full(tmp_path: Path) -> None:
    """The same with SQLite's own limit, for systems without a small file system."""
    from sqlalchemy import event

    with running(tmp_path, deadline=20.0) as server:
        engine = server.store._engine
        limit = {"pages": 0}

        def limited(db: Any) -> None:
            if limit["pages"]:
                db.exec_driver_sql(f"PRAGMA max_page_count = {limit['pages']}")

        event.listen(engine, "begin", limited)

        def fill() -> None:
            limit["pages"] = 1  # no more than it has now

        def free() -> None:
            limit["pages"] = 1_000_000

        goes_on_after(server, fill, free)
