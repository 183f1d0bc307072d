"""Breakthrough against history: the front on 21 and 24 December, and the score against its thresholds.

The front is taken by latitude, in bands of columns: how far west of the line of 16 December the Germans own
the ground, on average over the band, beside the same figure of the historical front laid on the same hexes.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.games.breakthrough.rules.position import occupied
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.rules.victory import LOWEST, thresholds
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.hexes import bits, board_of
from ardennes.kernel.datafile import read_table, unique
from ardennes.kernel.mapfile import game_file
from ardennes.lab.history import Spread, measured, spread
from ardennes.lab.record import GameRecord
from ardennes.lab.statistics import wilson

DAYS = (21, 24)
EVENINGS = range(FIRST_DAY, 28)
KM_EAST, KM_NORTH = 2.97, 2.51  # from hex to hex, from column to column
SOUTH, DEGREES = 49.85, 0.0225  # latitude of column 0, of a column
BAND = 4  # columns of one line of the picture
GAINED, WEST, TOO_FAR, TOO_SHORT = "gained", "westernmost", "too far", "too short"
WORDS = {
    GAINED: "ground gained since the 16th, km²",
    WEST: "foremost unit, km from the west edge",
    TOO_FAR: "German, but Allied in 1944, km²",
    TOO_SHORT: "Allied, but German in 1944, km²",
}
PICTURE = 36  # characters of the bar
SCALE = 2.5  # km a character


@functools.cache
def fronts() -> dict[int, int]:
    """By day: the hexes in German hands on that evening of 1944."""
    grid = printed_world().grid
    rows = read_table(game_file("ardennes.lab", "breakthrough_fronts.csv"), ("hex", "evenings"))
    unique(rows, "hex")
    held: dict[int, list[int]] = {day: [] for day in EVENINGS}
    for row in rows:
        cell, evenings = grid.find(row.text("hex")), row.text("evenings")
        if cell is None:
            row.fail("hex", "a hex of the map")
        if len(evenings) != len(EVENINGS) or set(evenings) - set("GA"):
            row.fail("evenings", f"{len(EVENINGS)} letters G or A")
        for day, letter in zip(EVENINGS, evenings, strict=True):
            if letter == "G":
                held[day].append(cell)
    return {day: board_of(cells) for day, cells in held.items()}


def bands(w: World) -> list[range]:
    first, last = w.grid.columns
    return [range(at, min(at + BAND, last + 1)) for at in range(first, last + 1, BAND)]


def advance(w: World, german: int, columns: range) -> float:
    """How far west of the line of the 16th the Germans own the ground, in km, on average over columns."""
    won = german & ~w.board.german16, w.board.german16 & ~german
    more, less = (sum(w.grid.column[cell] in columns for cell in bits(board)) for board in won)
    return (more - less) / len(columns) * KM_EAST


def band_name(columns: range) -> str:
    return f"front {SOUTH + DEGREES * (columns[0] + columns[-1]) / 2:.2f} N"


def figures(w: World, german: int, units: int, day: int) -> dict[str, float]:
    """The measures of one evening: who owns what, where the foremost unit is."""
    hex_area = KM_EAST * KM_NORTH
    history = fronts()[day]
    rows = [w.grid.row[cell] for cell in bits(units)]
    found = {
        GAINED: (german.bit_count() - w.board.german16.bit_count()) * hex_area,
        WEST: min(rows, default=0) * KM_EAST,
        TOO_FAR: (german & ~history).bit_count() * hex_area,
        TOO_SHORT: (history & ~german).bit_count() * hex_area,
    }
    found |= {band_name(columns): advance(w, german, columns) for columns in bands(w)}
    return {f"{day}: {name}": round(value, 2) for name, value in found.items()}


def measures(w: World, s: BreakthroughState, day: int) -> dict[str, float]:
    """What is measured of a game on the evening of a day."""
    return figures(w, s.german, occupied(w, s, GERMAN), day) if day in DAYS else {}


def historical(w: World, day: int) -> dict[str, float]:
    return figures(w, fronts()[day], fronts()[day], day)


class BreakthroughHistory:
    """The part of a simulation's report that only Breakthrough has."""

    def tables(self, scenario: str, done: Sequence[GameRecord]) -> list[RenderableType]:
        w = printed_world()
        parts = _scores(w, scenario, done)
        for day in DAYS:
            if measured(done, f"{day}: {GAINED}"):
                parts += [Text(), *_evening(w, day, done), Text(), *_picture(w, day, done)]
        return parts

    def document(self, scenario: str, done: Sequence[GameRecord]) -> dict[str, Any]:
        w = printed_world()
        score = spread([record.points for record in done])
        names = {name: value for day in DAYS for name, value in historical(w, day).items()}
        return {
            "score": score._asdict(),
            "thresholds": dict(thresholds(w, scenario)),
            "history": {
                name: {"history": value, "games": spread(values)._asdict()}
                for name, value in names.items()
                if (values := measured(done, name))
            },
        }


def _table(*columns: str) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


def _scores(w: World, scenario: str, done: Sequence[GameRecord]) -> list[RenderableType]:
    """How many games reached each level of victory, and the spread of the scores."""
    score = spread([record.points for record in done])
    title = f"German score: {score}, half of the games below {round(score.middle):,}"
    table = _table("level", "from", "games", "95 % interval")
    steps = [(name, f"{least:,}") for name, least in thresholds(w, scenario)]
    for name, least in [(LOWEST, ""), *steps]:
        games = sum(record.level == name for record in done)
        low, high = wilson(games, len(done))
        table.add_row(name, least, str(games), f"{100 * low:.0f} to {100 * high:.0f} %")
    return [Text(title, "bold"), table]


def _evening(w: World, day: int, done: Sequence[GameRecord]) -> list[RenderableType]:
    title = f"The evening of {day} December; in brackets all but a tenth at either end"
    table = _table("", "history", "games")
    history = historical(w, day)
    for name, words in WORDS.items():
        key = f"{day}: {name}"
        table.add_row(words, f"{round(history[key]):,}", str(spread(measured(done, key))))
    return [Text(title, "bold"), table]


def _picture(w: World, day: int, done: Sequence[GameRecord]) -> list[RenderableType]:
    """The mean front by latitude, north at the top: km west of the line of the 16th, east at the right."""
    title = f"The front on {day} December, km west of the line of the 16th: # games, | history"
    table = _table("latitude", "history", "games", "← west")
    history = historical(w, day)
    for columns in reversed(bands(w)):
        key = f"{day}: {band_name(columns)}"
        now = spread(measured(done, key))
        name = band_name(columns).removeprefix("front ")
        table.add_row(name, str(round(history[key])), str(now), bar(now, history[key]))
    return [Text(title, "bold"), table]


def bar(now: Spread, history: float) -> str:
    """A line of the picture: as long as the Germans came, with a mark where they came in 1944."""
    length = min(PICTURE, max(0, round(now.mean / SCALE)))
    line = list("#" * length + "·" * (PICTURE - length))
    line[min(PICTURE - 1, max(0, round(history / SCALE)))] = "|"
    return "".join(reversed(line))


HISTORY = BreakthroughHistory()
