"""Behaviour counters of the operational playsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.games.playsheet.rules.model.events import (
    AirLost,
    BridgeBlown,
    Fought,
    Halted,
    Issued,
    Lapsed,
    Left,
    OutOfSupply,
    Recovered,
    Sighted,
    Stepped,
)
from ardennes.games.playsheet.rules.model.orders import Attack, Fly, Prepare
from ardennes.games.playsheet.schema.sheet import BADLY_BEATEN, RESULTS
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.lab.behaviour import EventWatcher

COUNTED: dict[type[Event], str] = {
    Lapsed: "orders lapsed",
    Halted: "moves stopped",
    Left: "units exited",
    Sighted: "reports received",
    Recovered: "steps recovered",
    BridgeBlown: "bridges known blown",
}


class PlaysheetWatcher(EventWatcher):
    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._came_from: dict[str, tuple[str, ...]] = {}  # by unit: the hexes of its last two moves

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        super().ordered(view, side, order, why)
        counts = self.counts[side]
        if isinstance(order, Attack):
            counts["units in attacks"] += 1
        elif isinstance(order, Prepare):
            counts["units preparing"] += 1
        elif isinstance(order, Fly):
            counts["squadrons sent"] += len(order.squadrons)

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        ends: dict[str, tuple[int, str]] = {}
        for event in events:
            to = getattr(event, "to", -1)
            if type(event) in COUNTED:
                self.counts[to][COUNTED[type(event)]] += 1
            elif isinstance(event, Fought) and event.attacking:
                self.counts[to]["attacks badly beaten"] += event.result == RESULTS[BADLY_BEATEN]
            elif isinstance(event, Issued | OutOfSupply):
                self.counts[to]["units out of supply"] += len(
                    event.out if isinstance(event, Issued) else event.units
                )
            elif isinstance(event, AirLost) and event.lost:
                self.counts[to]["squadrons lost"] += 1
            elif isinstance(event, Stepped) and event.how == "move":
                ends[event.unit] = (to, event.hex)
        for unit, (owner, cell) in ends.items():
            self._moved(unit, owner, cell)

    def _moved(self, unit: str, owner: int, cell: str) -> None:
        """Count a turn's move; one that ends where the move before the last did goes back and forth."""
        before = self._came_from.get(unit, ())
        self.counts[owner]["moves"] += 1
        if len(before) > 1 and before[-2] == cell:
            self.counts[owner]["moves back and forth"] += 1
        self._came_from[unit] = (*before[-1:], cell)
