"""The printed tables, read once. `Sheet` is the first argument of all the sheet's functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal, TypeVar

import msgspec

from ardennes.games.playsheet.schema.map import data_file
from ardennes.games.playsheet.schema.terms import CLASSES, GROUND_OF, MODES, TANKS, TERRAINS, TURN
from ardennes.kernel.datafile import Folder, kept, one_of
from ardennes.kernel.schema import Cell, Name, OneOf, Record, RuleName, Word, read_each, read_records
from ardennes.numbers import whole_number

HEX_KM = 2  # the grid of the game; the sheet itself is in km, OPS-GRID-2
DIE = tuple("123456")

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
PREY = ("transport_serial", "bomber_squadron")
NO_BOUND = -(10**6)  # lower than any score or number of points

R = TypeVar("R", bound=Record)


# The files


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text.removeprefix("x").removeprefix("+"))
    except ZeroDivisionError:
        raise ValueError from None


def _number(low: int, high: int, none: str) -> Cell:
    """A number; `none` in the cell is 0."""

    def read(text: str) -> int:
        if text == none:
            return 0
        number = whole_number(text, low, high)
        if number is None:
            raise ValueError
        return number

    return Cell(read, f"a whole number from {low} to {high}, or {none or 'nothing'}")


def _flag(yes: str, *no: str) -> Cell:
    words = {yes: True} | dict.fromkeys(no, False)

    def read(text: str) -> bool:
        if text not in words:
            raise ValueError
        return words[text]

    return Cell(read, one_of(tuple(words)))


Amount = Annotated[Fraction, Cell(_fraction, "a number or a fraction like 1/4")]
Loss = Annotated[int, msgspec.Meta(ge=0, le=9)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Bound = Annotated[int, msgspec.Meta(ge=-99, le=99)] | None  # a lower bound; None: there is none
Km = Annotated[int, _number(1, 500, "-")]
Retirement = Literal["0", "1", "2", "1d3", "1d6"]  # km
Outcome = Annotated[int, OneOf(OUTCOMES)]
Report = Literal["none", "spotted", "direction", "type", "direction+type", "type+size", "direction+type+size"]
Die = Annotated[int, OneOf(DIE)]  # less one


class Movement(Record, frozen=True):
    """Km in one turn by mode; 0: not allowed."""

    troop_class: Annotated[int, OneOf(CLASSES)]
    ground: Annotated[str, Word(("all", "open", "close", "wood_town", "marsh"))]
    tactical: Km = msgspec.field(name="tactical_km")
    non_tactical: Km = msgspec.field(name="non_tactical_km")
    road_column: Km = msgspec.field(name="road_column_km")
    fords: Annotated[bool, _flag("possible", "impossible")] = msgspec.field(name="unbridged_river")


class Modifier(Record, frozen=True):
    for_readers = ("rule",)
    key: Name
    value: Amount


class Constant(Record, frozen=True):
    for_readers = ("rule", "status")
    name: Name
    value: Amount


class Factor(Record, frozen=True):
    """A line of the combat factors: added to the unit factor (or the side), or multiplied with it."""

    for_readers = ("operation", "scope", "side", "condition")
    code: Name
    value: Amount = msgspec.field(name="printed_value")
    rule: RuleName


class ResultRow(Record, frozen=True):
    """A row of the combat results."""

    for_readers = (
        "printed_normal",
        "printed_bad",
        "normal_max",
        "bad_max",
        "overrun_move_share_of_remaining",
    )
    result: Annotated[int, OneOf(RESULTS)]
    normal_min: Bound
    bad_min: Bound
    attacker_loss: Loss = msgspec.field(name="attacker_status_loss_per_unit")
    defender_loss: Loss = msgspec.field(name="defender_status_loss_per_unit")
    retire_open: Retirement = msgspec.field(name="defender_retire_open_km")
    retire_close: Retirement = msgspec.field(name="defender_retire_close_km")
    sp_loss: Loss = msgspec.field(name="defender_sp_loss_per_unit")
    counter_attack: bool = msgspec.field(name="defender_may_counter_attack")
    thrown_back: Annotated[bool, _flag("start_line_or_1", "none")] = msgspec.field(name="attacker_retire")
    overrun: bool = msgspec.field(name="overrun_possible")
    overrun_loss: Annotated[int, _number(0, 9, "")] = msgspec.field(
        name="overrun_extra_attacker_loss_per_unit"
    )
    fight_again: Annotated[bool, _flag("yes", "no", "")] = msgspec.field(name="overrun_may_fight_again")


class GunRange(Record, frozen=True):
    """Ranges of a type of artillery in km; long is 0 where there is none."""

    artillery_type: Annotated[int, OneOf(RANGED)]
    effective: Annotated[int, msgspec.Meta(ge=1, le=99)] = msgspec.field(name="effective_km")
    long: Annotated[int, _number(1, 99, "n.a.")] = msgspec.field(name="long_km")


class AirSupport(Record, frozen=True):
    for_readers = ("printed_squadrons",)
    aircraft: Annotated[int, OneOf(SUPPORT_TYPES)]
    level: Annotated[int, OneOf(LEVELS)]
    min_squadrons: Bound
    bonus: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Recce(Record, frozen=True):
    die: Die
    vehicles_moving_open: Report
    vehicles_stationary_open: Report
    infantry_etc_stationary_open: Report
    infantry_moving_open: Report


class FighterCombat(Record, frozen=True):
    die: Die
    odds_1: Outcome = msgspec.field(name="1-1")
    odds_2: Outcome = msgspec.field(name="2-1")
    odds_3: Outcome = msgspec.field(name="3-1")
    odds_4: Outcome = msgspec.field(name="4-1")
    odds_5: Outcome = msgspec.field(name="5-1")
    odds_6: Outcome = msgspec.field(name="6-1(+)")


class FighterLosses(Record, frozen=True):
    outcome: Outcome
    attacker: Percent = msgspec.field(name="attacker_loss_percent_of_defender_strength")
    defender: Percent = msgspec.field(name="defender_loss_percent_of_attacker_strength")


class ShotDown(Record, frozen=True):
    """What a fighter squadron that breaks through shoots down."""

    target: Name
    each: Amount = msgspec.field(name="losses_per_fighter_squadron_breaking_through")


class Faces(Record, frozen=True):
    """A row with a word for each face of the die."""

    d1: str
    d2: str
    d3: str
    d4: str
    d5: str
    d6: str

    def faces(self, words: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the words."""
        for field in (f"d{die}" for die in DIE):
            if getattr(self, field) not in words:
                self.fail(field, one_of(words))
        return tuple(words.index(word) for word in (self.d1, self.d2, self.d3, self.d4, self.d5, self.d6))


