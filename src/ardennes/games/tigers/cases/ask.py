"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from ardennes.cases.ask import Question
from ardennes.games.tigers.cases.board import meant, read_hex
from ardennes.games.tigers.facts import river_named
from ardennes.games.tigers.rules.sequence_of_play import phasing
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.terms import SIDES
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.words import air_named, unit_named

INDEXES = ("A", "B")


class Ask(Question[World, TigersState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return self._unit(name, self.arguments.text(name))

    def units(self, name: str) -> list[int]:
        return [self._unit(name, word) for word in self.arguments.texts(name)]

    def _unit(self, name: str, word: str) -> int:
        return self.w.by_id[meant(self.arguments, name, unit_named, self.w, word)]

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.grid, self.arguments, name, self.arguments.raw(name), self.w.board)

    def hexes(self, name: str) -> list[int]:
        return [
            read_hex(self.w.grid, self.arguments, name, word, self.w.board)
            for word in self.arguments.texts(name)
        ]

    def side(self, name: str = "side") -> int:
        """A side; left out, the one whose player-turn it is."""
        return SIDES.index(self.arguments.choice(name, "a side", SIDES, SIDES[phasing(self.s)]))

    def river(self, name: str = "bridge") -> int:
        return meant(self.arguments, name, river_named, self.w, self.arguments.text(name))

    def air(self, name: str = "air") -> int:
        return self.w.air_by_id[meant(self.arguments, name, air_named, self.w, self.arguments.text(name))]

    def die(self) -> int:
        """The die on index A; on index B it is read from the other end, TIA-CRT-5."""
        die = self.arguments.whole("die", 1, 6)
        return 7 - die if self.arguments.choice("index", "a die index", INDEXES, "A") == "B" else die
