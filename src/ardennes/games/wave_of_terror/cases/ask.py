"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from ardennes.cases.ask import Question
from ardennes.games.wave_of_terror.cases.board import labels_of, read_hex
from ardennes.games.wave_of_terror.cases.given import unit_of
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import SIDES
from ardennes.games.wave_of_terror.schema.world import World


class Ask(Question[World, WaveState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return unit_of(self.w, self.arguments, name, self.arguments.text(name))

    def units(self, name: str = "units") -> tuple[int, ...]:
        found = [unit_of(self.w, self.arguments, name, word) for word in self.arguments.texts(name)]
        if not found:
            self.arguments.wrong(name, "a list of at least one unit")
        return tuple(sorted(found))

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.board, self.arguments, name, self.arguments.raw(name))

    def side(self, name: str = "side") -> int:
        """A side; left out, the one whose segment it is."""
        usual = SIDES[self.s.acting] if self.s.acting >= 0 else None
        return SIDES.index(self.arguments.choice(name, "a side", SIDES, usual))

    def flag(self, name: str) -> bool:
        return self.arguments.flag(name, False)

    def labels(self, board: int) -> frozenset[str]:
        return labels_of(self.w.grid, board)