class Flak(Faces, frozen=True):
    for_readers = ("printed_loss", "printed_dam", "printed_ne")
    flak: Annotated[int, OneOf(FLAK)]
    situation: Annotated[int, OneOf(SITUATIONS)]


class Interdiction(Faces, frozen=True):
    for_readers = (
        "printed_light", "printed_medium", "printed_heavy", "printed_step_loss_and_immobilised",
        "printed_immobilised", "printed_no_effect",
    )  # fmt: skip
    row: Annotated[int, msgspec.Meta(ge=1, le=99)]
    light_min: Bound
    medium_min: Bound
    heavy_min: Bound


class Force(Record, frozen=True):
    """In which column of the interdiction table a force counts."""

    for_readers = ("origin",)
    column: Annotated[int, OneOf(INTERDICTION_CLASSES)] = msgspec.field(name="class")
    forces: Name


class VictoryLevel(Record, frozen=True):
    for_readers = ("german_points_max", "short_game_max")
    german_points_min: Bound
    short_game_min: Bound
    level: Annotated[int, OneOf(VICTORY)]


# The tables made of them


Bounds = tuple[tuple[int | None, int], ...]  # (lowest count or None for never, entry), the strongest last


@dataclass(frozen=True, eq=False)
class Sheet:
    """All printed tables, ready for use; what is worked out from one is remembered by which one it is."""

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
    forces: Mapping[str, int]  # by name: the class of the interdiction table it counts in
    victory: tuple[Bounds, Bounds]  # full game, short game: points -> VICTORY


def _ground(row: int, terrain: int, grounds: Sequence[str]) -> str:
    """The row of the movement table a hex is read from, OPS-MOVE-15."""
    if "all" in grounds:
        return "all"
    wanted = ("open", "wood_town", "marsh") if row == TANKS else ("open", "close", "close")
    return wanted[GROUND_OF[terrain]]


def _movement(folder: Folder | None) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], tuple[bool, ...]]:
    rows = read_records(data_file("movement.csv", folder), Movement, ("troop_class", "ground"))
    km: list[tuple[tuple[int, ...], ...]] = []
    fords = []
    for number, name in enumerate(CLASSES):
        mine = {row.ground: row for row in rows if row.troop_class == number}
        if not mine:
            rows[-1].fail("troop_class", f"a row for '{name}' too")
        fords.append(all(row.fords for row in mine.values()))
        ground = [_ground(number, terrain, tuple(mine)) for terrain in range(len(TERRAINS))]
        for word in ground:
            if word not in mine:
                next(iter(mine.values())).fail("ground", f"a row for '{word}' too (OPS-MOVE-15)")
        km.append(tuple(tuple(getattr(mine[word], mode) for mode in MODES) for word in ground))
    return tuple(km), tuple(fords)


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


