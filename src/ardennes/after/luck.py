"""Luck, measured as in backgammon: what the dice of an order brought beside the mean over all its dice.

The order is carried out again on a copy of the position, once for every way its dice may fall where those are
few, else with drawn dice, and each outcome is valued. A throw that decides nothing is worth nothing, whatever
its faces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod, sqrt
from random import Random
from typing import Any, NamedTuple

from ardennes.after.value import Chances
from ardennes.dice import BattleDice, Dice, DiceError, every_outcome
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.forecast import MOST_SEQUENCES

REDRAWS = 10_000
BINS = 25  # of the redraws, as the report shows them
SINGLY = 100  # throws of the widest spread that are redrawn one by one; the rest together
HUNDRED = 100  # sides of a die that stands for a chance: it happens or not
Valued = Callable[[Any], Chances]
DiceOf = Callable[[int], BattleDice]


class Outcome(NamedTuple):
    chance: float
    value: Chances


class Cast(NamedTuple):
    """The dice of an order: what came, and all that may have come."""

    came: Chances
    outcomes: tuple[Outcome, ...]
    exact: bool

    @property
    def mean(self) -> Chances:
        return Chances(
            sum(o.chance * o.value.win for o in self.outcomes),
            sum(o.chance * o.value.draw for o in self.outcomes),
        )

    @property
    def gain(self) -> float:
        """Of the first side."""
        return self.came.worth - self.mean.worth

    @property
    def variance(self) -> float:
        mean = self.mean.worth
        return sum(o.chance * (o.value.worth - mean) ** 2 for o in self.outcomes)

    @property
    def error(self) -> float:
        """Standard error of the mean: of drawn dice only."""
        return 0.0 if self.exact else sqrt(self.variance / max(1, len(self.outcomes) - 1))

    def often(self, sign: int) -> float:
        """The share of throws that do as well or better for the first side (sign 1) or the second (-1)."""
        came = sign * self.came.worth
        share = sum(o.chance for o in self.outcomes if sign * o.value.worth >= came - 1e-9)
        if not self.exact:  # what came is one more drawn throw
            share = (len(self.outcomes) * share + 1) / (len(self.outcomes) + 1)
        return min(1.0, share)


class _Shape:
    """Dice that pass on and count in how many ways they may fall."""

    def __init__(self, dice: Dice) -> None:
        self._dice, self.sides = dice, list[int]()

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        self.sides.append(2 if sides == HUNDRED else sides)
        return self._dice.roll(index, key, sides)


def cast(
    game: AnyGame,
    before: Any,
    side: int,
    order: Order,
    dice: Dice,
    value: Valued,
    drawn: DiceOf,
    samples: int,
    ways: int = MOST_SEQUENCES,
) -> tuple[Cast, Any]:
    """The dice of an order given in a position, and the position after it; exact up to so many ways."""

    def run(thrown: Dice) -> Any:
        after = before.clone()
        game.apply(after, side, order, thrown)
        return after

    shape = _Shape(dice)
    after = run(shape)
    came = value(after)
    if prod(shape.sides) <= ways:
        try:
            result = every_outcome(lambda thrown: value(run(thrown)), ways)
            return Cast(came, tuple(Outcome(float(chance), v) for chance, _, v in result), True), after
        except DiceError:  # other faces lead to more dice
            pass
    tried = [Outcome(1 / samples, value(run(drawn(number)))) for number in range(samples)]
    return Cast(came, tuple(tried), False), after


def redrawn(casts: Sequence[Cast], rng: Random) -> list[float]:
    """What these throws bring the first side, thrown again and again."""
    sums = [0.0] * REDRAWS
    wide = sorted(casts, key=lambda one: -one.variance)
    for one in wide[:SINGLY]:
        if one.variance:
            mean = one.mean.worth
            values = [o.value.worth - mean for o in one.outcomes]
            drawn = rng.choices(values, [o.chance for o in one.outcomes], k=REDRAWS)
            sums = [a + b for a, b in zip(sums, drawn, strict=True)]
    rest = sqrt(sum(one.variance for one in wide[SINGLY:]))
    if rest:
        sums = [a + rng.gauss(0.0, rest) for a in sums]
    return sums


def rarity(sums: Sequence[float], total: float) -> float:
    """The share of redraws at least as lucky, or unlucky, for the first side as the throws were; the throws
    themselves count as one of them, since what happened cannot have a chance of nothing."""
    sign = 1 if total >= 0 else -1
    return (1 + sum(sign * a >= sign * total - 1e-9 for a in sums)) / (1 + len(sums))


def counted_in_bins(sums: Sequence[float], reach: float) -> tuple[int, ...]:
    """How many of them lie in each of BINS equal stretches from -reach to reach."""
    counts = [0] * BINS
    for one in sums:
        counts[min(BINS - 1, max(0, int((one + reach) / (2 * reach) * BINS)))] += 1
    return tuple(counts)
