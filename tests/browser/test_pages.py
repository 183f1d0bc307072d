"""The lobby, the guide, the rulebook, the text board; and axe finds no serious fault in any of them."""

from __future__ import annotations

from typing import Literal

from tests.browser.axe import findings
from tests.browser.sitting import Sitting, opened, play_to, ready_to_declare
from tests.page_text import t
from tests.server.running import Running

LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def serious(sitting: Sitting, within: str | None = None) -> list[str]:
    """Return serious and critical problems, with their place; in one part of a long page, or all of it."""
    return [x.words for x in findings(sitting.page, within) if x.impact in ("serious", "critical")]


def test_axe_finds_faults_on_a_page_that_is_not_drawn(sitting: Sitting) -> None:
    sitting.lobby()
    sitting.page.evaluate(
        """() => {
          document.body.innerHTML = "<main><h1>Faults</h1><p>faint</p><button></button></main>";
          Object.assign(document.querySelector("p").style, { color: "#999", background: "#aaa" });
        }"""
    )
    assert [words.split(":")[0] for words in serious(sitting)] == ["button-name", "color-contrast"]


def test_a_match_is_begun_in_the_lobby_with_the_guide(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer(toured=False)
    page.goto(sitting.base)
    page.wait_for_selector("#start")
    assert serious(sitting) == []
    sitting.picture("lobby")
    page.get_by_text(t("lobby.or-beside")).click()
    page.locator("#start").click()
    page.wait_for_selector(".tour")
    sitting.picture("guide")
    while page.locator(".tour").count():
        page.locator(".tour button.main").click()
    page.goto(f"{sitting.base}/#/")
    page.wait_for_selector(".matches .name")
    page.locator(".mine summary").click()
    assert serious(sitting) == []
    page.get_by_role("button", name="Rename").click()
    page.locator("dialog[open] input").fill("Wacht am Rhein")
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector("a.name:has-text('Wacht am Rhein')")


def test_two_computers_can_be_watched_and_their_moves_skipped(sitting: Sitting, server: Running) -> None:
    sitting.prefer(speed="slow")
    sitting.lobby()
    sitting.page.get_by_text("Recruit", exact=True).click()
    sitting.page.get_by_text("watch the computer").click()
    sitting.page.locator("#start").click()
    sitting.page.locator(".skipper").click()
    sitting.page.wait_for_selector(".table .when:has-text('December')")
    assert sitting.page.locator("#end").get_attribute("aria-disabled") == "true"
    assert sitting.page.locator(".card-over").count() == 0


def test_the_rulebook_is_found_by_rule_and_by_word(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    page.goto(f"{sitting.base}/#/rules/tigers/TIA-ZOC-12")
    page.wait_for_selector("h3#TIA-ZOC-12.here")
    page.locator("input[type=search]").fill("river")
    page.wait_for_selector(".results a")
    assert serious(sitting, ".book nav") == []
    assert serious(sitting, ".chapter:nth-of-type(4)") == []  # one of many alike
    sitting.picture("rulebook")


def test_the_table_has_no_serious_fault_for_those_who_cannot_see_it_in_either_light(
    sitting: Sitting, server: Running
) -> None:
    page = sitting.page

    def look(where: str, within: str | None = None) -> None:
        for light in LIGHTS:
            page.emulate_media(color_scheme=light)
            page.wait_for_selector(f"html[data-light={light}]", state="attached")
            assert serious(sitting, within) == [], (where, light)

    sitting.sit(ready_to_declare(server))
    sitting.click_hex("1206")
    page.wait_for_selector(".faces")
    look("odds")
    sitting.picture("dark")
    page.emulate_media(color_scheme="light")
    page.keyboard.press("Escape")  # the tabs come back
    for tab in ("Forces", "Campaign"):
        page.get_by_role("tab", name=tab).click()
        look(tab, ".side")  # the rest of the page is as it was
    page.emulate_media(color_scheme="light")
    sitting.picture("campaign")
    page.keyboard.press("t")
    page.wait_for_selector("dialog[open] .textboard")
    assert "106th Infantry Division" in page.locator(".textboard").inner_text()
    assert serious(sitting, "dialog[open]") == []


def test_overlays_and_the_winter_map(sitting: Sitting, server: Running) -> None:
    match = play_to(opened(server, seed=1), "move", "german")
    sitting.sit(match, theme="winter")
    for key in ("z", "v"):
        sitting.page.keyboard.press(key)
    assert sitting.page.locator('[data-toggle="zoc"]').get_attribute("aria-pressed") == "true"
    sitting.picture("winter")
    for key in ("z", "v", "s", "c", "m"):
        sitting.page.keyboard.press(key)
    assert sitting.page.locator('[data-toggle="supply"]').get_attribute("aria-pressed") == "true"


def test_pages_are_dark_where_the_system_asks_for_it_or_the_player(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    page.emulate_media(color_scheme="dark")
    sitting.prefer()
    page.goto(f"{sitting.base}/#/rules/tigers/TIA-ZOC-12")
    page.wait_for_selector("h3#TIA-ZOC-12.here")
    assert page.locator("html[data-light=dark]").count() == 1
    assert serious(sitting, ".chapter:nth-of-type(4)") == []  # one of many alike
    page.goto(f"{sitting.base}/#/")
    page.wait_for_selector("#start")
    assert serious(sitting) == []
    page.get_by_role("button", name=t("common.light.switch-light")).click()
    page.reload()
    page.wait_for_selector("#start")
    assert page.locator("html[data-light=light]").count() == 1


def test_the_order_of_battle_is_reported_by_arms(sitting: Sitting, server: Running) -> None:
    sitting.sit(ready_to_declare(server))
    sitting.page.get_by_role("tab", name="Forces").click()
    groups = sitting.page.locator(".roster .group").all_inner_texts()
    assert {"SS armor", "German infantry", "U.S. infantry", "British armor"} <= set(groups)
    assert len(groups) == len(set(groups))
