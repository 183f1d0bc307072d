"""`staff`: plans from its own reports alone: attacks by expected value, goals that persist."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Player
from ardennes.players.playsheet.staff_allied import AlliedStaff
from ardennes.players.playsheet.staff_german import GermanStaff


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return GermanStaff(game, side, seed) if side == GERMAN else AlliedStaff(game, side, seed)
