"""How a side plays, not only whether it wins: counters kept by a watcher that sees orders and events.

A game's watcher is in WATCHERS. A player may keep counters of its own: whatever is in its attribute
`counters` (name -> number) at the end is added to its side's record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from ardennes.kernel.contract import AnyGame, Event, Order


class Watcher(Protocol):
    """Looks on during one game; `counts[side]` is what it has counted."""

    counts: list[Counter[str]]

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        """A legal order is about to be carried out."""
        ...

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        """What came of it; `side` gave the order."""
        ...


class NoWatcher:
    """Counts nothing: for games that have no watcher yet."""

    def __init__(self, game: AnyGame) -> None:
        self.counts: list[Counter[str]] = [Counter() for _ in game.sides]

    def ordered(self, view: Any, side: int, order: Order, why: str) -> None:
        pass

    def happened(self, state: Any, side: int, events: Sequence[Event]) -> None:
        pass


WATCHERS: dict[str, str] = {  # game -> module with `watch`
    "tigers": "ardennes.lab.tigers_behaviour",
    "breakthrough": "ardennes.lab.breakthrough_behaviour",
    "wave_of_terror": "ardennes.lab.wave_of_terror_behaviour",
    "playsheet": "ardennes.lab.playsheet_behaviour",
}


def watcher_for(game: AnyGame) -> Watcher:
    """A new watcher for one game."""
    if game.id not in WATCHERS:
        return NoWatcher(game)
    watcher: Watcher = import_module(WATCHERS[game.id]).watch(game)
    return watcher


def own_counters(player: object) -> dict[str, int]:
    """What a player has counted about itself."""
    counters = getattr(player, "counters", None)
    return {str(name): int(number) for name, number in counters.items()} if counters else {}
