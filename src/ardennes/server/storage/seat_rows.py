"""Seats that change holders: database operations inside a transaction of the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from ardennes.server.matches.session import NotAllowed, SeatTaken
from ardennes.server.storage.models import BACK, BY_LINK, SeatChange, Taking, token_hash
from ardennes.server.storage.tables import invitations, matches, seat_changes, tokens

AddToken = Callable[[Connection, Taking], None]

_OF_MATCH = (
    select(*(seat_changes.c[name] for name in SeatChange._fields))
    .where(seat_changes.c.match == bindparam("match"))
    .order_by(seat_changes.c.id)
)
_WHY_ENDED = select(tokens.c.ended).where(
    tokens.c.hash == bindparam("hash"), tokens.c.match == bindparam("match")
)


def of_match(db: Connection, match: str) -> tuple[SeatChange, ...]:
    """Return every time a seat of the match was taken from its holder, oldest first."""
    return tuple(SeatChange(*row) for row in db.execute(_OF_MATCH, {"match": match}))


def why_ended(db: Connection, token: str, match: str) -> str:
    """Return how the seat of a token changed holders; empty for a token that never opened a seat of the
    match.
    """
    return db.scalar(_WHY_ENDED, {"hash": token_hash(token), "match": match}) or ""


def take(db: Connection, taking: Taking, add_token: AddToken) -> bool:
    """Put the owner of a token into a seat; return whether another player lost it.

    Raise SeatTaken if a player holds the seat through a link and it is not taken back; NotAllowed if the link
    was used.
    """
    # Two players who want the seat at the same moment wait for each other here. SQLite has one writer anyway.
    db.execute(select(matches.c.id).where(matches.c.id == taking.match).with_for_update())
    if taking.link:
        _use_link(db, taking.link)
    elif taking.back:
        db.execute(delete(invitations).where(*is_seat(invitations.c, taking)))
    elif db.execute(
        select(invitations.c.hash).where(*is_seat(invitations.c, taking), invitations.c.used.is_(True))
    ).first():
        raise SeatTaken()
    lost = 0
    if taking.link or taking.back:
        holders = (*is_seat(tokens.c, taking), tokens.c.ended == "")
        lost = db.execute(update(tokens).where(*holders).values(ended=_how(taking))).rowcount
    add_token(db, taking)
    return lost > 0


def note(db: Connection, taking: Taking, moment: float) -> None:
    """Record in the match that a seat was taken from its holder; the match has its new number already."""
    now = db.execute(select(matches.c.seq, matches.c.hushed).where(matches.c.id == taking.match)).one()
    change = SeatChange(taking.side, taking.commander, _how(taking), now.seq, now.hushed, moment)
    db.execute(insert(seat_changes).values(match=taking.match, **change._asdict()))


def _how(taking: Taking) -> str:
    return BACK if taking.back else BY_LINK


def _use_link(db: Connection, link: str) -> None:
    unused = (invitations.c.hash == token_hash(link), invitations.c.used.is_(False))
    if db.execute(update(invitations).where(*unused).values(used=True)).rowcount == 0:
        raise NotAllowed("This link has already been used; ask for a new one.")


def is_seat(columns: Any, seat: Any) -> list[ColumnElement[bool]]:
    """Return the conditions for the rows of a seat: its match, side and commander."""
    return [
        columns[name].is_not_distinct_from(getattr(seat, name)) for name in ("match", "side", "commander")
    ]
