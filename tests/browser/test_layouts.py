"""From a phone of 360 pixels to a 4K screen: nothing is clipped, nothing scrolls sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.sitting import Sitting, play_to, ready_to_declare
from tests.page_text import t
from tests.server.running import Player, Running

SIZES = {
    "small": (360, 640),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "4k": (3840, 2160),
}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Controls that extend beyond the screen or whose text does not fit, except rows that are meant to scroll.
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
    result: list[str] = page.evaluate(CUT_OFF)
    return result


@pytest.fixture
def browser_context_args(sizes: list[str], browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return PHONE if SIZES[sizes[0]][0] < 500 else browser_context_args


@pytest.mark.parametrize(
    ("sizes", "theme"),
    [
        pytest.param(["small", "phone"], "paper", id="small and phone"),
        pytest.param(["tablet", "desk", "4k"], "paper", id="tablet, desk and 4k"),
        pytest.param(["desk"], "winter", id="winter"),
    ],
)
def test_every_screen_fits(sitting: Sitting, server: Running, sizes: list[str], theme: str) -> None:
    """Test sizes of one kind in one page, because reopening it would take longer."""
    declares, retreats = ready_to_declare(server), play_to(server.make(seed=0), "retreat", "german", 0)
    sitting.prefer({declares.id: declares.tokens}, theme=theme)
    for size in sizes:
        width, height = SIZES[size]
        sitting.page.set_viewport_size({"width": width, "height": height})
        result = look_around(sitting, f"{size}-{theme}", declares, retreats)
        assert result == [], size


def look_around(sitting: Sitting, name: str, declares: Player, retreats: Player) -> list[str]:
    """Return what is clipped in lobby, odds, panels, dialogs, a decision and the rulebook, and where."""
    page, result = sitting.page, list[str]()

    def look(where: str) -> None:
        result.extend(f"{where}: {words}" for words in cut_off(page))

    page.goto(f"{sitting.base}/#/")
    page.wait_for_selector(".matches .name")
    page.locator("#fold").click()
    look("lobby")
    page.locator("#fold").click()
    sitting.picture(f"{name}-lobby")
    sitting.move_over(declares)
    look("table")
    sitting.click_hex("1206")
    page.wait_for_selector(".faces")
    look("odds")
    sitting.picture(f"{name}-odds")
    page.keyboard.press("Escape")
    for tab in ("Forces", "Campaign"):
        page.get_by_role("tab", name=tab).click()
        look(tab)
    sitting.picture(f"{name}-campaign")
    page.locator("#more").click()
    look("more")
    page.locator("dialog[open]").get_by_role("button", name="Board as text").click()
    page.wait_for_selector("dialog[open] .textboard")
    look("board as text")
    page.locator("dialog[open]").get_by_role("button", name=t("common.close")).click()
    page.keyboard.press("r")
    page.wait_for_selector(".replay")
    look("replay")
    page.get_by_role("button", name="Back to now").click()
    sitting.move_over(retreats)
    page.wait_for_selector(".card-over.answers")
    look("retreat")
    sitting.picture(f"{name}-retreat")
    page.goto(f"{sitting.base}/#/rules/tigers/TIA-ZOC-12")
    page.wait_for_selector("h3#TIA-ZOC-12.here")
    look("rulebook")
    return result
