"""The frame of the playsheet: units, air pools, weather, supply issue, scenarios, and its numbers.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, TypeVar

import msgspec

from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.map import Board, data_file
from ardennes.games.playsheet.schema.sheet import Faces
from ardennes.games.playsheet.schema.terms import Pool, Side, Squadron, Unit
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.options import read_scenarios
from ardennes.kernel.parts import Described
from ardennes.kernel.schema import (
    Cell,
    Name,
    OneOf,
    Record,
    read_each,
    read_records,
    read_values,
)
from ardennes.words import closest

LEVELS = ("german_points", "short_game")  # the columns of victory_levels.csv
DIVISION = re.compile(r"\d+[A-Z]*|[A-Z]{2}-[A-Z]+")  # 106, 12SS, US-IND
Date = Annotated[int, msgspec.Meta(ge=terms.FIRST_DATE, le=terms.LAST_DATE)]
Weather = Annotated[int, OneOf(terms.WEATHERS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]


def _share(text: str) -> Fraction:
    if not re.fullmatch(r"[01]|[1-9]/[1-9]", text) or Fraction(text) > 1:
        raise ValueError
    return Fraction(text)


Share = Annotated[Fraction, Cell(_share, "a share from 0 to 1 like 1/3")]


class AirPool(Record, frozen=True):
    """Squadrons of one kind of a side, OPS-POOL-3."""

    side: Side
    pool: Pool
    units: Annotated[int, msgspec.Meta(ge=1, le=99)]
    from_date: Date = msgspec.field(name="available_from")
    to_date: Date = msgspec.field(name="available_to")
    interdiction: Literal["", "light", "medium", "heavy"] = msgspec.field(name="interdiction_class")
    support: Literal["", "allied_ga", "german_ga", "heavy_bomber"] = msgspec.field(name="support_type")

    @property
    def first(self) -> int:
        """Its first turn."""
        return 2 * (self.from_date - terms.FIRST_DATE)

    @property
    def last(self) -> int:
        """The night of its last date."""
        return 2 * (self.to_date - terms.FIRST_DATE) + 1


class WeatherRow(Faces, frozen=True):
    """The weather of some days of December, OPS-WX-1."""

    from_date: Date
    to_date: Date


class Issue(Record, frozen=True):
    """The supply points of a night, OPS-SUP-4."""

    from_date: Date
    to_date: Date
    german: Points = msgspec.field(name="german_sp_per_night")
    allied: Points = msgspec.field(name="allied_sp_per_night")


class Flying(Record, frozen=True):
    """What flies in a weather, OPS-WX-2."""

    weather: Weather
    allied: Share = msgspec.field(name="allied_share_of_each_pool")
    german: Share = msgspec.field(name="german_share_of_each_pool")
    air_recce: bool


class Limits(Record, frozen=True):
    """The numbers of frame_constants.csv, by name."""

    zone_hexes: Points
    zone_columns: Points
    stack_limit: Points
    retire_blocked_loss: Points
    retire_stuck_loss: Points
    retire_slip_loss: Points
    march_limit: Points
    at_once_hexes: Points
    sp_limit: Points
    attack_sp: Points
    march_sp: Points
    support_sp: Points
    fire_sp: Points
    supply_reach_km: Points
    issue_draw: Points
    issue_draw_near_enemy: Points
    dump_sp: Points
    rest_from: Points
    rest_allied: Points
    rest_german: Points
    demolition_die: Points
    demolition_die_engineers: Points
    demolition_near_enemy: Points
    bridge_near_km: Points
    replacements_first: Points
    replacements_last: Points
    replacements_every: Points
    infantry_guns_status: Points
    opening_german_km: Points
    opening_allied_km: Points
    drop_first_date: Points
    drop_last_date: Points
    drop_km: Points
    drop_lands: Points
    drop_sp: Points
    drop_seen_km: Points
    air_supply_sp: Points
    recce_sight_hexes: Points
    report_stale: Points
    report_kept: Points
    exit_divisor: Points
    loss_status: Points


class Played(Described, frozen=True, kw_only=True):
    """A scenario: its turns and bounds of victory; a short scenario is judged by its places."""

    name: Name = msgspec.field(name="title")
    turns: Annotated[int, msgspec.Meta(ge=1, le=terms.TURNS)]
    short: Annotated[int, OneOf(LEVELS)] = msgspec.field(name="levels", default=0)


def load_units(board: Board, folder: Folder | None = None) -> tuple[Unit, ...]:
    """The order of battle by id, OPS-UNIT-1, OPS-UNIT-2, OPS-UNIT-3, OPS-UNIT-4."""
    units = sorted(read_records(data_file("units.csv", folder), Unit, ("id",)), key=lambda unit: unit.id)
    _check_formations(units)
    return tuple(_placed(index, unit, board) for index, unit in enumerate(units))


def _check_formations(units: Sequence[Unit]) -> None:
    """A formation has several units, or is the unit itself, its corps or a division by its number."""
    count = Counter(unit.formation for unit in units)
    several = [name for name, times in count.items() if times > 1]
    for unit in units:
        alone = unit.formation in (unit.id, unit.corps) or DIVISION.fullmatch(unit.formation)
        if count[unit.formation] == 1 and not alone:
            unit.fail(
                "formation",
                "a formation of other units, the unit's own id, its corps, or a division like 12SS",
                hint=closest(unit.formation, several),
            )


def _placed(index: int, unit: Unit, board: Board) -> Unit:
    if (unit.arrives == terms.BY_AIR) != (not unit.entry):
        unit.fail("entry", "a hex, except for a unit that is dropped (arrives = drop)")
    hex_ = board.hex_of(unit, "entry") if unit.entry else -1
    return msgspec.structs.replace(unit, index=index, hex=hex_)


def load_air_pools(folder: Folder | None = None) -> list[AirPool]:
    return read_records(data_file("air_pools.csv", folder), AirPool, ("side", "pool"))


def squadrons_of(pools: Sequence[AirPool]) -> tuple[Squadron, ...]:
    """Every squadron and serial by id: side, pool, number, OPS-POOL-3."""
    named = sorted(
        (f"{terms.SIDES[pool.side]}-{terms.POOLS[pool.pool]}-{number:02}", at)
        for at, pool in enumerate(pools)
        for number in range(1, pool.units + 1)
    )
    return tuple(
        Squadron(index, name, pools[at].side, pools[at].pool, pools[at].first, pools[at].last)
        for index, (name, at) in enumerate(named)
    )


D = TypeVar("D", WeatherRow, Issue)


def _by_date(rows: list[D]) -> dict[int, D]:
    """Each date's row; every date must have one."""
    result: dict[int, D] = {}
    for row in rows:
        for date in range(row.from_date, row.to_date + 1):
            if date in result:
                row.fail("from_date", f"dates not yet listed ({date} December is)")
            result[date] = row
    for date in range(terms.FIRST_DATE, terms.LAST_DATE + 1):
        if date not in result:
            rows[-1].fail("to_date", f"rows for every date up to {terms.LAST_DATE}; {date} December has none")
    return result


def load_weather(folder: Folder | None = None) -> dict[int, tuple[int, ...]]:
    """By date and face of the die."""
    rows = _by_date(read_records(data_file("weather.csv", folder), WeatherRow))
    return {date: row.faces(terms.WEATHERS) for date, row in rows.items()}


def load_flying(folder: Folder | None = None) -> list[Flying]:
    """By weather."""
    result = read_each(data_file("weather_effects.csv", folder), Flying, "weather", terms.WEATHERS)
    return list(result.values())


def load_issue(folder: Folder | None = None) -> dict[int, Issue]:
    """By date."""
    return _by_date(read_records(data_file("supply_issue.csv", folder), Issue))


def load_limits(folder: Folder | None = None) -> Limits:
    return read_values(data_file("frame_constants.csv", folder), Limits, "name", "rule", "status")


@kept
def load_scenarios(folder: Folder | None = None) -> dict[str, Played]:
    """By id."""
    return read_scenarios(data_file("scenarios.toml", folder), Played)
