"""Count forks by the seat they come from. A fork's seats count for that seat too, so forking a fork gains
nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from sqlalchemy import Column, MetaData, String, Table, delete, func, insert, select

from ardennes.server.http.responses import Problem
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import matches

metadata = MetaData()
forks = Table(
    "forks",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("origin", String(64), nullable=False, index=True),
)


class Quotas:
    """How many matches each seat has forked."""

    def __init__(self, store: Store, most_forks: int) -> None:
        self._store = store
        self._most_forks = most_forks
        self._one = threading.Lock()  # no other fork between counting and saving
        with store.changing() as db:
            metadata.create_all(db)

    def origin(self, match: str, side: int | None, commander: int | None) -> str:
        """Return the seat that counts for everything made from this seat."""
        with self._store.reading() as db:
            result = db.scalar(select(forks.c.origin).where(forks.c.match == match))
        return str(result) if result is not None else f"{match}:{side}:{commander}"

    def fork(self, origin: str, make: Callable[[], str]) -> str:
        """Return the id of a new fork if the seat may have one more. Deleted forks do not count. Raise
        Problem 403 if not.
        """
        with self._one:
            mine = select(func.count()).select_from(forks).join(matches, matches.c.id == forks.c.match)
            with self._store.reading() as db:
                made = db.scalar(mine.where(forks.c.origin == origin)) or 0
            if made >= self._most_forks:
                raise Problem(
                    403,
                    f"{made} matches were forked from this seat already, which is the limit: "
                    "ask the server's owner "
                    "to delete some.",
                )
            match = make()
            with self._store.changing() as db:
                db.execute(delete(forks).where(forks.c.match.not_in(select(matches.c.id))))
                db.execute(insert(forks).values(match=match, origin=origin))
        return match
