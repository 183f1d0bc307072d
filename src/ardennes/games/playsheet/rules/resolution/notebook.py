"""The umpire's notebook: what is worked out while a turn is resolved, and forgotten after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ardennes.dice import Dice
from ardennes.games.playsheet.rules.model.events import Die, Lapsed, Lost
from ardennes.games.playsheet.rules.model.orders import AirOrder, Defend, GroundOrder
from ardennes.games.playsheet.rules.model.state import ATTACKED, DEAD, MOVED, RETIRED, PlaysheetState, Report
from ardennes.games.playsheet.rules.tables.flak import Toll
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Events

_NOBODY: frozenset[int] = frozenset()


class Area(NamedTuple):
    """An interdicted area, OPS-GRID-4: whose fire, where, and the row of the table it comes to."""

    side: int
    anchor: int
    row: int
    cells: frozenset[int]


class Turn:
    """One turn being resolved. Chapters read and write it; the state holds what lasts."""

    __slots__ = (
        "ahead", "areas", "at", "dice", "events", "flights", "fought_for", "guns", "late", "night", "orders",
        "reports", "retiring", "s", "shelled", "silent", "stoppers", "support", "tolls", "trucks", "w",
    )  # fmt: skip

    def __init__(self, w: World, s: PlaysheetState, dice: Dice, events: Events) -> None:
        self.w, self.s, self.dice, self.events = w, s, dice, events
        self.night = w.is_night(s.turn)
        # Every unit carries out DEFEND that has no other order, OPS-ORD-1.
        self.orders: list[GroundOrder] = [
            order or Defend(unit.id) for order, unit in zip(s.sheet, w.units, strict=True)
        ]
        self.flights: list[AirOrder | None] = s.flights[:]  # by squadron; None once it does not fly on
        self.support: dict[tuple[int, int, str], list[int]] = {}  # (side, hex, role): squadrons that arrived
        self.fought_for: set[tuple[int, int, str]] = set()  # (side, hex, role) of the battles fought so far
        self.retiring: set[int] = set()  # units that had to retire in the combat step being fought
        self.guns: dict[int, str] = {}  # by unit whose SUPPORT was asked for: why it did not fire, or ""
        self.tolls: dict[int, Toll] = {}  # by squadron: what flak did to it
        self.silent: set[int] = set()  # hexes whose flak is suppressed, OPS-INT-9
        self.areas: list[Area] = []
        self.shelled: set[tuple[int, int]] = set()  # (unit, area) rolled already, OPS-INT-7
        self.stoppers: dict[int, set[int]] = {}  # unit: enemies that stopped it, OPS-SIM-3
        self.ahead: dict[int, int] = {}  # by unit stopped by enemies: the next hex of its route, or -1
        self.trucks: set[int] = set()  # units that set out on trucks, OPS-UNIT-7
        self.late: set[int] = set()  # came next to their target after clock 1/2, OPS-FIGHT-8
        self.reports: dict[tuple[int, int, int], Report] = {}  # (side told, unit, hex): the turn's best
        self.at: dict[int, set[int]] = {}  # hex: units in it
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                self.at.setdefault(cell, set()).add(unit)

    def roll(self, what: str, rule: str, sides: int = 6) -> int:
        """The next die of the one generator, OPS section 5."""
        die = self.dice.roll(self.s.rolls, f"turn {self.s.turn}: {what}", sides)
        self.s.rolls += 1
        self.events.append(Die(die, what, rule, sides))
        return die

    def put(self, unit: int, cell: int) -> None:
        """Into a hex, or out of play (a cell below 0): the book-keeping only."""
        before = self.s.where[unit]
        if before >= 0:
            self.at[before].discard(unit)
        self.s.where[unit] = cell
        if cell >= 0:
            self.at.setdefault(cell, set()).add(unit)

    def units_in(self, cell: int, side: int) -> list[int]:
        """The side's units in a hex, by id."""
        units = self.w.units
        return sorted(unit for unit in self.at.get(cell, _NOBODY) if units[unit].side == side)

    def holds(self, cell: int, side: int) -> bool:
        """Is a unit of the side in the hex?"""
        units = self.w.units
        return any(units[unit].side == side for unit in self.at.get(cell, _NOBODY))

    def has_room(self, cell: int, unit: int) -> bool:
        """Artillery and flak always find room, OPS-GRID-6."""
        units = self.w.units
        if not units[unit].combat:
            return True
        side = units[unit].side
        inside = sum(units[u].combat and units[u].side == side for u in self.at.get(cell, _NOBODY))
        return inside < self.w.limits.stack_limit

    def enemies_near(self, cell: int, side: int, besides: Iterable[int] = ()) -> list[int]:
        """Combat units of the other side next to a hex, by id."""
        units, at, result = self.w.units, self.at, []
        for near in self.w.neighbours[cell]:
            for unit in at.get(near, _NOBODY) if near >= 0 else ():
                if units[unit].side != side and units[unit].combat:
                    result.append(unit)
        if besides:
            spared = set(besides)
            result = [unit for unit in result if unit not in spared]
        return sorted(result)


def carried_out(turn: Turn, unit: int) -> bool:
    """Has a unit carried out an order that keeps it where it is? OPS-ORD-4. One just dropped has had none."""
    s = turn.s
    return s.where[unit] >= 0 and s.began[unit] >= 0 and not s.marks[unit] & (MOVED | ATTACKED | RETIRED)


def lapse(turn: Turn, unit: int, why: str, rule: str) -> None:
    """The owner is told that an order could not be carried out, OPS-ORD-4."""
    turn.events.append(Lapsed(turn.w.units[unit].side, turn.w.units[unit].id, why, rule))


def lose(turn: Turn, unit: int, steps: int, why: str) -> bool:
    """Take steps off a unit; is it destroyed? OPS-COMBAT-32."""
    w, s = turn.w, turn.s
    s.status[unit] = max(0, s.status[unit] - steps)
    if s.status[unit] or s.where[unit] < 0:
        return False
    turn.events.append(Lost(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), why))
    turn.put(unit, DEAD)
    return True
