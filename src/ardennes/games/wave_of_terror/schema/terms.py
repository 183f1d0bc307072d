"""The terms of Wave of Terror, and the records of its fixed data: units, parents, map, tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, field

from ardennes.hexes import Grid
from ardennes.kernel.datafile import one_of
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.schema import WORKED, Cell, HexName, Name, OneOf, Record, Refers

GERMAN, ALLIED = 0, 1  # one player each, WOT-1.1
SIDES = ("german", "allied")
SIDE_NAMES = ("Germans", "Allies")

CLEAR, FOREST, RIDGE, MARSH = range(4)
TERRAINS = ("clear", "forest", "ridge", "marsh")
NO_PLACE, TOWN, CITY = range(3)
PLACES = ("", "town", "city")

PLAIN, BLOCKED, MAJOR, LAKE, MINOR = range(5)  # kinds of hexside, WOT-MAP-43
HEXSIDES = ("", "blocked", "major", "lake", "minor")

# The rules only distinguish artillery, US engineers and heavy units (a separate mark), WOT-2.8.
KINDS = (
    "infantry", "parachute", "glider", "mech inf", "armor", "panzer", "assault gun", "tank destroyer",
    "recon-cavalry", "engineer", "artillery",
)  # fmt: skip
ENGINEER, ARTILLERY = KINDS.index("engineer"), KINDS.index("artillery")

US, BRITISH, FRENCH, BELGIAN, ARMY, SS, AIR_FORCE = range(7)  # the colours of the counters, WOT-2.6
NATIONS = ("US", "British", "French", "Belgian", "Army", "SS", "Luftwaffe")

OVERCAST, CLEAR_SKIES = range(2)
WEATHERS = ("overcast", "clear")

NORTH, WEST, SOUTH, EAST, BRITISH_STRETCH = range(5)  # where reinforcements enter, WOT-8.2
ENTRIES = ("N", "W", "S", "E", "W/N")
AREAS = (
    "at the north edge",
    "at the west edge",
    "at the south edge",
    "at the east edge",
    "in the north-west",
)

TURNS = 17  # of 24 hours, WOT-1.2
DAY_BEFORE, DECEMBER = 15, 31  # turn 1 is 16 December 1944; the last day of the month
OPTIONAL = ("", "10SS", "11", "5A-1", "5A-8", "aside")  # units with a price, WOT-8.4, WOT-8.6; WOT-3.10
ANYWHERE = -2  # a set-up hex "A", WOT-3.8


def date_of(turn: int) -> str:
    """Return the date of a turn."""
    day = DAY_BEFORE + turn
    return f"{day} December 1944" if day <= DECEMBER else f"{day - DECEMBER} January 1945"


# A data file of the game, or of a designer's folder laid out the same way.
data_file = functools.partial(game_file, "ardennes.games.wave_of_terror")


def maybe(low: int, high: int) -> Cell:
    """Return a cell for a number that may be left out; it is 0 then."""

    def read(text: str) -> int:
        if text and not low <= int(text) <= high:
            raise ValueError
        return int(text or 0)

    return Cell(read, f"a whole number from {low} to {high}, or nothing")


def _entry(word: str) -> int:
    return ENTRIES.index(word) if word else -1


def _optional(word: str) -> str:
    return OPTIONAL[OPTIONAL.index(word)]


FormationName = Annotated[str, Refers("formation")]


class Unit(Record, frozen=True, kw_only=True):
    """A counter: a row of units.csv."""

    for_readers = ("status", "notes")

    index: Annotated[int, WORKED] = -1
    id: Name
    own: Name = field(name="name")  # its name within its parent
    name: Annotated[str, WORKED] = field(
        default="", name="(name)"
    )  # the full name, for log, sheets and refusals
    label: Name  # on its counter: 1SS panzer 1, 422-2 (106)
    side: Annotated[int, OneOf(SIDES)]
    nation: Annotated[int, OneOf(NATIONS)]
    organisation: FormationName = field(default="", name="parent")
    parent: Annotated[int, WORKED] = field(default=-1, name="(parent)")  # -1: independent, WOT-2.15
    kind: Annotated[int, OneOf(KINDS)]
    attack: Annotated[int, Meta(ge=0, le=20)]
    defense: Annotated[int, Meta(ge=1, le=20)]
    movement: Annotated[int, Meta(ge=1, le=12)] = field(name="move")  # MF
    reduced_attack: Annotated[int, maybe(0, 20)]
    reduced_defense: Annotated[int, maybe(1, 20)]
    steps: Annotated[int, Meta(ge=1, le=2)]
    heavy: bool  # WOT-2.9
    motorized: bool = False  # for display, WOT-2.10
    start: HexName = field(default="", name="setup_hex")  # as printed
    setup_hex: Annotated[int, WORKED] = field(
        default=-1, name="(setup_hex)"
    )  # cell, ANYWHERE, -1: reinforcement
    radius: Annotated[int, maybe(0, 9)] = 0
    turn: Annotated[int, maybe(1, TURNS)] = 0  # of entry; 0 for those that start on the map
    entry: Annotated[int, Cell(_entry, one_of(("", *ENTRIES)))] = -1  # -1 for those that start on the map
    optional: Annotated[str, Cell(_optional, one_of(OPTIONAL))] = ""

    @property
    def artillery(self) -> bool:
        return self.kind == ARTILLERY

    @property
    def reduced(self) -> str:
        """Return the factors on its weaker side."""
        return f"{self.reduced_attack}-{self.reduced_defense}-{self.movement}"


@dataclass(frozen=True, slots=True)
class Parent:
    """A parent organisation, WOT-2.14."""

    index: int
    id: str  # 1SS, 106, 5A: unique within a side; the letters are explained by WOT-2.7
    name: str  # 1st SS Panzer Division
    side: int
    british: bool
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bridge:
    index: int
    name: str  # "E3435/E3534"
    ends: tuple[int, int]
    blown: bool  # at the start of the full game, WOT-3.9


@dataclass(frozen=True, slots=True)
class Board:
    """The map: two sheets joined, 2,359 hexes."""

    grid: Grid
    terrain: tuple[int, ...]  # by cell
    place: tuple[int, ...]  # by cell: NO_PLACE, TOWN, CITY
    names: tuple[str, ...]  # by cell
    road: int  # hexes with a road
    links: tuple[int, ...]  # by direction: hexes from which a road leads that way
    hexsides: tuple[tuple[int, ...], ...]  # by cell and direction: PLAIN, BLOCKED, MAJOR, LAKE, MINOR
    bridges: tuple[Bridge, ...]
    bridge_at: Mapping[int, int]  # hexside -> bridge
    german_side: int  # hexes east of the starting front, WOT-3.5
    front: tuple[int, int]  # by side: hexes that touch the front
    west_wall: int  # WOT-MAP-45
    west_of_meuse: int  # WOT-MAP-32
    edge_roads: int  # edge hexes whose road runs off the map, WOT-MAP-44
    entries: tuple[int, ...]  # by entry area: its edge hexes, WOT-8.2
    exit_stretch: int  # WOT-MAP-33
    sources: tuple[int, int]  # by side: supply source hexes, WOT-6.7, WOT-6.8
    liege: int
    st_vith: int  # a cell
    pol_centre: int  # a cell, WOT-3.7
    cities: int
    alias: Mapping[str, str]  # W38rr -> E10rr, WOT-MAP-6


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of the game: terrain, combat results, weather, Supply Problems."""

    costs: tuple[int, ...]  # movement points by terrain, WOT-9.7
    road_cost: int
    # Columns to the left for the defender's hex, each by side of the defender, WOT-10.11.
    natural_shift: tuple[tuple[int, int], ...]  # by terrain
    place_shift: tuple[tuple[int, int], ...]  # by NO_PLACE, TOWN, CITY
    west_wall_shift: tuple[int, int]
    crt: Mapping[int, tuple[tuple[int, int], ...]]  # position (1:1 = 0) -> losses of both sides by die
    below: tuple[int, int]  # under the lowest column, no die, WOT-10.7
    above: tuple[int, int]
    overcast: tuple[tuple[int, int] | None, ...]  # by turn: the dice that leave it overcast; None: always
    supply_problems: Mapping[int, tuple[str, ...]]  # 2d6 -> German parents out of supply, WOT-6.16

    @property
    def lowest(self) -> int:
        return min(self.crt)

    @property
    def highest(self) -> int:
        return max(self.crt)


