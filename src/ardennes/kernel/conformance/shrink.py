"""Shrink a failing case: find the shortest beginning that shows the fault, then drop unneeded orders."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from ardennes.kernel.conformance.examine import Journal, fault_in
from ardennes.kernel.conformance.report import Found, Level
from ardennes.kernel.contract import AnyGame, Order, Refused
from ardennes.kernel.match import Setting

ATTEMPTS = 400  # examinations for one case
SECONDS = 60.0  # time limit
TRIES = 3  # random samples of orders in each examination

Shows = Callable[[Journal], bool]


class Shrinker:
    """Search for a shorter journal that still shows a fault of the same kind."""

    def __init__(self, game: AnyGame, setting: Setting, level: Level, found: Found, seed: int) -> None:
        self._game, self._setting, self._level = game, setting, level
        self._kind, self._staged, self._seed = found.kind, found.staged, seed
        self._suspects: tuple[tuple[int, Order], ...] = ()
        if found.side is not None and found.order is not None:
            self._suspects = ((found.side, found.order),)
        self._left = ATTEMPTS
        self._until = monotonic() + SECONDS
        self.last: Found | None = None

    @property
    def spent(self) -> bool:
        return self._left <= 0 or monotonic() > self._until

    def shows(self, journal: Journal) -> bool:
        """Return whether the fault shows after these orders. An illegal game does not count."""
        self._left -= 1
        for attempt in range(TRIES):
            rng = Random(f"{self._seed} {attempt}")
            try:
                result = fault_in(self._game, self._setting, journal, self._level, rng, self._suspects)
            except Refused:
                return False
            if result is not None and self._same(result):
                self.last = result
                return True
        return False

    def _same(self, fault: Found) -> bool:
        """Match the same kind of fault, at the end of the orders, and with the match's own dice if that was
        so before.
        """
        return fault.kind == self._kind and not fault.after and (self._staged or not fault.staged)

    def shrink(self, journal: Journal) -> list[tuple[int, Order]]:
        """Return the shortest journal with the fault; the given one if none is shorter."""
        best = self._shortest_beginning(list(journal))
        return self._without_idle_orders(best)

    def _shortest_beginning(self, journal: list[tuple[int, Order]]) -> list[tuple[int, Order]]:
        if len(journal) <= ATTEMPTS // 4:
            lengths = list(range(len(journal)))
        else:  # a long game: try ever longer beginnings
            lengths, length = [0], 1
            while length < len(journal):
                lengths.append(length)
                length *= 2
        below = -1
        for length in lengths:
            if self.spent:
                return journal
            if self.shows(journal[:length]):
                return self._between(journal, below, length)
            below = length
        return self._between(journal, below, len(journal))

    def _between(self, journal: list[tuple[int, Order]], below: int, shown: int) -> list[tuple[int, Order]]:
        """Bisect between a beginning without the fault and one with it."""
        while shown - below > 1 and not self.spent:
            middle = (below + shown) // 2
            if self.shows(journal[:middle]):
                shown = middle
            else:
                below = middle
        return journal[:shown]

    def _without_idle_orders(self, journal: list[tuple[int, Order]]) -> list[tuple[int, Order]]:
        """Leave out ranges of orders, long ones first, while the rest stays legal and shows the fault."""
        stretch = len(journal) // 2
        while stretch >= 1:
            at = 0
            while at < len(journal) and not self.spent:
                shorter = journal[:at] + journal[at + stretch :]
                if self.shows(shorter):
                    journal = shorter
                else:
                    at += stretch
            stretch //= 2
        return journal
