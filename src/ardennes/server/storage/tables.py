"""The tables of the store, the same on SQLite and PostgreSQL."""

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

VERSION = 7  # of these tables; older stores are upgraded, newer ones refused

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
    Column("rules", String(32), nullable=False),  # version of the rules
    Column("setting", Text, nullable=False),  # JSON: scenario, options, seed, nonces, forks
    Column("start", String(64), nullable=False),  # fingerprint of the opening position
    Column("forked_from", String(32), nullable=True),
    # Number of changes. It never goes down, even when orders are undone, so that an answer about an old
    # position always differs from one about the current position.
    Column("seq", Integer, nullable=False),
    Column("orders", Integer, nullable=False),  # length of the journal
    Column("turn", Integer, nullable=False),
    Column("to_move", Text, nullable=False),  # JSON: the sides that must decide
    Column("result", Text, nullable=True),  # JSON, once it is over
    Column("made", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("hushed", Text, nullable=False, server_default=""),  # current value; see entries.hushed
    Column("minutes", Integer, nullable=True),  # time limit of a turn; none: unlimited
    Column("due", Float, nullable=True),  # when this turn ends, in seconds since 1970
)

seats = Table(
    "seats",
    metadata,
    _match(key=True),
    Column("side", Integer, primary_key=True),
    Column("who", String(32), nullable=False),  # me, beside, or the name of a computer player
    Column("seed", BigInteger, nullable=False),  # of the computer player; unrelated to the dice
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # the token itself is not stored
    _match(key=False),
    Column("side", Integer, nullable=True),  # none: a watcher
    Column("made", Float, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    # Empty while it opens the seat; else how the seat was taken from its holder (models.BY_LINK, BACK).
    Column("ended", Text, nullable=False, server_default=""),
    Index("tokens_of_match", "match"),
)

# The commanders of divided sides, the commander-in-chief first.
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
    Column("heard", Integer, nullable=False),  # number of messages this commander has read
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", String(64), primary_key=True),  # as for tokens: the word itself is not stored
    _match(key=False),
    Column("side", Integer, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    Column("used", Boolean, nullable=False),
    Index("invitations_of_match", "match"),
)

# Seats that were taken from their holders; the match's log shows them.
seat_changes = Table(
    "seat_changes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _match(key=False),
    Column("side", Integer, nullable=False),
    Column("commander", Integer, nullable=True),  # none: the whole side
    Column("how", String(16), nullable=False),
    Column("seq", Integer, nullable=False),  # of the match after the change
    Column("hushed", Text, nullable=False),  # of the match after the change
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
    Column("receiver", Integer, nullable=True),  # none: the whole side
    Column("words", Text, nullable=False),
    Column("moment", String(80), nullable=False),  # the turn, as players call it
    Column("sent", Float, nullable=False),
    Index("messages_of_match", "match", "side"),
)

# Each player's share in the dice, if they use different browsers.
shares = Table(
    "shares",
    metadata,
    _match(key=True),
    Column("side", Integer, primary_key=True),
    Column("promise", String(64), nullable=False),  # hash of the nonce
    Column("nonce", String(64), nullable=False),  # empty until it is revealed
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
    Column("events", Text, nullable=False),  # JSON: all events of the order; seats get less
    Column("why", Text, nullable=False),  # a computer player's reason
    # JSON, in a match with hidden orders: by side, the number of changes so far that other sides do not know
    # of.
    Column("hushed", Text, nullable=False, server_default=""),
    # JSON, on a divided side: the commander's number, and the units or squadrons the order is for.
    Column("giver", Text, nullable=False, server_default=""),
    UniqueConstraint("match", "seq"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _match(key=True),
    Column("number", Integer, primary_key=True),  # number of orders played
    Column("state", Text, nullable=False),
)

# Damaged matches, not opened until they are repaired; their rows stay where they are.
damaged = Table(
    "damaged",
    metadata,
    _match(key=True),
    Column("what", Text, nullable=False),  # description
    Column("found", Float, nullable=False),
)

# Rows as they were before a repair changed or removed them, so that nothing is lost.
kept = Table(
    "kept",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), nullable=False),  # the match may be deleted
    Column("place", String(32), nullable=False),  # name of the table
    Column("row", Text, nullable=False),  # JSON
    Column("why", Text, nullable=False),
    Column("moment", Float, nullable=False),
)

# New columns by store version, to upgrade older stores.
UPDATES = {
    2: (matches.c.hushed, entries.c.hushed),
    3: (tokens.c.commander, entries.c.giver),
    4: (matches.c.minutes, matches.c.due),
    5: (),  # only a new table: shares
    6: (),  # only new tables: damaged, kept
    7: (tokens.c.ended,),  # and a new table: seat_changes
}
