"""What is damaged in the store: a match that cannot be read is set apart and told of; all others are served.

Nothing is deleted. The mark stays with the match until `ardennes doctor --repair` has repaired it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.server.storage.models import Header, Kept

REMEDY = "ardennes doctor --repair"
# What reading rows that are not what the program wrote may raise.
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
    """A match of the store that this program cannot play on."""


class OtherRules(CannotOpen):
    """A match of another rules version that gives other results under this one.

    `turn` is where it can continue from, which is public in every game; None: nowhere. Which order differs
    and why is not told, since the order may be secret.
    """

    def __init__(self, game: AnyGame, header: Header, turn: int | None) -> None:
        self.turn = turn
        words = (
            f"This match was made under rules version {header.rules} of {game.name}. This program has "
            f"version {game.version}, under which "
        )
        if turn is None:
            words += "it begins from another starting position. Play it with the program that made it."
        else:
            place = f"turn {turn}" if turn else "the set-up"
            words += (
                f"it goes differently from {place} on. Nothing was changed. Play it with the "
                f"program that made it, or let the match's owner continue it from there."
            )
        super().__init__(words)


class Damaged(CannotOpen):
    """A match whose rows cannot be read: what is wrong, and what to do."""

    def __init__(self, match: str, what: str) -> None:
        self.match = match
        self.what = what
        super().__init__(
            f"This match is damaged: {what}. Nothing of it was deleted, and all other matches go on. "
            f"Ask the server's owner to stop the server and run: {REMEDY}"
        )


class Damage(msgspec.Struct, frozen=True):
    """A damaged match as the owner is told of it."""

    match: str
    name: str
    what: str


class KeptRow(Kept, frozen=True, kw_only=True):
    """All columns of a match: those too that say where it stands."""

    turn: int
    to_move: str
    result: str | None
    due: float | None


def reason(error: BaseException) -> str:
    """What an error says, short enough to be read."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 200 else words[:200] + " …"


def read_row(match: str, plain: Any) -> KeptRow:
    """A match's row, checked; Damaged says which column is wrong."""
    try:
        return msgspec.convert(plain, KeptRow)
    except msgspec.ValidationError as error:
        raise Damaged(match, f"its row in the table of matches cannot be read ({error})") from None
