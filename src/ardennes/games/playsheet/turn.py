"""The umpire's notebook: what is worked out while a turn is resolved, and forgotten after it."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.dice import Dice
from ardennes.games.playsheet.events import Die
from ardennes.games.playsheet.orders import AirOrder, Defend, GroundOrder
from ardennes.games.playsheet.state import PlaysheetState, Report
from ardennes.games.playsheet.world import World
from ardennes.kernel.contract import Event


class Area(NamedTuple):
    """An interdicted area, OPS-GRID-4: whose fire, where, and the row of the table it comes to."""

    side: int
    anchor: int
    row: int
    cells: frozenset[int]


class Turn:
    """One turn being resolved. Chapters read and write it; the state holds what lasts."""

    __slots__ = (
        "areas", "dice", "events", "flights", "orders", "reports", "s", "shelled", "stoppers", "support", "w",
    )  # fmt: skip

    def __init__(self, w: World, s: PlaysheetState, dice: Dice, events: list[Event]) -> None:
        self.w, self.s, self.dice, self.events = w, s, dice, events
        # Every unit carries out DEFEND that has no other order, OPS-ORD-1.
        self.orders: list[GroundOrder] = [
            order or Defend(unit.id) for order, unit in zip(s.sheet, w.units, strict=True)
        ]
        self.flights: list[AirOrder | None] = s.flights[:]  # by squadron; None once it does not fly on
        self.support: dict[tuple[int, int, str], list[int]] = {}  # (side, hex, role): squadrons that arrived
        self.areas: list[Area] = []
        self.shelled: set[tuple[int, int]] = set()  # (unit, area) rolled already, OPS-INT-7
        self.stoppers: dict[int, set[int]] = {}  # unit: enemies that stopped it, OPS-SIM-3
        self.reports: dict[tuple[int, int], Report] = {}  # (side told, unit): the turn's best

    def roll(self, what: str, rule: str, sides: int = 6) -> int:
        """The next die of the one generator, OPS section 5."""
        die = self.dice.roll(self.s.rolls, f"turn {self.s.turn}: {what}", sides)
        self.s.rolls += 1
        self.events.append(Die(die, what, rule, sides))
        return die
