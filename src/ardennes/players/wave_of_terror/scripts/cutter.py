"""`cutter`: takes the road hexes on which most enemy supply depends. It punishes unguarded roads."""

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

CUTS = 6  # hexes that it heads for at once
HUNTERS = 8  # units sent to each
NEAR = 9  # most hexes from own units to such a hex


class Cutter(Commander):
    name = "cutter"
    least_column = 1  # 2:1

    def wants(self, look: Look) -> dict[int, Want]:
        rest = Want(look.d.occupied[look.enemy] or self.w.grid.mask, "advances on the enemy")
        result = dict.fromkeys(self.everybody(look), rest)
        free = [u for u in look.mine if not self.w.artillery[u]]
        for cell in self.cuts(look):
            want = Want(1 << cell, f"cuts the enemy's supply road {look.at_place(cell)}")
            field = look.marches.to(1 << cell, WHEELS)
            free.sort(key=lambda u: (field[look.s.where[u]], u))
            result.update(dict.fromkeys(free[:HUNTERS], want))
            free = free[HUNTERS:]
        return result

    def cuts(self, look: Look) -> list[int]:
        """Return enemy road hexes without a unit, those first that cut off most road hexes and are near."""
        w, s, enemy = self.w, look.s, look.enemy
        free, links = passable(w, s, enemy), open_roads(w, s)
        sources = w.board.sources[enemy] & free & w.board.road
        whole = flood_links(w.grid, sources, free, links)
        near = look.d.occupied[self.side]
        for _ in range(NEAR):
            near |= w.grid.ring(near)
        behind = w.grid.ring(look.d.occupied[enemy])  # only hexes close to enemy units are considered
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
