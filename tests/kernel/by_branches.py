"""Drawing an order by chance the plain way, to hold quicker ways against."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, draw


def sample_by_branches(offers: Sequence[Offer], rng: Random) -> Order | None:
    """As `sample`, but by opening every branch, whatever it knows to do more quickly."""

    def follow(at: int) -> Order | None:
        pick = offers[at]
        if not isinstance(pick, Branch):
            return pick
        return None if pick.aside else sample_by_branches(pick.offers(), rng)

    return draw(len(offers), follow, rng)
