"""A path down the tree of offers, one branch per step, with every choice in a numbered slot."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer


class NoOrder(Exception):
    """A side is to move and no branch ends in an order."""


class _Level:
    """One list of offers, a page of which is in the slots."""

    def __init__(self, offers: Sequence[Offer], slots: int, place: int) -> None:
        self.offers, self.count, self.place = offers, len(offers), place
        self.paged = self.count > slots
        self.width = slots - 1 if self.paged else slots
        self.first = 0
        self.closed: set[int] = set()  # branches that are aside, or lead nowhere
        self.page: list[Offer | None] = []
        self.turn_to(0)

    def turn_to(self, first: int) -> None:
        self.first = first if first < self.count else 0
        self.page = [self._open(at) for at in range(self.first, min(self.first + self.width, self.count))]

    def _open(self, at: int) -> Offer | None:
        if at in self.closed:
            return None
        offer = self.offers[at]
        if isinstance(offer, Branch) and offer.aside:
            self.closed.add(at)
            return None
        return offer

    def close(self, at: int) -> None:
        self.closed.add(at)
        self.page[at - self.first] = None


class Walk:
    """A walk from a decision to an order.

    A list longer than the slots is shown page by page: its last slot turns the page. A list with one choice
    is skipped. A branch that turns out to lead nowhere is closed.
    """

    def __init__(self, offers: Sequence[Offer], slots: int) -> None:
        self.slots = slots
        self.levels = [_Level(offers, slots, -1)]
        self.trail: list[Offer] = []  # the branches taken so far

    @property
    def page(self) -> Sequence[Offer | None]:
        """Return by slot what may be chosen now; None if nothing may be."""
        return self.levels[-1].page

    @property
    def paged(self) -> bool:
        """Return whether the last slot turns the page."""
        return self.levels[-1].paged

    def allowed(self) -> list[int]:
        """Return the slots that may be chosen."""
        result = [slot for slot, offer in enumerate(self.page) if offer is not None]
        return [*result, self.slots - 1] if self.paged else result

    def begin(self) -> Order | None:
        """Return the only order, or None if there is something to choose."""
        return self._on()

    def take(self, slot: int) -> Order | None:
        """Choose an allowed slot; return the order it leads to, or None while there is more to choose."""
        level = self.levels[-1]
        if level.paged and slot == self.slots - 1:
            level.turn_to(level.first + level.width)
            return None
        return self._follow(slot) or self._on()

    def _follow(self, slot: int) -> Order | None:
        level = self.levels[-1]
        offer = level.page[slot]
        assert offer is not None
        if not isinstance(offer, Branch):
            return offer
        self.levels.append(_Level(offer.offers(), self.slots, level.first + slot))
        self.trail.append(offer)
        return None

    def _on(self) -> Order | None:
        """Walk on while there is nothing to choose; go back if there is nothing at all."""
        while True:
            level = self.levels[-1]
            if len(level.closed) == level.count:
                self.levels.pop()
                if not self.levels:
                    raise NoOrder
                self.trail.pop()
                self.levels[-1].close(level.place)
                continue
            result = self.allowed()
            if len(result) > 1 or level.paged:
                return None
            order = self._follow(result[0])
            if order is not None:
                return order
