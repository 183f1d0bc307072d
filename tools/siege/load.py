"""Shared by the attacks on load: a player to measure, a flood from another process, a bound on the ratio."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from tools.siege.client import CHECKOUT, Away
from tools.siege.floods import BOUND, SLOW_MACHINE, percentile
from tools.siege.fort import Fort
from tools.siege.plan import Round
from tools.siege.table import Table, make

QUESTIONS = ("", "/log", "/why?hex=1206", "/replay?at=0")
TOO_LONG = 10.0  # seconds for one answer
SHORTEST = 2.0  # seconds of a flood


class Player:
    """A player of a Tigers match while others flood the server."""

    def __init__(self, now: Round, fort: Fort) -> None:
        self.now = now
        self.table: Table = make(fort, "tigers", seed=now.number)
        self.table.timeout = TOO_LONG
        for path in QUESTIONS:  # the first time is slower
            self.table.ask("german", "GET", path)

    def play(self, seconds: float) -> tuple[float, list[str]]:
        """Send requests for some seconds; return the 95th percentile of the
        answer times, and the failures.
        """
        took: list[float] = []
        wrong: list[str] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end or not took:
            path = QUESTIONS[len(took) % len(QUESTIONS)]
            began = time.monotonic()
            try:
                answer = self.table.ask("german", "GET", path)
                if answer.status != 200:
                    wrong.append(f"GET {path}: {answer}")
            except Away as error:
                wrong.append(str(error))
            took.append(time.monotonic() - began)
            time.sleep(0.01)
        self.now.count("requests of the player", len(took))
        return percentile(took), wrong


@contextmanager
def process(module: str, orders: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a flood in a separate process; it has started when the body runs."""
    command = [sys.executable, "-m", f"tools.siege.{module}"]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=CHECKOUT
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(msgspec.json.encode(orders))
    child.stdin.close()
    try:
        child.stdout.readline()
        yield child
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def report_of(child: subprocess.Popen[bytes]) -> dict[str, int]:
    """Return the flood's counts; empty if it did not end in time."""
    assert child.stdout is not None
    result: dict[str, int] = {}
    with suppress(subprocess.TimeoutExpired, ValueError):
        child.wait(60)
        result = json.loads(child.stdout.read())
    return result


def expect_quick(now: Round, name: str, calm: float, slow: float, wrong: list[str], facts: object) -> None:
    """Check that the player was answered, and no slower than the bound."""
    bound = max(BOUND, SLOW_MACHINE * calm)
    ratio = slow / calm
    now.fact(name, f"95 % within {slow * 1000:.0f} ms, {calm * 1000:.0f} ms without (x{ratio:.1f})")
    now.expect(not wrong, f"a flood of {name}: another player is not answered", facts, wrong[:2])
    now.expect(
        slow <= bound,
        f"a flood of {name}: another player waits more than {bound:.2g} s",
        facts,
        f"95 % within {slow:.2f} s",
    )
