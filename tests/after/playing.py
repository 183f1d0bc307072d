"""Finished matches for the tests of the account: replayed golden matches."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from ardennes.games import find_game
from ardennes.golden import rules
from ardennes.golden.file import FOLDER, RULES, Lines
from ardennes.kernel.match import Match

# By game: a short finished match with a model.
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


# A short match of Tigers that the Germans won. Which one that is changes whenever the staff improves.
GERMAN_VICTORY = next(
    name
    for name in ("tigers/bastogne_staff", "tigers/st_vith_staff", "tigers/peiper_staff")
    if rules.read(Lines(FOLDER / RULES / f"{name}.golden")).end.startswith("german win")
)


def played(name: str, orders: int | None = None) -> Match[Any]:
    """The match of a rules golden, or its first orders."""
    golden = rules.read(Lines(FOLDER / RULES / f"{name}.golden"))
    return rules.load(golden, find_game(golden.golden.recipe.game), orders)


@functools.cache
def finished(name: str) -> Match[Any]:
    match = played(name)
    assert match.result() is not None
    return match
