"""Ratings by Bradley and Terry: compared with a calculation by hand, and with simulated players."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from ardennes.lab.ratings import SCALE, Game, fit, inverse, rate, rounded

SIDES = ("german", "allied")


def test_an_inverse() -> None:
    assert inverse([[2.0, 1.0], [1.0, 1.0]]) == [[1.0, -1.0], [-1.0, 2.0]]
    assert inverse([[0.0, 2.0], [1.0, 0.0]]) == [[0.0, 1.0], [0.5, 0.0]], "rows exchanged"


def test_the_fit_is_where_its_slope_is_nothing() -> None:
    """One matchup, won 3 of 4: both unknowns change equally, and u solves 3 - 4 / (1 + exp(-2u)) = u /
    prior².
    """
    values, spread = fit([({0: 1.0, 1: -1.0}, 3.0, 4)], [3.0, 3.0])
    u = values[0]
    assert values == [pytest.approx(u), pytest.approx(-u)]
    assert 3 - 4 / (1 + exp(-2 * u)) == pytest.approx(u / 9, abs=1e-6)
    assert 0 < 2 * u < log(3), "towards the share, held back by the prior"
    assert all(spread[i][i] < 9 for i in range(2))


def test_a_star_of_meetings_is_enough() -> None:
    """Everybody has played only the staff: the sides' values follow from all matchups together."""
    games = [g for g in simulated(6000, 8) if "staff" in (g.first, g.second)]
    result = {(r.player, r.side): r for r in rate(games, SIDES)}
    assert all(r.within < 300 for r in result.values())
    assert result["a", "german"].rating > 1500 > result["b", "german"].rating


def simulated(games: int, seed: int) -> list[Game]:
    """The first side is 200 ahead; a is 300 better than the staff as the first, 100 worse as the second."""
    rng = Random(seed)
    strength = {("a", 0): 300, ("a", 1): -100, ("staff", 0): 0, ("staff", 1): 0, ("b", 0): -200, ("b", 1): 50}
    result = []
    for number in range(games):
        first, second = rng.sample(["a", "b", "staff"], 2)
        ahead = strength[first, 0] - strength[second, 1] + 200
        won = rng.random() < 1 / (1 + exp(-ahead / SCALE))
        result.append(Game("campaign", first, second, 0.5 if number % 10 == 0 else float(won)))
    return result


def test_known_strengths_come_out_with_the_staff_at_1500() -> None:
    result = {(r.player, r.side): r for r in rate(simulated(4000, 7), SIDES)}
    assert result["staff", "german"].rating == result["staff", "allied"].rating == 1500
    for name, side, true in (
        ("a", "german", 300),
        ("a", "allied", -100),
        ("b", "german", -200),
        ("b", "allied", 50),
    ):
        one = result[name, side]
        assert abs(one.rating - 1500 - true) < one.within + 40, (
            name,
            side,
        )  # random draws narrow the difference
        assert 10 < one.within < 80
    fewer = {(r.player, r.side): r for r in rate(simulated(100, 7), SIDES)}
    assert fewer["a", "german"].within > 2 * result["a", "german"].within


def test_who_has_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    games = [Game("campaign", "staff", "b", 1.0), Game("campaign", "b", "staff", 0.0)] * 20
    result = {(r.player, r.side): r for r in rate(games, SIDES)}
    assert 500 < result["b", "german"].rating < 1300
    assert result["b", "german"].within > 300
    assert result["b", "german"].games == 20


def test_ratings_are_reported_in_tens() -> None:
    assert [rounded(1494.9), rounded(1495.1), rounded(-3)] == [1490, 1500, 0]
