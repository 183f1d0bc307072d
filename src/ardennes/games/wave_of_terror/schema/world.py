"""Everything about Wave of Terror that never changes, gathered once and worked out for speed."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.ground import Ground, survey
from ardennes.games.wave_of_terror.schema.load import (
    DefaultSetup,
    load_limits,
    load_scenarios,
    load_setup,
    load_tables,
    load_units,
)
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import Board, Unit
from ardennes.hexes import Grid, board_of
from ardennes.kernel.contract import Scenario
from ardennes.words import hex_of_place

PEIPER, AIRBORNE_101, BRIGADE_IDS = "1SS", "101", ("29B", "33B", "34B")  # parents the rules name
CAVALRY = "14R"  # its three one-step troops may become the squadron kept aside, WOT-8.7


@dataclass(frozen=True)
class World:
    """Map, units and tables of one edition of the game, with lookups. Built by `World.build`."""

    board: Board
    grid: Grid
    units: tuple[Unit, ...]
    parents: tuple[terms.Parent, ...]
    tables: terms.Tables
    limits: terms.Limits
    ground: Ground  # what a step or a supply line is judged by
    ids: tuple[str, ...]  # by unit
    by_id: Mapping[str, int]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]
    side: tuple[int, ...]  # by unit
    parent: tuple[int, ...]  # -1: independent
    parent_side: tuple[int, ...]  # by parent
    artillery: tuple[bool, ...]
    heavy: tuple[bool, ...]
    barred: tuple[bool, ...]  # artillery or a high MF: no blocked hexside, no marsh but by road, WOT-9.8
    unwading: tuple[bool, ...]  # artillery or heavy: no improvised crossing, WOT-9.10
    movement: tuple[int, ...]
    attack: tuple[tuple[int, ...], ...]  # by unit and steps left
    defense: tuple[tuple[int, ...], ...]
    guns: tuple[int, ...]  # all artillery units
    engineers: tuple[int, ...]  # US engineers, WOT-9.14
    british: bool  # are there British units
    parent_by_id: tuple[Mapping[str, int], Mapping[str, int]]  # by side
    bridge_by_name: Mapping[str, int]  # from either bank
    places: int  # towns and cities
    troops: tuple[int, ...]  # the three 1-9 of the 14th Cavalry, WOT-3.10
    squadron: int  # ... and the 4-9 kept aside; -1 where a made-up game has none
    first_5a: tuple[int, ...]  # the two turn-1 units of the 5th Armored, WOT-4.12
    kg_parent: int  # the 1st SS, WOT-7.7
    parent_101: int  # WOT-9.17e
    brigades: tuple[int, ...]  # the three British brigades, WOT-8.5
    start_area: tuple[int, ...]  # by unit: hexes where it may be set up; the Belgians' are on POL markers
    historical: DefaultSetup  # empty in a made-up game
    scenarios: tuple[Scenario, ...]

    @staticmethod
    def build(
        board: Board | None = None,
        units: Sequence[Unit] | None = None,
        parents: Sequence[terms.Parent] | None = None,
        tables: terms.Tables | None = None,
        limits: terms.Limits | None = None,
        folder: Path | None = None,
        ground: Ground | None = None,
    ) -> World:
        """The world of the data folder, with any part replaced."""
        made_up = board is not None or units is not None
        board, tables = board or load_board(folder), tables or load_tables(folder)
        if units is None or parents is None:
            units, parents = load_units(board.grid, folder)
        limits = limits or load_limits(folder)
        by_parent = (_ids(parents, terms.GERMAN), _ids(parents, terms.ALLIED))
        return World(
            board=board,
            grid=board.grid,
            units=tuple(units),
            parents=tuple(parents),
            tables=tables,
            limits=limits,
            ground=ground or survey(board, tables.costs),
            ids=tuple(unit.id for unit in units),
            by_id={unit.id: unit.index for unit in units},
            of_side=(_of_side(units, terms.GERMAN), _of_side(units, terms.ALLIED)),
            side=tuple(unit.side for unit in units),
            parent=tuple(unit.parent for unit in units),
            parent_side=tuple(parent.side for parent in parents),
            artillery=tuple(unit.artillery for unit in units),
            heavy=tuple(unit.heavy for unit in units),
            barred=tuple(unit.artillery or unit.movement >= limits.barred_from for unit in units),
            unwading=tuple(unit.artillery or unit.heavy for unit in units),
            movement=tuple(unit.movement for unit in units),
            attack=tuple(_by_steps(u.steps, u.attack, u.reduced_attack) for u in units),
            defense=tuple(_by_steps(u.steps, u.defense, u.reduced_defense) for u in units),
            guns=tuple(unit.index for unit in units if unit.artillery),
            engineers=tuple(
                u.index
                for u in units
                if u.kind == terms.ENGINEER and u.side == terms.ALLIED and u.nation != terms.BRITISH
            ),
            british=any(unit.nation == terms.BRITISH for unit in units),
            parent_by_id=by_parent,
            bridge_by_name=_bridge_names(board),
            places=board_of(cell for cell in board.grid.cells if board.place[cell] != terms.NO_PLACE),
            troops=tuple(u.index for u in units if _is_troop(u, parents)),
            squadron=next((unit.index for unit in units if unit.optional == "aside"), -1),
            first_5a=tuple(unit.index for unit in units if unit.optional == "5A-1"),
            kg_parent=by_parent[terms.GERMAN].get(PEIPER, -1),
            parent_101=by_parent[terms.ALLIED].get(AIRBORNE_101, -1),
            brigades=tuple(
                by_parent[terms.ALLIED][name] for name in BRIGADE_IDS if name in by_parent[terms.ALLIED]
            ),
            start_area=tuple(_start_area(board, unit) for unit in units),
            historical=DefaultSetup({}, (), ()) if made_up else load_setup(board.grid, units, folder),
            scenarios=load_scenarios(folder),
        )

    def place(self, cell: int) -> str:
        """A hex with the place in it."""
        return hex_of_place(self.grid.label(cell), self.board.names[cell])

    def labels(self, cells: Sequence[int]) -> tuple[str, ...]:
        labels = self.grid.labels
        return tuple([labels[cell] for cell in cells])

    def numbers(self, ids: Sequence[str]) -> tuple[int, ...]:
        """Units by their ids, which are known."""
        by_id = self.by_id
        return tuple([by_id[name] for name in ids])

    def names(self, units: Sequence[int]) -> tuple[str, ...]:
        """The ids of units."""
        ids = self.ids
        return tuple([ids[unit] for unit in units])


def _ids(parents: Sequence[terms.Parent], side: int) -> dict[str, int]:
    return {parent.id: parent.index for parent in parents if parent.side == side}


def _of_side(units: Sequence[Unit], side: int) -> tuple[int, ...]:
    return tuple(unit.index for unit in units if unit.side == side)


def _by_steps(steps: int, full: int, reduced: int) -> tuple[int, ...]:
    """A factor by steps left: nothing, the reduced side of a two-step unit, the full one."""
    return (0, full) if steps == 1 else (0, reduced, full)


def _start_area(board: Board, unit: Unit) -> int:
    """Within its radius and on its own side (WOT-3.3); on the front where its hex touches it, if American
    (WOT-3.6); nowhere for a reinforcement."""
    home = board.german_side if unit.side == terms.GERMAN else board.grid.mask & ~board.german_side
    if unit.setup_hex < 0:
        return home if unit.setup_hex == terms.ANYWHERE else 0
    found = 1 << unit.setup_hex
    for _ in range(unit.radius):
        found |= board.grid.ring(found)
    if unit.side == terms.ALLIED and board.front[terms.ALLIED] >> unit.setup_hex & 1:
        found &= board.front[terms.ALLIED]
    return found & home


def _is_troop(unit: Unit, parents: Sequence[terms.Parent]) -> bool:
    return unit.steps == 1 and unit.parent >= 0 and parents[unit.parent].id == CAVALRY


def _bridge_names(board: Board) -> dict[str, int]:
    found = {}
    for bridge in board.bridges:
        a, b = bridge.name.split("/")
        found[bridge.name] = found[f"{b}/{a}"] = bridge.index
    return found


@functools.cache
def printed_world() -> World:
    """The world of the game's own data."""
    return World.build()
