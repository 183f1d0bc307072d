"""Reading the frame of the playsheet: units, air pools, weather, supply issue, scenarios, and its numbers.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path

from ardennes.games.playsheet.schema.map import Board, data_file, hex_of
from ardennes.games.playsheet.schema.terms import (
    CLASSES,
    GUNS,
    POOLS,
    REPORT_SIZES,
    REPORT_TYPES,
    SIDES,
    WEATHERS,
    Squadron,
    Unit,
)
from ardennes.kernel.datafile import Row, each_once, read_table, read_toml, unique

UNIT_COLUMNS = ("id", "side", "formation", "corps", "kind", "size", "report_type", "report_size", "status",
                "movement_class", "is_tank", "is_infantry", "is_light_infantry", "heavy_tanks", "engineer",
                "light_flak", "truck_lift", "artillery_type", "heavy_flak", "surprised", "arrives",
                "hex")  # fmt: skip
POOL_COLUMNS = (
    "side", "pool", "units", "available_from", "available_to", "interdiction_class", "support_type",
)  # fmt: skip
WEATHER_COLUMNS = ("from_date", "to_date", "d1", "d2", "d3", "d4", "d5", "d6")
EFFECT_COLUMNS = ("weather", "allied_share_of_each_pool", "german_share_of_each_pool", "air_recce")
ISSUE_COLUMNS = ("from_date", "to_date", "german_sp_per_night", "allied_sp_per_night")
CONSTANT_COLUMNS = ("name", "value", "rule", "status")
INTERDICTION = ("", "light", "medium", "heavy")
SUPPORT = ("", "allied_ga", "german_ga", "heavy_bomber")
LEVELS = ("german_points", "short_game")  # the columns of victory_levels.csv

FIRST_DATE, LAST_DATE = 16, 27  # of December 1944
TURNS = 2 * (LAST_DATE - FIRST_DATE + 1)
AT_START, BY_AIR = 0, -1  # arrives


@dataclass(frozen=True, slots=True)
class AirPool:
    """Squadrons of one kind of a side, OPS-POOL-3."""

    side: int
    pool: int
    units: int
    first: int  # turn
    last: int
    interdiction: str  # its column of the interdiction table, or nothing
    support: str  # its row of the air support table, or nothing


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of frame_constants.csv, by name."""

    zone_hexes: int
    zone_columns: int
    stack_limit: int
    retire_blocked_loss: int
    retire_stuck_loss: int
    retire_slip_loss: int
    march_limit: int
    at_once_hexes: int
    sp_limit: int
    attack_sp: int
    march_sp: int
    support_sp: int
    fire_sp: int
    supply_reach_km: int
    issue_draw: int
    issue_draw_near_enemy: int
    dump_sp: int
    rest_from: int
    rest_allied: int
    rest_german: int
    demolition_die: int
    demolition_die_engineers: int
    demolition_near_enemy: int
    bridge_near_km: int
    replacements_first: int
    replacements_last: int
    replacements_every: int
    infantry_guns_status: int
    opening_german_km: int
    opening_allied_km: int
    drop_first_date: int
    drop_last_date: int
    drop_km: int
    drop_lands: int
    drop_sp: int
    drop_seen_km: int
    air_supply_sp: int
    recce_sight_hexes: int
    report_stale: int
    report_kept: int
    exit_divisor: int
    loss_status: int


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario: how many turns, and which bounds of victory."""

    id: str
    title: str
    about: str
    turns: int
    short: bool


def date_of(turn: int) -> int:
    """The day of December."""
    return FIRST_DATE + turn // 2


def turn_name(turn: int) -> str:
    """16D, 16N, 17D ..."""
    return f"{date_of(turn)}{'DN'[turn % 2]}"


def turn_of(name: str) -> int | None:
    """The turn of a name like 17D; None for anything else."""
    found = re.fullmatch(r"(\d\d)([DN])", name)
    if found is None or not FIRST_DATE <= int(found[1]) <= LAST_DATE:
        return None
    return 2 * (int(found[1]) - FIRST_DATE) + (found[2] == "N")


def load_units(board: Board, folder: Path | None = None) -> tuple[Unit, ...]:
    """The order of battle by id, OPS-UNIT-1 to -4."""
    rows = read_table(data_file("units.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    rows.sort(key=lambda row: row.text("id"))
    return tuple(_unit(index, row, board) for index, row in enumerate(rows))


def _unit(index: int, row: Row, board: Board) -> Unit:
    arrives = _arrives(row)
    if (arrives == BY_AIR) != (not row.text("hex")):
        row.fail("hex", "a hex, except for a unit that is dropped (arrives = drop)")
    return Unit(
        index=index,
        id=row.name("id"),
        side=row.choice("side", SIDES),
        formation=row.name("formation"),
        corps="" if row.name("corps") == "-" else row.name("corps"),
        kind=row.name("kind"),
        size=row.name("size"),
        report_type=row.choice("report_type", REPORT_TYPES),
        report_size=row.choice("report_size", REPORT_SIZES),
        status=row.number("status", 1, 99),
        row=row.choice("movement_class", CLASSES),
        tank=row.flag("is_tank"),
        infantry=row.flag("is_infantry"),
        light=row.flag("is_light_infantry"),
        heavy=row.flag("heavy_tanks"),
        engineer=row.flag("engineer"),
        light_flak=row.flag("light_flak"),
        trucks=row.flag("truck_lift"),
        gun=row.choice("artillery_type", GUNS),
        heavy_flak=row.flag("heavy_flak"),
        surprised=row.flag("surprised"),
        arrives=arrives,
        hex=hex_of(board.cells, row) if row.text("hex") else -1,
    )


def _arrives(row: Row) -> int:
    word = row.name("arrives")
    if word in ("start", "drop"):
        return AT_START if word == "start" else BY_AIR
    turn = turn_of(word)
    if turn is None or turn % 2:
        row.fail("arrives", f"start, drop or a Day turn from {FIRST_DATE}D to {LAST_DATE}D")
    return turn


def load_air_pools(folder: Path | None = None) -> tuple[AirPool, ...]:
    """The air pools, OPS-POOL-3; a pool lasts to the night of its last date."""
    rows = read_table(data_file("air_pools.csv", folder), POOL_COLUMNS)
    unique(rows, "side", "pool")
    return tuple(
        AirPool(
            side=row.choice("side", SIDES),
            pool=row.choice("pool", POOLS),
            units=row.number("units", 1, 99),
            first=2 * (_date(row, "available_from") - FIRST_DATE),
            last=2 * (_date(row, "available_to") - FIRST_DATE) + 1,
            interdiction=INTERDICTION[row.choice("interdiction_class", INTERDICTION)],
            support=SUPPORT[row.choice("support_type", SUPPORT)],
        )
        for row in rows
    )


def squadrons_of(pools: tuple[AirPool, ...]) -> tuple[Squadron, ...]:
    """Every squadron and serial by id: side, pool, number, OPS-POOL-3."""
    named = sorted(
        (f"{SIDES[pool.side]}-{POOLS[pool.pool]}-{number:02}", pool)
        for pool in pools
        for number in range(1, pool.units + 1)
    )
    return tuple(
        Squadron(index, name, pool.side, pool.pool, pool.first, pool.last)
        for index, (name, pool) in enumerate(named)
    )


def _date(row: Row, field: str) -> int:
    return row.number(field, FIRST_DATE, LAST_DATE)


def _by_date(rows: list[Row]) -> dict[int, Row]:
    """Each date's row; every date must have one."""
    found: dict[int, Row] = {}
    for row in rows:
        for date in range(_date(row, "from_date"), _date(row, "to_date") + 1):
            if date in found:
                row.fail("from_date", f"dates not yet listed ({date} December is)")
            found[date] = row
    for date in range(FIRST_DATE, LAST_DATE + 1):
        if date not in found:
            rows[-1].fail("to_date", f"rows for every date up to {LAST_DATE}; {date} December has none")
    return found


