"""The Operational Playsheet for the levels: a turn's sheet is planned as a whole."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ardennes.games.playsheet.game import Playsheet
from ardennes.kernel.contract import AnyGame
from ardennes.players.adapter import Adapter
from ardennes.players.contract import Player
from ardennes.players.playsheet.staff import staff_for
from ardennes.players.toolkit.weights import Weights


class PlaysheetAdapter(Adapter):
    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Playsheet)
        return staff_for(game, side, seed, weights)

    def moment(self, view: Any) -> Hashable | None:
        return int(view.turn)


ADAPTER = PlaysheetAdapter()
