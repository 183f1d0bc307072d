"""Limit requests by the CPU time they cost, per person.

A seat and all matches forked from it count as one person. Requests without a seat count for their address;
requests with the lobby's token are free. The cost is measured and charged after the work. A person in debt is
refused until the allowance has paid it off. Only a few requests of a person run at the same time, so the debt
stays small and the threads are shared.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.concurrency import run_in_threadpool

from ardennes.server.http.token_bucket import MOST_CLIENTS, Bucket
from ardennes.server.workers.fair_queue import later

if TYPE_CHECKING:
    from ardennes.server.settings import Settings

T = TypeVar("T")
MOST_WAITING = 100  # requests of one person
TOO_COSTLY = (
    "Your requests have used more CPU time than one player may ({burst:g} s at once, then {rate:g} s "
    "a second); try again in {wait:.0f} s."
)
TOO_MANY = "Too many of your requests are waiting; slow down."

_payer: ContextVar[str] = ContextVar("payer", default="")


class _Line:
    """The queue of one person's requests: a few run, the rest wait."""

    def __init__(self, at_once: int) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.waiting = 0


class CpuLimits:
    """Run the work of requests in threads and charge its CPU time.

    Everything but the work runs on the event loop, so no lock is needed.
    """

    def __init__(
        self,
        limits: Settings,
        find_person: Callable[[str], str | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`find_person` looks up the person of a token in the database: "" for a watcher, None for an unknown
        token.
        """
        self.budget = Bucket(limits.cpu_a_second, limits.cpu_burst, clock)  # milliseconds, by person
        self._at_once = limits.most_requests_at_once
        self._find_person = find_person
        self._persons: OrderedDict[str, str] = OrderedDict()  # by token
        self._lines: dict[str, _Line] = {}

    async def person_of(self, token: str, address: str) -> str:
        """Return who pays for a request with this token. Watchers count for their address, since strangers
        may share the seat.
        """
        person = self._persons.get(token)
        if token and person is None:
            person = await run_in_threadpool(self._find_person, token)
            if person is not None:
                self._persons[token] = person
                while len(self._persons) > MOST_CLIENTS:
                    self._persons.popitem(last=False)
        return person or f"address {address}"

    @contextmanager
    def paid_by(self, person: str) -> Iterator[None]:
        """Charge what `run` does inside to this person; to nobody if the name is empty."""
        mark = _payer.set(person)
        try:
            yield
        finally:
            _payer.reset(mark)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run the work in a thread and return its result. Raise Problem 429 if the payer is in debt."""
        person = _payer.get()
        if not person:
            return await run_in_threadpool(work, *arguments)
        async with self._slot(person):
            self._check(person)
            result, error, seconds = await run_in_threadpool(_measured, work, *arguments)
            self.budget.charge(person, seconds * 1000)
        if error is not None:
            raise error
        return cast(T, result)

    def _check(self, person: str) -> None:
        if (wait := self.budget.wait(person)) > 0:
            burst, rate = self.budget.burst / 1000, self.budget.rate / 1000
            raise later(429, TOO_COSTLY.format(burst=burst, rate=rate, wait=wait + 1), wait)

    @asynccontextmanager
    async def _slot(self, person: str) -> AsyncIterator[None]:
        line = self._lines.setdefault(person, _Line(self._at_once))
        if line.waiting >= MOST_WAITING:
            raise later(429, TOO_MANY, 1.0)
        line.waiting += 1
        try:
            async with line.free:
                yield
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop(person, None)


def _measured(work: Callable[..., T], *arguments: Any) -> tuple[T | None, Exception | None, float]:
    """Return the result of the work or the exception it raised, and the CPU time it took in this thread."""
    result, failure = None, None
    began = time.thread_time()
    try:
        result = work(*arguments)
    except Exception as error:  # failed work costs CPU time too
        failure = error
    return result, failure, time.thread_time() - began
