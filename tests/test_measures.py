"""Measures: the rows of a match add up, in every golden match of every game."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.games import find_game, measures_of, measuring_for
from ardennes.golden import file
from ardennes.golden.replay import new_game
from ardennes.kernel.measures import Measuring

MATCHES = file.find()


def followed(path: Path) -> tuple[Any, Measuring[Any, Any]]:
    """A golden match played again from its orders under the eyes of a measuring, with its last state.

    After every order the book of strengths, kept by the events alone, is that of the position.
    """
    golden = file.read(path)
    game = find_game(golden.recipe.game)
    match = new_game(game, golden.recipe)
    found = measuring_for(match.game, match.state)
    assert found is not None
    for step in golden.steps:
        side = game.sides.index(step.side)
        events = match.play(side, game.read_order(msgspec.json.decode(step.order)))
        found.happened(match.state, events, match.result() is not None)
        assert found.book == found.strengths(match.state), f"{golden.name}, order {match.seq}: {step.order}"
    return match, found


# By game: a match with the armies of 16 December.
WHOLE = ("tigers/staff", "breakthrough/staff_first_seven", "wave_of_terror/by_hand", "playsheet/staff_full")
ATTACKED, DEFENDED = 200_000, 83_000  # men on 16 December 1944, as the tables of men say


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_the_armies_of_the_16th_come_to_the_men_of_1944(name: str) -> None:
    _, measuring = followed(file.FOLDER / f"{name}.golden")
    for row in measuring.found.turns[: len(measuring.sides)]:
        men = ATTACKED if row.side == measuring.german else DEFENDED
        assert row.start * measuring.men[row.side] == pytest.approx(men, rel=0.01)


@pytest.mark.parametrize("path", MATCHES, ids=file.name_of)
@pytest.mark.long
def test_what_was_lost_is_what_is_missing(path: Path) -> None:
    match, measuring = followed(path)
    rows = measuring.found
    for side in range(len(measuring.sides)):
        mine = [row for row in rows.turns if row.side == side]
        for row in mine:
            gained = row.arrived + row.replaced + row.regrouped
            assert row.start + gained - row.exited - sum(row.lost.values()) == row.strength
        for before, after in pairwise(mine):
            assert before.strength == after.start
        lost = sum(sum(row.lost.values()) for row in mine)
        if match.result() is not None:
            assert lost == sum(loss.strength for loss in rows.losses if loss.side == side)
            assert mine[-1].level == match.result().level
            assert mine[-1].points == match.result().points
            assert mine[-1].strength == sum(
                strength
                for unit, strength in measuring.strengths(match.state).items()
                if measuring.side_of(unit) == side
            )
    for battle in rows.battles:
        assert battle.attackers
        assert set(battle.attackers).isdisjoint(battle.defenders)
        assert all(loss >= 0 for loss in (*battle.losses, *battle.means))
        assert battle.losses[0] <= battle.attack
        if battle.taken:
            assert battle.cleared


def test_a_match_is_measured_from_its_journal_too() -> None:
    match, measuring = followed(file.FOLDER / "tigers" / "staff.golden")
    assert measures_of(match) == measuring.found
