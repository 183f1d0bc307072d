"""Luck is exact in a game small enough to compute by hand, and marked if it is sampled."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, cast

import msgspec
import pytest

from ardennes.after.luck import BINS, REDRAWS, Cast, Outcome, counted_in_bins, rarity, redrawn
from ardennes.after.luck import cast as thrown
from ardennes.after.value import Chances
from ardennes.dice import Dice, ScriptedDice, roll_percent
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.players.search.playout import dice_of

ROUNDS, NEEDED, FACE = 3, 2, 5


class Storm(Order, frozen=True, tag="storm"):
    """Roll this many dice at once; each that shows 5 or more takes a wall."""

    dice: int = 1


class Bribe(Order, frozen=True, tag="bribe"):
    """The gate is opened with a chance of 40 percent."""


class Siege(msgspec.Struct):
    """Two walls taken in three rounds win the town."""

    rounds: int = ROUNDS
    taken: int = 0

    def clone(self) -> Siege:
        return Siege(self.rounds, self.taken)


class Town:
    """A game of pure chance: only `apply` is needed."""

    def apply(self, s: Siege, side: int, order: Order, dice: Dice) -> list[Event]:
        if isinstance(order, Bribe):
            s.taken += NEEDED * (roll_percent(dice, 0, "bribe", 40) <= 40)
        elif isinstance(order, Storm):
            s.taken += sum(dice.roll(n, f"wall {n}") >= FACE for n in range(order.dice))
        s.rounds -= 1
        return []


GAME = cast(AnyGame, Town())


@cache
def exact(rounds: int, taken: int) -> Fraction:
    """The chance of taking the town, computed by hand: a wall falls with 2 in 6."""
    if taken >= NEEDED:
        return Fraction(1)
    if not rounds:
        return Fraction(0)
    falls = Fraction(2, 6)
    return falls * exact(rounds - 1, taken + 1) + (1 - falls) * exact(rounds - 1, taken)


def value(s: Siege) -> Chances:
    return Chances(float(exact(s.rounds, s.taken)), 0.0)


def one(s: Siege, order: Order, dice: Dice, samples: int = 64) -> tuple[Cast, Siege]:
    result, after = thrown(GAME, s, 0, order, dice, value, lambda n: dice_of("test", n), samples)
    return result, after


def whole_sieges() -> Iterator[tuple[float, float]]:
    """Return (luck, result) of every result of three dice."""
    for faces in product(range(1, 7), repeat=ROUNDS):
        s, luck, dice = Siege(), 0.0, ScriptedDice(faces)
        for _ in faces:
            result, s = one(s, Storm(), dice)
            assert result.exact
            luck += result.gain
        yield luck, float(s.taken >= NEEDED)


def test_luck_is_the_result_less_what_was_to_be_expected() -> None:
    """Nobody decides anything, so the whole difference is luck."""
    expected = float(exact(ROUNDS, 0))
    assert exact(ROUNDS, 0) == Fraction(7, 27)
    results = list(whole_sieges())
    assert len(results) == 216
    for luck, result in results:
        assert luck == pytest.approx(result - expected, abs=1e-12)
    assert sum(luck for luck, _ in results) == pytest.approx(0, abs=1e-9)


def test_a_throw_that_decides_nothing_is_no_luck() -> None:
    result, _ = one(Siege(rounds=2, taken=NEEDED), Storm(), ScriptedDice([6]))
    assert (result.gain, result.often(1), result.often(-1)) == pytest.approx((0, 1, 1))


def test_how_often_a_throw_does_as_well() -> None:
    result, _ = one(Siege(), Storm(), ScriptedDice([5]))
    assert result.often(1) == pytest.approx(2 / 6)
    assert result.often(-1) == pytest.approx(1)


def test_a_die_of_a_hundred_that_happens_or_not_is_played_both_ways() -> None:
    result, _ = one(Siege(), Bribe(), ScriptedDice([41]))
    assert result.exact
    assert len(result.outcomes) == 2
    assert result.mean.win == pytest.approx(0.4 + 0.6 * float(exact(2, 0)))


def test_too_many_dice_are_drawn_and_marked() -> None:
    """Four dice fall in 1,296 ways."""
    many = Storm(4)
    result, after = one(Siege(), many, ScriptedDice([6, 6, 1, 1]))
    assert not result.exact
    assert (len(result.outcomes), after.taken) == (64, 2)
    assert 0 < result.error < 0.1
    mean = sum(
        float(exact(2, min(NEEDED, sum(face >= FACE for face in faces)))) / 6**4
        for faces in product(range(1, 7), repeat=4)
    )
    assert abs(result.mean.win - mean) < 4 * result.error
    assert one(Siege(), many, ScriptedDice([6, 6, 1, 1]))[0] == result  # the same samples again


def test_a_drawn_throw_that_no_sample_equals_is_one_of_those_and_itself() -> None:
    """Sixteen samples that are all worse prove only 1 in 17."""
    samples = tuple(Outcome(1 / 16, Chances(0.2, 0.0)) for _ in range(16))
    assert Cast(Chances(0.9, 0.0), samples, False).often(1) == pytest.approx(1 / 17)
    assert Cast(Chances(0.9, 0.0), samples, True).often(1) == 0


def test_fewer_ways_than_the_dice_have_are_drawn() -> None:
    """The light account limits the outcomes it plays of a game in which one roll is a whole turn."""
    result, _ = thrown(GAME, Siege(), 0, Storm(2), ScriptedDice([6, 1]), value, lambda n: dice_of(n), 8, 35)
    assert not result.exact
    assert len(result.outcomes) == 8
    result, _ = thrown(GAME, Siege(), 0, Storm(2), ScriptedDice([6, 1]), value, lambda n: dice_of(n), 8, 36)
    assert result.exact


def coin(came: float) -> Cast:
    return Cast(Chances(came, 0.0), (Outcome(0.5, Chances(0.4, 0.0)), Outcome(0.5, Chances(0.6, 0.0))), True)


@pytest.mark.parametrize(("lucky", "share"), [(4, 1 / 16), (3, 5 / 16), (0, 1 / 16)])
def test_how_rare_the_luck_of_a_match_is(lucky: int, share: float) -> None:
    """Return the chance that four coins are as lucky, or as unlucky, as these."""
    casts = [coin(0.6)] * lucky + [coin(0.4)] * (4 - lucky)
    total = sum(one.gain for one in casts)
    assert rarity(redrawn(casts, Random(1)), total) == pytest.approx(share, abs=0.02)


def test_many_small_throws_are_redrawn_together() -> None:
    casts: list[Any] = [coin(0.6)] * 110 + [coin(0.4)] * 90
    total = sum(one.gain for one in casts)
    assert rarity(redrawn(casts, Random(1)), total) == pytest.approx(
        0.09, abs=0.02
    )  # a fair coin 110 times of 200


def test_redraws_are_counted_in_equal_stretches() -> None:
    assert counted_in_bins([-1.0, 0.0, 0.01, 1.0], 1.0) == (1, *[0] * 11, 2, *[0] * 11, 1)
    sums = redrawn([], Random(1))  # no dice, no luck
    assert sums == [0.0] * REDRAWS
    assert sum(counted_in_bins(sums, 1.0)) == REDRAWS
    assert len(counted_in_bins(sums, 1.0)) == BINS
