"""`cutter`: goes where the enemy's supply can be cut. Punishes roads left without a guard."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.position import derived, put
from ardennes.games.tigers.state import TigersState
from ardennes.games.tigers.supply import in_supply, supplied_hexes, supply_net
from ardennes.games.tigers.terms import DIVISION
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Player
from ardennes.players.exploit import COLUMNS, Exploit
from ardennes.players.ground import held_by, objectives

CUTS = 3  # hexes it goes for at once
HUNTERS = 6  # units that go for them
PATIENCE = 4  # hexes a cut may be farther off to be worth half


class Cutter(Exploit):
    name = "cutter"
    least = COLUMNS.index("3:2")

    def look(self, s: TigersState) -> None:
        self.known = False

    def find(self, s: TigersState) -> None:
        """The cut vertices: road hexes of the enemy's net where a division of ours starves the most."""
        w, enemy = self.w, 1 - self.side
        self.known = True
        ours = [u for u in w.of_side[self.side] if s.where[u] >= 0 and w.units[u].combat]
        self.cuts, self.hunters = 0, set[int]()
        if not ours:
            return
        divisions = [u for u in ours if w.units[u].size == DIVISION] or ours
        roads = board_of(c for c in w.grid.cells if w.board.road_dirs[c])
        net = supply_net(w, s, enemy) & roads & ~derived(w, s).fighters[enemy]
        worth = {}
        for cell in bits(net):
            near = min(w.grid.distance(cell, s.where[u]) for u in ours)
            worth[cell] = self.starved(s, divisions[0], cell) / (PATIENCE + near)
        best = sorted((c for c in worth if worth[c] > 0), key=lambda c: (-worth[c], c))[:CUTS]
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
        if not self.known:
            self.find(s)
        if unit in self.hunters:
            return self.cuts
        return objectives(self.w) & ~held_by(self.w, s, self.side) or objectives(self.w)

    def prey(self, s: TigersState) -> list[int]:
        """First those who starve already, then those beside a cut."""
        if not self.known:
            self.find(s)
        w, enemy = self.w, 1 - self.side
        hungry = board_of(
            s.where[u]
            for u in w.of_side[enemy]
            if s.where[u] >= 0 and w.units[u].combat and not in_supply(w, s, u)
        )
        foes = derived(w, s).combat[enemy]
        beside = w.grid.ring(self.cuts) & foes & ~hungry
        rest = foes & ~hungry & ~beside
        return [*bits(hungry & foes), *bits(beside), *bits(rest)]


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return Cutter(game, side, seed)
