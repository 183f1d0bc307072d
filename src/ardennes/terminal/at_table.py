"""What the desk asks of a game's table, as the structs of the wire: the only module that calls the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.games import table_of
from ardennes.kernel import table as t
from ardennes.kernel import wire
from ardennes.kernel.contract import AnyGame, Order, Refusal


class AtTable:
    """A game's table, asked with views only, so that nothing hidden can be told."""

    def __init__(self, game: AnyGame) -> None:
        self._table = table_of(game)
        assert isinstance(self._table, t.Explains)
        self.explains: t.Explains = self._table
        self.stage = self._table.stage()
        self.hexes = {hex_.id: hex_ for hex_ in self.stage.hexes}
        self._boards: list[tuple[Any, int | None, wire.BoardState]] = []  # the last one
        self._choices: list[tuple[Any, int | None, wire.Choices]] = []

    def board(self, view: Any, side: int | None) -> wire.BoardState:
        if not self._boards or self._boards[0][0] is not view or self._boards[0][1] != side:
            self._boards = [(view, side, self._table.board(view, side))]
        return self._boards[0][2]

    def choices(self, view: Any, side: int) -> wire.Choices:
        if not self._choices or self._choices[0][0] is not view or self._choices[0][1] != side:
            self._choices = [(view, side, self._table.choices(view, side))]
        return self._choices[0][2]

    def reach(self, view: Any, side: int, unit: str) -> list[wire.Way]:
        return self._table.reach(view, side, unit)

    def doings(self, view: Any, side: int, unit: str) -> list[wire.Panel]:
        return self._table.doings(view, side, unit)

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> wire.Odds:
        return self._table.odds(view, side, targets, attackers)

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        return self._table.why(view, side, unit, hex_)

    def march(self, view: Any, side: int, units: Sequence[str], hex_: str, mode: str) -> wire.March | None:
        """None where units of this game go one by one."""
        if not isinstance(self._table, t.Marches):
            return None
        return self._table.march(view, side, units, hex_, mode)

    def comers(self, view: Any, side: int, hex_: str) -> list[wire.Comer]:
        return t.comers(self._table, view, side, hex_)

    def zones(self, view: Any) -> dict[str, dict[str, list[str]]]:
        """By side, by hex of a stack or a report: the hexes in its zone."""
        return {name: self.explains.zones(view, at) for at, name in enumerate(self.stage.sides)}

    def label(self, view: Any, side: int, order: Order) -> str:
        """An order as the players would say it."""
        return self._table.words(view, side, msgspec.to_builtins(order))

    def may_hear(self, view: Any, side: int | None, words: str, order: Order) -> bool:
        """May somebody with this view hear the words about an order of the other side's?"""
        if isinstance(self._table, t.Discreet):
            return self._table.may_hear(view, words, order)
        return not self.board(view, side).hidden
