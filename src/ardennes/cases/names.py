"""Names of hexes, hexsides, units and sides in a case; an error gives the field."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ardennes.cases.fields import Fields
from ardennes.hexes import bits, board_of
from ardennes.kernel.wording import Wording


class Names:
    """The names of a game's map and, if there are units, of its world. Each game provides the lookup."""

    sides: ClassVar[tuple[str, ...]]
    other_sides: ClassVar[Mapping[str, int]] = {}  # aliases of places
    hex_like: ClassVar[str]  # how a hex is written, for error messages
    hexside_like: ClassVar[str]
    wording: ClassVar[Wording[Any]]

    def __init__(self, board: Any, world: Any = None, acting: int = -1) -> None:
        self.board, self.w = board, world
        self.acting = acting  # the default side; -1: one must be named

    def find_hex(self, text: str) -> int | None:
        """Return a hex by its number or the name of a place."""
        raise NotImplementedError

    def find_number(self, text: str) -> int | None:
        """Return a hex by its number alone."""
        result: int | None = self.board.grid.find(text)
        return result

    def unit_named(self, word: str) -> str:
        """Return the id of the unit that a word means; UserError if there is none."""
        return self.wording.named(self.w, "UNIT", word)

    def touch(self, a: int, b: int) -> bool:
        return bool(self.board.grid.adjacent(a, b))

    def hex(self, fields: Fields, at: str, said: object = None) -> int:
        """Return the hex that a word, or else the field itself, means."""
        label = fields.raw(at) if said is None else said
        cell = self.find_hex(label) if isinstance(label, str) else None
        if cell is None:
            fields.fail(at, f"{label!r} is not a hex of the map; {self.hex_like}.")
        return cell

    def hex_list(self, fields: Fields, at: str) -> list[int]:
        result = [self.hex(fields, at, label) for label in fields.texts(at)]
        return result or fields.wrong(at, "a list of at least one hex")

    def hexes(self, fields: Fields, at: str) -> int:
        """Return hexes as a bitboard; it may be empty."""
        return board_of(self.hex(fields, at, label) for label in fields.texts(at))

    def hexside(self, fields: Fields, at: str, said: str = "") -> tuple[int, int]:
        """Return the two hexes that a hexside joins."""
        text = said or fields.text(at)
        first, slash, second = text.partition("/")
        if not slash:
            fields.fail(
                at, f"{text!r} is not a hexside; write the two hexes it joins, like {self.hexside_like}."
            )
        a, b = self.hex(fields, at, first.strip()), self.hex(fields, at, second.strip())
        if not self.touch(a, b):
            fields.fail(at, f"{first} and {second} do not touch.")
        return a, b

    def hexsides(self, fields: Fields, name: str) -> list[tuple[int, int]]:
        """Return the hexsides that a field names: one (806/907), or all between the hexes of a path
        (806-907-906).
        """
        hexes = [part.strip() for part in name.split("-")]
        pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)]
        return [self.hexside(fields, name, pair) for pair in pairs or [name]]

    def unit(self, fields: Fields, at: str, said: str = "") -> int:
        result: int = self.w.by_id[fields.meant(at, self.unit_named, said or fields.text(at))]
        return result

    def units(self, fields: Fields, at: str) -> list[int]:
        return [self.unit(fields, at, word) for word in fields.texts(at)]

    def some_units(self, fields: Fields, at: str) -> list[int]:
        return self.units(fields, at) or fields.wrong(at, "a list of at least one unit")

    def _side_names(self) -> dict[str, int]:
        return {name: side for side, name in enumerate(self.sides)} | dict(self.other_sides)

    def side(self, fields: Fields, at: str) -> int:
        usual = self.sides[self.acting] if self.acting >= 0 else None
        return self._side_names()[fields.choice(at, "a side", self._side_names(), usual)]

    def by_side(self, fields: Fields, *others: str) -> Fields:
        """Return a table with a field for each side, under the sides' names."""
        known = self._side_names()
        fields.only((*known, *map(str.upper, known), *others))
        said = {
            self.sides[known[n.lower()]] if n.lower() in known else n: v for n, v in fields.values.items()
        }
        return Fields(fields.file, fields.case, fields.path, said)

    def control(self, given: Fields, first: int, everything: int, standing: Sequence[int]) -> int:
        """Return the hexes of the first side.

        It has `first` unless the case says otherwise: either one side has all of them and `others` belong to
        the other, or each has a list. A unit's side owns its hex.
        """
        listed = [0] * len(self.sides)
        if isinstance(given.raw("control"), str):
            first = 0 if self.side(given, "control") else everything
        else:
            control = self.by_side(given.table("control"), "others")
            if "others" in control:
                first = 0 if self.side(control, "others") else everything
            listed = [self.hexes(control, name) for name in self.sides]
            for side, name in enumerate(self.sides):
                for cell in bits(listed[side] & (standing[1 - side] | listed[1 - side])):
                    enemy, there = self.sides[1 - side], self.board.grid.label(cell)
                    why = "has it too" if listed[1 - side] >> cell & 1 else "stands there"
                    control.fail(
                        name, f"{there} cannot be {name} where the {enemy} side {why}; leave it out."
                    )
        return (first | listed[0] | standing[0]) & ~listed[1] & ~standing[1]

    def blown(self, fields: Fields, before: int) -> int:
        """Return the bridges that are down, each written as intact or blown; `before` is the default."""
        for name in fields.values:
            bit = 1 << self.bridge(fields, name, name)
            down = fields.choice(name, "the state of a bridge", ("intact", "blown")) == "blown"
            before = before | bit if down else before & ~bit
        return before

    def bridge(self, fields: Fields, at: str, said: str = "") -> int:
        raise NotImplementedError
