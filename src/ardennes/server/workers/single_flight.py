"""Share identical computations: a second client waits for the first one's result.

A computation is cancelled when no client waits for it any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class ClientGone(Exception):
    """The client disconnected before it got its answer."""


class SingleFlight(Generic[T]):
    """Running computations by key, each with the number of clients that wait for it."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[T]] = {}
        self._waiting: dict[asyncio.Task[T], int] = {}

    def __len__(self) -> int:
        return len(self._running)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._running

    async def do(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of the work under this key; start it unless it is running."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(work())
            task.add_done_callback(lambda done: self._forget(key, done))
        self._waiting[task] = self._waiting.get(task, 0) + 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                del self._waiting[task]
                if not task.done():
                    self._forget(key, task)
                    task.cancel()

    def stop(self) -> None:
        for task in [*self._running.values()]:
            task.cancel()

    def _forget(self, key: Hashable, task: asyncio.Task[T]) -> None:
        if self._running.get(key) is task:
            del self._running[key]
        if task.done() and not task.cancelled():
            task.exception()  # so that asyncio does not report an unretrieved exception


async def while_client_stays(gone: Callable[[], Awaitable[None]], work: Awaitable[T]) -> T:
    """Return the result of the work. If the client disconnects, cancel the work and raise ClientGone."""
    doing: asyncio.Future[T] = asyncio.ensure_future(work)
    leaving: asyncio.Future[Any] = asyncio.ensure_future(gone())
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return await doing
        raise ClientGone
    finally:
        leaving.cancel()
        if not doing.done():
            doing.cancel()
            await asyncio.wait({doing})
