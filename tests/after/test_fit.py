"""How the value models are fitted: the slope is the slope, and a fit finds what is there."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from ardennes.after.value import Models

fit_value: Any = import_module("scripts.fit_value")  # a program, no part of the package
Fit, Row, Rows, Scale = fit_value.Fit, fit_value.Row, fit_value.Rows, fit_value.Scale
fitted, sample_of, slope = fit_value.fitted, fit_value.sample_of, fit_value.slope
SCENARIOS = ("one", "two")


def games(count: int) -> list[Any]:
    """Made-up games: the first number tells who wins, the second tells nothing; two in ten are drawn."""
    rng = Random(3)
    found = []
    for number in range(count):
        lead = rng.gauss(0, 1)
        outcome = 1 if abs(lead) < 0.25 else 2 * int(lead > 0)
        rows = [
            Row(step / 5, 16 + step, True, [lead * step / 5 + rng.gauss(0, 0.4), rng.gauss(0, 1)], [])
            for step in range(5)
        ]
        found.append(Rows(SCENARIOS[number % 2], ("staff", "rush"), outcome, round(10 * lead), rows))
    return found


def test_the_slope_is_that_of_the_loss() -> None:
    x, _, _ = sample_of(games(40), SCENARIOS, None)
    scaled = Scale.of(x).scaled(x)
    fit = Fit.fresh(2, 2, int(x.category.max()))
    rng = Random(1)
    fit.values += np.array([rng.gauss(0, 0.3) for _ in fit.values])
    _, gradient = slope(fit, x, scaled, 0.5)
    for at in range(len(fit.values)):
        losses = []
        for step in (1e-5, -1e-5):
            moved = Fit(fit.values.copy(), fit.width, fit.scenarios, fit.cuts)
            moved.values[at] += step
            losses.append(slope(moved, x, scaled, 0.5)[0])
        assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-3)


def test_a_fit_finds_what_tells() -> None:
    x, _, _ = sample_of(games(120), SCENARIOS, None)
    fit = fitted(x, Scale.of(x).scaled(x), 0.7, Fit.fresh(2, 2, int(x.category.max())), 300)
    early, late = fit.values[:2], fit.values[2:4]
    assert late[0] > 1
    assert late[0] > 3 * abs(late[1])
    assert abs(early[1]) < 0.5


def test_a_game_counts_once_however_long_it_was() -> None:
    x, _, _ = sample_of(games(10), SCENARIOS, None)
    assert x.weight.sum() == pytest.approx(10)
    assert x.of([0, 0, 3]).weight.sum() == pytest.approx(3)


def test_categories_keep_lost_drawn_and_won_in_order() -> None:
    made = games(200)
    by_game, draw, win = fit_value.categories(made)
    for game, category in zip(made, by_game, strict=True):
        assert (category >= draw) == (game.outcome >= 1)
        assert (category >= win) == (game.outcome == 2)


def test_what_is_written_is_read_again() -> None:
    x, draw, win = sample_of(games(30), SCENARIOS, None)
    seen = fit_value.seen_of(x, draw, win, 0.7, 30, 2, 3)
    tested = {"games": 30, "brier": 0.1, "average": 0.2, "doubtful_until": 16}
    model = {
        "name": "Made up", "version": "1", "rules": "1", "scenarios": list(SCENARIOS), "numbers": ["a", "b"],
        "games": 30, "players": "staff 30", "tested": dict.fromkeys(SCENARIOS, tested), "truth": seen,
        "views": [seen | {"refits": []}],
    }  # fmt: skip
    (read,) = msgspec.toml.decode(fit_value.toml_of([model]), type=Models).model
    assert read.truth.curve.late == tuple(seen["curve"]["late"])
    assert len(read.truth.refits) == 3
    assert len(read.views) == 1
