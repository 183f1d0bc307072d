"""Scenarios of Ardennes: a part of the map and army, few turns, and a separate test of victory.

The content of such a scenario is data, in the game's scenarios.toml. The game's world is built from only
those rows of the map that lie on the scenario's ground, so that no other rule needs to know about scenarios:
beyond the ground there is nothing to move to, to attack or to trace supply over. The scenario's rule refuses
an order that names a hex beyond it.
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

SECONDS_AN_ORDER = 15  # for a person; docs/reference/scenarios.md says how many orders a match takes
EDGES = {"N": "north", "W": "west", "S": "south", "E": "east"}


EDGE_LISTS = ("north", "west", "south", "east", "roads")
OWN_LISTS = ("ground", *EDGE_LISTS, "comes", "without", "places")


class Part(Record, frozen=True, kw_only=True):
    """The content of a scenario; a scenario of the printed rules has everything."""

    rule: RuleName = ""  # the rule that describes a scenario of Ardennes
    ground: tuple[Name, ...] = ()  # areas of hexes, "904..1306" by two corners; empty: the whole map
    # hexes that count as the map's edge, and those of them where a road leaves the map
    north: tuple[HexName, ...] = ()
    west: tuple[HexName, ...] = ()
    south: tuple[HexName, ...] = ()
    east: tuple[HexName, ...] = ()
    roads: tuple[HexName, ...] = ()
    comes: tuple[UnitName, ...] = ()  # units that enter; those that begin on the ground are not listed
    without: tuple[UnitName, ...] = ()  # units that would begin on the ground but are not in play
    # the Germans win with `needs` of them at the end, else the other side wins
    places: tuple[PlaceName, ...] = ()
    needs: Annotated[int, Meta(ge=0, le=9)] = 0

    def __post_init__(self) -> None:
        """Check that a scenario of Ardennes has ground, places and `needs`, and a printed one none."""
        for field in OWN_LISTS:
            values = getattr(self, field)
            twice = next((one for at, one in enumerate(values) if one in values[:at]), "")
            if twice:
                self.fail(field, "each name once", f"'{twice}' twice")
            if values and not self.rule:
                self.fail(field, "nothing in a scenario without a separate rule")
        if not self.rule:
            if self.needs:
                self.fail("needs", "0 in a scenario without a separate rule")
            return
        for field in ("ground", "places"):
            if not getattr(self, field):
                self.fail(field, "at least one, in a scenario with a separate rule", "none")
        if not 1 <= self.needs <= len(self.places):
            self.fail("needs", f"a whole number from 1 to {len(self.places)}, the number of places")

    def edges_of(self, hex_: str) -> str:
        """Return the letters of the edges that a hex lies on in the scenario."""
        return "".join(letter for letter, edge in EDGES.items() if hex_ in getattr(self, edge))


class Described(Part, frozen=True, kw_only=True):
    """A scenario with its name and a sentence about it."""

    name: Name
    about: Name
    orders: Annotated[int, Meta(ge=0, le=99_999)] = (
        0  # orders of a side, on average, in games between staffs; 0: not measured
    )

    @property
    def minutes(self) -> int:
        """Return about how many minutes a match takes one side."""
        return round(self.orders * SECONDS_AN_ORDER / 60)


def needs_words(part: Part) -> str:
    """Say what the Germans need to win: Bastogne; all of Spa and Huy; 2 of Spa, Huy and Dinant."""
    if len(part.places) == 1:
        return part.places[0]
    return f"{'all' if part.needs == len(part.places) else part.needs} of {listed(part.places)}"


def judged(part: Part, held: Sequence[str], german: int, sides: Sequence[str]) -> Result:
    """Return the winner of a scenario of Ardennes, by the places that are German at the end."""
    won = len(held) >= part.needs
    winner = german if won else 1 - german
    text = f"{listed(held)} {'are' if len(held) > 1 else 'is'} German" if held else "No place is German"
    summary = f"{text}; the Germans needed {needs_words(part)}."
    level = f"{sides[winner].capitalize()} victory"
    return Result(winner, level, len(held), summary, part.rule, len(held) - part.needs + won)


def places_score(part: Part, held: Sequence[str], german: int, sides: Sequence[str]) -> Score:
    """Return what decides a scenario of Ardennes: its places, each German or not."""
    wins = [f"{side.capitalize()} victory" for side in sides]
    levels = [ScoreLevel(wins[1 - german], None, 1 - german), ScoreLevel(wins[german], part.needs, german)]
    parts = [ScorePart(place, 1, part.rule, german) for place in held]
    return Score("places", len(held), parts, levels)


def verdict(part: Part, level: str) -> str:
    """Say in the log how a scenario of Ardennes ended."""
    german = level.lower().startswith("german")
    return f"{level}: the Germans {'hold' if german else 'do not hold'} {needs_words(part)} [{part.rule}]."


def hexes_of(grid: Grid, part: Part) -> int:
    """Return the hexes of a scenario's ground."""
    result = 0
    for a, b in corners_of(part, grid.find, grid.labels):
        result |= grid.between(a, b)
    return result or grid.mask


def corners_of(
    part: Part, find: Callable[[str], int | None], labels: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield the two corners of each area of a scenario's ground; a single hex is both corners."""
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
    """The constant data of a game: for the whole map, or for a scenario of Ardennes."""

    @property
    def folder(self) -> Folder | None: ...
    @property
    def part(self) -> Described | None: ...
    @property
    def scenarios(self) -> Mapping[str, Described]: ...


W = TypeVar("W", bound=PlayedWorld)


def world_of_scenario(world: W, scenario: str) -> W:
    """Return the world of a scenario of Ardennes; for any other scenario this one."""
    part = world.scenarios[scenario]
    return _cut_world(type(world), world.folder, part) if part.rule and world.part is None else world


@functools.cache
def _cut_world(kind: Callable[..., W], folder: Folder | None, part: Described) -> W:
    return kind(folder=folder, part=part)


class Theatre(NamedTuple):
    """The names that the scenarios of a game may use."""

    hexes: Sequence[str]  # by cell
    ground: Callable[[Any], int]  # hexes of a scenario, as a bitboard
    places: Mapping[str, int]  # by name: the cell
    units: Collection[str]  # and formations, if a scenario may name them
    rules: Collection[str]


def check_scenarios(scenarios: Iterable[Part], theatre: Theatre) -> None:
    """Refuse a name or hex that a scenario cannot use, when the data is loaded."""
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
    """Return the part of a map in play: its grid, its hexes with the scenario's edges, and its hexsides."""
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
    """A world that is in play only in part."""

    grid: Grid
    part: Described | None


def on_ground(
    unknown: Callable[[Any, str], Refusal | None],
    hexes: Callable[[str], Iterable[str]] = lambda name: (name,),
) -> Callable[[Any, str], Refusal | None]:
    """Return why a name is not a hex in play: it is unknown, or it lies beyond the ground."""

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
    """Refuse an order in a hex that is not in play."""
    return Refusal(part.rule, f"{hex_} lies beyond the ground of {part.name}.", "Stay on the ground.")
