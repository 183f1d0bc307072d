"""The terms of the playsheet: sides, ground, troop classes, modes, air pools, and the data of a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

import msgspec

from ardennes.kernel.datafile import one_of
from ardennes.kernel.schema import WORKED, Cell, Form, Name, OneOf, Record, Refers, Word

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
CORPS = (
    "III", "V", "VII", "VIII", "XII", "XVII", "ISS", "IISS", "XLVII", "LVIII", "LXVI", "LXVII", "LXXX",
    "LXXXV", "-",
)  # fmt: skip

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


FIRST_DATE, LAST_DATE = 16, 27  # of December 1944
TURNS = 2 * (LAST_DATE - FIRST_DATE + 1)
AT_START, BY_AIR = 0, -1  # when a unit arrives that does not come as a reinforcement


def date_of(turn: int) -> int:
    """Return the day of December."""
    return FIRST_DATE + turn // 2


def turn_name(turn: int) -> str:
    """Return the name of a turn: 16D, 16N, 17D ..."""
    return f"{date_of(turn)}{'DN'[turn % 2]}"


def turn_words(turn: int) -> str:
    """Return a turn in a sentence: "the day of 16 December", "the night of 16 December" ..."""
    return f"the {('day', 'night')[turn % 2]} of {date_of(turn)} December"


def turn_of(name: str) -> int | None:
    """Return the turn with a name like 17D; None for any other text."""
    result = re.fullmatch(r"(\d\d)([DN])", name)
    if result is None or not FIRST_DATE <= int(result[1]) <= LAST_DATE:
        return None
    return 2 * (int(result[1]) - FIRST_DATE) + (result[2] == "N")


def _arrives(word: str) -> int:
    if word in ("start", "drop"):
        return AT_START if word == "start" else BY_AIR
    turn = turn_of(word)
    if turn is None or turn % 2:
        raise ValueError
    return turn


def _corps(word: str) -> str:
    if word not in CORPS:
        raise ValueError
    return word.removeprefix("-")


Side = Annotated[int, OneOf(SIDES)]
KINDS = (
    "INF", "VG", "PZGR", "ARM", "PZ", "TD", "AB", "FJ", "KG_VDH", "ENG", "CAV", "RCN", "ART", "FLAK",
)  # fmt: skip
SIZES = ("regiment", "brigade", "battalion", "engineer", "flak", "artillery")
Pool = Annotated[int, OneOf(POOLS)]
Index = Annotated[int, WORKED]


class Unit(Record, frozen=True):
    """A ground unit; units are numbered in the order of their ids, so the lowest id is the lowest index."""

    id: Name
    side: Side
    formation: Annotated[str, Refers("formation")]
    corps: Annotated[str, Cell(_corps, one_of(CORPS), Form("word", words=CORPS))]  # "" for none
    kind: Annotated[str, Word(KINDS)]
    size: Annotated[str, Word(SIZES)]
    report_type: Annotated[int, OneOf(REPORT_TYPES)]
    report_size: Annotated[int, OneOf(REPORT_SIZES)]
    status: Annotated[int, msgspec.Meta(ge=1, le=99)]  # at the start
    row: Annotated[int, OneOf(CLASSES)] = msgspec.field(name="movement_class")
    tank: bool = msgspec.field(name="is_tank")
    infantry: bool = msgspec.field(name="is_infantry")
    light: bool = msgspec.field(name="is_light_infantry")
    heavy: bool = msgspec.field(name="heavy_tanks")
    engineer: bool
    light_flak: bool
    trucks: bool = msgspec.field(name="truck_lift")  # OPS-UNIT-7
    gun: Annotated[int, OneOf(GUNS)] = msgspec.field(name="artillery_type")  # NO_GUN for all but artillery
    heavy_flak: bool
    surprised: bool  # OPS-UNIT-10
    arrives: Annotated[int, Cell(_arrives, f"start, drop or a Day turn from {FIRST_DATE}D to {LAST_DATE}D")]
    entry: str = msgspec.field(name="hex", default="")  # its start or entry hex; "" for none
    hex: Index = msgspec.field(name="cell", default=-1)
    index: Index = -1

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
