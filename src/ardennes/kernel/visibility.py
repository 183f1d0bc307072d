"""What a reader may know: the only module that hides events from a side, a spectator or a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ardennes.kernel.contract import AnyGame, Event

Reader = int | None  # a side, None for a spectator, or EVERYTHING
EVERYTHING = -1  # the reader of a finished match, from whom nothing is hidden


def visible_event(game: AnyGame, event: Event, reader: Reader) -> Event | None:
    """Return the event as the reader may know it; a spectator knows what every side may know."""
    if reader == EVERYTHING:
        return event
    visible: Event | None = event
    for side in range(len(game.sides)) if reader is None else (reader,):
        visible = visible.seen_by(side) if visible is not None else None
    return visible


def visible_events(game: AnyGame, events: Iterable[Event], reader: Reader) -> list[Event]:
    """Return the events that the reader may know of, each as the reader may know it."""
    visible = (visible_event(game, event, reader) for event in events)
    return [event for event in visible if event is not None]


def visible_state(game: AnyGame, state: Any, reader: Reader) -> Any:
    """Return the position as the reader may know it."""
    return state if reader == EVERYTHING else game.view(state, reader)


def hides(game: AnyGame, state: Any, reader: int | None) -> bool:
    """Return whether the state contains anything that the side (None: a spectator) may not know."""
    return bool(game.view(state, reader).digest() != state.digest())
