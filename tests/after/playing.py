"""Finished matches for the tests of the account: golden ones, played again."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
import pytest

from ardennes.games import find_game
from ardennes.golden import file
from ardennes.golden.replay import new_game
from ardennes.kernel.match import Match

# By game: a short match with a model that is over.
SHORT = (
    "tigers/peiper_staff",
    "breakthrough/clervaux_staff",
    "wave_of_terror/elsenborn_staff",
    "playsheet/xlvii_corps_staff",
)


# The same for tests that follow the match order by order, which takes a second in two of the games.
EACH = [
    name if name.startswith(("tigers", "breakthrough")) else pytest.param(name, marks=pytest.mark.long)
    for name in SHORT
]


# A short match of Tigers that the German won. Which that is changes whenever the staff learns something.
GERMAN_VICTORY = next(
    name
    for name in ("tigers/bastogne_staff", "tigers/st_vith_staff", "tigers/peiper_staff")
    if '"winner":0' in (file.FOLDER / f"{name}.golden").read_text(encoding="utf-8").rpartition("\nend ")[2]
)


def played(name: str, orders: int | None = None) -> Match[Any]:
    """A golden match, or its first orders."""
    golden = file.read(file.FOLDER / f"{name}.golden")
    game = find_game(golden.recipe.game)
    match = new_game(game, golden.recipe)
    for step in golden.steps[:orders]:
        match.play(game.sides.index(step.side), game.read_order(msgspec.json.decode(step.order)))
    return match


@functools.cache
def finished(name: str) -> Match[Any]:
    match = played(name)
    assert match.result() is not None
    return match
