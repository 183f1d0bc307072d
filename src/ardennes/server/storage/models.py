"""What is stored of a match, in a database (`sql.py`) or in a browser (`site/store.py`)."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.commanders import Commander

SNAPSHOT_EVERY = 8  # orders between snapshots; opening a match replays fewer than this
TOKENS_A_SEAT = 16  # the oldest are deleted
KEPT_SNAPSHOTS = 4  # per match; undo may go back past the last one


class Share(NamedTuple):
    side: int
    promise: str
    nonce: str = ""  # empty until it is revealed


BY_LINK, BACK = "link", "back"  # how a seat was taken from its holder: by a new link, or by the host


class Taking(NamedTuple):
    """A player takes a seat: with a new token, through a link, or back from its holder."""

    token: str
    match: str
    side: int
    commander: int | None = None  # on a divided side
    link: str = ""
    back: bool = False


class SeatChange(NamedTuple):
    """A seat that was taken from its holder."""

    side: int
    commander: int | None
    how: str  # BY_LINK or BACK
    seq: int  # of the match after the change
    hushed: str  # of the match after the change
    moment: float  # in seconds since 1970


class Overtaken(Exception):
    """The match has changed since the number the caller has seen."""


class NoSuchMatch(Exception):
    """No match has this id, or no longer."""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side; `seed` is for a computer player."""

    side: int
    who: str
    seed: int = 0


class Held(NamedTuple):
    """The seat a token opens, and the number of the match's last change at that moment."""

    match: str
    side: int | None
    seq: int
    commander: int | None = None  # on a divided side


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands, as the lobby shows it; it contains nothing hidden."""

    turn: int
    to_move: tuple[int, ...]
    result: dict[str, Any] | None = None
    due: float | None = None  # when the orders are handed in as they are


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed when a match begins."""

    id: str
    name: str
    game: str
    rules: str
    setting: str
    start: str


class Kept(Begun, frozen=True, kw_only=True):
    """The columns of a match that are stored as given; loosely typed databases may contain anything."""

    forked_from: str | None
    seq: int
    orders: int
    made: float
    changed: float
    hushed: str  # JSON: by side, the number of changes that other sides do not know of
    minutes: int | None  # time limit of a turn


class Header(Kept, frozen=True, kw_only=True):
    """A match without its orders."""

    standing: Standing
    seats: tuple[Seat, ...]
    commanders: tuple[Commander, ...] = ()  # of divided sides; not in lists of matches
    shares: tuple[Share, ...] = ()  # in the dice; not in lists of matches
    seat_changes: tuple[SeatChange, ...] = ()  # not in lists of matches

    def team(self, side: int | None) -> tuple[Commander, ...]:
        """Return all commanders of a side; empty if one person or the computer plays it."""
        return tuple(one for one in self.commanders if one.side == side)


class Line(msgspec.Struct, frozen=True):
    """One order of the journal in its stored form."""

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
    """Return the hash stored for a token: it can recognize the token, not reproduce it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def wrong_length(found: int, promised: int) -> str:
    return f"its journal has {found} orders, and it should have {promised}"
