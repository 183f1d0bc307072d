"""Everything about the game that never changes, gathered once and worked out for speed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import Board, load_board
from ardennes.games.tigers.schema.tables import (
    Constants,
    Tables,
    TerrainEffect,
    load_constants,
    load_scenarios,
    load_tables,
    load_terrain_effects,
)
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.units import AirUnit, Unit, load_air_units, load_units
from ardennes.hexes import Grid
from ardennes.kernel.contract import Scenario

DIRECTIONS = range(6)
NAMED = {  # the units the rules name
    "peiper": "G-KGP",
    "parent": "G-1SS",
    "tiger_501": "G-501",
    "tiger_506": "G-506",
    "skorzeny": "G-SKORZ",
    "heydte": "G-VDH",
    "dump": "US-DUMP",
    "first_infantry": "US-1",
    "ninth_armored": "US-9A",
}
EXIT = -3  # the step that leaves the map
Way = tuple[int, bool, str]  # (hex or EXIT, at road rate, as written)


@dataclass(frozen=True)
class World:
    """Map, counters and tables of one edition of the game, with lookups. Built by `World.build`."""

    board: Board
    grid: Grid
    units: tuple[Unit, ...]
    air_units: tuple[AirUnit, ...]
    tables: Tables
    constants: Constants
    id_of: tuple[str, ...]  # by unit
    by_id: Mapping[str, int]
    air_by_id: Mapping[str, int]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]  # indices of the units of each side
    side: tuple[int, ...]
    factor: tuple[int, ...]
    fights: tuple[bool, ...]  # by unit: all but von der Heydte and the dump
    is_combat: tuple[bool, ...]
    is_division: tuple[bool, ...]
    moves: tuple[bool, ...]  # by unit: can it ever move
    choosers: tuple[int, ...]  # Tigers and Peiper: how they set out is a choice of its own
    has_zone: tuple[bool, ...]  # divisions and sub-divisional units, TIA-ZOC-1, -9, -13
    foot_cost: tuple[int, ...]  # by cell, half-MF
    mech_cost: tuple[int, ...]
    road_rate: int
    road_normal: int
    stack_limit: tuple[int, ...]
    river_dirs: tuple[int, ...]  # by direction: hexes with a river on that side
    road_links: tuple[int, ...]  # by direction: hexes whose side carries a road
    direction_to: tuple[dict[int, int], ...]  # by cell: neighbour -> direction
    ways: tuple[tuple[Way, ...], ...]  # by cell: the steps that may lead on from it, at normal rate
    ways_by_road: tuple[tuple[Way, ...], ...]  # ... at either rate
    exits: int  # hexes from which units leave the map
    rivers_of: tuple[tuple[tuple[int, int], ...], ...]  # by cell: (direction, river side)
    river_ends: tuple[int, ...]  # by river side: its two hexes
    river_corners: tuple[int, ...]  # by river side: the hexes it radiates from, TIA-BRIDGE-7
    bridge_by_name: Mapping[str, int]
    bridge_names: tuple[str, ...]
    steps: Mapping[str, tuple[int, bool]]  # a step of a path as written -> (cell or EXIT, at road rate)
    peiper: int  # the units the rules name; -1 where a made-up game has none
    parent: int
    tiger_501: int
    tiger_506: int
    skorzeny: int
    heydte: int
    dump: int
    first_infantry: int
    ninth_armored: int
    combat_commands: tuple[int, ...]
    allied_armor: tuple[int, ...]
    scenarios: tuple[Scenario, ...]
    forced_supply: Mapping[int, bool] = field(default_factory=dict)  # case files may settle it
    entries: dict[tuple[int, int], Any] = field(default_factory=dict)  # (unit, hexes) -> orders, as asked for
    quiet_steps: dict[tuple[Any, ...], Any] = field(
        default_factory=dict
    )  # steps away from any enemy, as found

    @staticmethod
    def build(
        board: Board | None = None,
        units: tuple[Unit, ...] | None = None,
        air_units: tuple[AirUnit, ...] | None = None,
        tables: Tables | None = None,
        constants: Constants | None = None,
        terrain: tuple[TerrainEffect, ...] | None = None,
        forced_supply: Mapping[int, bool] | None = None,
        folder: Path | None = None,
    ) -> World:
        """The world of the data folder, with any part replaced."""
        board = board or load_board(folder)
        units = units if units is not None else load_units(board, folder)
        air = air_units if air_units is not None else load_air_units(folder)
        effects = {effect.terrain: effect for effect in terrain or load_terrain_effects(folder)}
        by_id = {unit.id: unit.index for unit in units}
        grid = board.grid
        kinds = [_terrain_name(board, cell) for cell in range(grid.size)]
        return World(
            board=board,
            grid=grid,
            units=units,
            air_units=air,
            tables=tables or load_tables(folder),
            constants=constants or load_constants(folder),
            id_of=tuple(unit.id for unit in units),
            by_id=by_id,
            air_by_id={group.id: group.index for group in air},
            of_side=(
                tuple(u.index for u in units if u.side == GERMAN),
                tuple(u.index for u in units if u.side == ALLIED),
            ),
            side=tuple(u.side for u in units),
            factor=tuple(u.factor for u in units),
            fights=tuple(u.kind not in (terms.VDH, terms.DUMP) for u in units),
            is_combat=tuple(u.combat for u in units),
            moves=tuple(u.omf > 0 for u in units),
            choosers=tuple(
                u.index for u in units if u.kind == terms.TIGER or u.index == by_id.get(NAMED["peiper"])
            ),
            is_division=tuple(u.size == terms.DIVISION for u in units),
            has_zone=tuple(u.size in (terms.DIVISION, terms.SUB_DIVISIONAL) for u in units),
            foot_cost=tuple(effects[k].foot for k in kinds),
            mech_cost=tuple(effects[k].mechanized for k in kinds),
            road_rate=effects["open"].road_rate,
            road_normal=effects["open"].road_normal,
            stack_limit=tuple(effects[k].stack for k in kinds),
            **_geography(board),
            **_named(by_id),
            combat_commands=tuple(u.index for u in units if u.kind == terms.COMBAT_COMMAND),
            allied_armor=tuple(u.index for u in units if u.side == ALLIED and u.kind == terms.ARMOR),
            scenarios=load_scenarios(folder),
            forced_supply=forced_supply or {},
        )

    def ids(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        names = self.id_of
        return tuple([names[unit] for unit in units])

    def labels(self, cells: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        labels = self.grid.labels
        return tuple([labels[cell] for cell in cells])


def _named(by_id: Mapping[str, int]) -> dict[str, Any]:
    return {field: by_id.get(unit, -1) for field, unit in NAMED.items()}


def _geography(board: Board) -> dict[str, Any]:
    """Lookups that follow from the map alone."""
    grid = board.grid
    cells = range(grid.size)
    names = tuple(f"{grid.label(r.a)}/{grid.label(r.b)}" for r in board.rivers)
    by_name = dict(zip(names, range(len(names)), strict=True))
    by_name.update({f"{grid.label(r.b)}/{grid.label(r.a)}": r.index for r in board.rivers})
    return {
        "river_dirs": tuple(sum(1 << c for c in grid.cells if board.river_at[c][d] >= 0) for d in DIRECTIONS),
        "road_links": tuple(
            sum(1 << c for c in grid.cells if board.road_dirs[c] >> d & 1) for d in DIRECTIONS
        ),
        "direction_to": tuple({n: d for d, n in enumerate(grid.neighbours[c]) if n >= 0} for c in cells),
        "ways": tuple(_ways(board, cell, False) for cell in cells),
        "ways_by_road": tuple(_ways(board, cell, True) for cell in cells),
        "exits": board.exit_full | board.exit_half,
        "rivers_of": tuple(
            tuple((d, r) for d, r in enumerate(board.river_at[c]) if r >= 0 and grid.neighbours[c][d] >= 0)
            for c in cells
        ),
        "river_ends": tuple(1 << r.a | 1 << r.b for r in board.rivers),
        "river_corners": tuple(grid.near[r.a] & grid.near[r.b] for r in board.rivers),
        "bridge_by_name": by_name,
        "bridge_names": names,
        "steps": _steps(grid),
    }


def _ways(board: Board, cell: int, by_road: bool) -> tuple[Way, ...]:
    """Every step that could be written from a hex, exits included."""
    found: list[Way] = []
    for direction, to in enumerate(board.grid.neighbours[cell]):
        if to >= 0:
            found.append((to, False, board.grid.labels[to]))
            if by_road and board.road_dirs[cell] >> direction & 1:
                found.append((to, True, board.grid.labels[to] + "r"))
    if (board.exit_full | board.exit_half) >> cell & 1:
        found.append((EXIT, False, "exit"))
        if by_road and board.edge_road >> cell & 1:
            found.append((EXIT, True, "exitr"))
    return tuple(found)


def _steps(grid: Grid) -> dict[str, tuple[int, bool]]:
    steps = {"exit": (EXIT, False), "exitr": (EXIT, True)}
    for cell in grid.cells:
        steps[grid.label(cell)] = (cell, False)
        steps[grid.label(cell) + "r"] = (cell, True)
    return steps


def _terrain_name(board: Board, cell: int) -> str:
    """The row of the terrain effects chart a hex falls under; a town in the woods moves as woods."""
    bit = 1 << cell
    if board.venn & bit:
        return "venn_forest" if board.forest & bit else "venn"
    if board.forest & bit:
        return "forest"
    return "city" if board.city & bit else "town" if board.town & bit else "open"


@functools.cache
def printed_world() -> World:
    """The game as it stands in the data folder."""
    return World.build()