Number = Annotated[int, Meta(ge=0, le=99)]


class Limits(Record, frozen=True):
    """The single numbers of the rules, each a row of constants.csv."""

    stack: Number  # WOT-7.1
    stack_independents: Number  # WOT-7.6
    attack_independents: Number  # WOT-10.17
    gun_range: Number  # WOT-10.20
    guns_german: Number  # artillery units in a battle, WOT-10.22
    guns_allied: Number
    step_points: Number  # WOT-4.8
    gun_step_points: Number
    city_points: Number  # WOT-4.7
    west_of_meuse_points: Number  # WOT-4.9
    points_11: Number  # WOT-4.11
    points_10ss: Number
    points_5a_near: Number  # WOT-4.12
    points_5a_late: Number
    operational: Number  # WOT-4.13
    strategic: Number
    aircraft: Number  # WOT-5.3
    aircraft_baseplate: Number  # WOT-5.4
    baseplate_die: Number
    fixed_weather_turns: Number  # WOT-5.3
    markers: Number  # WOT-6.15
    marker_steps: Number
    marker_gun_step: Number
    marker_reach: Number
    supply_reach: Number  # WOT-6.6
    oos_movement: Number  # WOT-6.3
    problems_turn: Number  # WOT-6.16
    pol_gone_turn: Number  # WOT-6.17
    pol_real: Number  # WOT-3.7
    pol_dummy: Number
    pol_hexes: Number
    kg_units: Number  # WOT-7.7
    kg_movement: Number
    kg_supply_through: Number
    kg_roll_from: Number
    kg_die: Number
    meuse_units: Number  # WOT-8.4
    free_test_from: Number
    british_turn: Number  # WOT-8.5
    barred_from: Number  # printed MF that bars from blocked hexsides and marsh, WOT-9.8
    demolition_from: Number  # turn, WOT-9.14
    demolition: Number  # die
    demolition_engineers: Number
    engineer_reach: Number
    repairs_couplet: Number  # WOT-9.15
    repairs_game: Number
    column_factor: Number  # WOT-9.17
    column_factor_101: Number  # WOT-9.17e
    column_turn_101: Number

    @property
    def guns(self) -> tuple[int, int]:
        """Return the most artillery units in a battle, by side."""
        return self.guns_german, self.guns_allied
