"""The umpire's notes: data of a turn while it is resolved, discarded after it."""

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
SIDES_OF_A_DIE = 6


class Area(NamedTuple):
    """An interdicted area, OPS-GRID-4: the side that fires, its hexes, and the row of the table."""

    side: int
    anchor: int
    row: int
    cells: frozenset[int]


class Turn:
    """One turn while it is resolved; the state holds everything that lasts longer."""

    __slots__ = (
        "ahead", "areas", "at", "dice", "events", "flights", "fought_for", "guns", "late", "night", "orders",
        "reports", "retiring", "s", "shelled", "silent", "stoppers", "support", "tolls", "trucks", "w",
    )  # fmt: skip

    def __init__(self, w: World, s: PlaysheetState, dice: Dice, events: Events) -> None:
        self.w, self.s, self.dice, self.events = w, s, dice, events
        self.night = w.is_night(s.turn)
        # A unit without an order defends, OPS-ORD-1.
        self.orders: list[GroundOrder] = [
            order or Defend(unit.id) for order, unit in zip(s.sheet, w.units, strict=True)
        ]
        self.flights: list[AirOrder | None] = s.flights[:]  # by squadron; None once it is shot down
        self.support: dict[tuple[int, int, str], list[int]] = {}  # (side, hex, role): squadrons that arrived
        self.fought_for: set[tuple[int, int, str]] = set()  # (side, hex, role) of the battles fought so far
        self.retiring: set[int] = set()  # units that had to retire in the combat step being fought
        self.guns: dict[int, str] = {}  # by unit whose SUPPORT a battle needed: why it did not fire, or ""
        self.tolls: dict[int, Toll] = {}  # by squadron: the effect of flak
        self.silent: set[int] = set()  # hexes whose flak is suppressed, OPS-INT-9
        self.areas: list[Area] = []
        self.shelled: set[tuple[int, int]] = set()  # (unit, area) that has rolled, OPS-INT-7
        self.stoppers: dict[int, set[int]] = {}  # unit: enemies that stopped it, OPS-SIM-3
        self.ahead: dict[int, int] = {}  # by unit stopped by enemies: the next hex of its route, or -1
        self.trucks: set[int] = set()  # units that move on trucks, OPS-UNIT-7
        self.late: set[int] = set()  # units that reached their target after half time, OPS-FIGHT-8
        self.reports: dict[
            tuple[int, int, int], Report
        ] = {}  # (side, unit, hex): the best report of the turn
        self.at: dict[int, set[int]] = {}  # hex: units in it
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                self.at.setdefault(cell, set()).add(unit)

    def roll(self, key: str, rule: str, text: str = "") -> int:
        """Roll the next die, note it in the events and return it, OPS section 5.

        The key belongs to the dice (`ardennes.dice`) and must not change; `text` says to players what the die
        is for, if the key does not.
        """
        die = self.dice.roll(self.s.rolls, f"turn {self.s.turn}: {key}", SIDES_OF_A_DIE)
        self.s.rolls += 1
        self.events.append(Die(die, text or key, rule, SIDES_OF_A_DIE))
        return die

    def put(self, unit: int, cell: int) -> None:
        """Record that a unit is in a hex, or out of play (a cell below 0), without other effects."""
        before = self.s.where[unit]
        if before >= 0:
            self.at[before].discard(unit)
        self.s.where[unit] = cell
        if cell >= 0:
            self.at.setdefault(cell, set()).add(unit)

    def units_in(self, cell: int, side: int) -> list[int]:
        """Return the side's units in a hex, by id."""
        units = self.w.units
        return sorted(unit for unit in self.at.get(cell, _NOBODY) if units[unit].side == side)

    def holds(self, cell: int, side: int) -> bool:
        """Is a unit of the side in the hex?"""
        units = self.w.units
        return any(units[unit].side == side for unit in self.at.get(cell, _NOBODY))

    def has_room(self, cell: int, unit: int) -> bool:
        """Does the unit fit into the hex? Artillery and flak always do, OPS-GRID-6."""
        units = self.w.units
        if not units[unit].combat:
            return True
        side = units[unit].side
        inside = sum(units[u].combat and units[u].side == side for u in self.at.get(cell, _NOBODY))
        return inside < self.w.limits.stack_limit

    def enemies_near(self, cell: int, side: int, besides: Iterable[int] = ()) -> list[int]:
        """Return the combat units of the other side next to a hex, by id."""
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
    """Did a unit carry out an order to stay in its hex? OPS-ORD-4. A unit dropped this turn had no order."""
    s = turn.s
    return s.where[unit] >= 0 and s.began[unit] >= 0 and not s.marks[unit] & (MOVED | ATTACKED | RETIRED)


def lapse(turn: Turn, unit: int, why: str, rule: str) -> None:
    """Report to the owner why a unit could not carry out its order, OPS-ORD-4."""
    turn.events.append(Lapsed(turn.w.units[unit].side, turn.w.units[unit].id, why, rule))


def lose(turn: Turn, unit: int, steps: int, why: str) -> bool:
    """Take status points off a unit and return whether it is destroyed, OPS-COMBAT-32."""
    w, s = turn.w, turn.s
    s.status[unit] = max(0, s.status[unit] - steps)
    if s.status[unit] or s.where[unit] < 0:
        return False
    turn.events.append(Lost(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), why))
    turn.put(unit, DEAD)
    return True
