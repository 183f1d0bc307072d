"""The ground as a moving unit meets it: the ways out of each hex and what each hex costs to enter, worked
out once from map and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ardennes.games.breakthrough.schema.tables import Tables
from ardennes.games.breakthrough.schema.terms import KEYS, TERRAINS, TOWN, Board
from ardennes.hexes import OFF_MAP, by_hex

MOBILE, ON_FOOT = 0, 1  # columns of the cost table


class Way(NamedTuple):
    """A step from a hex to its neighbour."""

    to: int
    link: bool  # a road leads there
    river: bool
    bridge: int  # the bridge site on the way; -1 for none


@dataclass(frozen=True)
class Ground:
    """All by hex."""

    ways: tuple[tuple[Way, ...], ...]  # in the order of the keys 1 to 6, BTA-MAP-4
    roads: tuple[tuple[Way, ...], ...]  # only those a road leads along
    way_to: tuple[Mapping[int, Way], ...]  # by neighbour
    terrain: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # cost: [frozen][MOBILE or ON_FOOT][hex]
    road: tuple[int, ...]  # cost in travel mode along a road, BTA-7.6h
    everywhere_open: bytes
    closed_to_german: bytes
    corridor: Mapping[int, bytes]


def survey(board: Board, tables: Tables, closed_to_german: int, corridor: Mapping[int, int]) -> Ground:
    """Everything a step is judged by that never changes."""
    size, costs = board.grid.size, tables.costs
    ways = tuple(_ways(board, cell) for cell in range(size))
    by_terrain = [costs[word] for word in TERRAINS]
    road = costs["road"]
    return Ground(
        ways=ways,
        roads=tuple(tuple(way for way in out if way.link) for out in ways),
        way_to=tuple({way.to: way for way in out} for out in ways),
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


def _ways(board: Board, cell: int) -> tuple[Way, ...]:
    grid = board.grid
    found = []
    for direction in KEYS:
        to = grid.neighbours[cell][direction]
        if to != OFF_MAP:
            bridge = board.bridge_at.get(grid.hexside(cell, to), -1)
            link = bool(board.links[direction] >> cell & 1)
            found.append(Way(to, link, bool(board.rivers[direction] >> cell & 1), bridge))
    return tuple(found)
