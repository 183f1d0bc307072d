"""A choice and the map in words, for people who watch and for machines that read."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from typing import Any

import msgspec
from rich.console import Console

from ardennes.env.walk import Walk
from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.offers import Branch, Offer
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import WIDE, Screen

NEXT_PAGE = "more choices"
HEIGHT = 60  # lines


class Drawing:
    """A game in words. The table is made when somebody asks it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def table(self) -> Any:
        return table_of(self.game)

    def prompt(self, view: Any, side: int) -> str:
        """What the side is asked; empty where it is asked nothing."""
        return next((one.prompt for one in self.game.decisions(view) if one.side == side), "")

    def choices(self, view: Any, side: int, walk: Walk | None) -> dict[int, str]:
        """By slot that may be chosen: what lies there."""
        if walk is None:
            return {}
        return {
            slot: NEXT_PAGE
            if walk.paged and slot == walk.slots - 1
            else self.words(view, side, walk.page[slot])
            for slot in walk.allowed()
        }

    def words(self, view: Any, side: int, offer: Offer | None) -> str:
        if offer is None or isinstance(offer, Branch):
            return offer.key if offer is not None else ""
        return str(self.table.words(view, side, msgspec.to_builtins(offer)))

    def board(self, view: Any, side: int, walk: Walk | None) -> str:
        out = StringIO()
        screen = Screen(Console(file=out, width=WIDE, height=HEIGHT, color_system=None), _nothing_read)
        Desk(self.game, screen, compact=True).show_board(view, side)
        lines = [self.prompt(view, side)]
        if walk is not None and walk.trail:
            lines.append(" > ".join(self.words(view, side, offer) for offer in walk.trail))
        lines += [f"{slot:4} {words}" for slot, words in self.choices(view, side, walk).items()]
        return out.getvalue() + "\n".join(lines) + "\n"


def _nothing_read(prompt: str) -> str:
    raise EOFError(prompt)
