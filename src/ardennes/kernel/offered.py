"""Remember which orders were offered in one position, so that they need not be checked again.

An order counts only if it is the same object that the offers of the present position returned, for the same
side and unchanged. Equal orders built elsewhere, orders of earlier positions and orders of the other side do
not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

import msgspec

from ardennes.kernel.contract import Order, Result, State
from ardennes.kernel.offers import Branch, Choices, Offer, OwnBranch, sample

S = TypeVar("S", bound=State)

MOST_REMEMBERED = 4096  # orders per side; later ones are checked normally, to limit memory

_encode = msgspec.msgpack.Encoder().encode


class OfferedOrders:
    """Orders returned to one side in one position, each with its content at that moment."""

    __slots__ = ("_orders",)

    def __init__(self) -> None:
        # By identity. The reference keeps the order alive, so that no other object can get the same id.
        self._orders: dict[int, tuple[Order, bytes]] = {}

    def add(self, order: Order) -> None:
        if len(self._orders) < MOST_REMEMBERED:
            self._orders[id(order)] = order, _encode(order)

    def has(self, order: Order) -> bool:
        """Return whether it is one of the returned objects, with unchanged content."""
        entry = self._orders.get(id(order))
        return entry is not None and entry[0] is order and entry[1] == _encode(order)


class RememberedOffers(Choices):
    """Offers that record each order they return."""

    __slots__ = ("_memory", "_offers")

    def __init__(self, offers: Sequence[Offer], memory: OfferedOrders) -> None:
        self._offers, self._memory = offers, memory

    def __len__(self) -> int:
        return len(self._offers)

    def make(self, at: int) -> Offer:
        offer: Offer = self._offers[at]
        if isinstance(offer, Branch):
            return _RememberedBranch(offer, self._memory)
        self._memory.add(offer)
        return offer

    def draw(self, rng: Random) -> Order | None:
        order = sample(self._offers, rng)
        if order is not None:
            self._memory.add(order)
        return order


class _RememberedBranch(OwnBranch):
    """A branch that records its orders when it returns them."""

    __slots__ = ("_branch", "_memory", "aside")

    def __init__(self, branch: Branch, memory: OfferedOrders) -> None:
        self.key, self.aside = branch.key, branch.aside
        self._branch, self._memory = branch, memory

    def offers(self) -> Sequence[Offer]:
        return RememberedOffers(self._branch.offers(), self._memory)

    def may_hold(self, order: Order) -> bool:
        return self._branch.may_hold(order)

    def draw(self, rng: Random) -> Order | None:
        order = self._branch.draw(rng)
        if order is not None:
            self._memory.add(order)
        return order


class Position(Generic[S]):
    """A state with the match's cached results for it: its result, the views of sides, the orders offered.

    The views stay inside the match. A caller could change an object it was given, and refusals depend on
    them.
    """

    __slots__ = ("is_judged", "offered", "result", "state", "views")

    def __init__(self, state: S) -> None:
        self.state = state
        self.is_judged = False
        self.result: Result | None = None  # once it is computed
        self.views: dict[int, S] = {}
        self.offered: dict[int, OfferedOrders] = {}

    def was_offered(self, side: int, order: Order) -> bool:
        memory = self.offered.get(side)
        return memory is not None and memory.has(order)

    def remembered(self, side: int, offers: Sequence[Offer]) -> Sequence[Offer]:
        """Return the offers of the side, which record the orders they return."""
        memory = self.offered.get(side)
        if memory is None:
            memory = self.offered[side] = OfferedOrders()
        return RememberedOffers(offers, memory)
