"""The picket line of a flank: the shortest way round the supply roads that the enemy must not cross."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ardennes.games.breakthrough.rules.combat.odds import DEFENDING
from ardennes.games.breakthrough.rules.model.position import occupied, owned, zone_of
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import TERRAINS
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.players.toolkit.fields import FAR, cost_field, way_down

HOP = 3  # hexes between two pickets: the zones of both cover what lies between
PLAIN = 4  # what a hex adds to a line
MANNED, COVER = -2, -1  # and what it adds besides: with a unit of our own, with cover,
HOSTILE, WATCHED, HELD = 2, 2, 60  # of the enemy's, in his zone, with a unit of his


def flank(w: World, s: BreakthroughState, side: int, roads: Iterable[int], north: bool) -> list[int]:
    """Hexes from the western end of the roads round them to the friendly edge, on the northern or on the
    southern flank; empty where no line can be drawn."""
    protected = sorted(roads)
    column, row = w.grid.column, w.grid.row
    ends = [column[cell] for cell in protected if w.edge[side] >> cell & 1]
    if not ends:
        return []
    tip = min(protected, key=lambda c: (row[c], -column[c] if north else column[c]))
    east = max(row[c] for c in w.grid.cells)
    edge = [cell for cell in w.grid.cells if row[cell] == east]
    anchors = {c: 0 for c in edge if (column[c] > max(ends) if north else column[c] < min(ends))}
    toll = _tolls(w, s, side)
    barred = board_of(protected) & ~(1 << tip)
    links = [*_steps(w)]
    for cell in bits(barred):
        links[cell] = []
    for cell in bits(w.grid.ring(barred) & ~barred):
        links[cell] = [(n, 0) for n in bits(w.grid.near[cell] & ~barred)]
    field = cost_field(anchors, links, toll)
    return way_down(field, tip, links, toll)[1:] if field[tip] < FAR else []


@functools.lru_cache(maxsize=8)
def _steps(w: World) -> list[list[tuple[int, int]]]:
    """From every hex to all beside it."""
    return [[(n, 0) for n in bits(w.grid.near[c])] if c in w.grid else [] for c in range(w.grid.size)]


def _tolls(w: World, s: BreakthroughState, side: int) -> list[int]:
    mine, foes = occupied(w, s, side), occupied(w, s, 1 - side)
    theirs, watched = owned(w, s, 1 - side), zone_of(w, s, 1 - side)
    cover = [w.tables.modifiers[ground][DEFENDING] > 1 for ground in TERRAINS]
    toll = [PLAIN] * w.grid.size
    for cell in w.grid.cells:
        toll[cell] += COVER if cover[w.board.terrain[cell]] else 0
    for cells, more in ((mine, MANNED), (theirs, HOSTILE), (watched, WATCHED), (foes, HELD)):
        for cell in bits(cells):
            toll[cell] += more
    return toll


def pickets(line: list[int], manned: int) -> list[int]:
    """Hexes of the line that want a unit: where one stands already, else the third from the last; one hex
    may be left without a zone to make use of who stands there, for infantry is short."""
    result: list[int] = []
    gap = 1  # the western end of the roads is a picket itself
    for at, cell in enumerate(line):
        gap += 1
        soon = bool(manned & board_of(line[at + 1 : at + 2]))
        if (gap > 1 and manned >> cell & 1) or gap >= HOP + soon:
            result.append(cell)
            gap = 0
    return result
