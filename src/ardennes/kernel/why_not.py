"""Why a hex cannot be reached: the reasons at the hexes nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from ardennes.hexes import OFF_MAP, Grid
from ardennes.kernel.contract import Refusal


class Stop(Protocol):
    """Return a test for hexes that the mover can reach."""

    @property
    def cell(self) -> int: ...


At = TypeVar("At", bound=Stop)


def against_going(
    grid: Grid,
    stops: Sequence[At],
    cell: int,
    judge: Callable[[At, int], Refusal | None],
    rule: str,
    place: Callable[[int], str] | None = None,
) -> list[Refusal]:
    """Return what `judge` has against each step that leads nearer to the hex from the nearest stops.

    The last refusal says how near the unit can come, by `rule`; `place` names a hex in it.
    """
    nearest = min(grid.distance(at.cell, cell) for at in stops)
    ends = [at for at in stops if grid.distance(at.cell, cell) == nearest]
    result = [
        judge(at, to)
        for at in ends
        for to in grid.neighbours[at.cell]
        if to != OFF_MAP and grid.distance(to, cell) < nearest
    ]
    reasons = [refusal for refusal in result if refusal is not None]
    if nearest > 1:
        here, there = map(place or grid.label, (ends[0].cell, cell))
        reasons.append(Refusal(rule, f"The nearest it can come is {here}, {nearest} hexes from {there}."))
    return list(dict.fromkeys(reasons))
