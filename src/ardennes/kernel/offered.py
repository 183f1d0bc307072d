"""Remember which orders were offered for one position, so that these need not be checked again.

Only an order object that came out of the offers of the present position, for the same side and unchanged
since, counts. Equal orders built elsewhere, orders of earlier positions and orders of the other side do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

import msgspec

from ardennes.kernel.contract import Order, Result, State
from ardennes.kernel.offers import Branch, Choices, Offer, OwnBranch

S = TypeVar("S", bound=State)

MOST_REMEMBERED = 4096  # orders a side; later ones are checked like any other, so that memory stays small

_encode = msgspec.msgpack.Encoder().encode


class OfferedOrders:
    """Orders handed out to one side in one position, each with its content at that moment."""

    __slots__ = ("_orders",)

    def __init__(self) -> None:
        # By identity. The order is held, so that no other object can get the same number.
        self._orders: dict[int, tuple[Order, bytes]] = {}

    def add(self, order: Order) -> None:
        if len(self._orders) < MOST_REMEMBERED:
            self._orders[id(order)] = order, _encode(order)

    def has(self, order: Order) -> bool:
        """Is it one of the objects handed out, with the content it had then?"""
        entry = self._orders.get(id(order))
        return entry is not None and entry[0] is order and entry[1] == _encode(order)


class RememberedOffers(Choices):
    """Offers that note each order they hand out."""

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


class _RememberedBranch(OwnBranch):
    """A branch whose orders are noted when they are handed out."""

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
    """A state with what the match has worked out for it: its result, the views of sides, the orders offered.

    The views stay inside the match. A caller could change an object it was given, and refusals rest on them.
    """

    __slots__ = ("is_judged", "offered", "result", "state", "views")

    def __init__(self, state: S) -> None:
        self.state = state
        self.is_judged = False
        self.result: Result | None = None  # once it is judged
        self.views: dict[int, S] = {}
        self.offered: dict[int, OfferedOrders] = {}

    def was_offered(self, side: int, order: Order) -> bool:
        memory = self.offered.get(side)
        return memory is not None and memory.has(order)

    def remembered(self, side: int, offers: Sequence[Offer]) -> Sequence[Offer]:
        """The offers of the side, noting what they hand out."""
        memory = self.offered.get(side)
        if memory is None:
            memory = self.offered[side] = OfferedOrders()
        return RememberedOffers(offers, memory)
