"""The tables of the store: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 7  # of these tables; a store of a newer program is refused, an older one brought up to date

metadata = MetaData()


def _match(*, key: bool) -> Column[str]:
    parent = ForeignKey("matches.id", ondelete="CASCADE")
    return Column("match", String(32), parent, nullable=False, primary_key=key)


about = Table(
    "about",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", String(32), nullable=False),  # version of the rules it is played under
    Column("setting", Text, nullable=False),  # JSON: scenario, options, seed, nonces, forks
    Column("start", String(64), nullable=False),  # fingerprint of the opening position
    Column("forked_from", String(32), nullable=True),
    # How often the match has changed. It never goes down, also when orders are taken back, so that an
    # answer to an old position can always be told from an answer to the present one.
    Column("seq", Integer, nullable=False),
    Column("orders", Integer, nullable=False),  # length of the journal
    Column("turn", Integer, nullable=False),
    Column("to_move", Text, nullable=False),  # JSON: the sides that have to decide
    Column("result", Text, nullable=True),  # JSON, once it is over
    Column("made", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("hushed", Text, nullable=False, server_default=""),  # see entries.hushed; now
    Column("minutes", Integer, nullable=True),  # a turn may take; none: as long as it takes
    Column("due", Float, nullable=True),  # when this turn is over, in seconds since 1970
)

seats = Table(
    "seats",
    metadata,
    _match(key=True),
    Column("side", Integer, primary_key=True),
    Column("who", String(32), nullable=False),  # me, beside, or the name of a computer player
    Column("seed", BigInteger, nullable=False),  # of the computer player; nothing to do with the dice
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # the token itself is kept nowhere
    _match(key=False),
    Column("side", Integer, nullable=True),  # none: somebody who watches
    Column("made", Float, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    # Empty while it opens the seat; else how the seat was taken from its holder (kept.BY_LINK, kept.BACK).
    Column("ended", Text, nullable=False, server_default=""),
    Index("tokens_of_match", "match"),
)

# Where several share a side: the commanders of a side, the commander-in-chief first.
commanders = Table(
    "commanders",
    metadata,
    _match(key=True),
    Column("side", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("formations", Text, nullable=False),  # JSON
    Column("taken", Boolean, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("heard", Integer, nullable=False),  # how many of the messages to him he has read
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", String(64), primary_key=True),  # as of tokens: the word itself is kept nowhere
    _match(key=False),
    Column("side", Integer, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    Column("used", Boolean, nullable=False),
    Index("invitations_of_match", "match"),
)

# Seats that were taken from the player that held them: the log of the match tells it.
seat_changes = Table(
    "seat_changes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _match(key=False),
    Column("side", Integer, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    Column("how", String(16), nullable=False),
    Column("seq", Integer, nullable=False),  # of the match after it
    Column("hushed", Text, nullable=False),  # of the match after it
    Column("moment", Float, nullable=False),
    Index("seat_changes_of_match", "match"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _match(key=False),
    Column("side", Integer, nullable=False),
    Column("sender", Integer, nullable=False),  # a commander's number
    Column("receiver", Integer, nullable=True),  # none: all of the side
    Column("words", Text, nullable=False),
    Column("moment", String(80), nullable=False),  # the turn, as players call it
    Column("sent", Float, nullable=False),
    Index("messages_of_match", "match", "side"),
)

# What each side's player adds to the dice, where they sit at different browsers.
shares = Table(
    "shares",
    metadata,
    _match(key=True),
    Column("side", Integer, primary_key=True),
    Column("promise", String(64), nullable=False),  # hash of the nonce
    Column("nonce", String(64), nullable=False),  # empty until it is shown
)

entries = Table(
    "entries",
    metadata,
    _match(key=True),
    Column("number", Integer, primary_key=True),  # place in the journal, from 1
    Column("seq", Integer, nullable=False),  # of the match after this order
    Column("side", Integer, nullable=False),
    Column("given", Text, nullable=False),  # JSON: the order
    Column("digest", String(64), nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("final", Boolean, nullable=False),
    Column("events", Text, nullable=False),  # JSON: what came of it, all of it; seats get less
    Column("why", Text, nullable=False),  # a computer player's reason
    # JSON, where a match has quiet orders: by side, how many of its changes so far the others do not know of.
    Column("hushed", Text, nullable=False, server_default=""),
    # JSON, where several share a side: the commander's number, and the names of those the order is for.
    Column("giver", Text, nullable=False, server_default=""),
    UniqueConstraint("match", "seq"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _match(key=True),
    Column("number", Integer, primary_key=True),  # orders given
    Column("state", Text, nullable=False),
)

# Matches that cannot be read, set apart until they are mended; their rows stay where they are.
damaged = Table(
    "damaged",
    metadata,
    _match(key=True),
    Column("what", Text, nullable=False),  # in words
    Column("found", Float, nullable=False),
)

# Rows as they were before a repair changed or took them out: nothing is ever lost by mending.
kept = Table(
    "kept",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), nullable=False),  # it may be gone
    Column("place", String(32), nullable=False),  # the table
    Column("row", Text, nullable=False),  # JSON
    Column("why", Text, nullable=False),
    Column("moment", Float, nullable=False),
)

# What brings a store of an older version up to date, by the version it then has.
UPDATES = {
    2: (matches.c.hushed, entries.c.hushed),
    3: (tokens.c.commander, entries.c.giver),
    4: (matches.c.minutes, matches.c.due),
    5: (),  # a table of its own: shares
    6: (),  # tables of their own: damaged, kept
    7: (tokens.c.ended,),  # and a table of its own: seat_changes
}
