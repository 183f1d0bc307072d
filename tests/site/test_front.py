"""The routes in a browser answer as the server does; what is written is whole, and nothing kept is lost."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.offers import sample
from ardennes.server.store import Store
from ardennes.site.front import ROUTES
from ardennes.site.shelf import Shelf
from tests.after.playing import finished
from tests.server.running import in_a_loop, running
from tests.site.bridge import Browser, Tab

PEOPLE = {"german": "me", "allied": "beside"}
HIDE = {"do": "hide_dump", "hex": "909"}
OWN = ("id", "name", "commitment", "dice", "due")  # of a match, whoever keeps it


def played(scene: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await scene()

    in_a_loop(run())


def alike(view: Any) -> Any:
    return {key: value for key, value in view.items() if key not in OWN}


def test_the_shelf_is_called_as_the_store_is() -> None:
    """Rooms, seats and computers take either."""
    own = {"stale", "number", "put", "put_orders", "forget", "writes", "written", "note", "keep_note"}
    for name, function in inspect.getmembers(Shelf, inspect.isfunction):
        if not name.startswith("_") and name not in own:
            wanted = list(inspect.signature(getattr(Store, name)).parameters.values())
            assert [(p.name, p.default) for p in inspect.signature(function).parameters.values()][1:-1] == [
                (p.name, p.default) for p in wanted
            ][1:-1], name
            assert len(inspect.signature(function).parameters) == len(wanted), name


@pytest.mark.long
@pytest.mark.parametrize("orders", [5, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_the_browser_answers_as_the_server_does(game: str, orders: int, tmp_path: Path) -> None:
    """The same match from the same seed: every view, log, replay, reach and refusal is the same."""
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


def test_two_tabs_at_the_same_moment_one_is_told_that_the_match_moved_on() -> None:
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


@pytest.mark.parametrize(("fails", "words"), [("full", "no room left"), ("AbortError", "could not keep it")])
def test_what_cannot_be_written_changes_nothing(fails: str, words: str) -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        match, tokens = await tab.make("tigers", PEOPLE)
        browser.fails = fails
        asked, token = {"order": HIDE, "seq": 0}, tokens["allied"]
        status, told = await tab.ask("POST", f"/api/matches/{match}/orders", asked, token)
        assert status == 503
        assert words in told["error"]
        assert (await tab.ask("GET", f"/api/matches/{match}", token=token))[1]["seq"] == 0
        browser.fails = ""
        status, done = await tab.ask("POST", f"/api/matches/{match}/orders", asked, token)
        assert (status, done["seq"]) == (200, 1)

    played(scene)


@pytest.mark.parametrize("spoilt", ["row", "line", "missing", "snapshot"])
def test_a_corrupt_match_is_set_apart_and_nothing_of_it_goes(spoilt: str) -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        sound, _ = await tab.make("tigers", PEOPLE)
        match, tokens = await tab.make("tigers", PEOPLE)
        await tab.ask("POST", f"/api/matches/{match}/orders", {"order": HIDE, "seq": 0}, tokens["allied"])
        number, row = browser.rows[match]
        assert row is not None
        if spoilt == "row":
            browser.rows[match] = (number, row[:40])
        elif spoilt == "line":
            browser.lines[match][1] = "{nonsense"
        elif spoilt == "missing":
            del browser.lines[match][1]
        else:
            browser.snapshots[match][1] = "{nonsense"
        kept = (dict(browser.lines[match]), dict(browser.snapshots[match]))
        tab = Tab(browser)
        status, told = await tab.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        assert status == 410, told
        _, listed = await tab.ask("GET", "/api/matches")
        assert [one["id"] for one in listed["matches"]] == [sound]
        assert [(one["id"], one["remedy"]) for one in listed["damaged"]] == [(match, "")]
        assert (browser.lines[match], browser.snapshots[match]) == kept
        status, _ = await tab.ask("DELETE", f"/api/matches/{match}")
        assert status == 204
        assert match not in browser.rows

    played(scene)


def test_the_computer_plays_and_a_page_that_watches_is_told() -> None:
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
        assert "drawn by lot" in json.loads(line)["why"]
        status, told = await tab.ask("GET", f"/api/matches/{match}/hint", token=tokens["german"])
        assert (status, "No hint in time" in told["error"]) == (503, True)
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
        status, told = await tab.ask(
            "POST", "/api/matches", {"game": "tigers", "seats": {"german": "me", "allied": "invited"}}
        )
        assert (status, "without a server" in told["error"]) == (403, True)
        assert (await tab.ask("PUT", "/api/matches"))[0] == 405
        assert (await tab.ask("GET", "/api/nowhere"))[0] == 404
        assert (await tab.ask("POST", "/api/matches", {"game": "tigers"}))[0] == 400

    played(scene)
    assert len(ROUTES) > 30


def test_how_a_match_ended_is_told_without_a_server() -> None:
    async def scene() -> None:
        tab = Tab(Browser())
        seats = {"german": "me", "allied": "staff"}
        file = json.loads(savefile.to_bytes(finished("tigers/peiper_staff")))
        status, made = await tab.ask("POST", "/api/matches/import", {"match": file, "seats": seats})
        assert status == 201, made
        token = made["tokens"]["german"]
        status, told = await tab.ask("GET", f"/api/matches/{made['id']}/end", token=token)
        assert (status, told["title"]) == (200, "German victory")
        status, account = await tab.ask("GET", f"/api/matches/{made['id']}/account", token=token)
        assert (status, account["versions"]["game"]) == (200, "tigers")
        status, refused = await tab.ask("POST", f"/api/matches/{made['id']}/report", {}, token)
        assert (status, "ardennes analyse" in refused["error"]) == (409, True)
        headers = json.dumps({"authorization": f"Seat {token}"})
        status, _, page = await tab.front.ask("GET", f"/api/matches/{made['id']}/report", headers, "")
        assert (status, "<h1>A victory" in page) == (200, True)

    played(scene)
