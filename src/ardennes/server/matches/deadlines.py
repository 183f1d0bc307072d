"""Turns with a time limit (OPS-ORD-3): when time is up, the server hands in the orders as they are.

Computer players have a separate deadline. The store saves when a turn ends, in the server's time
(`clock.py`), so neither a restart nor a change of the machine's clock moves a deadline. A turn that ended
while the server was down is handed in soon after the start, once players had a moment to return.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from ardennes.kernel.commanders import CHIEF, HandsIn
from ardennes.server.clock import SteadyClock
from ardennes.server.matches.service import PEOPLE, Room
from ardennes.server.matches.session import Live
from ardennes.server.storage.integrity import CannotOpen
from ardennes.server.storage.models import NoSuchMatch, Overtaken
from ardennes.server.storage.protocol import DeadlineStore

LONGEST_NAP = 30.0  # seconds; another program may play on the same store
SOON = 0.2  # seconds
AGAIN = 2.0  # seconds before retrying after a database failure
TIME_OVER = "Time was up for this turn; the orders written so far were handed in."

log = logging.getLogger("ardennes.server")


class Deadlines:
    """Check every match with a time limit."""

    def __init__(self, room: Room, store: DeadlineStore, grace: float = 0.0) -> None:
        """`grace`: seconds after the start in which no turn is handed in."""
        self._room = room
        self._store = store
        self._grace = grace
        self._begun = 0.0
        self._saved = -LONGEST_NAP  # when the clock was last saved
        self._failed: set[str] = set()  # matches that cannot be handed in
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="deadlines")
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._room.listeners.append(self._heard)
        self._begun = time.monotonic()
        self._task = self._loop.create_task(self._watch())

    async def stop(self) -> None:
        self._room.listeners.remove(self._heard)
        self._loop = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _heard(self, match: str, numbers: tuple[int, ...]) -> None:
        """A match has changed, perhaps its time limit. Called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._changed.set)

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            nap = await asyncio.get_running_loop().run_in_executor(self._thread, self._look)
            with suppress(TimeoutError):
                async with asyncio.timeout(nap):  # unlike wait_for, this never swallows a cancellation
                    await self._changed.wait()
                await asyncio.sleep(SOON)  # orders often arrive in bursts

    def _look(self) -> float:
        """Hand in expired turns and return the seconds until the next check."""
        try:
            self._store.keep_claim()
            self._watch_clock()
            wait = self._begun + self._grace - time.monotonic()
            if wait > 0:
                return wait
            self.strike()
            now = self._room.clock()
            left = [due - now for due in self._store.due().values() if due > now]
        except Exception:
            log.exception("the time limits of the turns cannot be checked; trying again")
            return AGAIN
        return max(SOON, min([LONGEST_NAP, *left]))

    def _watch_clock(self) -> None:
        """Save a clock reading from time to time, and at once if the machine's clock was set."""
        clock, now = self._room.clock, time.monotonic()
        if not isinstance(clock, SteadyClock):
            return
        by = clock.jumped()
        if by:
            log.warning("the machine's clock was set by %+.0f s; every turn keeps the time it has left", by)
        elif now < self._saved + LONGEST_NAP or not self._store.due():
            return
        self._store.save_reading(clock.reading())
        self._saved = now

    def strike(self) -> list[str]:
        """Hand in expired turns and return their matches. A failing match does not stop the others."""
        now = self._room.clock()
        over = [match for match, due in self._store.due().items() if due <= now]
        self._failed &= set(over)
        done, broken = [], None
        for match in over:
            try:
                if self._hand_in(match):
                    done.append(match)
            except self._store.failures as error:
                broken = error
        if broken is not None:
            raise broken
        return done

    def _hand_in(self, match: str) -> bool:
        try:
            with self._room.at(match) as live:
                done = hand_in(self._room, live)
        except (NoSuchMatch, Overtaken, CannotOpen) as error:  # the next check retries
            log.info("match %s: not handed in: %s", match, error)
            return False
        except self._store.failures:
            raise
        except Exception:
            if match not in self._failed:  # retried at every check, but logged once
                self._failed.add(match)
                log.exception("match %s: the time of its turn is over, but handing it in fails", match)
            return False
        self._failed.discard(match)
        return done


def resume_clock(room: Room, store: DeadlineStore) -> None:
    """Continue the server's time from the last saved reading. Call this before anything reads the clock."""
    clock = room.clock
    if not isinstance(clock, SteadyClock):
        return
    last = store.last_reading()
    by = 0.0 if last is None else clock.resume(last)
    if by:
        log.warning(
            "the machine's clock was set by %+.0f s while the server was down; no turn is charged for it", by
        )
    store.limit_due(clock())
    store.save_reading(clock.reading())


def hand_in(room: Room, live: Live) -> bool:
    """Seal the sides of people who have not sealed yet, if the turn's time is up (OPS-ORD-3). Return whether
    any was sealed.
    """
    due, game = live.header.standing.due, live.game
    if due is None or due > room.clock() or not isinstance(game, HandsIn):
        return False
    late = [side for side in game.to_move(live.match.state) if live.header.seats[side].who in PEOPLE]
    for side in late:
        by = CHIEF if live.header.team(side) else None
        room.play(live, side, game.hand_in(), TIME_OVER, by)
    return bool(late)
