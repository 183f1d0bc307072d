"""A bid: points given to one side, in the game's own terms of victory, so that unequal sides meet as equals.

A bid is an option added by Ardennes, off by default. Only the count at the end uses it. No other rule and no
computer player does, so the result of a finished game under another bid can be computed afterwards.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ardennes.kernel.contract import Result

KEY = "bid"  # of the option


@runtime_checkable
class Bidden(Protocol):
    """A game that supports bids."""

    def with_bid(self, state: Any, bid: int) -> Result:
        """Return the result that the finished game would have had with this bid."""
        ...
