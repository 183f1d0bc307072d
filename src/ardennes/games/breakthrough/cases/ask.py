"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from fractions import Fraction

from ardennes.cases.ask import Question
from ardennes.errors import UserError
from ardennes.games.breakthrough.cases.board import read_hex, read_hexside, read_side
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import unit_named


class Ask(Question[World, BreakthroughState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return self._unit(name, self.arguments.text(name))

    def units(self, name: str) -> list[int]:
        found = [self._unit(name, word) for word in self.arguments.texts(name)]
        if not found:
            self.arguments.wrong(name, "a list of at least one unit")
        return found

    def _unit(self, name: str, word: str) -> int:
        try:
            return self.w.by_id[unit_named(self.w, word)]
        except UserError as error:
            self.arguments.fail(name, str(error))

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.grid, self.arguments, name, self.arguments.raw(name), self.w.board)

    def side(self, name: str = "side") -> int:
        """A side; left out, the one that decides now."""
        usual = SIDES[self.s.acting] if self.s.acting >= 0 else None
        return read_side(self.arguments, name, usual)

    def bridge(self, name: str = "bridge") -> int:
        a, b = read_hexside(self.w.grid, self.arguments, name, self.arguments.text(name))
        bridge = self.w.bridge_by_name.get(f"{self.w.grid.label(a)}/{self.w.grid.label(b)}")
        if bridge is None:
            self.arguments.fail(name, "no road crosses a river there; given.sides can put a bridge there.")
        return bridge

    def draw(self, name: str) -> Fraction:
        """A draw from 0 to 1, written as a decimal."""
        value = self.arguments.raw(name)
        if not isinstance(value, float) or not 0 <= value < 1:
            self.arguments.wrong(name, "a draw from 0.0 to 0.999")
        return Fraction(str(value))

    def numbers(self, name: str) -> list[int]:
        return self.arguments.wholes(name, 0, 9999)
