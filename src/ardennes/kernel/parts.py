"""Scenarios of ours: a part of the map and of the army, few turns, a test of victory of their own.

What such a scenario leaves in play is data, in the game's scenarios.toml. The game's world is made anew from
the rows of the map that lie on the scenario's ground, so that no other rule needs to know of it: beyond the
ground there is nothing to move to, to attack or to trace supply over. An order that names a hex beyond it is
refused by the scenario's rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

import msgspec
from msgspec import Meta

from ardennes.hexes import Grid
from ardennes.kernel.contract import Refusal, Result
from ardennes.kernel.schema import Name, Record
from ardennes.kernel.wire import Score, ScoreLevel, ScorePart
from ardennes.words import listed

SECONDS_AN_ORDER = 15  # a person's pace; how many orders a match takes is measured (docs/scenarios.md)
EDGES = {"N": "north", "W": "west", "S": "south", "E": "east"}


class Part(Record, frozen=True, kw_only=True):
    """What a scenario leaves in play; a scenario of the printed rules leaves everything."""

    rule: str = ""  # ours: the rule of the rulebook's page that tells it
    ground: tuple[Name, ...] = ()  # stretches of hexes, "904..1306" by two corners; empty: the whole map
    # Hexes where the ground ends that count as the map's edge, and those of them where a road leaves it.
    north: tuple[Name, ...] = ()
    west: tuple[Name, ...] = ()
    south: tuple[Name, ...] = ()
    east: tuple[Name, ...] = ()
    roads: tuple[Name, ...] = ()
    comes: tuple[Name, ...] = ()  # who enters; whoever begins on the ground is in play without being named
    without: tuple[Name, ...] = ()  # who begins on the ground and is not in play
    places: tuple[Name, ...] = ()  # the Germans win with `needs` of them at the end, else the other side
    needs: Annotated[int, Meta(ge=0, le=9)] = 0

    def edges_of(self, hex_: str) -> str:
        """The letters of the edges that a hex lies on by the scenario."""
        return "".join(letter for letter, edge in EDGES.items() if hex_ in getattr(self, edge))


class Described(Part, frozen=True, kw_only=True):
    """A scenario with its name and a sentence about it."""

    name: Name
    about: Name
    orders: Annotated[int, Meta(ge=0)] = 0  # of a side, on average, in games between staffs; 0: not measured

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
    found = 0
    for stretch in part.ground:
        first, _, last = stretch.partition("..")
        a, b = grid.find(first), grid.find(last or first)
        if a is None or b is None:
            part.fail(
                "ground", "hexes of the map, or stretches by two corners, like '904..1306'", repr(stretch)
            )
        found |= grid.between(a, b)
    return found or grid.mask


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
    for hex_ in (*part.north, *part.west, *part.south, *part.east, *part.roads):
        if hex_ not in inside:
            part.fail(
                "ground", "every hex that it calls an edge or a road off the map", f"none that holds {hex_}"
            )
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
        found = None if w.part is None else _beyond(w.grid, w.part, hexes(name))
        return unknown(w, name) if found is None else found

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
