"""The protocols of stores: what playing, seats, the lobby and time limits need from them.

Three classes implement them: `sql.Store` in a database, `site.store.BrowserStore` in a browser, and
`BoardStore` in `matches/trials.py`, whose boards of cases exist only in memory. A store has no methods that
it cannot carry out. Links, divided sides and shares in the dice need a server, so they are a separate part:
`MatchStore.remote`, which is None in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ardennes.kernel.commanders import Commander
from ardennes.kernel.wire import Order
from ardennes.server.api.schemas import KeptSetup
from ardennes.server.clock import ClockReading
from ardennes.server.storage.integrity import Damage
from ardennes.server.storage.models import (
    Header,
    Held,
    Line,
    NewMatch,
    Share,
    Snapshot,
    Standing,
    Taking,
)


class Failing(Protocol):
    """A store whose calls can fail for reasons outside the program."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The exceptions a call raises when the store itself fails."""
        ...


class PlayStore(Failing, Protocol):
    """Numbers and orders of matches, and the tokens of their seats."""

    def seq(self, match: str) -> int:
        """Return the number of a match's last change. Raise NoSuchMatch if there is no such match."""
        ...

    def append(
        self,
        match: str,
        seen: int,
        number: int,
        line: Line,
        standing: Standing,
        kept: str | None = None,
        quiet: bool = False,
        team: Sequence[Commander] = (),
    ) -> None:
        """Add order `number`, the snapshot after it if given, and the commanders it changes.

        Raise Overtaken and write nothing if the match is no longer at change `seen`.
        """
        ...

    def cut(
        self,
        match: str,
        seen: int,
        orders: int,
        standing: Standing,
        after: Sequence[Line] = (),
        hushed: str = "",
        quiet: bool = False,
    ) -> None:
        """Replace every order after the first `orders` by `after`. Raise Overtaken as `append` does."""
        ...

    def add_token(self, token: str, match: str, side: int | None) -> None:
        """Add a token for a seat; `side` None: for watching."""
        ...

    def find_token(self, token: str) -> Held | None:
        """Return the seat a token opens; None if it opens none."""
        ...

    def why_ended(self, token: str, match: str) -> str:
        """Return how the seat of a token was taken from its holder (BY_LINK, BACK), or an empty text."""
        ...


class RemoteStore(Protocol):
    """What players on several machines need: links to seats, divided sides, shares in the dice."""

    def invite(self, word: str, match: str, side: int, commander: int | None) -> None:
        """Save the word of a link to a seat; it replaces an older one that nobody has used."""
        ...

    def find_invitation(self, word: str, match: str) -> tuple[int, int | None] | None:
        """Return side and commander of the seat a link is for, used or not."""
        ...

    def command(
        self, match: str, seen: int, hushed: str, team: Sequence[Commander], taking: Taking | None = None
    ) -> None:
        """Change the commanders of one side, unnoticed by the other, and seat a player if given."""
        ...

    def share(self, match: str, seen: int | None, share: Share, setting: str | None) -> None:
        """Save a share in the dice, and the match's new setting if given. `seen` None: the match's number
        stays.
        """
        ...


class MatchStore(PlayStore, Protocol):
    """All of a store: saved matches, lists for the lobby, and seats."""

    @property
    def remote(self) -> RemoteStore | None:
        """Return the part for players on several machines; None if all use one browser."""
        ...

    def add(self, new: NewMatch, lines: Sequence[Line] = (), kept: Sequence[Snapshot] = ()) -> None:
        """Add a match, with the orders it already has if it is forked or imported."""
        ...

    def carry_over(
        self,
        header: Header,
        rules: str,
        setting: str,
        lines: Sequence[Line],
        standing: Standing,
        snapshot: Snapshot,
        team: Sequence[Commander] = (),
        *,
        moves: bool,
    ) -> None:
        """Rewrite a match of another rules version as one of this version.

        `moves`: orders are dropped, so every player must load the match again.
        """
        ...

    def header(self, match: str) -> Header:
        """Return a match without its orders. Raise NoSuchMatch or Damaged if that is not possible."""
        ...

    def load(self, match: str) -> tuple[Header, list[Line], Snapshot | None]:
        """Return a match with its orders and last snapshot. Raise Damaged if a part cannot be read."""
        ...

    def look(self) -> tuple[list[Header], list[Damage]]:
        """Return every match, the last changed first, and the damaged ones."""
        ...

    def running_above(self, match: str) -> bool:
        """Return whether any match that this one was forked from, directly or not, is unfinished or
        damaged.
        """
        ...

    def mark(self, match: str, what: str) -> None:
        """Mark a match as damaged, so that it is not opened. Its data stays as it is."""
        ...

    def count(self) -> int:
        """Return how many matches there are, damaged ones included."""
        ...

    def rename(self, match: str, name: str) -> None:
        """Rename a match. Raise NoSuchMatch if there is none."""
        ...

    def remove(self, match: str) -> None:
        """Delete a match. Its forks become forks of the match it was forked from."""
        ...

    def take_seat(self, taking: Taking) -> bool:
        """Put a player into the seat of a whole side; return whether another player lost the seat."""
        ...


class DeadlineStore(Failing, Protocol):
    """What time limits of turns need: when turns are over, and the server's clock across restarts."""

    def keep_claim(self) -> None:
        """Check that no other server uses the database. Raise ClaimedElsewhere if one does."""
        ...

    def due(self) -> dict[str, float]:
        """Return by match when its turn ends; only matches with a time limit."""
        ...

    def limit_due(self, now: float) -> None:
        """Shorten turns that have more time left than a whole turn."""
        ...

    def last_reading(self) -> ClockReading | None:
        """Return the clock reading saved last; None if none can be read."""
        ...

    def save_reading(self, reading: ClockReading) -> None:
        """Save what the server's clock shows, to continue from it after a restart."""
        ...


class SetupStore(Protocol):
    """Set-ups that players saved under a name, on the server or in the browser."""

    def keep(self, word: str, game: str, side: str, name: str, orders: list[Order], seat: str) -> KeptSetup:
        """Save a set-up, replacing one of the same name."""
        ...

    def of(self, word: str, game: str, side: str) -> list[KeptSetup]:
        """Return an owner's set-ups for a side of a game, the newest first."""
        ...

    def open(self, word: str, game: str, side: str, which: str) -> tuple[str, list[Order]]:
        """Return the name and the orders of a set-up."""
        ...

    def drop(self, word: str, which: str) -> None:
        """Delete a set-up."""
        ...


class ForkQuota(Protocol):
    """How many matches a seat may fork."""

    def origin(self, match: str, side: int | None, commander: int | None) -> str:
        """Return the seat that counts for everything made from this seat."""
        ...

    def fork(self, origin: str, make: Callable[[], str]) -> str:
        """Return the id of a new fork if the seat may have one more."""
        ...
