"""The playsheet under the conformance harness: a few random games here, more on request.

More games: ARDENNES_FUZZ_GAMES=400 ./test tests/fuzz, or --slow for a long look.
The long run: python -m ardennes.kernel.conformance playsheet --games 500 --vary-options
"""

from __future__ import annotations

import os

import pytest

from tests.fuzz.harness import GLANCE, check, check_fingerprints

GAME = "playsheet"
GAMES = max(2, int(os.environ.get("ARDENNES_FUZZ_GAMES", "24")) // 8)
EXAMINED = max(1, GAMES // 3)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_come_to_an_end(seed: int) -> None:
    check(GAME, range(seed, seed + 1), "light", vary_options=seed % 2 != 0)


@pytest.mark.parametrize("seed", range(1001, 1001 + EXAMINED))
def test_states_of_random_games_are_sound(seed: int) -> None:
    check(GAME, range(seed, seed + 1), GLANCE, vary_options=seed % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000, 2008))
def test_many_states_of_random_games_are_sound(seed: int) -> None:
    check(GAME, range(seed, seed + 1), "full", vary_options=seed % 2 != 0)


def test_a_game_is_the_same_in_every_process() -> None:
    check_fingerprints(GAME)
