"""Reading the tables, lone numbers and options of Tigers in the Ardennes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import STATUSES, data_file
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS, Tables
from ardennes.kernel.datafile import Row, Section, each_once, read_table, read_toml

ODDS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
RESULTS = ("DE", "DD", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE")
AIR_RESULTS = {
    "bridge": ("Bridge Bstd", "-", "AAm", "AA"),
    "clear": ("D", "-", "AAm", "AA"),
    "cover": ("D", "-", "AAmc", "AAc"),
    "interception": ("Defender Downed", "Intercepted", "-", "Attacker Downed?", "Attacker Downed"),
    "resupply": ("Supplied", "-", "AA?"),
}
TERRAIN_NAMES = ("open", "town", "city", "forest", "venn", "venn_forest")
MF_COLUMNS = ("foot_mf", "mechanized_mf", "road_rate_mf", "road_normal_mf")
BUILD_CASES = ("free", "facing", "enemy_disrupted", "own_disrupted", "both_disrupted")
SHIFTS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9")
BRIDGE_COLUMNS = ("attempt", "case", "side", "from_turn", "to_turn", "chance_in_6", "rule", "status",
                  "description")  # fmt: skip


@functools.cache
def load_tables(folder: Path | None = None) -> Tables:
    """The printed tables and the numbers beside them."""
    crt = _dice_rows("crt.csv", ODDS, folder)
    air = _dice_rows("air_operations.csv", tuple(AIR_RESULTS), folder)
    weather = _dice_rows("weather.csv", ("turns_3_8", "turns_9_12"), folder)
    constants = read_toml(data_file("constants.toml", folder))
    bridges, limits = constants.section("bridges"), constants.section("air")
    turns = constants.section("calendar").number("turns", 1, 99)
    return Tables(
        odds=ODDS,
        ratios=tuple((int(a), int(d)) for a, d in (column.split(":") for column in ODDS)),
        crt=((), *(tuple(RESULTS[row.choice(column, RESULTS)] for column in ODDS) for row in crt)),
        air={
            column: ("", *(allowed[row.choice(column, allowed)] for row in air))
            for column, allowed in AIR_RESULTS.items()
        },
        weather=(_weather(weather, "turns_3_8"), _weather(weather, "turns_9_12")),
        air_limits=tuple(
            (limits.section(name).number("german", 0, 99), limits.section(name).number("allied", 0, 99))
            for name in ("snow", "fog", "clear")
        ),
        build_chance=_build_chance(folder),
        seize_chance=(_seize_chance(GERMAN, turns, folder), _seize_chance(ALLIED, turns, folder)),
        engineers=(bridges.number("german_markers", 0, 99), bridges.number("allied_markers", 0, 99)),
        shifts=_shifts(folder),
    )


def _dice_rows(name: str, columns: tuple[str, ...], folder: Path | None) -> list[Row]:
    """The six rows of a die table, checked to run from A 1 (B 6) to A 6 (B 1)."""
    rows = read_table(data_file(name, folder), ("die_a", "die_b", *columns, "status"))
    for expected, row in enumerate(rows, 1):
        row.choice("status", STATUSES)
        if expected > 6:
            row.fail("die_a", "six rows, die_a 1 to 6")
        if row.number("die_a", 1, 6) != expected:
            row.fail("die_a", f"{expected}: the rows run from die_a 1 to 6")
        if row.number("die_b", 1, 6) != 7 - expected:
            row.fail("die_b", f"{7 - expected}, the A die read from the other end")
    if len(rows) < 6:
        rows[-1].fail("die_a", "six rows, die_a 1 to 6", f"only {len(rows)}")
    return rows


def _weather(rows: list[Row], column: str) -> tuple[int, ...]:
    return (terms.SNOW, *(row.choice(column, WEATHERS) for row in rows))


def _bridge_rows(attempt: str, folder: Path | None) -> list[Row]:
    rows = read_table(data_file("bridge_chances.csv", folder), BRIDGE_COLUMNS)
    for row in rows:
        row.choice("status", STATUSES)
        row.choice("attempt", ("build", "seize"))
        row.choice("side", (*SIDES, "any"))
        row.choice("case", BUILD_CASES if row.text("attempt") == "build" else ("",))
    found = [row for row in rows if row.text("attempt") == attempt]
    if not found:
        rows[0].fail("attempt", f"rows of which some are to {attempt}", "none")
    return found


def _build_chance(folder: Path | None) -> tuple[int, int, int, int, int]:
    rows = _bridge_rows("build", folder)
    chances = (row.number("chance_in_6", 0, 6) for row in each_once(rows, "case", BUILD_CASES).values())
    free, facing, enemy, own, both = chances
    return free, facing, enemy, own, both


def _seize_chance(side: int, turns: int, folder: Path | None) -> tuple[int, ...]:
    """The chance in 6 by game-turn; entry 0 is unused."""
    rows = [row for row in _bridge_rows("seize", folder) if row.text("side") in (SIDES[side], "any")]
    chances = [0] * (turns + 1)
    told: dict[int, int] = {}
    for row in rows:
        first, last = row.number("from_turn", 1, turns), row.number("to_turn", 1, turns)
        for turn in range(first, last + 1):
            if turn in told:
                row.fail("from_turn", f"turns not yet told (line {told[turn]} has turn {turn})")
            told[turn] = row.line
            chances[turn] = row.number("chance_in_6", 0, 6)
    if len(told) < turns:
        missing = next(turn for turn in range(1, turns + 1) if turn not in told)
        (rows or _bridge_rows("build", folder))[-1].fail(
            "to_turn", f"a {SIDES[side]} chance for every turn to {turns}", f"none for turn {missing}"
        )
    return tuple(chances)


def _shifts(folder: Path | None) -> dict[str, int]:
    columns = ("id", "shift", "attack_by", "condition", "rule", "status")
    rows = read_table(data_file("shifts.csv", folder), columns)
    return {name: row.number("shift", -9, 9) for name, row in each_once(rows, "id", SHIFTS).items()}


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """What a kind of terrain does; movement costs in half-points (1 MF = 2)."""

    terrain: str
    foot: int
    mechanized: int
    road_rate: int
    road_normal: int
    stack: int
    air_column: str
    defence: str


@functools.cache
def load_terrain_effects(folder: Path | None = None) -> tuple[TerrainEffect, ...]:
    """The terrain effects chart, from terrain_effects.csv."""
    columns = ("terrain", *MF_COLUMNS, "stack", "air_column", "defence", "status")
    rows = read_table(data_file("terrain_effects.csv", folder), columns)
    each_once(rows, "terrain", TERRAIN_NAMES)
    for row in rows:
        row.choice("status", STATUSES)
        row.choice("air_column", ("clear", "cover"))
    return tuple(
        TerrainEffect(
            row.name("terrain"),
            _halves(row, "foot_mf"),
            _halves(row, "mechanized_mf"),
            _halves(row, "road_rate_mf"),
            _halves(row, "road_normal_mf"),
            row.number("stack", 1, 9),
            row.text("air_column"),
            row.text("defence"),
        )
        for row in rows
    )


def _halves(row: Row, column: str) -> int:
    halves = 2 * row.decimal(column, 0, 9)
    if halves != int(halves):
        row.fail(column, "whole or half movement factors, like 1 or 0.5")
    return int(halves)


@dataclass(frozen=True, slots=True)
class Constants:
    """Numbers of the rules that stand in no table; constants.toml names the rule of each."""

    turns: int
    first_day: int  # of December 1944
    fixed_snow_turns: int
    early_column_until: int  # last turn of the weather table's first column
    omb: int
    second_phase_loss: int
    allied_road_divisions: int
    fuel_limit_from: int
    fuel_limit_omf: int
    fuel_delay: int
    supply_reach: int
    bridge_returns_after: int
    group_returns_after: int


@functools.cache
def load_constants(folder: Path | None = None) -> Constants:
    """The lone numbers, from constants.toml."""
    file = read_toml(data_file("constants.toml", folder))
    for section in _leaves(file):
        section.choice("status", STATUSES)
        section.text("rule")
    calendar, movement, fuel = file.section("calendar"), file.section("movement"), file.section("fuel")
    return Constants(
        turns=calendar.number("turns", 1, 99),
        first_day=calendar.number("first_day", 1, 31),
        fixed_snow_turns=calendar.number("fixed_snow_turns", 0, 99),
        early_column_until=calendar.number("early_column_until", 0, 99),
        omb=movement.number("omb", 0, 9),
        second_phase_loss=movement.number("second_phase_loss", 0, 9),
        allied_road_divisions=movement.number("allied_road_divisions", 0, 99),
        fuel_limit_from=fuel.number("limit_from", 1, 99),
        fuel_limit_omf=fuel.number("limit_omf", 0, 9),
        fuel_delay=fuel.number("delay", 0, 99),
        supply_reach=file.section("supply").number("reach", 0, 99),
        bridge_returns_after=file.section("bridges").number("returns_after", 1, 99),
        group_returns_after=file.section("air").section("losses").number("group_returns_after", 1, 99),
    )


def _leaves(section: Section) -> Iterator[Section]:
    """The tables that hold values rather than tables."""
    if section.values and all(isinstance(value, dict) for value in section.values.values()):
        for _, inner in section.sections():
            yield from _leaves(inner)
    else:
        yield section
