"""What every check of a state needs at hand, and the watch on states that must not change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from ardennes.dice import Dice, SealedDice, seed_from_number
from ardennes.kernel.conformance.mutate import Vocabulary
from ardennes.kernel.conformance.play import blaming
from ardennes.kernel.conformance.report import Found, Level
from ardennes.kernel.contract import AnyGame, Event, Order

TOO_LONG = 10.0  # seconds of this process for one call; far above any budget, so that only folly is caught


@dataclass
class Scene:
    """One state under examination, and the means to do it."""

    game: AnyGame
    state: Any
    dice: Dice  # those of the match
    level: Level
    rng: Random
    done: Counter[str] = field(default_factory=Counter)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    suspects: tuple[tuple[int, Order], ...] = ()  # orders that showed a fault before, tried first

    @property
    def every_side(self) -> range:
        return range(len(self.game.sides))

    def some_dice(self) -> Dice:
        """Fair dice, other ones at each call."""
        return SealedDice(seed_from_number(self.rng.getrandbits(48)))

    @contextmanager
    def untouched(
        self, what: str, *states: Any, side: int | None = None, order: Order | None = None
    ) -> Iterator[None]:
        """Nothing in here may change the state under examination or the given ones."""
        watched = (self.state, *states)
        before = [state.digest() for state in watched]
        started = process_time()
        with blaming(what, side, order):
            yield
            if process_time() - started > TOO_LONG:
                raise Found("slow", f"{what} takes {process_time() - started:.1f} s")
            for state, was in zip(watched, before, strict=True):
                if state.digest() != was:
                    which = "the state" if state is self.state else "the view it was given"
                    raise Found("changed-state", f"{what} has changed {which}")


def told(events: list[Event], side: int) -> list[Event]:
    """What a side gets to know of the events."""
    return [seen for event in events if (seen := event.seen_by(side)) is not None]


def reveals(events: list[Event]) -> bool:
    return any(event.reveals for event in events)
