"""Find the cheapest routes of a stack to every hex that it can reach, for the table and the computer
players."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.moves import check_exit, check_halt, set_out
from ardennes.games.wave_of_terror.rules.movement.step import Walk, Walker, company, ground_steps, steps_from
from ardennes.games.wave_of_terror.rules.movement.supply import AUTOMATIC, Wishes
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel import reach as reaching
from ardennes.kernel.contract import Refusal
from ardennes.kernel.reach import Reach, reach


class Routes(reaching.Routes):
    """The hexes that units can reach together, and where they may stop or leave the map."""

    __slots__ = ("_who",)

    def __init__(self, w: World, who: Walker | None, points: int, reached: Reach) -> None:
        super().__init__(w.grid, points, reached)
        self._who = who

    def may_halt(self, cell: int) -> bool:
        """Return whether they may stop there; only the Kampfgruppe passes through hexes where it may not."""
        return self._who is not None and check_halt(self._who, cell) is None

    def may_exit(self, cell: int) -> bool:
        """Return whether they may leave the map from there, WOT-4.3."""
        if self._who is None:
            return False
        return check_exit(self._who, Walk(cell, self.left(cell), False)) is None


def routes(
    w: World, s: WaveState, units: tuple[int, ...], column: bool = False, wishes: Wishes = AUTOMATIC
) -> Routes:
    """Return the cheapest route to every hex that the units can reach together now.

    `wishes` names their aerial supply, WOT-6.15.
    """
    begun = set_out(w, s, w.side[units[0]], units, column, wishes)
    if isinstance(begun, Refusal):
        return Routes(w, None, 0, Reach({}, {}))
    who, start = begun
    points, known = start.left, ground_steps(who)
    whole = start.fresh and not column  # a first step may take all points, WOT-9.3

    def steps(cell: int, spent: int) -> Sequence[tuple[int, int]]:
        ahead = steps_from(who, cell, known)
        return ahead if spent or not whole else [(to, min(cost, points)) for to, cost in ahead]

    met, stacks = who.met, who.stacks

    def enter(cell: int) -> bool:
        return not (met[cell] or cell in stacks) or not company(who, cell)

    result = reach(start.cell, points, steps, enter) if points > 0 else Reach({start.cell: 0}, {})
    return Routes(w, who, points, result)
