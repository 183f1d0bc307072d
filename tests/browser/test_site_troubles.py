"""The table without a server where something is wrong: it says what, and loses nothing that was kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.site.build import WITHOUT_NODE, put_together, python_parts
from tests.browser.site import STARTS, Visit, hosted
from tests.machine import RUNTIME

pytestmark = pytest.mark.long

PEOPLE = {"german": "me", "allied": "beside"}
COMPUTERS = {"german": "random", "allied": "random"}
HIDE = {"do": "hide_dump", "hex": "909"}
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


def told(visit: Visit, words: str) -> None:
    visit.page.wait_for_function(
        "words => document.querySelector('.notice')?.innerText.includes(words)", arg=words, timeout=STARTS
    )


def order(visit: Visit, match: str, token: str, plain: dict[str, Any], seq: int, wants: int = 0) -> Any:
    return visit.ask("POST", f"/api/matches/{match}/orders", {"order": plain, "seq": seq}, token, wants)


def orders(visit: Visit, match: str) -> int:
    listed = visit.ask("GET", "/api/matches")["matches"]
    return int(next(one["orders"] for one in listed if one["id"] == match))


def test_a_browser_without_webassembly_shows_the_lobby_and_says_why(visits: Callable[..., Visit]) -> None:
    visit = visits()
    visit.page.add_init_script("delete window.WebAssembly;")
    visit.lobby()
    told(visit, "no WebAssembly")
    visit.page.locator(".notice button").click()
    visit.page.locator("#start").click()
    told(visit, "no WebAssembly")


def test_without_storage_a_match_is_played_and_the_page_says_that_it_goes(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    def barred(route: Route) -> None:
        said = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error('no storage'); } });\n"
        found = route.fetch()
        route.fulfill(response=found, body=said + found.text())

    context.route("**/engine/engine.js*", barred)
    visit = visits()
    for name in ("localStorage", "sessionStorage"):
        visit.page.add_init_script(
            f"Object.defineProperty(window, '{name}', {{ configurable: true,"
            " get() { throw new DOMException('denied', 'SecurityError'); } });"
        )
    visit.lobby()
    told(visit, "keeps nothing")
    match, tokens = visit.make("tigers", PEOPLE)
    assert order(visit, match, tokens["allied"], HIDE, 0)["seq"] == 1
    taken = visit.ask("GET", f"/api/matches/{match}/export", token=tokens["allied"])
    assert taken["format"] == "ardennes-match"


def long_match() -> dict[str, Any]:
    """A match file with many orders."""
    engine, rng = find_game("tigers"), Random(1)
    match = new_match(engine, None, {}, seed_from_number(1))
    while match.seq < 2000 and match.result() is None:
        side = engine.to_move(match.state)[0]
        order = sample(engine.offers(match.state, side), rng)
        assert order is not None
        match.play(side, order)
    found: dict[str, Any] = json.loads(savefile.to_bytes(match))
    return found


def test_a_full_quota_refuses_what_has_no_room_and_keeps_what_was_kept(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    nothing = {"body": "", "content_type": "text/javascript"}
    context.route("**/sw.js", lambda route: route.fulfill(**nothing))  # only matches fill the quota
    visit = visits()
    devtools = context.new_cdp_session(visit.page)
    origin = visit.base.rstrip("/")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 200_000})
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


def test_corrupt_matches_are_set_apart_and_can_be_saved(visits: Callable[..., Visit]) -> None:
    """One whose head cannot be read, and one in which an order cannot."""
    visit = visits()
    visit.lobby()
    sound, _ = visit.make("tigers", PEOPLE, name="Sound")
    row, _ = visit.make("tigers", PEOPLE, name="Spoilt head")
    line, tokens = visit.make("tigers", PEOPLE, name="Spoilt order")
    order(visit, line, tokens["allied"], HIDE, 0)
    visit.page.evaluate(SPOIL, ["rows", row, "{nonsense"])
    visit.page.evaluate(SPOIL, ["lines", [line, 1], "{nonsense"])
    visit.page.reload()
    visit.engine()
    refused = visit.ask("GET", f"/api/matches/{line}", token=tokens["allied"], wants=410)
    assert "order 1 cannot be read" in refused["error"]
    visit.page.goto(f"{visit.base}#/rules/tigers")
    visit.page.wait_for_selector("main.book")
    visit.page.goto(f"{visit.base}#/")
    visit.page.wait_for_selector("#damaged", timeout=STARTS)
    told_of = visit.ask("GET", "/api/matches")
    assert [one["id"] for one in told_of["matches"]] == [sound]
    assert {one["id"] for one in told_of["damaged"]} == {row, line}
    saved = {}
    for button in visit.page.get_by_role("button", name="Save what is kept").all():
        with visit.page.expect_download() as download:
            button.click()
        kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        saved[kept["match"]] = json.dumps(kept)
    assert saved.keys() == {row, line}
    assert all("{nonsense" in kept for kept in saved.values())


def test_two_tabs_see_each_other_and_one_plays_the_computer_on_when_the_other_is_closed(
    visits: Callable[..., Visit],
) -> None:
    first = visits()
    first.lobby()
    match, tokens = first.make("tigers", PEOPLE)
    first.page.evaluate(
        "([match, tokens]) => localStorage.setItem('ardennes.seats', JSON.stringify({ [match]: tokens }))",
        [match, tokens],
    )
    first.table(match)
    second = visits()
    second.table(match)
    order(second, match, tokens["allied"], HIDE, 0)
    first.until(1)
    late = order(first, match, tokens["allied"], HIDE, 0, wants=409)
    assert "moved on to 1" in late["error"]
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
          const { send } = (await import("./js/main.js")).parts.transport;
          for (;;) {
            const { matches } = JSON.parse((await send("GET", "/api/matches", {})).text);
            if (matches.find((one) => one.id === match).orders > before + 5) return true;
            await new Promise((good) => setTimeout(good, 200));
          }
        }""",
        arg=[match, before],
        timeout=STARTS,
    )


