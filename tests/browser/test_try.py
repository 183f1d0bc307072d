"""Cases of the rulebooks tried in a real Chromium: on a server and on the site without one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.site import STARTS, Visit
from tests.browser.sitting import KEPT, PICTURES, Sitting

pytestmark = pytest.mark.long

# By game: a rule, a case about it that is refused, and one that is carried out.
CASES = {
    "tigers": (("TIA-ZOC-8", "FH-heydte-no-friend"), ("TIA-TIGER-3", "FA-tiger-road-half")),
    "breakthrough": (("BTA-7.6k", "no-march-through-a-column"), ("BTA-8.4a", "ninety-six-is-no-retreat")),
    "wave_of_terror": (
        ("WOT-6.15", "more than a marker has left"),
        ("WOT-6.15", "sent to the farther marker"),
    ),
    "playsheet": (("OPS-ORD-3", "the others stand"), ("OPS-POOL-3", "one mission a turn")),
}


def try_case(page: Page, base: str, game: str, rule: str, case: str) -> None:
    """Go from the rulebook to the case's board, until all its orders have been given."""
    page.goto(f"{base}#/rules/{game}/{rule}")
    page.locator(f'[data-cases="{rule}"]').click()
    page.locator(f'[data-case="{case}"] a.try').first.click()
    page.wait_for_selector(".trial", timeout=STARTS)
    page.wait_for_selector(".viewport[data-map]", timeout=STARTS)
    while page.locator('.trial[data-over="false"]').count():
        before = page.locator(".trial").get_attribute("data-given")
        page.locator(".trial [data-give]").click()
        page.wait_for_function(
            """before => {
              const trial = document.querySelector(".trial");
              return trial && (trial.dataset.over === "true" || trial.dataset.given !== before);
            }""",
            arg=before,
            timeout=STARTS,
        )
    page.wait_for_selector(".trial .verdict dt", timeout=STARTS)


def comes_out(page: Page, refused: bool) -> None:
    """The results are as the case expects; a refusal shows its rule."""
    assert page.locator(".verdict dt.fails").count() == 0
    assert page.locator(".verdict dt.holds").count() >= 1
    if refused:
        assert re.search(r"\[[A-Z]{3}-[^\]]+\]", page.locator(".verdict dd").first.inner_text())
        assert page.locator(".whynot .rule").count() >= 1


def tried(page: Page, base: str, game: str, refused: bool) -> None:
    rule, case = CASES[game][0 if refused else 1]
    try_case(page, base, game, rule, case)
    comes_out(page, refused)
    if PICTURES:
        KEPT.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(KEPT / f"try-{game}-{'refused' if refused else 'done'}.png"))


@pytest.mark.parametrize("game", CASES)
def test_cases_are_tried_on_the_server(sitting: Sitting, game: str) -> None:
    sitting.prefer()
    for refused in (True, False):
        tried(sitting.page, f"{sitting.base}/", game, refused)
    assert sitting.server.http.get("/api/matches").json()["matches"] == []


def test_cases_are_tried_on_the_site(standing: Visit) -> None:
    """A refused case and an executed one in turn: the server's engine tried both."""
    before = standing.matches()
    for at, game in enumerate(CASES):
        tried(standing.page, standing.base, game, at % 2 == 0)
    assert standing.matches() == before


def test_playing_otherwise_is_reported_and_the_case_begins_again(sitting: Sitting) -> None:
    sitting.prefer()
    page = sitting.page
    page.goto(f"{sitting.base}/#/try/tigers/corners_advances/FA-tiger-road-half")
    page.wait_for_selector(".trial [data-give]")
    page.locator("#end").click()
    sure = page.locator("dialog button.main")
    page.wait_for_selector("dialog[open], .trial[data-given=null]")
    if sure.count():
        sure.click()
    page.wait_for_selector('.trial[data-given="null"]')
    assert page.locator(".trial .verdict").count() == 0
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector('.trial[data-given="0"]')


def test_a_question_is_shown_with_its_answer(sitting: Sitting) -> None:
    sitting.prefer()
    page = sitting.page
    page.goto(f"{sitting.base}/#/rules/tigers/TIA-CRT-6")
    page.locator('[data-cases="TIA-CRT-6"]').click()
    page.wait_for_selector(".cases li")
    asked = page.locator(".cases li:not(:has(a.try))").first
    assert "calculate" in asked.inner_text()
    assert asked.locator("pre.expect").inner_text().strip()
