"""Wait times for seats and addresses whose sockets flooded the server."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

FIRST_WAIT, LONGEST_WAIT = 5.0, 300.0  # seconds
FORGOTTEN_AFTER = 600.0  # seconds without another strike
MOST_REMEMBERED = 4096


class Strikes:
    """Count how often a key flooded the server lately, and how long it must wait."""

    def __init__(self, tolerated: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """`tolerated`: strikes without a wait, for a key that several people may share."""
        self._tolerated, self._clock = tolerated, clock
        self._lock = threading.Lock()
        self._strikes: OrderedDict[str, tuple[int, float]] = OrderedDict()  # (number, time of the last)

    def add(self, key: str) -> float:
        """Count one strike; return the seconds the key must wait, which double with each strike."""
        if not key:
            return 0.0
        with self._lock:
            number = self._number(key) + 1
            self._strikes[key] = number, self._clock()
            self._strikes.move_to_end(key)
            while len(self._strikes) > MOST_REMEMBERED:
                self._strikes.popitem(last=False)
            return self._wait_after(number)

    def wait(self, key: str) -> float:
        """Return the seconds a key must still wait; 0 if none."""
        with self._lock:
            number = self._number(key)
            if not number:
                return 0.0
            return max(0.0, self._strikes[key][1] + self._wait_after(number) - self._clock())

    def _number(self, key: str) -> int:
        number, last = self._strikes.get(key, (0, 0.0))
        return number if self._clock() < last + FORGOTTEN_AFTER else 0

    def _wait_after(self, number: int) -> float:
        beyond = number - self._tolerated
        if beyond <= 0:
            return 0.0
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(beyond - 1, 16))


class Penalties:
    """Strikes by seat and by client address. Several players may share an address, so addresses get more
    tolerance.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._seats = Strikes(0, clock)
        self._addresses = Strikes(2, clock)

    def strike(self, seat: str, address: str) -> float:
        """Count a flood; return the seconds until the seat may open a socket again."""
        return max(self._seats.add(seat), self._addresses.add(address))

    def seat_wait(self, seat: str) -> float:
        return self._seats.wait(seat)

    def address_wait(self, address: str) -> float:
        return self._addresses.wait(address)
