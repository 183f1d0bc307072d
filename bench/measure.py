"""Timing: the median of several samples of CPU time, which a busy machine affects little."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

SAMPLES = 7
QUICK_SAMPLES = 3
SAMPLE_SECONDS = 0.05  # minimum duration of a sample, by repetition
MOST_LOOPS = 1_000_000


@dataclass(frozen=True)
class Effort:
    """How carefully to measure."""

    samples: int = SAMPLES
    seconds: float = SAMPLE_SECONDS


@dataclass(frozen=True)
class Figure:
    """One benchmark: our time, a reference measured in the same run, and a budget."""

    name: str
    unit: str  # "µs", "ms", "s" a call, or "orders/s"
    ours: float
    reference: float | None
    reference_is: str
    budget: float | None
    peers: str
    game: str = ""  # empty for the table

    @property
    def more_is_better(self) -> bool:
        return self.unit.endswith("/s")

    @property
    def is_met(self) -> bool | None:
        """Return whether the budget is met; None if there is none."""
        if self.budget is None:
            return None
        return self.ours >= self.budget if self.more_is_better else self.ours <= self.budget

    @property
    def factor(self) -> float | None:
        """Return how many times as fast as the reference it is."""
        if self.reference is None:
            return None
        fast, slow = (self.ours, self.reference) if self.more_is_better else (self.reference, self.ours)
        return fast / slow if slow else None


def seconds_a_call(function: Callable[[], object], effort: Effort) -> float:
    """Return the median CPU time of one call."""
    loops = _loops(function, effort.seconds)
    samples = []
    for _ in range(effort.samples):
        began = process_time()
        for _ in range(loops):
            function()
        samples.append((process_time() - began) / loops)
    return median(samples)


def _loops(function: Callable[[], object], seconds: float) -> int:
    loops = 1
    while loops < MOST_LOOPS:
        began = process_time()
        for _ in range(loops):
            function()
        spent = process_time() - began
        if spent >= seconds:
            return loops
        loops = min(
            MOST_LOOPS, max(2 * loops, int(loops * 1.2 * seconds / spent) if spent > 0 else 10 * loops)
        )
    return loops


def fixed_loop() -> int:
    """Run plain Python for about two milliseconds."""
    visited: dict[int, int] = {}
    x = 0
    for i in range(20_000):
        visited[i & 255] = x
        x = (x + i * 7) & 65535
    return x
