"""How often somebody may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 4096  # remembered by the rate limit


class Bucket:
    """So many at once, so many a second on average, for each client address."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, many: float = 1) -> float:
        """Take from the client's allowance; return 0, or the seconds to wait where it does not suffice."""
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        wait = 0.0 if left >= many else (many - left) / self._rate
        self._left[client] = (left - many if left >= many else left, now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return wait
