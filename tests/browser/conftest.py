"""A real browser before a real server. Without a Chromium they are skipped, loudly (tests/machine.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from bench.chromium import FLAGS, find_chromium
from tests.browser.site import Host, Visit, hosted, written, written_once
from tests.browser.sitting import PATIENCE, Sitting
from tests.machine import NO_CHROMIUM, NO_DRIVER, NO_RUNTIME, find_driver, find_runtime
from tests.server.running import Running, running

# The engine of the site is started dozens of times: to compile it well costs more than it saves.
QUICKLY = "--js-flags=--liftoff-only"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ours = [item for item in items if "tests/browser" in item.path.as_posix()]
    if ours and (missing := NO_CHROMIUM if not find_chromium() else "" if find_driver() else NO_DRIVER):
        for item in ours:
            item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": find_chromium(), "args": [*FLAGS, QUICKLY]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for a module's tests; each makes its own matches."""
    with running(tmp_path_factory.mktemp("matches")) as found:
        yield found


@pytest.fixture
def browser_context_args(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A service worker fetches the whole site and checks it: only where a test is about that."""
    offline = request.node.get_closest_marker("offline") is not None
    return {
        "viewport": {"width": 1440, "height": 900},
        "service_workers": "allow" if offline else "block",
    }


@pytest.fixture
def sitting(context: BrowserContext, server: Running) -> Iterator[Sitting]:
    """A person at the table: no guide, no waiting for moves to be shown; any fault of the page fails."""
    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE)
    found = Sitting(page, server)
    yield found
    assert not found.faults, found.faults


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Written by the first process that needs it, for all that test side by side."""
    if find_runtime() is None:
        pytest.skip(NO_RUNTIME)
    if worker_id == "master":
        return written(tmp_path_factory.mktemp("site"))
    return written_once(tmp_path_factory.getbasetemp().parent / "site")


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as found:
        yield found


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
        assert all(url.startswith((host.base, "blob:", "data:")) for url in one.asked)
