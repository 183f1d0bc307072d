"""Repair damaged matches of a store. Nothing is deleted: each row is copied to the table `kept` before it
changes.

A match is its journal, so outcomes, snapshots and the row of the match are recomputed from it. An unreadable
order is searched for among all legal ones: the fingerprint of the next position proves which it was. If none
fits, the journal ends before it, and the copy has the rest.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, delete, insert, text, update

from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import AnyGame, Event, Order, Refused
from ardennes.kernel.match import Match
from ardennes.kernel.offers import orders
from ardennes.server.matches.session import (
    Giver,
    Told,
    line_of,
    open_match,
    read_hushed,
    settled,
    snapshot_of,
    standing_of,
)
from ardennes.server.storage.integrity import UNREADABLE, CannotOpen, KeptRow, reason
from ardennes.server.storage.models import Line
from ardennes.server.storage.sql import Store, standing_columns
from ardennes.server.storage.tables import (
    commanders,
    damaged,
    entries,
    kept,
    matches,
    metadata,
    seats,
    snapshots,
)

MOST_TRIED = 20_000  # most legal orders compared with a fingerprint
Row = dict[str, Any]
Tell = Callable[[str], None]


class CannotRepair(Exception):
    """Why a match stays damaged."""


class Repaired(NamedTuple):
    match: Match[Any]
    lines: list[Line]
    done: list[str]


def raw(db: Connection, table: Table, match: str) -> list[Row]:
    """Return the rows of a match without decoding, whatever types the values have."""
    key = "id" if table is matches else "match"
    order = next((f" ORDER BY {name}" for name in ("number", "side") if name in table.c), "")
    result = db.execute(text(f"SELECT * FROM {table.name} WHERE {key} = :match{order}"), {"match": match})
    return [{str(name): value for name, value in row._mapping.items()} for row in result]


def repair_match(store: Store, match: str) -> list[str]:
    """Repair one match and return what was done. Raise CannotRepair if it stays as it is."""
    with store.changing() as db:
        (row,) = raw(db, matches, match)
        game, header = _game(row), _header_row(row)
        done = _seats(db, match, game)
        done += _commanders(db, match)
        result = _journal(game, row, raw(db, entries, match))
        done += result.done
        _write_journal(db, match, raw(db, entries, match), result.lines)
        done += _snapshots(db, match, game, result)
        done += _row(db, row, header, result)
        db.execute(delete(damaged).where(damaged.c.match == match))
    store.forget_looks()
    header_now, lines, snapshot = store.load(match)
    try:
        open_match(game, header_now, lines, snapshot).told[:]
    except CannotOpen as error:
        raise CannotRepair(str(error)) from None
    return done


def _game(row: Row) -> AnyGame:
    if row["game"] not in GAMES:
        raise CannotRepair(f"it is a match of {row['game']!r}, and this program has no such game")
    game = find_game(row["game"])
    if row["rules"] != game.version:
        raise CannotRepair(
            f"it was played under rules version {row['rules']} of {game.name}, and this program has "
            f"{game.version}"
        )
    return game


def _header_row(row: Row) -> Row:
    """Return the corrected columns that do not follow from the journal."""
    now = time.time()
    usual: Row = {
        "name": f"Match {row['id']}", "seq": 0, "made": now, "changed": now, "minutes": None, "due": None,
        "forked_from": None, "turn": 0, "orders": 0, "to_move": "[]", "result": None, "hushed": "",
    }  # fmt: skip
    fixed = dict(row)
    for name, value in usual.items():
        try:
            msgspec.convert(row[name], _KINDS[name])
        except msgspec.ValidationError:
            fixed[name] = value
    try:
        read_hushed(fixed["hushed"])
    except UNREADABLE:
        fixed["hushed"] = None  # the last order's value
    return fixed


_KINDS = {field.name: field.type for field in msgspec.structs.fields(KeptRow)}


def keep(db: Connection, match: str, place: Table, row: Mapping[str, Any], why: str) -> None:
    """Copy a row before it changes."""
    plain = {name: repr(value) if isinstance(value, bytes) else value for name, value in row.items()}
    copy = msgspec.json.encode(plain).decode()
    db.execute(insert(kept).values(match=match, place=place.name, row=copy, why=why, moment=time.time()))


# Seats


def _seats(db: Connection, match: str, game: AnyGame) -> list[str]:
    done = []
    there = {row["side"]: row for row in raw(db, seats, match)}
    for side, word in enumerate(game.sides):
        row = there.get(side)
        if row is None:
            db.execute(insert(seats).values(match=match, side=side, who="me", seed=0))
            done.append(f"the seat of the {word} side was missing; you play it now")
            continue
        new = {
            "who": row["who"] if isinstance(row["who"], str) else "me",
            "seed": row["seed"] if isinstance(row["seed"], int) else 0,
        }
        if any(row[name] != value for name, value in new.items()):
            keep(db, match, seats, row, "unreadable")
            db.execute(update(seats).where(seats.c.match == match, seats.c.side == side).values(new))
            done.append(f"the seat of the {word} side could not be read; it was rewritten")
    return done


def _commanders(db: Connection, match: str) -> list[str]:
    done = []
    for row in raw(db, commanders, match):
        try:
            msgspec.json.decode(row["formations"], type=tuple[str, ...])
        except UNREADABLE:
            keep(db, match, commanders, row, "unreadable")
            this = (
                commanders.c.match == match,
                commanders.c.side == row["side"],
                commanders.c.number == row["number"],
            )
            db.execute(update(commanders).where(*this).values(formations="[]"))
            done.append(f"the formations of {row['name']} could not be read; the commander-in-chief has them")
    return done


# The journal


def _journal(game: AnyGame, row: Row, rows: Sequence[Row]) -> Repaired:
    """Replay the readable orders from the beginning."""
    try:
        match: Match[Any] = Match(game, settled(game, row["setting"]))
    except UNREADABLE as error:
        raise CannotRepair(
            f"its setting cannot be read ({reason(error)}), and without it there are no dice"
        ) from None
    if match.start_digest != row["start"] and not (rows and _fits(match, rows[0])):
        raise CannotRepair("it began from a starting position that this program does not have")
    result = Repaired(match, [], [])
    for number, each in enumerate(rows, 1):
        if each["number"] != number:
            result.done.append(f"order {number} is missing: the journal ends before it")
            break
        after = rows[number] if number < len(rows) and rows[number]["number"] == number + 1 else None
        if not _play(result, number, each, after):
            result.done.append(f"order {number} cannot be read or played: the journal ends before it")
            break
    lost = len(rows) - len(result.lines)
    if lost:
        result.done.append(f"{lost} {'order was' if lost == 1 else 'orders were'} moved into the copy")
    return result


def _order(game: AnyGame, row: Row) -> Order | None:
    try:
        return game.read_order(msgspec.json.decode(row["given"]))
    except UNREADABLE:
        return None


def _after(match: Match[Any], side: Any, order: Order | None) -> tuple[Any, list[Event]] | None:
    """Return the position and events after an order, None if it is illegal; the match does not change."""
    if order is None or not isinstance(side, int) or not 0 <= side < len(match.game.sides):
        return None
    try:
        if match.check(side, order) is not None:
            return None
        state = match.state.clone()
        return state, match.game.apply(state, side, order, match.dice)
    except UNREADABLE:
        return None


def _fits(match: Match[Any], row: Row) -> bool:
    done = _after(match, row["side"], _order(match.game, row))
    return done is not None and done[0].digest() == row["digest"]


def _proved(match: Match[Any], row: Row) -> tuple[int, Order] | None:
    """Return the legal order that leads to the recorded fingerprint; None if none does."""
    if not isinstance(row["digest"], str) or len(row["digest"]) != len(match.start_digest):
        return None
    for side in match.game.to_move(match.state):
        offers = match.game.offers(match.game.view(match.state, side), side)
        for order in islice(orders(offers), MOST_TRIED):
            done = _after(match, side, order)
            if done is not None and done[0].digest() == row["digest"]:
                return side, order
    return None


FOLLOWS = ("seq", "rolls", "final", "events", "why", "hushed", "giver")  # columns of a recorded order


def _play(found: Repaired, number: int, row: Row, after: Row | None) -> bool:
    """Replay one recorded order. Return False if it cannot be determined."""
    match = found.match
    side, order = row["side"], _order(match.game, row)
    if not _fits(match, row):
        proved = _proved(match, row)
        if proved is not None:
            side, order = proved
            found.done.append(f"order {number} could not be read; its fingerprint proves which one it was")
        elif order is None or _after(match, side, order) is None or not _goes_on(match, side, order, after):
            return False
        else:
            found.done.append(f"the fingerprint of order {number} was recomputed")
    assert order is not None
    try:
        events = match.play(side, order)
    except (Refused, *UNREADABLE):
        return False
    line = _line(found, row, events)
    same = all(row[name] == getattr(line, name) for name in FOLLOWS)
    if not same:
        found.done.append(f"the outcome of order {number} was recomputed")
    found.lines.append(line)
    return True


def _goes_on(match: Match[Any], side: int, order: Order, after: Row | None) -> bool:
    """Return whether the next recorded order fits after this one. The last order is trusted."""
    if after is None:
        return True
    ahead = match.fork(match.seq)
    try:
        ahead.play(side, order)
    except (Refused, *UNREADABLE):
        return False
    return _fits(ahead, after)


def _line(found: Repaired, row: Row, events: Sequence[Event]) -> Line:
    """Return the order's row as it must be; readable values stay."""
    game, last = found.match.game, found.lines[-1] if found.lines else None
    seq = row["seq"] if isinstance(row["seq"], int) else 0
    if (last is not None and seq <= last.seq) or seq <= 0:
        seq = last.seq + 1 if last is not None else 1
    outcome = Told(seq, tuple(events), row["why"] if isinstance(row["why"], str) else "")
    line = line_of(found.match.journal[-1], outcome)
    new: Row = {}
    with suppress(*UNREADABLE):
        if [*map(game.read_event, msgspec.json.decode(row["events"]))] == list(events):
            new["events"] = row["events"]
    try:
        read_hushed(row["hushed"])
        new["hushed"] = row["hushed"]
    except UNREADABLE:
        new["hushed"] = last.hushed if last is not None else ""
    with suppress(*UNREADABLE):
        if row["giver"]:
            msgspec.json.decode(row["giver"], type=Giver)
        new["giver"] = row["giver"]
    if _order(game, row) == found.match.journal[-1].order:
        new["given"] = row["given"]
    return msgspec.structs.replace(line, **new)


