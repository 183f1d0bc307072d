"""Everything about the playsheet game that never changes, computed once."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TypeVar

from ardennes.games.playsheet.schema import load, names, terms
from ardennes.games.playsheet.schema.map import Board, check_roads, cut_board, hexes_of, load_board, pair
from ardennes.games.playsheet.schema.sheet import HEX_KM, block_side, load_sheet
from ardennes.games.playsheet.schema.terms import Unit, date_of, turn_name
from ardennes.hexes import board_of
from ardennes.kernel.datafile import Folder
from ardennes.kernel.names import at_hex, between, hex_text, hex_texts, name_hexes
from ardennes.kernel.parts import Theatre, check_scenarios
from ardennes.kernel.rulebook import rule_ids
from ardennes.kernel.schema import Known, check_references

T = TypeVar("T")
BOTH = (terms.ALLIED, terms.GERMAN)  # pairs by side are in this order


class World:
    """Map, units, air forces and tables of one edition of the game. A world never changes.

    Hexes are numbered column by column. Hexes, units, squadrons and bridges are numbered in the order of
    their ids (OPS-GRID-7). Directions are N, NE, SE, S, SW, NW.
    """

    def __init__(
        self,
        board: Board | None = None,
        units: Sequence[Unit] | None = None,
        folder: Folder | None = None,
        part: load.Played | None = None,
    ) -> None:
        """Load the world of a data folder; map and units can be replaced, and a scenario cuts it."""
        self.folder, self.part = folder, part
        made_up = board is not None or units is not None
        self.board = board = board or (load_board(folder) if part is None else cut_board(folder, part))
        self.sheet = load_sheet(folder)
        self.limits = limits = load.load_limits(folder)
        self.scenarios = load.load_scenarios(folder)
        # The map
        self.rows, self.size = board.rows, len(board.terrain)
        self.cells, self.hexes = board.cells, board.hexes
        self.terrain, self.ground = board.terrain, board.kinds
        self.zone = _zones(limits, board.columns, board.rows)  # OPS-GRID-5
        self.zones = range(1, max(self.zone) + 1)
        self.neighbours, self.near = board.neighbours, board.near
        self.q, self.r = board.axial  # OPS-GRID-8
        # Rivers, roads and bridges, by hex and direction
        self.river_to, self.road_to, self.bridge_to = board.river_to, board.road_to, board.bridge_to
        self.road_ways, self.dry_ways, self.road_hex = board.road_ways, board.dry_ways, board.road_hex
        self.bridges, self.start_blown = board.bridges, board.start_blown
        self.bridge_by_id = {  # "4126/4226" from either bank
            board.side_name(ends): bridge.index
            for bridge in board.bridges
            for ends in (bridge.ends, bridge.ends[::-1])
        }
        # Edges and places
        self.edges = board.edges
        self.sources = _pair(board_of(edge.hex for edge in board.edges if edge.side == side) for side in BOTH)
        self.exits = frozenset(edge.hex for edge in board.edges if edge.german_exit)  # OPS-VIC-2
        self.objectives = board.objectives
        self.objective_at = {objective.hex: objective.index for objective in board.objectives}
        self.dumps = tuple(sorted(o.hex for o in board.objectives if o.dump))  # OPS-SUP-6
        # Units
        self.units = tuple(units) if units is not None else load.load_units(board, folder)
        self.by_id = {unit.id: unit.index for unit in self.units}
        if not made_up and part is None:
            theatre = _theatre(self)
            rules = Known(theatre.rules, "a rule of the rulebook")
            check_references(self.sheet.factors.values(), {"rule": rules})
            check_scenarios(self.scenarios.values(), theatre)
            for scenario in self.scenarios.values():
                check_roads(board, scenario)
        self.in_play = tuple(part is None or _in_play(unit, part, board.ground) for unit in self.units)
        self.of_side = _pair(tuple(u.index for u in self.units if u.side == side) for side in BOTH)
        self.combat = tuple(unit.combat for unit in self.units)
        self.divisions = _pair(_divisions(self.units, side) for side in BOTH)  # with corps, OPS-UNIT-13
        self.start_ground = _ground(board, self.units)  # by side, OPS-MAP-7
        # Air and weather, supply
        pools = load.load_air_pools(folder)
        self.pools = {(pool.side, pool.pool): pool for pool in pools}
        self.squadrons = load.squadrons_of(pools)
        self.squadron_by_id = {squadron.id: squadron.index for squadron in self.squadrons}
        self.squadrons_of = _pair(tuple(q.index for q in self.squadrons if q.side == side) for side in BOTH)
        self.weather = load.load_weather(folder)  # OPS-WX-1
        flying = load.load_flying(folder)
        self.shares = tuple((row.allied, row.german) for row in flying)  # by weather and side, OPS-WX-2
        self.air_recce = tuple(row.air_recce for row in flying)  # by weather
        issue = load.load_issue(folder).items()  # by side and date, OPS-SUP-4
        self.issue = ({d: row.allied for d, row in issue}, {d: row.german for d, row in issue})

    @functools.cached_property
    def hex_names(self) -> dict[str, str]:
        """By number: the name of each hex."""
        places = {cell: place for cell, place in enumerate(self.board.places) if place}
        names = name_hexes(dict(enumerate(zip(self.q, self.r, strict=True))), places, "S")
        return {self.label(cell): name for cell, name in names.items()}

    def label(self, cell: int) -> str:
        """Return the number of a hex as the map prints it."""
        return self.board.labels[cell]

    def hex_text(self, cell: int) -> str:
        """Return the name of a hex with its number behind it: "Bleialf (4915)"."""
        return hex_text(self, self.label(cell))

    def at_hex(self, cell: int) -> str:
        """Return where something in the hex is: "at Bleialf (4915)", "1 hex east of Bleialf (5015)"."""
        return at_hex(self, self.label(cell))

    def hex_texts(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of hexes, with their numbers, in a sentence."""
        return hex_texts(self, map(self.label, cells), last)

    def bridge_text(self, hexside: str) -> str:
        """Return a bridge by its place or its hexes: "bridge at Wiltz (3330/3331)"."""
        index = self.bridge_by_id.get(hexside)
        place = self.bridges[index].name if index is not None else ""
        if place or "/" not in hexside:
            return f"bridge at {place} ({hexside})" if place else f"bridge {hexside}"
        return f"bridge {between(self, hexside)}"

    def name(self, unit: int) -> str:
        """Return the full name of a unit."""
        return names.unit_name(self.units[unit])

    def name_of(self, id_: str) -> str:
        """Return the full name of the unit with this id; any other id stays as it is."""
        unit = self.by_id.get(id_)
        return id_ if unit is None else self.name(unit)

    def formation_text(self, formation: str) -> str:
        """Return the name of a division, corps or independent unit, as sentences say it."""
        if formation in self.by_id:
            name = self.name_of(formation)
            return name if name == formation or name.startswith("Kampfgruppe") else f"the {name}"
        if formation in terms.CORPS:
            return names.corps_name(formation)
        name = names.division_name(formation)
        return name if name == formation else f"the {name}"

    def cell(self, label: str) -> int | None:
        """Return the hex with this label; None if it is off the map."""
        cell = self.cells.get(label)
        return cell if cell is not None and self.board.ground >> cell & 1 else None

    def cell_of(self, label: str) -> int:
        """Return the hex with this label, which must be on the map."""
        return self.cells[label]

    def distance(self, a: int, b: int) -> int:
        """Return the distance in hexes, OPS-GRID-8."""
        dq, dr = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def km(self, a: int, b: int) -> int:
        """Return the distance in kilometres, OPS-GRID-1."""
        return self.distance(a, b) * HEX_KM

    def at_axial(self, q: int, r: int) -> int:
        """Return the hex at axial coordinates; -1 off the map, OPS-GRID-8."""
        row = r + q // 2
        inside = 0 <= q < self.board.columns and 0 <= row < self.rows
        return q * self.rows + row if inside and self.board.ground >> q * self.rows + row & 1 else -1

    def area(self, anchor: int) -> tuple[int, ...]:
        """Return the hexes of the area with this anchor that are on the map, OPS-GRID-4."""
        side = block_side(self.sheet)
        result = (
            self.at_axial(self.q[anchor] + dq, self.r[anchor] + dr)
            for dr in range(side)
            for dq in range(side)
        )
        return tuple(cell for cell in result if cell >= 0)

    def within(self, cell: int, hexes: int) -> tuple[int, ...]:
        """Return the hexes within a distance, including the hex itself, in the order of their ids."""
        q, r = self.q[cell], self.r[cell]
        result = (
            self.at_axial(q + dq, r + dr)
            for dq in range(-hexes, hexes + 1)
            for dr in range(max(-hexes, -dq - hexes), min(hexes, hexes - dq) + 1)
        )
        return tuple(near for near in result if near >= 0)

    def direction(self, a: int, b: int) -> int:
        """Return the direction of a neighbour; -1 if the hexes are not neighbours."""
        return self.neighbours[a].index(b) if b >= 0 and b in self.neighbours[a] else -1

    def crossing(self, a: int, b: int) -> bool:
        """Is there a river between two neighbours?"""
        way = self.direction(a, b)
        return way >= 0 and self.river_to[a][way]

    def road_between(self, a: int, b: int) -> bool:
        way = self.direction(a, b)
        return way >= 0 and self.road_to[a][way]

    def bridge_between(self, a: int, b: int) -> int:
        """Return the bridge between two neighbours; -1 if there is none."""
        way = self.direction(a, b)
        return self.bridge_to[a][way] if way >= 0 else -1

    def hexside(self, a: int, b: int) -> str:
        """Return the id of a hexside, the lower hex first, OPS-GRID-7."""
        return self.board.side_name(pair(a, b))

    @staticmethod
    def is_night(turn: int) -> bool:
        return turn % 2 == 1

    @staticmethod
    def date(turn: int) -> int:
        """Return the day of December."""
        return date_of(turn)

    @staticmethod
    def turn_name(turn: int) -> str:
        """Return the name of a turn: 16D, 16N, 17D ..."""
        return turn_name(turn)


