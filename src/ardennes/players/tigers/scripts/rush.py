"""`rush`: straight for the nearest objective, at any odds from 1:1. Punishes a thin line."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.tigers.scripts.base import Exploit
from ardennes.players.tigers.scripts.ground import held_by, objectives


class Rush(Exploit):
    name = "rush"

    def look(self, s: TigersState) -> None:
        """What is still to be taken; when all is taken, the enemy himself."""
        w = self.w
        foes = derived(w, s).combat[1 - self.side]
        self.wanted = objectives(w) & ~held_by(w, s, self.side) or foes or objectives(w)

    def goals(self, s: TigersState, unit: int) -> int:
        return self.wanted

    def prey(self, s: TigersState) -> list[int]:
        """Whoever stands nearest to an objective."""
        foes = derived(self.w, s).combat[1 - self.side]
        near = self.field(s, self.wanted, self.w.of_side[self.side][0])
        return sorted(bits(foes), key=lambda cell: (near[cell], cell))


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return Rush(game, side, seed)
