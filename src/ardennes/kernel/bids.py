"""A bid: what one side is given, in the game's own terms of victory, so that unequal sides meet as equals.

It is an option of ours, off by default. No rule but the counting at the end asks for it, and no computer
player does: what a finished game would have been worth with another bid can be read off afterwards.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ardennes.kernel.contract import Result

KEY = "bid"  # of the option


@runtime_checkable
class Bidden(Protocol):
    """A game in which one may bid."""

    def with_bid(self, state: Any, bid: int) -> Result:
        """How the game that has ended so would have counted with this bid."""
        ...
