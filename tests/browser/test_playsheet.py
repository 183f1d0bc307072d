"""The playsheet at the table: a German 16D by mouse and by keyboard, the air page, a phone."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import FINE
from tests.browser.hands import Mouse
from tests.browser.sitting import Sitting
from tests.browser.test_pages import serious
from tests.browser.waves import find
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

PEOPLE = {"german": "me", "allied": "beside"}
ALONE = {"german": "me", "allied": "turtle"}
GRENADIERS, PANZER, ENGINEERS = "GE-116PZ-156", "GE-116PZ-16", "GE-ENG-LVIII"
TARGET = "4321"  # an American regiment is known to be there
CLEAR_DAY = 14  # 23D


def written(match: Player, seat: str = "german") -> dict[str, str]:
    """Return the sheet's text, by unit."""
    lines: list[dict[str, Any]] = match.view(seat)["choices"]["sheet"]
    return {line["unit"]: line["words"] for line in lines if line["kind"] != "none"}


def on_the_sheet(match: Player, unit: str, words: str, seat: str = "german") -> None:
    until(lambda: words in written(match, seat).get(unit, ""))


def seal(sitting: Sitting) -> None:
    sitting.page.locator("#end").click()
    sitting.page.locator("dialog[open] button.main").click()


def test_a_german_16d_by_the_mouse_against_the_computer(sitting: Sitting, server: Running) -> None:
    match = server.make(ALONE, game="playsheet", seed=3)
    page, mouse = sitting.page, Mouse(sitting)
    sitting.sit(match)
    sitting.wait_for("Write your orders for the day of 16 December")
    find(sitting, GRENADIERS)
    page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.picture("playsheet-reach")
    mouse.hex(TARGET)  # a report is there: the estimate
    page.locator("#declare:not([disabled])").wait_for()
    page.locator(f'[data-attacker="{PANZER}"]').click()
    page.locator(f'[data-attacker="{PANZER}"][aria-pressed="true"] .after').wait_for()
    sitting.picture("playsheet-odds")
    page.locator("#declare:not([disabled])").click()
    on_the_sheet(match, PANZER, "attack")
    on_the_sheet(match, GRENADIERS, "attack")
    page.locator(f'.trace.attack[data-trace="{PANZER}"]').wait_for(state="attached")
    find(sitting, PANZER)
    page.get_by_role("button", name="Break through", exact=True).click()
    page.get_by_role("button", name="Do not break through", exact=True).wait_for()
    on_the_sheet(match, PANZER, "break through")
    page.locator("#tab-sheet").click()
    page.locator('[data-filter="attacking"]').click()
    assert page.locator(".ordersheet [data-line]").count() == 2
    sitting.picture("playsheet-sheet")
    page.locator(f'[data-line="{GRENADIERS}"] .strike').click()
    until(lambda: GRENADIERS not in written(match))
    page.locator(f'[data-line="{GRENADIERS}"]').wait_for(state="detached")
    find(sitting, ENGINEERS)
    page.get_by_role("button", name="Rest", exact=True).click()
    on_the_sheet(match, ENGINEERS, "rest")
    seal(sitting)
    until(lambda: match.view("german")["board"]["turn"] == 2, 120)
    sitting.wait_for("Write your orders for the night of 16 December")
    page.locator("#tab-orders").click()
    page.keyboard.press("Escape")
    page.locator(".turnreport >> text=Fighting").wait_for()
    page.locator("#turnplay").click()
    for _ in range(8):
        page.get_by_label("Next phase").click()
        if "Attacks" in page.inner_text(".turnplay .label"):
            break
    assert "Attacks" in page.inner_text(".turnplay .label")
    sitting.picture("playsheet-turn")
    page.locator("#turnplay-close").click()
    page.locator("#tab-sheet").click()
    page.get_by_role("button", name="Copy").click()
    on_the_sheet(match, ENGINEERS, "rest")


def test_a_german_16d_by_keyboard_alone(sitting: Sitting, server: Running) -> None:
    match = server.make(ALONE, game="playsheet", seed=4)
    page = sitting.page
    sitting.sit(match)
    sitting.wait_for("Write your orders for the day of 16 December")
    find(sitting, ENGINEERS)
    page.wait_for_selector(f'.panel .unit[data-unit="{ENGINEERS}"] >> text=In reach')
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("#go:not([disabled])")
    page.keyboard.press("Enter")
    on_the_sheet(match, ENGINEERS, "move ")
    page.keyboard.press("e")
    page.locator("dialog[open] button.main").wait_for()
    page.keyboard.press("Enter")
    until(lambda: match.view("german")["board"]["turn"] == 2, 120)


def test_a_grey_hex_says_why(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=5)
    match.done("allied", {"do": "seal"})
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    find(sitting, GRENADIERS)
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.click_hex("2429")
    said = sitting.page.locator(".whynot")
    said.wait_for()
    assert "OPS-MOVE-4" in said.inner_text()
    assert "OPS-MOVE-18" in said.inner_text()


