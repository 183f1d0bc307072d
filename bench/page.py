"""The page with the wide board, in real Chromium without a GPU: paint, pan, zoom, reach, size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ardennes.errors import UserError
from bench.chromium import FLAGS, MISSING, find_chromium
from bench.served import Served, Table, percentile

SCREEN = {"width": 1440, "height": 900}
PATIENCE = 60_000.0  # milliseconds
REST = 1500.0  # milliseconds for the browser window to appear
INSIDE = Path(__file__).with_name("page.js")
LIKES = {"toured": True, "speed": "off", "uncovered": True}
WATCHING = {"toured": True, "speed": "normal", "uncovered": True, "by_hand": False}


def what_drives() -> tuple[str, Any]:
    """Start Chromium and its driver; UserError says which of them is missing."""
    result = find_chromium()
    if result is None:
        raise UserError(f"the page is measured in a browser, and there is {MISSING}")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise UserError(
            "the page is measured with playwright, which is missing; install it with ./test --setup-only"
        ) from None
    return result, sync_playwright


@contextmanager
def browser() -> Iterator[Any]:
    """Start a Chromium that renders on the CPU only."""
    result, sync_playwright = what_drives()
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=result, args=[*FLAGS, "--disable-gpu"])
        try:
            yield started
        finally:
            started.close()


@contextmanager
def sitting(chromium: Any, served: Served, table: Table, likes: dict[str, Any] = LIKES) -> Iterator[Any]:
    """Open a new page at a match, with empty caches."""
    context = chromium.new_context(viewport=SCREEN)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    storage = {"ardennes.settings": likes, "ardennes.seats": {table.id: table.tokens}}
    lines = [f"localStorage[{json.dumps(k)}] ??= {json.dumps(json.dumps(v))};" for k, v in storage.items()]
    page.add_init_script("".join([*lines, INSIDE.read_text(encoding="utf-8")]))
    page.wait_for_timeout(REST)
    page.goto(f"{served.address}/#/match/{table.id}")
    try:
        yield page
        faults = page.evaluate("() => bench.faults")
        if faults:
            raise UserError(f"the page made a mistake while it was measured: {faults[0]}")
    finally:
        context.close()


def first_paint(chromium: Any, served: Served, table: Table, counters: int, visits: int) -> float:
    """Milliseconds until map and counters are on the screen: the median of several first visits."""
    times = []
    for _ in range(visits):
        with sitting(chromium, served, table) as page:
            times.append(float(page.evaluate("counters => bench.painted(counters)", counters)))
    return percentile(times, 50)


def frames(page: Any, what: str, count: int) -> list[float]:
    """Milliseconds of every frame while the map is panned or zoomed."""
    result = page.evaluate("([what, count]) => bench.frames(what, count)", [what, count])
    return [float(ms) for ms in result]


def reach_times(page: Any, units: list[str]) -> list[float]:
    """Milliseconds from the click on a unit until its reach is on the screen."""
    times = []
    for unit in units:
        took = page.evaluate("unit => bench.reach(unit)", unit)
        if took is None:
            raise UserError(f"the page showed no reach of {unit}")
        times.append(float(took))
    return times


def skip_times(page: Any, turns: int) -> list[tuple[float, float]]:
    """Milliseconds until the player is asked again when the computer's half-turns are skipped: from the
    server's last response, and from the first frame of the animation.
    """
    result = []
    for _ in range(turns):
        page.wait_for_function("() => document.title.startsWith('●')")
        page.wait_for_timeout(REST)  # everything automatic has happened
        last, first = page.evaluate("() => bench.skip()")
        result.append((float(last), float(first)))
    return result


def weight(chromium: Any, served: Served, table: Table) -> int:
    """Bytes that a browser with an empty cache downloads to show a match, compressed."""
    sizes: list[int] = []
    with sitting(chromium, served, table) as page:
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        line.on("Network.loadingFinished", lambda told: sizes.append(int(told["encodedDataLength"])))
        page.reload()
        page.wait_for_selector(".viewport[data-map]")
        page.wait_for_load_state("networkidle")
    return sum(sizes)
