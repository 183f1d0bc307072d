"""The same rows from a Ray cluster that loses a worker and a machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ardennes.lab import run as runs
from tests.lab.test_run import everything, experiment_file

GAMES = 16


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two machines, as Ray sees it, with a processor each."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    found.add_node(num_cpus=1)
    ray.init(address=found.address, log_to_driver=False)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_worker_and_a_machine_gives_the_rows_of_one_process(
    cluster: Any, tmp_path: Path
) -> None:
    from ardennes.lab import on_ray

    alone = runs.begin(experiment_file(tmp_path, GAMES), tmp_path / "alone")
    runs.play(alone, 1)
    run = runs.begin(experiment_file(tmp_path, GAMES), tmp_path / "together")
    workers = tmp_path / "workers"
    workers.mkdir()
    killed: list[str] = []

    def hands(
        work: Callable[[Sequence[runs.Key]], list[runs.Played]], jobs: Sequence[runs.Key]
    ) -> Iterable[list[runs.Played]]:
        def noted(some: Sequence[runs.Key]) -> list[runs.Played]:
            (workers / str(os.getpid())).touch()
            return work(some)

        return on_ray.spread(noted, jobs, cluster.address)

    def told(played: int, most: int) -> None:
        if not killed and played >= 4:
            killed.append("worker")
            os.kill(int(next(workers.iterdir()).name), signal.SIGKILL)
        elif len(killed) == 1 and played >= 10:
            killed.append("machine")
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    runs.play(run, 1, told, hands)
    assert killed == ["worker", "machine"]
    assert everything(run) == everything(alone)
