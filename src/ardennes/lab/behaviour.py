"""Measure how a side plays, not only whether it wins.

A watcher sees orders and events and counts. A game's kit names its watcher; losses and attacks come from the
measures, the same in every game. A player may have counters too: everything in its attribute `counters` (name
-> number) at the end is added to its side's record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol, cast

from ardennes.games import GAMES, kit_of
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.kernel.kit import part
from ardennes.kernel.measures import Measures


class Watcher(Protocol):
    """Observe one game; `counts[side]` has the counters."""

    counts: list[Counter[str]]

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        """Observe a legal order before it is carried out."""
        ...

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        """Observe the events of an order; `side` gave it."""
        ...


class NoWatcher:
    """Count nothing: for games without a watcher."""

    def __init__(self, game: AnyGame) -> None:
        self.counts: list[Counter[str]] = [Counter() for _ in game.sides]

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        pass

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        pass


class EventWatcher:
    """Count from orders and events alone, without knowledge of the players."""

    def __init__(self, game: AnyGame) -> None:
        self.world = cast(Any, game).world
        self.counts: list[Counter[str]] = [Counter() for _ in game.sides]
        self._last_move: dict[str, tuple[str, str]] = {}

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        if not why:
            self.counts[side]["orders without a reason"] += 1

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        for event in events:
            self.see(event, side)

    def see(self, event: Event, side: int) -> None:
        """Observe one event; `side` gave the order."""
        raise NotImplementedError

    def add(self, unit: str, what: str, number: int = 1) -> None:
        self.counts[self.world.side[self.world.by_id[unit]]][what] += number

    def move(self, unit: str, path: Sequence[str]) -> None:
        """Count a move that ends where the unit's last move began: it goes back and forth."""
        self.add(unit, "moves")
        if len(path) > 1 and self._last_move.get(unit) == (path[-1], path[0]):
            self.add(unit, "moves back and forth")
        self._last_move[unit] = (path[0], path[-1])


def watcher_for(game: AnyGame) -> Watcher:
    """Make a watcher for one game."""
    where = kit_of(game.id).watcher if game.id in GAMES else ""
    watcher: Watcher = part(where)(game) if where else NoWatcher(game)
    return watcher


def measured_counts(measures: Measures, side: int) -> Counter[str]:
    """Return how a side played, from the measures that every game has."""
    counts: Counter[str] = Counter()
    for row in measures.turns:
        if row.side == side:
            counts["strength lost"] += sum(row.lost.values())
            counts["strength exited"] += row.exited
            counts["units lost"] += row.units_lost
    for battle in measures.battles:
        if battle.side == side:
            counts["attacks"] += 1
            counts["attacks below 1:1"] += battle.below_even
            counts["hexes taken"] += battle.taken
    return counts


def own_counters(player: object) -> dict[str, int]:
    """Return the counters of a player."""
    counters = getattr(player, "counters", None)
    return {str(name): int(number) for name, number in counters.items()} if counters else {}
