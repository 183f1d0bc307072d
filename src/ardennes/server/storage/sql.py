"""Matches in a database. Each call of the store that writes is one transaction.

The number `seq` of a match increases with every change. A change names the number its caller has seen; if the
match has moved on, nothing is written and `Overtaken` is raised. This holds between threads and between
processes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    delete,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from ardennes.errors import UserError
from ardennes.kernel.commanders import Commander
from ardennes.server.clock import ClockReading
from ardennes.server.storage import commander_rows, dice_share_rows, seat_rows, tables
from ardennes.server.storage.engine import claim_of, file_of, is_malformed, open_engine
from ardennes.server.storage.integrity import UNREADABLE, Damage, Damaged, KeptRow, read_row, reason
from ardennes.server.storage.models import (
    KEPT_SNAPSHOTS,
    SNAPSHOT_EVERY,
    TOKENS_A_SEAT,
    Header,
    Held,
    Kept,
    Line,
    NewMatch,
    NoSuchMatch,
    Overtaken,
    Seat,
    Share,
    Snapshot,
    Standing,
    Taking,
    token_hash,
    wrong_length,
)
from ardennes.server.storage.tables import (
    about,
    commanders,
    damaged,
    entries,
    invitations,
    matches,
    metadata,
    seats,
    snapshots,
    tokens,
)
from ardennes.server.storage.tables import kept as kept_rows

FEW = 20  # up to this many matches, their seats are read one by one
CLOCK = "clock"  # in the table `about`: the last reading of the server's clock

# Frequent statements are built once: building them takes longer than running them.
_SEQ = select(matches.c.seq).where(matches.c.id == bindparam("match"))
_HELD = (
    select(tokens.c.match, tokens.c.side, matches.c.seq, tokens.c.commander)
    .join(matches, matches.c.id == tokens.c.match)
    .where(tokens.c.hash == bindparam("hash"), tokens.c.ended == "")
)
_MOVE_ON = update(matches).where(matches.c.id == bindparam("match"), matches.c.seq == bindparam("seen"))
_ADD_ENTRY = insert(entries)
_ADD_SNAPSHOT = insert(snapshots)
_OLD_SNAPSHOTS = delete(snapshots).where(
    snapshots.c.match == bindparam("of_match"), snapshots.c.number < bindparam("before")
)


def _line(match: str, row: Row[*tuple[Any, ...]]) -> Line:
    try:
        return msgspec.convert(row, Line, from_attributes=True)
    except msgspec.ValidationError as error:
        raise Damaged(match, f"order {row.number} of its journal cannot be read ({reason(error)})") from None


_LINES = (
    select(*(entries.c[name] for name in Line.__struct_fields__), entries.c.number)
    .where(entries.c.match == bindparam("match"))
    .order_by(entries.c.number)
)
_LAST_SNAPSHOT = (
    select(snapshots.c.number, snapshots.c.state)
    .where(snapshots.c.match == bindparam("match"))
    .order_by(snapshots.c.number.desc())
    .limit(1)
)
_SEATS = select(seats).order_by(seats.c.side)
_SEATS_OF = _SEATS.where(seats.c.match == bindparam("match"))
_MARKED = select(matches, damaged.c.what.label("damaged")).outerjoin(damaged, damaged.c.match == matches.c.id)
_MARKED_LAST_FIRST = _MARKED.order_by(matches.c.changed.desc(), matches.c.id)
_COLUMNS = tuple(column.name for column in _MARKED.selected_columns)
_ID = _COLUMNS.index("id")
_MARKED_ONE = _MARKED.where(matches.c.id == bindparam("match"))


class _Looked(NamedTuple):
    """A row of a match as it was when last read, and its decoded form."""

    row: tuple[Any, ...]
    found: Header | Damage


class Store:
    """The database of one server."""

    failures = (SQLAlchemyError,)  # exceptions of a failing database

    def __init__(self, address: str, *, alone: bool = False) -> None:
        """`alone`: refuse to start if another store opened with `alone` uses the same database."""
        self._engine = open_engine(address)
        try:
            self._claim = claim_of(self._engine) if alone else None
        except DatabaseError as error:
            self._engine.dispose()
            raise UserError(f"the database {self.place} cannot be used: {error.orig}") from None
        self._looked: dict[str, _Looked] = {}  # by match, when all were last read
        self._write = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        self._glance = self._engine.execution_options(begin="")  # for a single query
        # SQLite has one writer and lets the others poll with growing pauses; queueing here is faster.
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
        """Return the database's address without the password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def kind(self) -> str:
        """Return the database system and its version."""
        with self._engine.connect() as db:
            result = ".".join(map(str, db.dialect.server_version_info or ()))
        name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(self._engine.dialect.name, "")
        return f"{name or self._engine.dialect.name} {result}".strip()

    @property
    def file(self) -> Path | None:
        """Return the file of a SQLite database; None otherwise."""
        return file_of(self._engine)

    @property
    def remote(self) -> Store:
        """Return the part for players on several machines, which every database has."""
        return self

    def close(self) -> None:
        self._engine.dispose()
        if self._claim is not None:
            self._claim.end()

    def keep_claim(self) -> None:
        """Check that no other server uses the database. Raise ClaimedElsewhere if one does."""
        if self._claim is not None:
            self._claim.keep()

    def _prepare(self) -> None:
        with self.changing() as db:
            there = set(inspect(db).get_table_names())
            missing = [table for table in metadata.sorted_tables if table.name not in there]
            metadata.create_all(db, missing, checkfirst=False)  # one query for all tables, not one for each
            version = db.scalar(select(about.c.value).where(about.c.key == "version"))
            if version is None:
                db.execute(insert(about).values(key="version", value=str(tables.VERSION)))
                return
            if not str(version).isdecimal():
                raise UserError(
                    f"the matches in {self.place} cannot be used: their store version is {version!r}, not a "
                    "number. Restore a backup of the database, or run: ardennes doctor"
                )
            result = int(version)
            if result > tables.VERSION:
                raise UserError(
                    f"the matches in {self.place} were saved by a newer Ardennes (store version {result}; "
                    f"this one reads up to {tables.VERSION}): update the program"
                )
            if result < tables.VERSION:
                self._update(db, result)
            self._check_tables(db)

    def _check_tables(self, db: Connection) -> None:
        """Raise UserError at the start if a table lacks a column, rather than at the first order."""
        result = inspect(db).get_multi_columns()
        for table in metadata.sorted_tables:
            there = {column["name"] for column in result[None, table.name]}
            missing = [column.name for column in table.columns if column.name not in there]
            if missing:
                raise UserError(
                    f"the matches in {self.place} cannot be used: the table {table.name!r} has no column "
                    f"{', '.join(map(repr, missing))}. Restore a backup of the database, or "
                    "choose another place "
                    "with --data or --database"
                )

    def _update(self, db: Connection, found: int) -> None:
        """Add the columns that a store of an older version lacks."""
        for version in range(found + 1, tables.VERSION + 1):
            for column in tables.UPDATES[version]:
                what = f"{column.name} {column.type.compile(db.dialect)}"
                if not column.nullable:
                    what += " NOT NULL DEFAULT ''"
                db.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {what}"))
        db.execute(update(about).where(about.c.key == "version").values(value=str(tables.VERSION)))

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """Open a transaction that writes."""
        with self._line, self._write.begin() as db:
            if self._claim is not None:
                self._claim.confirm()
            yield db

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read that never waits for writers."""
        with self._engine.connect() as db:
            yield db

    # Matches

    def add(self, new: NewMatch, lines: Sequence[Line] = (), kept: Sequence[Snapshot] = ()) -> None:
        """Add a match, with the orders it already has if it is forked or imported."""
        now = time.time()
        row = {
            **{
                f: getattr(new, f) for f in ("id", "name", "game", "rules", "setting", "start", "forked_from")
            },
            **standing_columns(new.standing),
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
                db.execute(insert(commanders), [commander_rows.row_of(new.id, one) for one in new.commanders])
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
        """Add an order, the snapshot after it if given, and the commanders it changes.

        Raise Overtaken and write nothing if the match is no longer at change `seen`.
        """
        try:
            with self.changing() as db:
                self._move_on(db, match, seen, _new(number, standing, line.hushed), quiet)
                commander_rows.change(db, match, team)
                db.execute(_ADD_ENTRY, _entry(match, number, line))
                if kept is not None:
                    db.execute(_ADD_SNAPSHOT, {"match": match, "number": number, "state": kept})
                    before = number - KEPT_SNAPSHOTS * SNAPSHOT_EVERY
                    db.execute(_OLD_SNAPSHOTS, {"of_match": match, "before": before})
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
        """Replace every order after the first `orders` by `after`. Raise Overtaken as `append` does."""
        with self.changing() as db:
            self._move_on(db, match, seen, _new(orders + len(after), standing, hushed), quiet)
            db.execute(delete(entries).where(entries.c.match == match, entries.c.number > orders))
            db.execute(delete(snapshots).where(snapshots.c.match == match, snapshots.c.number > orders))
            if after:
                db.execute(_ADD_ENTRY, [_entry(match, n, line) for n, line in enumerate(after, orders + 1)])

    def carry_over(
        self,
        header: Header,
        rules: str,
        setting: str,
        lines: Sequence[Line],
        standing: Standing,
        snapshot: Snapshot,
        team: Sequence[Commander] = (),
        *,
        moves: bool,
    ) -> None:
        """Rewrite a match of another rules version as one of this version; dropped orders are copied first.

        `moves`: orders are dropped, so every player must load the match again.
        """
        match, orders = header.id, len(lines)
        new = {"rules": rules, "setting": setting, "orders": orders, "seq": header.seq + moves}
        with self.changing() as db:
            self._move_on(db, match, header.seq, {**new, **standing_columns(standing)}, quiet=not moves)
            gone = db.execute(select(entries).where(entries.c.match == match, entries.c.number > orders))
            why = f"not part of the match under rules version {rules}"
            for row in gone.mappings().all():
                copy = msgspec.json.encode(dict(row)).decode()
                of_row = {"match": match, "place": entries.name, "row": copy, "why": why}
                db.execute(insert(kept_rows).values(**of_row, moment=time.time()))
            db.execute(delete(entries).where(entries.c.match == match))
            db.execute(delete(snapshots).where(snapshots.c.match == match))
            if lines:
                db.execute(_ADD_ENTRY, [_entry(match, n, line) for n, line in enumerate(lines, 1)])
                number, state = snapshot
                db.execute(_ADD_SNAPSHOT, {"match": match, "number": number, "state": state})
            if moves:
                dice_share_rows.clear(db, match)
            commander_rows.change(db, match, team)

    def command(
        self,
        match: str,
        seen: int,
        hushed: str,
        team: Sequence[Commander],
        taking: Taking | None = None,
    ) -> None:
        """Change the commanders of one side, unnoticed by the other, and seat a player if given."""
        with self.changing() as db:
            self._move_on(db, match, seen, {"hushed": hushed}, quiet=True)
            commander_rows.change(db, match, team)
            if taking is not None and seat_rows.take(db, taking, self._add_token):
                seat_rows.note(db, taking, time.time())

    def share(self, match: str, seen: int | None, share: Share, setting: str | None) -> None:
        """Save a share in the dice; the last one also changes the match's setting. `seen` None: the match's
        number stays.
        """
        with self.changing() as db:
            if seen is not None:
                self._move_on(db, match, seen, {} if setting is None else {"setting": setting}, quiet=False)
            dice_share_rows.put(db, match, share)

    def _move_on(self, db: Connection, match: str, seen: int, new: dict[str, Any], quiet: bool) -> None:
        """Increase the match's number. A quiet change does not update the time of the last change, which the
        lobby shows.
        """
        if not quiet:
            new = {**new, "changed": time.time()}
        changed = db.execute(_MOVE_ON, {"match": match, "seen": seen, "seq": seen + 1, **new})
        if changed.rowcount == 0:
            raise Overtaken if self._has(db, match) else NoSuchMatch(match)

    def _has(self, db: Connection, match: str) -> bool:
        return db.scalar(select(matches.c.id).where(matches.c.id == match)) is not None

    def seq(self, match: str) -> int:
        """Return the number of the last change. Raise NoSuchMatch if there is no such match."""
        with self._glance.connect() as db:
            result = db.scalar(_SEQ, {"match": possible(match)})
        if result is None:
            raise NoSuchMatch(match)
        return _number(match, result)

    def header(self, match: str) -> Header:
        with self._engine.connect() as db:
            return self._header(db, match)

    def _header(self, db: Connection, match: str) -> Header:
        row = db.execute(_MARKED_ONE, {"match": possible(match)}).one_or_none()
        if row is None:
            raise NoSuchMatch(match)
        try:
            team, given = commander_rows.of_match(db, match), dice_share_rows.of_match(db, match)
        except UNREADABLE as error:
            raise Damaged(match, f"its commanders cannot be read ({reason(error)})") from None
        header = _header(row._mapping, _seats(db, [match])[match], team, given)
        changes = seat_rows.of_match(db, match)
        return msgspec.structs.replace(header, seat_changes=changes) if changes else header

    def load(self, match: str) -> tuple[Header, list[Line], Snapshot | None]:
        """Return a match with its orders and last snapshot. Raise Damaged if a part cannot be read."""
        try:
            return self._load(match)
        except DatabaseError as error:
            if not is_malformed(error):
                raise
            raise Damaged(match, "the database file is damaged at its rows") from error

    def _load(self, match: str) -> tuple[Header, list[Line], Snapshot | None]:
        """Read all parts in one transaction, so that they belong together."""
        with self._engine.connect().execution_options(**self._steady) as db:
            header = self._header(db, match)
            try:
                rows = db.execute(_LINES, {"match": match}).all()
                last = db.execute(_LAST_SNAPSHOT, {"match": match}).one_or_none()
            except UNREADABLE as error:
                raise Damaged(match, f"its journal cannot be read ({reason(error)})") from None
        wrong = next((at for at, row in enumerate(rows, 1) if row[-1] != at), 0)
        if wrong:
            raise Damaged(match, f"order {wrong} of its journal is missing")
        if len(rows) != header.orders:
            raise Damaged(match, wrong_length(len(rows), header.orders))
        return header, [_line(match, row) for row in rows], None if last is None else (last[0], last[1])

    @property
    def _steady(self) -> dict[str, Any]:
        """Return options for a transaction whose reads see one moment; SQLite's always do."""
        return {} if self._engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}

    def headers(self) -> list[Header]:
        """Return every readable match, the last changed first."""
        return self.look()[0]

    def look(self) -> tuple[list[Header], list[Damage]]:
        """Return every match, the last changed first, and the damaged ones.

        An unchanged row is not decoded again; its header stays the same object.
        """
        before, looked = self._looked, dict[str, _Looked]()
        with self._engine.connect() as db:
            rows = [*map(tuple, db.execute(_MARKED_LAST_FIRST))]
            stale = [row for row in rows if row[_ID] not in before or before[row[_ID]].row != row]
            who = _seats(db, [row[_ID] for row in stale])
        for row in stale:
            looked[row[_ID]] = _look_at(row, who.get(row[_ID], ()))
        result = [(looked.get(row[_ID]) or before[row[_ID]]) for row in rows]
        self._looked = {one.row[_ID]: one for one in result}
        sound = [one.found for one in result if isinstance(one.found, Header)]
        return sound, [one.found for one in result if isinstance(one.found, Damage)]

    def forget_looks(self) -> None:
        """Decode every row again at the next `look`: a repair may change seats, or the type of an equal
        value.
        """
        self._looked = {}

    def running_above(self, match: str) -> bool:
        """Return whether any match that this one was forked from is unfinished or damaged.

        One recursive query, since there may be thousands; it also ends for a damaged match that is its own
        ancestor.
        """
        of = matches.c
        first = select(of.forked_from.label("id")).where(of.id == match, of.forked_from.is_not(None))
        above = first.cte("above", recursive=True)
        above = above.union(
            select(of.forked_from).join(above, of.id == above.c.id).where(of.forked_from.is_not(None))
        )
        unsure = or_(of.result.is_(None), damaged.c.match.is_not(None))
        asked = select(of.id).join(above, of.id == above.c.id).outerjoin(damaged, damaged.c.match == of.id)
        with self._glance.connect() as db:
            return db.execute(asked.where(unsure, of.id != match).limit(1)).first() is not None

    def mark(self, match: str, what: str) -> None:
        """Mark a match as damaged. Its rows stay as they are."""
        with self.changing() as db:
            if self._has(db, match) and not db.scalar(
                select(damaged.c.match).where(damaged.c.match == match)
            ):
                db.execute(insert(damaged).values(match=match, what=what, found=time.time()))

    def unmark(self, match: str) -> None:
        """Remove the mark of a repaired match."""
        with self.changing() as db:
            db.execute(delete(damaged).where(damaged.c.match == match))

    def lengths(self) -> dict[str, tuple[int, int]]:
        """Return by match the number of orders and the number of the last one, from the index alone."""
        counted = select(entries.c.match, func.count(), func.max(entries.c.number)).group_by(entries.c.match)
        with self.reading() as db:
            return {str(match): (int(count), int(last)) for match, count, last in db.execute(counted)}

    def due(self) -> dict[str, float]:
        """Return by match when its turn ends; only matches with a time limit."""
        chosen = select(matches.c.id, matches.c.due).where(matches.c.due.is_not(None))
        with self.reading() as db:
            return {str(row.id): row.due for row in db.execute(chosen) if isinstance(row.due, float)}

    def limit_due(self, now: float) -> None:
        """Shorten turns that have more time left than a whole turn: a clock was set back while the server was
        down.
        """
        whole = now + 60 * matches.c.minutes
        with self.changing() as db:
            db.execute(update(matches).where(matches.c.due > whole).values(due=whole))

    def last_reading(self) -> ClockReading | None:
        """Return the clock reading saved last; None if none can be read."""
        with self.reading() as db:
            saved = db.scalar(select(about.c.value).where(about.c.key == CLOCK))
        try:
            return None if saved is None else msgspec.json.decode(saved, type=ClockReading)
        except UNREADABLE:
            return None

    def save_reading(self, reading: ClockReading) -> None:
        """Save what the server's clock shows, to continue from it after a restart."""
        value = msgspec.json.encode(reading).decode()
        with self.changing() as db:
            if db.execute(update(about).where(about.c.key == CLOCK).values(value=value)).rowcount == 0:
                db.execute(insert(about).values(key=CLOCK, value=value))

    def count(self) -> int:
        with self._glance.connect() as db:
            return int(db.scalar(select(func.count()).select_from(matches)) or 0)

    def rename(self, match: str, name: str) -> None:
        with self.changing() as db:
            this = update(matches).where(matches.c.id == possible(match))
            if db.execute(this.values(name=name)).rowcount == 0:
                raise NoSuchMatch(match)

    def remove(self, match: str) -> None:
        """Delete a match. Its forks become forks of the match it was forked from."""
        with self.changing() as db:
            parent = db.scalar(select(matches.c.forked_from).where(matches.c.id == possible(match)))
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
        """Save a token inside a transaction; delete the seat's oldest tokens above the limit.

        The newest token sorts last even if the clock was set back.
        """
        row = {"match": match, "side": side, "commander": commander}
        mine = [tokens.c[name].is_not_distinct_from(value) for name, value in row.items()]
        last = db.scalar(select(func.max(tokens.c.made)).where(*mine))
        made = time.time() if last is None else max(time.time(), float(last) + 0.001)
        db.execute(insert(tokens).values(hash=token_hash(token), made=made, **row))
        old = select(tokens.c.hash).where(*mine).order_by(tokens.c.made.desc())
        gone = list(db.scalars(old.offset(TOKENS_A_SEAT)))
        if gone:
            db.execute(delete(tokens).where(tokens.c.hash.in_(gone)))

    def take_seat(self, taking: Taking) -> bool:
        """Put a player into the seat of a whole side; return whether another player lost it.

        If so, the match changes and its log records it.
        """
        with self.changing() as db:
            if not self._has(db, taking.match):
                raise NoSuchMatch(taking.match)
            lost = seat_rows.take(db, taking, self._add_token)
            if lost:
                current = db.execute(_SEQ, {"match": taking.match}).scalar_one()
                self._move_on(db, taking.match, current, {}, quiet=False)
                seat_rows.note(db, taking, time.time())
        return lost

    def _add_token(self, db: Connection, taking: Taking) -> None:
        self.let_in(db, taking.token, taking.match, taking.side, taking.commander)

    def why_ended(self, token: str, match: str) -> str:
        """Return how the seat of a token was taken from its holder (BY_LINK, BACK); empty if it was not."""
        with self.reading() as db:
            return seat_rows.why_ended(db, token, match)

    def invite(self, word: str, match: str, side: int, commander: int | None) -> None:
        """Save the word of a link to a seat; an older unused one is deleted."""
        unused = seat_rows.is_seat(invitations.c, Taking("", match, side, commander))
        row = {"match": match, "side": side, "commander": commander}
        with self.changing() as db:
            db.execute(delete(invitations).where(*unused, invitations.c.used.is_(False)))
            db.execute(insert(invitations).values(hash=token_hash(word), used=False, **row))

    def find_invitation(self, word: str, match: str) -> tuple[int, int | None] | None:
        """Return side and commander of the seat a link is for, used or not."""
        of = invitations.c
        chosen = select(of.side, of.commander).where(of.hash == token_hash(word), of.match == match)
        with self.reading() as db:
            result = db.execute(chosen).one_or_none()
        return None if result is None else (result.side, result.commander)

    def find_token(self, token: str) -> Held | None:
        """Return the seat a token opens; None if it opens none."""
        with self._glance.connect() as db:
            row = db.execute(_HELD, {"hash": token_hash(token)}).one_or_none()
        return (
            None
            if row is None
            else Held(str(row.match), row.side, _number(row.match, row.seq), row.commander)
        )


