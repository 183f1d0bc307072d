"""Case files: the position a calculation is made on, and its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ardennes.cases.fields import Fields
from ardennes.games.playsheet.casebook_board import read_hex
from ardennes.games.playsheet.casebook_given import unit_of
from ardennes.games.playsheet.state import PlaysheetState
from ardennes.games.playsheet.terms import SIDES
from ardennes.games.playsheet.world import World

Facts = Mapping[str, Any]


class Ask(NamedTuple):
    """The position a calculation is made on, and its arguments."""

    w: World
    s: PlaysheetState
    arguments: Fields

    def unit(self, name: str = "unit") -> int:
        return unit_of(self.w, self.arguments, name, self.arguments.text(name))

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.board, self.arguments, name, self.arguments.raw(name))

    def side(self, name: str = "side") -> int:
        return SIDES.index(self.arguments.choice(name, "a side", SIDES))

    def choice(self, name: str, what: str, allowed: tuple[str, ...], default: str | None = None) -> int:
        return allowed.index(self.arguments.choice(name, what, allowed, default))


class Calculation(NamedTuple):
    """A calculation: its arguments, and what it gives."""

    arguments: tuple[str, ...]
    run: Callable[[Ask], Facts]
