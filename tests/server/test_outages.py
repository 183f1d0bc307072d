"""PostgreSQL fails under load, and the machine's clock is set: nothing is lost, and nobody loses time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.machine import NO_POSTGRES
from tools.siege.crashes import FORGE
from tools.siege.fort import Fort, fort
from tools.siege.outages import HARMS, PLAYERS, WARM, Harm, outage, set_clock
from tools.siege.postgres import find_postgres

pytestmark = pytest.mark.slow  # servers under load, outages of seconds
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked, and this system cannot")
BY_THE_WALL = """
import sys, time
from ardennes.server.clock import SteadyClock
from tools.siege.crashpoints import forge
SteadyClock.__call__ = lambda clock: time.time()
forge(tuple(sys.argv[1:]))
"""


@pytest.mark.parametrize("harm", HARMS, ids=lambda one: one.name)
def test_an_outage_of_postgres_under_load_loses_nothing(harm: Harm, tmp_path: Path) -> None:
    if find_postgres() is None:
        pytest.skip(NO_POSTGRES)

    @contextmanager
    def server(address: str) -> Iterator[Fort]:
        with fort(tmp_path, more=("--database", address)) as started:
            yield started

    said: list[str] = []
    try:
        counts = outage(harm, server, 5, said.append)
    except OSError as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
    assert said == []
    assert counts["orders acknowledged"] >= PLAYERS * WARM


@FORKS
def test_a_clock_that_is_set_charges_nobody(tmp_path: Path) -> None:
    said: list[str] = []
    counts = set_clock(tmp_path, Random(3), 12, said.append)
    assert said == []
    assert counts["turns"] == 12
    assert counts["restarts"] == 4
    assert counts["times the clock was set"] > 12


@FORKS
def test_a_server_that_goes_by_the_machines_clock_is_found_out(tmp_path: Path) -> None:
    said: list[str] = []
    set_clock(tmp_path, Random(3), 4, said.append, [*FORGE[:3], "-c", BY_THE_WALL])
    assert said
