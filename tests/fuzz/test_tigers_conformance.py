"""Tigers under the conformance harness: a few dozen random games here, thousands on request.

More games: ARDENNES_FUZZ_GAMES=400 ./test tests/fuzz, or --slow for a long look.
The long run: python -m ardennes.kernel.conformance tigers --games 2000 --vary-options --workers 2
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ardennes.games import find_game
from ardennes.kernel import conformance
from ardennes.kernel.conformance import Level

GAMES = int(os.environ.get("ARDENNES_FUZZ_GAMES", "24"))
EXAMINED = max(6, GAMES // 8)
BATCH = 6
GLANCE = Level(1, states=5, matches=1, orders=3, mutants=12, twins=2, play_on=3, forecasts=1, rolls=60)


def check(seeds: range, level: str | Level, *, vary_options: bool) -> None:
    report = conformance.run(find_game("tigers"), seeds=seeds, level=level, vary_options=vary_options)
    assert report.ok, str(report)
    assert report.winners.total() == len(seeds)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_random_games_come_to_an_end(first: int) -> None:
    check(range(first, min(first + BATCH, GAMES)), "light", vary_options=first % (2 * BATCH) != 0)


@pytest.mark.parametrize("seed", range(1000, 1000 + EXAMINED))
def test_states_of_random_games_are_sound(seed: int) -> None:
    check(range(seed, seed + 1), GLANCE, vary_options=seed % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2000, 2040, 4))
def test_many_states_of_random_games_are_sound(first: int) -> None:
    check(range(first, first + 4), "full", vary_options=first % 8 != 0)


FINGERPRINTS = """
from random import Random
from ardennes.dice import SealedDice
from ardennes.games import find_game
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

game, dice, rng = find_game("tigers"), SealedDice(bytes(32)), Random(5)
state = game.start("campaign", settle_options(game, {}), dice)
for _ in range(250):
    side = game.to_move(state)[0]
    game.apply(state, side, sample(game.offers(game.view(state, side), side), rng), dice)
    print(state.digest())
"""


def test_a_game_is_the_same_in_every_process() -> None:
    """Nothing hangs on the order of a set or on where things lie in memory."""
    told = [
        subprocess.run(
            [sys.executable, "-c", FINGERPRINTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0].split()) == 250
