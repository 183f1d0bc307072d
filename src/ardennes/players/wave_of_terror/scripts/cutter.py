"""`cutter`: goes for the road hexes that most of the enemy's supply hangs on. Punishes unguarded roads."""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.movement.supply import open_roads, passable
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.reach import flood_links
from ardennes.players.api import Player
from ardennes.players.wave_of_terror.command import Commander
from ardennes.players.wave_of_terror.ground import WHEELS
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want

CUTS = 6  # hexes it goes for at once
HUNTERS = 8  # units that go for each
NEAR = 9  # hexes from its own units within which it looks for cuts


class Cutter(Commander):
    name = "cutter"
    least_column = 1  # 2:1

    def wants(self, look: Look) -> dict[int, Want]:
        rest = Want(look.d.occupied[look.enemy] or self.w.grid.mask, "on to the enemy")
        result = dict.fromkeys(self.everybody(look), rest)
        free = [u for u in look.mine if not self.w.artillery[u]]
        for cell in self.cuts(look):
            want = Want(1 << cell, f"cuts the road at {look.place(cell)}")
            field = look.marches.to(1 << cell, WHEELS)
            free.sort(key=lambda u: (field[look.s.where[u]], u))
            result.update(dict.fromkeys(free[:HUNTERS], want))
            free = free[HUNTERS:]
        return result

    def cuts(self, look: Look) -> list[int]:
        """Enemy road hexes without a unit, by how many road hexes would be cut off with them, the nearer the
        better."""
        w, s, enemy = self.w, look.s, look.enemy
        free, links = passable(w, s, enemy), open_roads(w, s)
        sources = w.board.sources[enemy] & free & w.board.road
        whole = flood_links(w.grid, sources, free, links)
        near = look.d.occupied[self.side]
        for _ in range(NEAR):
            near |= w.grid.ring(near)
        behind = w.grid.ring(look.d.occupied[enemy])  # what somebody stands beside is worth looking at
        for _ in range(2):
            behind |= w.grid.ring(behind)
        worth: dict[int, float] = {}
        for cell in bits(whole & near & behind & ~look.d.occupied[enemy]):
            left = flood_links(w.grid, sources, free & ~(1 << cell), links)
            lost = (whole & ~left).bit_count()
            if lost > 1:
                worth[cell] = lost / (4 + self._far(look, cell))
        chosen: list[int] = []
        for cell in sorted(worth, key=lambda c: (-worth[c], c)):
            if all(w.grid.distance(cell, other) > 3 for other in chosen):
                chosen.append(cell)
        return chosen[:CUTS]

    def _far(self, look: Look, cell: int) -> int:
        board, steps = 1 << cell, 0
        mine = look.d.occupied[self.side]
        while not board & mine and steps < NEAR:
            board |= self.w.grid.ring(board)
            steps += 1
        return steps

    def ground(self, look: Look, cell: int) -> float:
        return 4.0 if self.w.board.road >> cell & 1 else 0.2


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, WaveOfTerror)
    return Cutter(game, side, seed)
