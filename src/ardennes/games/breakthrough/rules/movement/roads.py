"""Open road links, and the road hexes that connect to a friendly edge (BTA-4.1a, BTA-4.1b, BTA-4.1c,
BTA-4.1d)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.position import carries_road, owned, recall
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import opposite
from ardennes.kernel.reach import flood_links


def open_links(w: World, s: BreakthroughState) -> tuple[int, ...]:
    """Return by direction the hexes from which a road leads that way.

    A blown bridge breaks its link, unless the option says otherwise, BTA-4.1d.
    """
    links = list(w.board.links)
    for bridge in w.board.bridges:
        if not carries_road(s, bridge.index):
            a, b = bridge.ends
            direction = w.grid.direction(a, b)
            assert direction is not None
            links[direction] &= ~(1 << a)
            links[opposite(direction)] &= ~(1 << b)
    return tuple(links)


def supplied_roads(w: World, s: BreakthroughState, side: int) -> int:
    """Return the friendly road hexes that connect to a friendly edge.

    The connection runs over open links and friendly road hexes to a hex where the road leaves the map,
    BTA-4.1a, BTA-MAP-40. Enemy zones of control never block it, BTA-4.1c.
    """

    def joined() -> int:
        return flood_links(w.grid, w.edge[side], owned(w, s, side) & w.board.road, open_links(w, s))

    return recall(w, s, ("supplied roads", side, s.bridges, s.german), joined)
