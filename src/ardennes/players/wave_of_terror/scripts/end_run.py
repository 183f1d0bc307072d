"""`end_run`: the Germans take the shortest way to the exits and leave the map; the Allies race to block them.

It punishes open roads to the west.
"""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.wave_of_terror.command import Commander
from ardennes.players.wave_of_terror.ground import WHEELS, meuse_bridges
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want


class EndRun(Commander):
    name = "end_run"
    least_column = 1  # 2:1

    def wants(self, look: Look) -> dict[int, Want]:
        exits = self.w.board.exit_stretch & self.w.board.edge_roads
        if self.side != ALLIED:
            return dict.fromkeys(self.everybody(look), Want(exits, "takes the shortest way to the exits"))
        result: dict[int, Want] = {}
        free = self.everybody(look)
        posts = [(cell, self.w.limits.stack, "blocks the exit") for cell in bits(exits)]
        posts += [(cell, 2, "blocks the bridge") for cell in meuse_bridges(self.w)]
        for cell, count, why in posts:
            field = look.marches.to(1 << cell, WHEELS)
            ranked = sorted(
                (u for u in free if not self.w.artillery[u]), key=lambda u: (self._way(look, u, field), u)
            )
            for unit in ranked[:count]:
                result[unit] = Want(1 << cell, f"{why} {look.at_place(cell)}")
                free.remove(unit)
        rest = Want(look.d.occupied[look.enemy] or exits, "intercepts the enemy")
        return {**result, **dict.fromkeys(free, rest)}

    def _way(self, look: Look, unit: int, field: list[int]) -> int:
        here = look.s.where[unit]
        if here >= 0:
            return field[here]
        return min(field[edge] for edge in bits(self.w.board.entries[self.w.units[unit].entry]))

    def ground(self, look: Look, cell: int) -> float:
        return 3.0 if self.w.board.road >> cell & 1 else 0.2


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return EndRun(game, side, seed)
