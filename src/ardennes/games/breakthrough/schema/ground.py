"""The ground for movement: the ways out of each hex and the cost to enter it, computed once from map and
tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ardennes.games.breakthrough.schema.tables import Tables
from ardennes.games.breakthrough.schema.terms import KEYS, TERRAINS, TOWN, Board
from ardennes.hexes import OFF_MAP, by_hex

MOBILE, ON_FOOT = 0, 1  # columns of the cost table


class Way(NamedTuple):
    """A step from a hex to a neighbour."""

    to: int
    link: bool  # a road leads there
    river: bool
    bridge: int  # the bridge site on the way; -1 for none


@dataclass(frozen=True)
class Ground:
    """The fields are by hex."""

    ways: tuple[tuple[Way, ...], ...]  # in the order of the keys 1 to 6, BTA-MAP-4
    roads: tuple[tuple[Way, ...], ...]  # only those along a road
    way_to: tuple[Mapping[int, Way], ...]  # by neighbour
    terrain: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # cost: [frozen][MOBILE or ON_FOOT][hex]
    road: tuple[int, ...]  # cost in travel mode along a road, BTA-7.6h
    everywhere_open: bytes
    closed_to_german: bytes
    corridor: Mapping[int, bytes]


def survey(board: Board, tables: Tables, closed_to_german: int, corridor: Mapping[int, int]) -> Ground:
    """Return everything about the ground that affects steps and never changes."""
    size, costs = board.grid.size, tables.costs
    bridge_at: dict[int, list[int]] = {}  # by hex, of those with a bridge, and direction
    for hexside, bridge in board.bridge_at.items():
        a, b = board.grid.sides_of(hexside)
        if b != OFF_MAP:  # on a cut map a bridge may lead off it
            for here, there in ((a, b), (b, a)):
                bridge_at.setdefault(here, [-1] * 6)[board.grid.neighbours[here].index(there)] = bridge
    none = (-1,) * 6
    bridges = [tuple(bridge_at[cell]) if cell in bridge_at else none for cell in range(size)]
    around = by_hex(size, *board.links), by_hex(size, *board.rivers)
    out = list(map(_ways_out, board.grid.neighbours, *around, bridges))
    by_terrain = [costs[word] for word in TERRAINS]
    road = costs["road"]
    return Ground(
        ways=tuple([hex_.ways for hex_ in out]),
        roads=tuple([hex_.roads for hex_ in out]),
        way_to=tuple([hex_.way_to for hex_ in out]),
        terrain=(
            (
                tuple(by_terrain[t].usual[MOBILE] for t in board.terrain),
                tuple(by_terrain[t].usual[ON_FOOT] for t in board.terrain),
            ),
            (
                tuple(by_terrain[t].other[MOBILE] for t in board.terrain),
                tuple(by_terrain[t].other[ON_FOOT] for t in board.terrain),
            ),
        ),
        road=tuple((road.other if t == TOWN else road.usual)[MOBILE] for t in board.terrain),
        everywhere_open=bytes(size),
        closed_to_german=by_hex(size, closed_to_german),
        corridor={first: by_hex(size, closed) for first, closed in corridor.items()},
    )


class _Out(NamedTuple):
    """The ways out of a hex in three forms."""

    ways: tuple[Way, ...]
    roads: tuple[Way, ...]
    way_to: Mapping[int, Way]


@functools.lru_cache(maxsize=16384)  # hexes; the maps of cases share most of them
def _ways_out(neighbours: tuple[int, ...], links: int, rivers: int, bridges: tuple[int, ...]) -> _Out:
    """Return the ways out of a hex from neighbours, roads and rivers (as bits) and bridges by direction."""
    ways = tuple(
        [
            Way(to, bool(links >> direction & 1), bool(rivers >> direction & 1), bridges[direction])
            for direction in KEYS
            if (to := neighbours[direction]) != OFF_MAP
        ]
    )
    return _Out(ways, tuple([way for way in ways if way.link]), {way.to: way for way in ways})
