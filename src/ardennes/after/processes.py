"""Studies of one match spread over several processes, or done in this one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from ardennes.after.value import Value, value_of
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match

J = TypeVar("J")
T = TypeVar("T")
Task = Callable[[Match[Any], Value, J], T]  # a function of a module, so that a process can find it


@contextmanager
def spread(
    match: Match[Any], value: Value, workers: int, task: Task[J, T]
) -> Iterator[Callable[[Sequence[J]], Iterable[T]]]:
    """Yield a function that does a list of jobs, in this process or in so many with the match in each."""
    if workers <= 1:
        yield lambda jobs: [task(match, value, job) for job in jobs]
        return
    import multiprocessing  # a browser has neither of these, and works alone
    from concurrent.futures import ProcessPoolExecutor

    data = savefile.to_bytes(match, value.players)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield lambda jobs: pool.map(functools.partial(_in_worker, data, task), jobs)


def _in_worker(data: bytes, task: Task[J, T], job: J) -> T:
    return task(*_opened(data), job)


@functools.lru_cache(maxsize=1)
def _opened(data: bytes) -> tuple[Match[Any], Value]:
    """Open the match once in a worker."""
    match = savefile.from_bytes(data, find_game)
    value = value_of(match.game, match.setting.scenario, savefile.read_seats(data))
    assert value is not None, "a match without a model is not judged"
    return match, value
