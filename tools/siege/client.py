"""An HTTP client for the siege, from the standard library: one connection per client."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]  # the siege's programs are started from here
LOOPBACK = "127.0.0.1"
PATIENCE = 60.0  # seconds to wait for an answer; the machine may be busy
IDLE = 2.0  # seconds after which an idle connection is not reused
RAW = "application/octet-stream"
JSON = "application/json"


class Away(Exception):
    """The server gave no answer: it is down, it closed the connection, or it took too long."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes

    def json(self) -> Any:
        """Return the decoded JSON; None if the answer is not JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None

    @property
    def words(self) -> str:
        """Return the answer's error message, if it has one."""
        answer = self.json()
        return str(answer.get("error", "")) if isinstance(answer, dict) else ""

    def __str__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"


class Client:
    """A client at an address of this machine. `patient`: wait when the server limits the rate."""

    def __init__(self, port: int, *, at: str = "", timeout: float = PATIENCE, patient: bool = True) -> None:
        self.port = port
        self.patient = patient
        self._at = at if at and can_be(at) else ""
        self._timeout = timeout
        self._line: http.client.HTTPConnection | None = None
        self._last = 0.0

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        token: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request; `raw`: the body as it stands. Away where no answer came."""
        sent = {"Authorization": f"Seat {token}"} if token else {}
        if body is not None or raw is not None:
            sent["Content-Type"] = JSON
        sent |= headers or {}
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        while True:
            answer = self._once(method, path, data, sent)
            if answer.status != 429 or not self.patient:
                return answer
            time.sleep(min(5.0, float(answer.headers.get("retry-after", "1"))))

    def _once(self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]) -> Answer:
        if time.monotonic() - self._last > IDLE:
            self.close()
        if self._line is None:
            source = (self._at, 0) if self._at else None
            self._line = http.client.HTTPConnection(
                LOOPBACK, self.port, timeout=self._timeout, source_address=source
            )
        try:
            self._line.request(method, path, data, dict(headers))
            result = self._line.getresponse()
            reported = {name.lower(): value for name, value in result.getheaders()}
            answer = Answer(result.status, reported, result.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Away(f"{method} {path}: {type(error).__name__} {error}") from None
        self._last = time.monotonic()
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return answer

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def can_be(address: str) -> bool:
    """Return whether a client here may use this address: all of 127/8 on Linux, only 127.0.0.1 elsewhere."""
    with socket.socket() as trial:
        try:
            trial.bind((address, 0))
        except OSError:
            return False
    return True
