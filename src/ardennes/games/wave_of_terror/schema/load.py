"""Reading units, tables, numbers and the default set-up of Wave of Terror.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ardennes.games.wave_of_terror.schema.map import data_file
from ardennes.games.wave_of_terror.schema.terms import (
    ANYWHERE,
    ARTILLERY,
    BRITISH,
    ENTRIES,
    GERMAN,
    KINDS,
    NATIONS,
    PLACES,
    SIDES,
    TERRAINS,
    TURNS,
    Limits,
    Parent,
    Tables,
    Unit,
)
from ardennes.hexes import Grid
from ardennes.kernel.datafile import Row, each_once, read_table, unique

UNIT_COLUMNS = ("id", "name", "side", "nation", "parent", "kind", "attack", "defense", "move",
                "reduced_attack", "reduced_defense", "steps", "heavy", "motorized", "setup_hex",
                "radius", "turn", "entry", "optional", "status", "notes")  # fmt: skip
CRT_COLUMNS = ("odds", "die", "attacker", "defender", "status")
WEATHER_COLUMNS = ("turn", "date", "rolled", "overcast_to", "status")
PROBLEM_COLUMNS = ("roll", "parents", "status")
TERRAIN_COLUMNS = ("terrain", "cost", "barred", "shift", "halved", "german_only", "status")
CONSTANT_COLUMNS = ("name", "value", "rule", "status", "note")
SETUP_COLUMNS = ("thing", "hex", "note")
OPTIONAL = ("", "10SS", "11", "5A-1", "5A-8", "aside")
ODDS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
EVEN = ODDS.index("1:1")
BELOW, ABOVE = "<=1:5", ">=8:1"  # no die, WOT-10.7
TERRAIN_WORDS = ("road", *TERRAINS, "blocked", "major", "lake", "minor", *PLACES[1:], "west_wall")
POL_REAL, POL_DUMMY = "POL real", "POL dummy"
KG = "KG"  # before the id of a unit: it lies under the KG marker


class DefaultSetup(NamedTuple):
    """A historical set-up within the rules."""

    units: dict[int, int]  # unit -> cell
    pol: tuple[tuple[int, bool], ...]  # cell, real
    kg: tuple[int, ...]


def load_units(grid: Grid, folder: Path | None = None) -> tuple[tuple[Unit, ...], tuple[Parent, ...]]:
    """The order of battle, and the parent organisations in the order they come in it."""
    rows = read_table(data_file("units.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    unique(rows, "side", "name")
    keys = list(dict.fromkeys((row.choice("side", SIDES), row.text("parent")) for row in rows))
    number = {key: index for index, key in enumerate(key for key in keys if key[1])}
    units = tuple(_unit(index, row, grid, number) for index, row in enumerate(rows))
    parents = []
    for (side, name), index in number.items():
        members = [unit for unit in units if unit.parent == index]
        british = all(unit.nation == BRITISH for unit in members)
        parents.append(Parent(index, name, side, british, tuple(unit.index for unit in members)))
    return units, tuple(parents)


def _unit(index: int, row: Row, grid: Grid, parents: dict[tuple[int, str], int]) -> Unit:
    side, kind = row.choice("side", SIDES), row.choice("kind", KINDS)
    steps = row.number("steps", 1, 2)
    hex_, turn = row.text("setup_hex"), row.text("turn")
    optional = OPTIONAL[row.choice("optional", OPTIONAL)]
    if bool(hex_) == bool(turn or optional == "aside"):
        row.fail("setup_hex", "a set-up hex or a turn of entry, not both (WOT-3.1)")
    if steps == 2 and kind == ARTILLERY:
        row.fail("steps", "1 for artillery (WOT-10.19)")
    cell = ANYWHERE if hex_ == "A" else grid.find(hex_) if hex_ else -1
    if cell is None:
        row.fail("setup_hex", "a hex of the map, A or nothing")
    return Unit(
        index=index,
        id=row.name("id"),
        name=row.name("name"),
        side=side,
        nation=row.choice("nation", NATIONS),
        parent=parents.get((side, row.text("parent")), -1),
        kind=kind,
        attack=row.number("attack", 0, 20),
        defense=row.number("defense", 1, 20),
        movement=row.number("move", 1, 12),
        reduced_attack=row.number("reduced_attack", 0, 20) if steps == 2 else 0,
        reduced_defense=row.number("reduced_defense", 1, 20) if steps == 2 else 0,
        steps=steps,
        heavy=row.flag("heavy"),
        motorized=row.flag("motorized"),
        setup_hex=cell,
        radius=row.number("radius", 0, 9) if row.text("radius") else 0,
        turn=row.number("turn", 1, TURNS) if turn else 0,
        entry=row.choice("entry", ENTRIES) if turn else -1,
        optional=optional,
    )


@functools.cache
def load_tables(folder: Path | None = None) -> Tables:
    """Terrain effects, combat results, weather and Supply Problems."""
    effects = read_table(data_file("terrain.csv", folder), TERRAIN_COLUMNS)
    by_word = each_once(effects, "terrain", TERRAIN_WORDS)
    crt, below, above = _results(folder)
    return Tables(
        costs=tuple(by_word[word].number("cost", 1, 9) for word in TERRAINS),
        road_cost=by_word["road"].number("cost", 1, 9),
        natural_shift=tuple(by_word[word].number("shift", 0, 9) for word in TERRAINS),
        place_shift=(0, *(by_word[word].number("shift", 0, 9) for word in PLACES[1:])),
        west_wall_shift=by_word["west_wall"].number("shift", 0, 9),
        crt=crt,
        below=below,
        above=above,
        overcast=_overcast(folder),
        supply_problems=_problems(folder),
    )


def _results(
    folder: Path | None,
) -> tuple[dict[int, tuple[tuple[int, int], ...]], tuple[int, int], tuple[int, int]]:
    """By position on the scale of WOT-10.7 the losses by die, and the two results without a die."""
    rows = read_table(data_file("crt.csv", folder), CRT_COLUMNS)
    unique(rows, "odds", "die")
    cells: dict[tuple[str, str], tuple[int, int]] = {}
    for row in rows:
        odds = row.text("odds")
        row.choice("odds", (BELOW, *ODDS, ABOVE))
        row.choice("die", ("any",) if odds in (BELOW, ABOVE) else tuple("123456"))
        cells[odds, row.text("die")] = (row.number("attacker", 0, 9), row.number("defender", 0, 9))
    for key in (*((odds, die) for odds in ODDS for die in "123456"), (BELOW, "any"), (ABOVE, "any")):
        if key not in cells:
            rows[-1].fail("odds", f"a result for {key[0]} and die {key[1]} as well")
    crt = {k - EVEN: tuple(cells[odds, die] for die in "123456") for k, odds in enumerate(ODDS)}
    return crt, cells[BELOW, "any"], cells[ABOVE, "any"]


def _overcast(folder: Path | None) -> tuple[tuple[int, int] | None, ...]:
    """By turn, none for turn 0: the dice that leave it overcast, WOT-5.3."""
    rows = read_table(data_file("weather.csv", folder), WEATHER_COLUMNS)
    found: list[tuple[int, int] | None] = [None]
    for turn, row in enumerate(rows, start=1):
        row.number("turn", turn, turn)
        last = row.number("overcast_to", 0, 6)
        found.append((1, last) if row.flag("rolled") else None)
    if len(rows) != TURNS:
        rows[-1].fail("turn", f"{TURNS} turns in all")
    return tuple(found)


def _problems(folder: Path | None) -> dict[int, tuple[str, ...]]:
    rows = read_table(data_file("supply_problems.csv", folder), PROBLEM_COLUMNS)
    each_once(rows, "roll", tuple(str(roll) for roll in range(2, 13)))
    found = {row.number("roll", 2, 12): tuple(row.text("parents").split()) for row in rows}
    known = {row.text("parent") for row in read_table(data_file("units.csv", folder), UNIT_COLUMNS)
             if row.choice("side", SIDES) == GERMAN}  # fmt: skip
    for row in rows:
        row.words("parents", sorted(known))
    return found


@functools.cache
def load_limits(folder: Path | None = None) -> Limits:
    """The lone numbers of the rules."""
    rows = read_table(data_file("constants.csv", folder), CONSTANT_COLUMNS)
    fields = [field.name for field in dataclasses.fields(Limits) if field.name != "guns"]
    pair = ("guns_german", "guns_allied")
    named = each_once(rows, "name", (*fields, *pair))
    values = {name: row.number("value", 0, 99) for name, row in named.items()}
    guns = (values[pair[0]], values[pair[1]])
    return Limits(guns=guns, **{name: values[name] for name in fields})


def load_setup(grid: Grid, units: Sequence[Unit], folder: Path | None = None) -> DefaultSetup:
    """setup.csv: where every starting unit stands, the POL markers and the units of KG Peiper."""
    rows = read_table(data_file("setup.csv", folder), SETUP_COLUMNS)
    by_id = {unit.id: unit.index for unit in units}
    placed: dict[int, int] = {}
    pol: list[tuple[int, bool]] = []
    kg = []
    for row in rows:
        cell = grid.find(row.text("hex"))
        if cell is None:
            row.fail("hex", "a hex of the map")
        if row.text("thing") in (POL_REAL, POL_DUMMY):
            pol.append((cell, row.text("thing") == POL_REAL))
            continue
        mark, _, rest = row.text("thing").partition(" ")
        name = rest if mark == KG else row.text("thing")
        if name not in by_id or by_id[name] in placed:
            row.fail("thing", "a unit of units.csv not yet placed, or a POL marker")
        placed[by_id[name]] = cell
        if mark == KG:
            kg.append(by_id[name])
    for unit in units:
        if unit.setup_hex != -1 and unit.index not in placed:
            rows[-1].fail("thing", f"a hex for {unit.id} as well")
    return DefaultSetup(placed, tuple(pol), tuple(kg))
