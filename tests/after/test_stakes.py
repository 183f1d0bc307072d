"""What is at stake in a decision: computed from the side's view, never from the truth; no gamble is gold."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ardennes.after.stakes import ASKED_ABOVE, Answer, Result, Stakes, recommended, stakes_of
from ardennes.games import find_game
from ardennes.games.tigers.rules.model.orders import StandFast
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from ardennes.players.api import make_player
from bench.questions import count


def answered(*wins: float) -> Answer:
    """An answer whose results are equally likely."""
    return Answer("", "", StandFast(True), tuple(Result(1 / len(wins), (), win, None) for win in wins))


def played_to(game: AnyGame, scenario: str, kind: str, seed: int = 7, skip: int = 0) -> Match[Any]:
    """Let the staff play both sides up to a kind of decision."""
    match = new_match(game, scenario, seed=seed.to_bytes(32, "big"))
    players = [make_player("staff", game, side, seed) for side in range(2)]
    while True:
        side = game.to_move(match.state)[0]
        if game.decisions(match.state)[0].kind == kind:
            if not skip:
                return match
            skip -= 1
        match.play(side, players[side].act(game.view(match.state, side), side)[0])


def test_the_better_answer_is_recommended() -> None:
    assert recommended([answered(0.5, 0.6), answered(0.4, 0.4)]) == 0
    assert recommended([answered(0.4), answered(0.5)]) == 1


def test_a_gamble_is_not_recommended() -> None:
    """The better answer risks 29 points on one die to gain 21: the other one is gold."""
    sure, gamble = answered(0.5), answered(0.71, 0.71, 0.71, 0.21)
    assert (gamble.win or 0) > (sure.win or 0)
    assert recommended([gamble, sure]) == 1
    assert recommended([sure, gamble]) == 0


def test_the_player_is_asked_only_when_it_matters() -> None:
    one = answered(0.5)
    assert not Stakes((one,), 0, ASKED_ABOVE).asks
    assert Stakes((one,), 0, ASKED_ABOVE + 0.1).asks
    assert Stakes((one,), None, None).asks


def test_the_dice_of_an_answer_are_those_of_the_battle() -> None:
    game = find_game("tigers", "st_vith")
    match = played_to(game, "st_vith", "no retreat")
    stakes = stakes_of(game, game.view(match.state, 1), 1, "st_vith")
    assert [one.id for one in stakes.answers] == ["no", "yes"]
    for each in stakes.answers:
        assert [one.dice for one in each.results] == [(die,) for die in range(1, 7)]
        assert sum(one.chance for one in each.results) == pytest.approx(1.0)
        assert all(one.fate is not None and one.win is not None for one in each.results)
        for one in each.results:  # the real battle agrees when nobody chooses later
            assert one.fate is not None
            assert one.fate.lost == 0 or one.fate.look == "lost"


def test_without_a_model_the_player_is_asked() -> None:
    game = find_game("tigers", "st_vith")
    match = played_to(game, "st_vith", "no retreat")
    stakes = stakes_of(game, game.view(match.state, 1), 1, "no such scenario")
    assert stakes.asks
    assert stakes.gold is None
    assert all(each.win is None for each in stakes.answers)


def test_ending_a_decision_is_compared_at_the_same_moment() -> None:
    """The end of the bridge phase is not worth less because the next turn has begun after it."""
    game = find_game("tigers", "st_vith")
    match = played_to(game, "st_vith", "bridges")
    side = game.to_move(match.state)[0]
    stakes = stakes_of(game, game.view(match.state, side), side, "st_vith")
    assert stakes.points is not None
    assert stakes.points < 5


@pytest.mark.long
@pytest.mark.parametrize("game_id", ["tigers", "wave_of_terror", "breakthrough"])
def test_hidden_facts_do_not_change_the_stakes(game_id: str) -> None:
    """For each twin, which differs only in what the side may not know, the stakes are the same."""
    game = find_game(game_id)
    scenario = game.scenarios[0].id
    compared = 0
    for seed in range(3):
        match = new_match(game, scenario, seed=seed.to_bytes(32, "big"))
        rng = Random(seed)
        for _ in range(160):
            movers = game.to_move(match.state)
            if not movers:
                break
            side = movers[0]
            if match.seq % 5 == 0:
                for twin in list(game.hidden_twins(match.state, side))[:1]:
                    one, other = (
                        stakes_of(game, game.view(x, side), side, scenario) for x in (match.state, twin)
                    )
                    assert one == other
                    compared += 1
            order = sample(game.offers(game.view(match.state, side), side), rng)
            assert order is not None
            match.play(side, order)
    assert compared


@pytest.mark.long
def test_a_third_of_the_questions_remain() -> None:
    before, after, _ = count("tigers", "st_vith", "allied", 7)
    assert before.total() > 10
    assert 3 * after.total() <= before.total()
