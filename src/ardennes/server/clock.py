"""The server's clock, which decides when timed turns end. It does not follow the machine's clock.

Within a process it advances with the monotonic clock. The server saves a reading in the store. After a
restart, `resume` continues from there:

- If the machine has not been rebooted, the monotonic clock gives the downtime.
- After a reboot only the machine's clock is left. If that clock was set back, the downtime is unknown, and no
  player is charged for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

JUMP = 5.0  # seconds; below that, the clocks may differ without anybody setting one
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class ClockReading(msgspec.Struct, frozen=True):
    """The readings of three clocks at one moment."""

    server: float
    wall: float
    steady: float
    boot: str  # names the boot of the machine to which `steady` belongs; empty: unknown


def boot_id() -> str:
    """Return the id of the machine's current boot; empty if the system has none."""
    with suppress(OSError):
        return BOOT_ID.read_text(encoding="ascii").strip()
    return ""


class SteadyClock:
    """Seconds since 1970, advanced by the monotonic clock."""

    def __init__(
        self,
        wall: Callable[[], float] | None = None,
        steady: Callable[[], float] = time.monotonic,
        boot: str | None = None,
    ) -> None:
        self._wall = wall or time.time
        self._steady = steady
        self._boot = boot_id() if boot is None else boot
        self._ahead = self._wall() - steady()
        self._apart = 0.0  # of the machine's clock from this one, as last noticed

    def __call__(self) -> float:
        return self._steady() + self._ahead

    def reading(self) -> ClockReading:
        steady = self._steady()
        return ClockReading(steady + self._ahead, self._wall(), steady, self._boot)

    def resume(self, last: ClockReading) -> float:
        """Continue the time of an earlier process; return how far the machine's clock was set since then."""
        now = self.reading()
        by_wall = now.wall - last.wall
        if self._boot and self._boot == last.boot and now.steady >= last.steady:
            elapsed = now.steady - last.steady
        else:
            elapsed = max(0.0, by_wall)
        self._ahead = last.server + elapsed - now.steady
        self._apart = now.wall - (last.server + elapsed)
        by = by_wall - elapsed
        return by if abs(by) >= JUMP else 0.0

    def jumped(self) -> float:
        """The seconds by which the machine's clock was set since the last call; 0 if it was not."""
        by = self._wall() - self() - self._apart
        if abs(by) < JUMP:
            return 0.0
        self._apart += by
        return by
