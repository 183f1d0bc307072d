"""`end_run`: the shortest road to the other side's map edge. Punishes an open flank or an unguarded rear.

The German runs for the north-western exits, his foot keeping the road open behind him, for only units in
supply count (TIA-VIC-1). The Allied mirror runs for the road heads on the eastern edge, where all
German supply comes from (TIA-SUPPLY-3).
"""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS, quarters_for
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.tigers.scripts.base import COLUMNS, Exploit
from ardennes.players.tigers.scripts.ground import FAR, held_by, objectives

RUNNERS = 8  # units that run; the others keep the road, or the ground, behind them
PICKET_EVERY = 2  # hexes between the units that keep the road


class EndRun(Exploit):
    name = "end_run"
    least = COLUMNS.index("3:2")
    leaves = True

    def look(self, s: TigersState) -> None:
        """Who runs, by which road, and who keeps it."""
        w = self.w
        board = w.board
        self.ends = board.exit_full if self.side == GERMAN else board.german_supply_edge & board.edge_road
        units = [u for u in w.of_side[self.side] if s.where[u] >= 0 and w.units[u].combat]
        fast = [u for u in units if w.units[u].mechanized]
        fast.sort(key=lambda u: (self.field(s, self.ends, u)[s.where[u]], u))
        self.runners = set(fast[:RUNNERS])
        self.road = self.way(s, fast[0]) if fast else []
        self.kept = board_of(self.road[::PICKET_EVERY]) & ~derived(w, s).combat[1 - self.side]
        self.kept &= ~derived(w, s).combat[self.side] or w.grid.mask

    def way(self, s: TigersState, unit: int) -> list[int]:
        """The hexes from a unit to the end, downhill in its march field, and from its front backwards."""
        field = self.field(s, self.ends, unit)
        way = [s.where[unit]]
        while field[way[-1]] and len(way) < FAR:
            steps = [c for c in self.w.grid.neighbours[way[-1]] if c >= 0 and field[c] < field[way[-1]]]
            if not steps:
                break
            way.append(min(steps, key=lambda c: (field[c], c)))
        return way

    def goals(self, s: TigersState, unit: int) -> int:
        if unit in self.runners:
            return self.ends
        if self.side == GERMAN and self.kept:
            return self.kept
        return objectives(self.w) & ~held_by(self.w, s, self.side) or objectives(self.w)

    def worth_leaving(self, s: TigersState, cell: int) -> bool:
        """At half value only when enough run to win by it all the same, TIA-VIC-2."""
        w = self.w
        if w.board.exit_full >> cell & 1:
            return True
        running = sum(quarters_for(w, s, u, cell) for u in self.runners if s.where[u] >= 0)
        return s.exited + running >= WINNING_QUARTERS

    def prey(self, s: TigersState) -> list[int]:
        """Whoever stands on the road or beside it, the nearest first."""
        near = board_of(self.road) | self.w.grid.ring(board_of(self.road))
        foes = near & derived(self.w, s).combat[1 - self.side]
        start = self.road[0] if self.road else 0
        return sorted(bits(foes), key=lambda cell: (self.w.grid.distance(start, cell), cell))

    def wants_bridge(self, s: TigersState, river: int) -> bool:
        """Wherever the road it runs by crosses a river."""
        side_of = self.w.board.rivers[river]
        on_the_way = side_of.a in self.road and side_of.b in self.road
        return on_the_way or super().wants_bridge(s, river)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return EndRun(game, side, seed)
