"""Combat on the sheet: the test vectors, the digest's typical attacks, readings, exact chances."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec
import pytest

from ardennes.games.playsheet.rules.tables import artillery, combat
from ardennes.games.playsheet.rules.tables.artillery import Group
from ardennes.games.playsheet.rules.tables.chances import battle_chances
from ardennes.games.playsheet.rules.tables.combat import (
    Battle,
    BattleSide,
    BattleUnit,
    Fought,
    fight,
    side_sum,
)
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.sheet import (
    BADLY_BEATEN,
    CONFUSED_COMBAT,
    LIMITED_SUCCESS,
    SUCCESS,
    SUPERIOR,
    TOTAL_SUCCESS,
    ResultRow,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import CLEAR, FIELD, FOREST, HEAVY, MARSH, MEDIUM, ROCKET, TOWN

SHEET = load_sheet()
INFANTRY = BattleUnit("i", 8, infantry=True, prepared=True)
TANK = BattleUnit("t", 9, tank=True, prepared=True)
UNITS = {
    "inf": INFANTRY,
    "light": INFANTRY._replace(light=True),
    "tank": TANK,
    "heavy": TANK._replace(heavy=True),
    "cc": TANK._replace(infantry=True),
}


def side(*words: str, unprepared: bool = False, guns: int = 0, air: int = 0, **more: bool) -> BattleSide:
    """A side of units like 'inf 8'."""
    units = []
    for at, word in enumerate(words):
        kind, status = word.split()
        unit = UNITS[kind]._replace(id=f"{at}", status=int(status), prepared=not unprepared, **more)  # type: ignore[arg-type]
        units.append(unit)
    return BattleSide(tuple(units), Fraction(guns), air)


def dice(*values: int) -> Callable[[str], int]:
    left = list(values)
    return lambda what: left.pop(0)


def fought(battle: Battle, *values: int, readings: Readings = STANDARD) -> Fought:
    return fight(SHEET, battle, dice(*values, 1), readings)


def totals(battle: Battle, readings: Readings = STANDARD) -> tuple[object, object]:
    result = combat.score(SHEET, battle, readings)
    return result.attack.total, result.defence.total


def test_pv_15_combined_arms_against_a_forest() -> None:
    battle = Battle(side("inf 8", "tank 9"), side("inf 8"), FOREST)
    assert totals(battle) == (21, 10)
    result = fought(battle, 3)
    assert (result.points, result.row.result, result.score.bad) == (14, SUCCESS, True)


def test_pv_16_the_same_in_the_open() -> None:
    battle = Battle(side("inf 8", "tank 9"), side("inf 8"), CLEAR)
    assert totals(battle) == (21, 6)
    assert (fought(battle, 3).points, fought(battle, 3).row.result) == (18, TOTAL_SUCCESS)


@pytest.mark.parametrize(("die", "points", "result"), [(5, 2, CONFUSED_COMBAT), (4, 1, BADLY_BEATEN)])
def test_pv_17_unprepared_on_a_town(die: int, points: int, result: int) -> None:
    outcome = fought(Battle(side("inf 8", unprepared=True), side("inf 7"), TOWN), die)
    assert (outcome.points, outcome.row.result) == (points, result)


@pytest.mark.parametrize(
    ("bad", "scores"),
    [
        pytest.param(False, (12, 11, 8, 7, 5, 4, -1, -2), id="PV-18"),
        pytest.param(True, (20, 19, 12, 11, 7, 6, 2, 1), id="PV-19"),
    ],
)
def test_pv_18_19_rows(bad: bool, scores: Sequence[int]) -> None:
    assert [combat.row_of(SHEET, bad, points).result for points in scores] == [
        TOTAL_SUCCESS, SUCCESS, SUCCESS, LIMITED_SUCCESS, LIMITED_SUCCESS, CONFUSED_COMBAT, CONFUSED_COMBAT,
        BADLY_BEATEN,
    ]  # fmt: skip


def test_pv_20_caught_on_the_march_and_rounded_down_once() -> None:
    battle = Battle(side("inf 8"), side("inf 7", marched=True), CLEAR)
    result = fought(battle, 1)
    assert (result.exact, result.points, result.row.result) == (Fraction(11, 2), 5, LIMITED_SUCCESS)
    nearest = msgspec.structs.replace(STANDARD, score_rounding="nearest")
    assert fought(battle, 1, readings=nearest).points == 6


def test_pv_21_tanks_at_night() -> None:
    battle = Battle(side("tank 11", "inf 11"), side("inf 8"), CLEAR, night=True)
    assert [unit.factor for unit in side_sum(SHEET, battle, True).units] == [Fraction(13, 2), 13]
    result = fought(battle, 2)
    assert (result.exact, result.points, result.row.result) == (Fraction(31, 2), 15, TOTAL_SUCCESS)


def test_pv_22_another_formation() -> None:
    units = [INFANTRY._replace(id=name, status=status, formation=name[0]) for name, status in
             (("A1", 8), ("A2", 8), ("B1", 5))]  # fmt: skip
    battle = Battle(BattleSide(tuple(units)), side("inf 1"), CLEAR)
    assert totals(battle)[0] == 19


def test_the_main_formation_by_number_status_and_lowest_id() -> None:
    def main(*units: tuple[str, str, int]) -> str:
        result = [BattleUnit(name, status, formation) for name, formation, status in units]
        return combat.main_formation(BattleSide(tuple(result)))

    assert main(("a", "X", 9), ("b", "Y", 1), ("c", "Y", 1)) == "Y"
    assert main(("a", "X", 3), ("b", "Y", 4)) == "Y"
    assert main(("b", "Y", 4), ("a", "X", 4)) == "X"


def test_pv_23_light_infantry_never_below_nothing() -> None:
    def factor(status: int, unprepared: bool, readings: Readings = STANDARD) -> object:
        battle = Battle(side(f"light {status}", unprepared=unprepared), side("inf 1"), CLEAR)
        return side_sum(SHEET, battle, True, readings).units[0].factor

    assert (factor(7, False), factor(7, True), factor(3, True)) == (5, 1, 0)
    assert factor(3, True, msgspec.structs.replace(STANDARD, unit_factor_floor="none")) == -3


def test_pv_24_heavy_tanks() -> None:
    against_tanks = Battle(side("heavy 14"), side("tank 9"), CLEAR)
    against_infantry = Battle(side("heavy 14"), side("inf 9"), CLEAR)
    assert totals(against_tanks)[0] == 16
    assert totals(against_infantry)[0] == 14


def test_pv_25_two_advantages() -> None:
    held = (combat.SURPRISE, combat.ENVELOPMENT)
    battle = Battle(side("inf 4", "inf 4", "inf 4"), side("inf 8"), CLEAR, advantages=held)
    assert totals(battle)[0] == 24


def row(result: int) -> ResultRow:
    return SHEET.results[result]


def test_pv_26_total_success_in_forest() -> None:
    won = row(TOTAL_SUCCESS)
    assert combat.take((7, 5), won.defender_loss) == (5, 3)
    assert combat.take((3, 1), won.sp_loss) == (1, 0)
    assert combat.roll_retirement(combat.retirement(won, FOREST), dice(4)) == ((4,), 4)
    assert combat.retire_hexes(4) == 2
    assert (won.attacker_loss, won.counter_attack) == (1, False)


@pytest.mark.parametrize(("terrain", "km", "hexes"), [(CLEAR, 5, 3), (FOREST, 3, 2), (MARSH, 3, 2)])
def test_pv_27_success(terrain: int, km: int, hexes: int) -> None:
    won = row(SUCCESS)
    assert combat.roll_retirement(combat.retirement(won, terrain), dice(5))[1] == km
    assert combat.retire_hexes(km) == hexes
    assert (won.defender_loss, won.sp_loss) == (1, 1)


def test_pv_28_limited_success_rolls_no_retirement_die() -> None:
    won = row(LIMITED_SUCCESS)
    assert combat.roll_retirement(combat.retirement(won, CLEAR), dice()) == ((), 2)
    assert combat.roll_retirement(combat.retirement(won, FOREST), dice()) == ((), 1)
    assert (won.defender_loss, won.sp_loss, won.counter_attack) == (1, 1, True)


def test_pv_29_30_confused_and_badly_beaten() -> None:
    confused, beaten = row(CONFUSED_COMBAT), row(BADLY_BEATEN)
    assert (confused.attacker_loss, confused.defender_loss, confused.sp_loss) == (1, 1, 0)
    assert (confused.counter_attack, confused.thrown_back, confused.overrun) == (False, False, False)
    assert (beaten.attacker_loss, beaten.defender_loss, beaten.counter_attack) == (1, 0, True)
    assert beaten.thrown_back
    assert not beaten.overrun


def overrun(attackers: BattleSide, status: int, breakthrough: bool = True) -> Battle:
    return Battle(attackers, side(f"inf {status}"), CLEAR, breakthrough=breakthrough)


def test_pv_31_overrun_on_success() -> None:
    battle = overrun(side("tank 11", "tank 9", "inf 8"), 13)
    worked = combat.score(SHEET, battle)._replace(defence=combat.SideSum((), (), Fraction(25)))
    result = combat.finish(SHEET, battle, worked, dice(1, 1), STANDARD)
    assert result.row.result == SUCCESS
    assert (result.overrun, result.attacker_loss, result.row.fight_again) == (True, 2, True)


def test_pv_32_no_overrun() -> None:
    three = side("tank 11", "tank 9", "inf 8")
    assert "breakthrough order" in combat.overrun_missing(overrun(three, 13, breakthrough=False))[0]
    assert "30 is needed" in combat.overrun_missing(overrun(three, 15))[0]
    assert combat.overrun_missing(overrun(three, 14)) == ()  # exactly twice
    assert "mostly armour" in combat.overrun_missing(overrun(side("tank 10", "inf 10"), 10))[0]
    result = fought(overrun(side("tank 10", "inf 10"), 10), 6)
    assert (result.overrun, result.attacker_loss) == (False, 1)


def test_pv_34_overrun_on_limited_success() -> None:
    limited = row(LIMITED_SUCCESS)
    assert limited.attacker_loss + limited.overrun_loss == 2
    assert limited.overrun
    assert not limited.fight_again


def test_pv_35_a_unit_at_nothing() -> None:
    assert combat.take((1,), row(SUCCESS).defender_loss) == (0,)


def added(groups: list[Group], combat_units: int, readings: Readings = STANDARD) -> Fraction:
    total = sum((artillery.support(SHEET, group) for group in groups), Fraction(0))
    return artillery.capped(total, combat_units, readings)


def test_pv_36_37_artillery() -> None:
    assert added([Group(MEDIUM, 3, 10), Group(FIELD, 2, 10)], 2) == 4
    assert added([Group(ROCKET, 4, 10)], 4) == 0
    assert added([Group(HEAVY, 3, 12)], 4) == Fraction(3, 2)
    assert added([Group(FIELD, 6, 8)], 1) == 2
    uncapped = msgspec.structs.replace(STANDARD, artillery_cap_per_unit="none")
    assert added([Group(FIELD, 6, 8)], 1, uncapped) == 6


@pytest.mark.parametrize(("km", "added"), [(8, 2), (9, 1), (12, 1), (13, 0)])
def test_a_range_reaches_its_last_km(km: int, added: int) -> None:
    assert artillery.support(SHEET, Group(FIELD, 2, km)) == added


def test_infantry_guns_add_a_half_within_six_km() -> None:
    assert artillery.own_guns(SHEET, 6) == Fraction(1, 2)
    assert artillery.own_guns(SHEET, 8) == 0


def test_pv_56_which_artillery_interdicts() -> None:
    assert artillery.check_interdict(SHEET, FIELD, 12) is None
    too_far, never = artillery.check_interdict(SHEET, FIELD, 14), artillery.check_interdict(SHEET, ROCKET, 8)
    assert "12 km" in str(too_far)
    assert "OPS-ARTY-6" in str(never)


def test_pv_62_without_supply() -> None:
    battle = Battle(side("inf 9"), side("inf 8", no_supply=True), CLEAR)
    assert totals(battle)[1] == 4
    assert totals(Battle(side("inf 8", no_supply=True), side("inf 1"), CLEAR))[0] == 8  # only in defence


def test_defenders_have_combined_arms_after_defending() -> None:
    there = side("cc 9", "inf 8", defended=True)
    battle = Battle(side("inf 1"), there, CLEAR)
    assert totals(battle)[1] == 21
    off = msgspec.structs.replace(STANDARD, defender_combined_arms=False)
    assert totals(battle, off)[1] == 17
    assert totals(battle._replace(defenders=side("cc 9", "inf 8")))[1] == 17
    guns = INFANTRY._replace(id="g", status=3, infantry=False, combat=False)  # guns need not have defended
    assert totals(battle._replace(defenders=BattleSide((*there.units, guns))))[1] == 26


def test_a_river_before_all_attackers_is_a_line_and_bad_terrain() -> None:
    battle = Battle(side("inf 8"), side("inf 8", "inf 4"), CLEAR, across_river=True)
    result = combat.score(SHEET, battle)
    assert result.defence.total == 16
    assert result.bad
    assert result.defence.units[0].lines[0].rule == "OPS-COMBAT-3, OPS-ADV-5"


def test_supported_infantry_stands_in_the_open() -> None:
    assert totals(Battle(side("tank 9"), side("inf 8"), CLEAR))[1] == 6
    assert totals(Battle(side("tank 9"), side("inf 8", guns=1), CLEAR))[1] == 9
    assert totals(Battle(side("tank 9"), side("inf 8", "tank 1"), CLEAR))[1] == 9
    assert totals(Battle(side("inf 8"), side("tank 9"), CLEAR))[0] == 6  # attackers too
    assert totals(Battle(side("tank 9"), side("inf 8"), MARSH))[1] == 8  # neither open nor close


ALL = (combat.SURPRISE, combat.ENVELOPMENT)
TYPICAL = [
    (side("inf 4", guns=2), side("inf 7", dug_in=True, guns=2), FOREST, (), (6, 11), "B6"),
    (side("inf 4", guns=2), side("inf 7", dug_in=True, guns=2), FOREST, ALL[:1], (8, 11), "B4 C2"),
    (side("inf 4", "inf 4", guns=4), side("inf 7", dug_in=True, guns=2), FOREST, (), (12, 11), "C5 L1"),
    (side("inf 4", "inf 4", guns=4), side("inf 7", dug_in=True, guns=2), FOREST, ALL[:1], (16, 11), "C1 L5"),
    (side("inf 4", "inf 4", "inf 4", guns=6), side("inf 7", dug_in=True, guns=2), FOREST, (),
     (18, 11), "L4 S2"),
    (side("inf 4", "inf 4", "inf 4", guns=6), side("inf 7", dug_in=True, guns=2), FOREST, ALL[:1],
     (24, 11), "S6"),
    (side("inf 4", "inf 4", "inf 4", guns=6), side("inf 7", dug_in=True, guns=2), FOREST, ALL,
     (30, 11), "T6"),
    (side("tank 9", "inf 8", "inf 8"), side("inf 8"), CLEAR, (), (31, 6), "T6"),
    (side("tank 9", "inf 8", "inf 8", guns=6, unprepared=True), side("inf 8", dug_in=True, guns=2),
     CLEAR, (), (19, 12), "S4 T2"),
    (side("tank 9", "inf 8", guns=4), side("inf 8", dug_in=True, guns=2), TOWN, (), (25, 14), "S6"),
    (side("tank 9", "inf 8", "inf 8", guns=6), side("inf 8", "inf 8", dug_in=True, guns=4), TOWN, (),
     (37, 28), "L2 S4"),
    (side("tank 9", "inf 8", "inf 8", guns=6, air=SUPERIOR), side("inf 8", "inf 8", dug_in=True, guns=4),
     TOWN, (), (43, 28), "S4 T2"),
    (side("tank 9", "inf 8", "inf 8", guns=6), side("cc 9", "inf 8", dug_in=True, defended=True, guns=4),
     TOWN, (), (37, 33), "C2 L4"),
    (side("tank 9", "inf 8", "inf 8", guns=6, air=SUPERIOR),
     side("inf 8", "inf 8", "inf 8", dug_in=True, guns=6), TOWN, (), (43, 42), "C5 L1"),
    (side("cc 9", guns=2), side("inf 8", guns=2), CLEAR, (), (13, 10), "C1 L3 S2"),
]  # fmt: skip


@pytest.mark.parametrize(("attackers", "defenders", "terrain", "held", "sums", "chances"), TYPICAL)
def test_typical_attacks(
    attackers: BattleSide,
    defenders: BattleSide,
    terrain: int,
    held: tuple[int, ...],
    sums: tuple[int, int],
    chances: str,
) -> None:
    battle = Battle(attackers, defenders, terrain, advantages=held)
    assert totals(battle) == sums
    results = dict.fromkeys("TSLCB", Fraction(0))
    for (result, _), chance in battle_chances(SHEET, battle).items():
        results["TSLCB"[result]] += chance
    expected = {word[0]: Fraction(int(word[1:]), 6) for word in re.findall(r"\w\d", chances)}
    assert {name: chance for name, chance in results.items() if chance} == expected


def test_exact_chances_of_a_battle_with_its_retirement() -> None:
    battle = Battle(side("inf 8"), side("inf 4"), CLEAR)  # 5 to 10: limited three times, then success
    result = battle_chances(SHEET, battle)
    assert sum(result.values()) == 1
    assert result[LIMITED_SUCCESS, 2] == Fraction(1, 2)
    assert [result[SUCCESS, km] for km in range(1, 7)] == [Fraction(1, 12)] * 6


def test_a_far_retirement_is_a_reading() -> None:
    battle = Battle(side("inf 20"), side("inf 4"), CLEAR)
    far = battle_chances(SHEET, battle, msgspec.structs.replace(STANDARD, total_success_open_retire="2d6"))
    assert far[TOTAL_SUCCESS, 12] == Fraction(1, 36)
    assert max(battle_chances(SHEET, battle)) == (TOTAL_SUCCESS, 6)


def test_the_printed_retirement_is_data() -> None:  # OPS-COMBAT-29
    """Only a reading other than the standard one takes the place of the cell."""
    won = next(row for row in SHEET.results if row.result == TOTAL_SUCCESS)
    changed = msgspec.structs.replace(won, retire_open="1d3")
    far = msgspec.structs.replace(STANDARD, total_success_open_retire="2d6")
    assert combat.retirement(changed, CLEAR) == "1d3"
    assert combat.retirement(changed, CLEAR, far) == "2d6"
