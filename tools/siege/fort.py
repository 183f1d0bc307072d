"""A server for the siege: a real process with a separate data folder, stopped by its id."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ardennes.server.settings import DATABASE_FILE
from tools.siege.client import PATIENCE, Answer, Away, Client

SERVE = (sys.executable, "-c", "import sys; from ardennes.cli import run; sys.exit(run(sys.argv[1:]))")
COMES_UP = 60.0  # seconds
GOES = 15.0
SHORTEST_TOKEN = 16
LINES_KEPT = 400


class DidNotStart(Exception):
    """The server ended before it listened; the message is its output."""


class Printed(NamedTuple):
    """What a server prints when it starts."""

    port: int
    token: str  # opens the lobby; empty if it needs no token


def read_start(console: str) -> Printed | None:
    """Return where the server listens, and the token of its lobby, from the address it prints."""
    result = re.search(r"https?://[^\s)]+", console)
    if result is None:
        return None
    parts = urlsplit(result.group())
    tokens = [
        word for word in re.split(r"[/?&=]", f"{parts.query}/{parts.fragment}") if len(word) >= SHORTEST_TOKEN
    ]
    return Printed(parts.port or 80, tokens[0] if tokens else "")


def lobby_headers(page: Any, token: str) -> dict[str, str]:
    """Return how a request shows the lobby's token: by the scheme in the API
    page, else like a seat's token.
    """
    if not token:
        return {}
    schemes = page.get("components", {}).get("securitySchemes", {}) if isinstance(page, dict) else {}
    for name, scheme in schemes.items():
        if name != "seat" and scheme.get("type") == "apiKey":
            said = re.search(r"`(\w+) <", scheme.get("description", ""))
            value = f"{said.group(1)} {token}" if said else token
            if scheme.get("in") == "cookie":
                return {"Cookie": f"{scheme['name']}={token}"}
            return {scheme["name"]: value}
    return {"Authorization": f"Lobby {token}"}


def needs_seat(route: dict[str, Any]) -> bool:
    """Return whether the API page requires a seat for a route."""
    return any("seat" in scheme for scheme in route.get("security", []))


class Fort:
    """A running server. `inside`: a command that wraps the server's command (for example to use a small
    disk).
    """

    def __init__(
        self,
        folder: Path,
        serve: Sequence[str] = SERVE,
        *,
        inside: Sequence[str] = (),
        more: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self._clients: dict[tuple[str, float], Client] = {}
        self.page: Any = None
        self.games: list[Any] = []
        self._command = [*inside, *serve, "serve", "--no-open", "--port", "0", "--data", str(folder), *more]
        self.start()

    def start(self) -> None:
        """Start or restart it; raise DidNotStart if it ends instead."""
        self.child = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._said: list[str] = []
        self.hang_up()
        self._listener = threading.Thread(target=self._listen, args=(self.child,), daemon=True)
        self._listener.start()
        end = time.monotonic() + COMES_UP
        while (printed := read_start(self.said)) is None:
            if self.child.poll() is not None or time.monotonic() > end:
                self.kill()
                raise DidNotStart(self.said[-2000:] or "the server said nothing")
            time.sleep(0.01)
        self.port, token = printed
        self._until_it_answers(end)
        if not self.games:  # after a restart it has the same routes; reading them again would load every game
            self.page = self.client().ask("GET", "/api/openapi.json").json()
            self.games = self.client().ask("GET", "/api/games").json()["games"]
        self.lobby = lobby_headers(self.page, token)

    def _until_it_answers(self, end: float) -> None:
        while True:
            try:
                self.client().ask("GET", "/")
                return
            except Away as error:
                if self.child.poll() is not None or time.monotonic() > end:
                    self.kill()
                    raise DidNotStart(self.said[-2000:] or str(error)) from None
                time.sleep(0.02)

    def _listen(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        for line in child.stdout:
            self._said.append(line.decode(errors="replace"))
            del self._said[:-LINES_KEPT]

    @property
    def said(self) -> str:
        return "".join(self._said)

    @property
    def database(self) -> Path:
        return self.folder / DATABASE_FILE

    def client(self, at: str = "", timeout: float = PATIENCE) -> Client:
        """Return a client at an address; always the same for one address, for one thread at a time."""
        key = (at, timeout)
        if key not in self._clients:
            self._clients[key] = Client(self.port, at=at, timeout=timeout)
        return self._clients[key]

    def hang_up(self) -> None:
        """Close all connections to it."""
        for client in self._clients.values():
            client.close()
        self._clients.clear()

    def owner(self, method: str, path: str, body: Any = None, *, at: str = "") -> Answer:
        """Send a request of the lobby's owner."""
        return self.client(at).ask(method, path, body, headers=self.lobby)

    def alive(self) -> bool:
        return self.child.poll() is None

    def memory(self) -> int:
        """Return the memory of the server's process in bytes; 0 if the system does not report it."""
        try:
            status = Path(f"/proc/{self.child.pid}/status").read_text(encoding="ascii", errors="replace")
        except OSError:
            return 0
        result = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(result.group(1)) * 1024 if result else 0

    def kill(self) -> None:
        """kill -9. Connections of other threads stay open: they notice that the server has ended."""
        self.child.kill()
        self._gone()

    def stop(self) -> None:
        """Stop it like Ctrl-C; kill it if it does not end by itself."""
        if self.alive():
            self.child.send_signal(signal.SIGINT)
        try:
            self.child.wait(GOES)
        except subprocess.TimeoutExpired:
            self.child.kill()
        self._gone()
        self.hang_up()

    def _gone(self) -> None:
        self.child.wait(GOES)
        self._listener.join(GOES)
        if self.child.stdout is not None and not self._listener.is_alive():
            self.child.stdout.close()


@contextmanager
def fort(folder: Path, serve: Sequence[str] = SERVE, **more: Any) -> Iterator[Fort]:
    """Run a server while it is needed."""
    result = Fort(folder, serve, **more)
    try:
        yield result
    finally:
        result.stop()
