"""What is kept of a match, wherever it is kept: in a database (`store.py`) or in a browser (`site/`)."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.commanders import Commander

SNAPSHOT_EVERY = 8  # orders; so many at most are played again when a match is opened
TOKENS_A_SEAT = 16  # older ones make room
KEPT_SNAPSHOTS = 4  # of a match: undo goes back past the last one now and then


class Share(NamedTuple):
    side: int
    promise: str
    nonce: str = ""  # empty until it is shown


BY_LINK, BACK = "link", "back"  # how a seat is taken from somebody: with a new link, or by the host


class Taking(NamedTuple):
    """A player takes a seat: with a new token, by a link, or back from the player that holds it."""

    token: str
    match: str
    side: int
    commander: int | None = None  # of several who share the side
    link: str = ""
    back: bool = False


class SeatChange(NamedTuple):
    """A seat that was taken from the player that held it."""

    side: int
    commander: int | None
    how: str  # BY_LINK or BACK
    seq: int  # of the match after it
    hushed: str  # of the match after it
    moment: float  # in seconds since 1970


class Overtaken(Exception):
    """The match has changed since the number the caller has seen."""


class NoSuchMatch(Exception):
    """There is no match of that id (any more)."""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side; `seed` is the computer player's own."""

    side: int
    who: str
    seed: int = 0


class Held(NamedTuple):
    """What a token opens, and the number of the match's last change at that moment."""

    match: str
    side: int | None
    seq: int
    commander: int | None = None  # of several who share the side


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands, as far as the lobby tells it: nothing hidden is in it."""

    turn: int
    to_move: tuple[int, ...]
    result: dict[str, Any] | None = None
    due: float | None = None  # when what is written is handed in as it stands, OPS-ORD-3


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a match from its beginning."""

    id: str
    name: str
    game: str
    rules: str
    setting: str
    start: str


class Kept(Begun, frozen=True, kw_only=True):
    """The columns of a match that stay as they are kept; databases with loose types hold anything."""

    forked_from: str | None
    seq: int
    orders: int
    made: float
    changed: float
    hushed: str  # JSON: by side, how many changes the others do not know of
    minutes: int | None  # a turn may take


class Header(Kept, frozen=True, kw_only=True):
    """A match without its orders."""

    standing: Standing
    seats: tuple[Seat, ...]
    commanders: tuple[Commander, ...] = ()  # of the sides that several share; not in lists of matches
    shares: tuple[Share, ...] = ()  # of the players in the dice; not in lists of matches
    seat_changes: tuple[SeatChange, ...] = ()  # not in lists of matches

    def team(self, side: int | None) -> tuple[Commander, ...]:
        """All commanders of a side; empty: one person plays it, or the computer."""
        return tuple(one for one in self.commanders if one.side == side)


class Line(msgspec.Struct, frozen=True):
    """One order of the journal as it is kept."""

    seq: int
    side: int
    given: str
    digest: str
    rolls: int
    final: bool
    events: str
    why: str = ""
    hushed: str = ""
    giver: str = ""


class NewMatch(Begun, frozen=True, kw_only=True):
    forked_from: str | None = None
    standing: Standing
    seats: tuple[Seat, ...]
    commanders: tuple[Commander, ...] = ()
    minutes: int | None = None


Snapshot = tuple[int, str]  # (orders given, the state as JSON)


def token_hash(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to make it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def wrong_length(found: int, promised: int) -> str:
    return f"its journal has {found} orders, and it should have {promised}"
