"""Behaviour counters of Wave of Terror."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.events import (
    Advanced,
    BridgeMended,
    DemolitionTried,
    Exited,
    Moved,
)
from ardennes.games.wave_of_terror.rules.supply import in_supply
from ardennes.kernel.contract import AnyGame, Event, Order


class WaveWatcher:
    """Counts from orders and events alone, so that it needs to know nothing about the players."""

    def __init__(self, game: WaveOfTerror) -> None:
        self._w = game.world
        self.counts: list[Counter[str]] = [Counter(), Counter()]
        self._last_move: dict[str, tuple[str, str]] = {}
        self._turn = 0

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        if not why:
            self.counts[side]["orders without a reason"] += 1

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Exited):
                self._add(event.unit, "units exited")
            elif isinstance(event, Advanced):
                self._add(event.units[0], "advances")
            elif isinstance(event, DemolitionTried):
                self.counts[side]["bridges tried"] += 1
                self.counts[side]["bridges blown"] += event.down
            elif isinstance(event, BridgeMended):
                self.counts[side]["bridges mended"] += 1
        if state is not None and state.turn != self._turn:
            self._turn = state.turn
            self._hungry(state)

    def _side(self, unit: str) -> int:
        return self._w.side[self._w.by_id[unit]]

    def _add(self, unit: str, what: str, number: int = 1) -> None:
        self.counts[self._side(unit)][what] += number

    def _move(self, event: Moved) -> None:
        there = (event.path[0], event.path[-1])
        for unit in event.units:
            self._add(unit, "moves")
            if len(event.path) > 1 and self._last_move.get(unit) == (there[1], there[0]):
                self._add(unit, "moves back and forth")
            self._last_move[unit] = there

    def _hungry(self, state: Any) -> None:
        """Units out of supply, looked at once a turn."""
        w = self._w
        for unit, cell in enumerate(state.where):
            if cell >= 0 and not in_supply(w, state, unit):
                self.counts[w.side[unit]]["units out of supply"] += 1


def watch(game: AnyGame) -> WaveWatcher:
    assert isinstance(game, WaveOfTerror)
    return WaveWatcher(game)
