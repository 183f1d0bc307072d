"""Floods: however many requests or connections one address has, another player can play on."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from tools.siege.client import CHECKOUT, PATIENCE, Away, can_be
from tools.siege.doors import hears
from tools.siege.flooder import Flood
from tools.siege.fort import Fort
from tools.siege.plan import Round
from tools.siege.table import WATCH, Table, make

BOUND = 0.5  # seconds: limit of the other player's 95th percentile under any flood
SLOW_MACHINE = 5  # or this many times the usual time, if that is more
FILES = 1024  # files the server may open, as on many systems
SILENT = 1400  # connections: more than the server may have open
FEW_FILES = ("sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh")
SHORTEST = 4.0  # seconds of a flood
COMPUTERS = 0.05  # minimum share of their orders a second without a flood
NEVER_READ = "sockets that never read"
FLOODER_AT = "127.0.0.201"
TOO_LONG = 5.0  # seconds for one answer


def request(fort: Fort, method: str, path: str, token: str = "", body: Any = None, more: str = "") -> str:
    """Return a whole request as bytes."""
    data = "" if body is None else json.dumps(body)
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{fort.port}"]
    lines += [f"Authorization: Seat {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"] if data else []
    return "\r\n".join(lines) + f"\r\n{more}\r\n{data}"


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YSBiZXNpZWdlZCB0YWJsZQ==\r\n"  # 16 bytes, or the server refuses it
)


class Victims:
    """The innocent users: a person with a match, and two computers with theirs."""

    def __init__(self, now: Round, fort: Fort) -> None:
        self.now, self.fort = now, fort
        self.person = make(fort, "tigers", seed=now.number)
        self.person.timeout = TOO_LONG
        self.computers = self._computers()
        self.before = 0  # computer orders in finished matches
        self.orders = 0  # total computer orders

    def _computers(self) -> Table:
        """Start a match between computers and wait for its first order, which needs a new process."""
        table = make(self.fort, "breakthrough", "random")
        end = time.monotonic() + PATIENCE
        while not table.view(WATCH)["orders"] and time.monotonic() < end:
            time.sleep(0.1)
        return table

    def play(self, seconds: float) -> tuple[list[float], list[str]]:
        """View, question and order; return the time of each, and failures."""
        took: list[float] = []
        wrong: list[str] = []
        end, turn = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            turn += 1
            if turn % 4 == 0:
                self.person.client.close()  # browsers open connections too
            path = ("", "/log", "/why?hex=1206", "/replay?at=0")[turn % 4]
            began = time.monotonic()
            try:
                answer = self.person.ask("german", "GET", path)
                if answer.status != 200:
                    wrong.append(f"GET {path}: {answer}")
            except Away as error:
                wrong.append(str(error))
            took.append(time.monotonic() - began)
            time.sleep(0.02)
        return took, wrong

    def pace(self) -> tuple[float, int]:
        """Return the time, and how many orders the computers have given, in finished matches too."""
        with suppress(Away):
            view = self.computers.view(WATCH)
            if not view["to_move"]:
                self.computers = self._computers()
                self.before += view["orders"]
                view = self.computers.view(WATCH)
                self.before -= view["orders"]  # given outside of the measurement
            self.orders = self.before + view["orders"]
        return time.monotonic(), self.orders


def floods_of(fort: Fort, attacker: Table, seconds: float) -> Iterator[tuple[str, Flood]]:
    """Return every flood by name."""
    at = FLOODER_AT if can_be(FLOODER_AT) else ""
    watch, seat = attacker.tokens[WATCH], attacker.tokens["allied"]
    units = [unit["id"] for unit in attacker.view("allied")["board"]["units"]][:64]
    live = request(fort, "GET", f"{attacker.path}/live", watch, more=UPGRADE)
    march = {"units": units, "hex": "3314"}

    def asking(count: int, *asks: str) -> Flood:
        return Flood(fort.port, seconds, count, at, asks=list(asks))

    yield "silent connections", Flood(fort.port, seconds, SILENT, at)
    yield (
        "slow headers",
        Flood(fort.port, seconds, 400, at, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{fort.port}\r\nX-Slow: ", "x"),
    )
    yield "half-open sockets", Flood(fort.port, seconds, 500, at, live[:-2])
    yield NEVER_READ, Flood(fort.port, seconds, 600, at, live)
    yield (
        "requests",
        asking(16, request(fort, "GET", attacker.path, seat), request(fort, "GET", "/api/games")),
    )
    yield "unknown static names", asking(16, request(fort, "GET", "/js/NUMBER.js"))
    yield "hints", asking(8, request(fort, "GET", f"{attacker.path}/hint", seat))
    yield "marches of 64 units", asking(4, request(fort, "POST", f"{attacker.path}/march", seat, march))


@contextmanager
def flooding(flood: Flood) -> Iterator[subprocess.Popen[bytes]]:
    """Run the flood in a separate process while the body runs."""
    command = [sys.executable, "-m", "tools.siege.flooder"]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=CHECKOUT
    )
    assert child.stdin is not None
    child.stdin.write(msgspec.json.encode(flood))
    child.stdin.close()
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()


def percentile(took: list[float], share: float = 0.95) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))]


def floods(now: Round) -> None:
    with now.fort(inside=FEW_FILES) as fort:
        attacker = make(fort, "playsheet", at=FLOODER_AT)
        attacker.sit(WATCH)
        victims = Victims(now, fort)
        seconds = max(SHORTEST, now.left / 10)
        before = victims.pace()
        calm, _ = victims.play(seconds)
        after = victims.pace()
        usual = (after[1] - before[1]) / (after[0] - before[0])
        bound = max(BOUND, SLOW_MACHINE * percentile(calm))
        now.fact("95 % of answers without a flood within", f"{percentile(calm) * 1000:.0f} ms")
        while now.go_on():
            worst = 0.0
            for name, flood in floods_of(fort, attacker, seconds + 1):
                worst = max(worst, _one_flood(now, victims, attacker, name, flood, seconds, bound, usual))
            now.fact("under the worst flood", f"{worst * 1000:.0f} ms (bound {bound * 1000:.0f} ms)")


def _one_flood(
    now: Round,
    victims: Victims,
    attacker: Table,
    name: str,
    flood: Flood,
    seconds: float,
    bound: float,
    usual: float,
) -> float:
    with flooding(flood) as child:
        assert child.stdout is not None
        child.stdout.readline()  # it has started
        before = victims.pace()
        took, wrong = victims.play(seconds)
        after = victims.pace()
        if name == NEVER_READ:
            is_open = hears(
                victims.fort, f"{attacker.path}/live", {"Authorization": f"Seat {attacker.tokens['german']}"}
            )
            now.expect(is_open, f"a flood of {name}: another seat of the match gets no socket", flood)
        counts: dict[str, int] = {}
        with suppress(subprocess.TimeoutExpired, ValueError):
            child.wait(60)
            counts = json.loads(child.stdout.read())
    now.count("floods")
    now.count("requests of the flood", counts.get("requests", 0))
    now.count("connections of the flood", counts.get("connections", 0))
    now.count("requests of the player", len(took))
    slow = percentile(took)
    facts = f"{name}: {counts}"
    now.expect(
        not wrong,
        f"a flood of {name}: another player is not answered",
        facts,
        f"{len(wrong)} of {len(took)}: {wrong[:2]}",
    )
    now.expect(
        slow <= bound,
        f"a flood of {name}: another player waits beyond {bound:g} s",
        facts,
        f"95 % within {slow:.2f} s",
    )
    if name == "hints" and usual > 1:
        rate = (after[1] - before[1]) / (after[0] - before[0])
        now.fact("orders a second of computers", f"{usual:.0f}, under a flood of hints {rate:.1f}")
        now.expect(
            rate >= usual * COMPUTERS,
            "a flood of hints: computers stand still",
            facts,
            f"{rate:.2f} orders a second, {usual:.0f} without",
        )
    return slow
