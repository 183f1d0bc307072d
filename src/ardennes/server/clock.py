"""A clock that tells the time of day and does not jump when the machine's clock is set."""

from __future__ import annotations

import time
from collections.abc import Callable

JUMP = 5.0  # seconds; what the two clocks differ by in the course of things is far less


class SteadyClock:
    """The time of day when it was made, and the time that has gone by since."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._ahead = wall() - steady()

    def __call__(self) -> float:
        return self._steady() + self._ahead

    def jumped(self) -> float:
        """The seconds by which the machine's clock was set; 0 when it was not."""
        by = self._wall() - self()
        return by if abs(by) >= JUMP else 0.0

    def follow(self, by: float) -> None:
        """Go by the new time from now on."""
        self._ahead += by
