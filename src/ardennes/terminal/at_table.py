"""What the desk asks of a game's table, as the structs of the wire: the only module that calls the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from ardennes.games import table_of
from ardennes.kernel import table as t
from ardennes.kernel import wire
from ardennes.kernel.contract import AnyGame, Order


class AtTable:
    """A game's table."""

    def __init__(self, game: AnyGame) -> None:
        table = table_of(game)
        assert isinstance(table, t.GameTable)
        self.game, self.table = game, table
        self.stage = table.stage()
        self.hexes = {hex_.id: hex_ for hex_ in self.stage.hexes}
        self._last: Seen | None = None

    def seen(self, view: Any, side: int | None) -> Seen:
        """What is seen of a position; of the same one as last time, with all that was asked already."""
        if self._last is None or self._last.view is not view or self._last.seat != side:
            self._last = Seen(self, view, side)
        return self._last


class Seen:
    """A position as one side sees it: the table is asked with its view only, so that nothing hidden can be
    told. An onlooker has no side and asks as the first would."""

    def __init__(self, at: AtTable, view: Any, seat: int | None) -> None:
        self.at, self.view, self.seat, self.side = at, view, seat, seat or 0
        self.own = at.stage.sides[self.side]
        table, game, asked = at.table, at.game, (view, self.side)
        self.reach, self.doings = partial(table.reach, *asked), partial(table.doings, *asked)
        self.why, self.comers = partial(table.why, *asked), partial(t.comers, table, *asked)
        self.check, self.forecast = partial(game.check, *asked), partial(game.forecast, *asked)
        self.preview = partial(game.preview, *asked)

    @cached_property
    def board(self) -> wire.BoardState:
        return self.at.table.board(self.view, self.seat)

    @cached_property
    def choices(self) -> wire.Choices:
        return self.at.table.choices(self.view, self.side)

    def odds(self, targets: Sequence[str], attackers: Sequence[str], side: int | None = None) -> wire.Odds:
        """Of an attack of one's own, or of the other side's."""
        return self.at.table.odds(self.view, self.side if side is None else side, targets, attackers)

    def propose(self, targets: Sequence[str]) -> list[str]:
        """Who should attack."""
        return self.at.table.propose(self.view, self.side, targets, ())

    def march(self, units: Sequence[str], hex_: str, mode: str) -> wire.March | None:
        """None where units of this game go one by one."""
        if not isinstance(self.at.table, t.Marches):
            return None
        return self.at.table.march(self.view, self.side, units, hex_, mode)

    def zones(self) -> dict[str, dict[str, list[str]]]:
        """By side, by hex of a stack or a report: the hexes in its zone."""
        return {name: self.at.table.zones(self.view, at) for at, name in enumerate(self.at.stage.sides)}

    def may_hear(self, words: str, order: Order) -> bool:
        """May somebody with this view hear the words about an order of the other side's?"""
        if isinstance(self.at.table, t.Discreet):
            return self.at.table.may_hear(self.view, words, order)
        return not self.board.hidden
