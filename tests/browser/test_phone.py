"""A phone: in every state of every game the map keeps its room, and every needed button is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import moments
from tests.browser.sitting import Sitting, play_to
from tests.browser.test_flow import sit_alone
from tests.browser.test_layouts import CUT_OFF
from tests.browser.test_playsheet import ALONE, GRENADIERS, PANZER, TARGET
from tests.browser.test_show import fighting
from tests.browser.waves import find
from tests.server.running import PEOPLE, Running, until

SIZES = {"390": (390, 844), "360": (360, 640), "landscape": (844, 390)}
# What is wrong: a map too small or covered, a button out of reach, targets too small for a finger.
WRONG = """() => {
  const result = [], upright = innerHeight > innerWidth;
  const wide = node => node.getBoundingClientRect().width > 0;
  const visible = node => node.checkVisibility({visibilityProperty: true}) && wide(node);
  const all = what => [...document.querySelectorAll(what)].filter(visible);
  const name = node => node.id || node.innerText || node.getAttribute("aria-label") || node.className;
  const map = document.querySelector(".map").getBoundingClientRect();
  if (map.height < 200) result.push(`the map has ${map.height} px`);
  if (map.bottom > innerHeight || map.top < 86) result.push(`the map lies from ${map.top} to ${map.bottom}`);
  for (const band of all(".side, .show, .banner, .replay, .tour")) {
    const box = band.getBoundingClientRect();
    const covers = upright ? box.top < map.bottom - 1 : box.left < map.right - 1 && box.top < map.bottom;
    if (covers) result.push(`${band.className} covers the map`);
    if (box.bottom > innerHeight - 67) result.push(`${band.className} lies under the footer`);
    const narrow = !upright && Math.abs(box.width - innerWidth * 0.46) > 4;
    if (narrow) result.push(`${band.className} is ${box.width} wide`);
  }
  const dialog = document.querySelector("dialog[open]");
  const needed = dialog ? "dialog[open] > .options:last-child button"
    : "#end, #undo, #declare, #go, .go button, .keys button, " +
      ".attack footer button, .pool footer button, .drawn .options button";
  const fixed = all(needed);
  const top = fixed.filter(node => node.closest(".attack, .pool, .drawn, .keys, .go, dialog"));
  for (const node of top.length ? top : fixed) {
    const box = node.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!node.contains(at)) result.push(`${name(node)} cannot be touched: ${at?.className}`);
    const out = box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight;
    if (out) result.push(`${name(node)} is off the screen`);
    if (!dialog && box.top < innerHeight - 68) result.push(`${name(node)} is not in the footer`);
  }
  if (!dialog && !fixed.length) result.push("no button is in the footer");
  const targets = ".toggles button, .tabs button, dialog[open] button, input[type=range], footer button, " +
    ".acts button, .keys button, .go button";
  for (const node of all(targets)) {
    const box = node.getBoundingClientRect();
    const small = box.height < 43.5 && !node.matches(".link, .term");
    if (small) result.push(`${name(node)} is ${box.height} px high`);
  }
  return result;
}"""
Play = Callable[[Sitting], Any]


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def look(sitting: Sitting, name: str, *, ended: bool = False) -> list[str]:
    """Return what is wrong at the sizes of a phone."""
    result = []
    for size, (width, height) in SIZES.items():
        sitting.page.set_viewport_size({"width": width, "height": height})
        sitting.page.wait_for_timeout(80)
        sitting.picture(f"{name}-{size}")
        wrong = sitting.page.evaluate(CUT_OFF) + ([] if ended else sitting.page.evaluate(WRONG))
        result += [f"{name} at {size}: {words}" for words in wrong]
    sitting.page.set_viewport_size({"width": 390, "height": 844})
    return result


TIGERS: list[Play] = [
    moments.tigers_setup, moments.tigers_guide, moments.tigers_banner, moments.tigers_picked,
    moments.tigers_attack, moments.tigers_planned, moments.tigers_result, moments.tigers_film,
    moments.tigers_question, moments.tigers_retreat, moments.tigers_victory, moments.tigers_forces,
    moments.tigers_staff, moments.tigers_menu, moments.tigers_replay,
]  # fmt: skip
BREAKTHROUGH: list[Play] = [
    moments.breakthrough_opening, moments.breakthrough_unit, moments.breakthrough_attack,
    moments.breakthrough_campaign, moments.breakthrough_move,
]  # fmt: skip
WAVE: list[Play] = [
    moments.wave_setup, moments.wave_opening, moments.wave_march, moments.wave_advance, moments.wave_losses,
    moments.wave_bridge,
]  # fmt: skip
PLAYSHEET: list[Play] = [
    moments.playsheet_reach, moments.playsheet_attack, moments.playsheet_sheet, moments.playsheet_air,
    moments.playsheet_report, moments.playsheet_turn, moments.playsheet_command,
]  # fmt: skip


@pytest.mark.parametrize("play", [*TIGERS, *BREAKTHROUGH, *WAVE, *PLAYSHEET], ids=lambda play: play.__name__)
def test_the_map_keeps_its_room(sitting: Sitting, server: Running, play: Play) -> None:
    play(sitting)
    assert look(sitting, play.__name__.replace("_", "-")) == []


def test_the_fights_of_a_turn_leave_the_map_its_room(sitting: Sitting, server: Running) -> None:
    match, page = server.make(ALONE, game="playsheet", seed=3), sitting.page
    for unit in (GRENADIERS, PANZER):
        ways = match.get("german", "/reach", unit=unit).json()["reach"]
        match.done("german", next(w["order"] for w in ways if w["mode"] == "attack" and w["hex"] == TARGET))
    match.done("german", {"do": "seal"})
    until(lambda: match.view("german")["board"]["turn"] == 2, 120)
    sitting.sit(match)
    page.locator("#turnplay").tap()
    page.locator("#turnplay-next").tap()
    page.wait_for_selector(".show .cell.lit")
    assert page.locator(".tabs").is_hidden()
    assert look(sitting, "playsheet-fight") == []
    page.locator("#turnplay-close").tap()
    page.wait_for_selector(".tabs")
    assert look(sitting, "playsheet-after-the-fight") == []


def test_a_drawn_way_is_ordered_from_the_footer(sitting: Sitting, server: Running) -> None:
    moments.playsheet(sitting)
    find(sitting, GRENADIERS)
    sitting.page.locator("#draw").tap()
    sitting.page.locator("#go").wait_for()
    assert look(sitting, "playsheet-draw") == []


def test_the_end_of_a_phase_is_confirmed_on_the_screen(sitting: Sitting, server: Running) -> None:
    moments.playsheet(sitting)
    sitting.page.locator("#end").tap()
    sitting.page.locator("dialog[open] button.main").wait_for()
    assert look(sitting, "playsheet-confirm") == []


def test_the_guide_waits_until_the_banner_is_read(sitting: Sitting, server: Running) -> None:
    match = server.make(ALONE, game="playsheet", seed=3)
    sitting.sit(match, toured=False, speed="normal")
    page = sitting.page
    page.wait_for_selector(".banner:not([hidden])")
    assert page.locator(".tour").count() == 0
    assert look(sitting, "banner-first") == []
    page.locator(".banner .go .main").tap()
    page.wait_for_selector(".tour")
    assert look(sitting, "guide-second") == []


def test_the_map_returns_to_the_player_after_the_film(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(PEOPLE, seed=1), "move", "allied", 1)
    sit_alone(sitting, match, "german", speed="fast")
    page = sitting.page
    sitting.ready(match.view("german")["seq"])
    lies = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).toString()"
    before = page.evaluate(lies)
    unit = max(match.view("allied")["choices"]["units"], key=lambda u: _far(page, u))
    way = match.get("allied", "/reach", unit=unit).json()["reach"][0]
    match.done("allied", way["order"])
    page.wait_for_selector(".showing")
    page.wait_for_selector(".table:not(.showing)")
    sitting.ready(match.view("german")["seq"])
    until(lambda: page.evaluate(lies) == before)


def _far(page: Page, unit: str) -> float:
    """How far a counter is from the middle of the map."""
    at = """unit => { const node = document.querySelector(`.counter[data-unit="${unit}"]`);
      const box = node?.getBoundingClientRect();
      const map = document.querySelector(".map").getBoundingClientRect();
      return box ? Math.hypot(box.x - map.x - map.width / 2, box.y - map.y - map.height / 2) : 0; }"""
    return float(page.evaluate(at, unit))


def test_a_tall_tip_scrolls(sitting: Sitting, server: Running) -> None:
    _, german = fighting(server)
    sitting.sit(german)
    sitting.page.set_viewport_size({"width": 844, "height": 390})
    sitting.settle()
    tip = """() => {
      const node = document.createElement("div");
      node.className = "tip";
      node.style.top = "4px";
      node.innerText = "line\\n".repeat(60);
      document.querySelector(".viewport").append(node);
      const fits = node.getBoundingClientRect().bottom <= innerHeight;
      return [node.scrollHeight > node.clientHeight, getComputedStyle(node).overflowY, fits];
    }"""
    assert sitting.page.evaluate(tip) == [True, "auto", True]
