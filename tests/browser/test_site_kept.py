"""What the site without a server stores: matches and setups after closing a tab, a full store, a corrupt
match, two tabs; and the site itself without a connection.

Starting the engine takes seconds: tests that need a restart share one.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from tests.browser.site import STARTS, Visit, hosted

pytestmark = pytest.mark.long

PEOPLE = {"german": "me", "allied": "beside"}
COMPUTERS = {"german": "random", "allied": "random"}
HIDE = {"do": "hide_dump", "hex": "909"}
QUOTA = 150_000  # bytes: enough for a new match, not for a long one
SPOIL = """([store, key, text]) => new Promise((good, bad) => {
  const opened = indexedDB.open("ardennes", 1);
  opened.onsuccess = () => {
    const change = opened.result.transaction(["numbers", "rows", "lines"], "readwrite");
    const row = change.objectStore(store);
    row.put(text, key);
    const match = Array.isArray(key) ? key[0] : key;
    const numbers = change.objectStore("numbers");
    numbers.get(match).onsuccess = (event) => numbers.put(event.target.result + 1, match);
    change.oncomplete = () => { opened.result.close(); good(true); };
    change.onerror = () => bad(change.error);
  };
})"""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def order(visit: Visit, match: str, token: str, plain: dict[str, Any], seq: int, wants: int = 0) -> Any:
    return visit.ask("POST", f"/api/matches/{match}/orders", {"order": plain, "seq": seq}, token, wants)


def orders(visit: Visit, match: str) -> int:
    listed = visit.ask("GET", "/api/matches")["matches"]
    return int(next(one["orders"] for one in listed if one["id"] == match))


def test_what_was_kept_is_there_when_the_tab_is_opened_again(standing: Visit) -> None:
    """Each part does something, and checks it in a tab opened after the first was closed."""
    parts = [
        part(standing)
        for part in (
            a_match_against_the_computer,
            a_set_up,
            corrupt_matches,  # the last one: the engine notices the damage at its next answer
        )
    ]
    for part in parts:
        next(part)
    standing.open_again()
    for part in parts:
        assert next(part, "done") == "done"


def a_match_against_the_computer(visit: Visit) -> Iterator[None]:
    """It is played, continues, and is listed in the lobby."""
    visit.begin()
    before = visit.seq()
    press(visit.page, "Use the historical set-up")
    visit.until(before + 1)
    press(visit.page, "Hint")
    visit.page.wait_for_selector(".notice, dialog[open], .hint", timeout=STARTS)
    match = visit.page.locator(".table").get_attribute("data-match")
    assert match
    yield
    visit.table(match)
    visit.until(before + 1)
    now = visit.seq()
    press(visit.page, "Undo")
    visit.until(now + 1)
    visit.page.goto(f"{visit.base}#/")
    visit.page.wait_for_selector(f'.mt a[href="#/match/{match}"]', timeout=STARTS)


def a_set_up(visit: Visit) -> Iterator[None]:
    """It is used in another match."""
    seats = {"allied": "me", "german": "beside"}

    def begun() -> tuple[str, dict[str, str], int]:
        match, tokens = visit.make("wave_of_terror", seats)
        view = visit.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        return match, tokens, view["seq"]

    match, tokens, seq = begun()
    address = f"/api/matches/{match}"
    visit.ask("POST", f"{address}/orders", {"order": {"do": "auto_setup"}, "seq": seq}, tokens["allied"])
    saved = visit.ask(
        "POST", f"{address}/setups/keep", {"drawer": "d" * 20, "name": "Mine"}, tokens["allied"]
    )
    yield
    other, tokens, seq = begun()
    asked = {"drawer": "d" * 20, "id": saved["id"], "seq": seq}
    done = visit.ask("POST", f"/api/matches/{other}/setups/use", asked, tokens["allied"])
    assert done["left_out"] == []
    assert done["orders"] > 0


def corrupt_matches(visit: Visit) -> Iterator[None]:
    """One whose head cannot be read, and one in which an order cannot: set apart, and can be saved."""
    sound, _ = visit.make("tigers", PEOPLE, name="Sound")
    row, _ = visit.make("tigers", PEOPLE, name="Spoilt head")
    line, tokens = visit.make("tigers", PEOPLE, name="Spoilt order")
    order(visit, line, tokens["allied"], HIDE, 0)
    visit.page.evaluate(SPOIL, ["rows", row, "{nonsense"])
    visit.page.evaluate(SPOIL, ["lines", [line, 1], "{nonsense"])
    yield
    refused = visit.ask("GET", f"/api/matches/{line}", token=tokens["allied"], wants=410)
    assert "order 1 cannot be read" in refused["error"]
    visit.page.goto(f"{visit.base}#/rules/tigers")
    visit.page.wait_for_selector("main.book")
    visit.page.goto(f"{visit.base}#/")
    visit.page.wait_for_selector("#damaged", timeout=STARTS)
    told_of = visit.ask("GET", "/api/matches")
    assert {one["id"] for one in told_of["matches"]} & {sound, row, line} == {sound}
    assert {one["id"] for one in told_of["damaged"]} == {row, line}
    saved = {}
    for button in visit.page.get_by_role("button", name=re.compile("^Save as file")).all():
        with visit.page.expect_download() as download:
            button.click()
        stored = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        saved[stored["match"]] = json.dumps(stored)
    assert saved.keys() == {row, line}
    assert all("{nonsense" in stored for stored in saved.values())
    visit.remove(row, line)


def long_match() -> dict[str, Any]:
    """A match file with many orders."""
    engine, rng = find_game("tigers"), Random(1)
    match = new_match(engine, None, {}, seed_from_number(1))
    while match.seq < 500:
        side = engine.to_move(match.state)[0]
        order = sample(engine.offers(match.state, side), rng)
        assert order is not None
        match.play(side, order)
    result: dict[str, Any] = json.loads(savefile.to_bytes(match))
    return result


def test_a_full_quota_refuses_what_has_no_room_and_keeps_what_was_kept(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    """In a separate browser: one that has stored something rarely asks for its quota."""
    visit = visits()
    devtools = context.new_cdp_session(visit.page)
    origin = visit.base.rstrip("/")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": QUOTA})
    visit.lobby()
    match, tokens = visit.make("tigers", PEOPLE)
    order(visit, match, tokens["allied"], HIDE, 0)
    asked = {"match": long_match(), "seats": PEOPLE, "name": "Long"}
    refused = visit.ask("POST", "/api/matches/import", asked, wants=503)
    assert "no room left" in refused["error"]
    assert [one["id"] for one in visit.ask("GET", "/api/matches")["matches"]] == [match]
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    visit.page.reload()
    assert visit.ask("GET", f"/api/matches/{match}", token=tokens["allied"])["seq"] == 1
    visit.ask("POST", "/api/matches/import", asked)
    assert len(visit.ask("GET", "/api/matches")["matches"]) == 2


def test_two_tabs_see_each_other_and_a_match_survives_the_closing_of_both(standing: Visit) -> None:
    """One plays the computer on when the other is closed in the middle of it, and a third when both are."""
    first = standing
    match, tokens = first.make("tigers", PEOPLE)
    first.page.evaluate(
        "([match, tokens]) => localStorage.setItem('ardennes.seats', JSON.stringify({ [match]: tokens }))",
        [match, tokens],
    )
    first.table(match)
    second = first.another()
    second.table(match)
    order(second, match, tokens["allied"], HIDE, 0)
    first.until(1)
    late = order(first, match, tokens["allied"], HIDE, 0, wants=409)
    assert "moved on to change 1" in late["error"]
    choose = {"do": "choose_setup", "kind": "historical"}
    assert order(first, match, tokens["german"], choose, 1)["seq"] == 2
    second.until(2)
    assert order(second, match, tokens["german"], {"do": "nothing"}, 2, wants=400)["error"]
    match, _ = first.make("tigers", COMPUTERS)
    first.page.wait_for_timeout(500)
    first.close()
    before = orders(second, match)
    second.page.wait_for_function(
        """async ([match, before]) => {
          const { send } = (await import("./js/main.js")).parts["lib/transport"];
          for (;;) {
            const { matches } = JSON.parse((await send("GET", "/api/matches", {})).text);
            if (matches.find((one) => one.id === match).orders > before + 5) return true;
            await new Promise((good) => setTimeout(good, 200));
          }
        }""",
        arg=[match, before],
        timeout=STARTS,
    )
    before = orders(second, match)
    second.close()
    assert not second.faults, second.faults
    assert second.asked_only_its_host()
    first.open_again()
    is_whole(first, match, before)
    first.remove(match)  # else it is played on in the tests that follow


def is_whole(visit: Visit, match: str, before: int) -> None:
    """A tab that is opened finds the match undamaged, with all orders that were seen before."""
    visit.lobby()
    visit.engine()
    assert visit.ask("GET", "/api/matches")["damaged"] == []
    assert orders(visit, match) >= before
    token = visit.ask("POST", f"/api/matches/{match}/sit", {"seat": "watch"})["tokens"]["watch"]
    assert visit.ask("GET", f"/api/matches/{match}", token=token)["orders"] >= before


@pytest.mark.slow
def test_a_match_survives_closing_the_tab_at_any_moment(visits: Callable[..., Visit]) -> None:
    """The computer plays both sides; the tab goes in the middle of it, again and again."""
    visit, rng = visits(), Random(5)
    visit.lobby()
    match, _ = visit.make("tigers", COMPUTERS)
    before = 0
    for _ in range(4):
        visit.page.wait_for_timeout(rng.randint(50, 1500))
        before = max(before, orders(visit, match))
        visit.close()
        visit = visits()
        is_whole(visit, match, before)


@pytest.mark.offline
def test_the_site_works_offline_and_a_half_replaced_one_is_not_kept(
    context: BrowserContext, site: Path, tmp_path: Path
) -> None:
    """A new service worker whose files are not all there yet is not installed: the old version stays, and is
    there without a connection too."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    with hosted(folder) as host:
        visit = Visit(context, host.base)
        visit.lobby()
        visit.engine()
        visit.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")  # kept whole
        before = visit.page.evaluate("() => caches.keys()")
        worker = (folder / "sw.js").read_text(encoding="utf-8")
        version = worker.split('"')[1]
        (folder / "sw.js").write_text(worker.replace(version, "f" * 12), encoding="utf-8")
        (folder / "js" / "main.js").write_text("throw new Error('half');\n", encoding="utf-8")
        visit.page.evaluate(
            "() => navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => {})"
        )
        visit.page.wait_for_timeout(1000)
        visit.open_again()
        visit.lobby()
        assert before[0] in visit.page.evaluate("() => caches.keys()")
        visit.close()
    context.set_offline(True)
    visit.open_again()
    visit.lobby()
    assert before[0] in visit.page.evaluate("() => caches.keys()")
    visit.begin()
    now = visit.seq()
    press(visit.page, "Use the historical set-up")
    visit.until(now + 1)
    visit.page.goto(f"{host.base}#/rules/wave_of_terror")
    visit.page.wait_for_selector("main.book")
    assert not visit.faults, visit.faults
