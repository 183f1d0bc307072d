"""Reading the tables, lone numbers and options of Breakthrough in the Ardennes."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path

from ardennes.games.breakthrough.schema.load import day_of
from ardennes.games.breakthrough.schema.map import SETUP_DAYS, data_file
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    FIRST_DAY,
    GERMAN,
    SIDE_CODES,
    TERRAINS,
    WEATHERS,
)
from ardennes.kernel.datafile import DataFileError, Row, Section, each_once, read_table, read_toml

COST_COLUMNS = ("key", "label", "part", "mobile", "mobile_alt", "nonmobile", "nonmobile_alt", "alt_when",
                "rule")  # fmt: skip
COST_KEYS = (
    *TERRAINS, "road", "bridge", "river", "river_pzgr", "enemy_hex", "zoc_enter", "zoc_leave", "stack_travel",
    "mode_to_travel", "mode_to_normal", "bridge_build", "bridge_blow", "defend", "attack", "fortify",
    "fortify_zoc",
)  # fmt: skip
LEVEL_COLUMNS = ("level", "name", "us_artillery_factor", "us_replacement_factor", "us_air_bonus",
                 "ge_artillery_factor", "ge_replacement_factor", "ge_air_bonus")  # fmt: skip
MODIFIER_KEYS = (*TERRAINS, "river", "travel_mode", "fortification", "efficiency", "unsupplied", "isolated",
                 "divisional")  # fmt: skip
POINT_KEYS = ("exit", "us_elim", "ge_elim", "strength_pct", "road_hex")
LEVELS = ("American Strategic", "American Tactical", "Draw", "German Tactical", "German Strategic")
THRESHOLDS = ("first_seven", "last_seven", "twelve")  # columns of victory_levels.csv
SETUPS = dict(zip(("chart", "dec21"), SETUP_DAYS, strict=True))  # the day each is made for
IMPASSABLE = 999  # stands for no and all
LAST_PLAYED = 27  # December: the last day any scenario plays
MOST = 9999
SHARES = (
    "CARRY_SHARE", "INTERDICT_SHARE_LOST", "CAS_CONST", "CAS_RAND", "DEF_LOSS_CAP", "NO_RETREAT_LOSS",
    "ZOC_RETREAT_LOSS", "ART_LOSS_SHARE", "POOL_LOSS_DEC17", "POOL_LOSS_DEC18", "POOL_LOSS_DEC19",
    "REPLACEMENT_CAP",
)  # fmt: skip
PERCENTS = ("INTERDICT_PCT_PER_POINT", "INTERDICT_PCT_CAP", "RET_BASE", "RET_CAP")
WHOLE = ("EFF_MOVE_LOSS", "EFF_RECOVER_SUPPLIED", "EFF_LOSS_UNSUPPLIED", "EFF_LOSS_ISOLATED", "EXIT_OP_COST",
         "OPENING_VP_LAST_SEVEN", "SHOWN_STRENGTH_STEP")  # fmt: skip
NEVER_ZERO = ("SHOWN_STRENGTH_STEP", "exit", "exit_points_per_cancelled_reinforcement", "modifier_cap",
           "stacking_points_per_hex", "artillery_points_per_defender_loss",
           "artillery_points_per_attacker_loss")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of the reconstructed formulas, constants.csv (digest section 4)."""

    carry_share: Fraction
    interdict_pct_per_point: Fraction
    interdict_pct_cap: Fraction
    interdict_share_lost: Fraction
    eff_move_loss: Fraction
    eff_recover_supplied: Fraction
    eff_loss_unsupplied: Fraction
    eff_loss_isolated: Fraction
    eff_per_pct_attacker: Fraction
    eff_per_pct_defender: Fraction
    cas_const: Fraction
    cas_rand: Fraction
    def_lo: Fraction
    def_span: Fraction
    def_loss_cap: Fraction
    ret_base: Fraction
    ret_per_cas_pct: Fraction
    ret_per_eff_point: Fraction
    ret_per_fort: Fraction
    ret_cap: Fraction
    no_retreat_loss: Fraction
    zoc_retreat_loss: Fraction
    ret_to_quiet: Fraction
    ret_to_friendly: Fraction
    ret_to_away: Fraction
    ret_to_rear: Fraction
    art_loss_share: Fraction
    pool_loss_dec17: Fraction
    pool_loss_dec18: Fraction
    pool_loss_dec19: Fraction
    replacement_cap: Fraction
    exit_op_cost: Fraction
    opening_vp_last_seven: Fraction
    shown_strength_step: Fraction


