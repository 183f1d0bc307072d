"""The printed tables, read once. `Sheet` is the first argument of all the sheet's functions."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ardennes.games.playsheet.schema.terms import (
    CLASSES,
    GROUND_OF,
    MODES,
    TANKS,
    TERRAINS,
    TURN,
)
from ardennes.kernel.datafile import Row, each_once, read_table, unique
from ardennes.kernel.mapfile import game_file

HEX_KM = 2  # the grid of the game; the sheet itself is in km, OPS-GRID-2
DIE = ("d1", "d2", "d3", "d4", "d5", "d6")

TOTAL_SUCCESS, SUCCESS, LIMITED_SUCCESS, CONFUSED_COMBAT, BADLY_BEATEN = range(5)
RESULTS = ("total_success", "success", "limited_success", "confused_combat", "attackers_badly_beaten")
NO_AIR, NORMAL, SUPERIOR, OVERWHELMING, APOCALYPTIC = range(5)
LEVELS = ("none", "normal", "superior", "overwhelming", "apocalyptic")
SUPPORT_TYPES = ("german_ga", "allied_ga", "heavy_bomber")
RANGED = ("field", "medium", "heavy", "rocket", "infantry_guns")
WIN, DRAW, LOSE = range(3)
OUTCOMES = ("Win", "Draw", "Lose")
ODDS = ("1-1", "2-1", "3-1", "4-1", "5-1", "6-1(+)")
HEAVY_FLAK, LIGHT_FLAK = range(2)
FLAK = ("heavy", "light")
OVERFLIGHT, DROP_NEAR, DROP_FAR = range(3)
SITUATIONS = ("overflight_not_fighters", "landing_or_drop_within_2km", "landing_or_drop_within_4km")
NO_EFFECT, DAMAGE, LOSS = range(3)
FLAK_RESULTS = ("NE", "DAM", "LOSS")
UNHURT, IMMOBILISED, STEP_LOSS = range(3)
INTERDICTION_RESULTS = ("NE", "IMM", "STEP")
LIGHT, MEDIUM_CLASS, HEAVY_CLASS = range(3)
INTERDICTION_CLASSES = ("light", "medium", "heavy")
VEHICLES_MOVING, VEHICLES_STILL, INFANTRY_STILL, INFANTRY_MOVING = range(4)
RECCE_COLUMNS = (
    "vehicles_moving_open", "vehicles_stationary_open", "infantry_etc_stationary_open",
    "infantry_moving_open",
)  # fmt: skip
REPORTS = ("none", "spotted", "direction", "type", "direction+type", "type+size", "direction+type+size")
RETIREMENTS = ("0", "1", "2", "1d3", "1d6")
FACTORS = (
    "tactical_advantage", "combined_arms", "light_infantry_attacking", "unprepared_attack",
    "heavy_tanks_vs_tanks", "defending_close_vs_tanks", "unsupported_infantry_open_vs_tanks",
    "moving_non_tactically", "tanks_at_night", "other_formation", "air_support_ordinary",
    "air_support_superior", "air_support_overwhelming", "air_support_apocalyptic",
)  # fmt: skip
MODIFIERS = ("night_multiplier", "attack_allowed_if_time_used_at_most", "overrun_share_of_remaining_move")
CONSTANTS = (
    "river_crossing_time", "towed_start_time", "unsupplied_move_share", "artillery_effective_bonus",
    "artillery_long_bonus", "infantry_guns_bonus", "unsupplied_multiplier", "recce_crowd_more_than",
    "recce_crowd_bonus", "flak_near_km", "flak_far_km", "flak_damage_lost", "area_km",
    "combat_value_per_status",
)  # fmt: skip
VICTORY = ("German strategic", "German tactical", "draw", "Allied tactical", "Allied strategic")
NO_BOUND = -(10**6)  # lower than any score or number of points


class Factor(NamedTuple):
    """A line of the combat factors: added to the unit factor (or the side), or multiplied with it."""

    code: str
    value: Fraction
    rule: str


class ResultRow(NamedTuple):
    """A row of the combat results."""

    result: int
    attacker_loss: int
    defender_loss: int
    retire_open: str  # km, 1d6, 1d3
    retire_close: str
    sp_loss: int
    counter_attack: bool
    thrown_back: bool
    overrun: bool
    overrun_loss: int
    fight_again: bool


class GunRange(NamedTuple):
    """Ranges of a type of artillery in km; long is 0 where there is none."""

    effective: int
    long: int


Bounds = tuple[tuple[int | None, int], ...]  # (lowest count or None for never, entry), the strongest last


@dataclass(frozen=True)
class Sheet:
    """All printed tables, ready for use."""

    km: tuple[tuple[tuple[int, ...], ...], ...]  # [class][terrain][mode]; 0: not allowed
    fords: tuple[bool, ...]  # by class: may cross a river without a bridge
    steps: tuple[
        tuple[tuple[tuple[int, ...], ...], ...], ...
    ]  # [night][mode][class][terrain], parts of a turn
    modifiers: Mapping[str, Fraction]
    constants: Mapping[str, Fraction]
    factors: Mapping[str, Factor]
    results: tuple[ResultRow, ...]
    normal: Bounds  # score -> result
    bad: Bounds
    ranges: tuple[GunRange, ...]  # by RANGED
    support: Mapping[str, Bounds]  # by SUPPORT_TYPES: squadrons -> level
    bonus: tuple[int, ...]  # by level
    recce: tuple[tuple[str, ...], ...]  # [column][die - 1]
    fighter_combat: tuple[tuple[int, ...], ...]  # [odds - 1][die - 1]
    fighter_losses: tuple[tuple[int, int], ...]  # by outcome: per cent lost by attacker, by defender
    serials_each: Fraction  # shot down by a squadron that breaks through
    bombers_each: Fraction
    flak: tuple[tuple[tuple[int, ...], ...], ...]  # [flak][situation][die - 1]
    interdiction: tuple[Bounds, ...]  # by class: squadrons -> row
    effects: tuple[tuple[int, ...], ...]  # [row - 1][die - 1]
    forces: Mapping[str, int]  # who attacks -> class of the interdiction table
    victory: tuple[Bounds, Bounds]  # full game, short game: points -> VICTORY


def _rows(name: str, columns: Sequence[str], folder: Path | None) -> list[Row]:
    return read_table(game_file("ardennes.games.playsheet", name, folder), columns)


def _fraction(row: Row, field: str) -> Fraction:
    text = row.text(field).removeprefix("x").removeprefix("+")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        row.fail(field, "a number or a fraction like 1/4")


def _bound(row: Row, field: str) -> int | None:
    return row.number(field, -99, 99) if row.text(field) else None


def _faces(row: Row, words: Sequence[str]) -> tuple[int, ...]:
    return tuple(row.choice(field, words) for field in DIE)


def _ground(row: int, terrain: int, grounds: Sequence[str]) -> str:
    """The row of the movement table a hex is read from, OPS-MOVE-15."""
    if "all" in grounds:
        return "all"
    wanted = ("open", "wood_town", "marsh") if row == TANKS else ("open", "close", "close")
    return wanted[GROUND_OF[terrain]]


def _movement(folder: Path | None) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], tuple[bool, ...]]:
    columns = ("troop_class", "ground", "tactical_km", "non_tactical_km", "road_column_km", "unbridged_river")
    rows = _rows("movement.csv", columns, folder)
    unique(rows, "troop_class", "ground")
    km: list[tuple[tuple[int, ...], ...]] = []
    fords = []
    for number, name in enumerate(CLASSES):
        mine = {row.text("ground"): row for row in rows if row.text("troop_class") == name}
        if not mine:
            rows[-1].fail("troop_class", f"a row for '{name}' as well")
        fords.append(all(row.choice("unbridged_river", ("possible", "impossible")) == 0
                         for row in mine.values()))  # fmt: skip
        ground = [_ground(number, terrain, tuple(mine)) for terrain in range(len(TERRAINS))]
        for word in ground:
            if word not in mine:
                next(iter(mine.values())).fail("ground", f"a row for '{word}' as well (OPS-MOVE-15)")
        km.append(tuple(tuple(_km(mine[word], mode) for mode in MODES) for word in ground))
    return tuple(km), tuple(fords)


def _km(row: Row, mode: str) -> int:
    field = f"{mode}_km"
    return 0 if row.text(field) == "-" else row.number(field, 1, 500)


def _steps(
    km: tuple[tuple[tuple[int, ...], ...], ...], night: Fraction
) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """The time of one hex in parts of a turn, OPS-MOVE-4, OPS-MOVE-13."""

    def parts(allowance: int, share: Fraction) -> int:
        if not allowance:
            return 0
        time = TURN * HEX_KM / (allowance * share)
        return -(-time.numerator // time.denominator)  # whole with the printed figures; else the next above

    return tuple(
        tuple(
            tuple(tuple(parts(by_mode[mode], share) for by_mode in by_terrain) for by_terrain in km)
            for mode in range(len(MODES))
        )
        for share in (Fraction(1), night)
    )


def _results(folder: Path | None) -> tuple[tuple[ResultRow, ...], Bounds, Bounds]:
    columns = (
        "result", "printed_normal", "printed_bad", "normal_min", "normal_max", "bad_min", "bad_max",
        "attacker_status_loss_per_unit", "defender_status_loss_per_unit", "defender_retire_open_km",
        "defender_retire_close_km", "defender_sp_loss_per_unit", "defender_may_counter_attack",
        "attacker_retire", "overrun_possible", "overrun_extra_attacker_loss_per_unit",
        "overrun_move_share_of_remaining", "overrun_may_fight_again",
    )  # fmt: skip
    found = each_once(_rows("results.csv", columns, folder), "result", RESULTS)
    rows = []
    for number, name in enumerate(RESULTS):
        row = found[name]
        overrun = row.flag("overrun_possible")
        row.choice("attacker_retire", ("none", "start_line_or_1"))
        rows.append(
            ResultRow(
                number,
                row.number("attacker_status_loss_per_unit", 0, 9),
                row.number("defender_status_loss_per_unit", 0, 9),
                RETIREMENTS[row.choice("defender_retire_open_km", RETIREMENTS)],
                RETIREMENTS[row.choice("defender_retire_close_km", RETIREMENTS)],
                row.number("defender_sp_loss_per_unit", 0, 9),
                row.flag("defender_may_counter_attack"),
                row.text("attacker_retire") != "none",
                overrun,
                row.number("overrun_extra_attacker_loss_per_unit", 0, 9) if overrun else 0,
                overrun and row.flag("overrun_may_fight_again"),
            )
        )
    normal, bad = (
        tuple((_lowest(found[name], f"{column}_min"), at) for at, name in reversed([*enumerate(RESULTS)]))
        for column in ("normal", "bad")
    )
    return tuple(rows), normal, bad


def _lowest(row: Row, field: str) -> int:
    """A lower bound, where an empty cell is none."""
    bound = _bound(row, field)
    return NO_BOUND if bound is None else bound


def _support(folder: Path | None) -> tuple[dict[str, Bounds], tuple[int, ...]]:
    columns = ("aircraft", "level", "printed_squadrons", "min_squadrons", "bonus")
    rows = _rows("air_support_levels.csv", columns, folder)
    unique(rows, "aircraft", "level")
    bonus = [0] * len(LEVELS)
    found: dict[str, list[tuple[int | None, int]]] = {name: [] for name in SUPPORT_TYPES}
    for row in rows:
        level = row.choice("level", LEVELS)
        kind = SUPPORT_TYPES[row.choice("aircraft", SUPPORT_TYPES)]
        found[kind].append((_bound(row, "min_squadrons"), level))
        bonus[level] = row.number("bonus", 0, 99)
    return {kind: tuple(sorted(bounds, key=lambda b: b[1])) for kind, bounds in found.items()}, tuple(bonus)


def _factors(folder: Path | None) -> dict[str, Factor]:
    columns = ("code", "printed_value", "operation", "scope", "side", "rule", "condition")
    found = each_once(_rows("combat_factors.csv", columns, folder), "code", FACTORS)
    return {
        code: Factor(code, _fraction(row, "printed_value"), row.name("rule")) for code, row in found.items()
    }


def _numbers(
    name: str, key: str, more: Sequence[str], wanted: Sequence[str], folder: Path | None
) -> dict[str, Fraction]:
    found = each_once(_rows(name, (key, "value", *more), folder), key, wanted)
    return {word: _fraction(row, "value") for word, row in found.items()}


def _fighters(folder: Path | None) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    by_die = each_once(_rows("fighter_combat.csv", ("die", *ODDS), folder), "die", tuple("123456"))
    combat = tuple(tuple(by_die[die].choice(odds, OUTCOMES) for die in "123456") for odds in ODDS)
    columns = (
        "attacker_loss_percent_of_defender_strength", "defender_loss_percent_of_attacker_strength"
    )  # fmt: skip
    losses = each_once(_rows("fighter_losses.csv", ("outcome", *columns), folder), "outcome", OUTCOMES)
    attacker, defender = columns
    return combat, tuple(
        (losses[word].number(attacker, 0, 100), losses[word].number(defender, 0, 100)) for word in OUTCOMES
    )


def _flak(folder: Path | None) -> tuple[tuple[tuple[int, ...], ...], ...]:
    columns = ("flak", "situation", "printed_loss", "printed_dam", "printed_ne", *DIE)
    rows = _rows("flak.csv", columns, folder)
    unique(rows, "flak", "situation")
    found = {
        (row.choice("flak", FLAK), row.choice("situation", SITUATIONS)): _faces(row, FLAK_RESULTS)
        for row in rows
    }
    for flak, kind in enumerate(FLAK):
        for situation, words in enumerate(SITUATIONS):
            if (flak, situation) not in found:
                rows[-1].fail("situation", f"a row for '{kind}', '{words}' as well")
    return tuple(tuple(found[flak, at] for at in range(len(SITUATIONS))) for flak in range(len(FLAK)))


def _interdiction(folder: Path | None) -> tuple[tuple[Bounds, ...], tuple[tuple[int, ...], ...]]:
    lows = tuple(f"{word}_min" for word in INTERDICTION_CLASSES)
    printed = tuple(f"printed_{word}" for word in (*INTERDICTION_CLASSES, "step_loss_and_immobilised",
                                                   "immobilised", "no_effect"))  # fmt: skip
    rows = _rows("interdiction.csv", ("row", *printed, *lows, *DIE), folder)
    for number, row in enumerate(rows, 1):
        row.number("row", number, number)
    bounds = tuple(tuple((_bound(row, low), number) for number, row in enumerate(rows, 1)) for low in lows)
    return bounds, tuple(_faces(row, INTERDICTION_RESULTS) for row in rows)


def _forces(folder: Path | None) -> dict[str, int]:
    rows = _rows("interdiction_classes.csv", ("class", "forces", "origin"), folder)
    unique(rows, "forces")
    return {row.name("forces"): row.choice("class", INTERDICTION_CLASSES) for row in rows}


def _victory(folder: Path | None) -> tuple[Bounds, Bounds]:
    columns = ("german_points_min", "german_points_max", "short_game_min", "short_game_max", "level")
    found = each_once(_rows("victory_levels.csv", columns, folder), "level", VICTORY)
    full, short = (
        tuple((_lowest(found[name], field), at) for at, name in reversed([*enumerate(VICTORY)]))
        for field in ("german_points_min", "short_game_min")
    )
    return full, short


@functools.cache
def load_sheet(folder: Path | None = None) -> Sheet:
    """The tables of data/, or of a designer's folder laid out the same way."""
    km, fords = _movement(folder)
    modifiers = _numbers("movement_modifiers.csv", "key", ("rule",), MODIFIERS, folder)
    results, normal, bad = _results(folder)
    ranges = each_once(
        _rows("artillery_ranges.csv", ("artillery_type", "effective_km", "long_km"), folder),
        "artillery_type", RANGED,
    )  # fmt: skip
    support, bonus = _support(folder)
    recce = each_once(_rows("air_recce.csv", ("die", *RECCE_COLUMNS), folder), "die", tuple("123456"))
    combat, losses = _fighters(folder)
    through = each_once(
        _rows("breakthrough_losses.csv",
              ("target", "losses_per_fighter_squadron_breaking_through"), folder),
        "target", ("transport_serial", "bomber_squadron"),
    )  # fmt: skip
    each = {
        word: _fraction(row, "losses_per_fighter_squadron_breaking_through") for word, row in through.items()
    }
    bounds, effects = _interdiction(folder)
    return Sheet(
        km=km,
        fords=fords,
        steps=_steps(km, modifiers["night_multiplier"]),
        modifiers=modifiers,
        constants=_numbers("sheet_constants.csv", "name", ("rule", "status"), CONSTANTS, folder),
        factors=_factors(folder),
        results=results,
        normal=normal,
        bad=bad,
        ranges=tuple(_range(ranges[word]) for word in RANGED),
        support=support,
        bonus=bonus,
        recce=tuple(
            tuple(REPORTS[recce[die].choice(column, REPORTS)] for die in "123456") for column in RECCE_COLUMNS
        ),
        fighter_combat=combat,
        fighter_losses=losses,
        serials_each=each["transport_serial"],
        bombers_each=each["bomber_squadron"],
        flak=_flak(folder),
        interdiction=bounds,
        effects=effects,
        forces=_forces(folder),
        victory=_victory(folder),
    )


def _range(row: Row) -> GunRange:
    long = 0 if row.text("long_km") == "n.a." else row.number("long_km", 1, 99)
    return GunRange(row.number("effective_km", 1, 99), long)


def block_side(sheet: Sheet, hex_km: int = HEX_KM) -> int:
    """The side of an area of 4 km by 4 km in hexes, OPS-INT-2, OPS-GRID-4."""
    return max(1, round(sheet.constants["area_km"] / hex_km))
