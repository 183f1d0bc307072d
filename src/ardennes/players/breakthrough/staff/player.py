"""The staff for Breakthrough in the Ardennes: every decision of either side, with its reason."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.breakthrough.staff.american import AmericanStaff
from ardennes.players.breakthrough.staff.common import Staff
from ardennes.players.breakthrough.staff.german import GermanStaff
from ardennes.players.breakthrough.staff.places import AmericanPlaces, GermanPlaces
from ardennes.players.toolkit.weights import Weights


def staff_for(game: Breakthrough, side: int, seed: int, weights: dict[str, Weights] | None = None) -> Staff:
    """The staff of a side, with other weights where some are given."""
    if game.world.part is not None:
        return (GermanPlaces if side == GERMAN else AmericanPlaces)(game, side, seed, weights)
    return (GermanStaff if side == GERMAN else AmericanStaff)(game, side, seed, weights)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Breakthrough)
    return staff_for(game, side, seed)