@dataclass(frozen=True, slots=True)
class Limits:
    """The fixed numbers and chances the rulebook states, limits.csv; dates as days of December."""

    us_units_on_map: int
    ge_units_on_map: int
    stacking_points_per_hex: int
    fort_levels: int
    efficiency_min: int
    efficiency_max: int
    supply_reach_hexes: int
    exit_points_per_cancelled_reinforcement: int
    modifier_cap: int
    bridge_blow_engineer_pct: int
    bridge_blow_other_pct: int
    ground_attack_disrupt_pct: int
    ground_attack_strafe_pct: int
    strafe_strength_loss_pct: int
    surrender_pct: int
    fuel_out_pct: int
    fuel_out_from: int
    replacements_from: int
    freeze_from: int
    us_auto_supply_through: int
    ge_auto_supply_through: int
    corridor_last_column: int
    corridor_through: int
    artillery_points_per_defender_loss: int
    artillery_points_per_attacker_loss: int
    free_setup_columns: int


@dataclass(frozen=True, slots=True)
class Cost:
    """A row of op_costs.csv: (mobile, non-mobile), as printed and in the other case the row names."""

    usual: tuple[int, int]
    other: tuple[int, int]
    rule: str


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play, BTA-2.1b; pairs are (German, American)."""

    number: int
    name: str
    artillery: tuple[Fraction, Fraction]
    replacements: tuple[int, int]
    air: tuple[int, int]


@dataclass(frozen=True)
class Tables:
    """The printed tables by name."""

    costs: dict[str, Cost]
    modifiers: dict[str, tuple[Fraction, Fraction]]  # condition -> (defender, attacker); fortification and
    # efficiency by level and by point
    levels: dict[int, Level]
    weather: tuple[tuple[int, int, tuple[int, int, int]], ...]  # (from, to, percent by weather)
    air: dict[tuple[int, int], tuple[int, int, int]]  # (level, weather) -> American, German, on the 18th
    artillery_limits: tuple[tuple[int, int, int, int], ...]  # (side, from, to, points per stacking point)
    replacements: dict[tuple[int, int], tuple[int, int]]  # (level, side) -> infantry, armored
    points: dict[str, int]  # victory points by source; exit: strength for one point a turn
    thresholds: dict[str, tuple[tuple[str, int], ...]]  # by column: (level, least score), lowest first


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario, BTA-2.1a, -d; days of December."""

    id: str
    title: str
    about: str
    first_day: int
    last_day: int
    enters_air: bool  # opens with the Air Phase instead of the Supply Phase
    dec21: bool  # set up by setup_dec21.csv instead of the chart
    free: bool  # and then moved about by the players, BTA-2.2
    thresholds: str  # a column of victory_levels.csv


def _fraction(row: Row, field: str, high: int) -> Fraction:
    expected = f"a number from 0 to {high}"
    if "e" in row.text(field).lower():  # 1e999999999 would take for ever
        row.fail(field, expected)
    try:
        value = Fraction(row.text(field))
    except (ValueError, ZeroDivisionError):
        row.fail(field, expected)
    if not 0 <= value <= high:
        row.fail(field, expected)
    return value


def _constant(row: Row, name: str) -> Fraction:
    """A constant within what its formula can use."""
    if name in WHOLE:
        return Fraction(row.number("value", 1 if name in NEVER_ZERO else 0, MOST))
    return _fraction(row, "value", 1 if name in SHARES else 100 if name in PERCENTS else MOST)


@functools.cache
def load_constants(folder: Path | None = None) -> Constants:
    rows = read_table(data_file("constants.csv", folder), ("name", "value", "rule", "status", "reason"))
    named = each_once(rows, "name", tuple(f.name.upper() for f in fields(Constants)))
    return Constants(**{name.lower(): _constant(row, name) for name, row in named.items()})


