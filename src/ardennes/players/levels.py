"""The levels and characters all games share: the staff in a hurry, with a habit, with a temper."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from ardennes.kernel.contract import AnyGame, Order
from ardennes.players.api import Maker, Player
from ardennes.players.search.adapter import adapter_of, staff_after
from ardennes.players.search.doctrine import bent, doctrine_of, wild
from ardennes.players.search.veteran import Veteran
from ardennes.players.toolkit.weights import load_weights


class Styled:
    """The staff by another name, with other weights."""

    def __init__(self, name: str, staff: Player) -> None:
        self.name, self.staff = name, staff

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        return self.staff.act(view, side)


class Cadet:
    """The staff with the cadet's habit, which besides thinks otherwise of everything in every phase."""

    name = "cadet"

    def __init__(self, game: AnyGame, side: int, seed: int) -> None:
        self.game, self.side, self.seed = game, side, seed
        self.adapter = adapter_of(game)
        self.habit = bent(load_weights(game.id), doctrine_of(game.id, "cadet"))
        self.weights = self.habit
        self.staff = self.adapter.staff(game, side, seed, self.habit)
        self.moment: Hashable | None = None

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        moment = self.adapter.moment(view)
        if moment not in (None, self.moment):
            self.moment = moment
            mood = bent(self.habit, wild(self.habit, Random(f"{self.seed} {moment}")))
            self.staff = staff_after(self.game, side, self.seed, self.staff, self.weights, mood)
            self.weights = mood
        return self.staff.act(view, side)


def styled(name: str) -> Maker:
    def make(game: AnyGame, side: int, seed: int) -> Player:
        weights = bent(load_weights(game.id), doctrine_of(game.id, name))
        return Styled(name, adapter_of(game).staff(game, side, seed, weights))

    return make


staff_lite, bold, methodical = styled("staff_lite"), styled("bold"), styled("methodical")
stubborn, counter_puncher = styled("stubborn"), styled("counter_puncher")


def cadet(game: AnyGame, side: int, seed: int) -> Player:
    return Cadet(game, side, seed)


def veteran(game: AnyGame, side: int, seed: int) -> Player:
    return Veteran(game, side, seed, adapter_of(game).budget(game)[0])
