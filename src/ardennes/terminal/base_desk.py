"""What the desks of all games do alike: print lines, and say how a question is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ardennes.kernel.wording import BadText
from ardennes.terminal.desk import Lines, Query
from ardennes.terminal.screen import Screen, line


class BaseDesk:
    """The part of a desk that knows no game."""

    queries: Mapping[str, Query]

    def __init__(self, screen: Screen, compact: bool) -> None:
        self.screen = screen
        self.compact = compact

    def say_all(self, lines: Lines) -> None:
        for parts in lines:
            self.screen.say(*parts)

    def page_all(self, lines: Lines) -> None:
        """As much as fits; `more` goes on."""
        self.screen.page([line(*parts) for parts in lines])

    def need(self, words: Sequence[str], name: str) -> Sequence[str]:
        """The words of a question; without any, how it is written."""
        if not words:
            raise BadText(f"Write it as: {self.queries[name].usage}")
        return words

    def sides_meant(self, words: Sequence[str], name: str, sides: Sequence[str]) -> list[int]:
        """The sides a question is about: the one named by its first letters, or all."""
        found = [at for at, side in enumerate(sides) if not words or side.startswith(words[0].lower()[:3])]
        self.need([sides[at] for at in found], name)
        return found
