"""From a phone of 360 pixels to a 4K screen: nothing is cut off, nothing scrolls sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.sitting import Sitting, play_to, ready_to_declare
from tests.server.running import Running

SIZES = {
    "small": (360, 640),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "4k": (3840, 2160),
}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Controls that stick out of the screen or whose words do not fit; rows that are meant to scroll are left out.
CUT_OFF = """() => {
  const found = [];
  for (const node of document.querySelectorAll('button, select, input, a.button, h1, h2, .prompt, .when')) {
    const box = node.getBoundingClientRect();
    if (!box.width || node.closest('.toggles, .strip, .victory, .chips, .visually-hidden, .skip')) continue;
    const words = node.innerText?.slice(0, 30) || node.getAttribute('aria-label') || node.tagName;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`sticks out: ${words}`);
    const tight = node.tagName === 'BUTTON' && node.scrollWidth > node.clientWidth + 2;
    if (tight) found.push(`words cut: ${words}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page scrolls sideways`);
  for (const box of document.querySelectorAll('.side, dialog[open], .card-over'))
    if (box.scrollWidth > box.clientWidth + 1) found.push(`${box.className} scrolls sideways`);
  return found;
}"""


def cut_off(page: Page) -> list[str]:
    page.wait_for_timeout(60)
    found: list[str] = page.evaluate(CUT_OFF)
    return found


@pytest.fixture
def browser_context_args(size: str, browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return PHONE if SIZES[size][0] < 500 else browser_context_args


@pytest.mark.parametrize(("size", "theme"), [*((size, "paper") for size in SIZES), ("desk", "winter")])
def test_every_screen_fits(sitting: Sitting, server: Running, size: str, theme: str) -> None:
    width, height = SIZES[size]
    sitting.page.set_viewport_size({"width": width, "height": height})
    look_around(sitting, server, f"{size}-{theme}")


def look_around(sitting: Sitting, server: Running, name: str) -> None:
    """Lobby, odds, panels, dialogs, a decision and the rulebook."""
    page, theme = sitting.page, name.split("-")[1]
    match = ready_to_declare(server)
    sitting.prefer({match.id: match.tokens}, theme=theme)
    page.goto(sitting.base)
    page.wait_for_selector(".matches .name")
    page.locator("#fold").click()
    assert cut_off(page) == []
    page.locator("#fold").click()
    sitting.picture(f"{name}-lobby")
    sitting.sit(match, theme=theme)
    assert cut_off(page) == []
    sitting.click_hex("1206")
    page.wait_for_selector(".faces")
    assert cut_off(page) == []
    sitting.picture(f"{name}-odds")
    page.keyboard.press("Escape")
    for tab in ("Forces", "Campaign"):
        page.get_by_role("tab", name=tab).click()
        assert cut_off(page) == []
    sitting.picture(f"{name}-campaign")
    page.locator("#more").click()
    assert cut_off(page) == []
    page.locator("dialog[open]").get_by_role("button", name="Board as text").click()
    page.wait_for_selector("dialog[open] .textboard")
    assert cut_off(page) == []
    page.locator("dialog[open]").get_by_role("button", name="Back to the map").click()
    page.keyboard.press("r")
    page.wait_for_selector(".replay")
    assert cut_off(page) == []
    page.get_by_role("button", name="Back to now").click()
    sitting.move_over(play_to(server.make(seed=0), "retreat", "german", 0))
    page.wait_for_selector(".card-over.answers")
    assert cut_off(page) == []
    sitting.picture(f"{name}-retreat")
    page.goto(f"{sitting.base}/#/rules/tigers/TIA-ZOC-12")
    page.wait_for_selector("h3#TIA-ZOC-12.here")
    assert cut_off(page) == []
