"""Everything about the game that never changes, computed once."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from ardennes.games.tigers.schema import tables, terms
from ardennes.games.tigers.schema.map import Board, load_board
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.units import Unit, load_air_units, load_units
from ardennes.hexes import Grid
from ardennes.kernel.datafile import Folder
from ardennes.kernel.mapfile import from_either_bank
from ardennes.kernel.names import at_hex, between, hex_text, hex_texts, names_on_grid
from ardennes.kernel.parts import Theatre, check_scenarios, hexes_of
from ardennes.kernel.rulebook import rule_ids
from ardennes.kernel.schema import Known, check_references, records_in

DIRECTIONS = range(6)
SPELT = {
    "Buellingen": "Büllingen",
    "Liege": "Liège",
    "Neufchateau": "Neufchâteau",
    "Pruem": "Prüm",
    "Trois Ponts": "Trois-Ponts",
}
EXIT = -3  # the step that leaves the map
Way = tuple[int, bool, str]  # (hex or EXIT, at road rate, as written)


class Survey:
    """What follows from the map."""

    def __init__(self, board: Board, folder: Folder | None = None) -> None:
        effects = {effect.terrain: effect for effect in tables.load_terrain_effects(folder)}
        self.grid = grid = board.grid
        cells = range(grid.size)
        ground = [effects[_terrain_name(board, cell)] for cell in cells]
        self.foot_cost = tuple(effect.foot for effect in ground)  # by cell, half-MF
        self.mech_cost = tuple(effect.mechanized for effect in ground)
        self.stack_limit = tuple(effect.stack for effect in ground)
        self.road_rate, self.road_normal = effects["open"].road_rate, effects["open"].road_normal
        self.direction_to = tuple(
            {n: d for d, n in enumerate(grid.neighbours[c]) if n >= 0} for c in cells
        )  # by cell: neighbour -> direction
        self.road_links = tuple(  # by direction: hexes whose side carries a road
            sum(1 << c for c in grid.cells if board.road_dirs[c] >> d & 1) for d in DIRECTIONS
        )
        self.exits = board.exit_full | board.exit_half  # hexes from which units leave the map
        self.ways = tuple(_ways(board, cell, False) for cell in cells)  # steps that may lead on, normal rate
        self.ways_by_road = tuple(_ways(board, cell, True) for cell in cells)  # ... at either rate
        self.steps = _steps(grid)  # a step of a path as written -> (cell or EXIT, at road rate)
        # Rivers
        self.river_dirs = tuple(  # by direction: hexes with a river on that side
            sum(1 << c for c in grid.cells if board.river_at[c][d] >= 0) for d in DIRECTIONS
        )
        self.rivers_of = tuple(  # by cell: (direction, river side)
            tuple((d, r) for d, r in enumerate(board.river_at[c]) if r >= 0 and grid.neighbours[c][d] >= 0)
            for c in cells
        )
        self.river_ends = tuple(1 << r.a | 1 << r.b for r in board.rivers)  # its two hexes
        self.river_corners = tuple(  # the hexes it radiates from, TIA-BRIDGE-7
            grid.near[r.a] & grid.near[r.b] for r in board.rivers
        )
        self.bridge_names = tuple(f"{grid.label(r.a)}/{grid.label(r.b)}" for r in board.rivers)
        self.bridge_by_name = from_either_bank(self.bridge_names)

    @functools.cached_property
    def apart(self) -> tuple[bytes, ...]:
        """By hex: the distance to every other hex."""
        grid = self.grid
        rows = [bytearray(grid.size if cell in grid else 0) for cell in range(grid.size)]
        for a, b in combinations(grid.cells, 2):
            rows[a][b] = rows[b][a] = grid.distance(a, b)
        return tuple(map(bytes, rows))


class World(Survey):
    """Map, counters and tables of one edition of the game, with lookups."""

    def __init__(
        self,
        board: Board | None = None,
        units: tuple[Unit, ...] | None = None,
        forced_supply: Mapping[int, bool] | None = None,
        folder: Folder | None = None,
        part: tables.Played | None = None,
        survey: Survey | None = None,
    ) -> None:
        """Load the world of a data folder; map and counters can be replaced, and a scenario cuts it.

        `survey` is that of the map, if the caller has it.
        """
        self.board = board or load_board(folder, part)
        self.folder, self.part = folder, part
        self.units = units if units is not None else load_units(self.board, folder)
        self.air_units = load_air_units(folder)
        self.tables, self.constants = tables.load_tables(folder), tables.load_constants(folder)
        self.scenarios = tables.load_scenarios(folder)
        self.forced_supply = forced_supply or {}  # case files may settle it
        self.turns = part.turns if part else self.constants.calendar.turns
        places = self.constants.victory
        self.german_places = part.places if part else places.german.places  # TIA-VIC-5
        self.allied_places = part.places if part else places.allied.places  # TIA-VIC-7
        if board is None and units is None and part is None:
            theatre = _theatre(self)
            known = {
                "place": Known(self.board.hex_of, "a place on the map"),
                "rule": Known(theatre.rules, "a rule of the rulebook"),
            }
            check_references(records_in(self.constants), known)
            check_scenarios(self.scenarios.values(), theatre)
        self._count()
        vars(self).update(vars(survey or Survey(self.board, folder)))
        self.entries: dict[tuple[int, int], Any] = {}  # (unit, hexes) -> orders, as asked for
        self.quiet_steps: dict[tuple[Any, ...], Any] = {}  # steps away from any enemy, as found

    def _count(self) -> None:
        """Compute what follows from the counters."""
        units = self.units
        self.id_of = tuple(unit.id for unit in units)
        self.by_id = {unit.id: unit.index for unit in units}
        self.air_by_id = {group.id: group.index for group in self.air_units}
        self.of_side = (  # indices of the units of each side
            tuple(u.index for u in units if u.side == GERMAN),
            tuple(u.index for u in units if u.side == ALLIED),
        )
        self.side = tuple(u.side for u in units)
        self.factor = tuple(u.factor for u in units)
        self.fights = tuple(u.kind not in (terms.VDH, terms.DUMP) for u in units)
        self.is_combat = tuple(u.combat for u in units)
        self.is_division = tuple(u.size == terms.DIVISION for u in units)
        self.moves = tuple(u.omf > 0 for u in units)  # can it ever move
        self.has_zone = tuple(  # TIA-ZOC-1, TIA-ZOC-9, TIA-ZOC-13
            u.size in (terms.DIVISION, terms.SUB_DIVISIONAL) for u in units
        )
        self.combat_commands = tuple(u.index for u in units if u.kind == terms.COMBAT_COMMAND)
        self.allied_armor = tuple(u.index for u in units if u.side == ALLIED and u.kind == terms.ARMOR)
        part, ground = self.part, self.board.grid.mask
        self.in_play = tuple(part is None or _in_play(unit, part, ground) for unit in units)
        self.has_ss = part is None or any(u.ss and self.in_play[u.index] for u in units)  # TIA-SS-1
        # The units the rules name; -1 where a made-up game or a scenario has none
        by_id = {unit.id: unit.index for unit in units if self.in_play[unit.index]}
        self.peiper, self.parent = by_id.get("G-KGP", -1), by_id.get("G-1SS", -1)
        self.tiger_501, self.tiger_506 = by_id.get("G-501", -1), by_id.get("G-506", -1)
        self.skorzeny, self.heydte = by_id.get("G-SKORZ", -1), by_id.get("G-VDH", -1)
        self.dump = by_id.get("US-DUMP", -1)
        self.first_infantry = by_id.get("US-1", -1)
        self.ninth_armored = by_id.get("US-9A", -1)
        self.in_stack = tuple(_in_stack(u, u.index in (self.peiper, self.parent)) for u in units)
        self.choosers = tuple(  # they choose how they set out
            u.index for u in units if u.kind == terms.TIGER or u.index == self.peiper
        )

    def ids(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        names = self.id_of
        return tuple([names[unit] for unit in units])

    @functools.cached_property
    def hex_names(self) -> dict[str, str]:
        """By number what each hex is called."""
        return names_on_grid(self.grid, {cell: self.place_name(cell) for cell in self.board.place_of})

    def place_name(self, cell: int) -> str:
        """Return the place in a hex; empty if there is none."""
        name = self.board.place_of.get(cell, "")
        return SPELT.get(name, name)

    def place(self, cell: int) -> str:
        """Return the name of a hex with its number behind it: "St. Vith (1107)"."""
        return hex_text(self, self.grid.label(cell))

    def at_place(self, cell: int) -> str:
        """Return where something is: "at St. Vith (1107)", "1 hex south of St. Vith (1106)"."""
        return at_hex(self, self.grid.label(cell))

    def places(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of hexes, with their numbers, in a sentence."""
        return hex_texts(self, map(self.grid.label, cells), last)

    def river_side(self, river: int) -> str:
        """Return what a river hexside is called: "between Huy (508) and 1 hex north of Huy (509)"."""
        return between(self, self.bridge_names[river])

    def labels(self, cells: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        labels = self.grid.labels
        return tuple([labels[cell] for cell in cells])


def _theatre(w: World) -> Theatre:
    return Theatre(
        w.board.grid.labels,
        functools.partial(hexes_of, w.board.grid),
        w.board.hex_of,
        [unit.id for unit in w.units],
        rule_ids("ardennes.games.tigers"),
    )


def _in_stack(unit: Unit, of_pair: bool) -> tuple[int, ...]:
    """Return what a unit counts for in its stack, TIA-STACK-2, TIA-STACK-5, TIA-STACK-9.

    Each number is 1 if it is a body, pure armor, a Tiger battalion, a combat command, Peiper or its parent.
    """
    body = unit.kind not in (terms.TIGER, terms.COMBAT_COMMAND, terms.SKORZENY, terms.VDH, terms.DUMP)
    tiger, command = unit.kind == terms.TIGER, unit.kind == terms.COMBAT_COMMAND
    return tuple(map(int, (body, body and unit.pure_armor, tiger, command, body and of_pair)))


def _in_play(unit: Unit, part: tables.Played, ground: int) -> bool:
    """Is the unit in the scenario? It begins on its ground, is named, or is a combat command, TIA-SHORT-2."""
    if unit.kind == terms.COMBAT_COMMAND or unit.id in part.comes:
        return True
    return unit.start_hex is not None and bool(ground >> unit.start_hex & 1) and unit.id not in part.without


def _ways(board: Board, cell: int, by_road: bool) -> tuple[Way, ...]:
    """Return every step that can be written from a hex, exits included."""
    result: list[Way] = []
    for direction, to in enumerate(board.grid.neighbours[cell]):
        if to >= 0:
            result.append((to, False, board.grid.labels[to]))
            if by_road and board.road_dirs[cell] >> direction & 1:
                result.append((to, True, board.grid.labels[to] + "r"))
    if (board.exit_full | board.exit_half) >> cell & 1:
        result.append((EXIT, False, "exit"))
        if by_road and board.edge_road >> cell & 1:
            result.append((EXIT, True, "exitr"))
    return tuple(result)


def _steps(grid: Grid) -> dict[str, tuple[int, bool]]:
    steps = {"exit": (EXIT, False), "exitr": (EXIT, True)}
    for cell in grid.cells:
        steps[grid.label(cell)] = (cell, False)
        steps[grid.label(cell) + "r"] = (cell, True)
    return steps


def _terrain_name(board: Board, cell: int) -> str:
    """Return the hex's row of the terrain effects chart; a town in the woods counts as woods."""
    bit = 1 << cell
    if board.venn & bit:
        return "venn_forest" if board.forest & bit else "venn"
    if board.forest & bit:
        return "forest"
    return "city" if board.city & bit else "town" if board.town & bit else "open"


printed_world = functools.cache(World)  # of the game's own data
