"""Everything about the playsheet game that never changes, gathered once and laid out for speed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ardennes.games.playsheet.schema.load import (
    AT_START,
    AirPool,
    Limits,
    Played,
    date_of,
    load_air_pools,
    load_flying,
    load_issue,
    load_limits,
    load_scenarios,
    load_units,
    load_weather,
    squadrons_of,
    turn_name,
)
from ardennes.games.playsheet.schema.map import Board, Bridge, Edge, Objective, Six, load_board
from ardennes.games.playsheet.schema.sheet import HEX_KM, Sheet, block_side, load_sheet
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, GROUND_OF, SIDES, Squadron, Unit


@dataclass(frozen=True, eq=False)
class World:
    """Map, units, air forces and tables of one edition of the game. Built by `World.build`.

    A hex is a number, column by column: the lowest id is the lowest number, and so with units, squadrons
    and bridges (OPS-GRID-7). Directions are N, NE, SE, S, SW, NW.
    """

    board: Board
    sheet: Sheet
    limits: Limits
    rows: int
    size: int  # hexes
    cells: Mapping[str, int]  # label -> hex
    terrain: tuple[int, ...]
    ground: tuple[int, ...]  # OPEN, CLOSE, BOG, OPS-MOVE-15
    zone: tuple[int, ...]  # 1 to 24, OPS-GRID-5
    neighbours: tuple[Six, ...]  # -1 off the map
    near: tuple[tuple[int, ...], ...]  # ... without those
    q: tuple[int, ...]  # axial coordinates, OPS-GRID-8
    r: tuple[int, ...]
    river_to: tuple[tuple[bool, ...], ...]
    road_to: tuple[tuple[bool, ...], ...]
    bridge_to: tuple[Six, ...]  # -1: no bridge
    road_ways: tuple[tuple[tuple[int, int], ...], ...]  # by hex: (next hex of a road, bridge or -1)
    dry_ways: tuple[tuple[tuple[int, int], ...], ...]  # ... (neighbour not over open water, bridge or -1)
    road_hex: int
    bridges: tuple[Bridge, ...]
    bridge_by_id: Mapping[str, int]  # "4126/4226" from either bank
    start_blown: int
    start_ground: tuple[int, int]  # by side, OPS-MAP-7
    edges: tuple[Edge, ...]
    sources: tuple[int, int]  # by side: edge hexes that supply it
    exits: frozenset[int]  # German, OPS-VIC-2
    objectives: tuple[Objective, ...]
    objective_at: Mapping[int, int]
    dumps: tuple[int, ...]  # hexes, OPS-SUP-6
    units: tuple[Unit, ...]
    by_id: Mapping[str, int]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]
    combat: tuple[bool, ...]  # by unit
    divisions: tuple[Mapping[str, str], Mapping[str, str]]  # by side: division -> corps, OPS-UNIT-13
    pools: Mapping[tuple[int, int], AirPool]  # by side and pool
    squadrons: tuple[Squadron, ...]
    squadron_by_id: Mapping[str, int]
    squadrons_of: tuple[tuple[int, ...], tuple[int, ...]]
    weather: Mapping[int, tuple[int, ...]]  # by date and face, OPS-WX-1
    shares: tuple[tuple[Fraction, Fraction], ...]  # by weather and side, OPS-WX-2
    air_recce: tuple[bool, ...]  # by weather
    issue: tuple[Mapping[int, int], Mapping[int, int]]  # by side and date, OPS-SUP-4
    scenarios: Mapping[str, Played]

    @staticmethod
    def build(
        board: Board | None = None, units: Sequence[Unit] | None = None, folder: Path | None = None
    ) -> World:
        """The world of the data folder, with the map or the units replaced."""
        board, limits = board or load_board(folder), load_limits(folder)
        units = tuple(units) if units is not None else load_units(board, folder)
        pools = load_air_pools(folder)
        squadrons = squadrons_of(pools)
        shares, recce = load_flying(folder)
        hexes = range(len(board.labels))
        near = tuple(tuple(n for n in around if n >= 0) for around in board.neighbours)
        column, row = [cell // board.rows for cell in hexes], [cell % board.rows for cell in hexes]
        return World(
            board=board,
            sheet=load_sheet(folder),
            limits=limits,
            rows=board.rows,
            size=len(board.labels),
            cells=board.cells,
            terrain=board.terrain,
            ground=tuple(GROUND_OF[terrain] for terrain in board.terrain),
            zone=tuple(zone_of(limits, column[cell], row[cell]) for cell in hexes),
            neighbours=board.neighbours,
            near=near,
            q=tuple(column),
            r=tuple(row[cell] - column[cell] // 2 for cell in hexes),
            river_to=board.river_to,
            road_to=board.road_to,
            bridge_to=board.bridge_to,
            road_ways=_ways(board, lambda cell, way: board.road_to[cell][way]),
            dry_ways=_ways(board, lambda c, way: not board.river_to[c][way] or board.bridge_to[c][way] >= 0),
            road_hex=sum(1 << cell for cell in hexes if any(board.road_to[cell])),
            bridges=board.bridges,
            bridge_by_id=_bridge_ids(board),
            start_blown=board.start_blown,
            start_ground=_ground(board, units),
            edges=board.edges,
            sources=_sources(board.edges),
            exits=frozenset(edge.hex for edge in board.edges if edge.german_exit),
            objectives=board.objectives,
            objective_at={objective.hex: objective.index for objective in board.objectives},
            dumps=tuple(sorted(objective.hex for objective in board.objectives if objective.dump)),
            units=units,
            by_id={unit.id: unit.index for unit in units},
            of_side=_by_side(units),
            combat=tuple(unit.combat for unit in units),
            divisions=(_divisions(units, ALLIED), _divisions(units, GERMAN)),
            pools={(pool.side, pool.pool): pool for pool in pools},
            squadrons=squadrons,
            squadron_by_id={squadron.id: squadron.index for squadron in squadrons},
            squadrons_of=_by_side(squadrons),
            weather=load_weather(folder),
            shares=shares,
            air_recce=recce,
            issue=load_issue(folder),
            scenarios=load_scenarios(folder),
        )

    def label(self, cell: int) -> str:
        return self.board.labels[cell]

    def cell(self, label: str) -> int | None:
        """The hex of a label; None off the map."""
        return self.cells.get(label)

    def cell_of(self, label: str) -> int:
        """The hex of a label that is known to be on the map."""
        return self.cells[label]

    def distance(self, a: int, b: int) -> int:
        """In hexes, OPS-GRID-8."""
        dq, dr = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def km(self, a: int, b: int) -> int:
        """OPS-GRID-1."""
        return self.distance(a, b) * HEX_KM

    def at_axial(self, q: int, r: int) -> int:
        """The hex of axial coordinates; -1 off the map, OPS-GRID-8."""
        row = r + q // 2
        inside = 0 <= q < self.board.columns and 0 <= row < self.rows
        return q * self.rows + row if inside else -1

    def area(self, anchor: int) -> tuple[int, ...]:
        """The hexes of the area of an anchor that are on the map, OPS-GRID-4."""
        side = block_side(self.sheet)
        found = (
            self.at_axial(self.q[anchor] + dq, self.r[anchor] + dr)
            for dr in range(side)
            for dq in range(side)
        )
        return tuple(cell for cell in found if cell >= 0)

    def within(self, cell: int, hexes: int) -> tuple[int, ...]:
        """The hexes at most so far away, the hex itself among them, the lowest id first."""
        q, r = self.q[cell], self.r[cell]
        found = (
            self.at_axial(q + dq, r + dr)
            for dq in range(-hexes, hexes + 1)
            for dr in range(max(-hexes, -dq - hexes), min(hexes, hexes - dq) + 1)
        )
        return tuple(near for near in found if near >= 0)

    def direction(self, a: int, b: int) -> int:
        """Which way a neighbour lies; -1 when it is none."""
        return self.neighbours[a].index(b) if b >= 0 and b in self.neighbours[a] else -1

    def crossing(self, a: int, b: int) -> bool:
        """Is there a river between two neighbours?"""
        way = self.direction(a, b)
        return way >= 0 and self.river_to[a][way]

    def road_between(self, a: int, b: int) -> bool:
        way = self.direction(a, b)
        return way >= 0 and self.road_to[a][way]

    def bridge_between(self, a: int, b: int) -> int:
        """The bridge between two neighbours; -1 when there is none."""
        way = self.direction(a, b)
        return self.bridge_to[a][way] if way >= 0 else -1

    def hexside(self, a: int, b: int) -> str:
        """The name of a hexside, the lower hex first, OPS-GRID-7."""
        return f"{self.label(min(a, b))}/{self.label(max(a, b))}"

    @staticmethod
    def is_night(turn: int) -> bool:
        return turn % 2 == 1

    @staticmethod
    def date(turn: int) -> int:
        """The day of December."""
        return date_of(turn)

    @staticmethod
    def turn_name(turn: int) -> str:
        """16D, 16N, 17D ..."""
        return turn_name(turn)


def zone_of(limits: Limits, column: int, row: int) -> int:
    """OPS-GRID-5."""
    return limits.zone_columns * (row // limits.zone_hexes) + column // limits.zone_hexes + 1


def _ways(board: Board, test: Callable[[int, int], bool]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By hex the neighbours in directions that pass a test, each with the bridge on the way."""
    return tuple(
        tuple(
            (near, board.bridge_to[cell][way])
            for way, near in enumerate(around)
            if near >= 0 and test(cell, way)
        )
        for cell, around in enumerate(board.neighbours)
    )


