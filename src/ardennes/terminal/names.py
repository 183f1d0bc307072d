"""Units, formations and hexes by what people call them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, cast

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, Order, Refusal
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.wire import Stage
from ardennes.kernel.wording import Unknown
from ardennes.terminal.screen import Part
from ardennes.words import plain

UNIT, HEX = "UNIT", "HEX"
ANSWER_WITH = "Answer with: "  # begins the way out of an order that is no answer now


class Names:
    """Reads and writes names as the orders of the game do."""

    def __init__(self, game: AnyGame, stage: Stage) -> None:
        self._game = cast(DecidingGame[Any, Any], game)
        self.wording = self._game.wording
        self.units = stage.units
        self._places = {hex_.id: hex_.place for hex_ in stage.hexes}

    def unit(self, word: str) -> str:
        return self.wording.named(self._game.world, UNIT, word)

    def hex(self, words: Sequence[str] | str) -> str:
        return self.wording.named(self._game.world, HEX, words if isinstance(words, str) else " ".join(words))

    def is_unit(self, word: str) -> bool:
        return _reads(self.unit, word)

    def is_hex(self, word: str) -> bool:
        return _reads(self.hex, word)

    @functools.cached_property
    def _short(self) -> dict[str, str]:
        return {id_: self._shortest(id_) for id_ in self.units}

    def _shortest(self, id_: str) -> str:
        """The shortest name that means the unit: what its counter shows, its id without the side, its id."""
        for name in (self.units[id_].short, id_.partition("-")[2]):
            if name and name.replace("-", "").replace(".", "").isalnum():
                if _reads(self.unit, name) and self.unit(name) == id_:
                    return name
        return id_

    def short(self, id_: str) -> str:
        return self._short[id_]

    def place(self, hex_: str) -> str:
        """Return a place with its hex number, "Malmedy (1108)"; a hex without a place is its number."""
        place = self._places.get(hex_, "")
        return f"{place} ({hex_})" if place else hex_

    def parse(self, text: str, view: Any) -> Order:
        order: Order = self.wording.parse(self._game.world, text, view)
        return order

    def typed(self, order: Order) -> str:
        """An order as a person would type it: units by their short names, but not where the order knows a
        name as a word of its own."""
        words = self.wording.write(order).split(" ")
        form = self.wording.forms.get(words[0])
        own = form.usage.replace("|", " ").split() if form is not None else ()
        return " ".join(word if word in own else self._short.get(word, word) for word in words)

    def reword(self, refusal: Refusal) -> Refusal:
        """A refusal whose way out names kinds of order names them as they are typed."""
        if not refusal.way_out.startswith(ANSWER_WITH):
            return refusal
        typed: dict[str, list[str]] = {}
        for name, form in self.wording.forms.items():
            typed.setdefault(str(form.words.kind.__struct_config__.tag), []).append(name)
        kinds = refusal.way_out.removeprefix(ANSWER_WITH).rstrip(".").split(", ")
        said = ", ".join(word for kind in kinds for word in typed.get(kind, [kind.replace("_", " ")]))
        return Refusal(refusal.rule, refusal.facts, f"{ANSWER_WITH}{said}.")

    def refusal_line(self, refusal: Refusal, before: str = "") -> list[Part]:
        """A refusal as one line: facts, rule, way out."""
        refusal = self.reword(refusal)
        line: list[Part] = [f"{before}{refusal.facts} ", (f"[{refusal.rule}]", "rule")]
        return [*line, f" {refusal.way_out}"] if refusal.way_out else line

    def formation(self, side: str, word: str) -> list[str]:
        """The units of a side's formation."""
        groups = {unit.group for unit in self.units.values() if unit.side == side and unit.group}
        result = [group for group in groups if plain(group) == plain(word)]
        if not result:
            raise Unknown(f"The {side} side has no formation {word!r}.", word, groups)
        return [id_ for id_, unit in self.units.items() if unit.side == side and unit.group == result[0]]

    @property
    def all(self) -> list[str]:
        """Names of units, formations and places, for completion."""
        groups = {unit.group for unit in self.units.values() if unit.group}
        words = [*self._short.values(), *sorted(groups), *filter(None, self._places.values())]
        return [word for word in words if " " not in word]


def _reads(read: Any, word: str) -> bool:
    try:
        read(word)
    except UserError:
        return False
    return True
