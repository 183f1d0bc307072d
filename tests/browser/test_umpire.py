"""The umpire's desk: on a phone a game from CSV to an applied battle, on a desk a whole turn."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from tests.browser.sitting import Sitting
from tests.browser.test_pages import serious
from tests.page_text import t

ROSTER = """id,side,formation,type,status,sp,prepared,dug_in
I/3 Pz,german,2nd Panzer,tank,9,3,yes,
I/304,german,2nd Panzer,infantry,6,3,yes,
I/77,german,26th Volksgrenadier,infantry,6,2,,
B/110,allied,28th Division,infantry,7,2,,yes
K/110,allied,28th Division,infantry,6,1,,
"""
TURN = """
[[task]]
question = "move"
label = "To the Our"
troops = "I/77"
mode = "road"
leg = ["6 clear"]
[[task]]
question = "fight"
label = "Marnach wood"
attacker = ["I/3 Pz", "I/304"]
defender = ["B/110"]
ground = "forest"
[[task]]
question = "fight"
label = "Hosingen"
attacker = ["I/77"]
defender = ["K/110", "B/110"]
"""
PHONE: ViewportSize = {"width": 360, "height": 740}
# Controls that are too small for a thumb; some are larger than they look, by a part around them.
SMALL = """() => [...document.querySelectorAll("button, a.button, label.button, select")].filter(one => {
  const box = one.getBoundingClientRect();
  const after = getComputedStyle(one, "::after");
  const more = after.position === "absolute";
  const width = box.width - (more ? 2 * parseFloat(after.left || 0) : 0);
  const height = box.height - (more ? 2 * parseFloat(after.top || 0) : 0);
  return one.checkVisibility() && one.closest(".udesk, dialog") && (height < 43.5 || width < 32);
}).map(one => `${one.className} ${one.textContent}`)"""


@pytest.fixture(autouse=True)
def start(sitting: Sitting) -> None:
    """Every test begins at the umpire's games, to which the lobby leads."""
    sitting.prefer()
    sitting.front()
    sitting.page.get_by_role("link", name=t("umpire.desk")).click()
    sitting.page.wait_for_selector("#new-game")


