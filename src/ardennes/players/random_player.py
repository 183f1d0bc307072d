"""`random`: every choice on the way to an order equally likely. The yardstick below all others."""

from __future__ import annotations

from random import Random
from typing import Any

from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.offers import sample
from ardennes.players.api import Player


class RandomPlayer:
    """Gives any legal order; plays every game on the engine."""

    name = "random"

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._game = game
        self._rng = Random(seed)

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        order = sample(self._game.offers(view, side), self._rng)
        if order is None:
            raise ValueError(f"{self._game.name} offers the {self._game.sides[side]} side no order")
        return order, "picked at random"


def make(game: AnyGame, side: int, seed: int) -> Player:
    return RandomPlayer(game, seed)
