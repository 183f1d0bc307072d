"""`rush`: straight for the nearest city of the enemy's, at any odds from 1:1. Punishes a thin line."""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.wave_of_terror.command import Commander
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want


class Rush(Commander):
    name = "rush"

    def wants(self, look: Look) -> dict[int, Want]:
        """Every city that is not its own, the nearest; when all are taken, the enemy himself."""
        cities = self.enemy_cities(look)
        want = Want(cities, "on to the nearest city") if cities else self._hunt(look)
        return dict.fromkeys(self.everybody(look), want)

    def _hunt(self, look: Look) -> Want:
        return Want(look.d.occupied[look.enemy] or self.w.grid.mask, "on to the enemy")


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return Rush(game, side, seed)
