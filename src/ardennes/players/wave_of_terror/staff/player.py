"""Make the staff for Wave of Terror, which answers every decision of a side and gives a reason."""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.toolkit.weights import Weights
from ardennes.players.wave_of_terror.staff.allied import AlliedStaff
from ardennes.players.wave_of_terror.staff.common import Staff
from ardennes.players.wave_of_terror.staff.german import GermanStaff
from ardennes.players.wave_of_terror.staff.places import PlacesStaff


def staff_for(game: WaveOfTerror, side: int, seed: int, weights: dict[str, Weights] | None = None) -> Staff:
    """Return the staff of a side, with its usual weights unless others are given."""
    if game.world.part:  # places decide, WOT-SHORT-3
        return PlacesStaff(game, side, seed, weights)
    return (GermanStaff if side == GERMAN else AlliedStaff)(game, side, seed, weights)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return staff_for(game, side, seed)
