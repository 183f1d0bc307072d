"""The site with damaged storage or a dead engine, in real Chromium: it says what happened, and continues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from ardennes.kernel.nesting import is_too_deep
from ardennes.site import build
from ardennes.site.build import MARK
from tests.browser.site import STARTS, Host, Visit
from tests.kernel.test_nesting import TEXTS
from tests.page_text import t
from tests.server.running import until

pytestmark = pytest.mark.long

PEOPLE = {"german": "me", "allied": "beside"}
HIDE = {"do": "hide_dump", "hex": "909"}
HISTORY = {"do": "choose_setup", "kind": "historical"}
NESTED = "[" * 2_000 + "]" * 2_000
SCRIPTS = [
    *(Path(build.__file__).parents[1] / "web/js").rglob("*.js"),
    *(Path(build.__file__).parent / "page").glob("*.js"),
]
STORES = ["numbers", "rows", "lines", "snapshots"]
# Runs in a page: SCRIPT in a transaction on the database of the matches.
CHANGE = """async (given) => {
  const opened = indexedDB.open("ardennes");
  await new Promise((good, bad) => { opened.onsuccess = good; opened.onerror = bad; });
  const change = opened.result.transaction(STORES, "readwrite");
  const done = new Promise((good, bad) => { change.oncomplete = good; change.onabort = bad; });
  const store = (name) => change.objectStore(name);
  SCRIPT;
  await done;
  opened.result.close();
}""".replace("STORES", json.dumps(STORES))
# Runs in a page: a request as the page makes it, whatever its answer.
SEND = """async ([method, path, body, token]) => {
  const { send } = (await import("./js/main.js")).parts["lib/transport"];
  const headers = token ? { Authorization: `Seat ${token}` } : {};
  const { status, text } = await send(method, path, headers, body ?? undefined);
  return [status, text];
}"""


def stored_keys() -> list[str]:
    """Return every key under which the page stores something, with a suffix where the page adds one."""
    names = {
        name
        for path in SCRIPTS
        for name in re.findall(r'["`](ardennes\.[\w.]+)', path.read_text(encoding="utf-8"))
    }
    return sorted(f"{name}0123456789abcdef.german" if name.endswith(".") else name for name in names)


DAMAGED_TEXTS = [
    "", "null", "0", "[]", "{", '"x"', "undefined", "\ud800", NESTED, '{"a":' * 3_000, "x" * 100_000,
    '{"theme":{},"light":7,"speed":"constructor","toured":[],"finished":"","turned":null}',
    '{"__proto__":{"german":"x"},"constructor":5}',
    '{"error":"The token of the lobby is wrong."}',
    '{"matches":[{}],"damaged":null}',
    '{"MATCH":null}', '{"MATCH":{"german":5}}', '{"MATCH":{"german":"a b\\n\\u00ff"}}',
    '{"MATCH":{"german":"wrong"}}',
    '{"MATCH":{"german":{"key":{"id":3}}}}', '{"MATCH:german":{"luck":"x","mistakes":[]}}',
]  # fmt: skip


def change_database(page: Page, script: str, *given: Any) -> None:
    page.evaluate(CHANGE.replace("SCRIPT", script), given)


def send(visit: Visit, method: str, path: str, body: str = "", token: str = "") -> tuple[int, str]:
    status, text = visit.page.evaluate(SEND, [method, path, body or None, token])
    return status, text


def notice(visit: Visit, words: str) -> None:
    visit.page.wait_for_function(
        "words => document.querySelector('.notice')?.innerText.includes(words)", arg=words, timeout=STARTS
    )


def order(visit: Visit, match: str, token: str, plain: dict[str, Any], seq: int, wants: int = 0) -> Any:
    return visit.ask("POST", f"/api/matches/{match}/orders", {"order": plain, "seq": seq}, token, wants)


def sit_at(visit: Visit, match: str, tokens: dict[str, str]) -> None:
    seats = json.dumps({match: tokens})
    visit.page.evaluate("seats => localStorage.setItem('ardennes.seats', seats)", seats)


@pytest.fixture
def match(standing: Visit) -> Iterator[tuple[str, dict[str, str]]]:
    """Return a match in which the shared tab has both seats."""
    match, tokens = standing.make("tigers", PEOPLE, name="Whole")
    yield match, tokens
    standing.page.evaluate("() => localStorage.clear()")
    standing.remove(match)


# Stored settings


def starts_with(visit: Visit, match: str, stored: dict[str, str]) -> None:
    """Open the lobby, the record and a table with this in localStorage and sessionStorage."""
    page = visit.page
    page.evaluate(
        "stored => { for (const store of [localStorage, sessionStorage]) { store.clear();"
        " for (const [key, text] of Object.entries(stored)) store.setItem(key, text); } }",
        stored,
    )
    page.goto(f"{visit.base}#/")
    page.reload()
    page.wait_for_selector("#start")
    page.wait_for_selector(f'.mt a[href="#/match/{match}"]', timeout=STARTS)
    page.evaluate("() => { location.hash = '#/record'; }")
    page.wait_for_selector("main.record")
    page.evaluate("match => { location.hash = `#/match/${match}`; }", match)
    page.wait_for_selector(f'.table[data-match="{match}"] #prompt', state="attached", timeout=STARTS)
    assert not visit.faults, (visit.faults, stored)


@pytest.mark.parametrize("rounds", [1, pytest.param(60, marks=pytest.mark.slow)])
def test_the_site_starts_whatever_lies_in_storage(
    standing: Visit, match: tuple[str, dict[str, str]], rounds: int
) -> None:
    rng, keys = Random(4), stored_keys()
    assert {"ardennes.settings", "ardennes.seats", "ardennes.lobby", "ardennes.site.matches"} <= {*keys}
    for _ in range(rounds):
        stored = {key: rng.choice(DAMAGED_TEXTS).replace("MATCH", match[0]) for key in keys}
        starts_with(standing, match[0], stored)


@pytest.mark.slow
def test_the_site_starts_in_full_storage(standing: Visit, match: tuple[str, dict[str, str]]) -> None:
    page = standing.page
    page.evaluate(
        "() => { localStorage.clear(); localStorage['ardennes.settings'] = '{}'; let size = 2 ** 23;"
        " for (let n = 0; size >= 1; n++) try { localStorage.setItem(`full${n}`, 'x'.repeat(size)); }"
        " catch { size /= 2; } }"
    )
    page.reload()
    page.wait_for_selector(f'.mt a[href="#/match/{match[0]}"]', timeout=STARTS)
    page.evaluate("match => { location.hash = `#/match/${match}`; }", match[0])
    page.wait_for_selector(f'.table[data-match="{match[0]}"] #prompt', state="attached", timeout=STARTS)


def test_a_link_with_a_lobby_token_locks_nobody_out(
    standing: Visit, match: tuple[str, dict[str, str]]
) -> None:
    page = standing.page
    page.evaluate("() => { localStorage['ardennes.lobby'] = 'from-an-earlier-visit'; }")
    page.goto(f"{standing.base}#/lobby/{'x' * 20}")
    page.wait_for_function("() => !location.hash.includes('lobby')")
    page.reload()
    page.wait_for_selector(f'.mt a[href="#/match/{match[0]}"]', timeout=STARTS)
    standing.ask("GET", "/api/matches")
    assert page.evaluate("() => localStorage['ardennes.lobby'] ?? null") is None


def test_a_failed_answer_is_not_remembered_as_the_list(
    standing: Visit, match: tuple[str, dict[str, str]]
) -> None:
    """Valid lists are used, but only if they are complete."""
    page = standing.page
    standing.ask("GET", "/api/matches")
    remembered = page.evaluate("() => localStorage['ardennes.site.matches']")
    assert match[0] in remembered
    standing.ask("GET", "/api/matches", token="nobody", wants=401)
    assert page.evaluate("() => localStorage['ardennes.site.matches']") == remembered
    read = """async (text) => {
      const key = "ardennes.site.matches";
      localStorage[key] = text;
      const { "lib/storage": storage, "lib/version": version } = (await import("./js/main.js")).parts;
      return [storage.readChecked(key, version.VERSION), localStorage[key] ?? null];
    }"""
    assert page.evaluate(read, remembered) == [remembered.partition(" ")[2], remembered]
    for damaged in (remembered[:-1], remembered.replace("Whole", "Hole"), '{"error":"no"}', ""):
        assert page.evaluate(read, damaged) == [None, None]


# Files


def test_a_file_that_is_no_match_is_refused_with_the_reason(standing: Visit) -> None:
    page = standing.page
    files = [
        ("null.json", "null", t("common.file.not-object")),
        ("list.json", "[1]", t("common.file.not-object")),
        ("text.json", "Dear", t("common.file.not-json")),
        ("empty.json", "", t("common.file.not-json")),
        ("deep.json", f'{{"format":{NESTED}}}', t("common.file.too-deep", most=64)),
    ]
    for name, text, words in files:
        chooser = page.locator('label.file input[type="file"]')
        chooser.set_input_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})
        notice(standing, f"{name} is not a match file: ")
        notice(standing, words)
    asked = '{"match":' + NESTED + ',"seats":{"german":"me","allied":"beside"}}'
    status, text = send(standing, "POST", "/api/matches/import", asked)
    assert (status, "brackets inside brackets" in text) == (400, True)
    standing.engine()


def test_the_page_counts_brackets_as_the_engine_does(standing: Visit) -> None:
    parts = "(await import('./js/main.js')).parts['lib/nesting']"
    deep = f"async (texts) => texts.map({parts}.isTooDeep)"
    texts = [text for text, _ in TEXTS]
    assert standing.page.evaluate(deep, texts) == [is_too_deep(text) for text in texts]


# Stored matches

# By what is damaged: a script for CHANGE in which `m` is the match, and what the lobby says of it.
DAMAGE = {
    "number is text": ("store('numbers').put('x', m)", "the number of its entry is missing or wrong"),
    "number is null": ("store('numbers').put(null, m)", "the number of its entry is missing or wrong"),
    "number is broken": ("store('numbers').put(1.5, m)", "the number of its entry is missing or wrong"),
    "number is negative": ("store('numbers').put(-1, m)", "the number of its entry is missing or wrong"),
    "number is not a number": ("store('numbers').put(NaN, m)", "the number of its entry is missing or wrong"),
    "number is endless": ("store('numbers').put(Infinity, m)", "the number of its entry is missing or wrong"),
    "number is long": ("store('numbers').put(10n ** 30n, m)", "the number of its entry is missing or wrong"),
    "number is missing": ("store('numbers').delete(m)", "the number of its entry is missing or wrong"),
    "row is missing": ("store('rows').delete(m)", "its entry is missing"),
    "only orders are left": ("store('rows').delete(m); store('numbers').delete(m)", "its entry is missing"),
    "row is an object": ("store('rows').put({ toString: 1 }, m)", "its entry is missing"),
    "row is nested": ("store('rows').put(given[1], m)", "its entry cannot be read"),
    "row is another's": (
        "store('rows').get(given[2]).onsuccess = (e) => store('rows').put(e.target.result, m)",
        "its entry belongs to another match",
    ),
    "order is an object": ("store('lines').put({}, [m, 1])", "order 1 cannot be read"),
    "order is nested": ("store('lines').put(given[1], [m, 1])", "order 1 cannot be read"),
    "gap": (
        "store('lines').get([m, 1]).onsuccess = (e) => { store('lines').put(e.target.result, [m, 5]);"
        " store('lines').delete([m, 1]); }",
        "order 1 is missing",
    ),
    "order between": ("store('lines').put('{}', [m, 0.5])", "order 1 is missing"),
    "snapshot between": ("store('snapshots').put('{}', [m, 0.5])", "its snapshot at order 0.5 cannot"),
    "snapshot is nested": ("store('snapshots').put(given[1], [m, 1])", "its snapshot at order 1 cannot"),
}  # fmt: skip
EVERYDAY = (
    "number is text",
    "number is missing",
    "only orders are left",
    "row is another's",
    "gap",
    "order is nested",
)


@pytest.mark.parametrize(
    "damage", [EVERYDAY, pytest.param(tuple(DAMAGE), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_damaged_matches_are_set_apart_saved_and_deleted(standing: Visit, damage: tuple[str, ...]) -> None:
    page = standing.page
    sound, tokens = standing.make("tigers", PEOPLE, name="Sound")
    spoilt: dict[str, str] = {}
    seats: dict[str, str] = {}
    for what in damage:
        match, others = standing.make("tigers", PEOPLE, name=f"Spoilt: {what}")
        order(standing, match, others["allied"], HIDE, 0)
        change_database(page, f"const m = given[0]; {DAMAGE[what][0]}", match, NESTED, sound)
        spoilt[match], seats[match] = DAMAGE[what][1], others["allied"]
    page.reload()
    page.wait_for_selector("#start")
    standing.engine()
    for match, token in seats.items():
        standing.ask("GET", f"/api/matches/{match}", token=token, wants=410)
    listed = standing.ask("GET", "/api/matches")
    assert sound in {one["id"] for one in listed["matches"]}
    assert not {one["id"] for one in listed["matches"]} & {*spoilt}
    said = {one["id"]: one["what"] for one in listed["damaged"]}
    assert said.keys() == spoilt.keys()
    for match, words in spoilt.items():
        assert words in said[match]
    assert order(standing, sound, tokens["allied"], HIDE, 0)["seq"] == 1
    page.goto(f"{standing.base}#/record")
    page.wait_for_selector("main.record")
    page.goto(f"{standing.base}#/")
    page.wait_for_selector("#damaged")
    rows = page.locator("#damaged li")
    with page.expect_download() as download:
        rows.first.get_by_role("button", name=t("lobby.save-file")).click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["match"] in spoilt
    assert saved["orders"] or saved["positions"]
    for left in range(len(spoilt), 0, -1):
        assert rows.count() == left
        rows.first.get_by_role("button", name="Delete").click()
        page.locator("dialog").get_by_role("button", name="Delete", exact=True).click()
        page.wait_for_function("left => document.querySelectorAll('#damaged li').length < left", arg=left)
    if damage == tuple(DAMAGE):
        page.reload()
        standing.engine()
    assert standing.ask("GET", "/api/matches")["damaged"] == []
    standing.remove(sound)


@pytest.mark.slow
def test_whatever_lies_in_the_database_sound_matches_continue(standing: Visit) -> None:
    rng = Random(9)
    values = [
        "null", "undefined", "''", "'{}'", "[]", "{}", "0", "-1", "1.5", "NaN", "1n", "new Date()",
        "new Map()", "new Uint8Array(3)", "given[1]", "true", "JSON.stringify({ header: {} })",
    ]  # fmt: skip
    keys = [
        "m", "'x'", "'__proto__'", "7", "[m]", "[m, 1]", "[m, 2]", "[m, 0]", "[m, 1.5]", "[m, 'x']",
        "[m, [1]]", "['x', 1]", "'note:setups'", "'note:'", "new Date()",
    ]  # fmt: skip
    for _ in range(25):
        sound, tokens = standing.make("tigers", PEOPLE, name="Sound")
        match, others = standing.make("tigers", PEOPLE, name="Spoilt")
        order(standing, match, others["allied"], HIDE, 0)
        script = "const m = given[0];" + "".join(
            f"store('{rng.choice(STORES)}').put({rng.choice(values)}, {rng.choice(keys)});"
            for _ in range(rng.randint(1, 6))
        )
        change_database(standing.page, script, match, NESTED)
        standing.page.reload()
        standing.page.wait_for_selector("#start")
        standing.engine()
        assert sound in standing.matches(), script
        assert order(standing, sound, tokens["allied"], HIDE, 0)["seq"] == 1, script
        assert standing.ask("GET", f"/api/matches/{sound}", token=tokens["german"])["seq"] == 1
        standing.remove(sound)
        for one in standing.ask("GET", "/api/matches")["damaged"]:
            address = quote(one["id"], safe="")
            assert send(standing, "GET", f"/api/kept/{address}")[0] == 200
            status, text = send(standing, "DELETE", f"/api/matches/{address}")
            assert status == 204, (one, text, script)
        change_database(standing.page, f"for (const name of {STORES}) store(name).clear()")
        assert not standing.faults, (standing.faults, script)


@pytest.mark.slow
def test_a_match_that_another_tab_writes_is_never_reported_as_damaged(standing: Visit) -> None:
    """Row and orders are read at one moment: before, some of these readings mixed two."""
    match, _ = standing.make("tigers", {"german": "random", "allied": "random"})
    other = standing.another()
    other.lobby()
    other.engine()
    token = other.ask("POST", f"/api/matches/{match}/sit", {"seat": "watch"})["tokens"]["watch"]
    outcome = other.page.evaluate(
        """async ([match, token]) => {
          const { send } = (await import("./js/main.js")).parts["lib/transport"];
          const told = new Set();
          let seq = 0;
          for (let left = 60; left; left--) {
            const headers = { Authorization: `Seat ${token}` };
            const { status, text } = await send("GET", `/api/matches/${match}`, headers);
            told.add(status);
            seq = JSON.parse(text).seq ?? seq;
          }
          return [[...told], seq];
        }""",
        [match, token],
    )
    assert outcome[0] == [200]
    assert outcome[1] > 10  # it was written all the time
    assert standing.ask("GET", "/api/matches")["damaged"] == []
    other.close()
    standing.remove(match)
    assert not other.faults


# Cached files

# Runs in a page: damages cached files whose path has one of the given parts; how many.
SPOIL_CACHE = """async (parts) => {
  const [name] = (await caches.keys()).filter((one) => /^ardennes-[0-9a-f]+$/.test(one));
  const cache = await caches.open(name);
  await caches.open("ardennes-other").then((other) => other.put("js/main.js", new Response("nonsense(")));
  const spoilt = (await cache.keys()).filter(({ url }) => parts.some((part) => url.includes(part)));
  for (const { url } of spoilt) {
    const headers = { "Content-Type": url.endsWith("js") ? "text/javascript" : "text/html" };
    await cache.put(url, new Response("nonsense(", { headers }));
  }
  return spoilt.length;
}"""


@pytest.mark.slow
@pytest.mark.offline
def test_damaged_files_in_the_cache_are_fetched_again(context: BrowserContext, host: Host) -> None:
    visit = Visit(context, host.base)
    visit.lobby()
    visit.engine()
    visit.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    parts = ["js/main.js", "/index.html", "css/all.css", "answers/games.json"]
    assert visit.page.evaluate(SPOIL_CACHE, parts) >= len(parts)
    visit.open_again()
    visit.lobby()
    visit.engine()
    assert visit.page.evaluate(SPOIL_CACHE, ["engine/engine-"]) == 1
    visit.open_again()
    visit.lobby()
    notice(visit, "The engine did not start")
    until(lambda: visit.page.evaluate(CACHED_WHOLE, "engine/engine-"), STARTS / 1000)
    visit.open_again()
    visit.lobby()
    visit.engine()
    visit.faults = [fault for fault in visit.faults if "compressed data" not in fault]
    context.set_offline(True)  # a file that was loaded again is cached
    visit.open_again()
    visit.lobby()
    visit.engine()
    assert not visit.faults, visit.faults
    visit.close()


CACHED_WHOLE = """async (part) => {
  const [name] = (await caches.keys()).filter((one) => /^ardennes-[0-9a-f]+$/.test(one));
  const cache = await caches.open(name);
  const [key] = (await cache.keys()).filter(({ url }) => url.includes(part));
  return Boolean(key) && (await (await cache.match(key)).blob()).size > 1000;
}"""


# Unavailable storage

MAKE = """async ([version, stores]) => {
  const opened = indexedDB.open("ardennes", version);
  opened.onupgradeneeded = () => {
    const there = opened.result.objectStoreNames;
    for (const name of stores.filter((one) => !there.contains(one))) {
      opened.result.createObjectStore(name).put("kept", "x");
    }
  };
  await new Promise((good, bad) => { opened.onsuccess = good; opened.onerror = bad; });
  opened.result.close();
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "stores", "words"),
    [
        (2, STORES, "belong to a newer version of this page"),
        (1, ["rows"], "is incomplete and cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_left_alone_and_the_page_says_why(
    visits: Callable[..., Visit], version: int, stores: list[str], words: str
) -> None:
    visit = visits()
    visit.page.goto(f"{visit.base}{MARK}")
    visit.page.evaluate(MAKE, [version, stores])
    visit.lobby()
    notice(visit, words)
    notice(visit, "Your matches are gone when you close this page")
    match, tokens = visit.make("tigers", PEOPLE)
    assert order(visit, match, tokens["allied"], HIDE, 0)["seq"] == 1
    assert visit.ask("GET", f"/api/matches/{match}/export", token=tokens["allied"])["journal"]
    left = visit.page.evaluate(
        """async () => {
          const opened = indexedDB.open("ardennes");
          await new Promise((good) => { opened.onsuccess = good; });
          const { version, objectStoreNames } = opened.result;
          const rows = opened.result.transaction("rows").objectStore("rows").get("x");
          await new Promise((good) => { rows.onsuccess = good; });
          return [version, [...objectStoreNames].length, rows.result];
        }"""
    )
    assert left == [version, len(stores), "kept"]


def taken_away(visit: Visit, match: str, tokens: dict[str, str], words: str) -> Any:
    """What remains of a match whose storage is gone: it can be viewed and exported, and nothing else."""
    notice(visit, words)
    refused = order(visit, match, tokens["german"], HISTORY, 1, wants=503)
    assert words in refused["error"]
    assert visit.ask("GET", f"/api/matches/{match}", token=tokens["german"])["seq"] == 1
    return visit.ask("GET", f"/api/matches/{match}/export", token=tokens["allied"])


@pytest.mark.slow
def test_a_newer_version_takes_over_while_a_match_is_open(visits: Callable[..., Visit]) -> None:
    visit = visits()
    visit.lobby()
    match, tokens = visit.make("tigers", PEOPLE)
    order(visit, match, tokens["allied"], HIDE, 0)
    visit.page.evaluate(MAKE, [2, STORES])
    assert len(taken_away(visit, match, tokens, "A newer version of this page")["journal"]) == 1


@pytest.mark.slow
def test_cleared_storage_is_said_and_the_open_match_can_be_exported(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    visit = visits()
    visit.lobby()
    match, tokens = visit.make("tigers", PEOPLE)
    order(visit, match, tokens["allied"], HIDE, 0)
    devtools = context.new_cdp_session(visit.page)
    origin = visit.base.rstrip("/")
    devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    file = taken_away(visit, match, tokens, "The browser deleted the matches")
    assert len(file["journal"]) == 1
    visit.page.reload()
    visit.page.wait_for_selector("#start")
    visit.engine()
    assert visit.matches() == set()
    visit.ask("POST", "/api/matches/import", {"match": file, "seats": PEOPLE})


# A dead engine

PENDING = """async () => {
  const { send } = (await import("./js/main.js")).parts["lib/transport"];
  const answer = send("GET", "/api/matches/none/log", {});
  window.pending = answer.then(({ status }) => String(status), ({ message }) => message);
}"""


def engine_of(visit: Visit) -> Any:
    return next(worker for worker in reversed(visit.page.workers) if "/engine.js" in worker.url)


def with_python(context: BrowserContext) -> None:
    """Let the tests reach Python in the engine's worker."""

    def expose(route: Route) -> None:
        result = route.fetch()
        text = result.text()
        assert "const front = python." in text
        shown = text.replace("const front = python.", "self.python = python; const front = python.")
        route.fulfill(response=result, body=shown)

    context.route("**/engine/engine.js*", expose)


# Crash Python itself, as a text with too deep nesting did.
EXHAUST = (
    "() => { try { self.python.runPython(\"import msgspec; msgspec.json.decode(b'[' * 10**6)\"); } catch {} }"
)


def test_an_engine_that_dies_is_started_again_and_the_match_continues(
    visits: Callable[..., Visit], context: BrowserContext
) -> None:
    with_python(context)
    visit = visits()
    visit.lobby()
    match, tokens = visit.make("tigers", PEOPLE)
    sit_at(visit, match, tokens)
    visit.table(match)
    order(visit, match, tokens["allied"], HIDE, 0)
    visit.until(1)
    engine_of(visit).evaluate(EXHAUST)
    visit.page.wait_for_selector(".engine:visible", timeout=STARTS)
    assert "being started again" in visit.page.inner_text(".engine")
    notice(visit, "The engine is running again")
    order(visit, match, tokens["german"], HISTORY, 1)
    visit.until(2)  # the table uses the new engine
    ends = ("Pyodide", "call stack", "fatal error")
    visit.faults = [fault for fault in visit.faults if not any(words in fault for words in ends)]


@pytest.mark.slow
def test_an_engine_that_ends_without_a_word_is_started_again_but_not_for_ever(
    visits: Callable[..., Visit],
) -> None:
    visit = visits()
    visit.lobby()
    match, tokens = visit.make("tigers", PEOPLE)
    for _ in range(2):
        engine_of(visit).evaluate("() => { self.onmessage = null; }")
        visit.page.evaluate(PENDING)
        engine_of(visit).evaluate("() => self.close()")
        assert "The engine stopped and is being started again" in visit.page.evaluate("() => window.pending")
        assert visit.ask("GET", f"/api/matches/{match}", token=tokens["german"])["seq"] == 0
    engine_of(visit).evaluate("() => self.close()")
    notice(visit, "The engine stopped 3 times within a minute")
    visit.page.evaluate(PENDING)
    assert "Stored matches are unchanged" in visit.page.evaluate("() => window.pending")


@pytest.mark.slow
def test_an_engine_that_hangs_can_be_started_again(visits: Callable[..., Visit]) -> None:
    visit = visits()
    visit.page.clock.install()
    visit.lobby()
    visit.engine()
    engine_of(visit).evaluate("() => { setTimeout(() => { for (;;); }, 0); }")
    visit.page.evaluate(PENDING)
    visit.page.clock.fast_forward(20_000)
    assert not visit.page.get_by_role("button", name="Restart the engine").is_visible()
    visit.page.clock.fast_forward(20_000)
    visit.page.get_by_role("button", name="Restart the engine").click()
    assert "is being started again" in visit.page.evaluate("() => window.pending")
    visit.engine()
