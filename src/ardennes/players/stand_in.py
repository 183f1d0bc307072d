"""A computer player at a match: where it fails the staff decides in its place, where that fails the lot."""

from __future__ import annotations

from random import Random
from typing import Any

from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.offers import sample
from ardennes.players.api import Player, make_player

STAFF = "staff"


class Seated:
    """Plays one side of one match and always gives a legal order; the reason says who gave it, and why."""

    def __init__(self, player: Player, game: AnyGame, seed: int) -> None:
        self.player, self.game, self.seed = player, game, seed
        self.name = player.name
        self._staff: Player | None = None
        self._rng = Random(seed)

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        result = self._try(self.player, view, side)
        if not isinstance(result, str):
            return result
        trouble = f"in place of {self.name}, who {result}"
        if self.name != STAFF:
            self._staff = self._staff or make_player(STAFF, self.game, side, self.seed)
            instead = self._try(self._staff, view, side)
            if not isinstance(instead, str):
                return instead[0], f"the staff {trouble}: {instead[1]}"
        order = sample(self.game.offers(view, side), self._rng)
        if order is None:
            raise ValueError(f"{self.game.name} offers the {self.game.sides[side]} side no order")
        return order, f"drawn by lot {trouble}"

    def _try(self, player: Player, view: Any, side: int) -> tuple[Order, str] | str:
        """The player's order and reason, or what was wrong with it."""
        try:
            order, why = player.act(view.clone(), side)
        except Exception as error:  # whatever it is, the match goes on
            return f"failed ({type(error).__name__})"
        refusal = self.game.check(view, side, order)
        return (order, why) if refusal is None else f"gave an order that is refused ({refusal.rule})"


def seat_player(name: str, game: AnyGame, side: int, seed: int) -> Player:
    """The player called `name`, ready for a match; UserError lists the valid ones."""
    return Seated(make_player(name, game, side, seed), game, seed)
