"""Servers and databases for the tests of the server."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.machine import NO_POSTGRES, find_postgres, is_root
from tests.server.running import Running, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for a module's tests; each makes its own matches."""
    with running(tmp_path_factory.mktemp("matches")) as found:
        yield found


class Postgres:
    """A database server of its own on a socket in a temporary folder; it listens on no network."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: a socket's path has a length limit
        self._user = None
        if is_root():  # PostgreSQL refuses to run as root
            self._user = "postgres" if _exists("postgres") else "nobody"
            shutil.chown(self.folder, self._user)
        self._call("initdb", "-D", str(self.data), "-U", "ardennes", "-A", "trust", "-N", "-E", "UTF8")
        self.start()
        self.address = f"postgresql://ardennes@/postgres?host={self.folder}"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder} -c fsync=off -c shared_buffers=16MB"
        self._call("pg_ctl", "-D", str(self.data), "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def halt(self) -> None:
        self._call("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, name: str, *arguments: str) -> None:
        tool = find_postgres(name)
        assert tool is not None
        done = subprocess.run(
            [tool, *arguments],
            user=self._user,
            cwd=self.folder,
            stdout=subprocess.PIPE if name == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{name} failed: {done.stdout!r}"


def _exists(user: str) -> bool:
    import pwd  # there is none on Windows

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _database_server() -> Iterator[Postgres]:
    if find_postgres() is None:
        pytest.skip(NO_POSTGRES)
    found = Postgres()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from _database_server()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server of the test's own: it is stopped, or made to ask for passwords."""
    yield from _database_server()


@pytest.fixture(scope="session")
def emptied(postgres: Postgres) -> Iterator[Callable[[], str]]:
    """Empties the database of a database server and says its address. To make a new one for each test
    would take longer than the test."""
    from sqlalchemy import create_engine, text

    engine = create_engine(
        postgres.address.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
    )
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

    def empty() -> str:
        with engine.connect() as db:
            db.execute(text(f"SELECT pg_terminate_backend(pid, 60000) {others}"))
            assert db.execute(text(f"SELECT count(*) {others}")).scalar_one() == 0
            db.execute(text("DROP SCHEMA public CASCADE"))
            db.execute(text("CREATE SCHEMA public"))
        return postgres.address

    yield empty
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.sqlite'}"
    empty: Callable[[], str] = request.getfixturevalue("emptied")
    return empty()
