"""A worker process. If it misses a deadline, it is killed; the next job starts a new one."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

from ardennes.garbage import search_seldom
from ardennes.server.workers.pool import J, Lost, T, TooLong

LAST_SECONDS = 2.0  # to finish a cancelled job
START_SECONDS = 60.0  # for a worker process to start on a busy machine

log = logging.getLogger("ardennes.server")


class Desk:
    """One worker process, started when first needed; it does one job at a time."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._turn = asyncio.Lock()
        # referenced here so that it is not garbage collected
        self._winding_down: asyncio.Task[None] | None = None

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        """Run a job as described in `Thinker`, starting the process if needed.

        If the caller is cancelled, the process gets a moment to finish, since a new process costs more than
        most jobs.
        """
        await self._turn.acquire()
        is_winding_down = False
        try:
            pool = await self._ready()
            future = pool.submit(work, job)
            try:
                return await _within(self._deadline, future)
            except TimeoutError:
                self.end()
                raise TooLong(f"{who} took longer than {self._deadline:g} s") from None
            except BrokenProcessPool as error:
                self.end()
                raise Lost(str(error)) from None
            except asyncio.CancelledError:
                if not future.done():
                    is_winding_down = True
                    self._winding_down = asyncio.ensure_future(self._wind_down(future))
                raise
        finally:
            if not is_winding_down:
                self._turn.release()

    async def _wind_down(self, future: Future[Any]) -> None:
        """Give a cancelled job a moment, then kill the process."""
        try:
            await _within(LAST_SECONDS, future)
        except (TimeoutError, BrokenProcessPool):
            self.end()
        except Exception:
            log.info("a cancelled job failed", exc_info=True)
        finally:
            self._turn.release()

    async def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
            try:
                self._pid = await _within(START_SECONDS, self._pool.submit(ready))
            except (TimeoutError, BrokenProcessPool):
                self.end()
                raise Lost("the worker process did not start") from None
        return self._pool

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        if self._pid:
            with suppress(OSError):  # it has ended already
                os.kill(self._pid, signal.SIGTERM)
        self._pid = 0
        pool.shutdown(wait=False, cancel_futures=True)


async def _within(seconds: float, future: Future[T]) -> T:
    """Return the result or raise TimeoutError. The future is not cancelled; its process is killed instead.

    This does not use `asyncio.wait_for`: in Python 3.11 that may return a result and swallow a cancellation.
    """
    async with asyncio.timeout(seconds):
        return await asyncio.shield(asyncio.wrap_future(future))


# Inside the process


def begin() -> None:
    """Ignore Ctrl-C, which the server handles, and exit when the server has exited for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    search_seldom()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_go_with, args=(parent.sentinel,), daemon=True).start()


def _go_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def ready() -> int:
    """Return the process id, so that the server can kill the process."""
    return os.getpid()
