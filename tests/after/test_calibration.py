"""The models' forecasts for unseen games, compared with the results: within 5 points in every pairing.

`scripts/fit_value.py fit` writes the table (docs/results/value_models/held_out.csv): a line per game,
predicted by models that were fitted without it.
"""

from __future__ import annotations

import csv
from collections import Counter
from importlib import import_module
from typing import Any

import msgspec
import pytest

from ardennes.after.value import models_of
from ardennes.games import GAMES

fit_value: Any = import_module("scripts.fit_value")  # a program, not part of the package
Foretold, Reliable = fit_value.Foretold, fit_value.Reliable
PAIRS = list(dict.fromkeys(fit_value.CYCLE))
CLOSE = 0.05
SHOWN = 0.06  # half of a 95 % interval: if it is wider, there are too few games to judge
FEWEST = 80  # games of a pairing
ENOUGH = 12  # minimum games of a pairing in one rulebook


def rows(name: str, kind: type[Any]) -> list[Any]:
    with (fit_value.TABLES / name).open(encoding="utf-8", newline="") as file:
        plain = [{key: cell or None for key, cell in row.items()} for row in csv.DictReader(file)]
    return [msgspec.convert(row, type=kind, strict=False) for row in plain]


GAMES_SEEN = rows("held_out.csv", Foretold)


def of_pair(pair: tuple[str, str]) -> list[Any]:
    return [game for game in GAMES_SEEN if (game.german, game.other) == pair]


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_every_pairing_comes_out_as_it_was_said(pair: tuple[str, str]) -> None:
    games = of_pair(pair)
    away, wide = fit_value.difference(games)
    assert len(games) >= FEWEST
    assert abs(away) <= CLOSE
    assert wide <= SHOWN


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_no_pairing_of_a_game_is_plainly_elsewhere(pair: tuple[str, str], game: str) -> None:
    """One rulebook has fewer games: the interval has to include a close value."""
    games = [one for one in of_pair(pair) if one.game == game]
    if len(games) >= ENOUGH:
        away, wide = fit_value.difference(games)
        assert abs(away) - wide <= CLOSE


@pytest.mark.parametrize("part", ["first", "second", "last"])
@pytest.mark.parametrize("strong", [True, False])
def test_every_third_of_a_match_comes_out_as_it_was_said(strong: bool, part: str) -> None:
    """A player strength that faded too late or too early would show here: games of the German staff against a
    weaker player, and the others.
    """
    weaker = [game for game in GAMES_SEEN if (game.german == "staff" != game.other) == strong]
    games = [
        msgspec.structs.replace(one, said=said) for one in weaker if (said := getattr(one, part)) is not None
    ]
    away, wide = fit_value.difference(games)
    assert abs(away) <= CLOSE
    assert wide <= CLOSE


def test_what_was_said_came_about_so_often() -> None:
    """The reliability curve of all models together."""
    curve = rows("reliability.csv", Reliable)
    for low in fit_value.BOUNDS[:-1]:
        of = [line for line in curve if line.low == low]
        games = sum(line.games for line in of)
        away = sum(line.games * (line.said - line.came) for line in of) / games
        assert abs(away) <= CLOSE, low


def test_the_table_is_that_of_the_models() -> None:
    counted = Counter((one.game, one.scenario) for one in GAMES_SEEN)
    for game in GAMES:
        for model in models_of(game):
            assert sum(counted[game, scenario] for scenario in model.scenarios) == model.games
            for scenario, tested in model.tested.items():
                assert counted[game, scenario] == tested.games
    served = {(game, one) for game in GAMES for model in models_of(game) for one in model.scenarios}
    assert set(counted) == served


@pytest.mark.parametrize("game", GAMES)
def test_the_models_of_a_game_know_more_than_its_averages(game: str) -> None:
    """Brier scores on unseen games; single scenarios may have too few games to show it."""
    tested = [one for model in models_of(game) for one in model.tested.values()]
    score, average = (sum(one.games * getattr(one, what) for one in tested) for what in ("brier", "average"))
    assert score < 0.9 * average


def test_a_table_that_is_wrong_is_found_out() -> None:
    """The measure itself: a model that says 60 of 100 when 40 happen is 20 points off."""
    wrong = [
        Foretold("tigers", "peiper", "staff", "staff", int(n % 5 < 2), 0.6, 0.6, 0.6, 0.6) for n in range(100)
    ]
    away, wide = fit_value.difference(wrong)
    assert away == pytest.approx(0.2)
    assert wide == pytest.approx(0.0965, abs=1e-3)
