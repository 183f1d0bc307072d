"""The site without a server, written once for all tests and served by Python's own file server."""

from __future__ import annotations

import functools
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from ardennes.kernel.locking import lock
from ardennes.site.build import write_site
from tests.browser.sitting import PATIENCE, PICTURES, QUICK, UNSEEN
from tests.machine import RUNTIME
from tests.server.running import until

ASK = """async ([method, path, body, token]) => {
  const { send } = (await import("./js/main.js")).parts["lib/transport"];
  const headers = token ? { Authorization: `Seat ${token}` } : {};
  const given = body === null ? undefined : JSON.stringify(body);
  const { status, text } = await send(method, path, headers, given);
  return [status, text];
}"""
STARTS = 120_000.0  # milliseconds for the engine, on a busy machine


def written(folder: Path) -> Path:
    """Run in a separate thread, because the tests' thread runs playwright's loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(write_site, folder, RUNTIME).result()
    return folder


def written_once(folder: Path) -> Path:
    """The process with the lock writes it; the others wait for it."""
    with folder.with_suffix(".lock").open("a", encoding="utf-8") as file:
        until(lambda: lock(file), STARTS / 1000)
        if not folder.exists():
            written(folder.with_suffix(".half")).rename(folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files with the headers of a careful host."""

    policy = ""

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        return


class Host:
    """A file server on a separate port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        policy = re.search(r"Content-Security-Policy: (.*)", (folder / "_headers").read_text())
        assert policy is not None
        handler = type("Handler", (_Quiet,), {"policy": policy[1]})
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
        )
        self.base = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()


class Visit:
    """Open a tab with the site."""

    def __init__(self, context: BrowserContext, base: str, **settings: Any) -> None:
        self.context = context
        self.base = base
        self.settings = settings
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page = self._opened()

    def _opened(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        if not PICTURES:
            page.add_init_script(UNSEEN)
        saved = json.dumps(json.dumps({**QUICK, **self.settings}))
        page.add_init_script(f"localStorage['ardennes.settings'] ??= {saved};")
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self.asked.append(request.url))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def lobby(self) -> None:
        self.page.goto(self.base)
        self.page.wait_for_selector("#start")

    def engine(self) -> None:
        """Wait until the engine answers."""
        self.ask("GET", "/api/matches/none/log", wants=404)

    def ask(self, method: str, path: str, body: Any = None, token: str = "", wants: int = 0) -> Any:
        """Make a request as the page does; return the answer, or with `wants` that of a refusal."""
        result = self.page.evaluate(
            ASK,
            [method, path, body, token],
        )
        status, text = result
        assert status == wants if wants else status < 400, (status, text)
        return json.loads(text) if text else None

    def make(self, game: str, seats: dict[str, str], **more: Any) -> tuple[str, dict[str, str]]:
        """Make a match; return it and its tokens."""
        made = self.ask("POST", "/api/matches", {"game": game, "seats": seats, **more})
        return made["id"], made["tokens"]

    def matches(self) -> set[str]:
        """Return the saved matches that are intact."""
        return {one["id"] for one in self.ask("GET", "/api/matches")["matches"]}

    def begin(self) -> None:
        """Start the campaign of the lobby's first game and wait for the person's turn."""
        self.page.locator("label.scenario", has_text="The campaign").click()
        self.page.locator("#start").click()
        self.page.wait_for_selector(".table #prompt", timeout=STARTS)
        self.my_turn()

    def my_turn(self) -> None:
        self.page.wait_for_function("() => document.title.startsWith('●')", timeout=STARTS)

    def seq(self) -> int:
        return int(self.page.evaluate("() => Number(document.querySelector('.table')?.dataset.seq)"))

    def until(self, seq: int) -> None:
        """Wait until the page shows this change of the match."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('.table')?.dataset.seq) >= seq", arg=seq, timeout=STARTS
        )

    def table(self, match: str) -> None:
        self.page.goto(f"{self.base}#/match/{match}")
        self.page.wait_for_selector(f'.table[data-match="{match}"] #prompt', state="attached", timeout=STARTS)

    def asked_only_its_host(self) -> bool:
        return all(url.startswith((self.base, "blob:", "data:")) for url in self.asked)

    def close(self) -> None:
        """Return at once, whatever the engine is doing."""
        self.page.close()

    def open_again(self) -> None:
        """Replace this tab by another, which is closed if it is open."""
        self.close()
        self.page = self._opened()

    def another(self) -> Visit:
        """Open a second tab next to this one."""
        return Visit(self.context, self.base, **self.settings)

    def remove(self, *matches: str) -> None:
        for match in matches:
            self.ask("DELETE", f"/api/matches/{match}")
