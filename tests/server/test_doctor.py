"""`ardennes doctor`: what it detects, what it repairs, and that it loses nothing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, text

from ardennes.cli import run
from ardennes.commands import doctor
from ardennes.kernel.offers import sample
from ardennes.server.matches.service import Room
from ardennes.server.storage import health_check
from ardennes.server.storage.engine import address_of
from ardennes.server.storage.sql import Store
from tests.server.running import PEOPLE, database_of, hurry
from tests.server.test_damage import DAMAGES, LOOSE, ORDERS, do

UNMENDABLE = {"setting", "setting of another kind", "a game there is not"}
SHORTER = {"an order is missing": 3}  # remaining orders


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """One or two orders of each game show that its speed is reported; a full second at every call is not
    needed.
    """
    monkeypatch.setattr(doctor, "SPEED_SECONDS", 0.001)


class Made(NamedTuple):
    match: str
    digest: str  # fingerprint of the last position


def make_each(address: str, names: Iterable[str]) -> dict[str, Made]:
    """Put matches played at random straight into the database, by name."""
    room = Room(Store(address))
    hurry(database_of(room))
    result = {name: _made(room, name) for name in names}
    database_of(room).close()
    return result


def _made(room: Room, name: str) -> Made:
    match, rng = room.make("tigers", PEOPLE, name=name, seed=5), Random(5)
    with room.at(match) as live:
        for _ in range(ORDERS):
            side = live.game.to_move(live.match.state)[0]
            order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
            assert order is not None
            room.play(live, side, order)
        return Made(match, live.match.state.digest())


def make(address: str, name: str = "Bad") -> Made:
    return make_each(address, [name])[name]


def everything(address: str) -> dict[str, list[tuple[Any, ...]]]:
    engine = create_engine(address_of(address))
    tables = ("matches", "seats", "entries", "snapshots", "damaged", "kept")
    with engine.connect() as db:
        result = {name: sorted(map(repr, db.execute(text(f"SELECT * FROM {name}")))) for name in tables}
    engine.dispose()
    return result  # type: ignore[return-value]


def opened(address: str, *matches: str) -> list[tuple[int, str]]:
    """Return how many orders matches have, and the fingerprints of their positions."""
    room, result = Room(Store(address)), list[tuple[int, str]]()
    for match in matches:
        with room.at(match) as live:
            assert len(live.told[:]) == live.match.seq
            result.append((live.match.seq, live.match.state.digest()))
            assert live.match.verify() == live.match.seq
    assert health_check.check(room, database_of(room)) == []
    database_of(room).close()
    return result


def of_match(rows: list[Any], match: str) -> list[Any]:
    return [row for row in rows if match in row]


@pytest.mark.long
def test_the_results_of_orders_are_repaired(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of damage in one database, each in a separate match."""
    kinds = [kind for kind in DAMAGES if kind not in UNMENDABLE]
    made = make_each(address, kinds)
    for kind in kinds:
        do(address, DAMAGES[kind][0], m=made[kind].match)
    before = everything(address)
    assert run(["doctor", "--database", address]) == 1
    said = capsys.readouterr().out
    for kind in kinds:
        result = [line for line in said.splitlines() if made[kind].match in line]
        assert DAMAGES[kind][1] in " ".join(result), kind
    assert everything(address) == before  # a check changes nothing
    assert run(["doctor", "--repair", "--database", address]) == 0
    said = capsys.readouterr().out
    after = everything(address)
    for kind, (orders, digest) in zip(
        kinds, opened(address, *(made[kind].match for kind in kinds)), strict=True
    ):
        match = made[kind].match
        assert "      repair: " in said.partition(match)[2].partition("  !!  ")[0], kind
        left = SHORTER.get(kind, ORDERS - (kind == "the last order is missing"))
        assert orders == left, kind
        if left == ORDERS:
            assert digest == made[kind].digest, f"{kind}: the very same match"
        saved = [row for name in ("entries", "kept") for row in of_match(after[name], match)]
        assert len(saved) >= len(of_match(before["entries"], match)), f"{kind}: nothing is lost"
    assert run(["doctor", "--database", address]) == 0


