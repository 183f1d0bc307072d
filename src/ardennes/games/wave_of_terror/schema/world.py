"""The fixed data of Wave of Terror in one object, with lookups that speed up the rules."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ardennes.games.wave_of_terror.schema import load, terms
from ardennes.games.wave_of_terror.schema.ground import Ground, survey
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import Board, Unit
from ardennes.hexes import Grid, board_of
from ardennes.kernel.datafile import Folder
from ardennes.kernel.mapfile import from_either_bank
from ardennes.kernel.names import at_hex, between, hex_text, hex_texts, names_on_grid
from ardennes.kernel.parts import Theatre, check_scenarios, hexes_of
from ardennes.kernel.rulebook import rule_ids
from ardennes.words import listed

PEIPER, AIRBORNE_101, BRIGADE_IDS = "1SS", "101", ("29B", "33B", "34B")  # parents that rules mention
CAVALRY = "14R"  # its three one-step troops may become the squadron kept aside, WOT-8.7


class World:
    """Map, units and tables of one edition of the game, with lookups."""

    def __init__(
        self,
        board: Board | None = None,
        units: Sequence[Unit] | None = None,
        parents: Sequence[terms.Parent] | None = None,
        tables: terms.Tables | None = None,
        limits: terms.Limits | None = None,
        ground: Ground | None = None,
        historical: load.DefaultSetup | None = None,
        folder: Folder | None = None,
        part: load.Played | None = None,
    ) -> None:
        """Build the world of the data folder, with any part replaced, or cut down to a scenario.

        A made-up game has no recorded set-up.
        """
        self.folder, self.part = folder, part
        made_up = board is not None or units is not None
        self.board = board = board or load_board(folder, part)
        self.grid = grid = board.grid
        if units is None or parents is None:
            units, parents = load.load_units(grid, folder)
        self.units, self.parents = tuple(units), tuple(parents)
        self.tables = tables or load.load_tables(folder)
        self.limits = limits or load.load_limits(folder)
        self.ground = ground or survey(board, self.tables.costs)  # for steps and supply lines
        self.scenarios = load.load_scenarios(folder)
        self.turns = part.turns if part else terms.TURNS
        cells = {name: cell for cell, name in enumerate(board.names) if name and cell in grid}
        self.part_cells = tuple(cells[place] for place in part.places) if part else ()
        if historical is None:
            historical = load.DefaultSetup({}, (), ()) if made_up else load.load_setup(grid, units, folder)
        self.historical = historical
        self.in_play = tuple(part is None or self._in_play(unit, part) for unit in self.units)
        if not made_up and part is None:
            check_scenarios(self.scenarios.values(), _theatre(self))
        self._index_units()
        self.bridge_by_name = from_either_bank(bridge.name for bridge in board.bridges)
        self.places = board_of(cell for cell in grid.cells if board.place[cell] != terms.NO_PLACE)

    def _index_units(self) -> None:
        """Set the lookups that follow from the units and their parents."""
        units, parents = self.units, self.parents
        self.ids = tuple(unit.id for unit in units)
        self.by_id = {unit.id: unit.index for unit in units}
        self.of_side = _of_side(units, terms.GERMAN), _of_side(units, terms.ALLIED)
        self.side = tuple(unit.side for unit in units)
        self.parent = tuple(unit.parent for unit in units)  # -1: independent
        self.artillery = tuple(unit.artillery for unit in units)
        self.heavy = tuple(unit.heavy for unit in units)
        # Artillery or a high MF: no blocked hexside, no marsh but by road, WOT-9.8.
        self.barred = tuple(u.artillery or u.movement >= self.limits.barred_from for u in units)
        self.unwading = tuple(u.artillery or u.heavy for u in units)  # no improvised crossing, WOT-9.10
        self.movement = tuple(unit.movement for unit in units)
        self.attack = tuple(_by_steps(u.steps, u.attack, u.reduced_attack) for u in units)  # and steps left
        self.defense = tuple(_by_steps(u.steps, u.defense, u.reduced_defense) for u in units)
        self.guns = tuple(unit.index for unit in units if unit.artillery)
        self.engineers = tuple(  # US engineers, WOT-9.14
            u.index
            for u in units
            if u.kind == terms.ENGINEER and u.side == terms.ALLIED and u.nation != terms.BRITISH
        )
        self.british = any(unit.nation == terms.BRITISH for unit in units)
        self.troops = tuple(u.index for u in units if _is_troop(u, parents))  # WOT-3.10
        self.squadron = next((u.index for u in units if u.optional == "aside"), -1)  # the 4-9 kept aside
        self.first_5a = tuple(u.index for u in units if u.optional == "5A-1")  # on turn 1, WOT-4.12
        self.parent_side = tuple(parent.side for parent in parents)
        german, allied = self.parent_by_id = _ids(parents, terms.GERMAN), _ids(parents, terms.ALLIED)
        self.kg_parent = german.get(PEIPER, -1)  # WOT-7.7
        self.parent_101 = allied.get(AIRBORNE_101, -1)  # WOT-9.17e
        self.brigades = tuple(allied[name] for name in BRIGADE_IDS if name in allied)  # British, WOT-8.5

    @functools.cached_property
    def start_area(self) -> tuple[int, ...]:
        """Return the set-up area by unit, without the Belgians, who start on POL markers; used only in
        set-ups."""
        return tuple(_start_area(self.board, unit) for unit in self.units)

    def _in_play(self, unit: Unit, part: load.Played) -> bool:
        """Return whether the recorded set-up has the unit on the ground, or the scenario names it,
        WOT-SHORT-2."""
        names = {unit.id, unit.organisation}
        if names & {*part.comes}:
            return True
        begins = self.historical.units.get(unit.index, -1) in self.grid
        return begins and not names & {*part.without}

    @functools.cached_property
    def hex_names(self) -> dict[str, str]:
        """The name of each hex by its number."""
        return _hex_names(_Places(self.grid.labels, self.board.names, self.grid))

    def place(self, cell: int) -> str:
        """Return the name of a hex with its number behind it: "Bleialf (E3319)"."""
        return hex_text(self, self.grid.label(cell))

    def at_place(self, cell: int) -> str:
        """Return where something is: "at Bleialf (E3319)", "1 hex south of Bleialf (E3320)"."""
        return at_hex(self, self.grid.label(cell))

    def place_list(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of hexes, with their numbers, in a sentence."""
        return hex_texts(self, map(self.grid.label, cells), last)

    def bridge_text(self, bridge: int) -> str:
        """Return what a bridge is called: "bridge between Spa (E2309) and 1 hex north of Spa (E2308)"."""
        return f"bridge {between(self, self.board.bridges[bridge].name)}"

    def unit_list(self, units: Iterable[int]) -> str:
        """Return the full names of units as "A, B and C"."""
        return listed([self.units[unit].name for unit in units])

    def labels(self, cells: Sequence[int]) -> tuple[str, ...]:
        """Return the labels of hexes."""
        labels = self.grid.labels
        return tuple([labels[cell] for cell in cells])

    def numbers(self, ids: Sequence[str]) -> tuple[int, ...]:
        """Return the units with these ids; raise KeyError for an unknown one."""
        by_id = self.by_id
        return tuple([by_id[name] for name in ids])

    def names(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the ids of units."""
        ids = self.ids
        return tuple([ids[unit] for unit in units])


@dataclass(frozen=True, slots=True)
class _Places:
    """The named places of a map; equal for maps with equal numbers and names."""

    labels: tuple[str, ...]
    names: tuple[str, ...]  # by cell
    grid: Grid = field(compare=False)


@functools.lru_cache(maxsize=8)  # every case has a separate world, mostly with the same map
def _hex_names(places: _Places) -> dict[str, str]:
    return names_on_grid(places.grid, {cell: place for cell, place in enumerate(places.names) if place})


def _theatre(w: World) -> Theatre:
    return Theatre(
        w.grid.labels,
        functools.partial(hexes_of, w.grid),
        {name: cell for cell, name in enumerate(w.board.names) if name},
        [*(unit.id for unit in w.units), *(parent.id for parent in w.parents)],
        rule_ids("ardennes.games.wave_of_terror"),
    )


def _ids(parents: Sequence[terms.Parent], side: int) -> dict[str, int]:
    return {parent.id: parent.index for parent in parents if parent.side == side}


def _of_side(units: Sequence[Unit], side: int) -> tuple[int, ...]:
    return tuple(unit.index for unit in units if unit.side == side)


def _by_steps(steps: int, full: int, reduced: int) -> tuple[int, ...]:
    """Return a factor by steps left: 0, the reduced factor of a two-step unit, the full one."""
    return (0, full) if steps == 1 else (0, reduced, full)


def _start_area(board: Board, unit: Unit) -> int:
    """Return the hexes within the unit's radius that are on its side (WOT-3.3).

    A unit next to the front starts on it, if it is American (WOT-3.6). A reinforcement has no area.
    """
    home = board.german_side if unit.side == terms.GERMAN else board.grid.mask & ~board.german_side
    if unit.setup_hex < 0:
        return home if unit.setup_hex == terms.ANYWHERE else 0
    result = 1 << unit.setup_hex
    for _ in range(unit.radius):
        result |= board.grid.ring(result)
    if unit.side == terms.ALLIED and board.front[terms.ALLIED] >> unit.setup_hex & 1:
        result &= board.front[terms.ALLIED]
    return result & home


def _is_troop(unit: Unit, parents: Sequence[terms.Parent]) -> bool:
    return unit.steps == 1 and unit.parent >= 0 and parents[unit.parent].id == CAVALRY


printed_world = functools.cache(World)  # of the printed data
