"""What every check of a state needs, and a guard for states that must not change."""

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

TOO_LONG = 10.0  # CPU seconds for one call: far above any budget, so that only a gross mistake is caught
MOMENT = 0.02  # seconds


class Clock:
    """Return this process's CPU time, refreshed only now and then because reading it is slower than most
    calls.
    """

    def __init__(self) -> None:
        self.asked, self.found = -inf, 0.0

    def lately(self) -> float:
        """Return the cached value."""
        now = perf_counter()
        if now - self.asked > MOMENT:
            self.asked, self.found = now, process_time()
        return self.found


@dataclass
class Scene:
    """One state under examination and the tools to examine it."""

    game: AnyGame
    state: Any
    dice: Dice  # options of the match
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
        """Return fair dice, different at each call."""
        return SealedDice(seed_from_number(self.rng.getrandbits(48)))

    def untouched(
        self, what: str, *states: Any, side: int | None = None, order: Order | None = None
    ) -> Untouched:
        """Check that the block changes neither the examined state nor the given ones."""
        return Untouched(self.clock, (self.state, *states), what, side, order)


class Untouched(Blaming):
    """Guard states that a call must not change; the first of them is under examination."""

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
        # A call that returned at once cannot have been slow; reading the CPU time would take longer.
        if perf_counter() - self.began > TOO_LONG and (took := process_time() - self.started) > TOO_LONG:
            raise Found("slow", f"{self.what} takes {took:.1f} s")
        for state, was in zip(self.watched, self.before, strict=True):
            if state.digest() != was:
                which = "the state" if state is self.watched[0] else "the view it was given"
                raise Found("changed-state", f"{self.what} has changed {which}")


def reveals(events: list[Event]) -> bool:
    return any(event.reveals for event in events)
