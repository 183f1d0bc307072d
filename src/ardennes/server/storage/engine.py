"""Connect to the database: address, password, connection pool, and the claim for one server."""

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

THREADS = 48  # threads that use the database at the same time: requests (40), computer players, time limits
PATIENCE = 10  # seconds to wait for the database to answer or for a free connection
# For PostgreSQL connections: notice within half a minute that the other machine is gone.
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
    """Return the engine for a database address. Raise UserError if the address is wrong."""
    try:
        url = address_of(address, environ)
        pool: dict[str, Any] = {"pool_timeout": PATIENCE}
        if url.database != ":memory:" and url.database:  # a database in memory has a single connection
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
    """Return the parsed address with its driver and the password from the environment or a file."""
    if address.startswith(("postgres://", "postgresql://")):
        address = "postgresql+psycopg://" + address.partition("://")[2]
    url = make_url(address)
    if url.password is None and url.get_backend_name() != "sqlite":
        return url.set(password=_password(environ))
    return url


def _password(environ: Mapping[str, str]) -> str | None:
    """Return the password from the environment or a file; other users can read command lines."""
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
        raise UserError(
            f"the file {named} ({PASSWORD_FILE}) is not a text file: write only the password into it"
        ) from None


def _tune_sqlite(connection: Any, record: Any) -> None:
    """Set WAL, so that readers never wait, and FULL, so that acknowledged changes survive a power cut."""
    connection.isolation_level = None  # transactions begin where _begin_sqlite says
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(db: Connection) -> None:
    """Take the write lock when a transaction begins, so that nothing it has read changes before it writes."""
    begin = db.get_execution_options().get("begin", "BEGIN")
    if begin:
        db.exec_driver_sql(begin)


def is_malformed(error: DatabaseError) -> bool:
    """Return whether SQLite reports that its file is damaged."""
    return "malformed" in str(error.orig) or "not a database" in str(error.orig)


def file_of(engine: Engine) -> Path | None:
    """Return the file of a SQLite database; None for one in memory or on a server."""
    named = engine.url.database
    if engine.dialect.name != "sqlite" or not named or named == ":memory:":
        return None
    return Path(named)


def claim_of(engine: Engine) -> Claim | DatabaseClaim | None:
    """Claim a database for one server. Raise UserError if another server has it."""
    if engine.dialect.name == "postgresql":
        return DatabaseClaim(engine, engine.url, connect_args=TIMELY)
    file = file_of(engine)
    return None if file is None else Claim(file)


class Claim:
    """The claim on a SQLite file; two servers would play the computer players twice.

    The system releases the lock when the process ends, however it ends.
    """

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
                f"another Ardennes{by} is using the matches in {file}: use its page, stop it "
                "first, or name another folder with --data"
            )
        self._held.seek(0)
        self._held.truncate()
        self._held.write(str(os.getpid()))
        self._held.flush()

    def keep(self) -> None:
        """Do nothing: the system keeps a file lock."""

    def confirm(self) -> None:
        """Do nothing: no other process can have taken a file lock."""

    def end(self) -> None:
        self._held.close()
