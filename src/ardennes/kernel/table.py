"""What a table in a browser (or any other client) needs of a game.

The client shows `stage` and `board`, highlights `choices`, and asks `reach`, `route`, `odds` and `why`;
it decides no rule itself and knows no game: whatever a game wants to say beyond counters, hexes and
hexsides it says as panels, arrows and sheets. Every method takes a seat's view, so that nothing hidden
can pass. `kernel.wire` describes what is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from ardennes.kernel.contract import Decision, Order, Refusal
from ardennes.kernel.wire import BoardState, Choices, Comer, March, Odds, Panel, Route, Stage, Way

Plain = dict[str, Any]  # an order as JSON


class Table(Protocol):
    def stage(self) -> Stage:
        """What never changes: map, hexes, counters, names of phases, how marks and events look."""
        ...

    def board(self, view: Any, side: int | None) -> BoardState:
        """What lies on the table now, as the side may know it."""
        ...

    def choices(self, view: Any, side: int) -> Choices:
        """What the side may do now, grouped by what one clicks: buttons, units, hexes, panels."""
        ...

    def reach(self, view: Any, side: int, unit: str) -> list[Way]:
        """Where the unit may go under the decision that is open, as an order ready to give."""
        ...

    def doings(self, view: Any, side: int, unit: str) -> list[Panel]:
        """What else the unit may do under that decision: amounts, orders, and why not."""
        ...

    def route(self, view: Any, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
        """A way drawn by hand: as far as it can be gone, the orders that go it, or why not."""
        ...

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        """Why a unit may not go or attack there; empty when nothing speaks against it."""
        ...

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Odds:
        """The arithmetic of an attack, its chances, and what one attacker more or less would change."""
        ...

    def words(self, view: Any, side: int, order: Plain) -> str:
        """An order as the players would say it."""
        ...


@runtime_checkable
class Marches(Protocol):
    """A table of many units: several may be sent at once, and who can come to a hex is asked in one go."""

    def march(self, view: Any, side: int, units: Sequence[str], hex_: str, mode: str) -> March:
        """Orders that bring each of the units as near to the hex as it comes, and why others stay.
        They are given one by one, each judged when it is given."""
        ...

    def comers(self, view: Any, side: int, hex_: str) -> list[Comer]:
        """The units that can come to the hex under the decision that is open."""
        ...


@runtime_checkable
class Discreet(Protocol):
    """A table that can tell which words about the other side's orders give nothing away. Of the others
    nothing is passed on while something is hidden."""

    def may_hear(self, view: Any, words: str, order: Order) -> bool:
        """May somebody with this view hear the words about an order of the other side's?"""
        ...


@runtime_checkable
class SetsUp(Protocol):
    """A table whose set-ups can be kept and used again."""

    @property
    def setup_orders(self) -> tuple[type[Order], ...]:
        """The kinds of order a set-up is made of: no other is taken from a file."""
        ...

    def sets_up(self, state: Any, side: int) -> bool:
        """Is the side setting up now?"""
        ...

    def placed(self, view: Any, side: int) -> list[Plain]:
        """The orders that make the set-up as it stands, in an order in which they can be given."""
        ...


def put_there(hex_: str, order: Order, label: str, mode: str = "") -> Way:
    """A hex a unit may be put in at once, by no way and for no points, as `reach` tells it."""
    return Way(hex_, "", msgspec.to_builtins(order), mode, label, path=[hex_])


def comers(table: Table, view: Any, side: int, hex_: str) -> list[Comer]:
    """The units that can come to the hex: as the game knows it, else by asking each of them."""
    if isinstance(table, Marches):
        return table.comers(view, side, hex_)
    found = []
    for unit in table.choices(view, side).units:
        ways = table.reach(view, side, unit)
        found += [Comer(unit, way.label) for way in ways if way.hex == hex_][:1]
    return found


def idle(decision: Decision | None) -> Choices:
    """The choices of somebody who has nothing to decide; a game's own choices start from here."""
    return Choices(
        decision,
        mine=False,
        answers=False,
        buttons=[],
        units=[],
        card=[],
        arrange=[],
        targets=[],
        hexes={},
        sides={},
        panels=[],
        leaves="",
        end=None,
    )
