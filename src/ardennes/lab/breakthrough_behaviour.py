"""Behaviour counters of Breakthrough in the Ardennes."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.events import (
    AttackPlotted,
    BridgeBlown,
    BridgeBuilt,
    BuiltUp,
    Exited,
    Fortified,
    Moved,
    SupplyFound,
)
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import EventWatcher

COUNTED: dict[type[Event], str] = {
    Exited: "units exited",
    Fortified: "levels dug",
    AttackPlotted: "units in attacks",
    BuiltUp: "divisions built up",
    BridgeBuilt: "bridges built",
}


class BreakthroughWatcher(EventWatcher):
    def see(self, event: Event, side: int) -> None:
        if isinstance(event, Moved):
            self.move(event.unit, event.path)
        elif isinstance(event, Exited | Fortified | AttackPlotted | BuiltUp | BridgeBuilt):
            self.add(event.unit, COUNTED[type(event)])
        elif isinstance(event, BridgeBlown) and event.down:
            self.add(event.unit, "bridges blown")
        elif isinstance(event, SupplyFound):
            self.counts[event.owner]["units out of supply"] += len(event.unsupplied) + len(event.isolated)
