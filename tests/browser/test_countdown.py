"""A turn with a time limit at the table: the time left is shown and said, then the sheets are handed in."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.browser.sitting import Sitting
from tests.server.running import Running, running

PEOPLE = {"german": "me", "allied": "beside"}


class Clock:
    """The server's clock, set forward by a test."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def right(clock: Clock) -> Iterator[None]:
    """Reset the clock for the next test."""
    yield
    clock.ahead = 0.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("matches"), clock=clock) as started:
        yield started


def test_the_time_left_is_shown_and_said_and_then_the_turn_is_over(
    sitting: Sitting, server: Running, clock: Clock
) -> None:
    match = server.make(PEOPLE, game="playsheet", scenario="short", seed=3, minutes=8)
    page = sitting.page
    page.clock.install()
    sitting.sit(match)
    left = page.locator('.countdown[role="timer"]')
    left.wait_for()
    assert left.inner_text()[:2] in ("8:", "7:")
    sitting.settle()  # a pending answer would reset the page's clock to the server's
    page.clock.fast_forward("03:01")
    page.wait_for_selector(".notice[role=alert] >> text=5 minutes left for this turn")
    assert left.inner_text()[:2] in ("5:", "4:", "3:", "2:")
    page.clock.fast_forward("04:00")
    page.wait_for_selector(".notice[role=alert] >> text=1 minute left")
    clock.ahead += 8 * 60
    server.deadlines.strike()
    sitting.wait_for("the night of 16 December")
    page.wait_for_function("() => /^1[0-9]:|^8:|^7:/.test(document.querySelector('.countdown').innerText)")


def test_the_lobby_asks_for_minutes_where_orders_are_handed_in(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby()
    assert page.locator("input[name=minutes]").count() == 0
    sitting.lobby("playsheet", unfold=True)
    page.locator("input[name=minutes]").fill("0")
    page.locator("#start").click()
    page.wait_for_selector(".notice >> text=minutes")
    page.locator("input[name=minutes]").fill("90")
    page.locator("#start").click()
    page.wait_for_selector(".countdown >> text=/1 h (29|30) min left/")
