"""The tables, single numbers and scenarios of Breakthrough, read from the files in data/."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, LAST_PLAYED, TERRAINS
from ardennes.kernel.datafile import DataFileError, Folder, kept
from ardennes.kernel.options import read_scenarios
from ardennes.kernel.parts import Described
from ardennes.kernel.schema import (
    Cell,
    Name,
    OneOf,
    Record,
    RuleName,
    read_each,
    read_records,
    read_values,
)
from ardennes.words import closest

COST_KEYS = (
    *TERRAINS, "road", "bridge", "river", "river_pzgr", "enemy_hex", "zoc_enter", "zoc_leave", "stack_travel",
    "mode_to_travel", "mode_to_normal", "bridge_build", "bridge_blow", "defend", "attack", "fortify",
    "fortify_zoc",
)  # fmt: skip
MODIFIER_KEYS = (*TERRAINS, "river", "travel_mode", "fortification", "efficiency", "unsupplied", "isolated",
                 "divisional")  # fmt: skip
POINT_KEYS = ("exit", "us_elim", "ge_elim", "strength_pct", "road_hex")
LEVELS = ("American Strategic", "American Tactical", "Draw", "German Tactical", "German Strategic")
THRESHOLDS = ("first_seven", "last_seven", "twelve")  # columns of victory_levels.csv
SETUPS = dict(zip(("chart", "dec21"), terms.SETUP_DAYS, strict=True))  # the day each is made for
IMPASSABLE = 999  # stands for no and all
MOST = 9999


def _up_to(high: int) -> Cell:
    """Return a cell for an exact number from 0 to `high`."""

    def read(text: str) -> Fraction:
        if "e" in text.lower():  # 1e999999999 would take for ever
            raise ValueError
        try:
            value = Fraction(text)
        except ZeroDivisionError:
            raise ValueError from None
        if not 0 <= value <= high:
            raise ValueError
        return value

    return Cell(read, f"a number from 0 to {high}")


def _cost(text: str) -> int | None:
    if text in ("no", "all"):
        return IMPASSABLE
    if text and not (text.isascii() and text.isdigit() and len(text) < 3):
        raise ValueError
    return int(text) if text else None


Whole = Annotated[int, Meta(ge=0, le=MOST)]
Some = Annotated[int, Meta(ge=1, le=MOST)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Few = Annotated[int, Meta(ge=0, le=99)]
Hundreds = Annotated[int, Meta(ge=0, le=999)]
Byte = Annotated[int, Meta(ge=0, le=255)]  # fits into a column of the state
Share = Annotated[Fraction, _up_to(1)]
Percentage = Annotated[Fraction, _up_to(100)]
Factor = Annotated[Fraction, _up_to(MOST)]
Multiplier = Annotated[Fraction, _up_to(9)]
Points = Annotated[int | None, Cell(_cost, "a whole number from 0 to 99, no, all or nothing")]
Score = Annotated[int, Meta(ge=0, le=99999)]


class Constants(Record, frozen=True, rename="upper"):
    """The constants of the reconstructed formulas, constants.csv; each row there names its rule."""

    carry_share: Share
    interdict_pct_per_point: Percentage
    interdict_pct_cap: Percentage
    interdict_share_lost: Share
    eff_move_loss: Whole
    eff_recover_supplied: Whole
    eff_loss_unsupplied: Whole
    eff_loss_isolated: Whole
    eff_per_pct_attacker: Factor
    eff_per_pct_defender: Factor
    cas_const: Share
    cas_rand: Share
    def_lo: Factor
    def_span: Factor
    def_loss_cap: Share
    ret_base: Percentage
    ret_per_cas_pct: Factor
    ret_per_eff_point: Factor
    ret_per_fort: Factor
    ret_cap: Percentage
    no_retreat_loss: Share
    zoc_retreat_loss: Share
    ret_to_quiet: Factor
    ret_to_friendly: Factor
    ret_to_away: Factor
    ret_to_rear: Factor
    art_loss_share: Share
    pool_loss_dec17: Share
    pool_loss_dec18: Share
    pool_loss_dec19: Share
    replacement_cap: Share
    exit_op_cost: Whole
    opening_vp_last_seven: Whole
    shown_strength_step: Some


class Limits(Record, frozen=True):
    """The fixed numbers and chances of the rulebook, limits.csv; dates are days of December."""

    us_units_on_map: Whole
    ge_units_on_map: Whole
    stacking_points_per_hex: Some
    fort_levels: Byte
    efficiency_min: Byte
    efficiency_max: Byte
    supply_reach_hexes: Whole
    exit_points_per_cancelled_reinforcement: Some
    modifier_cap: Some
    bridge_blow_engineer_pct: Percent
    bridge_blow_other_pct: Percent
    ground_attack_disrupt_pct: Percent
    ground_attack_strafe_pct: Percent
    strafe_strength_loss_pct: Percent
    surrender_pct: Percent
    fuel_out_pct: Percent
    fuel_out_from: Whole
    replacements_from: Whole
    freeze_from: Whole
    us_auto_supply_through: Whole
    ge_auto_supply_through: Whole
    corridor_last_column: Whole
    corridor_through: Whole
    artillery_points_per_defender_loss: Some
    artillery_points_per_attacker_loss: Some
    free_setup_columns: Whole


class Cost(Record, frozen=True, dict=True):
    """A row of op_costs.csv. Pairs are (mobile, non-mobile), usually and in the case of alt_when."""

    for_readers = ("label", "part", "alt_when")

    key: str
    mobile: Points
    mobile_alt: Points
    nonmobile: Points
    nonmobile_alt: Points
    rule: RuleName

    @functools.cached_property
    def usual(self) -> tuple[int, int]:
        return _price(self.mobile), _price(self.nonmobile)

    @functools.cached_property
    def other(self) -> tuple[int, int]:
        mobile = self.mobile if self.mobile_alt is None else self.mobile_alt
        return _price(mobile), _price(self.nonmobile if self.nonmobile_alt is None else self.nonmobile_alt)


def _price(points: int | None) -> int:
    return IMPASSABLE if points is None else points


class Modifier(Record, frozen=True):
    """A row of combat_modifiers.csv; fortification counts per level, efficiency per point."""

    for_readers = ("per",)

    condition: str
    defender: Multiplier
    attacker: Multiplier
    inside_cap: bool

    def __post_init__(self) -> None:
        if self.inside_cap != (self.condition != "divisional"):
            self.fail("inside_cap", "no for divisional and yes for the others, BTA-8.2b")


class Level(Record, frozen=True):
    """A level of play, BTA-2.1b; pairs are (German, American)."""

    level: Annotated[int, Meta(ge=1, le=4)]
    name: Name
    us_artillery_factor: Multiplier
    us_replacement_factor: Annotated[int, Meta(ge=1, le=9)]
    us_air_bonus: Annotated[int, Meta(ge=0, le=9)]
    ge_artillery_factor: Multiplier
    ge_replacement_factor: Annotated[int, Meta(ge=1, le=9)]
    ge_air_bonus: Annotated[int, Meta(ge=0, le=9)]

    @property
    def artillery(self) -> tuple[Fraction, Fraction]:
        return self.ge_artillery_factor, self.us_artillery_factor

    @property
    def replacements(self) -> tuple[int, int]:
        return self.ge_replacement_factor, self.us_replacement_factor

    @property
    def air(self) -> tuple[int, int]:
        return self.ge_air_bonus, self.us_air_bonus


class WeatherChances(Record, frozen=True):
    """The weather of some days in percent, BTA-9.0a."""

    from_day: terms.Day
    to_day: terms.Day
    overcast: Percent
    fog: Percent
    clear: Percent

    def __post_init__(self) -> None:
        if self.overcast + self.fog + self.clear != 100:
            self.fail("clear", "three percentages that add up to 100")


class AirPoints(Record, frozen=True):
    """The air points of a turn before the bonus of the level, BTA-3.1a, BTA-3.1b."""

    weather: Annotated[int, OneOf(terms.WEATHERS)]
    american: Few
    german: Few
    german_on_dec_18: Few


class ArtilleryLimit(Record, frozen=True):
    """The most artillery points per stacking point of a unit, BTA-6.4b."""

    side: terms.Side
    from_day: terms.Day
    to_day: terms.Day
    points: Hundreds


class Replacements(Record, frozen=True):
    """The replacement points of a turn before the factor of the level, BTA-6.5."""

    side: terms.Side
    infantry: Hundreds
    armored: Hundreds


class Schedule(Record, frozen=True):
    """Victory points by source; for `exit`, the strength that earns one point a turn."""

    for_readers = ("per", "when", "condition", "rule")

    key: str
    points: Annotated[int, Meta(ge=-MOST, le=MOST)]

    def __post_init__(self) -> None:
        if self.key == "exit" and self.points < 1:
            self.fail("points", f"a whole number from 1 to {MOST}")


class Threshold(Record, frozen=True):
    """The least German score for a level of victory by scenario; the lowest level needs none, BTA-10.2b."""

    level: str
    first_seven: Score | None
    last_seven: Score | None
    twelve: Score | None


class Played(Described, frozen=True, kw_only=True):
    """A scenario, BTA-2.1a, BTA-2.1d; days are days of December."""

    name: Name = msgspec.field(name="title")
    first_day: Annotated[int, Meta(ge=FIRST_DAY, le=LAST_PLAYED)]
    last_day: Annotated[int, Meta(ge=FIRST_DAY, le=LAST_PLAYED)]
    enters: Literal["supply", "air"]  # the phase it opens with
    setup: Literal["chart", "dec21"]  # dec21: by setup_dec21.csv
    free: bool  # the players rearrange the set-up, BTA-2.2
    # A column of victory_levels.csv; empty for short scenarios, which places decide.
    thresholds: Literal["", "first_seven", "last_seven", "twelve"] = ""

    def __post_init__(self) -> None:
        Described.__post_init__(self)
        if self.free and not self.dec21:
            self.fail("free", "false where the setup is the chart")
        if self.first_day != SETUPS[self.setup]:
            self.fail("first_day", f"{SETUPS[self.setup]} where the setup is {self.setup}")
        if bool(self.places) == bool(self.thresholds):
            self.fail("thresholds", "a column of victory_levels.csv where there are no places, else nothing")
        if self.last_day < self.first_day:
            self.fail("last_day", f"a whole number from {self.first_day} to {LAST_PLAYED}")

    @property
    def dec21(self) -> bool:
        return self.setup == "dec21"


@dataclass(frozen=True)
class Tables:
    """The printed tables by name."""

    costs: dict[str, Cost]
    modifiers: dict[str, tuple[Fraction, Fraction]]  # condition -> (defender, attacker)
    levels: dict[int, Level]
    weather: Sequence[WeatherChances]
    air: Sequence[AirPoints]  # by weather
    artillery_limits: Sequence[ArtilleryLimit]
    replacements: Sequence[Replacements]  # by side
    points: dict[str, int]  # victory points by source
    thresholds: dict[str, tuple[tuple[str, int], ...]]  # by column: (level, least score), lowest first


@kept
def load_constants(folder: Folder | None = None) -> Constants:
    source = terms.data_file("constants.csv", folder)
    return read_values(source, Constants, "name", "rule", "status", "reason")


@kept
def load_limits(folder: Folder | None = None) -> Limits:
    return read_values(terms.data_file("limits.csv", folder), Limits, "key", "rule")


@kept
def load_tables(folder: Folder | None = None) -> Tables:
    file = functools.partial(terms.data_file, folder=folder)

    modifiers = read_each(file("combat_modifiers.csv"), Modifier, "condition", MODIFIER_KEYS)
    levels = read_each(file("levels.csv"), Level, "level", ("1", "2", "3", "4"))
    weather = read_records(file("weather.csv"), WeatherChances)
    _every_day(weather, weather[0])
    limits = read_records(file("artillery_limits.csv"), ArtilleryLimit)
    for side in range(len(terms.SIDE_CODES)):
        _every_day([limit for limit in limits if limit.side == side], limits[-1])
    points = read_each(file("vp_schedule.csv"), Schedule, "key", POINT_KEYS)
    return Tables(
        costs=read_each(file("op_costs.csv"), Cost, "key", COST_KEYS),
        modifiers={key: (row.defender, row.attacker) for key, row in modifiers.items()},
        levels={level.level: level for level in levels.values()},
        weather=weather,
        air=[*read_each(file("air_points.csv"), AirPoints, "weather", terms.WEATHERS).values()],
        artillery_limits=limits,
        replacements=[*read_each(file("replacements.csv"), Replacements, "side", terms.SIDE_CODES).values()],
        points={key: row.points for key, row in points.items()},
        thresholds=_thresholds(read_records(file("victory_levels.csv"), Threshold)),
    )


def _every_day(rows: Sequence[WeatherChances | ArtilleryLimit], place: Record) -> None:
    """Fail unless the rows cover every day of the battle exactly once."""
    due = FIRST_DAY
    for row in rows:
        if row.from_day != due:
            row.fail("from_day", f"{due}: the rows run through all days from {FIRST_DAY} to {LAST_PLAYED}")
        if not due <= row.to_day <= LAST_PLAYED:
            row.fail("to_day", f"a whole number from {due} to {LAST_PLAYED}")
        due = row.to_day + 1
    if due <= LAST_PLAYED:
        last, expected = rows[-1] if rows else place, f"rows for all days to {LAST_PLAYED}"
        last.fail("to_day", expected, f"none for the {due}th")


def _thresholds(rows: Sequence[Threshold]) -> dict[str, tuple[tuple[str, int], ...]]:
    order = f"the levels in this order: {', '.join(LEVELS)}"
    for row, level in zip(rows, LEVELS, strict=False):
        if row.level != level:
            row.fail("level", order, hint=closest(row.level, LEVELS))
    if len(rows) != len(LEVELS):
        rows[-1].fail("level", order, f"{len(rows)} rows")
    result: dict[str, tuple[tuple[str, int], ...]] = {}
    for name in THRESHOLDS:
        least = -1
        for row in rows[1:]:
            score = getattr(row, name)
            if score is None or score <= least:
                row.fail(
                    name, f"more than the {least} of the level before" if least >= 0 else "a whole number"
                )
            least = score
        result[name] = tuple((row.level, getattr(row, name)) for row in rows[1:])
    return result


@kept
def load_scenarios(folder: Folder | None = None) -> dict[str, Played]:
    """Return the scenarios of scenarios.toml by id."""
    source = terms.data_file("scenarios.toml", folder)
    result = read_scenarios(source, Played)
    if not result:
        raise DataFileError(str(source), "", "no scenario", "a table for each, like [twelve]")
    return result
