"""`staff`: plans from its own reports alone: attacks by expected value, goals that persist."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.staff.allied import AlliedStaff
from ardennes.players.playsheet.staff.common import Staff
from ardennes.players.playsheet.staff.german import GermanStaff
from ardennes.players.toolkit.weights import Weights


def staff_for(game: Playsheet, side: int, seed: int, weights: dict[str, Weights] | None = None) -> Staff:
    """The staff of a side, with other weights where some are given."""
    return (GermanStaff if side == GERMAN else AlliedStaff)(game, side, seed, weights)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return staff_for(game, side, seed)
