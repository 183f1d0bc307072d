"""Movement on the sheet: distances and times of the test vectors, exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ardennes.games.playsheet.rules.tables import movement
from ardennes.games.playsheet.rules.tables.movement import Leg, March, march
from ardennes.games.playsheet.schema.sheet import load_sheet
from ardennes.games.playsheet.schema.terms import (
    CLASSES,
    CLEAR,
    FOOT,
    FOREST,
    MARSH,
    MECH,
    MODES,
    NON_TACTICAL,
    RECCE,
    ROAD,
    TACTICAL,
    TANKS,
    TERRAINS,
    TOWED,
    TURN,
)
from ardennes.kernel.contract import Refusal

SHEET = load_sheet()
LONG = 400  # km: further than anyone comes


def went(row: int, mode: int, *legs: Leg, **more: Any) -> tuple[object, object]:
    """Hexes covered and time used."""
    result = march(SHEET, row, mode, legs, **more)
    assert isinstance(result, March)
    return result.km / 2, result.used


def refused(row: int, mode: int, *legs: Leg) -> str:
    result = march(SHEET, row, mode, legs)
    assert isinstance(result, Refusal)
    return result.rule


def test_pv_01_foot_through_forest() -> None:
    assert went(FOOT, TACTICAL, Leg(LONG, FOREST)) == (7, Fraction(14, 15))


def test_pv_02_mixed_ground_to_exactly_one_turn() -> None:
    assert went(MECH, TACTICAL, Leg(6, FOREST), Leg(LONG, CLEAR)) == (13, 1)


def test_pv_03_tanks_in_marsh_and_forest() -> None:
    assert went(TANKS, NON_TACTICAL, Leg(4, MARSH), Leg(LONG, FOREST)) == (12, Fraction(59, 63))


@pytest.mark.parametrize("mode", [TACTICAL, NON_TACTICAL])
def test_pv_04_towed_guns_only_by_road(mode: int) -> None:
    assert refused(TOWED, mode, Leg(2, CLEAR)) == "OPS-MOVE-8"


def test_pv_05_towed_guns_by_road() -> None:
    assert went(TOWED, ROAD, Leg(LONG, FOREST)) == (37, Fraction(74, 75))


def test_pv_06_recce_by_road_day_and_night() -> None:
    assert went(RECCE, ROAD, Leg(LONG, CLEAR)) == (50, 1)
    assert went(RECCE, ROAD, Leg(LONG, CLEAR), night=True) == (12, Fraction(24, 25))


def test_pv_07_foot_at_night() -> None:
    assert went(FOOT, NON_TACTICAL, Leg(LONG, CLEAR), night=True) == (3, Fraction(24, 25))


def test_pv_08_tanks_in_marsh_at_night() -> None:
    assert went(TANKS, TACTICAL, Leg(LONG, MARSH), night=True) == (1, 1)


def test_pv_09_tanks_at_a_river_without_a_bridge() -> None:
    assert refused(TANKS, TACTICAL, Leg(2, CLEAR, river=True)) == "OPS-MOVE-14"


def test_pv_10_recce_over_a_river() -> None:
    assert went(RECCE, TACTICAL, Leg(LONG, CLEAR, river=True)) == (11, Fraction(59, 60))


def test_a_river_is_crossed_tactically_only() -> None:
    assert refused(FOOT, NON_TACTICAL, Leg(2, CLEAR, river=True)) == "OPS-MOVE-14"


def test_a_crossing_takes_the_same_at_night() -> None:
    assert went(FOOT, TACTICAL, Leg(2, CLEAR, river=True), night=True) == (
        1,
        Fraction(8, 15) + Fraction(1, 4),
    )


@pytest.mark.parametrize(
    ("hexes", "used", "attacks"), [(7, Fraction(7, 15), True), (8, Fraction(8, 15), False)]
)
def test_pv_12_half_a_turn(hexes: int, used: Fraction, attacks: bool) -> None:
    assert went(MECH, TACTICAL, Leg(2 * hexes, CLEAR)) == (hexes, used)
    assert movement.may_attack(SHEET, used) is attacks


@pytest.mark.parametrize(
    ("row", "used", "attacks"), [(FOOT, Fraction(8, 15), False), (MECH, Fraction(4, 9), True)]
)
def test_pv_13_half_a_night(row: int, used: Fraction, attacks: bool) -> None:
    assert went(row, TACTICAL, Leg(2, FOREST), night=True) == (1, used)
    assert movement.may_attack(SHEET, used) is attacks


def test_exactly_half_may_attack() -> None:
    assert movement.may_attack(SHEET, Fraction(1, 2))


def test_pv_33_half_of_what_remains_for_an_overrun() -> None:
    left = movement.overrun_time(SHEET, Fraction(7, 15))
    step = movement.step_time(SHEET, TANKS, CLEAR, TACTICAL)
    assert left // step == 4


def test_pv_66_towed_guns_begin_off_the_road() -> None:
    assert went(TOWED, ROAD, Leg(LONG, CLEAR), off_road=True) == (19, Fraction(49, 50))


def test_trucks_carry_only_where_nobody_shoots() -> None:
    assert movement.moving_row(FOOT, ROAD, trucks=True) == MECH
    assert movement.moving_row(FOOT, TACTICAL, trucks=True) == FOOT
    assert movement.moving_row(FOOT, ROAD, trucks=False) == FOOT


def test_horse_drawn_guns_do_not_move_tactically() -> None:
    result = movement.check_mode(SHEET, FOOT, TACTICAL, horse_guns=True)
    assert result is not None
    assert result.rule == "OPS-UNIT-3"
    assert movement.check_mode(SHEET, FOOT, ROAD, horse_guns=True) is None


def test_without_supply_vehicles_use_a_quarter_of_the_turn() -> None:
    assert went(TANKS, ROAD, Leg(LONG, CLEAR), no_supply=True) == (8, Fraction(1, 4))
    assert went(FOOT, ROAD, Leg(LONG, CLEAR), no_supply=True) == (15, 1)


@pytest.mark.parametrize("row", range(len(CLASSES)))
@pytest.mark.parametrize("mode", range(len(MODES)))
@pytest.mark.parametrize("night", [False, True])
def test_every_step_is_a_whole_number_of_parts(row: int, mode: int, night: bool) -> None:
    for terrain in range(len(TERRAINS)):
        parts = SHEET.steps[night][mode][row][terrain]
        if movement.check_mode(SHEET, row, mode) is not None:
            assert parts == 0
        else:
            time = movement.step_time(SHEET, row, terrain, mode, night=night)
            assert Fraction(parts, TURN) == time
            assert movement.parts(time) == parts


def test_on_a_real_map_the_last_leg_is_cut_to_the_metre() -> None:
    def covered(row: int, *legs: Leg) -> tuple[object, object, bool]:
        result = march(SHEET, row, TACTICAL, legs, step_km=0)
        assert isinstance(result, March)
        return result.km, result.used, result.whole

    assert covered(MECH, Leg(9, FOREST), Leg(40, CLEAR)) == (24, 1, False)
    assert covered(FOOT, Leg(12, CLEAR), Leg(5, CLEAR, river=True)) == (12, Fraction(4, 5), False)
