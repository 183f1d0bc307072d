"""The ground for movement and supply lines: the ways out of each hex, computed once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from ardennes.games.wave_of_terror.schema.terms import MARSH, NO_PLACE, PLAIN, Board
from ardennes.hexes import OFF_MAP, bits, board_of, by_hex, opposite


class Way(msgspec.Struct, frozen=True, gc=False):
    """A step from a hex to a neighbour."""

    to: int
    link: bool  # a road leads there
    side: int  # the hexside: PLAIN, BLOCKED, MAJOR, LAKE, MINOR
    bridge: int  # the bridge on the way; -1 for none


@dataclass(frozen=True)
class Ground:
    """The fields are by hex, unless noted otherwise."""

    ways: tuple[tuple[Way, ...], ...]
    roads: tuple[tuple[Way, ...], ...]  # only those along a road
    way_to: tuple[Mapping[int, Way], ...]  # by neighbour
    cost: tuple[int, ...]  # of its one natural terrain (WOT-9.6, WOT-9.7); buildings cost nothing, WOT-9.11
    road_hexes: tuple[int, ...]
    firm: int  # anything but marsh, or marsh with a town or city
    firm_hexes: tuple[int, ...]
    dry: tuple[int, ...]  # by direction: hexes whose hexside is plain or has a bridge, blown or not
    over: tuple[tuple[tuple[int, int], tuple[int, int]], ...]  # by bridge: (direction, bit) of both steps
    wet: tuple[frozenset[int], ...]  # neighbours beyond water or a blocked hexside, bridge or not
    bridges_of: tuple[tuple[int, ...], ...]  # bridges that end in the hex
    exits: frozenset[int]  # hexes by which German units may leave the map, WOT-4.3
    everywhere_open: bytes
    east_of_meuse: bytes  # closed to British units that are not committed, WOT-8.5


def survey(board: Board, costs: tuple[int, ...]) -> Ground:
    """Return the fixed ground for steps and supply lines; costs are by terrain."""
    grid = board.grid
    bridge_at: dict[int, list[int]] = {}  # by hex, of those with a bridge, and direction
    bridges_of: list[list[int]] = [[] for _ in range(grid.size)]
    over = []
    firm = [cell for cell in grid.cells if board.terrain[cell] != MARSH or board.place[cell] != NO_PLACE]
    for bridge in board.bridges:
        a, b = bridge.ends
        bridges_of[a].append(bridge.index)
        bridges_of[b].append(bridge.index)
        there = grid.direction(a, b)
        assert there is not None, bridge.name
        over.append(((there, 1 << a), (opposite(there), 1 << b)))
        bridge_at.setdefault(a, [-1] * 6)[there] = bridge.index
        bridge_at.setdefault(b, [-1] * 6)[opposite(there)] = bridge.index
    none = (-1,) * 6
    bridges = [tuple(bridge_at[cell]) if cell in bridge_at else none for cell in range(grid.size)]
    roads = by_hex(grid.size, *board.links)
    out = list(map(_ways_out, grid.neighbours, roads, board.hexsides, bridges))
    return Ground(
        ways=tuple([hex_.ways for hex_ in out]),
        roads=tuple([hex_.roads for hex_ in out]),
        way_to=tuple([hex_.way_to for hex_ in out]),
        cost=tuple(costs[terrain] for terrain in board.terrain),
        road_hexes=tuple(bits(board.road)),
        firm=board_of(firm),
        firm_hexes=tuple(firm),
        dry=tuple(
            board_of(
                cell
                for cell in grid.cells
                if board.hexsides[cell][direction] == PLAIN or bridges[cell][direction] >= 0
            )
            for direction in range(6)
        ),
        over=tuple(over),
        wet=tuple([hex_.wet for hex_ in out]),
        bridges_of=tuple(map(tuple, bridges_of)),
        exits=frozenset(bits(board.exit_stretch)),
        everywhere_open=bytes(grid.size),
        east_of_meuse=by_hex(grid.size, grid.mask & ~board.west_of_meuse),
    )


class _Out(NamedTuple):
    """The ways out of a hex in several forms."""

    ways: tuple[Way, ...]
    roads: tuple[Way, ...]
    way_to: Mapping[int, Way]
    wet: frozenset[int]


@functools.lru_cache(maxsize=16384)  # hexes; the maps of cases share most of them
def _ways_out(
    neighbours: tuple[int, ...], roads: int, sides: tuple[int, ...], bridges: tuple[int, ...]
) -> _Out:
    """Return the ways out of a hex from neighbours, roads (as bits), hexsides and bridges by direction."""
    ways = tuple(
        [
            Way(to, bool(roads >> direction & 1), sides[direction], bridges[direction])
            for direction, to in enumerate(neighbours)
            if to != OFF_MAP
        ]
    )
    return _Out(
        ways,
        tuple([way for way in ways if way.link]),
        {way.to: way for way in ways},
        frozenset([way.to for way in ways if way.side != PLAIN]),
    )
