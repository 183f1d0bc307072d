"""Damaged rows: the server starts, the lobby answers, the match says what is wrong, the others work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import create_engine, text

from ardennes.errors import UserError
from ardennes.server.matches.service import Room, untold
from ardennes.server.storage import health_check
from ardennes.server.storage.engine import address_of
from ardennes.server.storage.integrity import REMEDY, Damaged
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import about, metadata
from tests.server.running import PEOPLE, Player, Running, database_of, running

ORDERS = 12  # orders of each match: enough for a snapshot and some orders after it

# The damage done to the database, and the words in the message about it.
DAMAGES = {
    "result": ("UPDATE matches SET result = '{' WHERE id = :m", "its standing cannot be read"),
    "to move": ("UPDATE matches SET to_move = 'nobody' WHERE id = :m", "its standing cannot be read"),
    "to move nobody there is": ("UPDATE matches SET to_move = '[7]' WHERE id = :m", "does not exist"),
    "setting": ("UPDATE matches SET setting = '{\"scenario\":' WHERE id = :m", "its setting"),
    "setting of another kind": ("UPDATE matches SET setting = '[1]' WHERE id = :m", "its setting"),
    "hushed": ("UPDATE matches SET hushed = 'x' WHERE id = :m", "its setting"),
    "a game there is not": ("UPDATE matches SET game = 'chess' WHERE id = :m", "'chess'"),
    "a seat is missing": ("DELETE FROM seats WHERE match = :m AND side = 1", "1 of its 2 seats"),
    "all seats are missing": ("DELETE FROM seats WHERE match = :m", "0 of its 2 seats"),
    "an order": ("UPDATE entries SET given = '{\"do\"' WHERE match = :m AND number = 5", "order 5"),
    "an unknown order": (
        'UPDATE entries SET given = \'{"do":"x"}\' WHERE match = :m AND number = 5',
        "order 5",
    ),
    "another order": (
        'UPDATE entries SET given = \'{"do":"end_phase"}\' WHERE match = :m AND number = 11',
        "order 11",
    ),
    "a fingerprint": ("UPDATE entries SET digest = 'x' WHERE match = :m AND number = 12", "order 12"),
    "what came of an order": ("UPDATE entries SET events = '[{' WHERE match = :m AND number = 9", "order 9"),
    "an order is missing": ("DELETE FROM entries WHERE match = :m AND number = 4", "its journal has 11"),
    "the last order is missing": (
        "DELETE FROM entries WHERE match = :m AND number = 12",
        "its journal has 11",
    ),
    "a snapshot": ("UPDATE snapshots SET state = '{' WHERE match = :m", "snapshot at order 8"),
    "a snapshot of another position": (
        "UPDATE snapshots SET state = replace(state, '1', '2') WHERE match = :m",
        "snapshot",
    ),
}
LOOSE = {  # only SQLite stores these
    "a number": ("UPDATE matches SET seq = 'many' WHERE id = :m", "$.seq"),
    "a name": ("UPDATE matches SET name = x'ff00' WHERE id = :m", "$.name"),
    "a time": ("UPDATE matches SET changed = 'now' WHERE id = :m", "$.changed"),
    "an order's place": ("UPDATE entries SET seq = x'bf5c' WHERE match = :m AND number = 2", "$.seq"),
    "an order's dice": ("UPDATE entries SET rolls = 'six' WHERE match = :m AND number = 2", "$.rolls"),
    "a seat's seed": ("UPDATE seats SET seed = 'x' WHERE match = :m", "its seats"),
}
SOON = {"an order", "an unknown order", "another order", "a fingerprint", "what came of an order",
        "a snapshot", "a snapshot of another position", "an order's place", "an order's dice"}  # fmt: skip

SETTING = {"setting": DAMAGES["setting"][0]}
ITSELF = "forked from itself"


def do(address: str, *statements: str, **values: Any) -> None:
    engine = create_engine(address_of(address))
    with engine.begin() as db:
        for statement in statements:
            db.execute(text(statement), values)
    engine.dispose()


def played(server: Running, name: str) -> Player:
    table = server.make(name=name, seed=5)
    rng = Random(5)
    for _ in range(ORDERS):
        seat, order = table.next_order(rng)
        with server.house.room.at(table.id) as live:
            server.house.room.play(live, live.game.sides.index(seat), order)
    return table


class Sound(NamedTuple):
    """Matches before they are damaged, one of which stays intact, and all their rows."""

    bad: dict[str, Player]  # by the damage intended for it
    good: Player
    rows: dict[str, list[dict[str, Any]]]  # by table

    def damaged(self, address: str, damages: Mapping[str, str]) -> dict[str, Player]:
        """Return a separate database with the matches for these damages, damaged, and the good one."""
        Store(address).close()
        chosen = {kind: self.bad[kind] for kind in damages}
        there = {self.good.id, *(player.id for player in chosen.values())}
        engine = create_engine(address_of(address))
        with engine.begin() as db:
            for table in metadata.sorted_tables:
                rows = [row for row in self.rows[table.name] if row.get("match", row.get("id")) in there]
                if rows:
                    db.execute(table.insert(), rows)
            for kind, statement in damages.items():
                db.execute(text(statement), {"m": chosen[kind].id})
        engine.dispose()
        return chosen


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    """Play the matches once for all tests."""
    with running(tmp_path_factory.mktemp("sound")) as server:
        bad = {kind: played(server, f"Bad: {kind}") for kind in (*DAMAGES, *LOOSE, ITSELF)}
        good = played(server, "Good")
        with server.store._engine.connect() as db:
            rows = {
                table.name: [dict(row) for row in db.execute(table.select()).mappings()]
                for table in metadata.sorted_tables
                if table is not about  # every database has separate ones
            }
    return Sound(bad, good, {about.name: [], **rows})


def told(server: Running) -> tuple[list[str], list[dict[str, str]]]:
    answer = server.http.get("/api/matches")
    assert answer.status_code == 200, answer.text
    return [match["name"] for match in answer.json()["matches"]], answer.json()["damaged"]


@pytest.mark.long
def test_a_damaged_match_is_set_apart(sound: Sound, address: str, tmp_path: Path) -> None:
    """Every kind of damage in one database, each in a separate match, next to an intact one."""
    damages = DAMAGES | LOOSE if address.startswith("sqlite") else DAMAGES
    bad = sound.damaged(address, {kind: statement for kind, (statement, _) in damages.items()})
    good = sound.good
    with running(tmp_path, database=address) as server:
        good.server = server
        names, broken = told(server)  # damage that is found when a match is opened is not reported yet
        assert sorted(names) == sorted(["Good", *(f"Bad: {kind}" for kind in SOON & set(damages))])
        assert {one["id"] for one in broken} == {bad[kind].id for kind in set(damages) - SOON}
        for kind, player in bad.items():
            player.server = server
            refused(player, damages[kind][1], kind)
        names, broken = told(server)
        assert names == ["Good"]
        what = {one["id"]: one["what"] for one in broken if one["remedy"] == REMEDY}
        assert len(what) == len(broken) == len(bad)
        for kind, player in bad.items():
            assert damages[kind][1] in what[player.id], kind
        seat, order = good.next_order(Random(1))
        good.done(seat, msgspec.to_builtins(order))
    for kind, player in bad.items():
        assert rows(address, player.id)["matches"] == 1, f"{kind}: nothing was deleted"
    room = Room(Store(address))  # ... and it is reported whenever the database is opened
    assert {one.match for one in room.look()[1]} == {player.id for player in bad.values()}
    database_of(room).close()


def refused(bad: Player, words: str, kind: str) -> None:
    """Any request about a damaged match says what is wrong with it."""
    for answer in (
        bad.get("german"),
        bad.get("german", "/log"),
        bad.post("german", "/orders", {"seq": ORDERS, "order": {"do": "end_phase"}}),
        bad.post("german", "/fork", {"at": 1}),
        bad.get("german", "/export"),
    ):
        assert answer.status_code == 410, (kind, answer.text)
        assert words in answer.json()["error"], kind
    error = bad.get("german").json()["error"]
    assert "a match of" in error or REMEDY in error, kind


def rows(address: str, match: str) -> dict[str, int]:
    engine = create_engine(address_of(address))
    with engine.connect() as db:
        result = {
            table: db.execute(
                text(f"SELECT count(*) FROM {table} WHERE {'id' if table == 'matches' else 'match'} = :m"),
                {"m": match},
            ).scalar_one()
            for table in ("matches", "entries", "snapshots", "seats", "tokens")
        }
    engine.dispose()
    return result


def test_the_owner_is_reported_at_the_start(
    sound: Sound, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad = sound.damaged(f"sqlite:///{tmp_path / 'matches.sqlite'}", SETTING)["setting"].id
    with running(tmp_path):
        pass
    assert f"match {bad} (Bad: setting) is set apart: its setting cannot be read" in caplog.text
    assert REMEDY in caplog.text


def test_a_damaged_match_can_be_deleted_by_its_owner(sound: Sound, tmp_path: Path) -> None:
    bad = sound.damaged(f"sqlite:///{tmp_path / 'matches.sqlite'}", SETTING)["setting"].id
    with running(tmp_path) as server:
        assert server.http.delete(f"/api/matches/{bad}").status_code == 204
        assert told(server) == (["Good"], [])


def test_a_fork_of_a_damaged_match_keeps_its_end_back(tmp_path: Path) -> None:
    """Hidden facts of the damaged match stay hidden, because play may continue once it is repaired."""
    with running(tmp_path) as server:
        bad = played(server, "Bad")
        made = server.http.post(
            f"/api/matches/{bad.id}/fork", headers=bad.headers("german"), json={"at": 0, "seats": PEOPLE}
        )
        fork = Player(server, made.json()["id"], made.json()["tokens"])
    do(f"sqlite:///{tmp_path / 'matches.sqlite'}", DAMAGES["result"][0], m=bad.id)
    with running(tmp_path) as server:
        room = server.house.room
        assert room.store.running_above(fork.id)
        headers, broken = room.look()
        assert untold(headers, broken) == {fork.id}


def test_a_match_forked_from_itself_ends_nothing(sound: Sound, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    bad = sound.damaged(address, {ITSELF: "UPDATE matches SET forked_from = :m WHERE id = :m"})[ITSELF]
    with running(tmp_path) as server:
        bad.server = server
        assert told(server)[0] == ["Good", f"Bad: {ITSELF}"]
        assert bad.get("german").status_code == 200


# The database itself


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("ALTER TABLE matches DROP COLUMN turn", "the table 'matches' has no column 'turn'"),
        ("UPDATE about SET value = 'six'", "store version is 'six'"),
    ],
)
def test_a_changed_schema_is_reported(address: str, statement: str, words: str) -> None:
    Store(address).close()
    do(address, statement)
    with pytest.raises(UserError, match=words):
        Store(address)


def test_a_broken_schema_of_a_file_is_reported(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    Store(address).close()
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = 'CREATE NONSENSE' WHERE name = 'entries'")
        db.commit()
    with pytest.raises(UserError, match="cannot be used: malformed database schema"):
        Store(address)


def test_pages_of_a_file_that_were_overwritten_are_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    with running(tmp_path) as server:
        played(server, "One")
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()[0]
    with (tmp_path / "matches.sqlite").open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(bytes(4096))
    store = Store(address)
    health_check.tell(Room(store), store)
    store.close()
    assert "is damaged" in caplog.text
    assert REMEDY in caplog.text


@pytest.fixture
def server(address: str, tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, database=address) as started:
        yield started


def test_a_zero_byte_in_an_id_is_no_match(server: Running) -> None:
    seat = {"Authorization": "Seat x"}
    for answer in (
        server.http.get("/api/matches/a%00b", headers=seat),
        server.http.get("/api/matches/%00/log", headers=seat),
        server.http.delete("/api/matches/a%00b"),
        server.http.patch("/api/matches/a%00b", json={"name": "x"}),
        server.http.post("/api/matches/a%00b/sit", json={"seat": "watch"}),
        server.http.post("/api/matches/a%00b/invite", json={"seat": "german"}),
        server.http.post("/api/matches/a%00b/join", json={"invitation": "x" * 32}),
    ):
        assert answer.status_code == 404, answer.text
        assert answer.json()["error"] == "There is no such match."


def test_found_damage_is_raised_with_its_words() -> None:
    error = Damaged("m", "its setting cannot be read")
    assert str(error).startswith("This match is damaged: its setting cannot be read. Nothing was deleted")
