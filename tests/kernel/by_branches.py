"""A plain implementation of drawing a random order, to compare faster ones with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, draw


def sample_by_branches(offers: Sequence[Offer], rng: Random) -> Order | None:
    """Like `sample`, but open every branch, without the faster methods."""

    def follow(at: int) -> Order | None:
        pick = offers[at]
        if not isinstance(pick, Branch):
            return pick
        return None if pick.aside else sample_by_branches(pick.offers(), rng)

    return draw(len(offers), follow, rng)
