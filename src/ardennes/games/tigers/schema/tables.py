"""The printed tables and constants of Tigers in the Ardennes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import data_file
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.kernel.datafile import Folder, kept
from ardennes.kernel.options import read_scenarios
from ardennes.kernel.parts import Described
from ardennes.kernel.schema import (
    Cell,
    OneOf,
    PlaceName,
    Record,
    RuleName,
    Status,
    read_each,
    read_record,
    read_records,
)

ODDS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
BUILD_CASES = ("free", "facing", "enemy_disrupted", "own_disrupted", "both_disrupted")
SHIFTS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9")
CombatResult = Literal["DE", "DD", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE"]
Digit = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0, le=99)]
Counted = Annotated[int, Meta(ge=1, le=99)]  # from one on
Die = Annotated[int, Meta(ge=1, le=6)]


@dataclass(frozen=True)
class Tables:
    """The printed tables, indexed by the A die (1..6); entry 0 is unused."""

    odds: tuple[str, ...]  # column names, low to high
    ratios: tuple[tuple[int, int], ...]  # attack:defence of each column
    crt: tuple[tuple[str, ...], ...]  # crt[die][column]
    air: dict[str, tuple[str, ...]]  # bridge, clear, cover, interception, resupply
    weather: tuple[tuple[int, ...], tuple[int, ...]]  # [turns 3-8, turns 9-12][die]
    air_limits: tuple[tuple[int, int], ...]  # [weather] -> (German, Allied) air units a turn; 99 = all
    build_chance: tuple[int, ...]  # free, facing fresh, enemy disrupted, own disrupted, both
    seize_chance: tuple[tuple[int, ...], tuple[int, ...]]  # [side][turn] chance in 6 that it is NOT blown
    engineers: tuple[int, int]  # bridge markers of each side
    shifts: dict[str, int]  # S1..S9 -> value


# A row for each face of the die.


class DieRow(Record, frozen=True):
    die_a: Die
    die_b: Die
    status: Status


class WeatherRow(DieRow, frozen=True):
    turns_3_8: Annotated[int, OneOf(WEATHERS)]
    turns_9_12: Annotated[int, OneOf(WEATHERS)]


class AirRow(DieRow, frozen=True):
    bridge: Literal["Bridge Bstd", "-", "AAm", "AA"]
    clear: Literal["D", "-", "AAm", "AA"]
    cover: Literal["D", "-", "AAmc", "AAc"]
    interception: Literal["Defender Downed", "Intercepted", "-", "Attacker Downed?", "Attacker Downed"]
    resupply: Literal["Supplied", "-", "AA?"]


AIR_COLUMNS = ("bridge", "clear", "cover", "interception", "resupply")
CRT_COLUMNS = tuple(f"column_{number}" for number in range(len(ODDS)))
CrtRow: Any = msgspec.defstruct(  # its columns are called 1:5, 1:4 ...
    "CrtRow",
    [(field, CombatResult, msgspec.field(name=odds)) for field, odds in zip(CRT_COLUMNS, ODDS, strict=True)],
    bases=(DieRow,),
    frozen=True,
    kw_only=True,
)
D = TypeVar("D", bound=DieRow)


def _dice_rows(name: str, kind: type[D], folder: Folder | None) -> list[D]:
    """The six rows of a die table, checked to run from A 1 (B 6) to A 6 (B 1)."""
    rows = read_records(data_file(name, folder), kind)
    for expected, row in enumerate(rows, 1):
        if expected > 6:
            row.fail("die_a", "six rows, die_a 1 to 6")
        if row.die_a != expected:
            row.fail("die_a", f"{expected}: the rows run from die_a 1 to 6")
        if row.die_b != 7 - expected:
            row.fail("die_b", f"{7 - expected}, the A die read from the other end")
    if len(rows) < 6:
        rows[-1].fail("die_a", "six rows, die_a 1 to 6", f"only {len(rows)}")
    return rows


# Bridges, shifts, terrain.


class BridgeChance(Record, frozen=True):
    for_readers = ("rule", "description")

    attempt: Literal["build", "seize"]
    case: Literal["free", "facing", "enemy_disrupted", "own_disrupted", "both_disrupted", ""]
    side: Literal["german", "allied", "any"]
    from_turn: Counted
    to_turn: Counted
    chance_in_6: Annotated[int, Meta(ge=0, le=6)]
    status: Status

    def __post_init__(self) -> None:
        if bool(self.case) != (self.attempt == "build"):
            self.fail("case", "a case of building, nothing for an attempt to seize")


def _build_chance(rows: Sequence[BridgeChance]) -> tuple[int, ...]:
    """Return the chance in 6 for each case of building."""
    result: dict[str, BridgeChance] = {}
    for row in rows:
        before = result.setdefault(row.case, row)
        if row.case and before is not row:
            row.fail("case", f"a value not yet used (line {before.line} has it)")
    for case in BUILD_CASES:
        if case not in result:
            rows[-1].fail("case", f"a row for '{case}' too", "none")
    return tuple(result[case].chance_in_6 for case in BUILD_CASES)


def _seize_chance(rows: Sequence[BridgeChance], side: int, turns: int) -> tuple[int, ...]:
    """Return the chance in 6 by game-turn; entry 0 is unused."""
    by_turn: dict[int, BridgeChance] = {}
    for row in rows:
        if row.attempt == "seize" and row.side in (SIDES[side], "any"):
            if row.to_turn > turns:
                row.fail("to_turn", f"a turn of the game, 1 to {turns}")
            for turn in range(row.from_turn, row.to_turn + 1):
                if turn in by_turn:
                    row.fail("from_turn", f"turns not yet listed (line {by_turn[turn].line} has turn {turn})")
                by_turn[turn] = row
    missing = next((turn for turn in range(1, turns + 1) if turn not in by_turn), None)
    if missing is not None:
        rows[-1].fail(
            "to_turn", f"a {SIDES[side]} chance for every turn to {turns}", f"none for turn {missing}"
        )
    return (0, *(by_turn[turn].chance_in_6 for turn in range(1, turns + 1)))


class Shift(Record, frozen=True):
    for_readers = ("attack_by", "condition", "rule")  # rules/odds.py says when each applies

    id: str
    shift: Annotated[int, Meta(ge=-9, le=9)]
    status: Status


def _halves(text: str) -> int:
    halves = 2 * float(text)
    if not 0 <= halves <= 18 or halves != int(halves):
        raise ValueError
    return int(halves)


Halves = Annotated[int, Cell(_halves, "whole or half movement factors from 0 to 9, like 1 or 0.5")]


class TerrainEffect(Record, frozen=True):
    """What a kind of terrain does; movement costs in half-points (1 MF = 2)."""

    for_readers = ("defence",)

    terrain: str
    foot: Halves = msgspec.field(name="foot_mf")
    mechanized: Halves = msgspec.field(name="mechanized_mf")
    road_rate: Halves = msgspec.field(name="road_rate_mf")
    road_normal: Halves = msgspec.field(name="road_normal_mf")
    stack: Annotated[int, Meta(ge=1, le=9)]
    air_column: Literal["clear", "cover"]
    status: Status


TERRAIN_NAMES = ("open", "town", "city", "forest", "venn", "venn_forest")


@kept
def load_terrain_effects(folder: Folder | None = None) -> tuple[TerrainEffect, ...]:
    """Load the terrain effects chart."""
    source = data_file("terrain_effects.csv", folder)
    return tuple(read_each(source, TerrainEffect, "terrain", TERRAIN_NAMES).values())


# Numbers outside the tables: constants.toml names the rule of each.


class Ruled(Record, frozen=True):
    rule: RuleName
    status: Status


class Calendar(Ruled, frozen=True):
    turns: Counted
    first_day: Annotated[int, Meta(ge=1, le=31)]  # of December 1944
    fixed_snow_turns: Number
    early_column_until: Number  # last turn of the weather table's first column


class Allowances(Ruled, frozen=True):
    """Operational movement factors by kind of unit."""

    infantry: Digit
    para: Digit
    panzergrenadier: Digit
    armor: Digit
    cavalry: Digit
    combat_command: Digit
    tiger: Digit
    skorzeny: Digit
    vdh: Digit
    dump: Digit


class Movement(Ruled, frozen=True):
    omb: Digit
    second_phase_loss: Digit
    allied_road_divisions: Number


class Fuel(Ruled, frozen=True):
    limit_from: Counted
    limit_omf: Digit
    delay: Number


class Supply(Ruled, frozen=True):
    reach: Number


class Bridges(Ruled, frozen=True):
    german_markers: Number
    allied_markers: Number
    returns_after: Counted


class Flights(Ruled, frozen=True):
    """Air units that may fly in a game-turn; 99 = all."""

    german: Number
    allied: Number


class AirLosses(Ruled, frozen=True):
    group_returns_after: Counted


class Air(Record, frozen=True):
    snow: Flights
    fog: Flights
    clear: Flights
    losses: AirLosses


class HeldPlaces(Ruled, frozen=True):
    """The places a side must hold at the end for a level of victory."""

    places: tuple[PlaceName, ...]

    def __post_init__(self) -> None:
        if not self.places or len(set(self.places)) < len(self.places):
            self.fail("places", "at least one place, each once")


class Victory(Record, frozen=True):
    german: HeldPlaces
    allied: HeldPlaces


class Constants(Record, frozen=True):
    calendar: Calendar
    omf: Allowances
    movement: Movement
    fuel: Fuel
    supply: Supply
    bridges: Bridges
    air: Air
    victory: Victory


@kept
def load_constants(folder: Folder | None = None) -> Constants:
    return read_record(data_file("constants.toml", folder), Constants)


@kept
def load_tables(folder: Folder | None = None) -> Tables:
    """Load the printed tables and the constants."""
    constants = load_constants(folder)
    crt = _dice_rows("crt.csv", CrtRow, folder)
    air = _dice_rows("air_operations.csv", AirRow, folder)
    weather = _dice_rows("weather.csv", WeatherRow, folder)
    chances = read_records(data_file("bridge_chances.csv", folder), BridgeChance)
    shifts = read_each(data_file("shifts.csv", folder), Shift, "id", SHIFTS)
    flights = (constants.air.snow, constants.air.fog, constants.air.clear)
    turns = constants.calendar.turns
    return Tables(
        odds=ODDS,
        ratios=tuple((int(a), int(d)) for a, d in (column.split(":") for column in ODDS)),
        crt=((), *(tuple(getattr(row, column) for column in CRT_COLUMNS) for row in crt)),
        air={column: ("", *(getattr(row, column) for row in air)) for column in AIR_COLUMNS},
        weather=(
            (terms.SNOW, *(row.turns_3_8 for row in weather)),
            (terms.SNOW, *(row.turns_9_12 for row in weather)),
        ),
        air_limits=tuple((side.german, side.allied) for side in flights),
        build_chance=_build_chance(chances),
        seize_chance=(_seize_chance(chances, GERMAN, turns), _seize_chance(chances, ALLIED, turns)),
        engineers=(constants.bridges.german_markers, constants.bridges.allied_markers),
        shifts={name: row.shift for name, row in shifts.items()},
    )


class Played(Described, frozen=True, kw_only=True):
    """A scenario; `turns` is only for short scenarios."""

    turns: Annotated[int, Meta(ge=0, le=12)] = 0

    def __post_init__(self) -> None:
        Described.__post_init__(self)
        if bool(self.turns) != bool(self.rule):
            self.fail("turns", "1 to 12 in a scenario with a rule, nothing in any other")


@kept
def load_scenarios(folder: Folder | None = None) -> dict[str, Played]:
    return read_scenarios(data_file("scenarios.toml", folder), Played)
