"""The words of Tigers in the Ardennes as small typed facts that never change during a game."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.hexes import Grid

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

INFANTRY, PARA, PANZERGRENADIER, ARMOR, CAVALRY, COMBAT_COMMAND, TIGER, SKORZENY, VDH, DUMP = range(10)
KINDS = (
    "infantry", "para", "panzergrenadier", "armor", "cavalry",
    "combat_command", "tiger", "skorzeny", "vdh", "dump",
)  # fmt: skip
DIVISION, SUB_DIVISIONAL, SMALL = range(3)  # TIA word list; small = below sub-divisional

P47, P51, FW190 = range(3)
AIR_TYPES = ("P-47", "P-51", "FW-190")

SNOW, FOG, CLEAR = range(3)
WEATHERS = ("Snow", "Morning Fog", "Clear")


@dataclass(frozen=True, slots=True)
class Unit:
    """One ground counter as printed; everything that follows from its kind is worked out once."""

    index: int
    id: str
    name: str
    short: str  # what the counter shows, e.g. "12SS"
    side: int
    nation: str  # german, us, british
    kind: int
    size: int
    factor: int
    ss: bool
    omf: int  # basic operational movement factors, TIA-MOVE-1; 0 = never moves
    start_hex: int | None  # None: reinforcement, substitute counter or placed during set-up
    arrival: int  # game-turn of arrival; 0 = at start or substitute
    edge: str  # "", "E", "N", "S", "W", "NW"
    infantry_type: bool  # infantry, para/airborne, panzer grenadier
    mechanized: bool
    pure_armor: bool
    combat: bool  # printed factor of 1 or more, the dump excepted
    aa: bool  # AA-capable, TIA-AIR-9
    shrugs_disruption: bool  # no +1 when Disrupted, TIA-DIS-2
    entrenches: bool  # may ever entrench, TIA-ENTR-1
    early_release: bool  # may come when the Meuse is reached, TIA-REINF-10
    forest_bonus: bool  # gains from forest, TIA-TERR-3
    starts_entrenched: bool  # TIA-SETUP-2
    free_placement: bool  # placed on another German unit in set-up, TIA-SETUP-4


@dataclass(frozen=True, slots=True)
class AirUnit:
    index: int
    id: str
    name: str
    side: int
    type: int
    arrival: int  # 0 = from the start


@dataclass(frozen=True, slots=True)
class RiverSide:
    """A river hexside; bridges are kept per river side."""

    index: int
    a: int
    b: int
    river: str
    label: str
    road: bool
    bridge_at_start: bool
    owner: int  # side of the front it lies on; GERMAN or ALLIED


@dataclass(frozen=True)
class Board:
    """The map of the game: facts that never change."""

    grid: Grid
    forest: int  # bitboards
    venn: int
    town: int
    city: int
    german_side: int
    allied_side: int
    road_dirs: tuple[int, ...]  # per cell: bit d set when the hexside in direction d carries a road
    river_at: tuple[tuple[int, ...], ...]  # per cell and direction: index of the river side or -1
    siegfried_dirs: tuple[int, ...]
    front_dirs: tuple[int, ...]
    rivers: tuple[RiverSide, ...]
    place_of: dict[int, str]
    hex_of: dict[str, int]  # place name -> cell; plain ASCII names as in the digest ("St. Vith")
    north: int
    south: int
    west: int
    east: int
    north_west: int  # western half of the northern edge, TIA-MAP-22
    allied_supply_edge: int
    german_supply_edge: int
    edge_road: int  # hexes where a road leaves the map
    exit_full: int
    exit_half: int
    meuse: int  # hexes with a Meuse side
    dump_hexes: int


@dataclass(frozen=True)
class Tables:
    """The printed tables, indexed by the A die (1..6); entry 0 is unused."""

    odds: tuple[str, ...]  # column names, low to high
    ratios: tuple[tuple[int, int], ...]  # attack:defence of each column
    crt: tuple[tuple[str, ...], ...]  # crt[die][column]
    air: dict[str, tuple[str, ...]]  # bridge, clear, cover, interception, resupply
    weather: tuple[tuple[int, ...], tuple[int, ...]]  # [turns 3-8, turns 9-12][die]
    air_limits: tuple[tuple[int, int], ...]  # [weather] -> (German, Allied) air units a turn; 99 = all
    build_chance: tuple[int, int, int, int, int]  # free, facing fresh, enemy disrupted, own disrupted, both
    seize_chance: tuple[tuple[int, ...], tuple[int, ...]]  # [side][turn] chance in 6 that it is NOT blown
    engineers: tuple[int, int]  # bridge markers of each side
    shifts: dict[str, int]  # S1..S9 -> value