def _write_journal(db: Connection, match: str, old: Sequence[Row], lines: Sequence[Line]) -> None:
    """Copy the rows that differ, then write the corrected journal."""
    names = Line.__struct_fields__
    for number, row in enumerate(old, 1):
        line = lines[number - 1] if number <= len(lines) else None
        if line is not None and all(row[name] == getattr(line, name) for name in names):
            continue
        keep(db, match, entries, row, "not part of the journal any more" if line is None else "repaired")
        # By its place, whatever types its columns have.
        db.execute(
            text("DELETE FROM entries WHERE match = :match AND number = :number"),
            {"match": match, "number": row["number"]},
        )
        if line is not None:
            new = {name: getattr(line, name) for name in names}
            db.execute(insert(entries).values(match=match, number=number, **new))


def _snapshots(db: Connection, match: str, game: AnyGame, found: Repaired) -> list[str]:
    done, there = [], set()
    for row in raw(db, snapshots, match):
        number = row["number"]
        with suppress(*UNREADABLE):
            state = game.read_state(msgspec.json.decode(row["state"]))
            if 0 < number <= len(found.lines) and state.digest() == found.lines[number - 1].digest:
                there.add(number)
                continue
        keep(db, match, snapshots, row, "does not fit the journal")
        this = text("DELETE FROM snapshots WHERE match = :match AND number = :number")
        db.execute(this, {"match": match, "number": number})
        done.append(f"the snapshot at order {number} did not fit and was put aside")
    last = len(found.lines)
    if done and last and last not in there:
        db.execute(insert(snapshots).values(match=match, number=last, state=snapshot_of(found.match)))
        done.append(f"a snapshot at order {last} was made from the journal")
    return done


