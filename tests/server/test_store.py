"""The SQL store on SQLite and on a real PostgreSQL: what is specific to a database."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from ardennes.errors import UserError
from ardennes.server.command.messages import Message, Messages, Reader
from ardennes.server.matches import seats
from ardennes.server.matches.service import Room
from ardennes.server.matches.session import NotAllowed
from ardennes.server.storage.models import Overtaken, Standing
from ardennes.server.storage.sql import Store
from tests.server.running import database_of
from tests.server.stored import BEGUN, fresh, line


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    result = Store(address)
    yield result
    result.close()


def test_a_snapshot_that_cannot_be_kept_takes_its_order_with_it(store: Store) -> None:
    store.add(fresh("a"), [line(1)], [(2, "{}")])  # a snapshot of an order that does not exist
    with pytest.raises(Overtaken):
        store.append("a", 1, 2, line(2), Standing(5, ()), '{"new":1}')
    header, lines, _ = store.load("a")
    assert (header.seq, header.standing, len(lines)) == (1, BEGUN, 1)


def test_of_many_racing_orders_one_wins_each_round(store: Store) -> None:
    store.add(fresh("a"))
    rounds, racers = 5, 6
    won: list[str] = []
    barrier = threading.Barrier(racers)

    def race(name: str) -> None:
        for number in range(rounds):
            barrier.wait()
            try:
                store.append("a", number, number + 1, line(number + 1, name), BEGUN)
                won.append(name)
            except Overtaken:
                pass
            barrier.wait()

    threads = [threading.Thread(target=race, args=(str(n),)) for n in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    header, lines, _ = store.load("a")
    assert header.seq == rounds
    assert [e.why for e in lines] == won


def test_two_programs_on_one_database_overtake_each_other(store: Store, address: str) -> None:
    other = Store(address)
    store.add(fresh("a"))
    other.append("a", 0, 1, line(1), BEGUN)
    assert store.seq("a") == 1
    with pytest.raises(Overtaken):
        store.append("a", 0, 1, line(1), BEGUN)
    other.close()


def test_tokens_open_one_seat_and_are_kept_as_hashes(store: Store, address: str) -> None:
    store.add(fresh("a"))
    store.add_token("german-token", "a", 0)
    store.add_token("watch-token", "a", None)
    assert store.find_token("german-token") == ("a", 0, 0, None)
    assert store.find_token("watch-token") == ("a", None, 0, None)
    assert store.find_token("german-tokem") is None
    saved = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with saved.connect() as db:
        rows = str(db.execute(text("SELECT * FROM tokens")).all())
    saved.dispose()
    assert "german-token" not in rows


def test_a_store_of_a_newer_program_is_refused(store: Store, address: str) -> None:
    store.add(fresh("a"))
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as db:
        db.execute(text("UPDATE about SET value = '99'"))
    engine.dispose()
    with pytest.raises(UserError, match="newer Ardennes"):
        Store(address)


@pytest.mark.parametrize("wrong", ["nonsense", "oracle-of-delphi://x"])
def test_a_wrong_address_is_reported(wrong: str) -> None:
    with pytest.raises(UserError, match="must look like"):
        Store(wrong)


def test_a_file_that_is_no_database_is_reported(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "matches.sqlite"
    path.write_text("not a database at all, but long enough to be looked at" * 20)
    with pytest.raises(UserError, match="cannot be used"):
        Store(f"sqlite:///{path}")


def test_a_divided_side_is_kept_with_links_and_messages(address: str) -> None:
    """On either database: commanders, a link used once, what is written and read."""
    room = Room(Store(address))
    team = {"allied": [("Bradley", ()), ("Middleton", ("VIII",))]}
    match = room.make("playsheet", {"german": "me", "allied": "invited"}, teams=team)
    link = seats.invite(room, match, "allied:1")
    seat, token, place = seats.join(room, match, link)
    assert (seat, place) == ("allied:1", (0, 1))
    assert room.store.find_token(token) == (match, 0, 1, 1)
    with pytest.raises(NotAllowed, match="already"):
        seats.join(room, match, link)
    post = Messages(database_of(room), 10)
    post.send(match, Message(0, 1, None, "To all", "16D", 1.0))
    post.send(match, Message(0, 1, 1, "A note to myself", "16D", 2.0))
    post.send(match, Message(1, 0, None, "Of the other side", "16D", 3.0))
    chief, corps = Reader(0, 0), Reader(0, 1)
    assert (post.count(match, chief), post.count(match, corps)) == (1, 2)
    assert [message.words for message in post.read(match, chief, 0)[0]] == ["To all"]
    post.hear(match, corps, 5)
    assert (post.heard(match, corps), post.heard(match, chief)) == (2, 0)
    again = Room(Store(address))
    with again.at(match) as live:
        assert [(one.name, one.formations, one.taken) for one in live.header.team(0)] == [
            ("Bradley", (), False),
            ("Middleton", ("VIII",), True),
        ]
        assert (live.seq, live.hushed, live.number(1), live.number(0)) == (1, (1, 0), 0, 1)
    for each in (room, again):
        database_of(each).close()
