"""A bare board for tests of Breakthrough: the printed map, with units where a test puts them."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.position import place
from ardennes.games.breakthrough.rules.model.state import (
    GERMAN_FIRST_COMBAT,
    MERGED,
    NOT_YET,
    UNFORMED,
    BreakthroughState,
    Plotted,
    Variant,
)
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, NORMAL, SUPPLIED
from ardennes.games.breakthrough.schema.world import World, printed_world


class Field:
    """A position under construction."""

    def __init__(
        self,
        day: int = 20,
        *,
        world: World | None = None,
        scenario: str = "twelve",
        variant: Variant | None = None,
    ) -> None:
        self.w = world or printed_world()
        self.s: BreakthroughState = opening(self.w, variant or Variant(), scenario)
        s = self.s
        s.where = [UNFORMED if unit.divisional else NOT_YET for unit in self.w.units]
        s.fort = bytearray(len(s.fort))
        s.german = 0
        s.ledger = []
        s.turn = day - FIRST_DAY + 1
        s.phase = GERMAN_FIRST_COMBAT
        s.follows = None

    def cell(self, label: str) -> int:
        return self.w.grid.at(label)

    def put(
        self,
        unit: str,
        label: str,
        *,
        strength: int | None = None,
        efficiency: int = 100,
        fort: int = 0,
        artillery: int = 0,
        points: int = 0,
        mode: int = NORMAL,
        supply: int = SUPPLIED,
        marks: int = 0,
    ) -> int:
        """Put a unit into a hex, which its side then owns."""
        s, number = self.s, self.w.by_id[unit]
        place(self.w, s, number, self.cell(label))
        s.strength[number] = self.w.units[number].combat if strength is None else strength
        s.known[number] = s.strength[number]
        s.efficiency[number], s.fort[number], s.artillery[number] = efficiency, fort, artillery
        s.points[number], s.mode[number], s.supply[number] = points, mode, supply
        s.marks[number] = marks
        return number

    def division(self, unit: str, label: str, parts: tuple[str, ...], **facts: int) -> int:
        """Add a divisional unit of some regiments."""
        numbers = [self.w.by_id[part] for part in parts]
        whole = sum(self.w.units[part].combat for part in numbers)
        number = self.put(unit, label, **{"strength": whole, **facts})
        for part in numbers:
            self.s.where[part] = MERGED
            self.s.inside[part] = number
        return number

    def give(self, side_is_german: bool, *labels: str) -> None:
        """Give hexes to the Germans, or to the Americans."""
        for label in labels:
            if side_is_german:
                self.s.german |= 1 << self.cell(label)
            else:
                self.s.german &= ~(1 << self.cell(label))

    def plot(self, target: str, *units: str) -> None:
        self.s.plots += [Plotted(self.w.by_id[unit], self.cell(target)) for unit in units]
