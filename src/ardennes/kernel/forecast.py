"""Forecasts run `apply` itself over every die, so that a preview cannot disagree with play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ardennes.dice import Dice, every_outcome
from ardennes.kernel.contract import Chance, Event, Rolled

MOST_SEQUENCES = 216  # three dice; an order that rolls more is more than one question


def exact(
    run: Callable[[Dice], Sequence[Event]],
    name: Callable[[Sequence[Event]], str],
    limit: int = MOST_SEQUENCES,
) -> tuple[Chance, ...]:
    """Return all results of the dice; those with the same events, apart from the dice, are merged.

    Empty if no die is rolled; DiceError if there are more sequences than the limit.
    """
    result: dict[tuple[Event, ...], Fraction] = {}
    rolled = False
    for chance, dice, events in every_outcome(run, limit):
        rolled = rolled or bool(dice)
        key = tuple(event for event in events if not isinstance(event, Rolled))
        result[key] = result.get(key, Fraction(0)) + chance
    if not rolled:
        return ()
    return tuple(Chance(chance, name(events), events) for events, chance in result.items())
