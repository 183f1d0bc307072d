"""The Operational Playsheet for the levels and the veteran: a turn's sheet is planned as a whole."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.kernel.contract import AnyGame
from ardennes.players.adapter import Adapter
from ardennes.players.contract import Player
from ardennes.players.playout import dice_of
from ardennes.players.playsheet.drawing import draw_enemy
from ardennes.players.playsheet.staff import staff_for
from ardennes.players.toolkit.weights import Weights


class PlaysheetAdapter(Adapter):
    scripts = ("rush", "turtle", "end_run", "cutter")

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Playsheet)
        return staff_for(game, side, seed, weights)

    def moment(self, view: Any) -> Hashable | None:
        return int(view.turn)

    def drawn(self, game: Any, view: PlaysheetState, side: int, rng: Random) -> PlaysheetState:
        """The enemy by the reports; if he has sealed his sheet, the staff writes it for him."""
        s = draw_enemy(game.world, view, side, rng)
        enemy = 1 - side
        if s.sealed[enemy]:
            s.sealed[enemy] = False
            staff = staff_for(game, enemy, 0)
            while not s.sealed[enemy]:  # it ends by itself: the last order of a sheet seals it
                order, _ = staff.act(game.view(s, enemy), enemy)
                game.apply(s, enemy, order, dice_of("no die falls while sheets are written"))
        return s


ADAPTER = PlaysheetAdapter()
