"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from ardennes.cases.ask import Question
from ardennes.games.playsheet.cases.board import read_hex
from ardennes.games.playsheet.cases.given import unit_of
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.games.playsheet.schema.world import World


class Ask(Question[World, PlaysheetState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return unit_of(self.w, self.arguments, name, self.arguments.text(name))

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.board, self.arguments, name, self.arguments.raw(name))

    def side(self, name: str = "side") -> int:
        return SIDES.index(self.arguments.choice(name, "a side", SIDES))

    def choice(self, name: str, what: str, allowed: tuple[str, ...], default: str | None = None) -> int:
        return allowed.index(self.arguments.choice(name, what, allowed, default))
