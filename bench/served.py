"""A real server in a separate process on loopback, and plain requests to it."""

from __future__ import annotations

import http.client
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ardennes.errors import UserError

CHECKOUT = Path(__file__).resolve().parents[1]


class TooMuch(Exception):
    """The server asks the client to wait."""


@dataclass(frozen=True)
class Table:
    """A match with the tokens of its seats."""

    id: str
    tokens: dict[str, str]


@dataclass(frozen=True)
class Served:
    host: str
    port: int
    token: str  # of the lobby
    process: int = 0  # its id

    def worked(self) -> float:
        """Return the CPU seconds it has used; NaN if the system does not report it."""
        try:
            times = (
                Path(f"/proc/{self.process}/stat")
                .read_text(encoding="ascii", errors="replace")
                .rpartition(")")[2]
                .split()
            )
            return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return math.nan

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def make(self, game: str, **more: Any) -> Table:
        """Make a match in which people play every side."""
        about = next(g for g in self.get("/api/games")["games"] if g["id"] == game)
        made = self.post("/api/matches", {"game": game, "seats": dict.fromkeys(about["sides"], "me")} | more)
        return Table(made["id"], made["tokens"])

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None, self._lobby)

    @property
    def _lobby(self) -> dict[str, str]:
        return {"Authorization": f"Lobby {self.token}"}

    def post_patiently(self, path: str, body: Any) -> Any:
        """Like `post`, but wait if the server limits the rate."""
        while True:
            try:
                return self.post(path, body)
            except TooMuch:
                time.sleep(1.0)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        who = {"Authorization": f"Seat {token}"} if token else self._lobby
        headers = {"Content-Type": "application/json", **who}
        return self._ask("POST", path, json.dumps(body), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Any:
        line = http.client.HTTPConnection(self.host, self.port, timeout=60)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        data = json.loads(answer.read())
        line.close()
        if answer.status == 429:
            raise TooMuch(path)
        if answer.status >= 300:
            raise UserError(f"the server answered {answer.status} to {path}: {data.get('error')}")
        return data


@contextmanager
def serving(module: str, *arguments: str) -> Iterator[Served]:
    """Start `python -m module FOLDER ...`, wait until it prints its address, and stop it afterwards."""
    with TemporaryDirectory(prefix="ardennes-bench-") as folder:
        called = [sys.executable, "-m", module, *(a.replace("FOLDER", folder) for a in arguments)]
        with subprocess.Popen(called, stdout=subprocess.PIPE, encoding="utf-8", cwd=CHECKOUT) as process:
            try:
                assert process.stdout is not None
                said = process.stdout.readline()
                place, _, token = said.partition("http://")[2].partition(" ")[0].partition("/#/lobby/")
                if not token:
                    raise UserError("the server to measure did not start; its reason is above")
                host, _, port = place.rpartition(":")
                yield Served(host, int(port), token, process.pid)
            finally:
                process.terminate()
                process.wait(20)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the given percentile."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, math.ceil(len(ranked) * percent / 100) - 1)]
