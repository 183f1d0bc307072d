"""How the value models are fitted: the gradient is correct, and a fit recovers known parameters."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from ardennes.after.value import Curve, Models

fit_value: Any = import_module("scripts.fit_value")  # a program, no part of the package
Family, Row, Rows, Scale = fit_value.Family, fit_value.Row, fit_value.Rows, fit_value.Scale
SCENARIOS = ["one", "two"]
PAIRS = (("staff", "staff"), ("rush", "staff"), ("staff", "rush"))
RUSH = 1.2  # how much worse than the staff it plays


def games(count: int) -> list[Any]:
    """Artificial games: the first feature decides the winner, the second is irrelevant; some are drawn. The
    players' strengths affect only the end.
    """
    rng = Random(3)
    result = []
    for number in range(count):
        pair = PAIRS[number % 3]
        lead = rng.gauss(0, 1)
        end = lead + RUSH * ((pair[1] == "rush") - (pair[0] == "rush"))
        outcome = 1 if abs(end) < 0.25 else 2 * int(end > 0)
        rows = []
        for step in range(5):
            visible = lead + (end - lead) * step / 5
            rows.append(Row(step / 5, 16 + step, True, [visible + rng.gauss(0, 0.4), rng.gauss(0, 1)], []))
        result.append(Rows(SCENARIOS[number % 2], pair, outcome, round(10 * end), rows))
    return result


def mirrored(game: Any) -> Any:
    rows = [Row(row.elapsed, row.day, True, [-n for n in row.numbers], []) for row in game.rows]
    return Rows(game.scenario, game.players[::-1], 2 - game.outcome, -game.margin, rows)


def family(made: list[Any]) -> Any:
    return Family("Made up", SCENARIOS, made, (["rush"], ["rush"]))


def task_of(made: list[Any], penalty: float = 0.5) -> tuple[Any, Any]:
    of = family(made)
    x = of.sample(None)
    head = np.zeros(of.form(x).head)
    task, start = fit_value.task_of(of, x, Scale.of(x), head, penalty)
    return task, start


def test_the_slope_is_that_of_the_loss() -> None:
    task, start = task_of(games(40))
    rng = Random(1)
    values = start + np.array([rng.gauss(0, 0.3) for _ in start])
    _, gradient = task.slope(values)
    for at in range(len(values)):
        losses = []
        for step in (1e-5, -1e-5):
            moved = values.copy()
            moved[at] += step
            losses.append(task.slope(moved)[0])
        assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-3)


def test_a_fit_finds_what_tells_and_who_plays_worse() -> None:
    task, start = task_of(games(240), 0.7)
    early, late, german, other, *_ = task.form.parts(task.fitted(start, 300))
    assert late[0] > 1
    assert late[0] > 3 * abs(late[1])
    assert abs(early[1]) < 0.5
    assert german[0] < -0.5
    assert other[0] > 0.5


def test_mirror_games_make_a_mirror_model() -> None:
    """Fitted on games and their mirror images, a model gives mirror positions mirror chances."""
    made = games(60)
    of = family([*made, *map(mirrored, made)])
    x = of.sample(None)
    visible = fit_value.seen_of(of, x, np.zeros(of.form(x).head), 0.7, 0)
    curve = msgspec.convert(visible["curve"], type=Curve)
    for numbers in ([1.0, -0.5], [-2.0, 0.3]):
        for elapsed in (0.0, 0.5, 1.0):
            for who in ((None, None), (0, None)):
                win, draw = curve.chances(numbers, elapsed, 0, who)
                lost, drawn = curve.chances([-n for n in numbers], elapsed, 0, who[::-1])
                assert lost == pytest.approx(1 - win - draw, abs=0.01)
                assert drawn == pytest.approx(draw, abs=0.01)


def test_a_pairing_that_is_rare_keeps_near_what_the_game_shares() -> None:
    """Two games of a weak player change its strength less than a hundred do."""
    strengths = []
    for rare in (2, 100):
        made = games(300)
        of = family(
            [g for g in made if g.players[0] == "staff"] + [g for g in made if g.players[0] != "staff"][:rare]
        )
        x = of.sample(None)
        task, start = fit_value.task_of(of, x, Scale.of(x), np.zeros(of.form(x).head), 3.0)
        strengths.append(task.form.parts(task.fitted(start, 200))[2][0])
    few, many = strengths
    assert many < few < 0.05


def test_games_that_are_predicted_were_not_fitted_on() -> None:
    """If a game's own result leaked into its forecast, reversing the result would change the forecast."""
    made = games(60)
    said = []
    for turned in (False, True):
        mine = list(made)
        one = family(made).folds[0][0]
        if turned:
            mine[one] = Rows(
                mine[one].scenario,
                mine[one].players,
                2 - mine[one].outcome,
                -mine[one].margin,
                mine[one].rows,
            )
        of = family(mine)
        x = of.sample(None)
        held = fit_value.cross([of], [x])[0][fit_value.PENALTIES[0]]
        said.append(held.win[x.game == one])
    assert said[0] == pytest.approx(said[1])


def test_a_game_counts_once_however_long_it_was() -> None:
    x = family(games(10)).sample(None)
    assert x.weight.sum() == pytest.approx(10)
    assert x.of([0, 0, 3]).weight.sum() == pytest.approx(3)


def test_categories_keep_lost_drawn_and_won_in_order() -> None:
    made = games(200)
    by_game, draw, win = fit_value.categories(made)
    for game, category in zip(made, by_game, strict=True):
        assert (category >= draw) == (game.outcome >= 1)
        assert (category >= win) == (game.outcome == 2)


def test_what_is_written_is_read_again() -> None:
    of = family(games(30))
    x = of.sample(None)
    visible = fit_value.seen_of(of, x, np.zeros(of.form(x).head), 0.7, 3)
    tested = {"games": 30, "brier": 0.1, "average": 0.2, "doubtful_until": 16}
    model = {
        "name": "Made up", "version": "1", "rules": "1", "scenarios": SCENARIOS, "numbers": ["a", "b"],
        "games": 30, "players": "staff 30", "germans": ["rush"], "others": ["rush"],
        "tested": dict.fromkeys(SCENARIOS, tested), "truth": visible, "views": [visible | {"refits": []}],
    }  # fmt: skip
    (read,) = msgspec.toml.decode(fit_value.toml_of([model]), type=Models).model
    assert read.truth.curve.late == tuple(visible["curve"]["late"])
    assert read.truth.curve.german == tuple(visible["curve"]["german"])
    assert len(read.truth.refits) == 3
    assert len(read.views) == 1
