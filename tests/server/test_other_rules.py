"""Matches of another rules version: unaffected ones continue, others continue from where they still agree."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select, update

from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.server.matches.service import Room
from ardennes.server.storage.integrity import OtherRules
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import entries, kept, matches, snapshots
from tests.kernel.playing import play_on
from tests.server.running import PEOPLE, hurry, running
from tests.site.bridge import Browser, Tab
from tests.site.test_front import played

ORDERS = 12
AGREES = 7


def played_match(room: Room, game: str, seats: dict[str, str] | None = None) -> str:
    result = find_game(game)
    chosen = seats or dict(zip(result.sides, ("me", "beside"), strict=True))
    match, rng = room.make(game, chosen, seed=5), Random(5)
    with room.at(match) as live:
        other = new_match(result, options=live.match.setting.options, seed=live.match.setting.seed)
        play_on(other, rng, ORDERS)
        for entry in other.journal:
            room.play(live, entry.side, entry.order)
    return match


def made_under_other_rules(store: Store, match: str, differs: int | None = None) -> None:
    """Return the match as a program with other rules would have saved it, with a different position after one
    order.
    """
    with store.changing() as db:
        db.execute(update(matches).where(matches.c.id == match).values(rules="0.1"))
        if differs is not None:
            row = (entries.c.match == match) & (entries.c.number == differs)
            db.execute(update(entries).where(row).values(digest="0" * 16))


def rules_kept(store: Store, match: str) -> str:
    return store.header(match).rules


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_the_change_does_not_touch_continues(game: str, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.sqlite'}")
    hurry(store)
    match = played_match(Room(store), game)
    before = store.load(match)
    made_under_other_rules(store, match)
    room = Room(store)
    with room.at(match) as live:
        assert live.match.seq == ORDERS == len(live.told[:])
        play_on_once(room, live)
    now = store.load(match)
    assert now[0].rules == find_game(game).version
    assert now[1][:ORDERS] == before[1]
    assert now[0].seq == before[0].seq + 1
    with Room(store).at(match) as live:
        assert live.match.verify() == ORDERS + 1
    store.close()


def play_on_once(room: Room, live: Any) -> None:
    ahead = live.match.fork(live.match.seq)
    play_on(ahead, Random(1), live.match.seq + 1)
    room.play(live, ahead.journal[-1].side, ahead.journal[-1].order)


@pytest.mark.long
def test_either_database_carries_a_match_over(address: str) -> None:
    store = Store(address)
    match = played_match(Room(store), "tigers")
    made_under_other_rules(store, match, AGREES + 1)
    room = Room(store)
    room.carry_over(match)
    with room.at(match) as live:
        assert live.match.seq == AGREES
    store.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_differs_continues_from_there_with_new_dice(game: str, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.sqlite'}")
    hurry(store)
    match = played_match(Room(store), game)
    before, lines, _ = store.load(match)
    made_under_other_rules(store, match, AGREES + 1)
    room = Room(store)
    for _ in range(2):
        with pytest.raises(OtherRules, match=r"rules version 0\.1") as error, room.at(match):
            pass
        assert error.value.turn is not None
    assert store.load(match)[1][AGREES + 1 :] == lines[AGREES + 1 :]  # nothing was changed
    room.carry_over(match)
    with room.at(match) as live:
        assert live.match.seq == AGREES == len(live.told[:])
        assert live.seq == before.seq + 1
        assert live.match.setting.last.seed != live.match.setting.seed
        assert live.match.commitment != before.start
        play_on_once(room, live)
    with Room(store).at(match) as live:
        assert live.match.verify() == AGREES + 1
        assert savefile.from_bytes(savefile.to_bytes(live.match), find_game, replay=True).seq == AGREES + 1
    with store.reading() as db:
        assert db.scalar(select(func.count()).select_from(kept)) == ORDERS - AGREES
        assert db.scalar(select(func.max(snapshots.c.number)).where(snapshots.c.match == match)) <= ORDERS
    store.close()


def test_one_that_begins_otherwise_cannot_continue(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.sqlite'}")
    match = played_match(Room(store), "tigers")
    with store.changing() as db:
        db.execute(update(matches).values(rules="0.1", start="0" * 16))
    with pytest.raises(OtherRules, match="begins from a different starting position"):
        Room(store).carry_over(match)
    store.close()


def test_the_owner_continues_a_match_over_http_and_every_seat_stays(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.make()
        table.opening()
        table.get("german")
        room = server.house.room
        made_under_other_rules(server.store, table.id, 2)
        room.drop(table.id)
        answer = table.get("german")
        assert (answer.status_code, answer.json()["turn"]) == (410, 0)
        assert "order 2" not in answer.text  # the number of the other side's orders is secret
        address = f"/api/matches/{table.id}/continue"
        assert server.http.post(address, headers=table.headers("german")).status_code == 401
        assert server.http.post(address).status_code == 204
        assert server.http.post(address).status_code == 409
        view = table.view("allied")
        assert view["orders"] == 1
        assert view["seq"] == 3
        table.done("german", {"do": "choose_setup", "kind": "historical"})


@pytest.mark.parametrize("differs", [None, AGREES + 1])
def test_a_browser_that_keeps_matches_does_the_same(differs: int | None) -> None:
    async def scene() -> None:
        browser = Browser()
        tab = Tab(browser)
        match, tokens = await tab.make("tigers", PEOPLE, seed=5)
        other = new_match(find_game("tigers"), seed=seed_from_number(5))
        play_on(other, Random(5), ORDERS)
        for seq, entry in enumerate(other.journal):
            asked = {"order": msgspec.to_builtins(entry.order), "seq": seq}
            token = tokens[other.game.sides[entry.side]]
            assert (await tab.ask("POST", f"/api/matches/{match}/orders", asked, token))[0] == 200
        number, row = browser.rows[match]
        version = find_game("tigers").version
        assert row.count(f'"rules":"{version}"') == 1
        browser.rows[match] = (number, row.replace(f'"rules":"{version}"', '"rules":"0.1"'))
        if differs is not None:
            line = browser.lines[match][differs]
            browser.lines[match][differs] = line.replace(other.journal[differs - 1].digest, "0" * 16)
        tab = Tab(browser)
        status, view = await tab.ask("GET", f"/api/matches/{match}", token=tokens["german"])
        if differs is not None:
            assert (status, view["turn"]) == (410, 0)
            assert len(browser.lines[match]) == ORDERS
            assert (await tab.ask("POST", f"/api/matches/{match}/continue", {}))[0] == 204
        assert f'"rules":"{version}"' in browser.rows[match][1]
        assert len(browser.lines[match]) == (ORDERS if differs is None else AGREES)
        status, view = await Tab(browser).ask("GET", f"/api/matches/{match}", token=tokens["german"])
        assert (status, view["orders"]) == (200, len(browser.lines[match]))

    played(scene)
