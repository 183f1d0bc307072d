"""Set-ups saved under a name for other matches. A secret word of the owner's browser opens them, so that
opponents cannot read them.
"""

from __future__ import annotations

import secrets
import time

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Float,
    Index,
    MetaData,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
)

from ardennes.kernel.wire import Order
from ardennes.server.api.schemas import KeptSetup
from ardennes.server.http.responses import Problem
from ardennes.server.settings import Settings
from ardennes.server.storage.models import token_hash
from ardennes.server.storage.sql import Store

LONGEST = 48 * 1024  # characters of orders

metadata = MetaData()
setups = Table(
    "setups",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),  # hash of the owner's secret word
    Column("game", String(32), nullable=False),
    Column("side", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("orders", Text, nullable=False),  # JSON
    Column("made", Float, nullable=False),
    Column("seat", String(64), nullable=False, server_default=""),  # from which it was saved; see quotas.py
    Index("setups_of_owner", "owner", "game", "side"),
)


class Setups:
    """Saved set-ups, stored next to the matches."""

    def __init__(self, store: Store, limits: Settings) -> None:
        self._store = store
        self._limits = limits
        with store.changing() as db:
            metadata.create_all(db)
            _update(db)

    def keep(self, word: str, game: str, side: str, name: str, orders: list[Order], seat: str) -> KeptSetup:
        """Save a set-up, replacing one of the same name. Raise Problem if a limit is reached.

        A player may use any number of secret words, so there is also a limit per seat.
        """
        written, limits = msgspec.json.encode(orders).decode(), self._limits
        if len(written) > LONGEST:
            raise Problem(413, f"The set-up is longer than {LONGEST} characters.")
        owner, made = token_hash(word), time.time()
        new = KeptSetup(secrets.token_hex(10), name, made)
        of = (setups.c.owner == owner, setups.c.game == game, setups.c.side == side)
        with self._store.changing() as db:
            db.execute(delete(setups).where(*of, setups.c.name == name))
            every = select(func.count()).select_from(setups)
            if db.execute(every.where(setups.c.owner == owner)).scalar_one() >= limits.most_setups_an_owner:
                raise Problem(
                    403, f"{limits.most_setups_an_owner} set-ups are saved already: delete one first."
                )
            if db.execute(every.where(setups.c.seat == seat)).scalar_one() >= limits.most_setups_a_seat:
                raise Problem(
                    403,
                    f"{limits.most_setups_a_seat} set-ups were saved from this seat already: "
                    "delete one first, or export yours to a file.",
                )
            if db.execute(every).scalar_one() >= limits.most_setups:
                raise Problem(403, "This server can't save more set-ups: export yours to a file instead.")
            row = {"owner": owner, "game": game, "side": side, "orders": written, "seat": seat}
            db.execute(insert(setups).values(**row, **msgspec.structs.asdict(new)))
        return new

    def of(self, word: str, game: str, side: str) -> list[KeptSetup]:
        """Return an owner's set-ups for a side of a game, the newest first."""
        chosen = (
            select(setups.c.id, setups.c.name, setups.c.made)
            .where(setups.c.owner == token_hash(word), setups.c.game == game, setups.c.side == side)
            .order_by(setups.c.made.desc())
        )
        with self._store.changing() as db:
            return [KeptSetup(*row) for row in db.execute(chosen)]

    def open(self, word: str, game: str, side: str, which: str) -> tuple[str, list[Order]]:
        """Return the name and the orders of a set-up. Raise Problem 404 if it does not exist."""
        chosen = select(setups.c.name, setups.c.orders).where(
            setups.c.id == which,
            setups.c.owner == token_hash(word),
            setups.c.game == game,
            setups.c.side == side,
        )
        with self._store.changing() as db:
            row = db.execute(chosen).first()
        if row is None:
            raise Problem(404, "You have no such set-up for this side.")
        return row.name, msgspec.json.decode(row.orders)

    def drop(self, word: str, which: str) -> None:
        with self._store.changing() as db:
            db.execute(delete(setups).where(setups.c.id == which, setups.c.owner == token_hash(word)))


def _update(db: Connection) -> None:
    """Add the column `seat` to a table of an older version."""
    if setups.c.seat.name not in {column["name"] for column in inspect(db).get_columns(setups.name)}:
        db.execute(text("ALTER TABLE setups ADD COLUMN seat VARCHAR(64) NOT NULL DEFAULT ''"))
