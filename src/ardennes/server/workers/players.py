"""Computer players: worker processes choose each order within a deadline, whether or not anybody watches.

A match keeps its worker, so that a player remembers its plan. A worker that misses the deadline is killed and
restarted. The side then gets an order from the staff, or a random legal one, and the log says so. Only orders
are saved: after a restart the player thinks again. While the database fails, matches wait and retry.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from ardennes.kernel.contract import AnyGame, Order, Refused, part_played
from ardennes.kernel.offers import sample
from ardennes.players.stand_in import STAFF
from ardennes.server.matches.service import PEOPLE, Room, read_order
from ardennes.server.storage.integrity import CannotOpen
from ardennes.server.storage.models import NoSuchMatch, Overtaken
from ardennes.server.workers import main
from ardennes.server.workers.main import Job, Thought
from ardennes.server.workers.pool import Lost, T, Thinker

TRIES = 3
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0  # seconds between two attempts while the database fails
WAITING = "The computer is waiting for the database and will continue by itself."

log = logging.getLogger("ardennes.server")


class Computers:
    """Play every match in which a computer player is to move."""

    def __init__(self, room: Room, desks: Sequence[Thinker]) -> None:
        self._room = room
        self._desks = desks
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="computers")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Continue every match that waits for a computer player."""
        self._loop = asyncio.get_running_loop()
        self._room.listeners.append(self.nudge)
        self._tasks[""] = self._loop.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        try:
            for match in await self._patiently("", self._in_thread, self._room.waiting_for_computers):
                self._wake(match)
        except Exception:
            log.exception("cannot list the matches that wait for a computer player")
        finally:
            self._tasks.pop("", None)

    async def stop(self) -> None:
        self._room.listeners.remove(self.nudge)
        self._loop = None
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for desk in self._desks:
            desk.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def nudge(self, match: str, numbers: tuple[int, ...]) -> None:
        """A match has changed. Called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._wake, match)

    def _wake(self, match: str) -> None:
        if self._loop is None:
            return
        if match in self._tasks:
            self._again.add(match)
        else:
            self._tasks[match] = self._loop.create_task(self._drive(match))

    def _desk(self, match: str) -> Thinker:
        return self._desks[zlib.crc32(match.encode()) % len(self._desks)]

    async def _drive(self, match: str) -> None:
        """Give computer orders until a person is to move or the match is over."""
        try:
            while True:
                self._again.discard(match)
                if not await self._patiently(match, self._one_order, match) and match not in self._again:
                    return
        except NoSuchMatch:
            return
        except CannotOpen as error:
            log.warning("match %s: %s", match, error)
        except Exception as error:
            log.exception("the computer player failed in match %s", match)
            self._room.tell_trouble(
                match,
                f"The computer player failed: {type(error).__name__}. The server's log has the details.",
            )
        finally:
            self._tasks.pop(match, None)
            self._again.discard(match)

    async def _patiently(self, match: str, work: Callable[..., Awaitable[T]], *arguments: Any) -> T:
        """Retry until the database works again, with increasing pauses."""
        pause = 0.0
        while True:
            try:
                done = await work(*arguments)
            except self._room.store.failures as error:
                if not pause:
                    log.warning("match %s: the database failed, retrying: %s", match or "(all)", error)
                    self._room.tell_trouble(match, WAITING)
                pause = min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * pause))
                # Add jitter: many matches wait for the same database.
                await asyncio.sleep(pause * (0.75 + Random().random() / 2))
                continue
            if pause:
                log.warning("match %s: the database works again", match or "(all)")
                self._room.tell_trouble(match, "")
            return done

    async def _one_order(self, match: str) -> bool:
        """Give one computer order. Return False if no computer player is to move."""
        asked = await self._in_thread(self._question, match)
        if asked is None:
            return False
        seq, job = asked
        thought = await self._thought(match, job)
        if thought is None and job.player != STAFF:
            thought = await self._thought(match, msgspec.structs.replace(job, player=STAFF))
            if thought is not None:
                why = f"the staff in place of {job.player}, who gave no order in time: {thought.why}"
                thought = msgspec.structs.replace(thought, why=why)
        with suppress(Overtaken):  # an order was undone meanwhile: think again
            await self._in_thread(self._answer, match, seq, job, thought)
        return True

    async def _thought(self, match: str, job: Job) -> Thought | None:
        try:
            return await self._think(match, job)
        except Exception as error:
            log.warning("match %s: %s", match, error)
            return None

    async def _think(self, match: str, job: Job) -> Thought:
        """Ask the worker for an order. A worker may be killed for another match's job; then retry."""
        for _ in range(TRIES - 1):
            with suppress(Lost):
                return await self._desk(match).do(job.player, main.think, job)
        return await self._desk(match).do(job.player, main.think, job)

    async def _in_thread(self, work: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _question(self, match: str) -> tuple[int, Job] | None:
        """Return the number of the position and the computer player's job; None if no computer player is to
        move.
        """
        with self._room.at(match) as live:
            for side in live.game.to_move(live.match.state):
                seat = live.header.seats[side]
                if seat.who not in PEOPLE:
                    view = msgspec.json.encode(live.game.view(live.match.state, side).record())
                    return live.number(side), Job(
                        match, live.game.id, seat.who, seat.seed, side, view, part_played(live.game)
                    )
        return None

    def _answer(self, match: str, seq: int, job: Job, thought: Thought | None) -> None:
        """Play the order if the position has not changed meanwhile."""
        with self._room.at(match) as live:
            if live.number(job.side) != seq:
                raise Overtaken
            if thought is not None:
                try:
                    self._room.play(live, job.side, read_order(live.game, thought.order), thought.why)
                    return
                except Refused as error:
                    log.warning("match %s: %s gave an illegal order: %s", match, job.player, error)
            view = live.game.view(live.match.state, job.side)
            order = by_lot(live.game, view, job.side, seq)
            self._room.play(
                live, job.side, order, f"{job.player} gave no order in time: this is a random legal order"
            )


def by_lot(game: AnyGame, view: Any, side: int, seed: int) -> Order:
    """Return a random legal order. Raise ValueError if there is none."""
    order = sample(game.offers(view, side), Random(seed))
    if order is None:
        raise ValueError(f"{game.name} offers the {game.sides[side]} side no order")
    return order
