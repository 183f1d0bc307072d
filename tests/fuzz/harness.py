"""Random games of a game under the conformance harness, and their fingerprints in another process."""

from __future__ import annotations

import os
import subprocess
import sys

from ardennes.games import find_game
from ardennes.kernel import conformance
from ardennes.kernel.conformance import Level

GLANCE = Level(1, states=5, matches=1, orders=3, mutants=12, twins=2, play_on=3, forecasts=1, rolls=60)
ORDERS = 250  # of the game whose fingerprints are compared

FINGERPRINTS = """
import sys
from random import Random
from ardennes.dice import SealedDice
from ardennes.games import find_game
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

game, dice, rng = find_game(sys.argv[1]), SealedDice(bytes(32)), Random(5)
state = game.start(game.scenarios[0].id, settle_options(game, {}), dice)
for _ in range(int(sys.argv[2])):
    side = game.to_move(state)[0]
    game.apply(state, side, sample(game.offers(game.view(state, side), side), rng), dice)
    print(state.digest())
"""


def check(game: str, seeds: range, level: str | Level, *, vary_options: bool) -> None:
    report = conformance.run(find_game(game), seeds=seeds, level=level, vary_options=vary_options)
    assert report.ok, str(report)
    assert report.winners.total() == len(seeds)


def check_fingerprints(game: str) -> None:
    """Nothing hangs on the order of a set or on where things lie in memory."""
    told = [
        subprocess.run(
            [sys.executable, "-c", FINGERPRINTS, game, str(ORDERS)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0].split()) == ORDERS
