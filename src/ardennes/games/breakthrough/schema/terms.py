"""The words of Breakthrough in the Ardennes, and what never changes: units, map, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ardennes.hexes import Grid

GERMAN, AMERICAN = 0, 1
SIDES = ("german", "american")
SIDE_CODES = ("GE", "US")  # as the order of battle writes them

CLEAR, ROUGH, TOWN, FOREST = range(4)
TERRAINS = ("clear", "rough", "town", "forest")  # BTA-1.4a

# Kinds of unit, BTA-1.5c, and the symbols that show them, BTA-13.1.
PZ, PZGR, RCN, ENG, VG, FJ, ARM, CAV, INF, AB, TD = range(11)
KINDS = ("PZ", "PZGR", "RCN", "ENG", "VG", "FJ", "ARM", "CAV", "INF", "AB", "TD")

# Sizes, BTA-1.5b: engineers of any size are one of their own.
BATTALION, REGIMENT, BRIGADE, ENGINEERS, DIVISION = range(5)
SIZES = ("battalion", "regiment", "brigade", "engineer", "division")

SUPPLIED, UNSUPPLIED, ISOLATED = range(3)
SUPPLY_STATES = ("supplied", "unsupplied", "isolated")

NORMAL, TRAVEL = range(2)
MODES = ("normal", "travel")

OVERCAST, FOG, CLEAR_SKY = range(3)
WEATHERS = ("overcast", "fog", "clear")

NO_POOL, INFANTRY_POOL, ARMORED_POOL = range(3)  # replacements, BTA-6.5
POOL_WORDS = ("", "infantry", "armored")

NORTH, SOUTH, WEST, EAST = range(4)
EDGES = ("north", "south", "west", "east")

FIRST_DAY = 16  # turn = day of December - 15, BTA-2.3

# Directions of `hexes` for the six keys 1 to 6, clockwise from the west, BTA-MAP-4.
KEYS = (3, 2, 1, 0, 5, 4)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the order of battle, or a divisional unit (components filled in)."""

    index: int
    id: str
    name: str  # as a counter and a log line show it: 422/106, 116 PZ DIV
    side: int
    division: int  # index into World.divisions; -1 for none
    corps: str
    kind: int
    size: int
    combat: int  # printed strength, BTA-13.2
    combat_two_player: int
    day: int  # of December: 16 for the start; 0 for a divisional unit
    hex: int  # start or entry hex; -1 for a divisional unit
    entry_edge: int  # -1 where it starts on the map
    mobile: bool
    asterisk: bool  # may enter the corridor, BTA-7.6g
    first: int  # operation points of the first and the second allowance, BTA-7.4a
    second: int
    cap: int  # the most it may hold after the second allowance, BTA-7.4c
    travel_cap: int  # the same in travel mode
    replacements: int  # NO_POOL, INFANTRY_POOL, ARMORED_POOL
    counts: bool  # for elimination points, BTA-10.1d
    fort: int  # at the start on 16 December
    dec16: float  # share of the allowance, BTA-2.4b to -e
    dec17: float
    components: tuple[int, ...] = ()  # of a divisional unit: all regiments that may join it, chart order

    @property
    def divisional(self) -> bool:
        return bool(self.components)


@dataclass(frozen=True, slots=True)
class Division:
    """A parent formation, BTA-6.4g, BTA-6.6a."""

    index: int
    id: str
    name: str
    side: int
    pool: int  # index of its artillery pool
    kind: int
    mobile: bool
    unit: int  # its divisional unit; -1 where none can be built
    regiments: tuple[int, ...]  # those that may build up


@dataclass(frozen=True, slots=True)
class Pool:
    """A corps' artillery, BTA-6.4a."""

    index: int
    side: int
    corps: str
    name: str
    start: int
    reinforcement: int
    day: int  # of December when the reinforcement comes; 0 for none


@dataclass(frozen=True, slots=True)
class Bridge:
    """A river hexside that a road crosses, BTA-MAP-6."""

    index: int
    name: str  # "9,22/9,23"
    ends: tuple[int, int]
    river: str
    intact: tuple[bool, bool]  # on 16 and on 21 December
    label: str = ""  # the place it is known by


@dataclass(frozen=True, slots=True)
class Town:
    """A hex that scores, BTA-10.1a."""

    name: str
    cell: int
    turn: int
    end: int


@dataclass(frozen=True, slots=True)
class Board:
    """The map: terrain, rivers, roads, owners, edges."""

    grid: Grid
    terrain: tuple[int, ...]  # by cell
    place: tuple[str, ...]  # by cell; empty where nothing is named
    road: int  # hexes with a road
    links: tuple[int, ...]  # by direction: hexes from which a road leads that way, bridges included
    rivers: tuple[int, ...]  # by direction: hexes with a river on that side
    river_names: Mapping[int, str]  # by hexside
    bridges: tuple[Bridge, ...]
    bridge_at: Mapping[int, int]  # hexside -> bridge
    german16: int  # hexes the German owns on 16 and on 21 December
    german21: int
    zone: int  # the scoring zone, BTA-MAP-37
    edge_roads: tuple[tuple[int, int, int], ...]  # (cell, edge, side it supplies)
    exits: int  # BTA-MAP-39
    towns: tuple[Town, ...]