def _row(db: Connection, old: Row, fixed: Row, found: Repaired) -> list[str]:
    """Recompute from the journal where the match stands."""
    last = found.lines[-1] if found.lines else None
    new = {**fixed, **standing_columns(standing_of(found.match)), "due": fixed["due"]}
    new["orders"] = len(found.lines)
    new["start"] = found.match.start_digest
    new["seq"] = max(fixed["seq"], last.seq if last is not None else 0)
    if fixed["hushed"] is None:
        new["hushed"] = last.hushed if last is not None else ""
    changed = [name for name, value in new.items() if old[name] != value]
    if found.done:  # clients must load the match again
        new["seq"] += 1
    if changed:
        keep(db, old["id"], matches, old, "repaired")
    if changed or found.done:
        new.pop("id")
        db.execute(update(matches).where(matches.c.id == old["id"]).values(new))
    if not changed:
        return []
    if {*changed} <= {"turn", "to_move", "result", "orders"}:
        return ["its standing was recomputed from the journal"]
    return [f"its row in the table of matches was rewritten ({', '.join(changed)})"]


# The file


def salvage(file: Path, tell: Tell) -> Path:
    """Copy every readable row of a damaged SQLite file into a new file and return the backup of the old
    one.
    """
    stamp = time.strftime("%Y%m%d-%H%M%S")
    old = file.with_name(f"{file.name}.damaged-{stamp}")
    for end in ("", "-wal", "-shm"):
        if file.with_name(file.name + end).exists():
            shutil.copy2(file.with_name(file.name + end), old.with_name(old.name + end))
    tell(f"the damaged file was copied to {old}")
    new = file.with_name(f"{file.name}.new-{stamp}")
    Store(f"sqlite:///{new}").close()
    new.chmod(0o600)
    with closing(sqlite3.connect(old)) as source, closing(sqlite3.connect(new)) as target:
        target.execute("PRAGMA foreign_keys = OFF")
        for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name.startswith("sqlite_"):
                continue
            if name not in metadata.tables:
                (made,) = source.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
                target.execute(made)
            count = _copy(source, target, name)
            tell(f"{count} {'row' if count == 1 else 'rows'} of the table {name} could be read")
        target.commit()
    for end in ("-wal", "-shm"):  # they belong to the old file and are kept with the backup
        file.with_name(file.name + end).unlink(missing_ok=True)
    new.replace(file)
    return old


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, name: str) -> int:
    """Copy rows from the beginning until one fails, then from the end."""
    quoted = '"' + name.replace('"', '""') + '"'
    before = target.total_changes
    for order in ("", " ORDER BY rowid DESC"):
        try:
            cursor = source.execute(f"SELECT * FROM {quoted}{order}")
            columns = ", ".join(f'"{column[0]}"' for column in cursor.description)
            marks = ", ".join("?" * len(cursor.description))
            for row in cursor:
                target.execute(f"INSERT OR IGNORE INTO {quoted} ({columns}) VALUES ({marks})", row)
            break
        except sqlite3.DatabaseError:
            continue
    return target.total_changes - before