def _theatre(w: World) -> Theatre:
    return Theatre(
        w.board.labels,
        functools.partial(hexes_of, w.board),
        {name: cell for cell, name in enumerate(w.board.places) if name},
        [unit.id for unit in w.units],
        rule_ids("ardennes.games.playsheet"),
    )


def _in_play(unit: Unit, part: load.Played, ground: int) -> bool:
    """Is the unit in the scenario? It begins on its ground or is named, OPS-SHORT-2."""
    begins = unit.arrives == terms.AT_START and unit.hex >= 0 and bool(ground >> unit.hex & 1)
    return unit.id in part.comes or (begins and unit.id not in part.without)


@functools.cache
def _zones(limits: load.Limits, columns: int, rows: int) -> tuple[int, ...]:
    """By hex: its air zone, OPS-GRID-5."""
    return tuple(zone_of(limits, column, row) for column in range(columns) for row in range(rows))


def zone_of(limits: load.Limits, column: int, row: int) -> int:
    """Return the air zone of a column and row, OPS-GRID-5."""
    return limits.zone_columns * (row // limits.zone_hexes) + column // limits.zone_hexes + 1


def _pair(values: Iterable[T]) -> tuple[T, T]:
    """Return two values as a pair by side."""
    allied, german = values
    return allied, german


def _ground(board: Board, units: Sequence[Unit]) -> tuple[int, int]:
    """By side: the hexes it holds at the start, by the front and by its units, OPS-MAP-7."""
    german = board.german_side
    for unit in units:
        if unit.arrives == terms.AT_START and unit.hex >= 0:
            german = german | 1 << unit.hex if unit.side == terms.GERMAN else german & ~(1 << unit.hex)
    return ((1 << len(board.terrain)) - 1) & ~german, german


def _divisions(units: Sequence[Unit], side: int) -> dict[str, str]:
    """Return the divisions of a side, each with the corps of its first unit."""
    result: dict[str, str] = {}
    for unit in units:
        if unit.side == side and unit.formation not in (unit.corps, unit.id):
            result.setdefault(unit.formation, unit.corps)
    return result


printed_world = functools.cache(World)  # of the game's own data