def test_the_screen_is_covered_when_the_first_has_sealed(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=6)
    sitting.sit(match, uncovered=False)
    sitting.page.get_by_role("button", name="I am the Allied player").or_(
        sitting.page.locator("#end")
    ).first.wait_for()
    seal(sitting)
    cover = sitting.page.locator(".cover")
    cover.wait_for()
    assert "German" in cover.inner_text()
    assert not match.view("german")["board"]["strip"][1]["label"].endswith("sealed")
    cover.locator("button.main").click()
    sitting.wait_for("the Allied side has sealed")
    assert sitting.page.locator('.counter[data-unit^="US-"]').count() == 0
    assert sitting.page.locator(".contact").count() > 5


def clear_day(match: Player) -> Player:
    """Return a day on which the Allied air forces fly."""
    with match.server.house.room.at(match.id) as live:
        assert isinstance(live.match.state, PlaysheetState)
        live.match.state.turn, live.match.state.weather = CLEAR_DAY, FINE
        live.views.clear()
    return match


def test_squadrons_are_sent_with_a_click(sitting: Sitting, server: Running) -> None:
    match = clear_day(server.make(PEOPLE, game="playsheet", seed=7))
    page = sitting.page
    sitting.sit(match)
    sitting.wait_for("Write your orders for the day of 23 December")
    page.locator("#tab-sheet").click()
    pool = page.locator('[data-pool="ground-attack"]')
    pool.get_by_label("More").click()
    pool.locator('[data-task="air_interdict"]').click()
    page.locator(".aiming").wait_for()
    sitting.click_hex("4514")
    until(lambda: match.view("allied")["choices"]["air"]["missions"])
    (mission,) = match.view("allied")["choices"]["air"]["missions"]
    assert "2 ground-attack squadrons: interdict" in mission["words"]
    page.locator(".trace.area").wait_for(state="attached")
    fighters = page.locator('[data-pool="fighter"]')
    fighters.locator('[data-task="cover"]').click()
    page.locator(".aiming").wait_for()
    sitting.picture("playsheet-air")
    sitting.click_hex("4514")
    until(lambda: len(match.view("allied")["choices"]["air"]["missions"]) == 2)
    page.get_by_label("Cancel: 1 fighter").click()
    until(lambda: len(match.view("allied")["choices"]["air"]["missions"]) == 1)


def test_what_is_written_is_there_after_coming_back(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=8)
    match.done("allied", {"do": "seal"})
    match.done("german", {"do": "rest", "unit": PANZER})
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    sitting.page.reload()
    sitting.wait_for("the Allied side has sealed")
    sitting.page.locator("#tab-sheet").click()
    assert "rest" in sitting.page.locator(f'[data-line="{PANZER}"]').inner_text()


def test_axe_finds_nothing_serious(sitting: Sitting, server: Running) -> None:
    match = clear_day(server.make(PEOPLE, game="playsheet", seed=9))
    sitting.sit(match)
    sitting.wait_for("Write your orders")
    sitting.page.locator("#tab-sheet").click()
    assert serious(sitting, ".side") == []
    sitting.page.locator('[data-pool="fighter"] [data-task="cover"]').click()
    sitting.page.locator(".aiming").wait_for()
    assert serious(sitting, ".aiming") == []


def test_an_order_given_while_the_other_seals_is_not_lost(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=11)
    tokens = dict(match.tokens)
    match.tokens = {"german": tokens["german"]}  # only this seat is at the screen
    sitting.sit(match)
    match.tokens = tokens
    sitting.wait_for("the Allied side is writing")
    find(sitting, PANZER)
    rest = sitting.page.get_by_role("button", name="Rest", exact=True)
    rest.wait_for()
    match.done("allied", {"do": "seal"})
    rest.click()  # the page may not know it yet
    on_the_sheet(match, PANZER, "rest")
    sitting.wait_for("the Allied side has sealed")


class TestOnAPhone:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

    def test_the_sheet_fits(self, sitting: Sitting, server: Running) -> None:
        match = server.make(PEOPLE, game="playsheet", seed=10)
        match.done("allied", {"do": "seal"})
        sitting.sit(match)
        sitting.wait_for("Write your orders")
        sitting.page.locator("#tab-sheet").tap()
        sitting.page.locator("[data-line]").first.wait_for()
        assert sitting.page.evaluate("document.documentElement.scrollWidth") <= 360
        sitting.picture("playsheet-phone")


def test_the_veteran_is_asked_after_the_staff_and_says_what_it_weighed(
    sitting: Sitting, server: Running
) -> None:
    match, page = server.make(PEOPLE, game="playsheet", scenario="lxvi_corps", seed=3), sitting.page
    sitting.sit(match)
    page.locator("#hint").click()
    page.get_by_role("button", name="Ask the veteran").click()
    page.wait_for_selector(".notice:has-text('The veteran suggests:')")
    text = page.locator(".notice").inner_text()
    assert "I compared" in text
    assert "Ask the" not in text, "there is nobody beyond"
    seq = match.view("german")["seq"]
    assert seq == 0, "asking gives no order"
    page.locator(".notice").get_by_role("button", name="Do it").click()
    until(lambda: match.view("german")["seq"] > seq)
