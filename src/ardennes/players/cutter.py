"""`cutter`: goes for the cut vertices of the enemy's supply tree. Punishes roads left without a guard."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.position import derived, put
from ardennes.games.tigers.state import TigersState
from ardennes.games.tigers.supply import in_supply, supplied_hexes
from ardennes.games.tigers.terms import DIVISION
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Player
from ardennes.players.exploit import COLUMNS, Exploit
from ardennes.players.ground import held_by, objectives, supply_tree

CUTS = 3  # hexes it goes for at once
HUNTERS = 6  # units that go for them
PATIENCE = 4  # hexes a cut may be farther off to be worth half
CARRIED = 0.3  # worth of a factor fed by way of a hex, beside one that starves at once if it is taken


class Cutter(Exploit):
    name = "cutter"
    least = COLUMNS.index("3:2")

    def look(self, s: TigersState) -> None:
        """Road hexes that feed most, nearest by; and who goes for them."""
        w, enemy = self.w, 1 - self.side
        ours = [u for u in w.of_side[self.side] if s.where[u] >= 0 and w.units[u].combat]
        self.cuts, self.hunters = 0, set[int]()
        divisions = [u for u in ours if w.units[u].size == DIVISION]
        if not divisions:
            return
        load = supply_tree(w, s, enemy)
        before = self.starved(s, divisions[0], s.where[divisions[0]])
        foes = derived(w, s).fighters[enemy]
        worth = {}
        for cell in load:
            if not foes >> cell & 1:
                near = min(w.grid.distance(cell, s.where[u]) for u in ours)
                gain = max(0, self.starved(s, divisions[0], cell) - before) + CARRIED * load[cell]
                worth[cell] = gain / (PATIENCE + near)
        best = sorted(worth, key=lambda c: (-worth[c], c))[:CUTS]
        self.cuts = board_of(best)
        if best:
            ours.sort(key=lambda u: (self.field(s, self.cuts, u)[s.where[u]], -w.units[u].omf, u))
            self.hunters = set(ours[:HUNTERS])

    def starved(self, s: TigersState, unit: int, cell: int) -> int:
        """Enemy factors out of supply if the unit stood in the hex."""
        w, enemy = self.w, 1 - self.side
        trial = s.clone()
        put(w, trial, unit, cell)
        fed = supplied_hexes(w, trial, enemy)
        return sum(w.factor[u] for u in w.of_side[enemy] if s.where[u] >= 0 and not fed >> s.where[u] & 1)

    def goals(self, s: TigersState, unit: int) -> int:
        if unit in self.hunters:
            return self.cuts
        return objectives(self.w) & ~held_by(self.w, s, self.side) or objectives(self.w)

    def prey(self, s: TigersState) -> list[int]:
        """First those who starve already, then those beside a cut, then the others."""
        w, enemy = self.w, 1 - self.side
        units = [u for u in w.of_side[enemy] if s.where[u] >= 0 and w.units[u].combat]
        hungry = board_of(s.where[u] for u in units if not in_supply(w, s, u))
        beside = board_of(s.where[u] for u in units) & w.grid.ring(self.cuts) & ~hungry
        rest = board_of(s.where[u] for u in units) & ~hungry & ~beside
        return [*bits(hungry), *bits(beside), *bits(rest)]


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return Cutter(game, side, seed)
