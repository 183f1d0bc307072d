"""Matches in a database. What one call of the store writes is one transaction: all of it or nothing.

The number `seq` of a match goes up by one with every change. Whoever changes a match says which number
he has seen; if the match has moved on meanwhile, nothing is written and `Overtaken` is raised. That
holds between threads, and between processes on one database.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    Row,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError

from ardennes.errors import UserError
from ardennes.kernel.commanders import Commander
from ardennes.server import schema, shares, teams
from ardennes.server.schema import about, commanders, entries, matches, metadata, seats, snapshots, tokens
from ardennes.server.shares import Share

TOKENS_A_SEAT = 16  # older ones make room

# What every request or order asks for is put together once: that takes longer than the asking.
_SEQ = select(matches.c.seq).where(matches.c.id == bindparam("match"))
_HELD = (
    select(tokens.c.match, tokens.c.side, matches.c.seq, tokens.c.commander)
    .join(matches, matches.c.id == tokens.c.match)
    .where(tokens.c.hash == bindparam("hash"))
)
_MOVE_ON = update(matches).where(matches.c.id == bindparam("match"), matches.c.seq == bindparam("seen"))
_ADD_ENTRY = insert(entries)
_ADD_SNAPSHOT = insert(snapshots)


class Overtaken(Exception):
    """The match has changed since the number the caller has seen."""


class NoSuchMatch(Exception):
    """There is no match of that id (any more)."""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side; `seed` is the computer player's own."""

    side: int
    who: str
    seed: int = 0


