"""A server in a separate process, as people start it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.running import PATIENCE, PEOPLE, client

ROOT = Path(__file__).resolve().parents[2]
ARDENNES = (sys.executable, "-m", "ardennes")


class Process:
    """A server that runs until it is killed."""

    def __init__(
        self,
        data: Path,
        ardennes: Sequence[str] = ARDENNES,
        cwd: Path = ROOT,
        more: Sequence[str] = (),
        **variables: str,
    ) -> None:
        command = [*ardennes, "serve", "--no-open", "--port", "0", "--data", str(data), *more]
        environment = os.environ | {"PYTHONUTF8": "1"} | variables
        self.child = subprocess.Popen(
            command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.child.stdout is not None
        said = self.child.stdout.readline().decode()
        assert said.startswith("Ardennes is at http://127.0.0.1:"), said + self.child.stdout.read().decode()
        self.address, _, token = said.split()[3].partition("/#/lobby/")
        lobby = {"Authorization": f"Lobby {token}"}
        self.http = client(self.address, headers=lobby)

    def kill(self) -> None:
        self.child.kill()
        self.child.wait(PATIENCE)
        if self.child.stdout is not None:
            self.child.stdout.close()

    def forget(self) -> None:
        self.http.close()

    def play_an_order(self, seats: dict[str, str] | None = None) -> dict[str, Any]:
        """Make a match of Tigers; return it, its first order, and the view of the seat that gave it."""
        made = self.http.post("/api/matches", json={"game": "tigers", "seats": seats or PEOPLE}).json()
        address = f"/api/matches/{made['id']}"
        seat = {"Authorization": f"Seat {made['tokens']['allied']}"}
        order = {"seq": 0, "order": {"do": "hide_dump", "hex": "1008"}}
        given = self.http.post(f"{address}/orders", json=order, headers=seat)
        assert given.status_code == 200, given.text
        view: dict[str, Any] = self.http.get(address, headers=seat).json()
        return view | {"address": address, "seat": seat}


@contextmanager
def process(data: Path, ardennes: Sequence[str] = ARDENNES, **more: Any) -> Iterator[Process]:
    """Start a server that is stopped with the test."""
    result = Process(data, ardennes, **more)
    try:
        yield result
    finally:
        result.kill()
        result.forget()
