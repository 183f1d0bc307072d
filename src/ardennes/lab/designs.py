"""What is varied in an experiment, and which levels are played together.

    [[vary]]                        # an option, a cell, or levels that change anything
    name = "infantry"
    cell = ["constants.toml", "omf", "infantry"]
    values = [2, 3]

    [[vary]]                        # cells of many rows at once, by what they are now
    name = "German armour"
    rows = ["units.csv", "side=german, kind=armor", "factor"]
    add = [0, -1, 1]                # or times = [1, 0.5]; with each = true a factor for each row

    [design]
    kind = "one"                    # grid, list, random, one (at a time), latin, morris

docs/reference/lab.md says what each kind is for.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.datafile import EVERY_ROW, DataFileError, Section, listed, read_text
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.match import settle_options
from ardennes.toml_lines import place

MOST = 10**9
GRID, LIST, RANDOM, ONE, LATIN, MORRIS = DESIGNS = ("grid", "list", "random", "one", "latin", "morris")
DRAWN = (RANDOM, LATIN, MORRIS)  # at random, from a seed
LEVEL = ("name", "scenario", "german", "allied", "options", "change")
AS_IT_IS = "as it is"


class Level(msgspec.Struct, frozen=True):
    """Return one of the allowed forms of a factor: only the fields given here differ from the rest of the
    file.
    """

    name: str
    scenario: str = ""
    german: str = ""
    allied: str = ""
    options: dict[str, Any] = {}
    change: dict[str, Any] = {}
    field: str = ""  # line of the file where it is defined


class Factor(msgspec.Struct, frozen=True):
    """A factor: its levels, or a range of whole numbers for a cell."""

    name: str
    levels: tuple[Level, ...]


# Fields of a file; errors name the field


def part(top: Section, key: str, allowed: Sequence[str]) -> Section:
    """Return a table of the file, empty if it is missing."""
    result = top.section(key) if key in top else Section(top.file, key, {})
    result.only(allowed)
    return result


def asked(section: Section, key: str, ask: Callable[[], Any]) -> Any:
    """Call the game to parse a field; an error of the game names the field."""
    try:
        return ask()
    except DataFileError:
        raise
    except UserError as error:
        raise UserError(f"{place(section.file, section.at(key))}: {error}") from None


# Designs


class Cell(NamedTuple):
    """The levels that are played together, by factor, with their names."""

    name: str
    levels: dict[str, Level]


class Design(NamedTuple):
    """Read the design: its kind, the names of the levels by factor, and which levels are combined."""

    kind: str
    factors: dict[str, tuple[str, ...]]
    cells: list[Cell]


def designed(top: Section, game: AnyGame) -> Design:
    design = part(top, "design", ("kind", "draws", "seed"))
    kind = DESIGNS[design.choice("kind", DESIGNS)] if "kind" in design else GRID
    if kind not in DRAWN and ("draws" in design or "seed" in design):
        design.fail("kind", f"one of {listed(DRAWN)}, which alone take draws and a seed")
    factors = [factor for section in top.tables("vary") for factor in _factors(section, game, kind)]
    names = [factor.name for factor in factors]
    if len(set(names)) < len(names):
        top.fail("vary", "a different name for each", "the same name twice")
    if not factors:
        return Design(kind, {}, [Cell("", {})])
    sizes = [len(factor.levels) for factor in factors]
    if kind == LIST and len(set(sizes)) > 1:
        top.fail("vary", "as many levels in each: a list takes the first of all, then the second",
                 ", ".join(f"{size} of {name}" for size, name in zip(sizes, names, strict=True)))  # fmt: skip
    if kind == LIST:
        together = [(at,) * len(sizes) for at in range(sizes[0])]
    elif kind == GRID:
        together = list(itertools.product(*map(range, sizes)))
    elif kind == ONE:
        together = one_at_a_time(sizes)
    else:
        draws, rng = design.whole("draws", 1, 100_000), Random(design.whole("seed", 0, MOST, 1))
        together = {RANDOM: random_draws, LATIN: latin_hypercube, MORRIS: morris_paths}[kind](
            sizes, draws, rng
        )
    cells = [
        {factor.name: factor.levels[at] for factor, at in zip(factors, one, strict=True)} for one in together
    ]
    if kind == MORRIS:
        reported = [_step_told(cells, at, len(factors)) for at in range(len(cells))]
    else:
        reported = [_told(one, cells[0] if kind == ONE else {}) for one in cells]
    levels = {factor.name: tuple(level.name for level in factor.levels) for factor in factors}
    return Design(kind, levels, [Cell(*cell) for cell in zip(reported, cells, strict=True)])


def _told(levels: Mapping[str, Level], without: Mapping[str, Level]) -> str:
    """Return the levels by name, except those of the first configuration."""
    named = {name: level.name for name, level in levels.items() if without.get(name) != level}
    if len(levels) == 1:
        return "".join(level.name for level in levels.values())
    return ", ".join(f"{name} {level}" for name, level in named.items()) or AS_IT_IS


def _step_told(cells: Sequence[Mapping[str, Level]], at: int, factors: int) -> str:
    path, step = divmod(at, factors + 1)
    if not step:
        return f"path {path + 1}, start"
    return f"path {path + 1}, {_told(cells[at], cells[at - 1])}"


Together = list[tuple[int, ...]]  # by factor: the index of its level


def one_at_a_time(sizes: Sequence[int]) -> Together:
    """Return the first levels of all factors; then each other level of one factor with the first of the
    others.
    """
    first = (0,) * len(sizes)
    return [first] + [
        (*first[:at], level, *first[at + 1 :]) for at, size in enumerate(sizes) for level in range(1, size)
    ]


def random_draws(sizes: Sequence[int], draws: int, rng: Random) -> Together:
    """Return all combinations of independent factors, each once."""
    return list(dict.fromkeys(tuple(rng.randrange(size) for size in sizes) for _ in range(draws)))


def latin_hypercube(sizes: Sequence[int], draws: int, rng: Random) -> Together:
    """Like random, but every level of a factor occurs equally often, up to one."""
    columns = []
    for size in sizes:
        column = (
            [at * size // draws for at in range(draws)] if draws >= size else rng.sample(range(size), draws)
        )
        rng.shuffle(column)
        columns.append(column)
    return list(zip(*columns, strict=True))


def morris_paths(sizes: Sequence[int], draws: int, rng: Random) -> Together:
    """Return paths from a random corner: each step moves one factor that has not changed yet to another
    level, half of the levels away, up or down as there is room.
    """
    result: Together = []
    for _ in range(draws):
        here = [rng.randrange(size) for size in sizes]
        result.append(tuple(here))
        for at in rng.sample(range(len(sizes)), len(sizes)):
            step = max(1, sizes[at] // 2)
            ways = [level for level in (here[at] - step, here[at] + step) if 0 <= level < sizes[at]]
            here[at] = rng.choice(ways) if ways else here[at]
            result.append(tuple(here))
    return result


# Factors


def _factors(section: Section, game: AnyGame, kind: str) -> list[Factor]:
    section.only(("name", "level", "option", "cell", "values", "range", "rows", "each", "times", "add"))
    ways = [way for way in ("level", "option", "cell", "rows") if way in section]
    if len(ways) != 1:
        section.fail("level", "tables [[vary.level]], or an option with values, a cell with values, or rows",
                     " and ".join(ways) or "none of them")  # fmt: skip
    if ways == ["rows"]:
        return _row_factors(section, game)
    name = section.text("name")
    if ways == ["level"]:
        levels = tuple(level_of(table, game, table.text("name")) for table in section.tables("level"))
    else:
        levels = tuple(_value_level(section, game, ways[0], value) for value in _values(section, kind))
    if len({level.name for level in levels}) < len(levels) or not levels:
        section.fail("level", "levels, each with a different name", "a name twice" if levels else "none")
    return [Factor(name, levels)]


def _values(section: Section, kind: str) -> list[Any]:
    if "range" not in section:
        values = section.values.get("values")
        return values if isinstance(values, list) else section.fail("values", "a list of values")
    low_high = section.values["range"]
    whole = isinstance(low_high, list) and [type(end) for end in low_high] == [int, int]
    if kind not in DRAWN or not whole or low_high[0] >= low_high[1]:
        section.fail("range", f"[low, high] in whole numbers, in a design of the kind {listed(DRAWN)}")
    return list(range(low_high[0], low_high[1] + 1))


def _value_level(section: Section, game: AnyGame, way: str, value: Any) -> Level:
    if way == "option":
        options = {section.text("option"): value}
        asked(section, "option", lambda: settle_options(game, options))
        return Level(str(value), options=options, field=section.at("option"))
    path = section.texts("cell")
    if len(path) < 2:
        section.fail("cell", 'the way to a cell: ["crt.csv", "6", "3:1"]')
    change: Any = value
    for key in reversed(path):
        change = {key: change}
    return Level(str(value), change=change, field=section.at("cell"))


def level_of(section: Section, game: AnyGame, name: str = "") -> Level:
    """Read the options and changes of a table, and for a level, which has a name, also its scenario and
    players.
    """
    if name:
        section.only(LEVEL)
    options = section.section("options").values if "options" in section else {}
    asked(section, "options", lambda: settle_options(game, options))
    change = dict(section.section("change").values) if "change" in section else {}
    words = {key: section.text(key) for key in ("scenario", "german", "allied") if name and key in section}
    field = section.at("change" if "change" in section else "options" if "options" in section else "")
    return Level(name, options=dict(options), change=change, field=field, **words)


# Cells of many rows


def _row_factors(section: Section, game: AnyGame) -> list[Factor]:
    """Make one factor that changes all selected rows, or one for each of them."""
    if len(result := section.texts("rows")) != 3:
        section.fail("rows", 'file, rows and column: ["units.csv", "side=german, kind=armor", "factor"]')
    file, which, column = result
    rows = _rows_of(section, game, file, which, column)
    by = [way for way in ("times", "add") if way in section]
    steps = section.values[by[0]] if len(by) == 1 else None
    if not isinstance(steps, list) or not all(type(step) in (int, float) for step in steps):
        section.fail(
            "times",
            "a list of numbers in either times or add; the first must leave the value as it is",
            "no such list",
        )
    if len(set(steps)) < len(steps) or not steps:
        section.fail(by[0], "numbers, each of them once", "a number twice" if steps else "none")
    if section.flag("each", False):
        return [
            Factor(name, tuple(_stepped(section, {name: now}, by[0], step) for step in steps))
            for name, now in rows.items()
        ]
    levels = tuple(_stepped(section, rows, by[0], step) for step in steps)
    return [Factor(section.text("name"), levels)]


def _rows_of(section: Section, game: AnyGame, file: str, which: str, column: str) -> dict[str, str]:
    """Return the selected rows of a table, named as in a change, and the present values of the column."""
    text = asked(section, "rows", lambda: read_text(game_file(f"ardennes.games.{game.id}", file)))
    table = csv.DictReader([line for line in text.splitlines() if not line.startswith("#")])
    rows, columns = list(table), list(table.fieldnames or ())
    wanted = {}
    for pair in which.split(",") if which != EVERY_ROW else ():
        name, _, values = pair.partition("=")
        wanted[name.strip()] = [value.strip() for value in values.split("|")]
    if strange := [name for name in (*wanted, column) if name not in columns]:
        section.fail("rows", f"columns of {file}: {listed(columns)}", f"'{strange[0]}'")
    meant = [row for row in rows if all(row[name] in values for name, values in wanted.items())]
    if not meant:
        section.fail("rows", f"rows of {file}", f"none with {which}")
    if strange := [row[column] for row in meant if _number(row[column]) is None]:
        section.fail("rows", f"a column of numbers in {file}", f"'{strange[0]}'")
    named = _naming(columns, rows)
    return {
        row[named[0]] if len(named) == 1 else ", ".join(f"{name}={row[name]}" for name in named): row[column]
        for row in meant
    }


def _naming(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> Sequence[str]:
    """Return the fewest leading columns that distinguish all rows."""
    for many in range(1, len(columns)):
        if len({tuple(row[name] for name in columns[:many]) for row in rows}) == len(rows):
            return columns[:many]
    return columns


def _number(text: str) -> Fraction | None:
    """Parse a whole number, a decimal or a fraction like 1/4."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _stepped(section: Section, rows: Mapping[str, str], by: str, step: float) -> Level:
    """Return the rows with their values changed by a step; a whole number stays whole, a
    fraction a fraction.
    """
    file, _, column = section.texts("rows")
    if step == (1 if by == "times" else 0):
        return Level(AS_IT_IS)
    cells: dict[str, dict[str, Any]] = {}
    for name, now in rows.items():
        exact = Fraction(str(step))
        value = Fraction(now) * exact if by == "times" else Fraction(now) + exact
        cells[name] = {
            column: str(value) if "/" in now else round(float(value), 6) if "." in now else round(value)
        }
    name = f"× {step:g}" if by == "times" else f"{step:+g}".replace("-", "−")
    return Level(name, change={file: cells}, field=section.at("rows"))
