"""Shares, intervals and other statistics, compared with independently computed values."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.charts.intervals import wilson
from ardennes.lab.record import GameRecord, SideRecord
from ardennes.lab.statistics import (
    Tally,
    behaviour,
    half_interval,
    levels,
    pace,
    pairs,
    percentile,
    tally,
    together,
    turn_counts,
)


def game(winner: str, level: str = "a victory", turns: int = 12, **other: Any) -> GameRecord:
    sides = (SideRecord("german", "x", 5, 0, {}), SideRecord("allied", "y", 5, 0, {}))
    return GameRecord(
        other.pop("seed", 1),
        other.pop("swapped", False),
        winner,
        level,
        1,
        other.pop("margin", 0),
        turns,
        10,
        3,
        other.pop("sides", sides),
        **other,
    )


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Values of the closed formula, z = 1.96, as in published tables.
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (95, 100, 0.8882, 0.9785),
        (70, 100, 0.6042, 0.7811),
        (190, 200, 0.9104, 0.9726),
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    result = wilson(wins, games)
    assert result.low == pytest.approx(low, abs=5e-5)
    assert result.high == pytest.approx(high, abs=5e-5)


def test_wilson_knows_nothing_without_games_and_refuses_nonsense() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for wins, games in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="games"):
            wilson(wins, games)


def test_wilson_is_even_handed_and_narrows() -> None:
    for wins in range(11):
        a, b = wilson(wins, 10), wilson(10 - wins, 10)
        assert a.low == pytest.approx(1 - b.high)
        assert a.low <= wins / 10 <= a.high
    assert wilson(500, 1000).high - wilson(500, 1000).low < wilson(5, 10).high - wilson(5, 10).low


def test_percentile_is_a_value_that_occurred() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile(list(range(1, 101)), 0.95) == 95
    assert percentile([7.0], 0.95) == 7.0
    assert percentile([], 0.95) == 0.0


def test_tallies_leave_broken_games_out() -> None:
    records = [game("german"), game("german"), game("allied"), game("draw"), game("", failure="crash")]
    assert tally(records, "german") == (4, 2, 1)
    assert tally(records, "allied") == (4, 1, 1)
    assert tally(records, "german").share == 0.5
    assert together(Tally(4, 2, 1), Tally(2, 2, 0)) == (6, 4, 1)


def test_levels_come_most_frequent_first() -> None:
    records = [game("german", "small"), game("allied", "great"), game("allied", "great"), game("", "none")]
    assert list(levels(records).items()) == [("great", 2), ("small", 1)]
    assert turn_counts([game("german", turns=12), game("german", turns=7), game("allied")]) == {7: 1, 12: 2}


def test_behaviour_is_the_mean_over_games() -> None:
    sides = [SideRecord("german", "x", 1, 2, {"attacks": 4}), SideRecord("german", "x", 1, 0, {})]
    assert behaviour(sides) == {"attacks": 2.0, "repaired refusals": 1.0}
    assert behaviour([]) == {}


def test_pace() -> None:
    sides = [
        SideRecord("german", "x", 1, 0, {}, (0.1, 0.3)),
        SideRecord("german", "x", 1, 0, {}, (0.2, 0.2)),
    ]
    speed = pace(sides)
    assert speed.mean == pytest.approx(0.2)
    assert speed.p95 == speed.slowest == 0.3
    assert pace([]) == (0.0, 0.0, 0.0)


def pair(seed: int, first: tuple[str, int], second: tuple[str, int]) -> list[GameRecord]:
    """Return both games of a seed: (winner, margin of the German), the second with the sides swapped."""
    return [
        game(winner, seed=seed, swapped=swapped, margin=margin)
        for swapped, (winner, margin) in enumerate((first, second))
    ]


def test_pairs_compare_the_same_side_with_the_same_luck() -> None:
    records = [
        *pair(1, ("allied", 900), ("allied", 400)),  # both Germans lost, the first less
        *pair(2, ("draw", 1000), ("german", 950)),  # a win counts more than points
        *pair(3, ("german", 700), ("german", 700)),
        *pair(4, ("german", 700), ("", 0)),  # failed: no pair
        game("german", seed=5, margin=9999),  # stopped before its second half
    ]
    result = pairs(records)
    assert (result.seeds, result.better, result.alike) == (3, (1, 1), 1)
    assert result.lead == pytest.approx((500 + 50 + 0) / 3)
    # Standard deviation of 500, 50, 0 is 275.38; times 1.96 over the root of 3.
    assert result.interval == pytest.approx((183.333 - 311.62, 183.333 + 311.62), abs=0.02)


def test_pairs_of_nothing() -> None:
    assert pairs([])[:3] == (0, (0, 0), 0.0)
    one = pairs(pair(1, ("german", 5), ("allied", 2)))
    assert (one.better, one.lead, one.interval) == ((1, 0), 3.0, (float("-inf"), float("inf")))


def test_few_values_make_a_wide_interval() -> None:
    assert half_interval(1.0, 1) == half_interval(None, 9) == float("inf")
    assert half_interval(1.0, 2) == pytest.approx(12.706 / 2**0.5)
    assert half_interval(1.0, 5) == pytest.approx(2.776 / 5**0.5)
    last, next_ = (half_interval(1.0, values) * values**0.5 for values in (31, 32))
    assert 2.03 < next_ < last < 2.05, "the table goes over into the expansion"
    assert half_interval(1.0, 100_000) * 100_000**0.5 == pytest.approx(1.96, abs=0.001)
