"""Errors for matches that cannot be opened. A damaged match is marked and skipped; all others are served.

Nothing is deleted. The mark stays with the match until `ardennes doctor --repair` has repaired it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.server.storage.models import Header, Kept

REMEDY = "ardennes doctor --repair"
# Exceptions from decoding rows that the program did not write this way.
UNREADABLE = (
    msgspec.MsgspecError,
    UserError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)


class CannotOpen(UserError):
    """A match of the store that this program cannot continue."""


class OtherRules(CannotOpen):
    """A match of another rules version with a different outcome under this one.

    `turn` is where it can continue, which is public in every game; None: nowhere. The message does not say
    which order differs, since the order may be secret.
    """

    def __init__(self, game: AnyGame, header: Header, turn: int | None) -> None:
        self.turn = turn
        words = (
            f"This match was played under rules version {header.rules} of {game.name}. This program has "
            f"version {game.version}, under which "
        )
        if turn is None:
            words += "it begins from a different starting position. Play it with the program that made it."
        else:
            place = f"turn {turn}" if turn else "the set-up"
            words += (
                f"it has a different outcome from {place} on. Nothing was changed. Play it with the "
                f"program that made it, or ask the server's owner to continue it from there."
            )
        super().__init__(words)


class Damaged(CannotOpen):
    """A match whose rows cannot be read; the message says what is wrong and what to do."""

    def __init__(self, match: str, what: str) -> None:
        self.match = match
        self.what = what
        super().__init__(
            f"This match is damaged: {what}. Nothing was deleted, and all other matches still work. "
            f"Ask the server's owner to stop the server and run: {REMEDY}"
        )


class Damage(msgspec.Struct, frozen=True):
    """A damaged match as reported to the server's owner."""

    match: str
    name: str
    what: str


class KeptRow(Kept, frozen=True, kw_only=True):
    """All columns of a match, including its current standing."""

    turn: int
    to_move: str
    result: str | None
    due: float | None


def reason(error: BaseException) -> str:
    """Return the message of an error, shortened."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 200 else words[:200] + " …"


def read_row(match: str, plain: Any) -> KeptRow:
    """Return a match's row, validated. Raise Damaged if a column is wrong."""
    try:
        return msgspec.convert(plain, KeptRow)
    except msgspec.ValidationError as error:
        raise Damaged(match, f"its row in the table of matches cannot be read ({error})") from None
