"""The staff's knobs: neutral knobs do not change its play, others do, and each turn is one step."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import ardennes.env
from ardennes.env.knobs import STRETCH, KnobbedStaff, Plan, knobs_of
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab.play import play_game
from tests.env.games import IN_TURN, SHORT


def matched(env: Plan, action: Any, seed: int) -> int:
    """Step until the match is over."""
    env.reset(seed=seed)
    steps, over = 0, False
    while not over:
        _, _, ended, cut, _ = env.step(action)
        steps, over = steps + 1, ended or cut
    return steps


@pytest.mark.parametrize("game", IN_TURN)
@pytest.mark.parametrize("side", [0, 1])
def test_a_staff_has_thirty_to_seventy_knobs(game: str, side: int) -> None:
    knobs = knobs_of(find_game(game), side)
    assert 30 <= len(knobs) <= 70
    assert len(set(map(str, knobs))) == len(knobs)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long) if game != "tigers" else game for game in IN_TURN]
)
def test_knobs_neutral_play_the_match_of_two_staffs(game: str) -> None:
    env = ardennes.env.plan(game, "german", "staff", SHORT[game])
    steps = matched(env, np.zeros(len(env.knobs)), seed=4)
    outcome = play_game(find_game(game), ("staff", "staff"), 4, scenario=SHORT[game])
    assert env.play.result is not None
    assert (env.play.result.level, env.play.result.margin) == (outcome.level, outcome.margin)
    assert (len(env.play.table.journal), steps) == (outcome.orders, outcome.turns)


def test_the_middle_level_is_neutral_and_the_ends_are_the_stretch() -> None:
    env = ardennes.env.plan("tigers", scenario=SHORT["tigers"], levels=5)
    assert set(env.scales([2] * len(env.knobs))) == {1.0}
    assert set(env.scales([0] * len(env.knobs))) == {1 / STRETCH}
    assert set(env.scales([4] * len(env.knobs))) == {STRETCH}


def test_a_knob_turns_its_own_weight_in_its_own_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    env = ardennes.env.plan("tigers", "german", "turtle", SHORT["tigers"])
    action = np.zeros(len(env.knobs))
    turned = next(at for at, knob in enumerate(env.knobs) if str(knob) == "battle.price (moving)")
    action[turned] = 1.0
    visited: dict[bool, set[tuple[float, float]]] = defaultdict(set)
    act = KnobbedStaff.act

    def watched(staff: KnobbedStaff, view: Any, side: int) -> Any:
        answer = act(staff, view, side)
        moving = any(one.kind == "move" for one in staff.game.decisions(view))
        visited[moving].add((staff.weights["battle"]["price"], staff.weights["battle"]["kill"]))
        return answer

    monkeypatch.setattr(KnobbedStaff, "act", watched)
    matched(env, action, seed=1)
    assert visited == {True: {(0.06 * STRETCH, 2.0)}, False: {(0.06, 2.0)}}


def test_turned_knobs_play_another_match() -> None:
    journals = []
    for turned in (0.0, 1.0, 1.0):
        env = ardennes.env.plan("tigers", "german", "staff", SHORT["tigers"])
        action = np.where([knob.weight == "kill" for knob in env.knobs], turned, 0.0)
        matched(env, action, seed=1)
        journals.append(env.play.table.journal)
    assert journals[0] != journals[1]
    assert journals[1] == journals[2]


def test_knobs_that_are_named_are_the_only_ones() -> None:
    some = ["battle.price (moving)", "battle.least"]
    all_of_them = ardennes.env.plan("tigers", "german", "staff", SHORT["tigers"])
    named = ardennes.env.plan("tigers", "german", "staff", SHORT["tigers"], knobs=some)
    assert list(map(str, named.knobs)) == some
    assert named.action_space.shape == (2,)
    matched(named, np.array([-1.0, 1.0]), seed=1)
    turned = {"battle.price (moving)": -1.0, "battle.least": 1.0}
    matched(all_of_them, np.array([turned.get(str(knob), 0.0) for knob in all_of_them.knobs]), seed=1)
    assert named.play.table.journal == all_of_them.play.table.journal


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["battle.pric"], r"no knob 'battle.pric'; there are: battle.*Did you mean battle.price"),
        (["battle.price", "battle.price"], "each only once"),
        ([], "only once, not none"),
    ],
)
def test_knobs_that_are_not_there_are_refused(names: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        ardennes.env.plan("tigers", scenario=SHORT["tigers"], knobs=names)
