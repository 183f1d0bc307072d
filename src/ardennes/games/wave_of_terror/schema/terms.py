"""The words of Wave of Terror, and what never changes: units, parents, map, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ardennes.hexes import Grid

GERMAN, ALLIED = 0, 1  # one player each, WOT-1.1
SIDES = ("german", "allied")

CLEAR, FOREST, RIDGE, MARSH = range(4)
TERRAINS = ("clear", "forest", "ridge", "marsh")
NO_PLACE, TOWN, CITY = range(3)
PLACES = ("", "town", "city")

PLAIN, BLOCKED, MAJOR, LAKE, MINOR = range(5)  # what lies on a hexside, WOT-MAP-43
HEXSIDES = ("", "blocked", "major", "lake", "minor")

# Only artillery, US engineers and (a mark of its own) heavy units matter to the rules, WOT-2.8.
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

TURNS = 17  # of 24 hours, WOT-1.2: turn n is 15 December + n
ANYWHERE = -2  # a set-up hex "A", WOT-3.8


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter."""

    index: int
    id: str
    name: str  # as a counter and a log line show it: 1SS panzer, 422 (106)
    side: int
    nation: int
    parent: int  # index into World.parents; -1: independent, WOT-2.15
    kind: int
    attack: int
    defense: int
    movement: int  # MF
    reduced_attack: int
    reduced_defense: int
    steps: int
    heavy: bool  # WOT-2.9
    motorized: bool  # for display, WOT-2.10
    setup_hex: int  # cell, ANYWHERE, or -1 for a reinforcement
    radius: int
    turn: int  # of entry; 0 for those that start on the map
    entry: int  # -1 for those that start on the map
    optional: str  # "", "10SS", "11", "5A-1", "5A-8" (WOT-8.4, WOT-8.6), "aside" (the 4-9 of WOT-3.10)

    @property
    def artillery(self) -> bool:
        return self.kind == ARTILLERY

    @property
    def reduced(self) -> str:
        """The factors on its weaker side."""
        return f"{self.reduced_attack}-{self.reduced_defense}-{self.movement}"


@dataclass(frozen=True, slots=True)
class Parent:
    """A parent organisation, WOT-2.14."""

    index: int
    id: str  # 1SS, 106, 5A: unique within a side; the letters are explained by WOT-2.7
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
    natural_shift: tuple[int, ...]  # columns to the left, by terrain of the defender's hex, WOT-10.11
    place_shift: tuple[int, ...]  # by NO_PLACE, TOWN, CITY
    west_wall_shift: int
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


@dataclass(frozen=True, slots=True)
class Limits:
    """The lone numbers of the rules, data/constants.csv."""

    stack: int  # WOT-7.1
    stack_independents: int  # WOT-7.6
    attack_independents: int  # WOT-10.17
    gun_range: int  # WOT-10.20
    guns: tuple[int, int]  # artillery units in a battle, by side, WOT-10.22
    step_points: int  # WOT-4.8
    gun_step_points: int
    city_points: int  # WOT-4.7
    west_of_meuse_points: int  # WOT-4.9
    points_11: int  # WOT-4.11
    points_10ss: int
    points_5a_near: int  # WOT-4.12
    points_5a_late: int
    operational: int  # WOT-4.13
    strategic: int
    aircraft: int  # WOT-5.3
    aircraft_baseplate: int  # WOT-5.4
    baseplate_die: int
    fixed_weather_turns: int  # WOT-5.3
    markers: int  # WOT-6.15
    marker_steps: int
    marker_gun_step: int
    marker_reach: int
    supply_reach: int  # WOT-6.6
    oos_movement: int  # WOT-6.3
    problems_turn: int  # WOT-6.16
    pol_gone_turn: int  # WOT-6.17
    pol_real: int  # WOT-3.7
    pol_dummy: int
    pol_hexes: int
    kg_units: int  # WOT-7.7
    kg_movement: int
    kg_supply_through: int
    kg_roll_from: int
    kg_die: int
    meuse_units: int  # WOT-8.4
    free_test_from: int
    british_turn: int  # WOT-8.5
    barred_from: int  # printed MF that bars from blocked hexsides and marsh, WOT-9.8
    demolition_from: int  # turn, WOT-9.14
    demolition: int  # die
    demolition_engineers: int
    engineer_reach: int
    repairs_couplet: int  # WOT-9.15
    repairs_game: int
    column_factor: int  # WOT-9.17
    column_factor_101: int  # WOT-9.17e
    column_turn_101: int
