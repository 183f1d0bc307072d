"""Only one server at a time uses a PostgreSQL database; tested with real servers."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text

from ardennes.errors import UserError
from ardennes.server.storage import claim
from ardennes.server.storage.claim import LOCK
from ardennes.server.storage.sql import Store
from tests.server.conftest import Postgres
from tests.server.process import ROOT, process
from tests.server.running import PATIENCE, until

SERVE = (sys.executable, "-m", "ardennes", "serve", "--no-open", "--port", "0")

PROCESSES = pytest.mark.slow  # servers in separate processes


def test_a_second_store_for_a_server_is_refused(
    emptied: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "WAIT", 0.2)
    address = emptied()
    first = Store(address, alone=True)
    with pytest.raises(UserError, match=r"another Ardennes server \(database process \d+\)"):
        Store(address, alone=True)
    Store(address).close()  # another program, such as the doctor
    first.close()
    Store(address, alone=True).close()


def second(address: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Try to start another server on the database."""
    return subprocess.run(
        [*SERVE, "--data", str(folder), "--database", address],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@PROCESSES
def test_a_second_server_on_one_postgres_is_refused(own_postgres: Postgres, tmp_path: Path) -> None:
    address = own_postgres.address
    with process(tmp_path / "one", more=("--database", address)) as first:
        first.play_an_order()
        other = second(address, tmp_path / "two")
        assert other.returncode != 0
        assert "another Ardennes server (database process" in other.stderr
        assert "stop it first" in other.stderr
        assert "Traceback" not in other.stderr
        first.kill()
        # a killed server does not block the next one
        with process(tmp_path / "two", more=("--database", address)) as after:
            assert len(after.http.get("/api/matches").json()["matches"]) == 1


@PROCESSES
def test_a_server_takes_its_claim_again_after_postgres_was_restarted(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    address = own_postgres.address
    with process(tmp_path / "one", more=("--database", address)) as first:
        view = first.play_an_order()
        own_postgres.halt()
        own_postgres.start()

        def named() -> bool:
            body = {"name": "After the restart"}
            return first.http.patch(f"{view['address']}", json=body).status_code in (200, 204)

        until(named)
        assert second(address, tmp_path / "two").returncode != 0


@PROCESSES
def test_a_server_that_lost_the_database_to_another_writes_nothing(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    address = own_postgres.address
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    others = "FROM pg_stat_activity WHERE application_name = 'ardennes' AND pid <> pg_backend_pid()"
    with process(tmp_path / "one", more=("--database", address)) as first:
        view = first.play_an_order()

        def rename() -> httpx.Response:
            return first.http.patch(view["address"], json={"name": "Renamed"})

        with engine.connect() as waits, engine.connect() as db:
            # Another server waits for the lock, so it is faster than the first one.
            wait = text("SELECT pg_advisory_lock(:lock, hashtext(current_schema()))")
            other = threading.Thread(target=waits.execute, args=(wait, {"lock": LOCK}))
            other.start()
            queued = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            until(lambda: db.scalar(queued) == 1)
            db.execute(text(f"SELECT pg_terminate_backend(pid, 5000) {others}"))
            other.join(PATIENCE)
            answer = rename()
            assert (answer.status_code, "Another Ardennes server" in answer.json()["error"]) == (503, True)
            (listed,) = first.http.get("/api/matches").json()["matches"]
            assert listed["name"] != "Renamed"
        engine.dispose()
        until(lambda: rename().status_code in (200, 204))
