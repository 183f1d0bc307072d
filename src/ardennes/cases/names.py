"""How a case names hexes, hexsides, units and sides; what means nothing is told by its field."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

from ardennes.cases.fields import Fields
from ardennes.hexes import board_of


class Names:
    """The names of a game's map and, once there are units, of its world. A game says how it finds them."""

    sides: ClassVar[tuple[str, ...]]
    hex_like: ClassVar[str]  # how a hex is written, for the message where it is none
    hexside_like: ClassVar[str]

    def __init__(self, board: Any, world: Any = None, acting: int = -1) -> None:
        self.board, self.w = board, world
        self.acting = acting  # the side that is meant where none is named; -1: one must be

    def find_hex(self, text: str) -> int | None:
        """A hex by its number or the name of a place."""
        raise NotImplementedError

    def find_number(self, text: str) -> int | None:
        """A hex by its number alone."""
        found: int | None = self.board.grid.find(text)
        return found

    def unit_named(self, word: str) -> str:
        """The id of the unit a word means; UserError where there is none."""
        raise NotImplementedError

    def touch(self, a: int, b: int) -> bool:
        return bool(self.board.grid.adjacent(a, b))

    def hex(self, fields: Fields, at: str, said: object = None) -> int:
        """The hex that a word, or else the field itself, means."""
        label = fields.raw(at) if said is None else said
        cell = self.find_hex(label) if isinstance(label, str) else None
        if cell is None:
            fields.fail(at, f"{label!r} is no hex of the map; {self.hex_like}.")
        return cell

    def hex_list(self, fields: Fields, at: str) -> list[int]:
        found = [self.hex(fields, at, label) for label in fields.texts(at)]
        return found or fields.wrong(at, "a list of at least one hex")

    def hexes(self, fields: Fields, at: str) -> int:
        """Hexes as a bitboard; there may be none."""
        return board_of(self.hex(fields, at, label) for label in fields.texts(at))

    def hexside(self, fields: Fields, at: str, said: str = "") -> tuple[int, int]:
        """The two hexes that a hexside joins."""
        text = said or fields.text(at)
        first, slash, second = text.partition("/")
        if not slash:
            fields.fail(
                at, f"{text!r} is no hexside; write the two hexes it joins, like {self.hexside_like}."
            )
        a, b = self.hex(fields, at, first.strip()), self.hex(fields, at, second.strip())
        if not self.touch(a, b):
            fields.fail(at, f"{first} and {second} do not touch.")
        return a, b

    def hexsides(self, fields: Fields, name: str) -> list[tuple[int, int]]:
        """Those a field is called by: one (806/907), or all between the hexes of a way (806-907-906)."""
        hexes = [part.strip() for part in name.split("-")]
        pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)]
        return [self.hexside(fields, name, pair) for pair in pairs or [name]]

    def unit(self, fields: Fields, at: str, said: str = "") -> int:
        found: int = self.w.by_id[fields.meant(at, self.unit_named, said or fields.text(at))]
        return found

    def units(self, fields: Fields, at: str) -> list[int]:
        return [self.unit(fields, at, word) for word in fields.texts(at)]

    def some_units(self, fields: Fields, at: str) -> list[int]:
        return self.units(fields, at) or fields.wrong(at, "a list of at least one unit")

    def side(self, fields: Fields, at: str) -> int:
        return fields.index(at, "a side", self.sides, self.acting if self.acting >= 0 else None)
