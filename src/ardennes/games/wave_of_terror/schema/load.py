"""Read the order of battle, tables, numbers, scenarios and recorded set-up from data/.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy. All
raise DataFileError for data that does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Unit
from ardennes.hexes import Grid
from ardennes.kernel.datafile import Folder, kept, one_of
from ardennes.kernel.options import read_scenarios
from ardennes.kernel.parts import Described
from ardennes.kernel.schema import (
    Cell,
    HexName,
    Known,
    Name,
    OneOf,
    Record,
    UnitName,
    check_references,
    read_each,
    read_records,
    read_values,
)
from ardennes.words import closest

BELOW, ABOVE = "<=1:5", ">=8:1"  # no die, WOT-10.7
ODDS = (BELOW, "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", ABOVE)
EVEN = ODDS.index("1:1")
DICE = ("any", "1", "2", "3", "4", "5", "6")
TERRAIN_WORDS = ("road", *terms.TERRAINS, "blocked", "major", "lake", "minor", *terms.PLACES[1:], "west_wall")
POL_REAL, POL_DUMMY = "POL real", "POL dummy"
KG = "KG"  # before the id of a unit under the KG marker


# Units


class ParentName(Record, frozen=True):
    """A row of parents.csv."""

    for_readers = ("status",)

    side: Annotated[int, OneOf(terms.SIDES)]
    parent: terms.FormationName
    name: Name
    behind: str  # the part of the name that follows a unit's name


@kept
def _counters(folder: Folder | None) -> list[Unit]:
    return read_records(
        terms.data_file("units.csv", folder), Unit, ("id",), ("side", "parent", "name"), ("side", "label")
    )


def load_units(grid: Grid, folder: Folder | None = None) -> tuple[tuple[Unit, ...], tuple[terms.Parent, ...]]:
    """Return the order of battle, and the parent organisations in order of appearance."""
    rows = _counters(folder)
    keys = dict.fromkeys((row.side, row.organisation) for row in rows if row.organisation)
    number = {key: index for index, key in enumerate(keys)} | {(side, ""): -1 for side in (0, 1)}
    starts = [_setup_hex(grid, row) for row in rows]
    source = terms.data_file("parents.csv", folder)
    named = read_records(source, ParentName, ("side", "parent"), ("side", "name"))
    names = {(row.side, row.parent): row.name for row in named}
    behind = {(row.side, row.parent): f" ({row.behind})" for row in named if row.behind}
    for row in rows:
        if row.organisation and (row.side, row.organisation) not in names:
            row.fail(
                "organisation", "a formation of parents.csv", hint=_nearest(row.organisation, row.side, names)
            )
    for parent_row in named:
        if (parent_row.side, parent_row.parent) not in keys:
            hint = _nearest(parent_row.parent, parent_row.side, keys)
            parent_row.fail("parent", "a formation with units in units.csv", hint=hint)
    units = tuple(
        replace(
            row,
            index=index,
            name=row.own + behind.get((row.side, row.organisation), ""),
            parent=number[row.side, row.organisation],
            setup_hex=starts[index],
        )
        for index, row in enumerate(rows)
    )
    parents = []
    for index, (side, parent) in enumerate(keys):
        members = [unit for unit in units if unit.parent == index]
        british = all(unit.nation == terms.BRITISH for unit in members)
        own = tuple(unit.index for unit in members)
        parents.append(terms.Parent(index, parent, names[side, parent], side, british, own))
    return units, tuple(parents)


def _nearest(name: str, side: int, known: Iterable[tuple[int, str]]) -> str:
    return closest(name, [other for its_side, other in known if its_side == side])


def _setup_hex(grid: Grid, row: Unit) -> int:
    """Return where a unit starts; fail if its fields contradict each other."""
    if bool(row.start) == bool(row.turn or row.optional == "aside"):
        row.fail("start", "a set-up hex or a turn of entry, not both (WOT-3.1)")
    if row.turn and row.entry < 0:
        row.fail("entry", one_of(terms.ENTRIES))
    if row.steps == 2 and row.kind == terms.ARTILLERY:
        row.fail("steps", "1 for artillery (WOT-10.19)")
    if row.steps == 2 and not row.reduced_defense:
        row.fail("reduced_defense", "a whole number from 1 to 20")
    cell = terms.ANYWHERE if row.start == "A" else grid.find(row.start) if row.start else -1
    if cell is None:
        row.fail("start", "a hex of the map, A or nothing", hint=closest(row.start, grid.labels))
    return cell


class Placed(Record, frozen=True):
    """A row of setup.csv."""

    for_readers = ("note",)

    thing: UnitName
    hex: HexName


class DefaultSetup(NamedTuple):
    """A historical set-up within the rules."""

    units: dict[int, int]  # unit -> cell
    pol: tuple[tuple[int, bool], ...]  # cell, real
    kg: tuple[int, ...]


def load_setup(grid: Grid, units: Sequence[Unit], folder: Folder | None = None) -> DefaultSetup:
    """Return the hexes of all starting units, the POL markers and the units of KG Peiper from setup.csv."""
    rows = read_records(terms.data_file("setup.csv", folder), Placed)
    by_id = {unit.id: unit.index for unit in units}
    placed: dict[int, int] = {}
    pol: list[tuple[int, bool]] = []
    kg = []
    for row in rows:
        cell = grid.find(row.hex)
        if cell is None:
            row.fail("hex", "a hex of the map", hint=closest(row.hex, grid.labels))
        if row.thing in (POL_REAL, POL_DUMMY):
            pol.append((cell, row.thing == POL_REAL))
            continue
        mark, _, rest = row.thing.partition(" ")
        name = rest if mark == KG else row.thing
        if name not in by_id or by_id[name] in placed:
            free = set(by_id) - {units[at].id for at in placed}
            hint = closest(name, [*sorted(free), POL_REAL, POL_DUMMY])
            row.fail("thing", "a unit of units.csv not yet placed, or a POL marker", hint=hint)
        placed[by_id[name]] = cell
        if mark == KG:
            kg.append(by_id[name])
    for unit in units:
        if unit.setup_hex != -1 and unit.index not in placed:
            rows[-1].fail("thing", f"a hex for {unit.id} as well")
    return DefaultSetup(placed, tuple(pol), tuple(kg))


# Tables


def _cost(word: str) -> int:
    """Read movement points; 0 for other words: all, bridge, or nothing."""
    if word in ("all", "bridge", ""):
        return 0
    if not 1 <= int(word) <= 9:
        raise ValueError
    return int(word)


class Effect(Record, frozen=True):
    """A row of the Terrain Effects Chart, terrain.csv."""

    for_readers = ("barred", "halved", "status")

    terrain: str
    cost: Annotated[int, Cell(_cost, "a whole number from 1 to 9, all, bridge or nothing")]
    shift: Annotated[int, terms.maybe(0, 9)]
    german_only: bool

    @property
    def shifts(self) -> tuple[int, int]:
        """Return the shifts by defending side."""
        return self.shift, 0 if self.german_only else self.shift


class Result(Record, frozen=True):
    """A result of the Combat Results Table, crt.csv: the step losses of both sides."""

    for_readers = ("status",)

    odds: Annotated[int, OneOf(ODDS)]
    die: Annotated[int, OneOf(DICE)]
    attacker: Annotated[int, Meta(ge=0, le=9)]
    defender: Annotated[int, Meta(ge=0, le=9)]


class Day(Record, frozen=True):
    """A row of weather.csv."""

    for_readers = ("date", "status")

    turn: Annotated[int, Meta(ge=1, le=terms.TURNS)]
    rolled: bool
    overcast_to: Annotated[int, Meta(ge=0, le=6)]


class Problem(Record, frozen=True):
    """A row of supply_problems.csv."""

    for_readers = ("status",)

    roll: str
    parents: tuple[terms.FormationName, ...]


@kept
def load_tables(folder: Folder | None = None) -> terms.Tables:
    """Return terrain effects, combat results, weather and Supply Problems."""
    effects = read_each(terms.data_file("terrain.csv", folder), Effect, "terrain", TERRAIN_WORDS)
    for word in ("road", *terms.TERRAINS):
        if not effects[word].cost:
            effects[word].fail("cost", "a whole number from 1 to 9")
    results = _results(folder)
    return terms.Tables(
        costs=tuple(effects[word].cost for word in terms.TERRAINS),
        road_cost=effects["road"].cost,
        natural_shift=tuple(effects[word].shifts for word in terms.TERRAINS),
        place_shift=((0, 0), *(effects[word].shifts for word in terms.PLACES[1:])),
        west_wall_shift=effects["west_wall"].shifts,
        crt={k - EVEN: results[k][1:] for k in range(1, len(ODDS) - 1)},
        below=results[0][0],
        above=results[-1][0],
        overcast=_overcast(folder),
        supply_problems=_problems(folder),
    )


def _results(folder: Folder | None) -> list[tuple[tuple[int, int], ...]]:
    """Return the losses by column and die; only the two ends of the scale have a result without a die."""
    rows = read_records(terms.data_file("crt.csv", folder), Result, ("odds", "die"))
    cells = {(row.odds, row.die): (row.attacker, row.defender) for row in rows}
    ends = (0, len(ODDS) - 1)
    for row in rows:
        if (row.die == 0) != (row.odds in ends):
            row.fail("die", one_of(DICE[:1] if row.odds in ends else DICE[1:]))
    for column, odds in enumerate(ODDS):
        for die in range(1) if column in ends else range(1, len(DICE)):
            if (column, die) not in cells:
                rows[-1].fail("odds", f"a result for {odds} and die {DICE[die]} as well")
    faces = range(len(DICE))
    return [tuple(cells.get((column, die), (0, 0)) for die in faces) for column in range(len(ODDS))]


def _overcast(folder: Folder | None) -> tuple[tuple[int, int] | None, ...]:
    """Return by turn the dice that leave it overcast, None for turn 0, WOT-5.3."""
    days = read_each(
        terms.data_file("weather.csv", folder), Day, "turn", tuple(map(str, range(1, terms.TURNS + 1)))
    )
    return (None, *((1, day.overcast_to) if day.rolled else None for day in days.values()))


def _problems(folder: Folder | None) -> dict[int, tuple[str, ...]]:
    rolls = tuple(map(str, range(2, 13)))
    rows = read_each(terms.data_file("supply_problems.csv", folder), Problem, "roll", rolls)
    known = sorted(
        {unit.organisation for unit in _counters(folder) if unit.side == terms.GERMAN and unit.organisation}
    )
    for row in rows.values():
        check_references([row], {"formation": Known(known, f"words, each {one_of(known)}")})
    return {int(roll): row.parents for roll, row in rows.items()}


class Played(Described, frozen=True, kw_only=True):
    """A scenario; fields for short scenarios are empty for the campaign."""

    turns: Annotated[int, Meta(ge=0, le=terms.TURNS)] = 0

    def __post_init__(self) -> None:
        Described.__post_init__(self)
        if bool(self.turns) != bool(self.rule):
            self.fail("turns", f"1 to {terms.TURNS} in a scenario that has a rule, nothing in any other")


@kept
def load_scenarios(folder: Folder | None = None) -> dict[str, Played]:
    return read_scenarios(terms.data_file("scenarios.toml", folder), Played)


@kept
def load_limits(folder: Folder | None = None) -> terms.Limits:
    return read_values(
        terms.data_file("constants.csv", folder), terms.Limits, "name", "rule", "status", "note"
    )