def test_the_tail_that_cannot_be_known_is_kept_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    made = make(address)
    do(address, "UPDATE entries SET given = '?', digest = '?' WHERE number = 9")
    assert run(["doctor", "--repair", "--database", address]) == 0
    said = capsys.readouterr().out
    assert "order 9 cannot be read or played: the journal ends before it" in said
    assert "4 orders were moved into the copy" in said
    assert opened(address, made.match)[0][0] == 8
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as db:
        rows = db.execute("SELECT row FROM kept WHERE place = 'entries' ORDER BY id").fetchall()
    assert [re.search(r'"number":(\d+)', row)[1] for (row,) in rows] == ["9", "10", "11", "12"]  # type: ignore[index]


def test_an_unrepairable_match_stays_set_aside(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = sorted(UNMENDABLE)
    made = make_each(address, [*kinds, "Good"])
    good = made.pop("Good")
    for kind in kinds:
        do(address, DAMAGES[kind][0], m=made[kind].match)
    before = everything(address)
    assert run(["doctor", "--repair", "--database", address]) == 1
    said = capsys.readouterr().out
    for kind in kinds:
        assert "not repaired: it" in said.partition(made[kind].match)[2].partition("  !!  ")[0], kind
    assert f"{len(kinds)} set aside, 0 repaired; nothing was deleted" in said
    after = everything(address)
    assert {**after, "damaged": []} == {**before, "damaged": []}
    room = Room(Store(address))
    with room.at(good.match) as live:
        assert live.match.seq == ORDERS
    assert {one.match for one in room.look()[1]} == {one.match for one in made.values()}
    database_of(room).close()


def test_values_of_another_kind_are_repaired(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    made = make_each(address, LOOSE)
    for kind in LOOSE:
        do(address, LOOSE[kind][0], m=made[kind].match)
    assert run(["doctor", "--repair", "--database", address]) == 0
    result = opened(address, *(one.match for one in made.values()))
    for (kind, one), now in zip(made.items(), result, strict=True):
        assert now == (ORDERS, one.digest), kind


def test_pages_that_were_overwritten_are_left_out_and_the_file_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    made = list(make_each(address, map(str, range(6))).values())
    file = tmp_path / "matches.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()[0]
    whole = file.read_bytes()
    page = next(  # a leaf in the middle of the journals
        at
        for at in range(pages // 2, pages)
        if at != root - 1 and whole[4096 * at] == 13 and b'"do":"' in whole[4096 * at : 4096 * (at + 1)]
    )
    with file.open("r+b") as damaged:
        damaged.seek(4096 * page)
        damaged.write(b"\xff" * 4096)
    hurt = file.read_bytes()
    assert run(["doctor", "--data", str(tmp_path)]) == 1
    assert run(["doctor", "--repair", "--data", str(tmp_path)]) == 0, capsys.readouterr().out
    (copy,) = tmp_path.glob("matches.sqlite.damaged-*[0-9]")
    assert copy.read_bytes() == hurt
    room = Room(Store(address))
    assert {header.id for header in room.store.look()[0]} == {one.match for one in made}
    lengths = []
    for one in made:
        with room.at(one.match) as live:
            lengths.append(live.match.seq)
    database_of(room).close()
    assert lengths.count(ORDERS) >= 3  # only those on the page are shorter


def test_no_repair_beside_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    held = Store(address, alone=True)
    assert run(["doctor", "--repair", "--data", str(tmp_path)]) == 1
    assert "stop it first" in capsys.readouterr().out
    held.close()
    assert run(["doctor", "--repair", "--data", str(tmp_path)]) == 0


def test_the_report_tells_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    made = make(address, "Anna against Berta")
    do(address, DAMAGES["setting"][0], m=made.match)
    assert run(["doctor", "--data", str(tmp_path)]) == 1
    shown = capsys.readouterr().out.partition("Send this with a bug report")[2]
    assert "Engine: tigers" in shown
    for secret in ("Anna", made.match, str(tmp_path)):
        assert secret not in shown
    away = "postgresql://anna:geheim@127.0.0.1:9/ardennes"
    assert run(["doctor", "--database", away]) == 1
    whole = capsys.readouterr().out
    assert "geheim" not in whole
    assert "anna" not in whole.partition("Send this with a bug report")[2]


def test_a_port_in_use_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ardennes.commands.serve import listen

    taken = listen("127.0.0.1", 0)
    port = str(taken.getsockname()[1])
    assert run(["doctor", "--data", str(tmp_path / "none"), "--port", port]) == 1
    said = capsys.readouterr().out
    assert f"{port} cannot be used" in said
    assert "none yet" in said
    assert not (tmp_path / "none").exists()
    taken.close()