class Held(NamedTuple):
    """What a token opens, and the number of the match's last change at that moment."""

    match: str
    side: int | None
    seq: int
    commander: int | None = None  # of several who share the side


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands, as far as the lobby tells it: nothing hidden is in it."""

    turn: int
    to_move: tuple[int, ...]
    result: dict[str, Any] | None = None
    due: float | None = None  # when what is written is handed in as it stands, OPS-ORD-3


class Header(msgspec.Struct, frozen=True):
    """A match without its orders."""

    id: str
    name: str
    game: str
    rules: str
    setting: str
    start: str
    forked_from: str | None
    seq: int
    orders: int
    standing: Standing
    made: float
    changed: float
    seats: tuple[Seat, ...]
    hushed: str = ""  # JSON: by side, how many changes the others do not know of
    minutes: int | None = None  # a turn may take
    commanders: tuple[Commander, ...] = ()  # of the sides that several share; not in lists of matches
    shares: tuple[Share, ...] = ()  # of the players in the dice; not in lists of matches

    def team(self, side: int | None) -> tuple[Commander, ...]:
        """All commanders of a side; empty: one person plays it, or the computer."""
        return tuple(one for one in self.commanders if one.side == side)


class Line(msgspec.Struct, frozen=True):
    """One order of the journal as it is kept."""

    seq: int
    side: int
    given: str
    digest: str
    rolls: int
    final: bool
    events: str
    why: str = ""
    hushed: str = ""
    giver: str = ""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    game: str
    rules: str
    setting: str
    start: str
    forked_from: str | None = None
    standing: Standing
    seats: tuple[Seat, ...]
    commanders: tuple[Commander, ...] = ()
    minutes: int | None = None


Snapshot = tuple[int, str]  # (orders given, the state as JSON)


def token_hash(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to make it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Store:
    """The database of one server."""

    def __init__(self, address: str) -> None:
        self._engine = _engine(address)
        self._write = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        self._glance = self._engine.execution_options(begin="")  # for one single question
        # SQLite lets one writer in at a time and has the others try again after ever longer naps; waiting
        # in line is quicker.
        sqlite = self._engine.dialect.name == "sqlite"
        self._line: AbstractContextManager[Any] = threading.Lock() if sqlite else nullcontext()
        try:
            self._prepare()
        except UserError:
            self.close()
            raise
        except DatabaseError as error:
            self.close()
            raise UserError(f"the database {self.place} cannot be used: {error.orig}") from None

    @property
    def place(self) -> str:
        """Where the matches are, without a password."""
        return self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        self._engine.dispose()

    def _prepare(self) -> None:
        with self.changing() as db:
            metadata.create_all(db)
            found = db.scalar(select(about.c.value).where(about.c.key == "version"))
            if found is None:
                db.execute(insert(about).values(key="version", value=str(schema.VERSION)))
            elif int(found) > schema.VERSION:
                raise UserError(
                    f"the matches in {self.place} were kept by a newer Ardennes (store version {found}; "
                    f"this one reads up to {schema.VERSION}): update the program"
                )
            elif int(found) < schema.VERSION:
                self._update(db, int(found))

    def _update(self, db: Connection, found: int) -> None:
        """Add the columns that a store of an older version has not."""
        for version in range(found + 1, schema.VERSION + 1):
            for column in schema.UPDATES[version]:
                what = f"{column.name} {column.type.compile(db.dialect)}"
                if not column.nullable:
                    what += " NOT NULL DEFAULT ''"
                db.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {what}"))
        db.execute(update(about).where(about.c.key == "version").values(value=str(schema.VERSION)))

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """One transaction that writes."""
        with self._line, self._write.begin() as db:
            yield db

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One look; nobody waits for it."""
        with self._engine.connect() as db:
            yield db

    # Matches

    def add(self, new: NewMatch, lines: Sequence[Line] = (), kept: Sequence[Snapshot] = ()) -> None:
        """A new match, with the orders it already has when it is forked or imported."""
        now = time.time()
        row = {
            **{
                f: getattr(new, f) for f in ("id", "name", "game", "rules", "setting", "start", "forked_from")
            },
            **_columns(new.standing),
            "seq": lines[-1].seq if lines else 0,
            "orders": len(lines),
            "hushed": lines[-1].hushed if lines else "",
            "minutes": new.minutes,
            "made": now,
            "changed": now,
        }
        with self.changing() as db:
            db.execute(insert(matches), row)
            db.execute(
                insert(seats),
                [{"match": new.id, "side": s.side, "who": s.who, "seed": s.seed} for s in new.seats],
            )
            if new.commanders:
                db.execute(insert(commanders), [teams.row_of(new.id, one) for one in new.commanders])
            if lines:
                db.execute(insert(entries), [_entry(new.id, n, line) for n, line in enumerate(lines, 1)])
            if kept:
                db.execute(
                    insert(snapshots),
                    [{"match": new.id, "number": number, "state": state} for number, state in kept],
                )

    def append(
        self,
        match: str,
        seen: int,
        number: int,
        line: Line,
        standing: Standing,
        kept: str | None = None,
        quiet: bool = False,
        team: Sequence[Commander] = (),
    ) -> None:
        """One more order, with the snapshot after it where there is one, and the commanders it changes."""
        try:
            with self.changing() as db:
                self._move_on(db, match, seen, _new(number, standing, line.hushed), quiet)
                teams.change(db, match, team)
                db.execute(_ADD_ENTRY, _entry(match, number, line))
                if kept is not None:
                    db.execute(_ADD_SNAPSHOT, {"match": match, "number": number, "state": kept})
        except IntegrityError:
            raise Overtaken from None

    def cut(
        self,
        match: str,
        seen: int,
        orders: int,
        standing: Standing,
        after: Sequence[Line] = (),
        hushed: str = "",
        quiet: bool = False,
    ) -> None:
        """Take back every order after the first `orders`; those of `after` stand in their place."""
        with self.changing() as db:
            self._move_on(db, match, seen, _new(orders + len(after), standing, hushed), quiet)
            db.execute(delete(entries).where(entries.c.match == match, entries.c.number > orders))
            db.execute(delete(snapshots).where(snapshots.c.match == match, snapshots.c.number > orders))
            if after:
                db.execute(_ADD_ENTRY, [_entry(match, n, line) for n, line in enumerate(after, orders + 1)])

    def command(
        self,
        match: str,
        seen: int,
        hushed: str,
        team: Sequence[Commander],
        also: Callable[[Connection], None] = lambda db: None,
    ) -> None:
        """A change within the command of one side, of which nobody else learns; and what goes with it."""
        with self.changing() as db:
            self._move_on(db, match, seen, {"hushed": hushed}, quiet=True)
            teams.change(db, match, team)
            also(db)

    def share(self, match: str, seen: int | None, share: Share, setting: str | None) -> None:
        """A share in the dice, promised or shown; with the last one the match has another setting. Nobody is
        told where no number is given."""
        with self.changing() as db:
            if seen is not None:
                self._move_on(db, match, seen, {} if setting is None else {"setting": setting}, quiet=False)
            shares.put(db, match, share)

    def _move_on(self, db: Connection, match: str, seen: int, new: dict[str, Any], quiet: bool) -> None:
        """The next number; when that was, the lobby tells everybody, so not of a quiet change."""
        if not quiet:
            new = {**new, "changed": time.time()}
        changed = db.execute(_MOVE_ON, {"match": match, "seen": seen, "seq": seen + 1, **new})
        if changed.rowcount == 0:
            raise Overtaken if self._has(db, match) else NoSuchMatch(match)

    def _has(self, db: Connection, match: str) -> bool:
        return db.scalar(select(matches.c.id).where(matches.c.id == match)) is not None

    def seq(self, match: str) -> int:
        """The number of the last change; NoSuchMatch when it is gone."""
        with self._glance.connect() as db:
            found = db.scalar(_SEQ, {"match": match})
        if found is None:
            raise NoSuchMatch(match)
        return int(found)

    def header(self, match: str) -> Header:
        with self._engine.connect() as db:
            return self._header(db, match)

    def _header(self, db: Connection, match: str) -> Header:
        row = db.execute(select(matches).where(matches.c.id == match)).one_or_none()
        if row is None:
            raise NoSuchMatch(match)
        who = _seats(db, [match])[match]
        return _header(row, who, teams.of_match(db, match), shares.of_match(db, match))

    def load(self, match: str) -> tuple[Header, list[Line], Snapshot | None]:
        """All of a match: read at once, so that the parts fit each other."""
        with self._engine.connect().execution_options(**self._steady) as db:
            header = self._header(db, match)
            rows = db.execute(
                select(entries).where(entries.c.match == match).order_by(entries.c.number)
            ).all()
            last = db.execute(
                select(snapshots.c.number, snapshots.c.state)
                .where(snapshots.c.match == match)
                .order_by(snapshots.c.number.desc())
                .limit(1)
            ).one_or_none()
        fields = Line.__struct_fields__
        lines = [Line(**{f: row._mapping[f] for f in fields}) for row in rows]
        return header, lines, None if last is None else (int(last.number), str(last.state))

    @property
    def _steady(self) -> dict[str, Any]:
        """The isolation in which several reads see one moment; SQLite's transactions always do."""
        return {} if self._engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}

    def headers(self) -> list[Header]:
        """Every match, the one changed last first."""
        with self._engine.connect() as db:
            rows = db.execute(select(matches).order_by(matches.c.changed.desc(), matches.c.id)).all()
            who = _seats(db, [row.id for row in rows])
        return [_header(row, who.get(row.id, ())) for row in rows]

    def due(self) -> dict[str, float]:
        """The matches whose turn is over at some time, and when."""
        chosen = select(matches.c.id, matches.c.due).where(matches.c.due.is_not(None))
        with self.reading() as db:
            return {str(row.id): float(row.due) for row in db.execute(chosen)}

    def count(self) -> int:
        with self._glance.connect() as db:
            return int(db.scalar(select(func.count()).select_from(matches)) or 0)

    def rename(self, match: str, name: str) -> None:
        with self.changing() as db:
            if db.execute(update(matches).where(matches.c.id == match).values(name=name)).rowcount == 0:
                raise NoSuchMatch(match)

    def remove(self, match: str) -> None:
        """Delete a match. Its forks then hang on the match it was forked from itself."""
        with self.changing() as db:
            parent = db.scalar(select(matches.c.forked_from).where(matches.c.id == match))
            db.execute(update(matches).where(matches.c.forked_from == match).values(forked_from=parent))
            if db.execute(delete(matches).where(matches.c.id == match)).rowcount == 0:
                raise NoSuchMatch(match)

    # Tokens

    def add_token(self, token: str, match: str, side: int | None) -> None:
        with self.changing() as db:
            if not self._has(db, match):
                raise NoSuchMatch(match)
            self.let_in(db, token, match, side)

    def let_in(
        self, db: Connection, token: str, match: str, side: int | None, commander: int | None = None
    ) -> None:
        """Keep a token, within a transaction; the oldest of the seat make room."""
        row = {"match": match, "side": side, "commander": commander}
        db.execute(insert(tokens).values(hash=token_hash(token), made=time.time(), **row))
        mine = (tokens.c[name].is_not_distinct_from(value) for name, value in row.items())
        old = select(tokens.c.hash).where(*mine).order_by(tokens.c.made.desc())
        gone = list(db.scalars(old.offset(TOKENS_A_SEAT)))
        if gone:
            db.execute(delete(tokens).where(tokens.c.hash.in_(gone)))

    def find_token(self, token: str) -> Held | None:
        """What a token opens."""
        with self._glance.connect() as db:
            row = db.execute(_HELD, {"hash": token_hash(token)}).one_or_none()
        return None if row is None else Held(str(row.match), row.side, int(row.seq), row.commander)


