"""The terms of Breakthrough in the Ardennes, and the records of its fixed data: units, map, tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, field

from ardennes.hexes import Grid
from ardennes.kernel.datafile import one_of
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.schema import WORKED, Cell, Name, OneOf, PlaceName, Record, Refers, UnitName

GERMAN, AMERICAN = 0, 1
SIDES = ("german", "american")
SIDE_CODES = ("GE", "US")  # as the order of battle writes them

CLEAR, ROUGH, TOWN, FOREST = range(4)
TERRAINS = ("clear", "rough", "town", "forest")  # BTA-1.4a

# Kinds of unit, BTA-1.5c, and the symbols that show them, BTA-13.1.
PZ, PZGR, RCN, ENG, VG, FJ, ARM, CAV, INF, AB, TD = range(11)
KINDS = ("PZ", "PZGR", "RCN", "ENG", "VG", "FJ", "ARM", "CAV", "INF", "AB", "TD")

# Sizes, BTA-1.5b: engineers of any size have a separate one.
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

FIRST_DAY, LAST_PLAYED, LAST_DAY = 16, 27, 31  # of December; turn = day - 15, BTA-2.3
SETUP_DAYS = (16, 21)  # the days on which scenarios begin
SHARES = ("0", "0.5", "1")

# Directions of `hexes` for the six keys 1 to 6, clockwise from the west, BTA-MAP-4.
KEYS = (3, 2, 1, 0, 5, 4)


Day = Annotated[int, Meta(ge=FIRST_DAY, le=LAST_DAY)]
Side = Annotated[int, OneOf(SIDE_CODES)]
DivisionName = Annotated[str, Refers("division")]
CorpsName = Annotated[str, Refers("corps")]
CORPS_WITHOUT_POOL = ("LXXX",)
AllowanceName = Annotated[str, Refers("allowance")]
Kind = Annotated[int, OneOf(KINDS)]
Column = Annotated[int, Meta(ge=0, le=99)]  # x or y of a hex
Hundreds = Annotated[int, Meta(ge=0, le=999)]
Strength = Annotated[int, Meta(ge=1, le=200)]
Level = Annotated[int, Meta(ge=0, le=5)]  # of fortification
Share = Annotated[float, Cell(lambda text: float(SHARES[SHARES.index(text)]), one_of(SHARES))]
Edge = Annotated[int, Cell(lambda text: EDGES.index(text) if text else -1, one_of((*EDGES, "")))]


class Allowance(Record, frozen=True):
    """The operation points of a class of units, BTA-7.4a, BTA-7.4c."""

    for_readers = ("side", "label", "status", "note")

    class_: Name = field(name="class")
    first: Column
    second: Column
    cap: Column
    travel_cap: Column


class Unit(Record, frozen=True):
    """A unit of the order of battle, oob.csv, or a divisional unit (with components)."""

    for_readers = ("notes",)

    id: Name
    own: Name = field(name="name")  # its name within its division
    side: Side
    printed_name: str = field(name="unit")
    parent: DivisionName = field(name="division")  # the id of its division; empty for none
    corps: CorpsName
    kind: Kind
    size: Annotated[int, OneOf(SIZES[:DIVISION])]
    combat: Strength  # BTA-13.2
    combat_two_player: Strength
    mobile: bool
    asterisk: bool = field(name="corridor_ok")  # may enter the corridor, BTA-7.6g
    day: Day  # of December: 16 for the start; 0 for a divisional unit
    x: Column
    y: Column
    entry_edge: Edge = field(name="edge")  # -1 where it starts on the map
    allowance: AllowanceName  # its class of operation points
    replacements: Annotated[int, OneOf(POOL_WORDS)] = field(name="replacement_pool")
    counts: bool = field(name="vp_counts")  # for elimination points, BTA-10.1d
    fort: Level  # at the start on 16 December
    dec16: Share = field(name="dec16_op")  # share of the allowance, BTA-2.4b, BTA-2.4c, BTA-2.4d, BTA-2.4e
    dec17: Share = field(name="dec17_op")
    index: Annotated[int, WORKED] = -1
    name: Annotated[str, WORKED] = field(
        default="", name="(name)"
    )  # the full name, for log, sheets and refusals
    label: Annotated[str, WORKED] = ""  # on its counter: 422/106, 116 PZ DIV
    division: Annotated[int, WORKED] = field(default=-1, name="(division)")  # into World.divisions
    hex: Annotated[int, WORKED] = -1  # start or entry hex; -1 for a divisional unit
    first: Annotated[int, WORKED] = 0  # operation points of the first and the second allowance, BTA-7.4a
    second: Annotated[int, WORKED] = 0
    cap: Annotated[int, WORKED] = 0  # the most it may hold after the second allowance, BTA-7.4c
    travel_cap: Annotated[int, WORKED] = 0  # the same in travel mode
    components: Annotated[tuple[int, ...], WORKED] = ()  # of a divisional unit: units that may join

    @property
    def divisional(self) -> bool:
        return bool(self.components)


class Division(Record, frozen=True):
    """A parent formation of divisions.csv, BTA-6.4g, BTA-6.6a."""

    for_readers = ("printed_as",)

    side: Side
    id: Name = field(name="division")
    name: Name
    kind: Kind
    mobile: bool
    allowance: AllowanceName
    index: Annotated[int, WORKED] = -1
    pool: Annotated[int, WORKED] = -1  # index of its artillery pool
    unit: Annotated[int, WORKED] = -1  # its divisional unit; -1 where none can be built
    regiments: Annotated[tuple[int, ...], WORKED] = ()  # those that may build up


class Pool(Record, frozen=True):
    """A corps' artillery, artillery_pools.csv, BTA-6.4a."""

    side: Side
    corps: Name
    name: Name
    divisions: tuple[DivisionName, ...]  # that draw on it, BTA-6.4g
    start: Hundreds
    reinforcement: Hundreds
    day: Day | None  # of December when the reinforcement comes
    index: Annotated[int, WORKED] = -1


class Placed(Record, frozen=True):
    """The state of a unit at the start of the Last Seven Days, setup_dec21.csv; eliminated if `cell` is
    -1."""

    for_readers = ("place",)

    id: UnitName
    status: Literal["map", "eliminated"]
    x: Column | None
    y: Column | None
    strength: Strength | None = field(name="combat")
    efficiency: Annotated[int, Meta(ge=40, le=100)] | None
    fort: Level | None
    unit: Annotated[int, WORKED] = -1
    cell: Annotated[int, WORKED] = -1


class Town(Record, frozen=True):
    """A hex that scores, towns.csv, BTA-10.1a."""

    name: PlaceName
    x: Column
    y: Column
    turn: Hundreds = field(name="per_turn")
    end: Hundreds = field(name="at_end")
    cell: Annotated[int, WORKED] = -1


# A data file of the game, or of a designer's folder laid out the same way.
data_file = functools.partial(game_file, "ardennes.games.breakthrough")


@dataclass(frozen=True, slots=True)
class Bridge:
    """A river hexside that a road crosses, BTA-MAP-6."""

    index: int
    name: str  # "9,22/9,23"
    ends: tuple[int, int]
    river: str
    intact: tuple[bool, bool]  # on 16 and on 21 December
    label: str = ""  # the place it is named after


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
    german16: int  # hexes that the Germans own on 16 and on 21 December
    german21: int
    zone: int  # the scoring zone, BTA-MAP-37
    edge_roads: tuple[tuple[int, int, int], ...]  # (cell, edge, side it supplies)
    exits: int  # BTA-MAP-39
    towns: tuple[Town, ...]
