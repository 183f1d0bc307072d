"""Behaviour counters of Wave of Terror."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.games.wave_of_terror.rules.model.events import (
    Advanced,
    BridgeRepaired,
    DemolitionTried,
    Exited,
    Moved,
)
from ardennes.games.wave_of_terror.rules.movement.supply import in_supply
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import EventWatcher


class WaveWatcher(EventWatcher):
    turn = 0

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        super().happened(state, side, events)
        if state is not None and state.turn != self.turn:
            self.turn = state.turn
            self._hungry(state)

    def see(self, event: Event, side: int) -> None:
        if isinstance(event, Moved):
            for unit in event.units:
                self.move(unit, event.path)
        elif isinstance(event, Exited):
            self.add(event.unit, "units exited")
        elif isinstance(event, Advanced):
            self.add(event.units[0], "advances")
        elif isinstance(event, DemolitionTried):
            self.counts[side]["bridges tried"] += 1
            self.counts[side]["bridges blown"] += event.down
        elif isinstance(event, BridgeRepaired):
            self.counts[side]["bridges mended"] += 1

    def _hungry(self, state: Any) -> None:
        """Count units out of supply, once per turn."""
        for unit, cell in enumerate(state.where):
            if cell >= 0 and not in_supply(self.world, state, unit):
                self.counts[self.world.side[unit]]["units out of supply"] += 1