def _engine(address: str) -> Engine:
    if address.startswith(("postgres://", "postgresql://")):
        address = "postgresql+psycopg://" + address.partition("://")[2]
    try:
        if not address.startswith("sqlite"):
            return create_engine(address, pool_pre_ping=True)
        engine = create_engine(address, connect_args={"check_same_thread": False, "timeout": 15})
    except ModuleNotFoundError as error:
        raise UserError(
            f"{error.name} is missing for this database; install it with: pip install 'ardennes[postgres]'"
        ) from None
    except (ArgumentError, NoSuchModuleError):
        raise UserError(
            "the database address must look like sqlite:////folder/matches.sqlite or "
            "postgresql://user:password@host/name"
        ) from None
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _tune_sqlite(connection: Any, record: Any) -> None:
    """WAL: readers never wait. FULL: what was acknowledged survives a power cut too."""
    connection.isolation_level = None  # transactions begin where _begin_sqlite says
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(db: Connection) -> None:
    """A writer asks for the right to write at once: nothing it has read can change before it writes."""
    begin = db.get_execution_options().get("begin", "BEGIN")
    if begin:
        db.exec_driver_sql(begin)


def _entry(match: str, number: int, line: Line) -> dict[str, Any]:
    return {"match": match, "number": number, **{f: getattr(line, f) for f in Line.__struct_fields__}}


