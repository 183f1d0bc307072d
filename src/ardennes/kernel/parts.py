"""Scenarios of ours: a part of the map and of the army, few turns, a test of victory of their own.

What such a scenario leaves in play is data, in the game's scenarios.toml. The game's world is made anew from
the rows of the map that lie on the scenario's ground, so that no other rule needs to know of it: beyond the
ground there is nothing to move to, to attack or to trace supply over. An order that names a hex beyond it is
refused by the scenario's rule.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta

from ardennes.hexes import Grid
from ardennes.kernel.contract import Refusal, Result
from ardennes.kernel.datafile import Folder
from ardennes.kernel.schema import (
    HexName,
    Known,
    Name,
    PlaceName,
    Record,
    RuleName,
    UnitName,
    check_references,
    refuse_name,
)
from ardennes.kernel.wire import Score, ScoreLevel, ScorePart
from ardennes.words import closest, listed

SECONDS_AN_ORDER = 15  # of a person; docs/reference/scenarios.md measures how many orders a match takes
EDGES = {"N": "north", "W": "west", "S": "south", "E": "east"}


EDGE_LISTS = ("north", "west", "south", "east", "roads")
OWN_LISTS = ("ground", *EDGE_LISTS, "comes", "without", "places")


class Part(Record, frozen=True, kw_only=True):
    """What a scenario leaves in play; a scenario of the printed rules leaves everything."""

    rule: RuleName = ""  # ours: the rule of the rulebook's page that tells it
    ground: tuple[Name, ...] = ()  # stretches of hexes, "904..1306" by two corners; empty: the whole map
    # Hexes where the ground ends that count as the map's edge, and those of them where a road leaves it.
    north: tuple[HexName, ...] = ()
    west: tuple[HexName, ...] = ()
    south: tuple[HexName, ...] = ()
    east: tuple[HexName, ...] = ()
    roads: tuple[HexName, ...] = ()
    comes: tuple[UnitName, ...] = ()  # units that enter; those that begin on the ground need not be named
    without: tuple[UnitName, ...] = ()  # units that begin on the ground and are not in play
    places: tuple[PlaceName, ...] = ()  # the Germans win with `needs` of them at the end, else the other side
    needs: Annotated[int, Meta(ge=0, le=9)] = 0

    def __post_init__(self) -> None:
        """A scenario of ours has ground, places and a number of them; a printed one has none of these."""
        for field in OWN_LISTS:
            values = getattr(self, field)
            twice = next((one for at, one in enumerate(values) if one in values[:at]), "")
            if twice:
                self.fail(field, "each name once", f"'{twice}' twice")
            if values and not self.rule:
                self.fail(field, "nothing in a scenario without a rule of its own")
        if not self.rule:
            if self.needs:
                self.fail("needs", "0 in a scenario without a rule of its own")
            return
        for field in ("ground", "places"):
            if not getattr(self, field):
                self.fail(field, "at least one, in a scenario with a rule of its own", "none")
        if not 1 <= self.needs <= len(self.places):
            self.fail("needs", f"a whole number from 1 to {len(self.places)}, the number of places")

    def edges_of(self, hex_: str) -> str:
        """The letters of the edges that a hex lies on by the scenario."""
        return "".join(letter for letter, edge in EDGES.items() if hex_ in getattr(self, edge))


class Described(Part, frozen=True, kw_only=True):
    """A scenario with its name and a sentence about it."""

    name: Name
    about: Name
    orders: Annotated[int, Meta(ge=0, le=99_999)] = (
        0  # of a side, on average, in games between staffs; 0: not measured
    )

    @property
    def minutes(self) -> int:
        """About how long a match takes one side."""
        return round(self.orders * SECONDS_AN_ORDER / 60)


def needs_words(part: Part) -> str:
    """What a German victory takes: Bastogne; all of Spa and Huy; 2 of Spa, Huy and Dinant."""
    if len(part.places) == 1:
        return part.places[0]
    return f"{'all' if part.needs == len(part.places) else part.needs} of {listed(part.places)}"


def judged(part: Part, held: Sequence[str], german: int, sides: Sequence[str]) -> Result:
    """Who has won a scenario of ours, by the places that are German at the end."""
    won = len(held) >= part.needs
    winner = german if won else 1 - german
    told = f"{listed(held)} {'are' if len(held) > 1 else 'is'} German" if held else "No place is German"
    summary = f"{told}; the Germans needed {needs_words(part)}."
    level = f"{sides[winner].capitalize()} victory"
    return Result(winner, level, len(held), summary, part.rule, len(held) - part.needs + won)


def places_score(part: Part, held: Sequence[str], german: int, sides: Sequence[str]) -> Score:
    """What a scenario of ours is decided by: the places that are German, one by one."""
    wins = [f"{side.capitalize()} victory" for side in sides]
    levels = [ScoreLevel(wins[1 - german], None, 1 - german), ScoreLevel(wins[german], part.needs, german)]
    parts = [ScorePart(place, 1, part.rule, german) for place in held]
    return Score("places", len(held), parts, levels)


def verdict(part: Part, level: str) -> str:
    """How a scenario of ours ended, as the log tells it."""
    german = level.lower().startswith("german")
    return f"{level}: the Germans {'hold' if german else 'do not hold'} {needs_words(part)} [{part.rule}]."


def hexes_of(grid: Grid, part: Part) -> int:
    """The hexes of a scenario's ground."""
    result = 0
    for a, b in corners_of(part, grid.find, grid.labels):
        result |= grid.between(a, b)
    return result or grid.mask


