"""What a table in a browser (or any other client) needs of a game, as plain JSON values.

The client shows `stage` and `board`, highlights `choices`, and asks `reach`, `odds` and `why`; it
decides no rule itself. Every method takes a seat's view, so that nothing hidden can pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ardennes.kernel.contract import Refusal

Plain = dict[str, Any]


class Table(Protocol):
    def stage(self) -> Plain:
        """What never changes: map, hexes, counters, names of phases."""
        ...

    def board(self, view: Any, side: int | None) -> Plain:
        """What lies on the table now, as the side may know it."""
        ...

    def choices(self, view: Any, side: int) -> Plain:
        """What the side may do now, grouped by what one clicks: buttons, units, hexes."""
        ...

    def reach(self, view: Any, side: int, unit: str) -> list[Plain]:
        """Where the unit may go under the decision that is open, each as an order ready to give."""
        ...

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        """Why a unit may not go or attack there; empty when nothing speaks against it."""
        ...

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Plain:
        """The arithmetic of an attack, its chances, and what one attacker more or less would change."""
        ...


def plain_refusal(refusal: Refusal | None) -> Plain | None:
    """A refusal as JSON, or None."""
    if refusal is None:
        return None
    return {"rule": refusal.rule, "facts": refusal.facts, "way_out": refusal.way_out}
