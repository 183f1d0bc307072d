"""The database itself: its address and password, its connections, and the one server that may use a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from ardennes.errors import UserError
from ardennes.kernel.locking import lock
from ardennes.server.storage.claim import DatabaseClaim

THREADS = 48  # that may ask at once: those of the requests (40), the computers, the time limits
PATIENCE = 10  # seconds to wait for a database that does not answer, or for a free connection
# Of a connection to PostgreSQL: a machine that is gone without a word is noticed in half a minute.
TIMELY: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * PATIENCE,
    "application_name": "ardennes",
}
PASSWORD = "ARDENNES_DATABASE_PASSWORD"
PASSWORD_FILE = "ARDENNES_DATABASE_PASSWORD_FILE"


def open_engine(address: str, environ: Mapping[str, str] = os.environ) -> Engine:
    """Connections to a database; UserError says what is wrong with its address."""
    try:
        url = address_of(address, environ)
        pool: dict[str, Any] = {"pool_timeout": PATIENCE}
        if url.database != ":memory:" and url.database:  # one in memory has a single connection
            pool |= {"pool_size": THREADS, "max_overflow": 0}
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True, connect_args=TIMELY, **pool)
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 15}, **pool)
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


def address_of(address: str, environ: Mapping[str, str] = os.environ) -> URL:
    """The address with its driver, and with the password from where passwords belong."""
    if address.startswith(("postgres://", "postgresql://")):
        address = "postgresql+psycopg://" + address.partition("://")[2]
    url = make_url(address)
    if url.password is None and url.get_backend_name() != "sqlite":
        return url.set(password=_password(environ))
    return url


def _password(environ: Mapping[str, str]) -> str | None:
    """A command line and a list of processes are read by others; the environment and a file are not."""
    named = environ.get(PASSWORD_FILE)
    if not named:
        return environ.get(PASSWORD)
    try:
        return Path(named).read_text(encoding="utf-8").rstrip("\r\n")
    except OSError as error:
        raise UserError(
            f"cannot read the database password from {named} ({PASSWORD_FILE}): {error.strerror}"
        ) from None
    except UnicodeDecodeError:
        raise UserError(f"the file {named} ({PASSWORD_FILE}) is no text: it holds no password") from None


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


def is_malformed(error: DatabaseError) -> bool:
    """Does SQLite say that a part of its file is no database any more?"""
    return "malformed" in str(error.orig) or "not a database" in str(error.orig)


def file_of(engine: Engine) -> Path | None:
    """The file of an SQLite database; none of one in memory or elsewhere."""
    named = engine.url.database
    if engine.dialect.name != "sqlite" or not named or named == ":memory:":
        return None
    return Path(named)


def claim_of(engine: Engine) -> Claim | DatabaseClaim | None:
    """The claim on a database for one server alone; UserError if another server has it."""
    if engine.dialect.name == "postgresql":
        return DatabaseClaim(engine, engine.url, connect_args=TIMELY)
    file = file_of(engine)
    return None if file is None else Claim(file)


class Claim:
    """One server at a time plays on an SQLite file: two would give the computers' orders twice. The system
    lets the claim go when the process ends, however it ends."""

    def __init__(self, file: Path) -> None:
        path = file.with_name(file.name + ".lock")
        try:
            self._held: IO[str] = path.open("a+", encoding="ascii")
        except OSError as error:
            raise UserError(f"cannot write in the folder {file.parent}: {error.strerror}") from None
        if not lock(self._held):
            self._held.seek(0)
            who = self._held.read(20).strip()
            self._held.close()
            by = f" (process {who})" if who.isdigit() else ""
            raise UserError(
                f"another Ardennes{by} has the matches in {file} open already: use its page, stop it "
                "first, or name another folder with --data"
            )
        self._held.seek(0)
        self._held.truncate()
        self._held.write(str(os.getpid()))
        self._held.flush()

    def keep(self) -> None:
        """The system keeps the lock of a file."""

    def confirm(self) -> None:
        """Nobody else can have taken it."""

    def end(self) -> None:
        self._held.close()
