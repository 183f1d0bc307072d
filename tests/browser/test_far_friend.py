"""A friend far away: links that work for the person who gets them, QR codes, who is at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import qr_reader
from tests.browser.sitting import PATIENCE, Sitting
from tests.browser.test_pages import serious
from tests.page_text import t
from tests.server.running import Running

MODULES = """async text => (await import("./js/main.js")).parts["lib/qr"].qrModules(text)"""
DRAWN = """path => {
  const rows = [];
  const drawn = path.getAttribute("d").matchAll(/M(\\d+) (\\d+)h1/g);
  for (const [, x, y] of drawn) (rows[y - 4] ??= [])[x - 4] = true;
  const length = path.ownerSVGElement.viewBox.baseVal.width - 8;
  return Array.from({ length }, (_, y) => Array.from({ length }, (_, x) => Boolean(rows[y]?.[x])));
}"""


@contextmanager
def reachable(server: Running, *addresses: str) -> Iterator[None]:
    """The server says that other people can open these addresses."""
    settings = server.house.settings
    object.__setattr__(server.house, "settings", msgspec.structs.replace(settings, addresses=addresses))
    try:
        yield
    finally:
        object.__setattr__(server.house, "settings", settings)


def invite(sitting: Sitting) -> None:
    sitting.lobby()
    sitting.page.get_by_text(t("lobby.or-friend")).click()
    sitting.page.locator("#start").click()
    sitting.page.wait_for_selector("dialog[open] .link-box")


@pytest.mark.parametrize("length", [1, 14, 15, 26, 62, 84, 86, 106, 122, 152, 180, 213])
def test_qr_codes_of_every_size_can_be_read(sitting: Sitting, server: Running, length: int) -> None:
    sitting.prefer()
    sitting.front()
    text = ("http://192.168.1.5:8044/#/join/" + "aZ09-_ü" * 40)[:length]
    modules = sitting.page.evaluate(MODULES, text)
    if len(text.encode()) > 213:
        assert modules is None
        return
    assert qr_reader.read(modules) == text
    modules[-1][-1] = not modules[-1][-1]
    with pytest.raises(AssertionError, match="error correction"):
        qr_reader.read(modules)


def test_links_that_only_this_computer_can_open_say_so(sitting: Sitting, server: Running) -> None:
    sitting.prefer()
    invite(sitting)
    advice = sitting.page.locator(".only-here")
    expect(advice).to_contain_text(t("common.link.only-here"))
    expect(advice).to_contain_text("ardennes serve --lan")
    assert sitting.page.locator(".qr-box").is_hidden()
    assert serious(sitting, "dialog") == []


def test_a_link_for_the_network_has_its_address_and_a_code(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    with reachable(server, "http://192.168.1.5:8044"):
        invite(sitting)
        field = page.get_by_role("textbox", name="Link for Allied")
        expect(field).to_have_value(re.compile(r"^http://192\.168\.1\.5:8044/#/join/"))
    assert page.locator(".only-here").count() == 0
    page.locator(".qr-box summary").click()
    assert qr_reader.read(page.locator("svg.qr path").evaluate(DRAWN)) == field.input_value()
    assert serious(sitting, "dialog") == []


def guest(context: BrowserContext, link: str) -> Page:
    page = context.browser.new_context().new_page()  # type: ignore[union-attr]
    page.set_default_timeout(PATIENCE)
    page.goto(link)
    page.wait_for_selector(".table #prompt")
    return page


def test_the_table_says_whether_the_friend_is_there(
    sitting: Sitting, server: Running, context: BrowserContext
) -> None:
    page = sitting.page
    sitting.prefer()
    invite(sitting)
    link = page.get_by_role("textbox", name="Link for Allied").input_value()
    page.locator("dialog[open] button.main").click()
    mine = page.locator(".presence")
    expect(mine).to_have_text(t("match.presence.waiting", side="Allied"))
    other = guest(context, link)
    expect(other.locator(".notice")).to_contain_text(t("common.link.you-play", side="Allied"))
    expect(other.locator(".presence")).to_have_text(t("match.presence.here", side="German"))
    expect(mine).to_have_text(t("match.presence.here", side="Allied"))
    words = t("match.friend-decides", mine="Allied", side="German")
    assert other.locator("#prompt").inner_text().startswith(words)
    other.context.close()
    expect(mine).to_have_text(t("match.presence.left", side="Allied"))


def test_the_menu_moves_a_seat_to_another_device(
    sitting: Sitting, server: Running, context: BrowserContext
) -> None:
    """The guest has no lobby token, and moves its seat all the same."""
    sitting.prefer()
    invite(sitting)
    first = guest(context, sitting.page.get_by_role("textbox", name="Link for Allied").input_value())
    first.evaluate("localStorage.removeItem('ardennes.lobby')")
    if first.locator(".tour").count():
        first.locator(".tour button", has_text="Skip").click()
    first.locator("#more").click()
    first.get_by_role("button", name=t("panels.menu.device")).click()
    link = first.get_by_role("textbox", name="Link for Allied").input_value()
    first.locator("dialog[open] button.main").click()
    second = guest(context, link)
    expect(second.locator(".notice")).to_contain_text(t("common.link.you-play", side="Allied"))
    first.wait_for_selector("#unseated")
    for page in (first, second):
        page.context.close()
