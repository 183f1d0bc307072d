"""Reading the tables, lone numbers and options of Breakthrough in the Ardennes."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path

from ardennes.games.breakthrough.load import day_of
from ardennes.games.breakthrough.load_map import data_file
from ardennes.games.breakthrough.terms import SIDE_CODES, TERRAINS, WEATHERS
from ardennes.kernel.contract import OptionSpec
from ardennes.kernel.datafile import Row, read_table, unique
from ardennes.kernel.options import read_options

COST_COLUMNS = ("key", "label", "mobile", "mobile_alt", "nonmobile", "nonmobile_alt", "alt_means", "additive",
                "printed_note", "note_as_read", "rule")  # fmt: skip
COST_KEYS = (
    *TERRAINS, "road", "bridge", "river", "river_pzgr", "enemy_hex", "zoc_enter", "zoc_leave", "mode_change",
    "bridge_build", "bridge_blow", "defend", "attack", "fortify", "fortify_zoc", "stack_travel", "exit",
)  # fmt: skip
LEVEL_COLUMNS = ("level", "name", "us_artillery_factor", "us_replacement_factor", "us_air_bonus",
                 "ge_artillery_factor", "ge_replacement_factor", "ge_air_bonus")  # fmt: skip
WEATHER_COLUMNS = ("from", "to", "overcast_pct", "fog_pct", "clear_pct", "printed_in_9_0",
                   "printed_in_summary")  # fmt: skip
MODIFIER_KEYS = (*TERRAINS, "river", "travel_mode", "fortification", "efficiency", "unsupplied", "isolated",
                 "divisional")  # fmt: skip
LEVELS = ("American Strategic", "American Tactical", "Draw", "German Tactical", "German Strategic")
IMPASSABLE = 999  # stands for N/A and ALL


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
    art_loss_share: Fraction
    pool_loss_dec17: Fraction
    pool_loss_dec18: Fraction
    pool_loss_dec19: Fraction
    replacement_cap: Fraction
    fuel_mobile_only: Fraction
    blown_bridge_cuts_road: Fraction
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
    corridor_first_column: int
    corridor_last_column: int
    corridor_through: int
    artillery_points_per_defender_loss: int
    artillery_points_per_attacker_loss: int


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
    modifiers: dict[str, tuple[Fraction, Fraction]]  # condition -> (defender, attacker)
    levels: dict[int, Level]
    weather: tuple[tuple[int, int, tuple[int, int, int]], ...]  # (from, to, percent by weather)
    air: dict[tuple[int, int], tuple[int, int, int]]  # (level, weather) -> American, German, on the 18th
    artillery_limits: tuple[tuple[int, int, int, int], ...]  # (side, from, to, points per stacking point)
    replacements: dict[tuple[int, int], tuple[int, int]]  # (level, side) -> infantry, armored
    points: dict[str, int]  # victory points by source; exits are counted by the unit
    thresholds: dict[str, tuple[tuple[str, int], ...]]  # first_seven, other -> (level, least score)


def _fraction(row: Row, field: str) -> Fraction:
    try:
        return Fraction(row.text(field))
    except (ValueError, ZeroDivisionError):
        row.fail(field, "a number")


@functools.cache
def load_constants(folder: Path | None = None) -> Constants:
    rows = read_table(data_file("constants.csv", folder), ("name", "value", "used_in", "status", "reason"))
    unique(rows, "name")
    names = tuple(f.name.upper() for f in fields(Constants))
    values = {names[row.choice("name", names)]: _fraction(row, "value") for row in rows}
    _all_there(rows[0], "name", names, tuple(values))
    return Constants(**{name.lower(): value for name, value in values.items()})


@functools.cache
def load_limits(folder: Path | None = None) -> Limits:
    rows = read_table(data_file("limits.csv", folder), ("key", "value", "rule"))
    unique(rows, "key")
    names = tuple(f.name for f in fields(Limits))
    values: dict[str, int] = {}
    for row in rows:
        text = row.text("value")
        name = names[row.choice("key", names)]
        values[name] = day_of(row, "value") if "-" in text else int(row.decimal("value", 0, 9999))
    _all_there(rows[0], "key", names, tuple(values))
    return Limits(**values)


def _all_there(row: Row, field: str, wanted: tuple[str, ...], found: tuple[str, ...]) -> None:
    missing = [name for name in wanted if name not in found]
    if missing:
        row.fail(field, f"a row for each of {', '.join(wanted)}", f"none for {', '.join(missing)}")


def _cost(row: Row, field: str, instead: str) -> int:
    column = field if row.text(field) else instead
    return IMPASSABLE if row.text(column) in ("N/A", "ALL", "") else row.number(column, 0, 99)


@functools.cache
def load_tables(folder: Path | None = None) -> Tables:
    costs = read_table(data_file("op_costs.csv", folder), COST_COLUMNS)
    unique(costs, "key")
    found = {COST_KEYS[row.choice("key", COST_KEYS)]: row for row in costs}
    _all_there(costs[0], "key", COST_KEYS, tuple(found))
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
        levels=_levels(folder),
        weather=tuple(
            (day_of(row, "from"), day_of(row, "to"), _percents(row))
            for row in read_table(
                data_file("weather.csv", folder),
                WEATHER_COLUMNS,
            )
        ),
        air={
            (row.number("level", 1, 4), row.choice("weather", WEATHERS)): (
                row.number("american", 0, 99),
                row.number("german", 0, 99),
                row.number("german_on_dec_18", 0, 99),
            )
            for row in read_table(
                data_file("air_points.csv", folder),
                ("level", "weather", "american", "german", "german_on_dec_18"),
            )
        },
        artillery_limits=tuple(
            (
                row.choice("side", SIDE_CODES),
                day_of(row, "from"),
                day_of(row, "to"),
                row.number("points_per_stacking_point", 0, 999),
            )
            for row in read_table(
                data_file("artillery_limits.csv", folder), ("side", "from", "to", "points_per_stacking_point")
            )
        ),
        replacements={
            (row.number("level", 1, 4), row.choice("side", SIDE_CODES)): (
                row.number("infantry_per_turn", 0, 999),
                row.number("armored_per_turn", 0, 999),
            )
            for row in read_table(
                data_file("replacements.csv", folder),
                ("level", "side", "infantry_per_turn", "armored_per_turn"),
            )
        },
        points={
            row.name("key"): row.number("points", -9999, 9999)
            for row in read_table(
                data_file("vp_schedule.csv", folder), ("key", "points", "unit", "when", "condition", "rule")
            )
            if row.text("key") != "exit"
        },
        thresholds=_thresholds(folder),
    )


def _percents(row: Row) -> tuple[int, int, int]:
    overcast, fog, clear = (row.number(f, 0, 100) for f in ("overcast_pct", "fog_pct", "clear_pct"))
    if overcast + fog + clear != 100:
        row.fail("clear_pct", "three percentages that add up to 100")
    return overcast, fog, clear


def _modifiers(folder: Path | None) -> dict[str, tuple[Fraction, Fraction]]:
    rows = read_table(
        data_file("combat_modifiers.csv", folder), ("condition", "defender", "attacker", "inside_triple_cap")
    )
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for row in rows:
        key = MODIFIER_KEYS[row.choice("condition", MODIFIER_KEYS)]
        if key == "fortification":  # 1 + 0.3 per level
            share = row.text("defender").removeprefix("1+").removesuffix("*level")
            found[key] = (Fraction(share), Fraction(0))
        elif key == "efficiency":
            found[key] = (Fraction(1, 100), Fraction(1, 100))
        elif key == "isolated":  # an isolated unit may not attack
            found[key] = (_fraction(row, "defender"), Fraction(0))
        else:
            found[key] = (_fraction(row, "defender"), _fraction(row, "attacker"))
    _all_there(rows[0], "condition", MODIFIER_KEYS, tuple(found))
    return found


def _levels(folder: Path | None) -> dict[int, Level]:
    levels = {}
    for row in read_table(data_file("levels.csv", folder), LEVEL_COLUMNS):
        number = row.number("level", 1, 4)
        levels[number] = Level(
            number=number,
            name=row.name("name"),
            artillery=(_fraction(row, "ge_artillery_factor"), _fraction(row, "us_artillery_factor")),
            replacements=(
                row.number("ge_replacement_factor", 1, 9),
                row.number("us_replacement_factor", 1, 9),
            ),
            air=(row.number("ge_air_bonus", 0, 9), row.number("us_air_bonus", 0, 9)),
        )
    return levels


def _thresholds(folder: Path | None) -> dict[str, tuple[tuple[str, int], ...]]:
    rows = read_table(
        data_file("victory_levels.csv", folder),
        ("level", "first_seven_min", "last_seven_and_twelve_min", "printed_first_seven", "printed_other"),
    )
    if tuple(row.text("level") for row in rows) != LEVELS:
        rows[0].fail("level", f"the levels in this order: {', '.join(LEVELS)}")
    return {
        name: tuple((row.text("level"), row.number(column, 0, 99999)) for row in rows[1:])
        for name, column in (("first_seven", "first_seven_min"), ("other", "last_seven_and_twelve_min"))
    }


@functools.cache
def load_options(folder: Path | None = None) -> dict[str, OptionSpec]:
    """The choices made before a game, from options.toml."""
    return read_options(data_file("options.toml", folder))
