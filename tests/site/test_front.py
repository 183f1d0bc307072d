"""The routes in a browser answer like the server; writes are atomic, and no saved data is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.offers import sample
from ardennes.site.front import ROUTES, Front
from tests.after.playing import finished
from tests.server.running import in_a_loop, running
from tests.site.bridge import Bridge, Browser, Tab

PEOPLE = {"german": "me", "allied": "beside"}
HIDE = {"do": "hide_dump", "hex": "909"}
HISTORY = {"do": "choose_setup", "kind": "historical"}
OWN = ("id", "name", "commitment", "dice", "due")  # columns of a match in either store


def played(scene: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await scene()

    in_a_loop(run())


def alike(view: Any) -> Any:
    return {key: value for key, value in view.items() if key not in OWN}


@pytest.mark.long
@pytest.mark.parametrize("orders", [5, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_the_browser_answers_as_the_server_does(game: str, orders: int, tmp_path: Path) -> None:
    """The same match from the same seed: every view, log, replay, reach and refusal is equal."""
    engine, rng = find_game(game), Random(3)
    seats = dict(zip(engine.sides, ("me", "beside"), strict=True))

    async def scene() -> None:
        tab = Tab(Browser())
        match, tokens = await tab.make(game, seats, seed=11)
        table = server.make(seats, game=game, seed=11)
        for _ in range(orders):
            with server.house.room.at(table.id) as live:
                side = engine.to_move(live.match.state)[0]
                order = sample(engine.offers(engine.view(live.match.state, side), side), rng)
            word = engine.sides[side]
            asked = {"order": engine_plain(order), "seq": table.view(word)["seq"]}
            theirs = table.post(word, "/orders", asked)
            status, ours = await tab.ask("POST", f"/api/matches/{match}/orders", asked, tokens[word])
            assert status == theirs.status_code
            assert alike(ours) == alike(theirs.json())
            for seat in engine.sides:
                unit = next((one["id"] for one in ours["board"]["units"]), "none")
                for path in (
                    "",
                    "/log",
                    "/replay?at=1",
                    f"/reach?unit={unit}",
                    "/why",
                    "/comers?hex=1",
                    "/log?after=x",
                ):
                    there = server.http.get(f"/api/matches/{table.id}{path}", headers=table.headers(seat))
                    status, here = await tab.ask("GET", f"/api/matches/{match}{path}", token=tokens[seat])
                    assert status == there.status_code, (path, here)
                    if status == 200:
                        assert alike(here) == alike(there.json()), path

    with running(tmp_path) as server:
        played(scene)


def engine_plain(order: Any) -> Any:
    return msgspec.to_builtins(order)


def test_a_match_is_read_by_another_tab_as_it_was_written() -> None:
    async def scene() -> None:
        browser = Browser()
        first = Tab(browser)
        match, tokens = await first.make("tigers", PEOPLE)
        await first.ask("POST", f"/api/matches/{match}/orders", {"order": HIDE, "seq": 0}, tokens["allied"])
        second = Tab(browser)
        status, view = await second.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        assert (status, view["seq"]) == (200, 1)
        status, late = await second.ask(
            "POST", f"/api/matches/{match}/orders", {"order": HIDE, "seq": 0}, tokens["allied"]
        )
        assert (status, late["seq"]) == (409, 1)
        status, back = await second.ask("POST", f"/api/matches/{match}/undo", {"seq": 1}, tokens["allied"])
        assert (status, back["seq"]) == (200, 2)
        assert browser.lines[match] == {}
        _, view = await first.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        assert (view["seq"], view["orders"]) == (2, 0)

    played(scene)


def test_two_tabs_at_the_same_moment_one_is_reported_that_the_match_moved_on() -> None:
    async def scene() -> None:
        browser = Browser()
        first, second = Tab(browser), Tab(browser)
        match, tokens = await first.make("tigers", PEOPLE)
        asked = {"order": HIDE, "seq": 0}
        address, token = f"/api/matches/{match}/orders", tokens["allied"]
        both = await asyncio.gather(
            first.ask("POST", address, asked, token), second.ask("POST", address, asked, token)
        )
        assert sorted(status for status, _ in both) == [200, 409]
        assert len(browser.lines[match]) == 1

    played(scene)


@pytest.mark.parametrize(
    ("fails", "words"), [("full", "no room left"), ("AbortError", "could not store the match")]
)
def test_what_cannot_be_written_changes_nothing(fails: str, words: str) -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        match, tokens = await tab.make("tigers", PEOPLE)
        browser.fails = fails
        asked, token = {"order": HIDE, "seq": 0}, tokens["allied"]
        status, outcome = await tab.ask("POST", f"/api/matches/{match}/orders", asked, token)
        assert status == 503
        assert words in outcome["error"]
        assert (await tab.ask("GET", f"/api/matches/{match}", token=token))[1]["seq"] == 0
        browser.fails = ""
        status, done = await tab.ask("POST", f"/api/matches/{match}/orders", asked, token)
        assert (status, done["seq"]) == (200, 1)

    played(scene)


NESTED = "[" * 2_000 + "]" * 2_000


def _row(browser: Browser, match: str, change: Callable[[Any], None]) -> None:
    """Change the row of a match as another program would."""
    number, text = browser.rows[match]
    row = json.loads(text)
    change(row)
    browser.rows[match] = (number, json.dumps(row))


def _line(browser: Browser, match: str, **fields: Any) -> None:
    text = browser.lines[match][1]
    browser.lines[match][1] = json.dumps({**json.loads(text), **fields})


# By what is damaged: how, and the message.
DAMAGE: dict[str, tuple[Callable[[Browser, str], Any], str]] = {
    "row cut short": (lambda b, m: b.rows.update({m: (2, '{"header":')}), "its entry cannot be read"),
    "row missing": (lambda b, m: b.rows.update({m: (2, None)}), "its entry is missing"),
    "row nested": (lambda b, m: b.rows.update({m: (2, NESTED)}), "its entry cannot be read"),
    "setting nested": (
        lambda b, m: _row(b, m, lambda row: row["header"].update(setting=NESTED)),
        "its entry cannot be read",
    ),
    "row of another match": (
        lambda b, m: _row(b, m, lambda row: row["header"].update(id="f" * 20)),
        "its entry belongs to another match (ffff",
    ),
    "number": (
        lambda b, m: b.rows.update({m: (None, b.rows[m][1])}),
        "the number of its entry is missing or wrong",
    ),
    "order": (lambda b, m: b.lines[m].update({1: "{nonsense"}), "order 1 cannot be read"),
    "order that is no text": (lambda b, m: b.lines[m].update({1: None}), "order 1 cannot be read"),
    "order nested": (lambda b, m: b.lines[m].update({1: NESTED}), "order 1 cannot be read"),
    "order nested within": (lambda b, m: _line(b, m, given=NESTED), "order 1 cannot be read"),
    "events nested within": (lambda b, m: _line(b, m, events=NESTED), "order 1 cannot be read"),
    "order missing": (lambda b, m: b.lines[m].pop(2), "its journal has 1 orders"),
    "gap": (lambda b, m: b.lines[m].update({3: b.lines[m].pop(1)}), "order 1 is missing"),
    "order too many": (lambda b, m: b.lines[m].update({3: b.lines[m][2]}), "its journal has 3 orders"),
    "order between": (lambda b, m: b.lines[m].update({1.5: b.lines[m].pop(2)}), "order 2 is missing"),
    "position": (lambda b, m: b.snapshots[m].update({1: "{nonsense"}), "its snapshot at order 1 cannot"),
    "position nested": (lambda b, m: b.snapshots[m].update({1: NESTED}), "its snapshot at order 1 cannot"),
    "position that is no text": (
        lambda b, m: b.snapshots[m].update({1: None}),
        "its snapshot at order 1 cannot",
    ),
    "position too late": (lambda b, m: b.snapshots[m].update({9: "{}"}), "its snapshot at order 9 cannot"),
    "position between": (lambda b, m: b.snapshots[m].update({1.5: "{}"}), "its snapshot at order 1.5 cannot"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_match_is_set_apart_and_all_others_continue(damage: str) -> None:
    spoil, words = DAMAGE[damage]

    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        sound, others = await tab.make("tigers", PEOPLE)
        match, tokens = await tab.make("tigers", PEOPLE)
        address = f"/api/matches/{match}/orders"
        for seq, (side, order) in enumerate([("allied", HIDE), ("german", HISTORY)]):
            status, done = await tab.ask("POST", address, {"order": order, "seq": seq}, tokens[side])
            assert status == 200, done
        spoil(browser, match)
        stored = deepcopy((browser.rows[match], browser.lines[match], browser.snapshots.get(match)))
        tab = Tab(browser)
        status, outcome = await tab.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        assert (status, words in outcome["error"]) == (410, True), outcome
        _, listed = await tab.ask("GET", "/api/matches")
        assert [one["id"] for one in listed["matches"]] == [sound]
        ((id_, what, remedy),) = [(one["id"], one["what"], one["remedy"]) for one in listed["damaged"]]
        assert (id_, remedy) == (match, "")
        assert words in what
        assert (browser.rows[match], browser.lines[match], browser.snapshots.get(match)) == stored
        asked = {"order": HIDE, "seq": 0}
        status, _ = await tab.ask("POST", f"/api/matches/{sound}/orders", asked, others["allied"])
        assert status == 200
        assert (await tab.ask("DELETE", f"/api/matches/{match}"))[0] == 204
        assert not {match} & {*browser.rows, *browser.lines, *browser.snapshots}
        assert (await tab.ask("GET", "/api/matches"))[1]["damaged"] == []

    played(scene)


def test_set_ups_that_cannot_be_read_are_kept_beside_the_new_ones() -> None:
    async def scene() -> None:
        browser = Browser(rows={"note:setups": (None, NESTED)})
        tab = Tab(browser)
        match, tokens = await tab.make("wave_of_terror", PEOPLE)
        order = {"order": {"do": "auto_setup"}, "seq": 0}
        await tab.ask("POST", f"/api/matches/{match}/orders", order, tokens["allied"])
        for path, more in (("list", {}), ("keep", {"name": "Mine"})):
            body = {"drawer": "d" * 20, **more}
            status, outcome = await tab.ask(
                "POST", f"/api/matches/{match}/setups/{path}", body, tokens["allied"]
            )
            assert status < 300, outcome
        (number, text), *beside = [browser.rows[name] for name in sorted(browser.rows) if name[:5] == "note:"]
        assert (number, "Mine" in str(text)) == (1, True)
        assert [text for _, text in beside] == [NESTED]

    played(scene)


class Interrupted(Bridge):
    """Another tab gives an order between two of its reads."""

    def __init__(self, browser: Browser, interrupt: Callable[[], Awaitable[Any]]) -> None:
        super().__init__(browser)
        self.interrupt = interrupt

    async def orders(self, match: str) -> str:
        await self.interrupt()
        return await super().orders(match)


@pytest.mark.parametrize("deleted", [False, True])
def test_a_match_that_another_tab_changes_while_it_is_read_is_not_damaged(deleted: bool) -> None:
    async def scene() -> None:
        browser = Browser()
        other = Tab(browser)
        match, tokens = await other.make("tigers", PEOPLE)

        async def interrupt() -> None:
            asked = {"order": HIDE, "seq": 0}
            if deleted:
                await other.ask("DELETE", f"/api/matches/{match}")
            else:
                await other.ask("POST", f"/api/matches/{match}/orders", asked, tokens["allied"])

        tab = Tab(browser)
        tab.front = Front(Interrupted(browser, interrupt))
        status, view = await tab.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        assert (status, view.get("seq")) == ((404, None) if deleted else (200, 1))
        _, listed = await tab.ask("GET", "/api/matches")
        assert ([one["id"] for one in listed["matches"]], listed["damaged"]) == (
            [] if deleted else [match],
            [],
        )

    played(scene)


@pytest.mark.parametrize(
    ("lost", "words"), [("cleared", "The browser deleted"), ("newer", "A newer version")]
)
def test_an_open_match_can_be_exported_after_its_storage_is_gone(lost: str, words: str) -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        unread, others = await Tab(browser).make("tigers", PEOPLE)
        match, tokens = await tab.make("tigers", PEOPLE)
        token = tokens["allied"]
        asked = {"order": HIDE, "seq": 0}
        assert (await tab.ask("POST", f"/api/matches/{match}/orders", asked, token))[0] == 200
        browser.lost = lost
        browser.rows.clear()
        asked = {"order": HISTORY, "seq": 1}
        for method, path, body in (("POST", f"/{match}/orders", asked), ("DELETE", f"/{match}", None)):
            status, outcome = await tab.ask(
                method, f"/api/matches{path}", body, tokens["german"] if body else ""
            )
            assert (status, words in outcome["error"], "export" in outcome["error"]) == (503, True, True)
        status, file = await tab.ask("GET", f"/api/matches/{match}/export", token=token)
        assert (status, len(file["journal"])) == (200, 1)
        assert savefile.from_bytes(json.dumps(file).encode(), find_game, replay=True).seq == 1
        status, outcome = await tab.ask("GET", f"/api/matches/{unread}", token=others["allied"])
        assert (status, words in outcome["error"]) == (503, True)  # its orders were never read
        assert browser.rows == {}

    played(scene)


def test_the_computer_plays_and_a_page_that_watches_is_reported() -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        match, tokens = await tab.make("tigers", {"german": "me", "allied": "staff"})
        tab.front.watch(4, match, tokens["german"])
        await tab.front.drive()
        while json.loads(tab.bridge.told[-1][1])["seq"] < 1 if tab.bridge.told else True:
            await asyncio.sleep(0.01)
        _, view = await tab.ask("GET", f"/api/matches/{match}", token=tokens["german"])
        assert view["to_move"] == ["german"]
        assert (await tab.ask("DELETE", f"/api/matches/{match}"))[0] == 204
        while tab.bridge.told[-1][2] != 4404:
            await asyncio.sleep(0.01)
        await tab.front.house.computers.stop()

    played(scene)


def test_a_computer_that_takes_too_long_gets_an_order_drawn_by_lot() -> None:
    async def scene() -> None:
        tab = Tab(Browser())
        tab.bridge.thinks = False
        match, tokens = await tab.make("tigers", {"german": "me", "allied": "staff"})
        await tab.front.drive()
        while (await tab.ask("GET", f"/api/matches/{match}", token=tokens["german"]))[1]["orders"] < 1:
            await asyncio.sleep(0.01)
        line = next(iter(tab.bridge.browser.lines[match].values()))
        assert "a random legal order" in json.loads(line)["why"]
        status, outcome = await tab.ask("GET", f"/api/matches/{match}/hint", token=tokens["german"])
        assert (status, "The hint was not ready in time" in outcome["error"]) == (503, True)
        await tab.front.house.computers.stop()

    played(scene)


def test_snapshots_and_orders_are_kept_as_the_store_keeps_them() -> None:
    async def scene() -> None:
        browser, engine, rng = Browser(), find_game("tigers"), Random(2)
        tab = Tab(browser)
        match, tokens = await tab.make("tigers", PEOPLE)
        for _ in range(45):
            with tab.front.house.room.at(match) as live:
                side = engine.to_move(live.match.state)[0]
                order = sample(engine.offers(live.match.state, side), rng)
                seq = live.seq
            asked = {"order": engine_plain(order), "seq": seq}
            await tab.ask("POST", f"/api/matches/{match}/orders", asked, tokens[engine.sides[side]])
        assert sorted(browser.snapshots[match]) == [8, 16, 24, 32, 40]
        again = Tab(browser)
        status, view = await again.ask("GET", f"/api/matches/{match}", token=tokens["german"])
        assert (status, view["seq"]) == (200, len(browser.lines[match]))

    played(scene)


def test_nobody_is_invited_and_nothing_else_is_asked_of_the_browser_than_of_the_server() -> None:
    async def scene() -> None:
        tab = Tab(Browser())
        _, games = await tab.ask("GET", "/api/games")
        assert all(game["people"] == ["me", "beside"] for game in games["games"])
        status, outcome = await tab.ask(
            "POST", "/api/matches", {"game": "tigers", "seats": {"german": "me", "allied": "invited"}}
        )
        assert (status, "without a server" in outcome["error"]) == (403, True)
        assert (await tab.ask("PUT", "/api/matches"))[0] == 405
        assert (await tab.ask("GET", "/api/nowhere"))[0] == 404
        assert (await tab.ask("POST", "/api/matches", {"game": "tigers"}))[0] == 400

    played(scene)
    assert len(ROUTES) > 30


def test_how_a_match_ended_is_reported_without_a_server() -> None:
    async def scene() -> None:
        tab = Tab(Browser())
        seats = {"german": "me", "allied": "staff"}
        file = json.loads(savefile.to_bytes(finished("tigers/peiper_staff")))
        status, made = await tab.ask("POST", "/api/matches/import", {"match": file, "seats": seats})
        assert status == 201, made
        token = made["tokens"]["german"]
        status, outcome = await tab.ask("GET", f"/api/matches/{made['id']}/end", token=token)
        assert (status, outcome["title"]) == (200, "German victory")
        status, account = await tab.ask("GET", f"/api/matches/{made['id']}/account", token=token)
        assert (status, account["versions"]["game"]) == (200, "tigers")
        status, refused = await tab.ask("POST", f"/api/matches/{made['id']}/report", {}, token)
        assert (status, "ardennes analyse" in refused["error"]) == (409, True)
        headers = json.dumps({"authorization": f"Seat {token}"})
        status, _, page = await tab.front.ask("GET", f"/api/matches/{made['id']}/report", headers, "")
        assert (status, "<h1>A victory" in page) == (200, True)

    played(scene)
