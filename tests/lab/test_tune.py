"""Tuning: the search finds the optimum, games give the score, equal seeds give equal weights, errors are
named.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from ardennes import cli
from ardennes.errors import UserError
from ardennes.lab.evolution import Evolution, Point
from ardennes.lab.tune import Told, Tuning, gains, started, tunable, tune, worths
from ardennes.players.search.doctrine import Doctrine, bent
from ardennes.players.toolkit.weights import load_weights

SMALL = Tuning("wave_of_terror", ("skyline",), ("turtle",), ("battle.kill", "battle.loss"), 1)


def top(point: Point) -> float:
    """A hill that is a hundred times as steep in the last direction as in the first."""
    return -sum(10 ** (2 * k / (len(point) - 1)) * (x - 1) ** 2 for k, x in enumerate(point))


def climbed(size: int, generations: int, noise: float = 0.0) -> Evolution:
    evolution, luck = Evolution([0.0] * size, 0.3, Random(1)), Random(2)
    for _ in range(generations):
        points = evolution.ask()
        evolution.tell(points, [top(point) + luck.gauss(0, noise) for point in points])
    return evolution


def test_the_top_of_a_steep_ridge_is_found() -> None:
    result = climbed(8, 150)
    assert top(tuple(result.mean)) > -1e-3
    assert result.step < 0.05
    assert result.variance[0] > 10 * result.variance[-1], "the gentle direction may be gone along faster"


def test_it_climbs_where_games_are_noisy() -> None:
    assert top(tuple(climbed(5, 40, noise=1.0).mean)) > top((0.0,) * 5) / 4


def test_the_greater_the_better_and_only_the_order_counts() -> None:
    a, b = Evolution([0.0] * 3, 0.3, Random(1)), Evolution([0.0] * 3, 0.3, Random(1))
    points = a.ask()
    assert points == b.ask()
    worth = [point[0] for point in points]
    a.tell(points, worth)
    b.tell(points, [1000 * one**3 for one in worth])
    assert a.mean == b.mean
    assert a.mean[0] > fmean(point[0] for point in points)


def test_a_climb_says_what_it_cannot_take() -> None:
    with pytest.raises(ValueError, match="there are no numbers to improve"):
        Evolution([], 0.3, Random(1))
    evolution = Evolution([0.0, 0.0], 0.3, Random(1))
    with pytest.raises(ValueError, match=r"6 points need a value, not 1"):
        evolution.tell(evolution.ask(), [1.0])


def test_what_is_cared_about_can_be_tuned_and_what_is_gone_into_not() -> None:
    names = tunable("tigers", [])
    assert "battle.kill" in names
    assert not [name for name in names if name.startswith("work.")]
    assert tunable("tigers", ["battle.k*", "*.town"]) == ("battle.kill", "german.town", "allied.town")
    with pytest.raises(UserError, match=r"no weight fits 'battel\.\*'; there are: battle\.kill"):
        tunable("tigers", ["battle.*", "battel.*"])


def test_every_candidate_meets_everybody_from_both_sides_on_the_same_seeds() -> None:
    tuning = Tuning("tigers", ("st_vith", "peiper"), ("staff", "rush"), ("battle.kill",), 3)
    met = [bout[1:] for bout in tuning.bouts((2.0,), 70)]
    assert len(met) == len(set(met)) == 2 * 2 * 3 * 2
    assert met == [bout[1:] for bout in tuning.bouts((0.5,), 70)]
    assert {seed for _, _, seed, _ in met} == {70, 71, 72}


@pytest.mark.long
def test_games_judge_and_the_same_seeds_give_the_same_weights() -> None:
    reported: list[Told] = []
    one, *more = tune(SMALL, SMALL.plain, 1, 900, 0.5, 4, 1, reported.append)
    assert not more
    assert [one] == list(tune(SMALL, SMALL.plain, 1, 900, 0.5, 4, 1, reported.append))
    assert reported[0] == reported[1]
    assert reported[0].best >= reported[0].mean
    assert set(SMALL.doctrine(one).factors) == {"battle.kill", "battle.loss"}
    assert all(1 / 8 <= factor <= 8 for factor in one)


@pytest.mark.long
def test_a_staff_that_never_attacks_is_found_worse() -> None:
    timid = Tuning("wave_of_terror", ("skyline",), ("staff",), ("battle.least",), 2)
    lame, plain = worths(timid, [(1e6,), timid.plain], 901, 1)
    assert lame < plain
    (gain,) = gains(timid, (1e6,), 901, 1)
    assert gain.games == 4
    assert gain.worth == pytest.approx(lame - plain)
    assert gain.interval.low <= gain.worth <= gain.interval.high
    assert gain.staff == 2, "the staff against itself wins as often as it loses"
    (same,) = gains(timid, timid.plain, 901, 1)
    assert same.worth == 0


@pytest.mark.long
def test_the_command_writes_a_doctrine_that_can_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned.toml"
    words = "tune wave_of_terror --scenario skyline --against turtle --only battle.k* --generations 1"
    more = f"--games 1 --confirm 2 --workers 1 --seed 910 --out {out}"
    code = cli.run([*words.split(), *more.split()])
    said = capsys.readouterr().out
    assert code == 0
    assert "1 weight, against turtle in skyline" in said
    assert "generation 1: the staff" in said
    assert "On fresh seeds" in said
    text = out.read_text("utf-8")
    assert "# seeds 911 to 912:" in text
    factors = tomllib.loads(text)["tuned"]
    assert list(factors) == ["battle.kill"]
    changed = bent(load_weights("wave_of_terror"), Doctrine("tuned", factors))
    plain = load_weights("wave_of_terror")["battle"]["kill"]
    assert changed["battle"]["kill"] == pytest.approx(plain * factors["battle.kill"])


def test_it_continues_from_a_doctrine() -> None:
    assert started(SMALL, {"battle.loss": 2}) == (1.0, 2.0)
    assert Evolution([0.5, -1.0], 0.3, Random(1)).mean == [0.5, -1.0]
    with pytest.raises(UserError, match=r"names 'german\.town', which is not tuned: battle\.kill"):
        started(SMALL, {"german.town": 1.0})
    with pytest.raises(UserError, match=r"factor of battle\.kill must be between .*, not 9"):
        started(SMALL, {"battle.kill": 9})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot read"),
        ("[tuned", "line 1: invalid TOML"),
        ("[other]", "has no table [tuned] of factors"),
        ("[tuned]\nx = true", "has no table [tuned] of factors"),
    ],
)
def test_a_broken_doctrine_is_named(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "doctrine.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert cli.run(["tune", "tigers", "--from", str(file), "--workers", "1"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["tigres"], "tigers"),
        (["tigers", "--scenario", "st_vit"], "st_vith"),
        (["tigers", "--against", "nobody"], "rush"),
        (["tigers", "--only", "nothing.*"], "battle.kill"),
    ],
)
def test_a_mistake_names_what_is_right(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["tune", *words]) == 2
    assert named in capsys.readouterr().err
