"""Positions to measure on, reached by random play from a fixed seed: the same in every run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from random import Random

from ardennes.dice import Dice, SealedDice, seed_from_number
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.state import ChoosingFight, Moving, TigersState
from ardennes.games.tigers.terms import ALLIED
from ardennes.kernel.match import Match, Setting, settle_options
from ardennes.kernel.offers import sample

SEED = 16121944


def random_play(game: Tigers, seed: int, until: Callable[[TigersState], bool]) -> tuple[TigersState, int]:
    """Play at random until something holds or the game is over: the state and how many orders it took."""
    dice: Dice = SealedDice(seed_from_number(seed))
    rng = Random(seed)
    s = game.start("campaign", settle_options(game, {}), dice)
    orders = 0
    while (sides := game.to_move(s)) and not until(s):
        order = sample(game.offers(game.view(s, sides[0]), sides[0]), rng)
        assert order is not None
        game.apply(s, sides[0], order, dice)
        orders += 1
    return s, orders


@functools.cache
def middle_of_the_game(game: Tigers) -> TigersState:
    """Turn 6, the Allies about to move everybody. Not to be changed: it is worked out once."""
    s, _ = random_play(game, SEED, lambda s: s.turn == 6 and s.stack[-1] == Moving(ALLIED))
    assert s.turn == 6
    return s


@functools.cache
def before_a_battle(game: Tigers) -> TigersState:
    """A combat is about to be chosen, and its defender can retreat or stand."""
    s, _ = random_play(game, SEED, lambda s: s.turn >= 2 and isinstance(s.stack[-1], ChoosingFight))
    assert isinstance(s.stack[-1], ChoosingFight)
    return s


def whole_match(game: Tigers) -> Match[TigersState]:
    """A match played at random to its end."""
    match: Match[TigersState] = Match(
        game, Setting("campaign", settle_options(game, {}), seed_from_number(SEED))
    )
    rng = Random(SEED)
    while sides := game.to_move(match.state):
        order = sample(game.offers(game.view(match.state, sides[0]), sides[0]), rng)
        assert order is not None
        match.play(sides[0], order)
    return match
