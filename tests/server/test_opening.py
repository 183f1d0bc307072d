"""Opening and closing matches is cheap: many matches, each with few requests."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.server.matches import service as room_module
from ardennes.server.matches.service import Room
from ardennes.server.storage.models import KEPT_SNAPSHOTS, SNAPSHOT_EVERY, Line, NewMatch
from ardennes.server.storage.sql import Store
from tests.server.running import PEOPLE, database_of, hurry


@pytest.fixture
def room(tmp_path: Path) -> Any:
    result = Room(Store(f"sqlite:///{tmp_path / 'matches.sqlite'}"))
    hurry(database_of(result))
    yield result
    database_of(result).close()


def play(room: Room, match: str, count: int) -> None:
    rng = Random(1)
    with room.at(match) as live:
        for _ in range(count):
            side = live.game.to_move(live.match.state)[0]
            order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
            assert order is not None
            room.play(live, side, order)


@pytest.mark.long
def test_a_long_match_opens_in_a_moment(room: Room) -> None:
    match = room.make("tigers", PEOPLE, seed=3)
    play(room, match, 400)
    taken = []
    for _ in range(5):
        room.drop(match)
        begun = time.process_time()
        with room.at(match) as live:
            assert live.match.seq == 400
        taken.append(time.process_time() - begun)
    assert min(taken) < 0.025  # it took 45 ms when every event was decoded


def test_what_came_of_old_orders_is_read_when_asked_for(room: Room) -> None:
    match = room.make("tigers", PEOPLE, seed=3)
    play(room, match, 20)
    with room.at(match) as live:
        given = live.told[:]
    room.drop(match)
    with room.at(match) as live:
        assert all(isinstance(outcome, Line) for outcome in live.told._told)
        assert live.told[-1] == given[-1]
        assert [isinstance(outcome, Line) for outcome in live.told._told].count(False) == 1
        assert live.told[:] == given


def test_few_snapshots_are_kept_and_undo_still_finds_one(room: Room) -> None:
    match = room.make("tigers", PEOPLE, seed=3)
    play(room, match, 10 * SNAPSHOT_EVERY + 3)
    with database_of(room).reading() as db:
        from sqlalchemy import select

        from ardennes.server.storage.tables import snapshots

        numbers = sorted(db.scalars(select(snapshots.c.number).where(snapshots.c.match == match)))
    assert len(numbers) == KEPT_SNAPSHOTS + 1
    assert numbers[-1] == 10 * SNAPSHOT_EVERY
    room.drop(match)
    with room.at(match) as live:
        assert live.match.verify() == 10 * SNAPSHOT_EVERY + 3


def copies(room: Room, count: int) -> list[str]:
    """Store the same small match under many ids."""
    match = room.make("tigers", PEOPLE, seed=3)
    play(room, match, 3)
    header, lines, saved = room.store.load(match)
    plain = {name: getattr(header, name) for name in NewMatch.__struct_fields__ if name != "id"}
    result = [f"copy{number}" for number in range(count)]
    for name in result:
        room.store.add(NewMatch(id=name, **plain), lines, [] if saved is None else [saved])
    return result


def opened(room: Room, matches: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often the store reads a whole match when each is requested once."""
    asked: list[str] = []
    load = room.store.load

    def counted(match: str) -> Any:
        asked.append(match)
        return load(match)

    with monkeypatch.context() as watched:
        watched.setattr(room.store, "load", counted)
        for match in matches:
            with room.at(match):
                pass
    return len(asked)


def test_far_more_than_two_hundred_matches_stay_at_hand(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    many = copies(room, 300)
    assert opened(room, many, monkeypatch) == 300
    assert opened(room, many, monkeypatch) == 0


def test_memory_has_a_limit(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    many = copies(room, 30)
    monkeypatch.setattr(room, "_live_bytes", 10 * room_module.FIXED_WEIGHT)
    opened(room, many, monkeypatch)
    assert 1 <= len(room._live) < 10
    assert room._weight == sum(live.weight + room_module.FIXED_WEIGHT for live in room._live.values())
    play(room, many[-1], 3)
    assert room._weight == sum(live.weight + room_module.FIXED_WEIGHT for live in room._live.values())
    for match in list(room._live):
        room.drop(match)
    assert room._weight == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_order_is_reported_in_the_same_words(name: str) -> None:
    """The fast decoder gives the same error messages."""
    game = find_game(name)
    for wrong in ({}, {"do": "fly"}, {"do": 3}, 7, None, [1], {"do": "resign", "side": {"a": 1}}):
        try:
            msgspec.convert(wrong, game.orders)  # type: ignore[attr-defined]
            said = ""
        except msgspec.ValidationError as error:
            said = str(error)
        if said:
            with pytest.raises(msgspec.ValidationError) as raised:
                game.read_order(wrong)
            assert str(raised.value) == said
        else:
            assert game.read_order(wrong) is not None
    match = new_match(game, seed=bytes(32))
    side = game.to_move(match.state)[0]
    order = sample(game.offers(game.view(match.state, side), side), Random(1))
    assert game.read_order(msgspec.to_builtins(order)) == order
