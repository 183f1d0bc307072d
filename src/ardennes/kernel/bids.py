"""A bid: what one side is given, in the game's own terms of victory, so that unequal sides meet as equals.

It is an option of ours, off by default. A match without a bid has none in its state, so that matches
recorded before there were bids keep their fingerprints. No rule but the counting at the end asks for it, and
no computer player does: what a finished game would have been worth with another bid can be read off
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec import UnsetType

from ardennes.kernel.contract import Result

KEY = "bid"  # of the option
Bid = int | UnsetType  # for the Germans; below 0 for the other side
V = TypeVar("V")


@runtime_checkable
class Bidden(Protocol):
    """A game in which one may bid."""

    def with_bid(self, state: Any, bid: int) -> Result:
        """How the game that has ended so would have counted with this bid."""
        ...


def given(bid: Bid) -> int:
    return 0 if isinstance(bid, UnsetType) else bid


def chosen(options: Mapping[str, Any], kind: type[V]) -> V:
    """The options of a match as its state keeps them; no bid is not kept."""
    return msgspec.convert({key: value for key, value in options.items() if key != KEY or value}, kind)
