"""The campaign of 1944 as data: who held what on each evening, what both sides lost, what happened.

A day is a day of December; 32 is 1 January. An evening is about 22:00 to 24:00. docs/explanation/history.md
explains the sources of the files and how reliable they are.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeVar

from msgspec import Meta

from ardennes.kernel.mapfile import game_file
from ardennes.kernel.schema import Cell, Name, Record, read_records

DECEMBER = 31  # days
EVENINGS = range(16, 28)  # evenings whose front is known
GERMAN, CONTESTED, ALLIED = "G", "C", "A"
WORTH = {GERMAN: 1.0, CONTESTED: 0.5, ALLIED: 0.0}  # letter -> how German a place is
R = TypeVar("R", bound=Record)
Point = tuple[float, float]  # longitude, latitude; or x, y on a drawing
Day = Annotated[int, Meta(ge=16, le=47)]
Share = Annotated[int, Meta(ge=0, le=100)]


def _letters(known: str) -> Cell:
    def read(text: str) -> str:
        if len(text) != len(EVENINGS) or set(text) - set(known):
            raise ValueError
        return text

    return Cell(read, f"{len(EVENINGS)} letters, each one of {' '.join(known)}")


def _points(text: str) -> tuple[Point, ...]:
    numbers = [float(word) for word in text.split()]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


class Place(Record, frozen=True):
    """A town, village or crossroads and who held it, evening by evening."""

    name: Name
    lat: float
    lon: float
    evenings: Annotated[str, _letters(GERMAN + CONTESTED + ALLIED)]

    @property
    def changed_hands(self) -> bool:
        return len(set(self.evenings)) > 1


class Line(Record, frozen=True):
    """A section of the front on an evening, from north to south with the Allies on the right; or a pocket."""

    day: Day
    order: int  # number of the section on its day; 0: a pocket
    held_by: Literal["", "german", "allied"]  # of a pocket
    confidence: Literal["high", "medium", "low"]
    points: Annotated[tuple[Point, ...], Cell(_points, "two numbers a point")]


class Stretch(Line, frozen=True):
    """The same with geographic coordinates: points are longitudes and latitudes."""

    sector: Name


class Hex(Record, frozen=True):
    """A hex of a game's map in reality: its center, its size, who held the center, the places in it."""

    hex: Name
    lat: float
    lon: float
    km2: float
    start: Literal["G", "A"]  # owner on the game's map on the morning of the 16th
    evenings: Annotated[str, _letters(GERMAN + ALLIED)]
    places: Annotated[tuple[str, ...], Cell(lambda text: tuple(filter(None, text.split("; "))), "places")]


class Losses(Record, frozen=True):
    """Men that both sides lost on a day."""

    day: Day
    allied: int
    german: int


class Strengths(Record, frozen=True):
    """Men that both sides had in the battle on a day."""

    day: Day
    allied: int
    german: int
    confidence: Literal["high", "medium", "low"]
    source: Name


class Attacks(Record, frozen=True):
    """Attacks of divisions in Europe in 1944, from a force ratio up to that of the next row."""

    least: Annotated[float, Meta(ge=0)]
    cases: int
    failed: Share  # percent


class DayText(Record, frozen=True):
    day: Day
    text: Name


class Phase(NamedTuple):
    """A part of the campaign."""

    name: str
    days: range


PHASES = (
    Phase("16 to 20 Dec", range(16, 21)),
    Phase("21 to 24 Dec", range(21, 25)),
    Phase("25 to 27 Dec", range(25, 28)),
    Phase("28 Dec to 2 Jan", range(28, 34)),
    Phase("3 to 16 Jan", range(34, 48)),
)


def _read(name: str, kind: type[R], *once: Sequence[str]) -> tuple[R, ...]:
    return tuple(read_records(game_file("ardennes.history", name), kind, *once))


@functools.cache
def places() -> tuple[Place, ...]:
    return _read("places.csv", Place, ("name",))


@functools.cache
def fronts() -> tuple[Stretch, ...]:
    return _read("fronts.csv", Stretch)


@functools.cache
def hexes(game: str) -> tuple[Hex, ...]:
    """1944 on the map of a game."""
    return _read(f"{game}.csv", Hex, ("hex",))


@functools.cache
def lines(game: str) -> tuple[Line, ...]:
    """The fronts on the drawing of a game's map, with north at the top."""
    return _read(f"{game}_fronts.csv", Line)


@functools.cache
def losses() -> dict[int, Losses]:
    return {row.day: row for row in _read("losses.csv", Losses, ("day",))}


@functools.cache
def _strengths() -> tuple[Strengths, ...]:
    return _read("strengths.csv", Strengths, ("day",))


def strength(day: int, german: bool) -> float:
    """Return the men of a side in the battle on a day, interpolated linearly between known days."""
    rows = _strengths()
    for before, after in pairwise(rows):
        if before.day <= day <= after.day:
            a, b = (before.german, after.german) if german else (before.allied, after.allied)
            return a + (b - a) * (day - before.day) / (after.day - before.day)
    raise ValueError(f"no strength is known of day {day}")


@functools.cache
def attacks() -> tuple[Attacks, ...]:
    return _read("attacks.csv", Attacks, ("least",))


@functools.cache
def _days() -> dict[int, str]:
    return {row.day: row.text for row in _read("days.csv", DayText, ("day",))}


def date(day: int) -> str:
    """Parse a day of December, or of January after it, as it is written in a table."""
    return f"{day} Dec" if day <= DECEMBER else f"{day - DECEMBER} Jan"


def date_in_full(day: int) -> str:
    return f"{day} December 1944" if day <= DECEMBER else f"{day - DECEMBER} January 1945"


def told_days() -> tuple[int, ...]:
    """Return the days that have a text."""
    return tuple(_days())


def on_this_day(day: int) -> str:
    """Return what happened in 1944 on a day of December (32 is 1 January); empty if there is no text."""
    return _days().get(day, "")


# The front as an area: which side of the line a point is on.

_NORTH, _SOUTH, _WEST = 50.95, 49.3, 4.2  # where the ring around the Allied side closes


@functools.cache
def _rings(day: int) -> tuple[tuple[Point, ...], tuple[Stretch, ...]]:
    rows = [row for row in fronts() if row.day == day]
    line: list[Point] = []
    for row in sorted((row for row in rows if row.order), key=lambda row: row.order):
        line += row.points[1 if line else 0 :]
    west = (*line, (line[-1][0], _SOUTH), (_WEST, _SOUTH), (_WEST, _NORTH), (line[0][0], _NORTH))
    return west, tuple(row for row in rows if not row.order)


def inside(ring: Sequence[Point], lon: float, lat: float) -> bool:
    """Return whether a point is inside a closed line."""
    result = False
    (x1, y1) = ring[-1]
    for x2, y2 in ring:
        if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
            result = not result
        x1, y1 = x2, y2
    return result


def holder(day: int, lon: float, lat: float) -> str:
    """Return the side that held a point on an evening, by the front and its pockets: G or A."""
    west, pockets = _rings(day)
    held = ALLIED if inside(west, lon, lat) else GERMAN
    for pocket in pockets:
        if inside(pocket.points, lon, lat):
            held = GERMAN if pocket.held_by == "german" else ALLIED
    return held
