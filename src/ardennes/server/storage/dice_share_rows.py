"""Read and write the rows of a match's dice shares, inside a transaction of the store."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from ardennes.server.storage.models import Share
from ardennes.server.storage.tables import shares

_OF_MATCH = (
    select(shares.c.side, shares.c.promise, shares.c.nonce)
    .where(shares.c.match == bindparam("match"))
    .order_by(shares.c.side)
)


def of_match(db: Connection, match: str) -> tuple[Share, ...]:
    return tuple(Share(*row) for row in db.execute(_OF_MATCH, {"match": match}))


def put(db: Connection, match: str, share: Share) -> None:
    db.execute(delete(shares).where(shares.c.match == match, shares.c.side == share.side))
    db.execute(insert(shares).values(match=match, **share._asdict()))


def clear(db: Connection, match: str) -> None:
    """Delete all shares of a match: they belonged to dice that are no longer used."""
    db.execute(delete(shares).where(shares.c.match == match))
