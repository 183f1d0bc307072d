"""`turtle`: defends towns, cities and good ground in full stacks and never attacks.

It punishes attacks at bad odds.
"""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.position import held
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.wave_of_terror.command import Commander
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want

FRONT = 12  # a town at most this many hexes from an enemy gets a garrison


class Turtle(Commander):
    name = "turtle"
    attacks = False

    def wants(self, look: Look) -> dict[int, Want]:
        """Send the nearest units to cities, then to towns, in full stacks; the rest take cover."""
        w, grid = self.w, self.w.grid
        mine = held(w, look.s, self.side) & w.places
        free = self.everybody(look)
        result: dict[int, Want] = {}
        for cell in sorted(bits(mine), key=lambda c: (not w.board.cities >> c & 1, self._far(look, c), c)):
            if not w.board.cities >> cell & 1 and self._far(look, cell) > FRONT:
                continue
            near = sorted(
                (u for u in free if not w.artillery[u]), key=lambda u: (self._way(look, u, cell), u)
            )
            for unit in near[: w.limits.stack]:
                result[unit] = Want(1 << cell, f"holds {look.place(cell)}")
                free.remove(unit)
        for unit in free:
            here = look.s.where[unit]
            if here >= 0:
                around = [c for c in (here, *bits(grid.near[here])) if not look.met[c] & 1]
                most = max(around, key=lambda c: (look.cover(c), c == here, -c))
                result[unit] = Want(1 << most, "takes cover nearby")
            else:
                result[unit] = Want(w.board.cities & mine or mine, "moves up to the front")
        return result

    def _far(self, look: Look, cell: int) -> int:
        return min((self.w.grid.distance(cell, foe) for foe in look.foes), default=0)

    def _way(self, look: Look, unit: int, cell: int) -> int:
        here = look.s.where[unit]
        if here >= 0:
            return self.w.grid.distance(here, cell)
        entry = self.w.board.entries[self.w.units[unit].entry]
        return min(self.w.grid.distance(edge, cell) for edge in bits(entry))


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return Turtle(game, side, seed)
