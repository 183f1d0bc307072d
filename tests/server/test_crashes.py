"""A server that ends at any statement or commit of any operation leaves the operation complete or not begun.

Every day a seeded sample of points is tried, with `--slow` every point, on SQLite and PostgreSQL.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.server.conftest import Postgres
from tools.siege.crash_operations import OPERATIONS, Operation, named
from tools.siege.crashes import FORGE, TOKEN, Crashes, Forge, crashing

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked, and this system cannot"),
]
DATABASES = ["sqlite", "postgres"]
EVERY_DAY = {"sqlite": ("order with snapshot", "seat by a link"), "postgres": ("order",)}
POINTS = 2  # of each of them
SPOILED = """
import sys
from tools.siege.crashpoints import forge
from ardennes.server.storage.sql import Store, _entry, _new, _ADD_ENTRY
{spoil}
forge(tuple(sys.argv[1:]))
"""
SPOILS = {
    # The match changes in one transaction, its journal in the next.
    "two transactions": (
        """
def append(self, match, seen, number, line, standing, *more):
    with self.changing() as db:
        self._move_on(db, match, seen, _new(number, standing, line.hushed), False)
    with self.changing() as db:
        db.execute(_ADD_ENTRY, _entry(match, number, line))
Store.append = append
""",
        ("cannot come from the requests", "is damaged"),
    ),
    # The order is acknowledged, and written a little later.
    "written later": (
        """
import threading
def append(self, match, seen, number, line, standing, *more):
    def later():
        with self.changing() as db:
            self._move_on(db, match, seen, _new(number, standing, line.hushed), False)
            db.execute(_ADD_ENTRY, _entry(match, number, line))
    threading.Timer(1.0, later).start()
Store.append = append
""",
        ("acknowledged to client and is lost",),
    ),
}


@contextmanager
def on(kind: str, request: pytest.FixtureRequest, *operations: Operation) -> Iterator[Crashes]:
    address = ""
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.address
    with crashing(operations, address) as crashes:
        yield crashes


@pytest.mark.parametrize("kind", DATABASES)
def test_a_crash_at_a_sampled_point_loses_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    rng, operations = Random(11), named(EVERY_DAY[kind])
    with on(kind, request, *operations) as crashes:
        for operation in operations:
            ready = crashes.prepare(operation)
            assert "before COMMIT" in ready.points
            for point in rng.sample(range(1, len(ready.points) + 1), POINTS):
                crashes.run(ready, point)
            crashes.finish(ready)
        assert [str(fault) for fault in crashes.faults] == []
        assert crashes.tried == POINTS * len(operations), crashes.unreached


@pytest.mark.slow
@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_a_crash_at_any_point_loses_nothing(
    kind: str, operation: Operation, request: pytest.FixtureRequest
) -> None:
    with on(kind, request, operation) as crashes:
        ready = crashes.prepare(operation)
        for point in range(1, len(ready.points) + 1):
            crashes.run(ready, point)
        crashes.finish(ready)
        assert [str(fault) for fault in crashes.faults] == []
        assert crashes.tried + len(crashes.unreached) == len(ready.points) > 3
        assert len(crashes.unreached) <= len(ready.points) // 5, crashes.unreached


@pytest.mark.slow
def test_no_server_is_left_when_its_starter_is_killed(tmp_path: Path) -> None:
    forge = Forge(tmp_path, ["tigers"])
    child = forge.start(database=f"sqlite:///{tmp_path / 'matches.sqlite'}", settings={"token": TOKEN})
    assert child.owner("GET", "/api/matches").status == 200
    forge._child.kill()
    assert child.wait_gone()
    forge.close()


@pytest.mark.slow
@pytest.mark.parametrize("spoil", SPOILS)
def test_a_server_with_a_fault_is_found_out(spoil: str) -> None:
    code, words = SPOILS[spoil]
    (operation,) = named(["order"])
    program = [*FORGE[:3], "-c", SPOILED.format(spoil=code)]
    with crashing([operation], program=program) as crashes:
        ready = crashes.prepare(operation)
        for point in range(1, len(ready.points) + 1):
            crashes.run(ready, point)
        result = " / ".join(fault.what for fault in crashes.faults)
    assert all(one in result for one in words), result
