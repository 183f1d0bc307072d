"""Messages between the commanders of a side. Nobody else can read them until the match is over.

A seat counts only the messages it may read, so its number reveals nothing about others. Messages are not part
of the match file; they are deleted with the match.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from ardennes.errors import UserError
from ardennes.server.matches.session import NotAllowed
from ardennes.server.storage.commander_rows import is_commander
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import commanders, messages

PAGE = 200


class Message(NamedTuple):
    """A stored message: commanders by number; receiver None: the whole side."""

    side: int
    sender: int
    receiver: int | None
    words: str
    moment: str
    sent: float


class Reader(NamedTuple):
    side: int
    number: int


def tidy_words(words: str) -> str:
    """Return only printable characters and line ends, so that nothing can hide text or change its
    direction.
    """
    lines = words.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines_shown = ["".join(c if c.isprintable() else " " for c in line).rstrip() for line in lines]
    return "\n".join(lines_shown).strip()


class Messages:
    """The messages of all matches."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most  # per side of a match

    def send(self, match: str, message: Message) -> None:
        words = tidy_words(message.words)
        if not words:
            raise UserError("The message is empty: write something.")
        new = message._replace(words=words)._asdict()
        with self._store.changing() as db:
            of_side = (messages.c.match == match, messages.c.side == message.side)
            written = db.execute(select(func.count()).select_from(messages).where(*of_side)).scalar_one()
            if written >= self._most:
                raise NotAllowed(f"Your side has written {written} messages, which is the limit.")
            db.execute(insert(messages).values(match=match, **new))

    def count(self, match: str, reader: Reader) -> int:
        """Return how many messages a commander may read, including their own."""
        every = select(func.count()).select_from(messages).where(*_for(match, reader))
        with self._store.reading() as db:
            return int(db.execute(every).scalar_one())

    def read(self, match: str, reader: Reader | None, after: int) -> tuple[list[Message], bool]:
        """Return a page of messages after the first `after`, and whether there are more. Reader None reads
        all.
        """
        chosen = select(*(messages.c[name] for name in Message._fields)).order_by(messages.c.id)
        page = chosen.where(*_for(match, reader)).offset(after).limit(PAGE + 1)
        with self._store.reading() as db:
            result = [Message(*row) for row in db.execute(page)]
        return result[:PAGE], len(result) > PAGE

    def heard(self, match: str, reader: Reader) -> int:
        """Return how many messages a commander has read."""
        with self._store.reading() as db:
            return _heard(db, match, reader)

    def hear(self, match: str, reader: Reader, upto: int) -> None:
        """Set how many messages a commander has read: never fewer than before, never more than there are."""
        there = self.count(match, reader)
        with self._store.changing() as db:
            now = max(_heard(db, match, reader), min(upto, there))
            db.execute(update(commanders).where(*is_commander(match, *reader)).values(heard=now))


def _heard(db: Connection, match: str, reader: Reader) -> int:
    return int(db.execute(select(commanders.c.heard).where(*is_commander(match, *reader))).scalar_one())


def _for(match: str, reader: Reader | None) -> list[ColumnElement[bool]]:
    """Return the conditions for messages a commander may read: to the whole side, to them, or from them."""
    if reader is None:
        return [messages.c.match == match]
    to = messages.c.receiver
    mine = or_(to.is_(None), to == reader.number, messages.c.sender == reader.number)
    return [messages.c.match == match, messages.c.side == reader.side, mine]
