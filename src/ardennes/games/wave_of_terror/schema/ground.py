"""The ground as a moving unit and a supply line meet it: the ways out of each hex, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from ardennes.games.wave_of_terror.schema.terms import MARSH, NO_PLACE, PLAIN, Board
from ardennes.hexes import OFF_MAP, bits, board_of, by_hex, opposite


class Way(msgspec.Struct, frozen=True, gc=False):
    """A step from a hex to its neighbour."""

    to: int
    link: bool  # a road leads there
    side: int  # what lies on the hexside: PLAIN, BLOCKED, MAJOR, LAKE, MINOR
    bridge: int  # the bridge on the way; -1 for none


@dataclass(frozen=True)
class Ground:
    """By hex, unless it says otherwise."""

    ways: tuple[tuple[Way, ...], ...]
    roads: tuple[tuple[Way, ...], ...]  # only those a road leads along
    way_to: tuple[Mapping[int, Way], ...]  # by neighbour
    cost: tuple[
        int, ...
    ]  # of its one natural terrain (WOT-9.6, WOT-9.7); what is built costs nothing, WOT-9.11
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
    """Everything a step or a supply line is judged by that never changes; costs by terrain."""
    grid = board.grid
    bridge_at: dict[tuple[int, int], int] = {}  # by hex and direction
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
        bridge_at[a, there] = bridge_at[b, opposite(there)] = bridge.index
    ways = tuple(_ways(board, cell, bridge_at) for cell in range(grid.size))
    return Ground(
        ways=ways,
        roads=tuple(tuple(way for way in out if way.link) for out in ways),
        way_to=tuple({way.to: way for way in out} for out in ways),
        cost=tuple(costs[terrain] for terrain in board.terrain),
        road_hexes=tuple(bits(board.road)),
        firm=board_of(firm),
        firm_hexes=tuple(firm),
        dry=tuple(
            board_of(
                cell
                for cell in grid.cells
                if board.hexsides[cell][direction] == PLAIN or (cell, direction) in bridge_at
            )
            for direction in range(6)
        ),
        over=tuple(over),
        wet=tuple(frozenset(way.to for way in out if way.side != PLAIN) for out in ways),
        bridges_of=tuple(map(tuple, bridges_of)),
        exits=frozenset(bits(board.exit_stretch)),
        everywhere_open=bytes(grid.size),
        east_of_meuse=by_hex(grid.size, grid.mask & ~board.west_of_meuse),
    )


def _ways(board: Board, cell: int, bridge_at: Mapping[tuple[int, int], int]) -> tuple[Way, ...]:
    found = []
    for direction, to in enumerate(board.grid.neighbours[cell]):
        if to != OFF_MAP:
            link = bool(board.links[direction] >> cell & 1)
            side = board.hexsides[cell][direction]
            found.append(Way(to, link, side, bridge_at.get((cell, direction), -1)))
    return tuple(found)
