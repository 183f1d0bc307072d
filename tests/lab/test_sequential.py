"""The sequential tests: worked examples, error rates over simulated players, the intervals."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest

from ardennes.charts.intervals import wilson
from ardennes.lab.sequential import (
    POINTS,
    Bounds,
    Contest,
    lead_ratio,
    likeliest,
    points_ratio,
    share_interval,
    share_of,
)

QUICK = Bounds(share=0.65, lead=0.6)


def test_walds_bounds() -> None:
    # alpha 0.05 shared by two tests, beta 0.05: log(0.95 / 0.025) and log(0.05 / 0.975)
    assert Bounds().accept == pytest.approx(3.6376, abs=1e-4)
    assert Bounds().reject == pytest.approx(-2.9704, abs=1e-4)


def test_the_likeliest_distribution_has_the_mean_and_is_likelier_than_its_neighbours() -> None:
    counts = [3.0, 5.0, 20.0, 9.0, 6.0]
    result = likeliest(counts, 0.5)
    assert sum(result) == pytest.approx(1)
    assert sum(p * v for p, v in zip(result, POINTS, strict=True)) == pytest.approx(0.5)

    def likelihood(p: list[float]) -> float:
        return sum(n * log(q) for n, q in zip(counts, p, strict=True))

    # Moves that keep the sum and the mean: (1, -2, 1, 0, 0) and (0, 1, -2, 1, 0).
    for move in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        for size in (-1e-3, 1e-3):
            other = [p + size * m for p, m in zip(result, move, strict=True)]
            assert likelihood(other) < likelihood(result)


def test_pairs_won_or_lost_outright_are_a_plain_sequential_test() -> None:
    """With only 0 and 1 it is Wald's test of a share: wins log(0.6/0.5), losses log(0.4/0.5)."""
    exact = 30 * log(0.6 / 0.5) + 20 * log(0.4 / 0.5)
    assert points_ratio([20, 0, 0, 0, 30], 0.6) == pytest.approx(exact, abs=0.01)
    assert points_ratio([0] * 5, 0.6) == 0


def test_even_pairs_speak_against_a_better_player() -> None:
    assert points_ratio([0, 0, 40, 0, 0], 0.55) < 0
    assert points_ratio([5, 5, 10, 5, 5], 0.55) == pytest.approx(-points_ratio([5, 5, 10, 5, 5], 0.45), abs=2)


def test_leads_by_hand() -> None:
    """Mean 1 and mean square 2: at 0.5 deviations the likeliest deviation solves d² + d/2 - 2 = 0."""
    leads = [0.0, 2.0] * 8
    deviation = (-0.5 + (0.25 + 8) ** 0.5) / 2
    ahead = log(deviation) + sum((x - 0.5 * deviation) ** 2 for x in (0, 2)) / (4 * deviation**2)
    even = log(2**0.5) + 0.5
    assert lead_ratio(leads, 0.5) == pytest.approx(16 * (even - ahead))
    assert lead_ratio([x * 1000 for x in leads], 0.5) == pytest.approx(lead_ratio(leads, 0.5)), "any scale"
    assert lead_ratio(leads[:4], 0.5) == 0, "too few"
    assert lead_ratio([0.0] * 50, 0.5) < QUICK.reject, "players that do alike"


def simulate(share: float, ahead: float, contests: int, seed: int) -> Counter[str]:
    """Contests between players whose true strength is known."""
    rng, weights = Random(seed), likeliest([10, 20, 40, 20, 10], share)
    result: Counter[str] = Counter()
    for _ in range(contests):
        contest = Contest(QUICK)
        while contest.decision == "open" and contest.pairs < 120:
            contest.add(rng.choices(POINTS, weights)[0], rng.gauss(ahead, 1.0))
        result[contest.decision] += 1
    return result


@pytest.mark.long
def test_the_error_rates_are_those_promised() -> None:
    """Of 200 contests 5 % are 10; 21 or more would happen once in a thousand times."""
    assert simulate(0.5, 0.0, 200, seed=1)["better"] <= 20
    assert simulate(0.65, 0.6, 200, seed=2)["better"] >= 180
    assert simulate(0.35, -0.6, 100, seed=3)["better"] == 0


def test_either_measure_may_show_who_is_better() -> None:
    """One side always wins, so every pair is even: only the lead differs."""
    contest, rng = Contest(QUICK), Random(4)
    while contest.decision == "open" and contest.pairs < 100:
        contest.add(0.5, rng.gauss(1.0, 1.0))
    assert (contest.decision, contest.by_lead) == ("better", "better")
    assert contest.by_points != "better"


def test_a_decision_stands() -> None:
    contest = Contest(QUICK)
    while contest.by_points == "open":
        contest.add(1.0, 0.0)
    for _ in range(100):
        contest.add(0.0, 0.0)
    assert contest.by_points == "better"


def test_the_interval_of_plain_wins_is_that_of_agresti_and_coull() -> None:
    """Centred like Wilson's and a little wider."""
    result, exact = share_interval([30, 0, 0, 0, 70]), wilson(70, 100)
    assert (result.low + result.high) / 2 == pytest.approx((exact.low + exact.high) / 2, abs=1e-9)
    assert exact.low - 0.005 < result.low < exact.low
    assert share_interval([0, 0, 0, 0, 20]).low == pytest.approx(0.81, abs=0.01)
    assert share_interval([0, 0, 100, 0, 0]).high - 0.5 < 0.03, "pairs that differ little say more"
    assert share_of([1, 0, 0, 0, 3]) == 0.75
