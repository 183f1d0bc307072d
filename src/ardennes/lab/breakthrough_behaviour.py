"""Behaviour counters of Breakthrough in the Ardennes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.events import (
    AttackPlotted,
    BridgeBlown,
    BridgeBuilt,
    BuiltUp,
    Exited,
    Fortified,
    Moved,
    SupplyFound,
)
from ardennes.kernel.contract import AnyGame, Event, Order


class BreakthroughWatcher:
    """Counts from orders and events alone, so that it needs to know nothing about the players."""

    def __init__(self, game: Breakthrough) -> None:
        self._w = game.world
        self.counts: list[Counter[str]] = [Counter(), Counter()]
        self._last_move: dict[str, tuple[str, str]] = {}

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        if not why:
            self.counts[side]["orders without a reason"] += 1

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Exited):
                self._add(event.unit, "units exited")
            elif isinstance(event, Fortified):
                self._add(event.unit, "levels dug")
            elif isinstance(event, AttackPlotted):
                self._add(event.unit, "units in attacks")
            elif isinstance(event, BuiltUp):
                self._add(event.unit, "divisions built up")
            elif isinstance(event, BridgeBuilt):
                self._add(event.unit, "bridges built")
            elif isinstance(event, BridgeBlown) and event.down:
                self._add(event.unit, "bridges blown")
            elif isinstance(event, SupplyFound):
                self.counts[event.owner]["units out of supply"] += len(event.unsupplied) + len(event.isolated)

    def _add(self, unit: str, what: str, number: int = 1) -> None:
        self.counts[self._w.side[self._w.by_id[unit]]][what] += number

    def _move(self, event: Moved) -> None:
        there = (event.path[0], event.path[-1])
        self._add(event.unit, "moves")
        if self._last_move.get(event.unit) == (there[1], there[0]):
            self._add(event.unit, "moves back and forth")
        self._last_move[event.unit] = there


def watch(game: AnyGame) -> BreakthroughWatcher:
    assert isinstance(game, Breakthrough)
    return BreakthroughWatcher(game)
