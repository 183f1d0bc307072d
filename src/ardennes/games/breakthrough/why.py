"""Why not? The refusals behind what a unit of Breakthrough cannot do, asked of the judges that offer."""

from __future__ import annotations

from ardennes.games.breakthrough.movement import Walk, explain, walk_on, walker
from ardennes.games.breakthrough.moves import may_move, routes, setting_out
from ardennes.games.breakthrough.plotting import check_plot
from ardennes.games.breakthrough.position import occupied
from ardennes.games.breakthrough.state import BreakthroughState
from ardennes.games.breakthrough.world import World
from ardennes.kernel.contract import Refusal


def against_move(w: World, s: BreakthroughState, unit: int, cell: int) -> list[Refusal]:
    """Why the unit cannot move to the hex; empty when it can, or stands there."""
    if s.where[unit] == cell:
        return []
    refusal = may_move(w, s, unit)
    if refusal is not None:
        return [refusal]
    found = routes(w, s, unit)
    if cell in found:
        return []
    who, start = walker(w, s, unit), setting_out(s, unit)
    walks = [start, *(Walk(at, found.left(at), True) for at in found)]
    nearest = min(w.grid.distance(at.cell, cell) for at in walks)
    reasons: list[Refusal] = []
    for at in walks:
        if w.grid.distance(at.cell, cell) > nearest:
            continue
        for way in w.ground.ways[at.cell]:
            if w.grid.distance(way.to, cell) < nearest:
                why = walk_on(who, at, way)
                if isinstance(why, int):
                    reasons.append(explain(who, at, way.to, why))
    if nearest > 1:
        at = next(a for a in walks if w.grid.distance(a.cell, cell) == nearest)
        label = w.grid.label
        short = f"The nearest it comes is {label(at.cell)}, {nearest} hexes from {label(cell)}."
        reasons.append(Refusal("BTA-7.5a", short))
    return list(dict.fromkeys(reasons))


def against(w: World, s: BreakthroughState, unit: int, cell: int) -> list[Refusal]:
    """Why the unit can neither go to the hex nor attack it: an enemy there is attacked, BTA-7.9a."""
    if not occupied(w, s, 1 - w.side[unit]) >> cell & 1:
        return against_move(w, s, unit, cell)
    refusal = check_plot(w, s, unit, cell)
    return [] if refusal is None else [refusal]
