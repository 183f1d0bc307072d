"""Behaviour counters of Breakthrough in the Ardennes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat import attackers_of
from ardennes.games.breakthrough.rules.events import (
    AttackPlotted,
    BridgeBlown,
    BridgeBuilt,
    BuiltUp,
    Eliminated,
    Exited,
    Fortified,
    Moved,
    SupplyFound,
)
from ardennes.games.breakthrough.rules.orders import End
from ardennes.games.breakthrough.rules.position import stack_at
from ardennes.games.breakthrough.rules.strength import odds_of
from ardennes.games.breakthrough.schema.terms import FIRST_DAY
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.lab.breakthrough_history import measures


class BreakthroughWatcher:
    """Counts from orders and events alone, so that it needs to know nothing about the players."""

    def __init__(self, game: Breakthrough) -> None:
        self._w = game.world
        self.counts: list[Counter[str]] = [Counter(), Counter()]
        self.measures: dict[str, float] = {}  # of the front on some evenings
        self._turn = 0
        self._last_move: dict[str, tuple[str, str]] = {}

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        if not why:
            self.counts[side]["orders without a reason"] += 1
        if isinstance(order, End):
            for target in {plot.target for plot in view.plots}:
                defenders = stack_at(self._w, view, target)
                odds = odds_of(self._w, view, attackers_of(view, target), target, defenders).odds
                self.counts[side]["attacks"] += 1
                if odds < 1:  # by what the attacker sees, trenches and guns of the enemy left out
                    self.counts[side]["attacks below 1:1"] += 1

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        evening = state.turn if state.over else self._turn if state.turn != self._turn else 0
        if evening:
            self.measures |= measures(self._w, state, evening + FIRST_DAY - 1)
        self._turn = state.turn
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Eliminated):
                self._add(event.unit, "units lost")
            elif isinstance(event, Exited):
                self._add(event.unit, "units exited")
                self._add(event.unit, "strength exited", event.strength)
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