def _number(match: str, kept: object) -> int:
    """Return the number of a match's last change. Raise Damaged if the stored value is not a number."""
    if not isinstance(kept, int):
        raise Damaged(match, "its row in the table of matches cannot be read (Expected `int` - at `$.seq`)")
    return kept


def possible(match: str) -> str:
    """Return the id, or an impossible one if it contains NUL, which PostgreSQL does not accept."""
    if "\x00" in match:
        raise NoSuchMatch(match)
    return match


def _entry(match: str, number: int, line: Line) -> dict[str, Any]:
    return {"match": match, "number": number, **{f: getattr(line, f) for f in Line.__struct_fields__}}


def _new(orders: int, standing: Standing, hushed: str) -> dict[str, Any]:
    return {"orders": orders, "hushed": hushed, **standing_columns(standing)}


def standing_columns(standing: Standing) -> dict[str, Any]:
    result = standing.result
    return {
        "turn": standing.turn,
        "to_move": msgspec.json.encode(standing.to_move).decode(),
        "due": standing.due,
        "result": None if result is None else msgspec.json.encode(result).decode(),
    }


def _seats(db: Connection, of: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Return the seats of some matches; those of many are read in one query."""
    result: dict[str, tuple[Seat, ...]] = dict.fromkeys(of, ())
    few = len(of) <= FEW
    for rows in [db.execute(_SEATS_OF, {"match": match}) for match in of] if few else [db.execute(_SEATS)]:
        for row in rows:
            if row.match in result:
                result[row.match] += (Seat(row.side, row.who, row.seed),)
    return result


def _look_at(row: tuple[Any, ...], who: tuple[Seat, ...]) -> _Looked:
    plain = dict(zip(_COLUMNS, row, strict=True))
    try:
        return _Looked(row, _header(plain, who))
    except Damaged as error:
        return _Looked(row, Damage(str(plain["id"]), str(plain["name"]), error.what))


def _header(
    plain: Mapping[Any, Any],
    who: tuple[Seat, ...],
    team: tuple[Commander, ...] = (),
    given: tuple[Share, ...] = (),
) -> Header:
    """The header of a row; Damaged says what cannot be read."""
    match = str(plain["id"])
    if plain["damaged"] is not None:
        raise Damaged(match, str(plain["damaged"]))
    row = read_row(match, {name: plain[name] for name in KeptRow.__struct_fields__})
    try:
        to_move = msgspec.json.decode(row.to_move, type=tuple[int, ...])
        result = None if row.result is None else msgspec.json.decode(row.result, type=dict[str, Any])
    except UNREADABLE as error:
        raise Damaged(match, f"its standing cannot be read ({reason(error)})") from None
    standing = Standing(row.turn, to_move, result, row.due)
    fields = {name: getattr(row, name) for name in Kept.__struct_fields__}
    return Header(**fields, standing=standing, seats=who, commanders=team, shares=given)
