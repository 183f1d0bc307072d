"""The moves of others: animated on the map at the chosen speed, skipped, or not shown at all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.browser.sitting import Sitting, opened, play_to
from tests.server.running import Player, Running, until

MOVING = """() => {
  window.carried = 0;
  new MutationObserver(found => {
    for (const node of found.flatMap(x => [...x.addedNodes]))
      if (node.matches?.('.counter.moving')) window.carried += 1;
  }).observe(document.querySelector('.world'), { childList: true, subtree: true });
}"""


def allied_move(server: Running) -> tuple[Player, Player, dict[str, Any]]:
    """Return the whole match, the Germans' half of it, and a move the Allied side is about to make."""
    match = play_to(opened(server, seed=1), "move", "allied", 1)
    ways: list[dict[str, Any]] = []
    for unit in match.view("allied")["choices"]["units"]:
        ways += match.get("allied", "/reach", unit=unit).json()["reach"]
    way = max((w for w in ways if w["hex"] != "exit"), key=lambda w: len(w["path"]))
    german = Player(server, match.id, {"german": match.tokens["german"]})
    return match, german, way


def shown_at(sitting: Sitting, unit: str) -> str:
    result: str = sitting.page.evaluate(
        "unit => document.querySelector(`.world [data-unit='${unit}']`)?.dataset.hex ?? ''", unit
    )
    return result


def test_a_move_is_carried_over_the_map_and_can_be_skipped(sitting: Sitting, server: Running) -> None:
    match, german, way = allied_move(server)
    sitting.page.clock.install()
    sitting.sit(german, speed="slow")
    sitting.settle()
    sitting.page.evaluate(MOVING)
    sitting.page.clock.pause_at(datetime.now() + timedelta(seconds=60))  # the counter pauses on its way
    match.done("allied", way["order"])
    sitting.page.wait_for_selector(".counter.moving", state="attached")
    bar = sitting.page.locator(".show")
    assert bar.is_visible()
    bar.get_by_role("button", name="fast").click()
    assert bar.locator('[data-speed="fast"]').get_attribute("aria-pressed") == "true"
    sitting.picture("watching")
    bar.get_by_role("button", name="Skip").click()
    sitting.page.clock.resume()
    bar.wait_for(state="hidden")
    assert shown_at(sitting, way["order"]["unit"]) == way["hex"]
    assert sitting.page.evaluate("JSON.parse(localStorage['ardennes.settings']).speed") == "fast"


def test_a_move_that_is_not_skipped_ends_where_it_should(sitting: Sitting, server: Running) -> None:
    match, german, way = allied_move(server)
    sitting.sit(german, speed="fast")
    sitting.settle()  # entries that arrive before the log is loaded are not shown as new
    sitting.page.evaluate(MOVING)
    match.done("allied", way["order"])
    sitting.page.wait_for_function("() => window.carried === 1")
    until(lambda: shown_at(sitting, way["order"]["unit"]) == way["hex"], 15)
    sitting.page.locator(".show").wait_for(state="hidden")  # the card stays a moment longer


class TestWithLessMotion:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}

    def test_counters_are_simply_there(self, sitting: Sitting, server: Running) -> None:
        match, german, way = allied_move(server)
        sitting.sit(german, speed="slow")
        sitting.settle()
        sitting.page.evaluate(MOVING)
        match.done("allied", way["order"])
        until(lambda: shown_at(sitting, way["order"]["unit"]) == way["hex"], 15)
        assert sitting.page.evaluate("window.carried") == 0


@pytest.mark.standing
def test_the_speed_is_chosen_in_the_menu(sitting: Sitting, server: Running) -> None:
    sitting.sit(opened(server, seed=2))
    sitting.page.locator("#more").click()
    sitting.page.locator("dialog[open] select[aria-label^=Battles]").select_option("slow")
    sitting.page.locator("dialog[open]").get_by_role("button", name="Close").click()
    assert sitting.page.evaluate("JSON.parse(localStorage['ardennes.settings']).speed") == "slow"


@pytest.mark.standing
def test_the_log_leads_to_hexes_and_units(sitting: Sitting, server: Running) -> None:
    match, page = play_to(opened(server, seed=1), "move", "german"), sitting.page
    sitting.sit(match)
    line = page.locator(".log li", has_text="is Disrupted").first
    unit = line.locator("button.link").first
    name = unit.inner_text()
    unit.click()
    page.wait_for_selector(f".panel .unit h2:has-text('{name}')")
    hex_ = page.locator(".log li button.link", has_text="1 hex south of Büllingen").first
    hex_.click()
    page.wait_for_function("() => document.activeElement?.dataset?.hex === '1206'")
    turn = page.locator(".log select")
    turn.select_option("0")
    text = set(page.locator(".log li .t").all_inner_texts())
    assert text == {"T0"}
