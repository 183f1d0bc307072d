"""Several people share a side, each in a separate browser: links, orders, messages, ready, one turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.sitting import PATIENCE, Sitting
from tests.browser.test_pages import serious
from tests.browser.waves import find
from tests.page_text import t
from tests.server.dividing import CHIEF, EIGHTH, ask
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

COMBAT_COMMAND, GUNS = "US-9A-CCB", "US-ART-V-F1"
NewSitting = Callable[[], Sitting]
TWO = {"allied": [{"name": "Bradley", "me": True}, {"name": "Middleton", "formations": ["VIII"]}]}


@pytest.fixture
def another(browser: Browser, server: Running) -> Iterator[NewSitting]:
    """Further people, each with a separate browser."""
    contexts: list[BrowserContext] = []
    sittings: list[Sitting] = []

    def come() -> Sitting:
        context = browser.new_context(viewport={"width": 1100, "height": 720})
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE * 3)  # three browsers at once want their time
        contexts.append(context)
        sittings.append(Sitting(page, server))
        return sittings[-1]

    yield come
    for context in contexts:
        context.close()
    for sitting in sittings:
        assert not sitting.faults, sitting.faults


def made(server: Running, **more: Any) -> tuple[Player, dict[str, str]]:
    answer = ask(server, commanders=TWO, seats={"german": "invited", "allied": "me"}, **more)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return Player(server, body["id"], body["tokens"]), body["invitations"]


def come_by_link(sitting: Sitting, match: str, word: str) -> None:
    sitting.prefer()
    sitting.page.goto(f"{sitting.base}/#/join/{match}/{word}")
    sitting.page.wait_for_selector(".table #prompt", state="attached")


def open_command(sitting: Sitting) -> None:
    sitting.page.locator("#tab-command").click()
    sitting.page.wait_for_selector(".command .messages")


def tell(sitting: Sitting, words: str) -> None:
    open_command(sitting)
    sitting.page.locator("#message").fill(words)
    sitting.page.locator("#send").click()
    sitting.page.wait_for_selector(f".mail li.mine >> text={words}")


def say_ready(sitting: Sitting) -> None:
    sitting.page.locator("#end").click()
    question = sitting.page.locator("dialog[open] button.main")
    question.click()


def parted(head: str) -> tuple[str, str]:
    """A heading of the sheet: the corps, and who commands it."""
    corps, _, name = head.replace("\n", " ").rpartition(" ")
    return corps.strip(), name


def test_two_allied_commanders_and_a_german_play_a_turn(
    sitting: Sitting, another: NewSitting, server: Running
) -> None:
    table, links = made(server)
    bradley, middleton, german = sitting, another(), another()
    bradley.page.set_default_timeout(PATIENCE * 3)
    bradley.sit(table)
    bradley.wait_for("Write your orders for the day of 16 December")
    come_by_link(middleton, table.id, links[EIGHTH])
    come_by_link(german, table.id, links["german"])
    german.bodies = []

    open_command(bradley)
    bradley.page.wait_for_selector('[data-commander="1"]:has-text("writing")')
    bradley.page.locator("#message").fill("Where do you stand?\nClervaux & Wiltz must hold.")
    bradley.page.keyboard.press("Control+Enter")
    bradley.page.wait_for_selector(".mail li.mine")

    unread = middleton.page.locator("#tab-command .unread")
    unread.wait_for()
    assert unread.inner_text() == "1"
    open_command(middleton)
    line = middleton.page.locator(".mail li")
    line.wait_for()
    assert "Bradley to all" in line.inner_text()
    assert "16D" in line.inner_text()
    until(lambda: unread.count() == 0)
    tell(middleton, "On the Our.")
    bradley.page.wait_for_selector(".mail li >> text=On the Our.")
    assert serious(bradley, ".side") == []

    # Middleton writes for his corps and is refused for another's.
    middleton.page.keyboard.press("Escape")  # out of the message
    find(middleton, COMBAT_COMMAND)
    middleton.page.get_by_role("button", name="Rest", exact=True).click()
    middleton.page.get_by_role("button", name="Cancel the order").wait_for()
    middleton.page.locator("#tab-sheet").click()
    middleton.page.wait_for_selector(f'[data-line="{COMBAT_COMMAND}"] .by >> text=Middleton')
    heads = middleton.page.locator(".ordersheet summary").all_inner_texts()
    assert {"VIII Corps": "Middleton", "V Corps": "Bradley"}.items() <= dict(map(parted, heads)).items()
    middleton.picture("commanders-sheet")
    find(middleton, GUNS)
    middleton.page.wait_for_selector(".panel >> text=stands under V Corps, which Bradley commands")
    bradley.page.locator("#tab-sheet").click()
    bradley.page.wait_for_selector(f'[data-line="{COMBAT_COMMAND}"] .by >> text=Middleton')

    say_ready(middleton)
    middleton.wait_for(t("match.command.waiting", names="Bradley"))
    bradley.wait_for("All the others are ready")
    middleton.page.locator("#end").click()  # not ready after all
    middleton.page.wait_for_selector(f"#end >> text={t('match.command.ready')}")
    say_ready(middleton)
    assert "german" in table.view(CHIEF)["to_move"]
    open_command(bradley)
    bradley.page.wait_for_selector('[data-commander="1"].ready')
    bradley.picture("commanders")
    tell(bradley, "<b>Hurry.</b>")
    open_command(middleton)
    last = middleton.page.locator(".mail li").last
    last.locator("text=<b>Hurry.</b>").wait_for()  # text stays text
    assert last.locator("b").count() == 1  # the sender's name
    say_ready(bradley)
    german.wait_for("the Allied side has sealed")
    german.page.locator("#end").click()
    german.page.locator("dialog[open] button.main").click()
    for one in (bradley, middleton, german):
        one.page.wait_for_selector("text=16N", state="attached")
    until(lambda: table.view(CHIEF)["board"]["turn"] == 2)
    received = b"".join(german.bodies)
    for secret in (b"Middleton", b"Bradley", b"Hurry", b"Wiltz must hold", b"On the Our"):
        assert secret not in received
    open_command(middleton)
    assert middleton.page.locator(".mail li").count() == 3


def test_the_lobby_divides_a_side_and_gives_links(sitting: Sitting, another: NewSitting) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby("playsheet", unfold=True)
    page.select_option("select[name=allied]", "me")
    page.select_option("select[name=german]", "invited")
    page.get_by_role("button", name=t("lobby.divide", side="Allied")).click()
    page.get_by_label("Name of the Commander-in-chief").fill("Bradley")
    page.get_by_label("Name of the Commander 2").fill("Middleton")
    page.locator('[data-formation="1-VIII"]').check()
    page.get_by_role("button", name=t("lobby.divide-more")).click()
    assert page.locator('[data-formation="2-VIII"]').is_disabled()
    page.get_by_label("Remove Commander 3").click()
    assert serious(sitting, ".new") == []
    sitting.picture("lobby-commanders")
    page.locator("#start").click()
    link = page.get_by_role("textbox", name="Link for Middleton").input_value()
    assert page.get_by_role("textbox", name="Link for German").count() == 1
    assert serious(sitting, "dialog") == []
    sitting.picture("lobby-links")
    page.locator("dialog[open] button.main", has_text=t("common.open-table")).click()
    sitting.wait_for("Write your orders for the day of 16 December")
    open_command(sitting)
    page.wait_for_selector('[data-commander="1"]:has-text("vacant")')

    middleton, late = another(), another()
    middleton.prefer()
    middleton.page.goto(link)
    middleton.wait_for("Write your orders for the day of 16 December")
    page.wait_for_selector('[data-commander="1"]:has-text("writing")')
    late.prefer()
    late.page.goto(link)
    late.page.wait_for_selector("text=This link has already been used")

    # The chief takes the corps back, gives it away again, and sends a new link.
    page.locator(".giving summary").click()
    page.select_option('[data-keep="give-VIII"]', "0")
    open_command(middleton)
    middleton.page.wait_for_selector('[data-commander="1"]:has-text("no formations")')
    page.get_by_label(t("match.command.link-for", name="Middleton")).click()
    again = page.get_by_role("textbox", name="Link for Middleton").input_value()
    page.locator("dialog[open] button.main").click()
    late.page.goto(again)
    late.wait_for("Write your orders for the day of 16 December")
    assert again != link


def test_the_chief_seals_for_everybody(sitting: Sitting, server: Running) -> None:
    table, _ = made(server)
    sitting.sit(table)
    say_ready(sitting)
    sitting.wait_for("Still writing: Middleton (vacant)")
    open_command(sitting)
    sitting.page.locator("#seal-all").click()
    sitting.page.wait_for_selector("dialog[open] >> text=Not ready: Middleton")
    sitting.page.locator("dialog[open] button.main").click()
    until(lambda: table.view(CHIEF)["to_move"] == ["german"])


def test_writing_is_not_disturbed_when_others_write(sitting: Sitting, server: Running) -> None:
    """On a phone, by the keyboard: half a message stays, with the cursor in it, while the match moves on."""
    table, links = made(server)
    joined = server.http.post(f"/api/matches/{table.id}/join", json={"invitation": links[EIGHTH]}).json()
    table.tokens.update(joined["tokens"])
    page = sitting.page
    page.set_viewport_size({"width": 390, "height": 844})
    sitting.sit(Player(server, table.id, {CHIEF: table.tokens[CHIEF]}))
    page.keyboard.press("j")
    page.locator("#message").press_sequentially("Half a mess")
    table.done(EIGHTH, {"do": "rest", "unit": COMBAT_COMMAND})
    table.post(EIGHTH, "/messages", {"words": "Me too", "to": 0})
    sitting.ready(table.view(CHIEF)["seq"])
    page.wait_for_selector(".mail li >> text=Me too")
    assert page.evaluate("document.activeElement.id") == "message"
    page.keyboard.type("age")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".mail li.mine >> text=Half a message")
    text = page.locator("#mail-told")
    assert (text.get_attribute("aria-live"), "Middleton" in text.inner_text()) == ("polite", True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious(sitting, ".side") == []
    sitting.picture("commanders-phone")


def test_an_order_overtaken_by_a_fellows_is_given_again(sitting: Sitting, server: Running) -> None:
    table, links = made(server)
    joined = server.http.post(f"/api/matches/{table.id}/join", json={"invitation": links[EIGHTH]}).json()
    table.tokens.update(joined["tokens"])
    sitting.sit(Player(server, table.id, {CHIEF: table.tokens[CHIEF]}))
    page, sent = sitting.page, list[int]()

    def quicker(route: Route) -> None:
        """Just before the order arrives, the other commander gives one."""
        sent.append(1)
        if len(sent) < 3:
            table.done(EIGHTH, {"do": "defend", "unit": COMBAT_COMMAND, "counter_attack": len(sent) == 1})
        route.continue_()

    page.route("**/orders", quicker)
    find(sitting, GUNS)
    page.get_by_role("button", name="Rest", exact=True).click()
    page.get_by_role("button", name="Cancel the order").wait_for()
    written = {line["unit"]: line["by"] for line in table.view(CHIEF)["choices"]["sheet"] if line["written"]}
    assert written == {GUNS: "Bradley", COMBAT_COMMAND: "Middleton"}
    assert len(sent) == 3