@functools.cache
def load_limits(folder: Path | None = None) -> Limits:
    rows = read_table(data_file("limits.csv", folder), ("key", "value", "rule"))
    named = each_once(rows, "key", tuple(f.name for f in fields(Limits)))
    return Limits(**{name: _limit(row, name) for name, row in named.items()})


def _limit(row: Row, name: str) -> int:
    return row.number("value", 1 if name in NEVER_ZERO else 0, 100 if name.endswith("_pct") else MOST)


def _every_day(rows: list[Row], place: Row) -> None:
    """Refuse days told twice or not at all: the rows run through the battle."""
    due = FIRST_DAY
    for row in rows:
        if day_of(row, "from_day") != due:
            row.fail("from_day", f"{due}: the rows run through all days from {FIRST_DAY} to {LAST_PLAYED}")
        due = row.number("to_day", due, LAST_PLAYED) + 1
    if due <= LAST_PLAYED:
        (rows or [place])[-1].fail("to_day", f"rows for all days to {LAST_PLAYED}", f"none for the {due}th")


def _cost(row: Row, field: str, instead: str) -> int:
    column = field if row.text(field) else instead
    return IMPASSABLE if row.text(column) in ("no", "all", "") else row.number(column, 0, 99)


@functools.cache
def load_tables(folder: Path | None = None) -> Tables:
    levels = _levels(folder)
    costs = read_table(data_file("op_costs.csv", folder), COST_COLUMNS)
    found = each_once(costs, "key", COST_KEYS)
    return Tables(
        costs={
            key: Cost(
                (_cost(row, "mobile", "mobile"), _cost(row, "nonmobile", "nonmobile")),
                (_cost(row, "mobile_alt", "mobile"), _cost(row, "nonmobile_alt", "nonmobile")),
                row.name("rule"),
            )
            for key, row in found.items()
        },
        modifiers=_modifiers(folder),
        levels=levels,
        weather=_weather(folder),
        air=_air(levels, folder),
        artillery_limits=_artillery_limits(folder),
        replacements=_replacements(levels, folder),
        points=_points(folder),
        thresholds=_thresholds(folder),
    )


def _weather(folder: Path | None) -> tuple[tuple[int, int, tuple[int, int, int]], ...]:
    rows = read_table(data_file("weather.csv", folder), ("from_day", "to_day", *WEATHERS))
    _every_day(rows, rows[0])
    return tuple((day_of(row, "from_day"), day_of(row, "to_day"), _percents(row)) for row in rows)


