"""Play many games in several processes, through one function for any kind of worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import ceil
from typing import Protocol, TypeVar

from ardennes.garbage import search_seldom

BATCH_SECONDS = 0.2  # a batch shorter than this is mostly overhead

Job = tuple[int, bool]  # (seed, with the sides swapped)


class Played(Protocol):
    """The result of a job."""

    @property
    def seconds(self) -> float: ...


J = TypeVar("J")
P = TypeVar("P", bound=Played)
Work = Callable[[Sequence[J]], list[P]]


def spread(work: Work[J, P], jobs: Sequence[J], workers: int) -> Generator[list[P]]:
    """Yield the records of all jobs, batch by batch as they finish.

    Each job is played alone and depends only on its seed, so the number of workers changes only the order of
    the batches.
    """
    if workers <= 1:
        for job in jobs:
            yield work([job])
        return
    left = list(reversed(jobs))
    waiting: set[Future[list[P]]] = set()
    played, seconds = 0, 0.0
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context, initializer=_follow_parent)
    try:
        while left or waiting:
            while left and len(waiting) <= workers:
                size = batch_size(played, seconds, len(left))
                waiting.add(pool.submit(work, [left.pop() for _ in range(size)]))
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                records = future.result()
                played += len(records)
                seconds += sum(r.seconds for r in records)
                yield records
    finally:
        pool.shutdown(cancel_futures=True)


def batch_size(played: int, seconds: float, left: int, lasting: float = BATCH_SECONDS) -> int:
    """Return how many games to send in the next batch, by the time the games so far took."""
    wanted = ceil(lasting * played / seconds) if seconds > 0 else 1
    return max(1, min(wanted, left))


def _follow_parent() -> None:
    """Let only the main process act on Ctrl-C, and exit when the main process has ended for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    search_seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