def _bounds(lows: Sequence[int | None]) -> Bounds:
    """Of entries listed from the strongest down; the weakest has no bound."""
    return tuple((NO_BOUND if low is None else low, at) for at, low in reversed([*enumerate(lows)]))


def _support(folder: Folder | None) -> tuple[dict[str, Bounds], tuple[int, ...]]:
    rows = read_records(data_file("air_support_levels.csv", folder), AirSupport, ("aircraft", "level"))
    bonus = [0] * len(LEVELS)
    for row in rows:
        bonus[row.level] = row.bonus
    return {
        name: tuple(
            sorted(((row.min_squadrons, row.level) for row in rows if row.aircraft == at), key=lambda b: b[1])
        )
        for at, name in enumerate(SUPPORT_TYPES)
    }, tuple(bonus)


def _flak(folder: Folder | None) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rows = read_records(data_file("flak.csv", folder), Flak, ("flak", "situation"))
    result = {(row.flak, row.situation): row for row in rows}
    for flak, situation in product(range(len(FLAK)), range(len(SITUATIONS))):
        if (flak, situation) not in result:
            rows[-1].fail("situation", f"a row for {FLAK[flak]}, '{SITUATIONS[situation]}' too", "none")
    return tuple(
        tuple(result[flak, situation].faces(FLAK_RESULTS) for situation in range(len(SITUATIONS)))
        for flak in range(len(FLAK))
    )


def _interdiction(folder: Folder | None) -> tuple[tuple[Bounds, ...], tuple[tuple[int, ...], ...]]:
    rows = read_records(data_file("interdiction.csv", folder), Interdiction)
    for number, row in enumerate(rows, 1):
        if row.row != number:
            row.fail("row", f"{number}, for rows are numbered")
    lows = (
        [row.light_min for row in rows],
        [row.medium_min for row in rows],
        [row.heavy_min for row in rows],
    )
    bounds = tuple(tuple((low, number) for number, low in enumerate(column, 1)) for column in lows)
    return bounds, tuple(row.faces(INTERDICTION_RESULTS) for row in rows)


@kept
def load_sheet(folder: Folder | None = None) -> Sheet:
    """The tables of data/, or of a designer's folder laid out the same way."""

    def each(name: str, kind: type[R], field: str, words: Sequence[str]) -> list[R]:
        return list(read_each(data_file(name, folder), kind, field, words).values())

    km, fords = _movement(folder)
    modifiers = {row.key: row.value for row in each("movement_modifiers.csv", Modifier, "key", MODIFIERS)}
    results = each("results.csv", ResultRow, "result", RESULTS)
    support, bonus = _support(folder)
    recce = each("air_recce.csv", Recce, "die", DIE)
    fighters = each("fighter_combat.csv", FighterCombat, "die", DIE)
    losses = each("fighter_losses.csv", FighterLosses, "outcome", OUTCOMES)
    serials, bombers = each(
        "breakthrough_losses.csv", ShotDown, "target", ("transport_serial", "bomber_squadron")
    )
    rows, effects = _interdiction(folder)
    victory = each("victory_levels.csv", VictoryLevel, "level", VICTORY)
    return Sheet(
        km=km,
        fords=fords,
        steps=_steps(km, modifiers["night_multiplier"]),
        modifiers=modifiers,
        constants={row.name: row.value for row in each("sheet_constants.csv", Constant, "name", CONSTANTS)},
        factors={row.code: row for row in each("combat_factors.csv", Factor, "code", FACTORS)},
        results=tuple(results),
        normal=_bounds([row.normal_min for row in results]),
        bad=_bounds([row.bad_min for row in results]),
        ranges=tuple(each("artillery_ranges.csv", GunRange, "artillery_type", RANGED)),
        support=support,
        bonus=bonus,
        recce=tuple(tuple(getattr(row, column) for row in recce) for column in RECCE_COLUMNS),
        fighter_combat=tuple(
            tuple(getattr(row, f"odds_{odds}") for row in fighters) for odds in range(1, len(ODDS) + 1)
        ),
        fighter_losses=tuple((row.attacker, row.defender) for row in losses),
        serials_each=serials.each,
        bombers_each=bombers.each,
        flak=_flak(folder),
        interdiction=rows,
        effects=effects,
        forces={
            row.forces: row.column
            for row in read_records(data_file("interdiction_classes.csv", folder), Force, ("forces",))
        },
        victory=(
            _bounds([row.german_points_min for row in victory]),
            _bounds([row.short_game_min for row in victory]),
        ),
    )


def block_side(sheet: Sheet, hex_km: int = HEX_KM) -> int:
    """The side of an area of 4 km by 4 km in hexes, OPS-INT-2, OPS-GRID-4."""
    return max(1, round(sheet.constants["area_km"] / hex_km))
