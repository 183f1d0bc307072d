"""The table without a server, in real Chromium: paint, first order, frames, memory. `ardennes bench site`
prints them.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from ardennes.site.build import write_site
from ardennes.site.runtime import cache_folder
from bench.measure import Figure
from bench.page import LIKES, SCREEN, browser

PATIENCE = 120_000.0  # milliseconds
SETTLED = 10_000.0  # milliseconds until drawing and garbage collection are done
FRAMES = """async (match) => {
  const { post, seatsOf } = await import("./js/lib/api.js");
  const frames = [];
  let last = performance.now(), thinks = true;
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (thinks) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  await post(`/api/matches/${match}/staff`, { units: [] }, seatsOf(match).german);
  thinks = false;
  return frames.slice(1);
}"""
MOVING = """async () => {
  const { get, post, rememberSeats } = await import("./js/lib/api.js");
  const seats = { german: "me", allied: "beside" };
  const made = await post("/api/matches", { game: "wave_of_terror", seats, seed: 1 });
  for (const side of ["allied", "german", "german"]) {
    for (const word of side === "german" && made.moving ? ["end"] : ["auto_setup", "end"]) {
      const { seq } = await get(`/api/matches/${made.id}`, made.tokens[side]);
      await post(`/api/matches/${made.id}/orders`, { order: { do: word }, seq }, made.tokens[side]);
    }
    made.moving = side === "german";
  }
  rememberSeats(made.id, { german: made.tokens.german });
  return made.id;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Return the address of a folder of files, served as `python -m http.server` serves them."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def opened(context: Any) -> Any:
    """Open a page with saved settings."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    saved = json.dumps(json.dumps(LIKES))
    page.add_init_script(f"localStorage['ardennes.settings'] ??= {saved};")
    return page


def visit(context: Any, address: str) -> tuple[Any, float, float]:
    """Return the page, and the seconds until the lobby with its map was painted and until an order was
    possible.
    """
    page = opened(context)
    begun = time.monotonic()
    page.goto(address)
    page.wait_for_selector(".ground > *")  # the map of the default scenario
    painted = time.monotonic() - begun
    page.locator("#start").click()
    page.wait_for_function("() => document.title.startsWith('●')")
    return page, painted, time.monotonic() - begun


def megabytes(chromium: Any) -> float | None:
    """Return the private memory of the page's processes, if the system reports it."""
    result = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    total = 0
    for one in result:
        file = Path(f"/proc/{one['id']}/smaps_rollup")
        if one["type"] == "renderer" and file.is_file():
            lines = file.read_text(encoding="ascii").splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss_Anon:"))
    return total / 1024 if total else None


def thinking(page: Any, address: str) -> list[float]:
    """Milliseconds of every frame while the staff plans a whole phase of the largest game."""
    match = page.evaluate(MOVING)
    page.goto(f"{address}#/match/{match}")
    page.wait_for_selector(".viewport[data-map]")
    page.wait_for_timeout(SETTLED)
    return [float(ms) for ms in page.evaluate(FRAMES, match)]


def title() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"The table without a server, on the clock ({os.cpu_count()} processors{load})"


def run(quick: bool, say: Callable[[str], None]) -> list[Figure]:
    """Return all figures; times are medians of several browsers with empty caches."""
    with tempfile.TemporaryDirectory() as folder:
        say("writing the site")
        write_site(Path(folder), cache_folder())
        with hosted(Path(folder)) as address:
            return list(_figures(address, 1 if quick else 3, say))


def _figures(address: str, times: int, say: Callable[[str], None]) -> Iterator[Figure]:
    def figure(name: str, unit: str, ours: float, budget: float) -> Figure:
        return Figure(name, unit, ours, None, "", budget, "")

    painted, first, later = [], [], []
    for number in range(times):
        with browser() as chromium:
            context = chromium.new_context(viewport=SCREEN)
            say(f"first visit {number + 1} of {times}")
            page, paint, order = visit(context, address)
            painted.append(paint)
            first.append(order)
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            page.close()
            say(f"later visit {number + 1} of {times}")
            page, paint, order = visit(context, address)
            later.append(order)
            context.close()
    yield figure("lobby and map painted, first visit", "s", median(painted), 2.0)
    yield figure("first order possible, first visit", "s", median(first), 8.0)
    yield figure("first order possible, later visit", "s", median(later), 4.0)
    with browser() as chromium:
        context = chromium.new_context(viewport=SCREEN)
        page = opened(context)
        page.goto(address)
        say("frames and memory while the staff plans in Wave of Terror")
        frames = thinking(page, address)
        yield figure("frame while the computer thinks, median", "ms", median(frames), 100.0)
        yield figure("... the longest", "ms", max(frames), 100.0)
        page.wait_for_timeout(2 * SETTLED)
        if (held := megabytes(chromium)) is not None:
            yield figure("memory with Wave of Terror", "MB", held, 400.0)
