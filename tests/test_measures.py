"""Measures: their statements about armies and matches. The golden matches check that they add up
(test_golden).
"""

from __future__ import annotations

import pytest

from ardennes.games import find_game, measures_of
from ardennes.golden import rules
from ardennes.golden.file import FOLDER, RULES, Lines
from ardennes.golden.matches import new_game
from tests.measured import Measured, adds_up

SHORT = FOLDER / RULES / "tigers" / "peiper_staff.golden"
# By game: a match with the armies of 16 December.
WHOLE = ("tigers/staff", "breakthrough/staff_first_seven", "wave_of_terror/by_hand", "playsheet/staff_full")
ATTACKED, DEFENDED = 200_000, 83_000  # men on 16 December 1944, as the tables of men say


def first_turn(name: str) -> Measured:
    """Return a golden match up to the first rows of its measuring."""
    golden = rules.read(Lines(FOLDER / RULES / f"{name}.golden"))
    recipe = golden.golden.recipe
    game, result = find_game(recipe.game), Measured()
    match = new_game(game, recipe)
    result(match, ())
    for step in golden.steps:
        result(match, match.play(game.sides.index(step.given.side), step.given.order(game)))
        if result.measuring.found.turns:
            break
    return result


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_the_armies_of_the_16th_come_to_the_men_of_1944(name: str) -> None:
    measuring = first_turn(name).measuring
    rows = measuring.found.turns
    assert {row.side for row in rows} == set(range(len(measuring.sides)))
    for row in rows:
        men = ATTACKED if row.side == measuring.german else DEFENDED
        assert row.start * measuring.men[row.side] == pytest.approx(men, rel=0.01)


def test_a_match_is_measured_from_its_journal_too() -> None:
    visible = Measured()
    assert rules.replay(Lines(SHORT), find_game("tigers"), visible)[1] is None
    adds_up(visible.match, visible.measuring)
    assert measures_of(visible.match) == visible.measuring.found
    assert visible.measuring.found.losses


def test_what_no_event_tells_is_found() -> None:
    blind = Measured()
    with pytest.raises(AssertionError, match="order 2"):
        rules.replay(Lines(SHORT), find_game("tigers"), lambda match, events: blind(match, ()))
    visible = Measured()
    rules.replay(Lines(SHORT), find_game("tigers"), visible)
    visible.measuring.found.turns[0].lost["combat"] = 1_000
    with pytest.raises(AssertionError):
        adds_up(visible.match, visible.measuring)
