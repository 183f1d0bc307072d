"""A real browser before a real server. Without a Chromium they are skipped, loudly (tests/machine.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from bench.chromium import FLAGS, find_chromium
from tests.browser.site import Host, Visit, hosted, written, written_once
from tests.browser.sitting import PATIENCE, Sitting
from tests.machine import NO_CHROMIUM, NO_DRIVER, NO_RUNTIME, find_driver, find_runtime
from tests.server.running import Running, running

# The engine of the site is started dozens of times: to compile it well costs more than it saves.
QUICKLY = "--js-flags=--liftoff-only"

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "service_workers": "block"}
# The tabs of a browser share a process, and none is started in case one is wanted.
ONE_PROCESS = ["--renderer-process-limit=1", "--disable-site-isolation-trials"]

FAILED = pytest.StashKey[bool]()  # such a test leaves its tab to no other


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ours = [item for item in items if "tests/browser" in item.path.as_posix()]
    if ours and (missing := NO_CHROMIUM if not find_chromium() else "" if find_driver() else NO_DRIVER):
        for item in ours:
            item.add_marker(pytest.mark.skip(reason=missing))


class Kept:
    """A browser that stays open from test to test."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.first = context.new_page()  # keeps the process
        self.devtools = context.new_cdp_session(self.first)
        self.tab: Sitting | None = None  # stays open from test to test

    def forget(self) -> None:
        """Everything that a test left behind."""
        context = self.context
        stay = [self.first, self.tab.page] if self.tab else [self.first]
        pages = [page for page in context.pages if page not in stay]
        places = {
            urlsplit(frame.url)._replace(path="", query="", fragment="").geturl()
            for page in context.pages
            for frame in page.frames
        }
        for page in pages:
            page.close()
        for place in places:
            if place.startswith("http"):
                self.devtools.send("Storage.clearDataForOrigin", {"origin": place, "storageTypes": "all"})
        context.unroute_all()
        context.set_offline(False)
        context.clear_cookies()
        context.clear_permissions()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": find_chromium(), "args": [*FLAGS, QUICKLY, *ONE_PROCESS]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for a module's tests; each makes its own matches. One for all would have a lobby full of
    others' matches, and computers that play on in them."""
    with running(tmp_path_factory.mktemp("matches")) as started:
        yield started


@pytest.fixture
def browser_context_args(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A service worker fetches the whole site and checks it: only where a test is about that."""
    offline = request.node.get_closest_marker("offline") is not None
    return {**DESK, "service_workers": "allow"} if offline else DESK


@pytest.fixture(scope="session")
def kept(browser: Browser) -> dict[str, Kept]:
    """The browsers (in playwright's words: contexts) of all tests, by what they are like."""
    return {}


@pytest.fixture
def context(
    browser: Browser, browser_context_args: dict[str, Any], kept: dict[str, Kept]
) -> Iterator[BrowserContext]:
    """A browser that remembers nothing. To empty one costs much less than to start another: its process goes
    on, and scripts and fonts are read once."""
    like = json.dumps(browser_context_args, sort_keys=True)
    if like not in kept:
        kept[like] = Kept(browser.new_context(**browser_context_args))
    yield kept[like].context
    if browser_context_args.get("service_workers") == "allow":  # a worker may outlive its pages
        kept.pop(like).context.close()
        return
    try:
        kept[like].forget()
    except Error:
        kept.pop(like).context.close()
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def sitting(
    request: pytest.FixtureRequest,
    context: BrowserContext,
    browser_context_args: dict[str, Any],
    kept: dict[str, Kept],
    server: Running,
) -> Iterator[Sitting]:
    """A person at the table: no guide, no waiting for moves to be shown; any fault of the page fails.

    Where a test is marked `standing` his tab is one that stays open from test to test: to go from match to
    match within it, as players do, takes a third of the time of opening it again. For those that take their
    places by `sit` or `prefer`, and leave no trace but matches, requests held up, and what a browser
    remembers.
    """
    mark = request.node.get_closest_marker("standing")
    mine = kept[json.dumps(browser_context_args, sort_keys=True)]
    if mark is None or mark.args:
        result = seated(context, server)
        yield result
        assert not result.faults, result.faults
        return
    if mine.tab is not None and mine.tab.server is not server:
        mine.tab.page.close()
        mine.tab = None
    result, mine.tab = mine.tab or seated(context, server), None
    size = result.page.viewport_size
    result.faults.clear()
    yield result
    assert not result.faults, result.faults
    if FAILED not in request.node.stash and result.page.viewport_size == size:
        result.rest()
        mine.tab = result


def seated(context: BrowserContext, server: Running) -> Sitting:
    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return Sitting(page, server)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Written by the first process that needs it, for all that test side by side."""
    if find_runtime() is None:
        pytest.skip(NO_RUNTIME)
    if worker_id == "master":
        return written(tmp_path_factory.mktemp("site"))
    return written_once(tmp_path_factory.getbasetemp().parent / "site")


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as started:
        yield started


@pytest.fixture(scope="session")
def open_tab(browser: Browser, host: Host) -> Iterator[Visit]:
    context = browser.new_context(**DESK)
    yield Visit(context, host.base)
    context.close()


@pytest.fixture
def standing(open_tab: Visit) -> Iterator[Visit]:
    """A tab at the site's lobby that stays open from test to test, since to start its engine costs seconds:
    for those that make their own matches and leave no other trace. Any fault of the page fails."""
    if open_tab.page.is_closed():
        open_tab.open_again()
    if open_tab.page.url == "about:blank":
        open_tab.lobby()
    open_tab.page.goto(f"{open_tab.base}#/")
    open_tab.page.wait_for_selector("#start")
    yield open_tab
    faults, open_tab.faults = open_tab.faults, []
    assert not faults, faults
    assert open_tab.asked_only_its_host()


@pytest.fixture
def visits(context: BrowserContext, host: Host) -> Iterator[Callable[..., Visit]]:
    """Tabs of one browser; any fault of a page fails."""
    made: list[Visit] = []

    def visit(**settings: Any) -> Visit:
        made.append(Visit(context, host.base, **settings))
        return made[-1]

    yield visit
    for one in made:
        assert not one.faults, one.faults
        assert one.asked_only_its_host()