def _new(orders: int, standing: Standing, hushed: str) -> dict[str, Any]:
    return {"orders": orders, "hushed": hushed, **_columns(standing)}


def _columns(standing: Standing) -> dict[str, Any]:
    result = standing.result
    return {
        "turn": standing.turn,
        "to_move": msgspec.json.encode(standing.to_move).decode(),
        "due": standing.due,
        "result": None if result is None else msgspec.json.encode(result).decode(),
    }


def _seats(db: Connection, of: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(of, ())
    chosen = select(seats).order_by(seats.c.side)
    if len(of) == 1:
        chosen = chosen.where(seats.c.match == of[0])
    for row in db.execute(chosen):
        if row.match in found:
            found[row.match] += (Seat(row.side, row.who, row.seed),)
    return found


def _header(
    row: Row[Any], who: tuple[Seat, ...], team: tuple[Commander, ...] = (), given: tuple[Share, ...] = ()
) -> Header:
    result = None if row.result is None else msgspec.json.decode(row.result)
    standing = Standing(row.turn, tuple(msgspec.json.decode(row.to_move)), result, row.due)
    plain = row._mapping
    fields = [f for f in Header.__struct_fields__ if f in plain]
    return Header(
        **{f: plain[f] for f in fields}, standing=standing, seats=who, commanders=team, shares=given
    )
