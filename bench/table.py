"""The table's budgets: the page with 2,400 hexes and 650 counters, the server with 50 matches in progress.

These are wall-clock times, as a player experiences them, not CPU time: a busy machine affects them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ardennes.games import GAMES
from bench import page
from bench.crowd import MATCHES, PAGES, PLAYED, crowd
from bench.measure import Figure
from bench.served import Served, percentile, serving
from bench.wide import COLUMNS, COUNTERS, ROWS, Wide

FIRST_PAINT, FRAME, REACH, ROUND_TRIP = (
    1500.0,
    33.4,
    100.0,
    100.0,
)  # ms; a frame may take two sixtieths of a second
WEIGHT = 1000.0  # kB
SKIPPED, SKIP = "wave_of_terror", 3000.0  # ms
BOARD = f"{COLUMNS * ROWS:,} hexes, {COUNTERS} counters"


def _figure(name: str, unit: str, ours: float, budget: float | None) -> Figure:
    return Figure(name, unit, ours, None, "", budget, "")


def run(quick: bool, tell: Callable[[str], None] = lambda words: None) -> list[Figure]:
    """Measure everything about the table; UserError says what is missing for it."""
    page.what_drives()
    with serving("bench.wide_serve", "FOLDER") as served:
        return [*_page(served, quick, tell), *_server(served, quick, tell)]


def _page(served: Served, quick: bool, tell: Callable[[str], None]) -> list[Figure]:
    with page.browser() as chromium:
        board = served.make(Wide.id)
        tell("first paint")
        paint = page.first_paint(chromium, served, board, COUNTERS, 3 if quick else 7)
        with page.sitting(chromium, served, board) as open_page:
            moving = _moving(open_page, quick, tell)
        tell("a half-turn skipped")
        alone = served.make(SKIPPED, seats={"german": "me", "allied": "staff"})
        with page.sitting(chromium, served, alone, page.WATCHING) as open_page:
            skipped = page.skip_times(open_page, 2 if quick else 6)
        tell("page weight")
        kilobytes = {game: _weight(chromium, served, game) for game in (*GAMES, Wide.id)}
    heaviest = max(GAMES, key=lambda game: kilobytes[game])
    return [
        _figure(f"first paint, {BOARD}", "ms", paint, FIRST_PAINT),
        *moving,
        _figure(
            f"the computer's half-turn skipped, {SKIPPED}, slowest", "ms", max(x for _, x in skipped), SKIP
        ),
        _figure("the same, from the server's last answer", "ms", max(x for x, _ in skipped), None),
        _figure(f"page weight, {heaviest}", "kB", kilobytes[heaviest], WEIGHT),
        _figure(f"page weight, {BOARD}", "kB", kilobytes[Wide.id], WEIGHT),
    ]


def _moving(open_page: Any, quick: bool, tell: Callable[[str], None]) -> list[Figure]:
    """Measure frames and reach of one idle page."""
    open_page.evaluate("counters => bench.painted(counters)", COUNTERS)
    open_page.wait_for_selector(".viewport.ready")
    open_page.wait_for_timeout(1000)
    result = []
    for what in ("pan", "zoom"):
        tell(what)
        frames = page.frames(open_page, what, 120 if quick else 300)
        result.append(_figure(f"{what}, a frame, p95", "ms", percentile(frames, 95), FRAME))
        result.append(_figure(f"{what}, the slowest frame", "ms", max(frames), None))
    tell("reach")
    units = [unit for unit in Wide().ground.units if unit.startswith("G")][: 10 if quick else 40]
    times = page.reach_times(open_page, units)
    return [*result, _figure("reach after the click, p95", "ms", percentile(times, 95), REACH)]


def _weight(chromium: Any, served: Served, game: str) -> float:
    return page.weight(chromium, served, served.make(game)) / 1000


def _server(served: Served, quick: bool, tell: Callable[[str], None]) -> list[Figure]:
    tell(f"{MATCHES} matches")
    times = crowd(served, 4 if quick else 12)
    words = f"{MATCHES} matches, {MATCHES * PAGES} sockets"
    return [
        _figure(f"order round trip p95, {words}", "ms", percentile(times.orders, 95), ROUND_TRIP),
        _figure("the same, median", "ms", percentile(times.orders, 50), None),
        _figure("another page hears of it, p95", "ms", percentile(times.told, 95), None),
    ]


def title() -> str:
    """Include the machine's load: without it the figures say little."""
    screen = "×".join(map(str, page.SCREEN.values()))
    return (
        f"The table, on the clock ({os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before; "
        f"Chromium without GPU, {screen}; matches with {PLAYED} orders)"
    )
