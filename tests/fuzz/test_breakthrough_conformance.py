"""Breakthrough under the conformance harness: a dozen random games here, thousands on request.

More games: ARDENNES_FUZZ_GAMES=400 ./test tests/fuzz, or --slow for a long look.
The long run: python -m ardennes.kernel.conformance breakthrough --games 1000 --vary-options --workers 2
"""

from __future__ import annotations

import os

import pytest

from tests.fuzz.harness import GLANCE, check, check_fingerprints

GAME = "breakthrough"
GAMES = int(os.environ.get("ARDENNES_FUZZ_GAMES", "24")) // 2  # its games are longer than those of Tigers
EXAMINED = max(3, GAMES // 4)
BATCH = 3  # one of each scenario


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_random_games_come_to_an_end(first: int) -> None:
    check(GAME, range(first, min(first + BATCH, GAMES)), "light", vary_options=first % (2 * BATCH) != 0)


@pytest.mark.parametrize("seed", range(1000, 1000 + EXAMINED))
def test_states_of_random_games_are_sound(seed: int) -> None:
    check(GAME, range(seed, seed + 1), GLANCE, vary_options=seed % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2000, 2024, 3))
def test_many_states_of_random_games_are_sound(first: int) -> None:
    check(GAME, range(first, first + 3), "full", vary_options=first % 2 != 0)


def test_a_game_is_the_same_in_every_process() -> None:
    check_fingerprints(GAME)
