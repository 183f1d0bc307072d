"""A Ray cluster that loses a worker and a machine returns the same rows."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from ardennes.lab import run as runs
from tests.lab.test_run import everything, experiment_file

GAMES = 16
STARTS = 180  # seconds a node may take to start on a busy machine
LOOKS = 500  # polls for a worker that plays a game, 10 ms apart


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two Ray nodes with a CPU each."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    result = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    result.add_node(wait=False, num_cpus=1)
    result.wait_for_nodes(timeout=STARTS)  # the default is half a minute
    ray.init(address=result.address, log_to_driver=False)
    yield result
    ray.shutdown()
    result.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_worker_and_a_machine_gives_the_rows_of_one_process(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ardennes.lab import on_ray

    # One game per batch: `told` is then called after every game, however fast the machine is.
    monkeypatch.setattr(on_ray, "batch_size", lambda *so_far: 1)
    alone = runs.begin(experiment_file(tmp_path, GAMES), tmp_path / "alone")
    runs.play(alone, 1)
    run = runs.begin(experiment_file(tmp_path, GAMES), tmp_path / "together")
    playing = tmp_path / "playing"
    playing.mkdir()
    killed: list[str] = []

    def hands(
        work: Callable[[Sequence[runs.Key]], list[runs.Played]], jobs: Sequence[runs.Key]
    ) -> Iterable[list[runs.Played]]:
        def noted(some: Sequence[runs.Key]) -> list[runs.Played]:
            mine = playing / str(os.getpid())
            mine.touch()
            try:
                return work(some)
            finally:
                mine.unlink(missing_ok=True)

        return on_ray.spread(noted, jobs, cluster.address)

    def told(played: int, most: int) -> None:
        if not killed and played >= 4 and kill_one(playing):
            killed.append("worker")
        elif len(killed) == 1 and played >= 10:
            killed.append("machine")
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    runs.play(run, 1, told, hands)
    assert killed == ["worker", "machine"]
    assert everything(run) == everything(alone)


def kill_one(playing: Path) -> bool:
    """Kill a worker in the middle of a game. Ray ends idle workers, so one that played before may be gone;
    and at this moment all may be between two games.
    """
    for _ in range(LOOKS):
        for file in playing.iterdir():
            try:
                os.kill(int(file.name), signal.SIGKILL)
            except ProcessLookupError:
                continue
            return True
        sleep(0.01)
    return False
