"""Limit how often, or how much, a client may ask: token buckets by client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 4096  # remembered


class Bucket:
    """An allowance for each client: `burst` at once, and `rate` a second from then on.

    `take` refuses what the allowance does not cover. `charge` takes a cost that is known only afterwards, so
    a balance can fall below zero; the client then waits until it has recovered.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, float(burst)
        self._clock = clock
        self._balances: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def balance(self, client: str) -> float:
        left, then = self._balances.get(client, (self.burst, 0.0))
        return min(self.burst, left + (self._clock() - then) * self.rate)

    def wait(self, client: str, many: float = 0) -> float:
        """Return the seconds until the allowance covers so many; 0 if it does now."""
        return max(0.0, (many - self.balance(client)) / self.rate)

    def take(self, client: str, many: float = 1) -> float:
        """Take from the client's allowance; return 0, or the seconds to wait if it does not suffice."""
        wait = self.wait(client, many)
        self.charge(client, 0.0 if wait else many)
        return wait

    def charge(self, client: str, cost: float) -> None:
        """Take a cost, whether the allowance covers it or not."""
        self._balances[client] = self.balance(client) - cost, self._clock()
        self._balances.move_to_end(client)
        while len(self._balances) > MOST_CLIENTS:
            self._balances.popitem(last=False)
