"""The playsheet tells the truth: replaced orders, the report of a turn, the guide, the end page."""

from __future__ import annotations

import pytest

from tests.browser.moments import playsheet, turn_played
from tests.browser.sitting import Sitting, play_out
from tests.browser.test_playsheet import ALONE, GRENADIERS, PANZER, PEOPLE, TARGET, on_the_sheet, written
from tests.browser.test_playsheet_match import alone
from tests.browser.waves import find
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing


def fought(server: Running) -> Player:
    """Return a match in which two regiments have attacked with a breakthrough order."""
    match = server.make(ALONE, game="playsheet", seed=3)
    for unit in (GRENADIERS, PANZER):
        ways = match.get("german", "/reach", unit=unit).json()["reach"]
        order = next(w["order"] for w in ways if w["mode"] == "attack" and w["hex"] == TARGET)
        match.done("german", {**order, "breakthrough": True})
    match.done("german", {"do": "seal"})
    until(lambda: match.view("german")["board"]["turn"] == 2, 120)
    return match


def test_after_an_attack_is_written_nothing_is_selected(sitting: Sitting, server: Running) -> None:
    match, page = server.make(PEOPLE, game="playsheet", seed=31), sitting.page
    match.done("allied", {"do": "seal"})
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    find(sitting, GRENADIERS)
    sitting.click_hex(TARGET)
    page.locator("#declare:not([disabled])").wait_for()
    assert "If the reports are right" in page.inner_text(".attack .pinned")
    page.locator("#declare").click()
    on_the_sheet(match, GRENADIERS, "attack")
    sitting.ready(match.view("german")["seq"])
    page.wait_for_selector(".panel .unit", state="detached")
    assert page.locator(".panel .attack").count() == 0


def test_an_order_replaces_another_only_when_confirmed(sitting: Sitting, server: Running) -> None:
    match, page = server.make(PEOPLE, game="playsheet", seed=32), sitting.page
    match.done("allied", {"do": "seal"})
    match.done("german", {"do": "rest", "unit": PANZER})
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    find(sitting, PANZER)
    end = match.get("german", "/reach", unit=PANZER).json()["reach"][0]["hex"]
    page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.click_hex(end)
    page.locator("dialog[open] >> text=Replace this order?").wait_for()
    assert "rest" in page.inner_text("dialog[open]")
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    sitting.settle()
    assert "rest" in written(match)[PANZER]
    sitting.click_hex(end)
    page.locator("dialog[open]").get_by_role("button", name="Replace", exact=True).click()
    on_the_sheet(match, PANZER, "move")


def test_the_staff_leaves_written_orders_alone(sitting: Sitting, server: Running) -> None:
    match, page = server.make(PEOPLE, game="playsheet", scenario="lxvi_corps", seed=33), sitting.page
    match.done("allied", {"do": "seal"})
    unit = match.view("german")["choices"]["units"][0]
    match.done("german", {"do": "rest", "unit": unit})
    sitting.sit(match)
    page.locator("#staff").click()
    page.locator(".staffplan li").first.wait_for()
    page.locator("#staff-do").click()
    page.wait_for_selector(".notice:has-text('orders')")
    until(lambda: len(written(match)) > 3)
    assert "rest" in written(match)[unit]


def test_the_report_is_there_after_a_reload(sitting: Sitting, server: Running) -> None:
    turn_played(sitting)
    page = sitting.page
    before = page.locator("[data-carried]").count()
    for line in page.locator(".carried li").all_inner_texts():
        assert "it is " in line or "it got no farther than" in line, line
    page.reload()
    page.locator("[data-carried]").first.wait_for()
    assert page.locator("[data-carried]").count() == before


def test_the_banner_names_the_fights_of_the_turn_after_a_reload(sitting: Sitting, server: Running) -> None:
    match, page = fought(server), sitting.page
    sitting.sit(match)
    for _ in range(2):
        page.locator("[data-carried]").first.wait_for()
        page.locator(".bar .when").click()
        page.locator(".banner .deeds li").first.wait_for()
        page.reload()


def test_the_report_says_why_a_unit_did_not_break_through(sitting: Sitting, server: Running) -> None:
    sitting.sit(fought(server))
    sitting.page.locator(f'[data-carried="{GRENADIERS}"] >> text=no breakthrough, because').wait_for()


def test_the_guide_of_the_playsheet_is_about_writing(sitting: Sitting, server: Running) -> None:
    match, page = server.make(PEOPLE, game="playsheet", seed=34), sitting.page
    match.done("allied", {"do": "seal"})
    sitting.sit(alone(match, "german"), toured=False)
    page.wait_for_selector(".tour")
    text, counts = "", []
    while page.locator(".tour").count():
        text += page.inner_text(".tour p") + "\n"
        counts.append(page.inner_text(".tour .quiet").split(" of "))
        page.locator(".tour button.main").click()
    for words in ("write orders", "reports", "Unprepared", "Guns", "supply points", "Seal the orders"):
        assert words.lower() in text.lower(), words
    assert [int(at) for at, _ in counts] == list(range(1, len(counts) + 1))
    assert {int(of) for _, of in counts} == {len(counts)}


def test_a_part_of_the_front_is_not_compared_with_the_whole(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", scenario="lxvi_corps", seed=3)
    sitting.sit(alone(play_out(match, 3), "german"))
    page = sitting.page
    page.wait_for_selector(".endpage .losses")
    assert page.locator(".losses .tick").count() == 0
    assert "1944" not in page.inner_text(".losses")
    box = page.locator(".endmap .sheetmap").bounding_box()
    assert box is not None
    assert box["height"] > 700, "the map leaves a part of the page empty"


def test_the_sheet_of_a_unit_keeps_what_is_corrected(sitting: Sitting, server: Running) -> None:
    match = playsheet(sitting)
    find(sitting, GRENADIERS)
    sitting.click_hex(TARGET)
    sitting.page.locator("#declare:not([disabled])").click()
    on_the_sheet(match, GRENADIERS, "attack")
    sitting.settle()
    find(sitting, GRENADIERS)
    sitting.page.get_by_role("button", name="Break through", exact=True).click()
    sitting.page.get_by_role("button", name="Do not break through", exact=True).wait_for()
    assert sitting.page.locator("dialog[open]").count() == 0, "a correction needs no question"
