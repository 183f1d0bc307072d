"""The cheapest ways of a stack to every hex it can reach now, for the table and the computer players."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.wave_of_terror.rules.movement import Walk, Walker, price
from ardennes.games.wave_of_terror.rules.moves import check_exit, check_halt, set_out
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.supply import AUTOMATIC, Wishes
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel import reach as reaching
from ardennes.kernel.contract import Refusal
from ardennes.kernel.reach import Reach, reach


class Routes(reaching.Routes):
    """Where units can go together, and where they may stop or leave the map."""

    __slots__ = ("_who",)

    def __init__(self, w: World, who: Walker | None, points: int, found: Reach) -> None:
        super().__init__(w.grid, points, found)
        self._who = who

    def may_halt(self, cell: int) -> bool:
        """May they stop there? Only the Kampfgruppe passes through hexes in which it may not."""
        return self._who is not None and check_halt(self._who, cell) is None

    def may_exit(self, cell: int) -> bool:
        """May they leave the map from there? WOT-4.3."""
        if self._who is None:
            return False
        return check_exit(self._who, Walk(cell, self.left(cell), False)) is None


def routes(
    w: World, s: WaveState, units: tuple[int, ...], column: bool = False, wishes: Wishes = AUTOMATIC
) -> Routes:
    """The cheapest way to every hex the units can reach together now; `wishes`: what they draw on from the
    air, WOT-6.15."""
    begun = set_out(w, s, w.side[units[0]], units, column, wishes)
    if isinstance(begun, Refusal):
        return Routes(w, None, 0, Reach({}, {}))
    who, start = begun
    points = start.left
    ways = w.ground.roads if column else w.ground.ways
    best = {start.cell: 0}

    def steps(cell: int, spent: int) -> Iterator[tuple[int, int]]:
        at_start = start.fresh and spent == 0 and not column  # one step for all points, WOT-9.3
        for way in ways[cell]:
            known = best.get(way.to, points + 1)
            if spent + 1 >= known:
                continue
            cost = price(who, cell, way)
            if cost < 0 or (spent + cost > points and not at_start):
                continue
            cost = min(cost, points - spent)
            if spent + cost < known:
                best[way.to] = spent + cost
                yield way.to, cost

    found = reach(start.cell, points, steps) if points > 0 else Reach({start.cell: 0}, {})
    return Routes(w, who, points, found)
