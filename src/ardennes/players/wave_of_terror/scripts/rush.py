"""`rush`: heads for the nearest enemy city and attacks at any odds from 1:1. It punishes a thin line."""

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
        """Send all units to the nearest enemy city, or to the enemy if all cities are taken."""
        cities = self.enemy_cities(look)
        want = Want(cities, "advances on the nearest city") if cities else self._hunt(look)
        return dict.fromkeys(self.everybody(look), want)

    def _hunt(self, look: Look) -> Want:
        return Want(look.d.occupied[look.enemy] or self.w.grid.mask, "advances on the enemy")


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return Rush(game, side, seed)
