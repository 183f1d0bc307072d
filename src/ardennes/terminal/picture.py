"""A position as plain text for `print`: turn and phase, the map, and what is asked."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, cast

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.terminal.at_table import AtTable
from ardennes.terminal.board_map import ASCII, FANCY, MARGIN, TextMap, Window
from ardennes.terminal.descriptions import Descriptions, Lines
from ardennes.terminal.names import Names
from ardennes.terminal.screen import ascii_words
from ardennes.words import closest

WIDE = 120  # columns a picture may take unless a size is named


class Painter:
    """Draws positions of one game as plain text."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.at = game, AtTable(game)
        names = Names(game, self.at.stage)
        self.map = TextMap(self.at.stage, names)
        self.descriptions = Descriptions(self.at, names, self.map)

    def draw(self, state: Any, side: int | None, *, size: str, unicode: bool, legend: bool) -> str:
        """Return the picture. `state` is a side's view, or the whole state with no side."""
        look = self.map.looks[self._size(size)]
        signs = FANCY if unicode else ASCII
        board = self.at.seen(state, side).board
        whole = Window(0, 0, *self.map.size(look))
        lines = [self._words(self.descriptions.status(board)[:1])]
        rows = "\n".join(row.plain.rstrip() for row in self.map.draw(board, look, whole, signs))
        lines += [rows.rstrip("\n")]
        lines += [self.map.legend(signs, look)] if legend else []
        lines += [f"{self.game.sides[d.side].capitalize()}: {d.prompt}" for d in self.game.decisions(state)]
        result = self.game.result(state)
        lines += [result.summary] if result is not None else []
        picture = "\n".join(lines)
        return picture if unicode else ascii_words(picture)

    def _size(self, size: str) -> str:
        """The size as it was named; else the largest that fits the usual width, or the smallest."""
        known: Sequence[str] = tuple(self.map.looks)
        if size and size not in known:
            raise UserError(
                f"the map has no size {size!r}; it has: {', '.join(known)}.{closest(size, known)}"
            )
        fits = [name for name, look in self.map.looks.items() if self.map.size(look)[0] + MARGIN <= WIDE]
        return size or (*fits, known[-1])[0]

    def _words(self, lines: Lines) -> str:
        return "\n".join(
            "".join(part if isinstance(part, str) else part[0] for part in line) for line in lines
        )


def painter_for(game: AnyGame) -> Painter:
    """Return the painter for a game."""
    return _painter(cast(Any, game))


@functools.lru_cache(maxsize=8)  # a few games and scenarios; a stage takes longer to make than a picture
def _painter(game: Any) -> Painter:
    return Painter(game)
