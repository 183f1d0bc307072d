"""The air on the sheet: support, reconnaissance, fighters, flak, interdiction; and the two scales."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from ardennes.games.playsheet.rules.tables import (
    air_support,
    fighters,
    flak,
    interdiction,
    reconnaissance,
    scale,
)
from ardennes.games.playsheet.rules.tables.chances import chances
from ardennes.games.playsheet.rules.tables.readings import STANDARD
from ardennes.games.playsheet.rules.tables.reconnaissance import compass_point
from ardennes.games.playsheet.rules.tables.scale import nearest, strongest
from ardennes.games.playsheet.schema.sheet import (
    DAMAGE,
    DRAW,
    DROP_FAR,
    DROP_NEAR,
    HEAVY_CLASS,
    HEAVY_FLAK,
    IMMOBILISED,
    INFANTRY_MOVING,
    INFANTRY_STILL,
    LIGHT,
    LIGHT_FLAK,
    LOSE,
    LOSS,
    MEDIUM_CLASS,
    NO_EFFECT,
    OVERFLIGHT,
    STEP_LOSS,
    UNHURT,
    VEHICLES_MOVING,
    VEHICLES_STILL,
    WIN,
    block_side,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import ALLIED, FOOT, FOREST, GERMAN, MECH, POINTS, TOWN

SHEET = load_sheet()


def dice(*values: int) -> Callable[[str], int]:
    left = list(values)
    return lambda what: left.pop(0)


def bonus(**squadrons: int) -> int:
    return air_support.bonus(SHEET, air_support.best_level(SHEET, squadrons))


def test_the_table_rule() -> None:
    bounds = ((1, "a"), (None, "never"), (4, "b"), (4, "c"), (9, "d"))
    assert [strongest(bounds, count, "-") for count in (0, 1, 3, 4, 8, 9, 50)] == list("-aaccdd")
    assert [nearest(Fraction(n, 4)) for n in (1, 2, 3, 6, -2)] == [0, 1, 1, 2, 0]


def test_pv_38_39_levels_of_both_air_forces() -> None:
    assert (bonus(german_ga=3), bonus(allied_ga=3), bonus(german_ga=2), bonus(allied_ga=2)) == (6, 6, 4, 6)
    assert [bonus(german_ga=9), bonus(german_ga=10), bonus(allied_ga=7), bonus(allied_ga=8)] == [8, 10, 8, 10]
    assert bonus(german_ga=0) == 0


def test_pv_40_heavy_bombers_and_several_types() -> None:
    assert (bonus(heavy_bomber=1), bonus(heavy_bomber=2)) == (8, 10)
    assert bonus(heavy_bomber=1, allied_ga=3) == 8
    off = msgspec.structs.replace(STANDARD, heavy_two_is_apocalyptic=False)
    assert [SHEET.bonus[air_support.level(SHEET, "heavy_bomber", n, off)] for n in (1, 2, 3)] == [8, 8, 10]


def test_pv_41_reports_in_the_open() -> None:
    columns = (VEHICLES_MOVING, VEHICLES_STILL, INFANTRY_STILL, INFANTRY_MOVING)
    assert [reconnaissance.report(SHEET, at, 4) for at in columns] == [
        "direction",
        "spotted",
        "none",
        "spotted",
    ]
    assert [reconnaissance.column(vehicles, moving) for vehicles, moving in
            ((True, True), (True, False), (False, False), (False, True))] == list(columns)  # fmt: skip


def test_pv_42_a_crowded_hex() -> None:
    assert reconnaissance.report(SHEET, INFANTRY_STILL, 5, 3) == "spotted"
    assert reconnaissance.report(SHEET, INFANTRY_STILL, 5, 4) == "type"
    assert reconnaissance.learned(reconnaissance.report(SHEET, VEHICLES_MOVING, 6, 5)) == {
        "direction",
        "type",
        "size",
    }
    assert reconnaissance.learned("spotted") == frozenset()


def test_pv_43_cover() -> None:
    assert not reconnaissance.in_cover(TOWN, armoured=True, by_road=False)
    assert reconnaissance.report(SHEET, VEHICLES_STILL, 5, 2) == "type"
    assert reconnaissance.in_cover(TOWN, armoured=False, by_road=False)
    assert reconnaissance.in_cover(FOREST, armoured=True, by_road=False)
    assert not reconnaissance.in_cover(FOREST, armoured=True, by_road=True)
    assert [
        reconnaissance.vehicles(MECH),
        reconnaissance.vehicles(FOOT),
        reconnaissance.vehicles(FOOT, on_trucks=True),
    ] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("east", "north", "point"),
    [(0, 1, "N"), (1, 1, "NE"), (1, 0, "E"), (1, -1, "SE"), (0, -1, "S"), (-1, -1, "SW"), (-1, 0, "W"),
     (-1, 1, "NW"), (-0.3, 1, "N"), (-0.5, 1, "NW")],
)  # fmt: skip
def test_directions(east: float, north: float, point: str) -> None:
    assert POINTS[reconnaissance.compass_point(east, north)] == point


def test_no_direction_for_who_came_back() -> None:
    assert reconnaissance.compass_point(0, 0) == -1


def test_pv_44_three_to_one() -> None:
    result = fighters.dogfight(SHEET, (12, 4), dice(2))
    assert (result.attacker, result.odds, result.outcome, result.losses) == (ALLIED, 3, DRAW, (0, 1))
    assert result.through == (0, 0)


def test_pv_45_equal_numbers_let_a_die_choose() -> None:
    won = fighters.dogfight(SHEET, (5, 5), dice(3, 6))
    assert (won.attacker, won.outcome, won.losses) == (ALLIED, WIN, (1, 1))
    lost = fighters.dogfight(SHEET, (8, 8), dice(4, 1))
    assert (lost.attacker, lost.outcome, lost.losses) == (GERMAN, LOSE, (1, 2))


def test_pv_46_capped_losses() -> None:
    assert fighters.dogfight(SHEET, (7, 3), dice(5))[1:5] == (2, 5, WIN, (0, 1))
    assert fighters.dogfight(SHEET, (3, 20), dice(1))[1:5] == (6, 1, WIN, (3, 0))


def test_pv_47_break_through_to_the_transports() -> None:
    result = fighters.dogfight(SHEET, (2, 4), dice(6))
    assert (result.losses, result.through) == ((1, 0), (0, 4))
    assert fighters.shot_down(SHEET, 4, serials=6) == (4, 0, 0)
    assert fighters.shot_down(SHEET, 4, serials=0, bombers=6) == (0, 1, 0)


def test_pv_48_the_smaller_side_breaks_through() -> None:
    result = fighters.dogfight(SHEET, (4, 2), dice(1))
    assert (result.odds, result.outcome, result.losses, result.through) == (2, LOSE, (0, 0), (0, 2))
    assert fighters.shot_down(SHEET, 2, serials=4).serials == 2


def test_unopposed_fighters_all_break_through() -> None:
    result = fighters.dogfight(SHEET, (0, 3), dice())
    assert (result.attacker, result.through) == (fighters.NOBODY, (0, 3))


def test_pv_79_transports_then_bombers_then_the_rest() -> None:
    assert fighters.shot_down(SHEET, 9, 4, 3, 6) == (4, 1, 0)
    assert fighters.shot_down(SHEET, 12, 0, 1, 6) == (0, 1, 2)


def test_pv_49_overflight() -> None:
    assert flak.result(SHEET, HEAVY_FLAK, OVERFLIGHT, 5) == DAMAGE
    assert flak.result(SHEET, LIGHT_FLAK, OVERFLIGHT, 5) == NO_EFFECT
    assert flak.result(SHEET, LIGHT_FLAK, OVERFLIGHT, 6) == DAMAGE


def test_pv_50_near_flak_and_a_serial_lost() -> None:
    near = flak.situation(SHEET, drop=True, km=2, overflown=False)
    bursts = flak.fire(SHEET, (near, near), dice(5, 4))
    assert [burst.result for burst in bursts] == [LOSS, DAMAGE]
    toll = flak.toll(burst.result for burst in bursts)
    assert toll == (1, 2)
    assert flak.mission(SHEET, [toll]) == flak.Mission(frozenset({0}), frozenset())


def test_pv_51_far_heavy_flak_and_near_light_flak() -> None:
    at = (flak.situation(SHEET, True, 4, True), flak.situation(SHEET, True, 2, False))
    assert at == (DROP_FAR, DROP_NEAR)
    assert [burst.result for burst in flak.fire(SHEET, at, dice(4, 6))] == [NO_EFFECT, LOSS]


def test_flak_further_off_or_against_other_missions() -> None:
    assert flak.situation(SHEET, True, 6, False) == flak.NONE
    assert flak.situation(SHEET, True, 6, True) == OVERFLIGHT
    assert flak.situation(SHEET, False, 2, True) == OVERFLIGHT
    assert flak.fire(SHEET, (flak.NONE, flak.NONE), dice()) == ()


def test_pv_63_supply_serials() -> None:
    tolls = [flak.toll([one]) for one in (NO_EFFECT, DAMAGE, LOSS)]
    assert tolls == [(0, 0), (0, 1), (1, 1)]


def test_pv_80_two_damage_lose_the_serial_not_its_load() -> None:
    bursts = flak.fire(SHEET, (DROP_NEAR, DROP_NEAR), dice(3, 4))
    toll = flak.toll(burst.result for burst in bursts)
    assert toll == (0, 2)
    assert flak.mission(SHEET, [toll]) == flak.Mission(frozenset({0}), frozenset())


def test_pooled_damage() -> None:
    pooled = msgspec.structs.replace(STANDARD, flak_damage="pooled")
    one, none = flak.toll([DAMAGE]), flak.toll([NO_EFFECT])
    assert flak.mission(SHEET, [none, one, one, one], pooled) == flak.Mission(frozenset({1}), frozenset({2}))
    assert flak.mission(SHEET, [one, none, one], pooled) == flak.Mission(frozenset({0}), frozenset())
    assert flak.mission(SHEET, [one, none, one]) == flak.Mission(frozenset(), frozenset({0, 2}))
    assert [flak.pooled(SHEET, damage) for damage in range(5)] == [0, 0, 1, 1, 2]


def test_pv_52_54_55_interdiction() -> None:
    three = interdiction.row_of(SHEET, MEDIUM_CLASS, 3)
    assert [interdiction.effect(SHEET, three, die) for die in (6, 4, 2)] == [STEP_LOSS, IMMOBILISED, UNHURT]
    lancasters = interdiction.row_of(SHEET, HEAVY_CLASS, 2)
    assert (lancasters, interdiction.effect(SHEET, lancasters, 2)) == (4, IMMOBILISED)
    assert interdiction.effect(SHEET, interdiction.row_of(SHEET, MEDIUM_CLASS, 9), 1) == IMMOBILISED


def test_pv_53_gaps_and_overlaps() -> None:
    def rows(**reading: int) -> list[int]:
        chosen = msgspec.structs.replace(STANDARD, **reading)
        return [interdiction.row_of(SHEET, LIGHT, n, chosen) for n in (8, 9, 10, 12, 13)]

    assert rows() == [4, 4, 5, 6, 6]
    assert rows(light_nine_row=5) == [4, 5, 5, 6, 6]
    assert rows(light_twelve_row=5) == [4, 4, 5, 5, 6]
    two = msgspec.structs.replace(STANDARD, heavy_two_row=3)
    assert [interdiction.row_of(SHEET, HEAVY_CLASS, n, two) for n in (1, 2, 3)] == [2, 3, 5]


def test_pv_56_battalions_are_light_and_classes_are_not_added() -> None:
    assert SHEET.forces["artillery battalion"] == LIGHT
    assert interdiction.row_of(SHEET, LIGHT, 4) == 2
    assert interdiction.area_row(SHEET, (4, 1, 0)) == 2
    assert interdiction.area_row(SHEET, (0, 0, 0)) == interdiction.NO_ROW
    assert [block_side(SHEET, km) for km in (1, 2, 4, 8)] == [4, 2, 1, 1]


def test_pv_61_starting_status() -> None:
    assert [scale.starting_status(SHEET, value) for value in (10, 25, 45, 85, 99)] == [2, 4, 8, 14, 17]


def test_pv_81_levels_of_victory() -> None:
    levels = [scale.victory_level(SHEET, points) for points in (24, 23, 14, 13, 9, 8, 3)]
    assert levels == ["German strategic", "German tactical", "German tactical", "draw", "draw",
                      "Allied tactical", "Allied strategic"]  # fmt: skip
    assert scale.victory_level(SHEET, 14, short=True) == "German strategic"
    assert scale.victory_level(SHEET, -20) == "Allied strategic"


def test_exact_chances_of_a_dogfight() -> None:
    result = chances(lambda roll: fighters.dogfight(SHEET, (5, 5), roll).through)
    assert result == {(0, 0): Fraction(2, 3), (4, 0): Fraction(1, 6), (0, 4): Fraction(1, 6)}


def test_compass_point_is_the_nearest_of_eight() -> None:  # OPS-RECCE-10
    for east, north in product(range(-30, 31), repeat=2):
        point = compass_point(east, north)
        if not east and not north:
            assert point == -1
            continue
        nearest = [
            east * math.sin(math.radians(45 * way)) + north * math.cos(math.radians(45 * way))
            for way in range(len(POINTS))
        ]
        assert nearest[point] == max(nearest), (east, north)
    assert [POINTS[compass_point(*to)] for to in ((0, 1), (1, 1), (1, 0), (-1, -1))] == ["N", "NE", "E", "SW"]
