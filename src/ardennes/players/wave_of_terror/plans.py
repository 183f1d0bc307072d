"""Wave of Terror for the levels and the veteran: a couplet is planned as a whole."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.kernel.contract import AnyGame
from ardennes.players.adapter import Adapter
from ardennes.players.contract import Player
from ardennes.players.toolkit.weights import Weights
from ardennes.players.wave_of_terror.staff import staff_for
from ardennes.players.wave_of_terror.staff_common import Staff

PLANNED = (f.Declaring, f.Moving)


class WaveAdapter(Adapter):
    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, WaveOfTerror)
        return staff_for(game, side, seed, weights)

    def moment(self, view: Any) -> Hashable | None:
        if not view.stack or not isinstance(view.stack[-1], PLANNED):
            return None
        return (view.turn, view.couplet, view.acting)

    def shared(self, player: Player) -> Sequence[object]:
        """Ways of the map, and what it saw when the phase before began."""
        if not isinstance(player, Staff):
            return ()
        return (player.ways, player.look, player.risk, player.now)


ADAPTER = WaveAdapter()