def corners_of(
    part: Part, find: Callable[[str], int | None], labels: Collection[str]
) -> Iterator[tuple[int, int]]:
    """The two corners of each stretch of a scenario's ground; a single hex is both of its corners."""
    for stretch in part.ground:
        first, dots, last = stretch.partition("..")
        cells = []
        for name in (first, last if dots else first):
            cell = find(name)
            if cell is None:
                part.fail(
                    "ground",
                    "hexes of the map, or stretches by two corners, like '904..1306'",
                    f"'{name}' in '{stretch}'",
                    closest(name, labels),
                )
            cells.append(cell)
        yield cells[0], cells[1]


class PlayedWorld(Protocol):
    """All of a game that never changes: of the whole map, or of a scenario of our own."""

    @property
    def folder(self) -> Folder | None: ...
    @property
    def part(self) -> Described | None: ...
    @property
    def scenarios(self) -> Mapping[str, Described]: ...


W = TypeVar("W", bound=PlayedWorld)


def world_of_scenario(world: W, scenario: str) -> W:
    """Return the world of a scenario of our own; of any other scenario this one."""
    part = world.scenarios[scenario]
    return _cut_world(type(world), world.folder, part) if part.rule and world.part is None else world


@functools.cache
def _cut_world(kind: Callable[..., W], folder: Folder | None, part: Described) -> W:
    return kind(folder=folder, part=part)


class Theatre(NamedTuple):
    """What the scenarios of a game may name."""

    hexes: Sequence[str]  # by cell
    ground: Callable[[Any], int]  # of a scenario, as a bitboard
    places: Mapping[str, int]  # by name: the cell
    units: Collection[str]  # and formations, where a scenario may name them
    rules: Collection[str]


def check_scenarios(scenarios: Iterable[Part], theatre: Theatre) -> None:
    """Refuse a name or a hex that a scenario cannot mean, before anybody plays it."""
    scenarios = list(scenarios)
    known = {
        "hex": Known([label for label in theatre.hexes if label], "a hex of the map"),
        "place": Known(theatre.places, "a place on the map"),
        "unit": Known(theatre.units, "a unit of the order of battle"),
        "rule": Known(theatre.rules, "a rule of the rulebook"),
    }
    check_references(scenarios, known)
    for part in scenarios:
        if not part.rule:
            continue
        ground = theatre.ground(part)
        inside = {label for cell, label in enumerate(theatre.hexes) if ground >> cell & 1}
        for field in EDGE_LISTS:
            for hex_ in getattr(part, field):
                if hex_ not in inside:
                    refuse_name(part, field, hex_, Known(inside, "a hex of its ground"))
        places = {place for place, cell in theatre.places.items() if ground >> cell & 1}
        for place in part.places:
            if place not in places:
                refuse_name(part, "places", place, Known(places, "a place on its ground"))


class HexRow(Protocol):
    """A row of hexes.csv."""

    @property
    def hex(self) -> str: ...
    @property
    def edges(self) -> str: ...
    @property
    def edge_road(self) -> bool: ...


class SideRow(Protocol):
    """A row of hexsides.csv."""

    @property
    def hex_a(self) -> str: ...
    @property
    def hex_b(self) -> str: ...


H = TypeVar("H", bound=HexRow)
D = TypeVar("D", bound=SideRow)


def cut_map(grid: Grid, hexes: list[H], sides: list[D], part: Part | None) -> tuple[Grid, list[H], list[D]]:
    """What is left of a map: its grid, its hexes with the edges the scenario gives them, and its hexsides."""
    if part is None or not part.ground:
        return grid, hexes, sides
    ground = hexes_of(grid, part)
    inside = {grid.label(cell) for cell in grid.cells if ground >> cell & 1}
    left: list[Any] = [
        msgspec.structs.replace(
            row,  # type: ignore[type-var]
            edges="".join(letter for letter in EDGES if letter in row.edges + part.edges_of(row.hex)),
            edge_road=row.edge_road or row.hex in part.roads,
        )
        for row in hexes
        if row.hex in inside
    ]
    return grid.cut(ground), left, [row for row in sides if row.hex_a in inside and row.hex_b in inside]


class Partial(Protocol):
    """A world of which a part is in play."""

    grid: Grid
    part: Described | None


def on_ground(
    unknown: Callable[[Any, str], Refusal | None],
    hexes: Callable[[str], Iterable[str]] = lambda name: (name,),
) -> Callable[[Any, str], Refusal | None]:
    """Why a name stands for no hex in play: there is none of that name, or it lies beyond the ground."""

    def refusal(w: Partial, name: str) -> Refusal | None:
        result = None if w.part is None else _beyond(w.grid, w.part, hexes(name))
        return unknown(w, name) if result is None else result

    return refusal


def _beyond(grid: Grid, part: Described, names: Iterable[str]) -> Refusal | None:
    for name in names:
        cell = grid.find(name)
        if cell is not None and not grid.mask >> cell & 1:
            return beyond(part, name)
    return None


def beyond(part: Described, hex_: str) -> Refusal:
    """Why nothing is done in a hex that is not in play."""
    return Refusal(part.rule, f"{hex_} lies beyond the ground of {part.name}.", "Stay on the ground.")
