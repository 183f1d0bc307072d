"""What every check of a state needs at hand, and the watch on states that must not change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import perf_counter, process_time
from typing import Any

from ardennes.dice import Dice, SealedDice, seed_from_number
from ardennes.kernel.conformance.mutate import Vocabulary
from ardennes.kernel.conformance.play import Blaming
from ardennes.kernel.conformance.report import Found, Level
from ardennes.kernel.contract import AnyGame, Event, Order

TOO_LONG = 10.0  # seconds of this process for one call; far above any budget, so that only folly is caught
MOMENT = 0.02  # seconds


class Clock:
    """The time of this process, asked for only now and then: it takes longer than most calls do."""

    def __init__(self) -> None:
        self.asked, self.found = -inf, 0.0

    def lately(self) -> float:
        """As it was a moment ago."""
        now = perf_counter()
        if now - self.asked > MOMENT:
            self.asked, self.found = now, process_time()
        return self.found


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
    clock: Clock = field(default_factory=Clock)

    @property
    def every_side(self) -> range:
        return range(len(self.game.sides))

    def some_dice(self) -> Dice:
        """Fair dice, other ones at each call."""
        return SealedDice(seed_from_number(self.rng.getrandbits(48)))

    def untouched(
        self, what: str, *states: Any, side: int | None = None, order: Order | None = None
    ) -> Untouched:
        """Nothing in here may change the state under examination or the given ones."""
        return Untouched(self.clock, (self.state, *states), what, side, order)


class Untouched(Blaming):
    """The watch on states that a call must leave alone, the first of them under examination."""

    def __init__(
        self, clock: Clock, watched: Sequence[Any], what: str, side: int | None, order: Order | None
    ) -> None:
        super().__init__(what, side, order)
        self.clock, self.watched = clock, watched

    def __enter__(self) -> None:
        self.before = [state.digest() for state in self.watched]
        self.began, self.started = perf_counter(), self.clock.lately()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            return super().__exit__(kind, error, trace)
        try:
            self.look()
        except Exception as found:
            super().__exit__(kind, found, trace)
            raise

    def look(self) -> None:
        # A call that was over in a moment has not taken long; to ask for the process's time takes longer.
        if perf_counter() - self.began > TOO_LONG and (took := process_time() - self.started) > TOO_LONG:
            raise Found("slow", f"{self.what} takes {took:.1f} s")
        for state, was in zip(self.watched, self.before, strict=True):
            if state.digest() != was:
                which = "the state" if state is self.watched[0] else "the view it was given"
                raise Found("changed-state", f"{self.what} has changed {which}")


def reveals(events: list[Event]) -> bool:
    return any(event.reveals for event in events)
