"""A fair queue for one worker: people take turns, so nobody can fill it alone."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

from ardennes.server.http.responses import Problem

ASKED_ALREADY = "Your last question is still being answered: wait for it."
TOO_MANY_OF_ONE = "{count} questions from your matches are waiting already: wait for an answer."
TOO_MANY = "The server is answering too many questions; try again in a minute."


class FairQueue:
    """Serve one request at a time: owners take turns, and each owner's requests keep their order."""

    def __init__(self, most_waiting: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most_waiting, most_of_one
        self._asking: set[Hashable] = set()
        self._of_owner: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._busy = False

    @asynccontextmanager
    async def turn(self, owner: str, asker: Hashable) -> AsyncIterator[None]:
        """Wait for a turn. Raise Problem 429 if the asker or its owner waits already, 503 if too many others
        wait.
        """
        self.check(owner, asker)
        self._asking.add(asker)
        self._of_owner[owner] += 1
        try:
            await self._wait(owner)
            try:
                yield
            finally:
                self._next()
        finally:
            self._asking.discard(asker)
            self._of_owner[owner] -= 1
            if not self._of_owner[owner]:
                del self._of_owner[owner]

    def check(self, owner: str, asker: Hashable) -> None:
        """Raise the Problem that `turn` would raise."""
        if asker in self._asking:
            raise later(429, ASKED_ALREADY, 1.0)
        if self._of_owner[owner] >= self._most_of_one:
            raise later(429, TOO_MANY_OF_ONE.format(count=self._of_owner[owner]), 5.0)
        if len(self._asking) > self._most:
            raise later(503, TOO_MANY, 10.0)

    async def _wait(self, owner: str) -> None:
        if not self._busy:
            self._busy = True
            return
        called = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():
                self._next()  # its turn came at the same moment
            raise

    def _next(self) -> None:
        while self._waiting:
            owner, line = self._waiting.popitem(last=False)
            while line and line[0].done():  # its client has disconnected
                line.popleft()
            if line:
                line.popleft().set_result(None)
                if line:
                    self._waiting[owner] = line  # behind the other owners
                return
        self._busy = False


def later(status: int, words: str, wait: float) -> Problem:
    """Return an error with a Retry-After header."""
    problem = Problem(status, words)
    problem.headers["Retry-After"] = str(int(wait) + 1)
    return problem
