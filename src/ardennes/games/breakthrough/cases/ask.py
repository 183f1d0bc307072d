"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from fractions import Fraction

from ardennes.cases.ask import Question
from ardennes.games.breakthrough.cases.board import read_bridge, read_draw, read_hex, read_side, read_unit
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import SIDES
from ardennes.games.breakthrough.schema.world import World


class Ask(Question[World, BreakthroughState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return read_unit(self.w, self.arguments, name, self.arguments.text(name))

    def units(self, name: str) -> list[int]:
        found = [read_unit(self.w, self.arguments, name, word) for word in self.arguments.texts(name)]
        if not found:
            self.arguments.wrong(name, "a list of at least one unit")
        return found

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.grid, self.arguments, name, self.arguments.raw(name), self.w.board)

    def side(self, name: str = "side") -> int:
        """A side; left out, the one that decides now."""
        usual = SIDES[self.s.acting] if self.s.acting >= 0 else None
        return read_side(self.arguments, name, usual)

    def bridge(self, name: str = "bridge") -> int:
        return read_bridge(self.w, self.arguments, name, self.arguments.text(name))

    def draw(self, name: str) -> Fraction:
        return Fraction(str(read_draw(self.arguments, name)))

    def numbers(self, name: str) -> list[int]:
        return self.arguments.wholes(name, 0, 9999)
