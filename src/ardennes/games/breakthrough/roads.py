"""Roads: which links are open, and which hexes they tie to a friendly edge (BTA-4.1a to -d)."""

from __future__ import annotations

from typing import cast

from ardennes.games.breakthrough.position import carries_road, derived, owned
from ardennes.games.breakthrough.state import BreakthroughState
from ardennes.games.breakthrough.world import World
from ardennes.hexes import opposite


def open_links(w: World, s: BreakthroughState) -> list[int]:
    """By direction: hexes from which a road leads that way. A blown bridge breaks the link it carried,
    unless the option says otherwise, BTA-4.1d."""
    links = list(w.board.links)
    for bridge in w.board.bridges:
        if not carries_road(s, bridge.index):
            a, b = bridge.ends
            direction = w.grid.direction(a, b)
            assert direction is not None
            links[direction] &= ~(1 << a)
            links[opposite(direction)] &= ~(1 << b)
    return links


def supplied_roads(w: World, s: BreakthroughState, side: int) -> int:
    """Friendly road hexes joined by open links, through friendly road hexes only, to one where the road
    leaves a friendly edge, BTA-4.1a, BTA-MAP-40. Enemy zones of control never block, BTA-4.1c."""
    kept = derived(w, s).extra
    key = ("supplied roads", side, s.bridges, s.german)
    if key not in kept:
        kept[key] = _joined(w, s, w.edge[side], owned(w, s, side) & w.board.road)
    return cast(int, kept[key])


def _joined(w: World, s: BreakthroughState, sources: int, road: int) -> int:
    links = open_links(w, s)
    shifts = w.grid.shifts
    reached = fresh = sources & road
    while fresh:
        found = 0
        for direction, shift in enumerate(shifts):
            going = fresh & links[direction]
            found |= going << shift if shift > 0 else going >> -shift
        fresh = found & road & ~reached
        reached |= fresh
    return reached
