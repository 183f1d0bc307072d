"""Why a hex cannot be reached: the reasons met where the mover comes nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from ardennes.hexes import OFF_MAP, Grid
from ardennes.kernel.contract import Refusal


class Stop(Protocol):
    """Somewhere the mover can come."""

    @property
    def cell(self) -> int: ...


At = TypeVar("At", bound=Stop)


def against_going(
    grid: Grid, stops: Sequence[At], cell: int, judge: Callable[[At, int], Refusal | None], rule: str
) -> list[Refusal]:
    """What `judge` says against each step that would lead nearer to the hex from the nearest stops; and how
    near that is, by the rule that ends the way there."""
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
        here, there = grid.label(ends[0].cell), grid.label(cell)
        reasons.append(Refusal(rule, f"The nearest it comes is {here}, {nearest} hexes from {there}."))
    return list(dict.fromkeys(reasons))
