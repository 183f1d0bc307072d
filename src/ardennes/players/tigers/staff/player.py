"""The staff for Tigers in the Ardennes: every decision of either side, with its reason."""

from __future__ import annotations

from typing import Any

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.offers import sample
from ardennes.players.api import Player
from ardennes.players.tigers.staff.answers import Answers
from ardennes.players.toolkit.random_choice import Lots
from ardennes.players.toolkit.weights import Weights, load_weights

WEIGHTS = "tigers"


class Staff:
    """Plays one side of one match of Tigers."""

    name = "staff"

    def __init__(self, game: Tigers, side: int, seed: int, weights: dict[str, Weights] | None = None) -> None:
        self.game = game
        self.side = side
        self.rng = Lots(seed)
        self.answers = Answers(game, side, weights or load_weights(WEIGHTS), seed)
        self.checked: Order | None = None
        self.repairs = 0  # orders the engine refused and another had to be found for

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        assert isinstance(view, TigersState)
        self.checked = None
        for order, why in self.answers.proposals(view):
            if order is self.answers.checked or self.game.check(view, side, order) is None:
                self.checked = order
                return order, why
            self.repairs += 1
        result = sample(self.game.offers(view, side), self.rng)
        if result is None:
            raise ValueError("the game offers no order")
        return result, "no better order found"


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return Staff(game, side, seed)
