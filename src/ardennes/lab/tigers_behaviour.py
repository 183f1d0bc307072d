"""Behaviour counters of Tigers in the Ardennes."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.events import Advanced, Disrupted, Exited, Moved, StoodFast
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import EventWatcher

DISRUPTED_BY = {"TIA-SUPPLY-7": "units out of supply", "TIA-ROAD-5": "moves ended in road mode"}


class TigersWatcher(EventWatcher):
    def see(self, event: Event, side: int) -> None:
        if isinstance(event, Moved):
            self.move(event.unit, event.path)
        elif isinstance(event, Disrupted) and event.rule in DISRUPTED_BY:
            self.add(event.unit, DISRUPTED_BY[event.rule])
        elif isinstance(event, Exited):
            self.add(event.unit, "quarter divisions exited", event.quarters)
            self.add(event.unit, "units exited")
        elif isinstance(event, Advanced):
            self.add(event.unit, "advances")
        elif isinstance(event, StoodFast):
            self.counts[side]["no retreat orders"] += 1
