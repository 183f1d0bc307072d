"""Positions to measure, reached by random play from a fixed seed: the same in every run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from random import Random
from typing import Any

from ardennes.dice import Dice, SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.state import GERMAN_SECOND, BreakthroughState
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.state import ChoosingFight, Moving, TigersState
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import state as wave
from ardennes.games.wave_of_terror.rules.model.orders import AutoSetup
from ardennes.games.wave_of_terror.rules.model.orders import End as EndOfPhase
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.match import Match, Setting, settle_options
from ardennes.kernel.offers import sample

SEED = 16121944


def random_play(
    game: AnyGame, seed: int, until: Callable[[Any], bool], scenario: str = "campaign"
) -> tuple[Any, int]:
    """Play at random until a condition holds or the game is over; return the
    state and the number of orders.
    """
    dice: Dice = SealedDice(seed_from_number(seed))
    rng = Random(seed)
    s = game.start(scenario, settle_options(game, {}), dice)
    orders = 0
    while (sides := game.to_move(s)) and not until(s):
        order = set_up(game, s, sides[0]) or sample(game.offers(game.view(s, sides[0]), sides[0]), rng)
        assert order is not None
        game.apply(s, sides[0], order, dice)
        orders += 1
    return s, orders


def set_up(game: AnyGame, s: Any, side: int) -> Order | None:
    """Use the historical setup if a game begins by placing hundreds of units: a
    fuller map than a random one.
    """
    if not isinstance(s, wave.WaveState) or s.step != wave.SETUP:
        return None
    return next((order for order in (EndOfPhase(), AutoSetup()) if game.check(s, side, order) is None), None)


@functools.cache
def middle_of_the_game(game: Tigers) -> TigersState:
    """Turn 6, the Allies about to move everybody. Do not change it: it is cached."""
    s, _ = random_play(game, SEED, lambda s: s.turn == 6 and s.stack[-1] == Moving(ALLIED))
    assert s.turn == 6
    assert isinstance(s, TigersState)
    return s


@functools.cache
def before_a_battle(game: Tigers) -> TigersState:
    """A combat is about to be chosen, and its defender can retreat or stay."""
    s, _ = random_play(game, SEED, lambda s: s.turn >= 2 and isinstance(s.stack[-1], ChoosingFight))
    assert isinstance(s.stack[-1], ChoosingFight)
    assert isinstance(s, TigersState)
    return s


@functools.cache
def germans_on_the_sixth_day(game: Breakthrough) -> BreakthroughState:
    """21 December, the second German operation phase of Breakthrough begins. Do
    not change it: it is cached.
    """
    s, _ = random_play(game, SEED, lambda s: s.turn == 6 and s.phase == GERMAN_SECOND, "twelve")
    assert s.turn == 6
    assert isinstance(s, BreakthroughState)
    return s


@functools.cache
def germans_on_the_move(game: WaveOfTerror) -> wave.WaveState:
    """Turn 3 of Wave of Terror, the Germans about to move everybody. Do not change it: it is cached."""
    s, _ = random_play(game, SEED, lambda s: s.turn == 3 and s.stack[-1] == wave.Moving(0))
    assert s.turn == 3
    assert isinstance(s, wave.WaveState)
    return s


@functools.cache
def germans_about_to_fight(game: WaveOfTerror) -> wave.WaveState:
    """The first combat phase of Wave of Terror. Do not change it: it is cached."""
    s, _ = random_play(game, SEED, lambda s: s.stack[-1] == wave.Fighting(0))
    assert isinstance(s, wave.WaveState)
    return s


def whole_match(game: AnyGame, scenario: str = "campaign") -> Match[Any]:
    """Play a match at random to its end."""
    match: Match[Any] = Match(game, Setting(scenario, settle_options(game, {}), seed_from_number(SEED)))
    rng = Random(SEED)
    while sides := game.to_move(match.state):
        order = sample(game.offers(game.view(match.state, sides[0]), sides[0]), rng)
        assert order is not None
        match.play(sides[0], order)
    return match
