"""Behaviour counters of Tigers in the Ardennes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.events import (
    Advanced,
    Disrupted,
    Exited,
    Moved,
    StoodFast,
)
from ardennes.kernel.contract import AnyGame, Event, Order


class TigersWatcher:
    """Counts from the events alone, so that it needs to know nothing about the players."""

    def __init__(self, game: Tigers) -> None:
        w = game.world
        self.counts: list[Counter[str]] = [Counter(), Counter()]
        self._side = {unit.id: unit.side for unit in w.units}
        self._last_move: dict[str, tuple[str, str]] = {}

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        if not why:
            self.counts[side]["orders without a reason"] += 1

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Disrupted):
                self._disrupted(event)
            elif isinstance(event, Exited):
                self._add(event.unit, "quarter divisions exited", event.quarters)
                self._add(event.unit, "units exited")
            elif isinstance(event, Advanced):
                self._add(event.unit, "advances")
            elif isinstance(event, StoodFast):
                self.counts[side]["no retreat orders"] += 1

    def _add(self, unit: str, what: str, number: int = 1) -> None:
        self.counts[self._side[unit]][what] += number

    def _move(self, event: Moved) -> None:
        there = (event.path[0], event.path[-1])
        self._add(event.unit, "moves")
        if len(event.path) > 1 and self._last_move.get(event.unit) == (there[1], there[0]):
            self._add(event.unit, "moves back and forth")
        self._last_move[event.unit] = there

    def _disrupted(self, event: Disrupted) -> None:
        if event.rule == "TIA-SUPPLY-7":
            self._add(event.unit, "units out of supply")
        elif event.rule == "TIA-ROAD-5":
            self._add(event.unit, "moves ended in road mode")


def watch(game: AnyGame) -> TigersWatcher:
    assert isinstance(game, Tigers)
    return TigersWatcher(game)