def test_a_match_survives_closing_the_tab_at_any_moment(visits: Callable[..., Visit]) -> None:
    """The computer plays both sides; the tab goes in the middle of it, again and again."""
    visit, rng = visits(), Random(5)
    visit.lobby()
    match, _ = visit.make("tigers", COMPUTERS)
    before = 0
    for _ in range(2):
        visit.page.wait_for_timeout(rng.randint(50, 1500))
        before = max(before, orders(visit, match))
        visit.close()
        visit = visits()
        visit.lobby()
        visit.engine()
        listed = visit.ask("GET", "/api/matches")
        assert listed["damaged"] == []
        assert orders(visit, match) >= before
    token = visit.ask("POST", f"/api/matches/{match}/sit", {"seat": "watch"})["tokens"]["watch"]
    assert visit.ask("GET", f"/api/matches/{match}", token=token)["orders"] >= before


def test_a_page_is_never_played_with_an_engine_of_another_version(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    def newer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=found.text().replace('VERSION = "', 'VERSION = "0'))

    context.route("**/engine/version.js", newer)
    visit = visits()
    visit.lobby()
    told(visit, "of different versions")


@pytest.mark.offline
def test_a_half_replaced_site_is_not_kept(context: BrowserContext, site: Path, tmp_path: Path) -> None:
    """A new service worker whose files are not all there yet is not installed: the old version stays."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    with hosted(folder) as host:
        visit = Visit(context, host.base)
        visit.lobby()
        visit.engine()
        visit.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        before = visit.page.evaluate("() => caches.keys()")
        worker = (folder / "sw.js").read_text(encoding="utf-8")
        version = worker.split('"')[1]
        (folder / "sw.js").write_text(worker.replace(version, "f" * 12), encoding="utf-8")
        (folder / "js" / "main.js").write_text("throw new Error('half');\n", encoding="utf-8")
        visit.page.evaluate(
            "() => navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => {})"
        )
        visit.page.wait_for_timeout(1000)
        visit.close()
        visit = Visit(context, host.base)
        visit.lobby()
        visit.engine()
        assert before[0] in visit.page.evaluate("() => caches.keys()")
        assert not visit.faults, visit.faults


def test_the_page_and_its_workers_may_ask_no_other_host(standing: Visit) -> None:
    visit = standing
    visit.engine()
    reach = "() => fetch('http://127.0.0.1:9/').then(() => 'let out', (error) => String(error))"
    assert "Failed to fetch" in visit.page.evaluate(reach)
    assert visit.page.workers
    for worker in visit.page.workers:
        assert "Failed to fetch" in worker.evaluate(reach)
    expected = [fault for fault in visit.faults if "Content Security Policy" in fault]
    assert expected
    visit.faults = [fault for fault in visit.faults if fault not in expected]


def test_a_site_written_without_node_starts_by_itself(
    context: BrowserContext, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers and documents are those of the other site: to make them costs seconds."""
    monkeypatch.setenv("PATH", str(tmp_path))
    folder, heard = tmp_path / "site", list[str]()
    pages = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for part in ("answers", "docs")
        for path in (site / part).rglob("*.*")
    }
    put_together(folder, python_parts(RUNTIME, heard.append), pages)
    assert WITHOUT_NODE in heard
    assert [*(site / "engine").glob("memory-*.bin")]
    assert not [*(folder / "engine").glob("memory-*.bin")]
    with hosted(folder) as host:
        visit = Visit(context, host.base)
        visit.lobby()
        match, tokens = visit.make("tigers", PEOPLE)
        assert visit.ask("GET", f"/api/matches/{match}", token=tokens["german"])["game"] == "tigers"
        assert not visit.faults, visit.faults
        visit.close()
