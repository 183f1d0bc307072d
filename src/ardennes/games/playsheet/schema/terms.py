"""The words of the playsheet: sides, ground, troop classes, modes, air pools, and what a unit is."""

from __future__ import annotations

from dataclasses import dataclass

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")

TURN = 50_400  # parts of a turn: at 2 km every step time is a whole number of them, OPS-MOVE-4
HALF = TURN // 2

CLEAR, ROUGH, FOREST, TOWN, MARSH = range(5)
TERRAINS = ("clear", "rough", "forest", "town", "marsh")
OPEN, CLOSE, BOG = range(3)  # the ground of a hex, OPS-MOVE-15
GROUNDS = ("open", "close", "marsh")
GROUND_OF = (OPEN, CLOSE, CLOSE, CLOSE, BOG)  # by terrain

FOOT, MECH, TANKS, TOWED, RECCE = range(5)  # the rows of the movement table
CLASSES = (
    "horse_drawn_infantry_paras", "mech_motorised", "tanks_spg", "motor_towed_artillery", "recce_light_tanks",
)  # fmt: skip

TACTICAL, NON_TACTICAL, ROAD = range(3)
MODES = ("tactical", "non_tactical", "road_column")

OVERCAST, FOG, FINE = range(3)
WEATHERS = ("overcast", "fog", "clear")

FIGHTER, GROUND_ATTACK, AIR_RECCE, MEDIUM_BOMBER, US_HEAVY, RAF_HEAVY, TRANSPORT = range(7)
POOLS = (
    "fighter", "ground_attack", "recce", "medium_bomber", "us_heavy_bomber", "raf_heavy_bomber",
    "transport_serial",
)  # fmt: skip

NO_GUN, FIELD, MEDIUM, HEAVY, ROCKET = range(5)
GUNS = ("", "field", "medium", "heavy", "rocket")

REPORT_TYPES = ("infantry", "motorised", "armour", "recce", "artillery")  # OPS-RECCE-10
REPORT_SIZES = ("battalion", "regiment", "brigade")
POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")  # the six neighbours of a hex, OPS-MAP-1

EXIT = "EXIT"  # the last entry of a route that leaves the map, OPS-VIC-2
DUMP = "dump"  # what DEMOLISH may burn besides a bridge, OPS-SUP-6


@dataclass(frozen=True, slots=True)
class Unit:
    """A ground unit; units are numbered in the order of their ids, so the lowest id is the lowest index."""

    index: int
    id: str
    side: int
    formation: str
    corps: str  # "" for none
    kind: str  # INF, PZ, ART ...
    size: str
    report_type: int
    report_size: int
    status: int  # at the start
    row: int  # FOOT, MECH, TANKS, TOWED, RECCE
    tank: bool
    infantry: bool
    light: bool
    heavy: bool  # heavy tanks
    engineer: bool
    light_flak: bool
    trucks: bool  # truck lift, OPS-UNIT-7
    gun: int  # FIELD ..., NO_GUN for all but artillery
    heavy_flak: bool
    surprised: bool  # OPS-UNIT-10
    arrives: int  # turn; 0 at the start, -1 only by air (GE-VDH)
    hex: int  # start or entry hex; -1 for none

    @property
    def combat(self) -> bool:
        """Everything but artillery groups and flak units."""
        return self.gun == NO_GUN and not self.heavy_flak


@dataclass(frozen=True, slots=True)
class Squadron:
    """A squadron or a transport serial."""

    index: int
    id: str
    side: int
    pool: int
    first: int  # turn from which the pool exists
    last: int  # turn after which it is gone
