"""Every game under the conformance harness: a few random games here, thousands on request.

Every day each game is played and examined with its default options and with random ones. More games:
ARDENNES_FUZZ_GAMES=400 ./test tests/fuzz, or --slow for a long run. The longest run: python -m
ardennes.kernel.conformance tigers --games 2000 --vary-options --workers 2
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel import conformance
from ardennes.kernel.conformance import Level

MORE = "ARDENNES_FUZZ_GAMES" in os.environ
ASKED = int(os.environ.get("ARDENNES_FUZZ_GAMES", "24"))
DAILY = 2  # tests of a kind; one of them varies the options
GLANCE = Level(1, states=5, matches=1, orders=3, mutants=12, twins=2, play_on=3, forecasts=1, rolls=60)
ORDERS = 250  # games whose fingerprints are compared


class Share(NamedTuple):
    """How many games of each to play: the longer its games take, the fewer."""

    played: int  # to their end
    examined: int
    batch: int  # games of one test
    long: int  # games of the long run
    first: int = 1000  # seed of the games examined; the odd ones vary the options


SHARES = {
    "tigers": Share(ASKED, max(6, ASKED // 8), 6, 40),
    "breakthrough": Share(ASKED // 2, max(3, ASKED // 8), 3, 24),  # a batch has one of each scenario
    "wave_of_terror": Share(max(2, ASKED // 8), max(4, ASKED // 24), 1, 8, first=1001),  # short ones first
    "playsheet": Share(max(2, ASKED // 8), max(1, ASKED // 24), 1, 8, first=1001),
}


def batches(first: int, count: int, batch: int) -> Iterator[range]:
    """Return the seeds of each test."""
    end = first + count
    return (range(seed, min(seed + batch, end)) for seed in range(first, end, batch))


def parts(kind: str) -> pytest.MarkDecorator:
    """Return each game with its seeds, and whether its options vary: in every other test."""
    result = []
    for game, share in SHARES.items():
        chosen = {
            "played": batches(0, share.played, share.batch),
            "examined": batches(share.first, share.examined, 1),
            "long": batches(2000, share.long, share.batch),
        }[kind]
        for number, seeds in enumerate(chosen):
            varied = seeds.start // len(seeds) % 2 == 1
            marks = [pytest.mark.slow] if number >= DAILY and not MORE else []
            result.append(pytest.param(game, seeds, varied, id=f"{game}-{seeds.start}", marks=marks))
    return pytest.mark.parametrize(("game", "seeds", "vary_options"), result)


def check(game: str, seeds: range, level: str | Level, vary_options: bool) -> None:
    report = conformance.run(find_game(game), seeds=seeds, level=level, vary_options=vary_options)
    assert report.ok, str(report)
    assert report.winners.total() == len(seeds)


def test_every_game_is_here() -> None:
    assert sorted(SHARES) == sorted(GAMES)


@parts("played")
def test_random_games_come_to_an_end(game: str, seeds: range, vary_options: bool) -> None:
    check(game, seeds, "light", vary_options)


@parts("examined")
def test_states_of_random_games_are_sound(game: str, seeds: range, vary_options: bool) -> None:
    check(game, seeds, GLANCE, vary_options)


@pytest.mark.slow
@parts("long")
def test_many_states_of_random_games_are_sound(game: str, seeds: range, vary_options: bool) -> None:
    check(game, seeds, "full", vary_options)


FINGERPRINTS = """
import sys
from random import Random
from ardennes.dice import SealedDice
from ardennes.games import find_game
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

for name in sys.argv[2:]:
    game, dice, rng = find_game(name), SealedDice(bytes(32)), Random(5)
    state = game.start(game.scenarios[0].id, settle_options(game, {}), dice)
    for _ in range(int(sys.argv[1])):
        side = game.to_move(state)[0]
        game.apply(state, side, sample(game.offers(game.view(state, side), side), rng), dice)
        print(name, state.digest())
"""


def test_a_game_is_the_same_in_every_process() -> None:
    """Nothing depends on the order of a set or on memory addresses."""
    reported = [
        subprocess.run(
            [sys.executable, "-c", FINGERPRINTS, str(ORDERS), *SHARES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    other = dict.fromkeys(one.split()[0] for one, two in zip(*reported, strict=True) if one != two)
    assert not other, f"not the same in every process: {', '.join(other)}"
    assert Counter(line.split()[0] for line in reported[0]) == dict.fromkeys(SHARES, ORDERS)