def _bridge_ids(board: Board) -> dict[str, int]:
    found = {}
    for bridge in board.bridges:
        a, b = (board.labels[end] for end in bridge.ends)
        found[f"{a}/{b}"] = found[f"{b}/{a}"] = bridge.index
    return found


def _ground(board: Board, units: Sequence[Unit]) -> tuple[int, int]:
    """Who holds what at the start: by the front, but a unit holds its own hex, OPS-MAP-7."""
    german = board.german_side
    for unit in units:
        if unit.arrives == AT_START and unit.hex >= 0:
            german = german | 1 << unit.hex if unit.side == GERMAN else german & ~(1 << unit.hex)
    return ((1 << len(board.labels)) - 1) & ~german, german


def _sources(edges: Sequence[Edge]) -> tuple[int, int]:
    allied, german = (sum(1 << edge.hex for edge in edges if edge.side == side) for side in range(2))
    return allied, german


def _by_side(things: Sequence[Unit] | Sequence[Squadron]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    allied, german = (tuple(thing.index for thing in things if thing.side == side) for side in range(2))
    return allied, german


def _divisions(units: Sequence[Unit], side: int) -> dict[str, str]:
    """Formations that are neither a corps nor a unit by itself, with the corps of their first unit."""
    found: dict[str, str] = {}
    for unit in units:
        if unit.side == side and unit.formation not in (unit.corps, unit.id):
            found.setdefault(unit.formation, unit.corps)
    return found


@functools.cache
def printed_world() -> World:
    """The world of the game's own data."""
    return World.build()


assert SIDES == ("allied", "german")  # pairs by side are in this order
