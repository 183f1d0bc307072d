"""Matches of Outpost for tests."""

from __future__ import annotations

from random import Random
from typing import Any

from ardennes.dice import Dice, seed_from_number
from ardennes.kernel.contract import Options
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from tests.kernel.toygame import Done, Field, Lay, Move, Outpost


def random_match(number: int, orders: int | None = None, scenario: str = "long") -> Match[Field]:
    """Play a match of random legal orders: this many, or to the end."""
    match = new_match(Outpost(), scenario, seed=seed_from_number(number))
    play_on(match, Random(number), orders)
    return match


def play_on(match: Match[Any], rng: Random, orders: int | None = None) -> None:
    while match.result() is None and (orders is None or match.seq < orders):
        side = rng.choice(match.game.to_move(match.state))
        order = sample(match.game.offers(match.game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)


def endless_match(number: int, orders: int) -> Match[Field]:
    """Play a long match without losses: many turns of single steps."""
    match = new_match(EndlessOutpost(), "long", {"mines": False}, seed_from_number(number))
    rng = Random(number)
    while match.seq < orders:
        side = match.game.to_move(match.state)[0]
        offers = match.game.offers(match.state, side)
        order = sample(offers[1:], rng) if rng.random() < 0.7 else Done()
        match.play(side, order if isinstance(order, Move) else Done())
    return match


class EndlessOutpost(Outpost):
    """Outpost with a thousand turns."""

    id = "endless"

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        state = super().start(scenario, options, dice)
        state.turns = 1000
        return state


def laid(seed: int = 1) -> Match[Field]:
    """Return a short match with both mines laid: 0302 the red one, 0402 the blue one; red is to move."""
    match = new_match(Outpost(), "short", seed=seed_from_number(seed))
    match.play(0, Lay("0302"))
    match.play(1, Lay("0402"))
    return match
