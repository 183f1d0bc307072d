"""`cutter`: goes for the cut vertices of the enemy's supply tree. Punishes roads left without a guard."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import derived, put
from ardennes.games.tigers.rules.model.state import NOT_YET, TigersState
from ardennes.games.tigers.rules.movement.supply import in_supply, supplied_hexes
from ardennes.games.tigers.schema.terms import DIVISION
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.tigers.scripts.base import COLUMNS, Exploit
from ardennes.players.tigers.scripts.ground import held_by, objectives, supply_tree

CUTS = 3  # hexes it goes for at once
HUNTERS = 6  # units that go for them
PATIENCE = 4  # hexes a cut may be farther off to be worth half
CARRIED = 0.3  # worth of a factor fed by way of a hex, beside one that starves at once if it is taken


class Cutter(Exploit):
    name = "cutter"
    least = COLUMNS.index("3:2")

    def look(self, s: TigersState) -> None:
        """The road hexes that feed most and are nearest, who goes for them, and who had better not move."""
        w, enemy = self.w, 1 - self.side
        ours = [u for u in w.of_side[self.side] if s.where[u] >= 0 and w.units[u].combat]
        self.cuts, self.hunters, self.guards = 0, set[int](), set[int]()
        divisions = [u for u in ours if w.units[u].size == DIVISION]
        if not divisions:
            return
        load = supply_tree(w, s, enemy)
        foes = derived(w, s).fighters[enemy]
        before = self.starved(s, {})
        worth: dict[int, float] = {}
        comes: dict[int, int] = {}  # hex -> the nearest division
        for cell in load:
            if not foes >> cell & 1:
                comes[cell] = min(
                    divisions, key=lambda u: (w.grid.distance(cell, s.where[u]), -w.units[u].omf, u)
                )
                gain = max(0, self.starved(s, {comes[cell]: cell}) - before) + CARRIED * load[cell]
                worth[cell] = gain / (PATIENCE + w.grid.distance(cell, s.where[comes[cell]]))
        best = sorted(worth, key=lambda c: (-worth[c], c))[:CUTS]
        if not best:
            return
        self.cuts = board_of(best)
        cut = {comes[best[0]]: best[0]}
        hurt = self.starved(s, cut)
        self.guards = {u for u in ours if u not in cut and hurt > self.starved(s, {**cut, u: NOT_YET})}
        ours.sort(key=lambda u: (self.field(s, self.cuts, u)[s.where[u]], -w.units[u].omf, u))
        self.hunters = {*cut, *[u for u in ours if u not in self.guards][:HUNTERS]}

    def starved(self, s: TigersState, placed: dict[int, int]) -> int:
        """Enemy factors out of supply if these units of ours stood there."""
        w, enemy = self.w, 1 - self.side
        trial = s.clone()
        for unit, cell in placed.items():
            put(w, trial, unit, cell)
        fed = supplied_hexes(w, trial, enemy)
        return sum(w.factor[u] for u in w.of_side[enemy] if s.where[u] >= 0 and not fed >> s.where[u] & 1)

    def content(self, s: TigersState, unit: int) -> bool:
        """A unit that keeps a road cut stays."""
        return unit in self.guards or super().content(s, unit)

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
