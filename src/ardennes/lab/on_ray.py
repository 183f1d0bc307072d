"""Play the games of an experiment on a Ray cluster: the same function as pool.spread, run by other machines.
Needs the extra `ray`, and the same Ardennes on every machine of the cluster.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import ceil
from typing import Any

from ardennes.errors import UserError
from ardennes.lab.pool import J, P, Work, batch_size

try:
    import ray
except ModuleNotFoundError as error:
    if error.name != "ray":
        raise
    raise UserError(
        "--on ray needs ray, which is not installed; the extra ray brings it: pip install 'ardennes[lab,ray]'"
    ) from error

AHEAD = 2  # batches sent for each CPU of the cluster, so that none is idle
BATCH_SECONDS = 2.0  # minimum seconds of a batch: sending one costs Ray some milliseconds, more than a pool


def spread(work: Work[J, P], jobs: Sequence[J], address: str) -> Generator[list[P]]:
    """Yield the records of all jobs, batch by batch as they finish.

    A batch whose worker or machine fails is played again elsewhere. A game depends only on its seed, so its
    rows are the same.
    """
    ours = not ray.is_initialized()
    if ours:
        try:
            ray.init(address=address or None, log_to_driver=False, include_dashboard=False)
        except ConnectionError as error:
            raise UserError(f"there is no Ray cluster at {address}: {error}") from None
    play: Any = ray.remote(max_retries=-1)(_play)
    sent = ray.put(work)  # once, not with every batch: it contains every configuration
    left = list(reversed(jobs))
    waiting: list[Any] = []
    played, seconds = 0, 0.0
    try:
        while left or waiting:
            hands = AHEAD * int(ray.cluster_resources().get("CPU", 1))
            while left and len(waiting) < hands:
                size = batch_size(played, seconds, ceil(len(left) / hands), BATCH_SECONDS)
                waiting.append(play.remote(sent, [left.pop() for _ in range(size)]))
            finished, waiting = ray.wait(waiting)
            for one in finished:
                records = ray.get(one)
                played += len(records)
                seconds += sum(record.seconds for record in records)
                yield records
    finally:
        for one in waiting:
            ray.cancel(one)
        if ours:
            ray.shutdown()


def _play(work: Work[J, P], jobs: Sequence[J]) -> list[P]:
    return work(jobs)
