"""A plain implementation of drawing a random order, to compare faster ones with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, tries


def sample_by_branches(offers: Sequence[Offer], rng: Random) -> Order | None:
    """Like `sample`, but open every branch, without the faster methods."""
    for at in tries(len(offers), rng):
        pick = offers[at]
        order = None
        if not isinstance(pick, Branch):
            order = pick
        elif not pick.aside:
            order = sample_by_branches(pick.offers(), rng)
        if order is not None:
            return order
    return None
