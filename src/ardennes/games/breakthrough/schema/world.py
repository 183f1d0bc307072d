"""Everything about Breakthrough that never changes, gathered once and worked out for speed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ardennes.games.breakthrough.schema.ground import Ground, survey
from ardennes.games.breakthrough.schema.load import load_last_seven, load_pools, load_units
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.tables import (
    Constants,
    Limits,
    Played,
    Tables,
    load_constants,
    load_limits,
    load_scenarios,
    load_tables,
)
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    ENG,
    GERMAN,
    PZGR,
    Board,
    Division,
    Placed,
    Pool,
    Unit,
)
from ardennes.hexes import Grid, board_of

PIPER, BRIGADE_150 = "GE-1SS-Piper", "GE-150-SK-SS"  # units the rules name


@dataclass(frozen=True)
class World:
    """Map, units and tables of one edition of the game, with lookups. Built by `World.build`."""

    board: Board
    grid: Grid
    units: tuple[Unit, ...]
    divisions: tuple[Division, ...]
    pools: tuple[Pool, ...]
    tables: Tables
    constants: Constants
    limits: Limits
    scenarios: Mapping[str, Played]
    last_seven: tuple[Placed, ...]
    by_id: Mapping[str, int]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]  # units of each side, divisional units included
    runs: tuple[tuple[slice, ...], tuple[slice, ...]]  # the same as stretches of the columns of a state
    chart_rows: int  # units before this one stand in chart order, none of them divisional
    side: tuple[int, ...]  # by unit
    mobile: tuple[bool, ...]
    engineer: tuple[bool, ...]
    grenadier: tuple[bool, ...]  # Panzergrenadiers, BTA-6.7e
    bridge_by_name: Mapping[str, int]  # from either bank
    bridge_dirs: tuple[Mapping[int, int], ...]  # by cell: neighbour -> bridge on the way
    edge: tuple[int, int]  # by side: hexes where a road leaves over a friendly edge, BTA-MAP-40
    corridor: Mapping[int, int]  # by its first column (an option): hexes closed by BTA-7.6g
    closed_to_german: int  # column x=0, BTA-7.6f
    brigade_150: int  # -1 where a made-up game has none
    ground: Ground  # what a step is judged by

    @staticmethod
    def build(
        board: Board | None = None,
        units: tuple[Unit, ...] | None = None,
        divisions: tuple[Division, ...] | None = None,
        tables: Tables | None = None,
        constants: Constants | None = None,
        limits: Limits | None = None,
        folder: Path | None = None,
    ) -> World:
        """The world of the data folder, with any part replaced."""
        placed: tuple[Placed, ...] = ()
        if board is None:
            board = load_board(folder)
            placed = load_last_seven(folder)
        if units is None or divisions is None:
            units, divisions = load_units(folder)
        grid, numbers = board.grid, limits or load_limits(folder)
        by_id = {unit.id: unit.index for unit in units}
        printed = tables or load_tables(folder)
        corridor = {first: _columns(grid, first, numbers.corridor_last_column) for first in range(11, 14)}
        return World(
            board=board,
            grid=grid,
            units=units,
            divisions=divisions,
            pools=load_pools(folder),
            tables=printed,
            constants=constants or load_constants(folder),
            limits=numbers,
            scenarios=load_scenarios(folder),
            last_seven=placed,
            by_id=by_id,
            of_side=(
                tuple(u.index for u in units if u.side == GERMAN),
                tuple(u.index for u in units if u.side == AMERICAN),
            ),
            runs=(_runs(units, GERMAN), _runs(units, AMERICAN)),
            chart_rows=next((u.index for u in units if u.divisional), len(units)),
            side=tuple(u.side for u in units),
            mobile=tuple(u.mobile for u in units),
            engineer=tuple(u.kind == ENG for u in units),
            grenadier=tuple(u.kind == PZGR for u in units),
            bridge_by_name=_bridge_names(board),
            bridge_dirs=_bridge_dirs(board),
            edge=(
                board_of(cell for cell, _, side in board.edge_roads if side == GERMAN),
                board_of(cell for cell, _, side in board.edge_roads if side == AMERICAN),
            ),
            corridor=corridor,
            closed_to_german=_columns(grid, 0, 0),
            brigade_150=by_id.get(BRIGADE_150, -1),
            ground=survey(board, printed, _columns(grid, 0, 0), corridor),
        )

    def labels(self, cells: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        return tuple(self.grid.label(cell) for cell in cells)

    def names(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """The ids of units."""
        return tuple(self.units[unit].id for unit in units)


def _columns(grid: Grid, first: int, last: int) -> int:
    return board_of(cell for cell in grid.cells if first <= grid.column[cell] <= last)


def _runs(units: tuple[Unit, ...], side: int) -> tuple[slice, ...]:
    """A side's units as stretches without a gap."""
    found: list[slice] = []
    for unit in units:
        if unit.side == side and found and found[-1].stop == unit.index:
            found[-1] = slice(found[-1].start, unit.index + 1)
        elif unit.side == side:
            found.append(slice(unit.index, unit.index + 1))
    return tuple(found)


def _bridge_names(board: Board) -> dict[str, int]:
    found = {}
    for bridge in board.bridges:
        a, b = bridge.name.split("/")
        found[bridge.name] = found[f"{b}/{a}"] = bridge.index
    return found


def _bridge_dirs(board: Board) -> tuple[dict[int, int], ...]:
    found: list[dict[int, int]] = [{} for _ in range(board.grid.size)]
    for bridge in board.bridges:
        a, b = bridge.ends
        found[a][b] = found[b][a] = bridge.index
    return tuple(found)


@functools.cache
def printed_world() -> World:
    """The world of the game's own data."""
    return World.build()
