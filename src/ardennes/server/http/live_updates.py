"""Notify clients over WebSockets that a match has changed; they then ask for what changed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from ardennes.server.api.schemas import Moved
from ardennes.server.http.penalties import Penalties
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.settings import Settings

GONE = 4404  # the match was deleted
CLOSED = 4410  # this program cannot open it, so retrying is useless
REPLACED = 4403  # the seat was taken from its holder; the next request says how
LOST, UNTOLD = -1, -2  # `seq` of a deleted match, and before the first update
UNSEATED = -3  # another player has this seat now
NOT_FOR_TALKING = 1003
ONLY_TELLS = "This socket is read-only; send orders by POST."
SPEAKS = "ardennes"  # the sub-protocol; browsers send the token as a second one


class Watcher:
    """One socket. Only the newest number matters, so a slow client delays nobody."""

    def __init__(self, side: int | None, commander: int | None = None, person: str = "") -> None:
        self.side = side
        self.commander = commander
        self.person = person
        self.seq = UNTOLD
        self.mail = 0  # messages a commander may read
        self.news = asyncio.Event()

    def tell(self, seq: int) -> None:
        """Set the newest number of the seat; an unchanged number is not sent."""
        if seq != self.seq:
            self.seq = seq
            self.news.set()

    def hand(self, mail: int) -> None:
        """Set how many messages the commander may read."""
        if mail > self.mail:
            self.mail = mail
            if self.seq != UNTOLD:
                self.news.set()

    def words(self) -> str:
        mail = None if self.commander is None else self.mail
        return msgspec.json.encode(Moved(self.seq, mail)).decode()


class Push:
    """All open sockets, by match."""

    def __init__(self, limits: Settings) -> None:
        self._limits = limits
        self.penalties = Penalties()
        self._opening = Bucket(limits.sockets_a_second, limits.sockets_burst)  # by seat
        self._watchers: dict[str, set[Watcher]] = {}
        self._persons: Counter[str] = Counter()  # sockets of each
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        self._loop = None

    def wait_to_open(self, seat: str) -> float:
        """Return the seconds until a seat may open another socket; 0 if it may now."""
        return self.penalties.seat_wait(seat) or self._opening.take(seat)

    def full(self, match: str, side: int | None, commander: int | None, person: str = "") -> bool:
        """Return whether a limit of open sockets is reached: total, match, seat or person. Watchers get half
        of a match's.
        """
        limits, here = self._limits, self._watchers.get(match, ())
        everybody = sum(map(len, self._watchers.values()))
        beside = sum((one.side, one.commander) == (side, commander) for one in here)
        most_beside = limits.most_sockets_a_match // 2 if side is None else limits.most_sockets_a_seat
        return (
            everybody >= limits.most_sockets
            or len(here) >= limits.most_sockets_a_match
            or beside >= most_beside
            or self._persons[person] >= limits.most_sockets_a_person
        )

    def changed(self, match: str, numbers: tuple[int, ...]) -> None:
        """Announce a match's new numbers by seat; no numbers: it was deleted. Called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._tell, match, numbers)

    def _tell(self, match: str, numbers: tuple[int, ...]) -> None:
        for watcher in self._watchers.get(match, ()):
            watcher.tell(numbers[-1 if watcher.side is None else watcher.side] if numbers else LOST)

    def mail(self, match: str, side: int, counts: Mapping[int, int]) -> None:
        """Announce how many messages each commander of a side may read. Called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._hand, match, side, counts)

    def _hand(self, match: str, side: int, counts: Mapping[int, int]) -> None:
        for watcher in self._watchers.get(match, ()):
            if watcher.side == side and watcher.commander is not None:
                watcher.hand(counts.get(watcher.commander, 0))

    def unseat(self, match: str, side: int, commander: int | None) -> None:
        """Announce that the holder of a seat has lost it. Called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._send_away, match, side, commander)

    def _send_away(self, match: str, side: int, commander: int | None) -> None:
        for watcher in self._watchers.get(match, ()):
            if (watcher.side, watcher.commander) == (side, commander):
                watcher.tell(UNSEATED)

    def join(self, match: str, side: int | None, commander: int | None = None, person: str = "") -> Watcher:
        watcher = Watcher(side, commander, person)
        self._persons[person] += 1
        self._watchers.setdefault(match, set()).add(watcher)
        return watcher

    def leave(self, match: str, watcher: Watcher) -> None:
        others = self._watchers.get(match, set())
        if watcher in others:
            others.remove(watcher)
            self._persons[watcher.person] -= 1
            if not self._persons[watcher.person]:
                del self._persons[watcher.person]
        if not others:
            self._watchers.pop(match, None)
