"""Claim a PostgreSQL database for one server, so that a second server on the same matches is refused.

Two servers would both play the computer players and hand in timed turns, and neither would notify the other's
sockets. The claim is an advisory lock of one extra connection, so PostgreSQL releases it when the server
ends. If that connection breaks, the next change takes the claim again before it writes anything.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ardennes.errors import UserError

LOCK = 1095910734  # the second half of the lock's key is a hash of the schema
WAIT = 5.0  # seconds to wait for the claim of a server that was just killed
PAUSE = 0.1
# With these settings PostgreSQL notices within about 20 s that the machine of the holder is gone.
NOTICE = ("tcp_keepalives_idle = 8", "tcp_keepalives_interval = 4", "tcp_keepalives_count = 3")
TAKE = text("SELECT pg_try_advisory_lock(:lock, hashtext(current_schema()))")
HOLDER = text(
    "SELECT a.pid, coalesce(host(a.client_addr), '') FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
    "WHERE l.locktype = 'advisory' AND l.classid = :lock AND l.granted "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
END = text("SELECT pg_terminate_backend(:process)")

log = logging.getLogger("ardennes.server")


class ClaimedElsewhere(SQLAlchemyError):
    """Another server took the database while this one had lost its connection."""


class DatabaseClaim:
    """The lock that one server holds while it runs."""

    def __init__(self, engine: Engine, url: URL, **options: Any) -> None:
        """Take the lock. Raise UserError if another server holds it. `options` are for the extra
        connection.
        """
        self._place = url.render_as_string(hide_password=True)
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", **options)
        self._one = threading.Lock()
        self._doubtful = False  # a connection broke, so the lock may be lost
        self._held: Connection | None = None
        self._process = 0  # id of the PostgreSQL process that holds the lock
        end = time.monotonic() + WAIT
        while (other := self._take()) is not None:
            if time.monotonic() > end:
                self.end()
                raise UserError(
                    f"another Ardennes server ({other}) is using the matches in {self._place}: "
                    "use its page, stop it first, or name another database with --database"
                )
            time.sleep(PAUSE)
        event.listen(engine, "handle_error", self._suspect)

    def _suspect(self, context: Any) -> None:
        if context.is_disconnect:
            self._doubtful = True

    def _take(self) -> str | None:
        """Take the lock on a new connection. Return None on success, else the holder."""
        db = self._engine.connect()
        try:
            for setting in NOTICE:
                db.exec_driver_sql(f"SET {setting}")
            other = self._try(db)
        except BaseException:
            db.close()
            raise
        if other is None:
            self._held = db
        else:
            db.close()
        return other

    def _try(self, db: Connection) -> str | None:
        """Take the lock on an open connection, after closing a lost one. Return None on
        success, else the holder.
        """
        end = time.monotonic() + WAIT
        while not db.scalar(TAKE, {"lock": LOCK}):
            holder = db.execute(HOLDER, {"lock": LOCK}).first()
            if holder is None or holder[0] != self._process or time.monotonic() > end:
                at = f", from {holder[1]}" if holder and holder[1] else ""
                return f"database process {holder[0]}{at}" if holder else "unknown"
            db.execute(END, {"process": self._process})
            time.sleep(PAUSE)
        self._process = int(db.scalar(text("SELECT pg_backend_pid()")) or 0)
        return None

    def keep(self) -> None:
        """Check that the lock is still held; take it again if not."""
        self._doubtful = True
        self.confirm()

    def confirm(self) -> None:
        """Check the claim before a change, if a connection has broken. Raise ClaimedElsewhere if another
        server took it.
        """
        if self._doubtful:
            with self._one:
                self._take_again()

    def _take_again(self) -> None:
        if not self._doubtful:  # another thread was faster
            return
        if not self._is_held():
            other = self._take()
            if other is not None:
                log.error("another Ardennes server (%s) uses the matches in %s", other, self._place)
                raise ClaimedElsewhere(
                    f"Another Ardennes server ({other}) uses this database now. Stop one of the two."
                )
        self._doubtful = False

    def _is_held(self) -> bool:
        """Return whether the connection with the lock still works; close it if it does not."""
        if self._held is None:
            return False
        try:
            self._held.execute(text("SELECT 1"))
        except SQLAlchemyError:
            held, self._held = self._held, None
            held.invalidate()
            held.close()
            return False
        return True

    def end(self) -> None:
        if self._held is not None:
            self._held.close()
        self._engine.dispose()