def _air(levels: dict[int, Level], folder: Path | None) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Air points by level and weather; the bonus of a level is given where there are points at all."""
    rows = read_table(
        data_file("air_points.csv", folder), ("weather", "american", "german", "german_on_dec_18")
    )
    each_once(rows, "weather", WEATHERS)
    found = {}
    for row in rows:
        weather = row.choice("weather", WEATHERS)
        plain = [row.number(field, 0, 99) for field in ("american", "german", "german_on_dec_18")]
        for level in levels.values():
            bonus = (level.air[AMERICAN], level.air[GERMAN], level.air[GERMAN])
            american, german, german18 = (n + more if n else 0 for n, more in zip(plain, bonus, strict=True))
            found[level.number, weather] = american, german, german18
    return found


def _artillery_limits(folder: Path | None) -> tuple[tuple[int, int, int, int], ...]:
    rows = read_table(data_file("artillery_limits.csv", folder), ("side", "from_day", "to_day", "points"))
    whose = [row.choice("side", SIDE_CODES) for row in rows]
    for side in range(len(SIDE_CODES)):
        _every_day([row for row, of in zip(rows, whose, strict=True) if of == side], rows[-1])
    return tuple(
        (side, day_of(row, "from_day"), day_of(row, "to_day"), row.number("points", 0, 999))
        for row, side in zip(rows, whose, strict=True)
    )


def _replacements(levels: dict[int, Level], folder: Path | None) -> dict[tuple[int, int], tuple[int, int]]:
    found = {}
    rows = read_table(data_file("replacements.csv", folder), ("side", "infantry", "armored"))
    each_once(rows, "side", SIDE_CODES)
    for row in rows:
        side = row.choice("side", SIDE_CODES)
        infantry, armored = row.number("infantry", 0, 999), row.number("armored", 0, 999)
        for level in levels.values():
            factor = level.replacements[side]
            found[level.number, side] = infantry * factor, armored * factor
    return found


def _points(folder: Path | None) -> dict[str, int]:
    columns = ("key", "points", "per", "when", "condition", "rule")
    rows = read_table(data_file("vp_schedule.csv", folder), columns)
    named = each_once(rows, "key", POINT_KEYS)
    return {key: row.number("points", 1 if key in NEVER_ZERO else -MOST, MOST) for key, row in named.items()}


def _percents(row: Row) -> tuple[int, int, int]:
    overcast, fog, clear = (row.number(f, 0, 100) for f in WEATHERS)
    if overcast + fog + clear != 100:
        row.fail("clear", "three percentages that add up to 100")
    return overcast, fog, clear


def _modifiers(folder: Path | None) -> dict[str, tuple[Fraction, Fraction]]:
    columns = ("condition", "defender", "attacker", "per", "inside_cap")
    rows = read_table(data_file("combat_modifiers.csv", folder), columns)
    named = each_once(rows, "condition", MODIFIER_KEYS)
    for key, row in named.items():
        if row.flag("inside_cap") != (key != "divisional"):
            row.fail("inside_cap", "no for divisional and yes for the others, BTA-8.2b")
    return {key: (_fraction(row, "defender", 9), _fraction(row, "attacker", 9)) for key, row in named.items()}


def _levels(folder: Path | None) -> dict[int, Level]:
    levels = {}
    rows = read_table(data_file("levels.csv", folder), LEVEL_COLUMNS)
    each_once(rows, "level", ("1", "2", "3", "4"))
    for row in rows:
        number = row.number("level", 1, 4)
        levels[number] = Level(
            number=number,
            name=row.name("name"),
            artillery=(_fraction(row, "ge_artillery_factor", 9), _fraction(row, "us_artillery_factor", 9)),
            replacements=(
                row.number("ge_replacement_factor", 1, 9),
                row.number("us_replacement_factor", 1, 9),
            ),
            air=(row.number("ge_air_bonus", 0, 9), row.number("us_air_bonus", 0, 9)),
        )
    return levels


def _thresholds(folder: Path | None) -> dict[str, tuple[tuple[str, int], ...]]:
    rows = read_table(data_file("victory_levels.csv", folder), ("level", *THRESHOLDS))
    if tuple(row.text("level") for row in rows) != LEVELS:
        rows[0].fail("level", f"the levels in this order: {', '.join(LEVELS)}")
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for name in THRESHOLDS:
        steps: list[tuple[str, int]] = []
        for row in rows[1:]:
            steps.append((row.text("level"), row.number(name, 0, 99999)))
            if len(steps) > 1 and steps[-2][1] >= steps[-1][1]:
                row.fail(name, f"more than the {steps[-2][1]} of the level before")
        found[name] = tuple(steps)
    return found


@functools.cache
def load_scenarios(folder: Path | None = None) -> dict[str, Played]:
    """The scenarios of scenarios.toml by id."""
    file = read_toml(data_file("scenarios.toml", folder))
    found = {key: _scenario(key, section) for key, section in file.sections()}
    if not found:
        raise DataFileError(file.file, "", "no scenario", "a table for each, like [twelve]")
    return found


def _scenario(key: str, section: Section) -> Played:
    section.only(("title", "about", "first_day", "last_day", "enters", "setup", "free", "thresholds"))
    setup = tuple(SETUPS)[section.choice("setup", tuple(SETUPS))]
    dec21, free = setup == "dec21", section.flag("free")
    if free and not dec21:
        section.fail("free", "false where the setup is the chart")
    first = section.number("first_day", FIRST_DAY, LAST_PLAYED)
    if first != SETUPS[setup]:
        section.fail("first_day", f"{SETUPS[setup]} where the setup is {setup}")
    return Played(
        id=key,
        title=section.text("title"),
        about=section.text("about"),
        first_day=first,
        last_day=section.number("last_day", first, LAST_PLAYED),
        enters_air=section.choice("enters", ("supply", "air")) == 1,
        dec21=dec21,
        free=free,
        thresholds=THRESHOLDS[section.choice("thresholds", THRESHOLDS)],
    )
