"""`staff`: it plans from its reports alone, with attacks by expected value and goals that persist."""

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
    """Return the staff of a side, with other weights if given."""
    return (GermanStaff if side == GERMAN else AlliedStaff)(game, side, seed, weights)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return staff_for(game, side, seed)
