"""The fixed data of Breakthrough in one object, with lookups that speed up the rules."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ardennes.games.breakthrough.schema import tables, terms
from ardennes.games.breakthrough.schema.ground import Ground, survey
from ardennes.games.breakthrough.schema.load import load_last_seven, load_pools, load_units
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, Board, Division, Placed, Unit
from ardennes.hexes import Grid, board_of
from ardennes.kernel.datafile import Folder
from ardennes.kernel.mapfile import from_either_bank
from ardennes.kernel.names import at_hex, hex_text, names_on_grid
from ardennes.kernel.parts import Theatre, check_scenarios, hexes_of
from ardennes.kernel.rulebook import rule_ids
from ardennes.kernel.schema import Known, check_references

PIPER, BRIGADE_150 = "GE-1SS-Piper", "GE-150-SK-SS"  # units that rules mention


class World:
    """Map, units and tables of one edition of the game, with lookups."""

    def __init__(
        self,
        board: Board | None = None,
        units: tuple[Unit, ...] | None = None,
        divisions: tuple[Division, ...] | None = None,
        constants: tables.Constants | None = None,
        last_seven: tuple[Placed, ...] | None = None,
        ground: Ground | None = None,
        folder: Folder | None = None,
        part: tables.Played | None = None,
    ) -> None:
        """Build the world of the data folder, with any part replaced, or cut down to a scenario.

        A made-up map has no recorded set-up.
        """
        self.folder, self.part = folder, part
        made_up = board is not None or divisions is not None
        if last_seven is None:
            last_seven = load_last_seven(folder) if board is None else ()
        if units is None or divisions is None:
            units, divisions = load_units(folder)
        self.units, self.divisions, self.last_seven = units, divisions, last_seven
        self.pools = load_pools(folder)
        self.tables, self.limits = tables.load_tables(folder), tables.load_limits(folder)
        self.constants = constants or tables.load_constants(folder)
        self.scenarios = tables.load_scenarios(folder)
        # Units
        self.by_id = {unit.id: unit.index for unit in units}
        self.by_label = {unit.label: unit for unit in units}
        self.of_side = (  # divisional units included
            tuple(u.index for u in units if u.side == GERMAN),
            tuple(u.index for u in units if u.side == AMERICAN),
        )
        self.runs = (_runs(units, GERMAN), _runs(units, AMERICAN))  # the same as slices of the columns
        # Units before this one are in chart order, and none of them is divisional.
        self.chart_rows = next((u.index for u in units if u.divisional), len(units))
        self.side = tuple(u.side for u in units)
        self.mobile = tuple(u.mobile for u in units)
        self.engineer = tuple(u.kind == terms.ENG for u in units)
        self.grenadier = tuple(u.kind == terms.PZGR for u in units)  # Panzergrenadiers, BTA-6.7e
        self.brigade_150 = self.by_id.get(BRIGADE_150, -1)  # -1 if a made-up game lacks it
        # The map
        self.board = board = board or load_board(folder, part)
        self.grid = grid = board.grid
        if not made_up and part is None:
            theatre = _theatre(self)
            rules = Known(theatre.rules, "a rule of the rulebook")
            check_references(self.tables.costs.values(), {"rule": rules})
            check_scenarios(self.scenarios.values(), theatre)
        self.in_play = tuple(part is None or _in_play(unit, part, grid.mask) for unit in units)
        self.bridge_by_name = from_either_bank(bridge.name for bridge in board.bridges)
        self.bridge_dirs = _bridge_dirs(board)  # by cell: neighbour -> bridge on the way
        self.edge = (  # by side: hexes where a road leaves over a friendly edge, BTA-MAP-40
            board_of(cell for cell, _, side in board.edge_roads if side == GERMAN),
            board_of(cell for cell, _, side in board.edge_roads if side == AMERICAN),
        )
        last = self.limits.corridor_last_column
        # By its first column (an option): hexes closed by BTA-7.6g.
        self.corridor = {first: _columns(grid, first, last) for first in range(11, 14)}
        self.closed_to_german = _columns(grid, 0, 0)  # BTA-7.6f
        self.ground = ground or survey(board, self.tables, self.closed_to_german, self.corridor)

    @functools.cached_property
    def hex_names(self) -> dict[str, str]:
        """By number what each hex is called."""
        return names_on_grid(self.grid, {cell: place for cell, place in enumerate(self.board.place) if place})

    def hex_text(self, cell: int) -> str:
        """Return the name of a hex with its number behind it."""
        return hex_text(self, self.grid.label(cell))

    def at_hex(self, cell: int) -> str:
        """Return where something in the hex is: "at Bleialf (22,25)", "1 hex east of Bleialf (23,25)"."""
        return at_hex(self, self.grid.label(cell))

    def places_on(self, path: Sequence[str]) -> list[str]:
        """Return the names, with numbers, of those hexes of a path that have a place."""
        cells = map(self.grid.at, path)
        return [self.hex_text(cell) for cell in cells if self.board.place[cell]]

    def bridge_text(self, name: str) -> str:
        """Return a bridge by its place and its hexes: "bridge at Dasburg (9,22/9,23)"."""
        site = self.board.bridges[self.bridge_by_name[name]]
        return f"bridge at {site.label} ({site.name})" if site.label else f"bridge {site.name}"

    def labels(self, cells: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """Return the labels of hexes."""
        return tuple(self.grid.label(cell) for cell in cells)

    def names(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """Return the ids of units."""
        return tuple(self.units[unit].id for unit in units)


def _theatre(w: World) -> Theatre:
    return Theatre(
        w.grid.labels,
        functools.partial(hexes_of, w.grid),
        {name: cell for cell, name in enumerate(w.board.place) if name},
        [unit.id for unit in w.units if not unit.divisional],
        rule_ids("ardennes.games.breakthrough"),
    )


def _in_play(unit: Unit, part: tables.Played, ground: int) -> bool:
    """Return whether the unit begins on the scenario's ground, is named, or is a divisional unit,
    BTA-SHORT-2."""
    if unit.divisional or unit.id in part.comes:
        return True
    begins = unit.day == part.first_day and unit.entry_edge < 0 and bool(ground >> unit.hex & 1)
    return begins and unit.id not in part.without


def _columns(grid: Grid, first: int, last: int) -> int:
    return board_of(cell for cell in grid.cells if first <= grid.column[cell] <= last)


def _runs(units: tuple[Unit, ...], side: int) -> tuple[slice, ...]:
    """Return a side's units as slices without gaps."""
    result: list[slice] = []
    for unit in units:
        if unit.side == side and result and result[-1].stop == unit.index:
            result[-1] = slice(result[-1].start, unit.index + 1)
        elif unit.side == side:
            result.append(slice(unit.index, unit.index + 1))
    return tuple(result)


def _bridge_dirs(board: Board) -> tuple[dict[int, int], ...]:
    result: list[dict[int, int]] = [{} for _ in range(board.grid.size)]
    for bridge in board.bridges:
        a, b = bridge.ends
        result[a][b] = result[b][a] = bridge.index
    return tuple(result)


printed_world = functools.cache(World)  # of the game's own data
