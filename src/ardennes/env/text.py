"""The choice and the map as text, for people who watch and for language models."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from ardennes.env.walk import Walk
from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.offers import Branch, Offer
from ardennes.kernel.table import Table
from ardennes.terminal.board_map import FANCY, TextMap
from ardennes.terminal.names import Names

NEXT_PAGE = "more choices"


class Drawing:
    """A game as text. Table and map are made when first needed."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def table(self) -> Table:
        return table_of(self.game)

    @cached_property
    def map(self) -> TextMap:
        stage = self.table.stage()
        return TextMap(stage, Names(self.game, stage))

    def prompt(self, view: Any, side: int) -> str:
        """Return the side's question; empty if it has none."""
        return next((one.prompt for one in self.game.decisions(view) if one.side == side), "")

    def choices(self, view: Any, side: int, walk: Walk | None) -> dict[int, str]:
        """Describe each slot that may be chosen."""
        if walk is None:
            return {}
        result = {
            slot: self._words(view, side, offer) for slot, offer in enumerate(walk.page) if offer is not None
        }
        return result | {walk.slots - 1: NEXT_PAGE} if walk.paged else result

    def _words(self, view: Any, side: int, offer: Offer) -> str:
        if isinstance(offer, Branch):
            return offer.key
        return self.table.words(view, side, msgspec.to_builtins(offer))

    def board(self, view: Any, side: int, walk: Walk | None) -> str:
        """Return the whole map at its smallest, the question, and the possible choices."""
        look = self.map.looks["compact"]
        window = self.map.window(look, *self.map.size(look), next(iter(self.map.hexes)), ())
        drawn = self.map.draw(self.table.board(view, side), look, window)
        lines = [line.plain.rstrip() for line in drawn]
        lines += [self.map.legend(FANCY, look), self.prompt(view, side)]
        if walk is not None and walk.trail:
            lines.append(" > ".join(self._words(view, side, offer) for offer in walk.trail))
        lines += [f"{slot:4} {words}" for slot, words in self.choices(view, side, walk).items()]
        return "\n".join(lines) + "\n"
