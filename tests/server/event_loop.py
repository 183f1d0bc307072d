"""Measure the CPU time of each callback of an event loop, compared with a unit of this machine."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

UNIT_WORK = 20_000  # number of additions: about half a millisecond on a machine with a limit of 5 ms
LIMIT = 12.0  # limit of a callback, in these units


def unit() -> float:
    """Return the CPU seconds of a fixed piece of work, the fastest of several runs."""

    def once() -> float:
        began = time.thread_time()
        sum(number * number for number in range(UNIT_WORK))
        return time.thread_time() - began

    return min(once() for _ in range(15))


class Callback(NamedTuple):
    seconds: float  # of CPU
    what: str
    during: str  # the request in progress


class LoopWatch:
    """The callbacks of one loop, by the request during which they ran."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.during = ""
        self.callbacks: list[Callback] = []

    def note(self, handle: asyncio.Handle, seconds: float) -> None:
        if getattr(handle, "_loop", None) is self._loop:
            self.callbacks.append(Callback(seconds, str(handle)[:300], self.during))

    def slowest(self) -> dict[str, Callback]:
        """Return the slowest callback during each request."""
        result: dict[str, Callback] = {}
        for one in self.callbacks:
            if one.during not in result or one.seconds > result[one.during].seconds:
                result[one.during] = one
        return result


@contextmanager
def watching(loop: asyncio.AbstractEventLoop) -> Iterator[LoopWatch]:
    """Measure the callbacks of a loop in another thread. Garbage collection is off, because its cost depends
    on the other tests of the process.
    """
    watch = LoopWatch(loop)
    run: Any = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            watch.note(handle, time.thread_time() - began)

    gc.collect()
    gc.disable()
    setattr(asyncio.Handle, "_run", measured)  # noqa: B010
    try:
        yield watch
    finally:
        setattr(asyncio.Handle, "_run", run)  # noqa: B010
        gc.enable()
