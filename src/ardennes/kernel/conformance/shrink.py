"""Make a failing case as short as it gets: the shortest beginning that shows it, then without idle orders."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from ardennes.kernel.conformance.examine import Journal, fault_in
from ardennes.kernel.conformance.report import Found, Level
from ardennes.kernel.contract import AnyGame, Order, Refused
from ardennes.kernel.match import Setting

ATTEMPTS = 400  # examinations spent on one case
SECONDS = 60.0  # and never longer than this
TRIES = 3  # draws of random orders in each examination

Shows = Callable[[Journal], bool]


class Shrinker:
    """Looks for a shorter journal that still shows a fault of the same kind."""

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
        """Does the fault show after these orders? What is not a legal game does not count."""
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

    def _same(self, found: Found) -> bool:
        """The kind looked for, here and not later, and with the match's own dice if it was so before."""
        return found.kind == self._kind and not found.after and (self._staged or not found.staged)

    def shrink(self, journal: Journal) -> list[tuple[int, Order]]:
        """The shortest journal found; the given one when nothing shorter shows the fault."""
        best = self._shortest_beginning(list(journal))
        return self._without_idle_orders(best)

    def _shortest_beginning(self, journal: list[tuple[int, Order]]) -> list[tuple[int, Order]]:
        if len(journal) <= ATTEMPTS // 4:
            lengths = list(range(len(journal)))
        else:  # a long game: look at ever longer beginnings
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
        """Halve the gap between a beginning without the fault and one with it."""
        while shown - below > 1 and not self.spent:
            middle = (below + shown) // 2
            if self.shows(journal[:middle]):
                shown = middle
            else:
                below = middle
        return journal[:shown]

    def _without_idle_orders(self, journal: list[tuple[int, Order]]) -> list[tuple[int, Order]]:
        """Leave out stretches of orders, long ones first, while the rest stays legal and shows the fault."""
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