def load_weather(folder: Path | None = None) -> dict[int, tuple[int, ...]]:
    """By date the weather for each face of the die, OPS-WX-1."""
    rows = read_table(data_file("weather.csv", folder), WEATHER_COLUMNS)
    faces = [f"d{die}" for die in range(1, 7)]
    return {date: tuple(row.choice(face, WEATHERS) for face in faces) for date, row in _by_date(rows).items()}


def load_flying(folder: Path | None = None) -> tuple[tuple[tuple[Fraction, Fraction], ...], tuple[bool, ...]]:
    """By weather and side the share of a pool that may fly, and whether recce squadrons see; OPS-WX-2."""
    rows = read_table(data_file("weather_effects.csv", folder), EFFECT_COLUMNS)
    ordered = each_once(rows, "weather", WEATHERS).values()
    shares = tuple(
        (_share(row, f"{SIDES[0]}_share_of_each_pool"), _share(row, f"{SIDES[1]}_share_of_each_pool"))
        for row in ordered
    )
    return shares, tuple(row.flag("air_recce") for row in ordered)


def _share(row: Row, field: str) -> Fraction:
    if not re.fullmatch(r"[01]|[1-9]/[1-9]", row.text(field)) or Fraction(row.text(field)) > 1:
        row.fail(field, "a share from 0 to 1 like 1/3")
    return Fraction(row.text(field))


def load_issue(folder: Path | None = None) -> tuple[dict[int, int], dict[int, int]]:
    """By side and date the supply points of the night, OPS-SUP-4."""
    by_date = _by_date(read_table(data_file("supply_issue.csv", folder), ISSUE_COLUMNS))
    allied, german = (
        {date: row.number(f"{side}_sp_per_night", 0, 999) for date, row in by_date.items()} for side in SIDES
    )
    return allied, german


def load_limits(folder: Path | None = None) -> Limits:
    """The numbers of the frame."""
    rows = read_table(data_file("frame_constants.csv", folder), CONSTANT_COLUMNS)
    named = each_once(rows, "name", tuple(field.name for field in fields(Limits)))
    return Limits(**{name: row.number("value", 0, 999) for name, row in named.items()})


def load_scenarios(folder: Path | None = None) -> dict[str, Played]:
    """The scenarios of scenarios.toml by id."""
    found = {}
    for key, section in read_toml(data_file("scenarios.toml", folder)).sections():
        section.only(("title", "about", "turns", "levels"))
        found[key] = Played(
            id=key,
            title=section.text("title"),
            about=section.text("about"),
            turns=section.number("turns", 1, TURNS),
            short=section.choice("levels", LEVELS) == 1,
        )
    return found