def payload(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def begin(page: Page, roster: str = ROSTER) -> None:
    page.locator("#new-game input[type=file]").set_input_files(payload("units.csv", roster))
    page.get_by_label("Name", exact=True).fill("The Our")
    page.locator("#new-game .begin").click()
    page.wait_for_selector(".udesk #prompt")


def roll(page: Page, *dice: int) -> None:
    """Tap the faces, each when the desk has taken the one before."""
    for at, die in enumerate(dice, 1):
        page.locator(f".faces [data-face='{die}']").click()
        expect(page.locator(".rolleddie b")).to_have_count(at)


def status(page: Page, unit: str) -> str:
    return page.locator(f".unitrow[data-unit='{unit}'] .status b").inner_text()


def tab(page: Page, name: str) -> None:
    page.locator(".utabs").get_by_role("button", name=name).click()


def pick(page: Page, field: str, *units: str) -> None:
    page.locator(f".unitchips[data-field='{field}'] .add").click()
    for unit in units:
        page.get_by_placeholder(t("umpire.pick.search")).fill(unit)
        page.locator(f".pickrow[data-unit='{unit}']").click()
    page.get_by_role("button", name=t("umpire.pick.done"), exact=True).click()


@pytest.mark.long
def test_a_battle_on_a_phone_from_csv_to_undo(sitting: Sitting) -> None:
    page = sitting.page
    page.set_viewport_size(PHONE)
    begin(page)
    page.locator("#adjudicate").click()
    page.locator("[data-question=fight]").click()
    expect(page.locator(".mistake")).to_contain_text("Attacker")
    pick(page, "attacker", "I/3 Pz", "I/304")
    pick(page, "defender", "B/110")
    page.locator(".factorstrip [data-value=forest]").click()
    expect(page.locator(".res.before")).to_contain_text("%")
    expect(page.locator(".led .sum").first).to_contain_text("19")  # 9 + 6, and 2 for each prepared unit
    assert page.evaluate(SMALL) == []
    assert serious(sitting) == []
    page.locator("#more-factors").click()
    page.get_by_role("button", name="Envelopment", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.locator(".led")).to_contain_text("envelop", ignore_case=True)
    page.get_by_role("button", name=t("umpire.remove", what="Envelopment")).click()
    expect(page.locator(".led")).not_to_contain_text("envelop", ignore_case=True)
    roll(page, 4)
    expect(page.locator(".apply")).to_have_text(t("umpire.form.roll-for", what="retirement"))
    roll_on(page, 3, 2)
    expect(page.locator(".eqn .score")).to_have_text("12")
    expect(page.locator(".res h2")).to_contain_text("Success")
    page.locator(".faces [data-face='6']").click()
    expect(page.locator(".res .note")).to_contain_text("6")  # a spare die is ignored with a note
    modify(page)
    expect(page.locator(".eqn .score")).to_have_text("14")
    expect(page.locator(".item.modifier")).to_contain_text("+2 fresh troops")
    text = page.locator("[data-side=allied] textarea")
    assert "retired" in text.input_value()
    text.fill("Tanks took the wood. The enemy lost 1 status.")
    expect(page.locator("[data-side=allied] .warn")).to_be_visible()
    expect(page.locator("[data-side=german] .warn")).to_be_hidden()
    assert serious(sitting) == []
    page.wait_for_selector(".udesk[data-stored=all]")
    page.reload()  # what was entered is still there
    expect(page.locator(".eqn .score")).to_have_text("14")
    assert "The enemy lost 1" in page.locator("[data-side=allied] textarea").input_value()
    page.locator(".apply").click()
    page.wait_for_selector(".worksheet")
    page.reload()
    tab(page, "Roster")
    assert (status(page, "I/3 Pz"), status(page, "B/110")) == ("8", "6")
    assert page.evaluate(SMALL) == []
    assert serious(sitting) == []
    tab(page, "Slips")
    page.get_by_role("button", name=t("umpire.slips.preview-of", team="Allied")).click()
    expect(page.locator(".slip .text")).to_have_text("Tanks took the wood. The enemy lost 1 status.")
    page.keyboard.press("Escape")
    tab(page, "Log")
    page.locator(".entries button").nth(1).click()  # the battle; the texts were written after it
    page.get_by_role("button", name=t("umpire.log.undo-all", n=2)).click()
    tab(page, "Roster")
    expect(page.locator(".unitrow[data-unit='I/3 Pz'] .status b")).to_have_text("9")


def roll_on(page: Page, die: int, at: int) -> None:
    page.locator(f".faces [data-face='{die}']").click()
    expect(page.locator(".rolleddie b")).to_have_count(at)


def modify(page: Page) -> None:
    """A long press on a line of the attack; what is pressed shortly only opens the lines by unit."""
    page.locator(".led tr").first.hover()
    page.mouse.down()
    page.wait_for_selector("dialog .composer")
    page.mouse.up()
    page.get_by_label(t("umpire.number"), exact=True).fill("2")
    page.get_by_label(t("umpire.modifier.reason")).fill("fresh troops")
    page.get_by_role("button", name=t("umpire.add"), exact=True).last.click()


@pytest.mark.long
def test_a_whole_turn_on_a_desk(sitting: Sitting) -> None:
    page = sitting.page
    begin(page)
    page.locator(".wsfoot input[type=file]").set_input_files(payload("turn.toml", TURN))
    page.wait_for_selector("[data-row='1-3']")
    expect(page.locator("[data-row='1-3']")).to_contain_text("Wait for To the Our")
    expect(page.locator("#close-turn")).to_have_text(t("umpire.close.why", n=6))
    page.locator("[data-step=orders] summary").click()
    page.locator("[data-step=orders] .taskrow button").first.click()
    page.get_by_label(t("umpire.orders.text"), exact=True).fill("Prepared attack on Marnach wood.")
    page.get_by_role("button", name=t("umpire.orders.hand-in")).last.click()
    page.locator("#all-in").click()
    expect(page.locator("#close-turn")).to_have_text(t("umpire.close.why", n=3))
    page.locator("[data-row='1-2']").click()
    expect(page.locator("[data-row='1-2'] .ch")).to_be_visible()
    expect(page.locator(".order mark").first).to_have_text("Prepared attack")
    assert serious(sitting) == []
    page.keyboard.press("ArrowUp")
    expect(page.locator(".taskrow.chosen")).to_have_attribute("data-row", "1-1")
    page.keyboard.press("Enter")
    expect(page.locator(".res h2")).to_contain_text("6 km")
    page.locator(".apply").click()  # opens the next row
    page.wait_for_selector(".form[data-task='1-2']")
    page.keyboard.press("4")  # the keys of the faces
    expect(page.locator(".rolleddie b")).to_have_count(1)
    roll_on(page, 3, 2)
    assert serious(sitting) == []
    page.locator(".apply").click()
    page.wait_for_selector(".form[data-task='1-3']")
    roll(page, 1)
    while page.locator(".apply").is_disabled():
        roll_on(page, 1, page.locator(".rolleddie b").count() + 1)
    page.locator(".apply").click()
    page.wait_for_selector(".worksheet")
    expect(page.locator("#close-turn")).to_have_text(t("umpire.close"))
    expect(page.locator(".slipspanel .ptop span")).to_have_text(t("umpire.slips.ready", n=5))
    page.keyboard.press("u")
    expect(page.locator("#close-turn")).to_have_text(t("umpire.close.why", n=1))
    page.locator("body").press("Escape")
    page.locator(".burger").click()
    page.get_by_role("button", name=t("umpire.redo")).click()
    expect(page.locator("#close-turn")).to_have_text(t("umpire.close"))
    page.locator("#close-turn").click()
    page.get_by_role("button", name=t("umpire.close.begin")).click()
    expect(page.locator(".ubar .when b")).to_have_text("Turn 2, night")


@pytest.mark.long
def test_mistakes_are_named_by_line_and_nothing_is_lost(sitting: Sitting) -> None:
    page = sitting.page
    page.locator("#new-game input[type=file]").set_input_files(
        payload("units.csv", ROSTER + "X,german,2nd Panzer,tnak,9,3,,\n")
    )
    page.locator("#new-game .begin").click()
    expect(page.locator("#new-game .mistake")).to_contain_text("units.csv:7, field type")
    begin(page)
    wrong = TURN.replace('"I/3 Pz"', '"I/33 Pz"')
    page.locator(".wsfoot input[type=file]").set_input_files(payload("turn.toml", wrong))
    expect(page.locator("dialog .mistake")).to_contain_text("turn.toml:11, field attacker")
    page.keyboard.press("Escape")
    expect(page.locator("[data-row]:not(.plainrow)")).to_have_count(0)


@pytest.mark.long
def test_copies_changed_apart_are_merged_and_clashes_shown(sitting: Sitting) -> None:
    """The other copy is what the page would have exported, changed by another umpire."""
    page = sitting.page
    begin(page)
    call = (
        "([method, given]) => import('./js/main.js').then(m => m.parts['umpire/engine'].call(method, given))"
    )
    games = page.evaluate("() => import('./js/main.js').then(m => m.parts['umpire/store'].listGames())")
    fields = {"table": "units", "by": "Priya"}
    theirs = page.evaluate(
        call, ["set", {"game": games[0]["game"], "id": "I/77", "fields": {"status": 3}, **fields}]
    )
    set_status(page, "I/77", 5)
    page.locator(".wsfoot input[type=file]").set_input_files(
        payload("theirs.json", json.dumps(theirs["game"]))
    )
    expect(page.locator(".conflict dd").nth(1)).to_have_text("5")
    expect(page.locator(".conflict dd").nth(2)).to_have_text("3")
    page.locator(".conflict [data-value=both]").click()
    page.get_by_role("button", name=t("umpire.merge.take"), exact=True).click()
    expect(page.locator(".unitrow[data-unit='I/77'] .status b")).to_have_text("2")  # both losses
    page.reload()
    expect(page.locator(".unitrow[data-unit='I/77'] .status b")).to_have_text("2")


@pytest.mark.long
def test_two_tabs_and_a_lost_connection_lose_nothing(sitting: Sitting) -> None:
    """The second tab changes the same game; the first one merges it when it next stores something."""
    page = sitting.page
    begin(page)
    other = page.context.new_page()
    other.goto(page.url)
    set_status(other, "I/77", 4)
    set_status(page, "K/110", 3)
    expect(page.locator(".unitrow[data-unit='I/77'] .status b")).to_have_text("4")
    other.reload()
    expect(other.locator(".unitrow[data-unit='K/110'] .status b")).to_have_text("3")
    page.route("**/api/umpire/*", lambda route: route.abort("connectionfailed"))
    page.locator("#undo").click()
    expect(page.locator(".notice")).to_contain_text(t("umpire.offline"))
    page.unroute_all()
    page.locator("#undo").click()
    expect(page.locator(".notice")).to_contain_text("Undone")


def set_status(page: Page, unit: str, number: int) -> None:
    page.locator(f".unitrow[data-unit='{unit}']").click()
    field = page.get_by_label(t("umpire.field.status"), exact=True)
    field.fill(str(number))
    field.press("Tab")
    page.get_by_role("button", name=t("umpire.save"), exact=True).click()
    expect(page.locator(f".unitrow[data-unit='{unit}'] .status b")).to_have_text(str(number))


@pytest.mark.long
def test_every_question_has_a_form_that_answers(sitting: Sitting) -> None:
    """Each is filled by hand on a phone as far as it asks, and shows its result or its chances."""
    page = sitting.page
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name=t("umpire.new.ours")).click()
    page.locator("#new-game .begin").click()
    page.wait_for_selector(".udesk #prompt")
    for question in ("artillery", "air-support", "recce", "dogfight", "flak", "interdict", "score"):
        page.locator("#add-row").click()
        page.locator(f"[data-question={question}]").click()
        page.wait_for_selector(".form")
        if question in ("artillery", "air-support", "recce", "interdict"):
            page.locator(
                ".unitchips .add:not(.unitchip)"
            ).last.click() if question != "interdict" else page.locator(
                ".unitchips[data-field=force] .add"
            ).click()
            page.locator("dialog .sheetfoot .main").click()
        if question == "dogfight":
            for field in ("Allied", "German"):
                page.get_by_role("button", name=t("umpire.more", label=field), exact=True).click()
        if question == "flak":
            page.get_by_label("Heavy", exact=True).fill("2")
        if question == "score":
            page.get_by_label("Score", exact=True).fill("9")
            page.get_by_label("Score", exact=True).press("Tab")
        expect(page.locator(".res")).to_be_visible()
        assert page.evaluate(SMALL) == [], question
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], question
        page.locator(".back").click()
        page.wait_for_selector(".worksheet")


@pytest.mark.long
def test_the_pages_for_the_printer(sitting: Sitting) -> None:
    page = sitting.page
    begin(page)
    for name in ("sheet", "orders", "slips", "roster", "record"):
        page.wait_for_selector("#print")
        page.locator("#print").click()
        page.locator(f"[data-page={name}]").click()
        page.wait_for_selector(".paperpage")
        assert serious(sitting, ".formtop") == []
        if name != "slips":  # there is none yet
            assert page.locator(".paperpage h1").first.is_visible(), name
        page.locator(".formtop [data-value=Letter]").click()
        page.wait_for_selector(".paperpage[data-paper=Letter]")
        size = "[...document.adoptedStyleSheets].flatMap(s => [...s.cssRules]).map(r => r.cssText).join()"
        assert "size: letter" in page.evaluate(size)
        page.locator(".back").click()
    expect(page.locator(".udesk #prompt")).to_be_visible()
