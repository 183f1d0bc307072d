"""Servers and databases for the tests of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.machine import NO_POSTGRES
from tests.server.running import Running, running
from tools.siege.postgres import Postgres as Postgres
from tools.siege.postgres import find_postgres


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for a module's tests; each test makes its own matches."""
    with running(tmp_path_factory.mktemp("matches")) as started:
        yield started


def _database_server() -> Iterator[Postgres]:
    if find_postgres() is None:
        pytest.skip(NO_POSTGRES)
    result = Postgres()
    yield result
    result.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from _database_server()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A separate database server for a test that stops it, or makes it ask for passwords."""
    yield from _database_server()


@pytest.fixture(scope="session")
def emptied(postgres: Postgres) -> Iterator[Callable[[], str]]:
    """Empty the database of a database server and return its address. Making a new one for each test would
    take longer than the test.
    """
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
    """Return the address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.sqlite'}"
    empty: Callable[[], str] = request.getfixturevalue("emptied")
    return empty()
