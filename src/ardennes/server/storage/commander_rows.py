"""Read and write the rows of a match's commanders, inside a transaction of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, select, update

from ardennes.kernel.commanders import Commander
from ardennes.server.storage.tables import commanders

_OF_MATCH = (
    select(commanders)
    .where(commanders.c.match == bindparam("match"))
    .order_by(commanders.c.side, commanders.c.number)
)


def of_match(db: Connection, match: str) -> tuple[Commander, ...]:
    """Return all commanders of a match, ordered by side."""
    return tuple(
        Commander(
            row.side,
            row.number,
            row.name,
            msgspec.json.decode(row.formations, type=tuple[str, ...]),
            row.taken,
            row.ready,
        )
        for row in db.execute(_OF_MATCH, {"match": match})
    )


def change(db: Connection, match: str, team: Sequence[Commander]) -> None:
    """Save these commanders: formations, whether the seat is taken, and whether they are ready."""
    for one in team:
        new = {"formations": _list(one), "taken": one.taken, "ready": one.ready}
        db.execute(update(commanders).where(*is_commander(match, one.side, one.number)).values(new))


def is_commander(match: str, side: int, number: int) -> tuple[ColumnElement[bool], ...]:
    of = commanders.c
    return of.match == match, of.side == side, of.number == number


def row_of(match: str, one: Commander) -> dict[str, Any]:
    return {**msgspec.structs.asdict(one), "match": match, "formations": _list(one), "heard": 0}


def _list(one: Commander) -> str:
    return msgspec.json.encode(one.formations).decode()
