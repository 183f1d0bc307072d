"""The table without a server when something is wrong: it says what, and loses no saved data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route

from ardennes.site.build import MARK, WITHOUT_NODE, put_together, python_parts
from tests.browser.site import STARTS, Visit, hosted
from tests.browser.test_site import SMALLEST, play_again
from tests.machine import RUNTIME

pytestmark = pytest.mark.long

PEOPLE = {"german": "me", "allied": "beside"}
HIDE = {"do": "hide_dump", "hex": "909"}


def told(visit: Visit, words: str) -> None:
    visit.page.wait_for_function(
        "words => document.querySelector('.notice')?.innerText.includes(words)", arg=words, timeout=STARTS
    )


def order(visit: Visit, match: str, token: str, plain: dict[str, Any], seq: int, wants: int = 0) -> Any:
    return visit.ask("POST", f"/api/matches/{match}/orders", {"order": plain, "seq": seq}, token, wants)


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
        result = route.fetch()
        route.fulfill(response=result, body=said + result.text())

    context.route("**/engine/engine.js*", barred)
    visit = visits()
    for name in ("localStorage", "sessionStorage"):
        visit.page.add_init_script(
            f"Object.defineProperty(window, '{name}', {{ configurable: true,"
            " get() { throw new DOMException('denied', 'SecurityError'); } });"
        )
    visit.lobby()
    told(visit, "stores nothing")
    match, tokens = visit.make("tigers", PEOPLE)
    assert order(visit, match, tokens["allied"], HIDE, 0)["seq"] == 1
    taken = visit.ask("GET", f"/api/matches/{match}/export", token=tokens["allied"])
    assert taken["format"] == "ardennes-match"


def test_a_page_is_never_played_with_an_engine_of_another_version(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    def newer(route: Route) -> None:
        result = route.fetch()
        route.fulfill(response=result, body=result.text().replace('VERSION = "', 'VERSION = "0'))

    context.route("**/engine/version.js", newer)
    visit = visits()
    visit.lobby()
    told(visit, "of different versions")


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


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_site_written_without_node_starts_by_itself(
    context: BrowserContext, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """Its answers and documents are those of the other site, because making them takes seconds. So does the
    start: unless the whole page is opened, one worker plays a match, where the page has two.
    """
    monkeypatch.setenv("PATH", str(tmp_path))
    folder, received = tmp_path / "site", list[str]()
    pages = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for part in ("answers", "docs")
        for path in (site / part).rglob("*.*")
    }
    put_together(folder, python_parts(RUNTIME, received.append), pages)
    assert WITHOUT_NODE in received
    assert [*(site / "engine").glob("memory-*.bin")]
    assert not [*(folder / "engine").glob("memory-*.bin")]
    with hosted(folder) as host:
        visit = Visit(context, host.base)
        if whole:
            visit.lobby()
            match, tokens = visit.make("tigers", PEOPLE)
            assert visit.ask("GET", f"/api/matches/{match}", token=tokens["german"])["game"] == "tigers"
        else:
            visit.page.goto(f"{host.base}{MARK}")
            assert play_again(visit, (SMALLEST[0], SMALLEST[0].read_text(encoding="utf-8"))) == [""]
        assert not visit.faults, visit.faults
        visit.close()
