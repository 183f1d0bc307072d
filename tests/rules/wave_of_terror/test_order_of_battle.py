"""The units, the tables and the default set-up of Wave of Terror against what the rulebook says of them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from ardennes.errors import UserError
from ardennes.games.wave_of_terror.rules.model.state import Variant, WaveState
from ardennes.games.wave_of_terror.rules.movement import supply
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.sequence import setup
from ardennes.games.wave_of_terror.schema.load import load_tables, load_units
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import (
    ALLIED,
    ANYWHERE,
    BELGIAN,
    BRITISH,
    BRITISH_STRETCH,
    FRENCH,
    GERMAN,
    KINDS,
    NO_PLACE,
    TURNS,
    Unit,
    data_file,
)
from ardennes.games.wave_of_terror.schema.world import World, printed_world
from ardennes.hexes import bits
from ardennes.kernel.contract import Event
from ardennes.kernel.datafile import DataFileError
from tests.data_copies import copied, edit


@cache
def world() -> World:
    return printed_world()


def test_units_go_by_names_that_fit_a_list() -> None:
    """No comma, since lists of units have them; short enough for two lines of a phone."""
    named = {unit.id: unit.name for unit in world().units}
    assert named["A-28-03"] == "3rd Battalion 112th Infantry (28th)"
    assert named["G-26-02"] == "II./39 Grenadier (26th VG)"
    assert named["G-1SS-01"] == "Panzers 1 (1st SS)"
    assert not [name for name in named.values() if "," in name or len(name) > 50]
    assert not [unit.id for unit in world().units if unit.name == unit.label]


def of(parent: str, side: int) -> list[Unit]:
    number = world().parent_by_id[side][parent]
    return [unit for unit in world().units if unit.parent == number]


def where(unit: Unit) -> tuple[str, int]:
    """The set-up designation."""
    return world().grid.label(unit.setup_hex), unit.radius


def test_there_are_656_units() -> None:
    units = world().units
    assert len(units) == 656
    assert Counter(unit.side for unit in units) == {GERMAN: 279, ALLIED: 377}
    assert Counter(unit.side for unit in units if unit.artillery) == {GERMAN: 8, ALLIED: 25}


def test_the_first_ss_is_eleven_units_with_two_heavy_panzer_battalions() -> None:
    """WOT-2.5, WOT-2.14"""
    units = of("1SS", GERMAN)
    assert len(units) == 11
    assert {where(unit) for unit in units} == {("E4217", 1)}
    heavy = [unit for unit in units if unit.heavy]
    assert [(u.attack, u.defense, u.movement, u.steps) for u in heavy] == [(8, 9, 7, 2)] * 2


def test_three_troops_have_one_step_and_the_squadron_waits() -> None:
    """WOT-2.13, WOT-3.10"""
    lone = [unit for unit in world().units if unit.steps == 1 and not unit.artillery]
    assert [(u.attack, u.defense, u.movement, where(u)) for u in lone] == [(1, 1, 9, ("E3918", 1))] * 3
    assert tuple(unit.index for unit in lone) == world().troops
    squadron = world().units[world().squadron]
    assert (squadron.attack, squadron.movement, squadron.setup_hex, squadron.turn) == (4, 9, -1, 0)


def test_twelve_german_units_start_anywhere() -> None:
    """WOT-3.8"""
    marked = [unit for unit in world().units if unit.setup_hex == ANYWHERE]
    assert Counter(KINDS[unit.kind] for unit in marked) == {"assault gun": 4, "artillery": 8}
    assert all(unit.side == GERMAN and unit.parent == -1 for unit in marked)


def test_divisions_with_a_price() -> None:
    """WOT-8.4, WOT-8.6, WOT-4.12"""
    for name, count in (("10SS", 11), ("11", 10)):
        assert {(unit.turn, unit.optional) for unit in of(name, GERMAN)} == {(5, name)}
        assert len(of(name, GERMAN)) == count
    assert Counter((unit.turn, unit.optional) for unit in of("5A", ALLIED)) == {
        (1, "5A-1"): 2,
        (8, "5A-8"): 5,
    }


def test_printed_set_up_hexes_and_errata() -> None:
    """WOT-3.3, WOT-E-1, WOT-E-2, WOT-E-3, WOT-E-4"""
    assert Counter(where(u) for u in of("2", ALLIED))["E3610", 1] == 3
    assert {where(unit) for unit in of("12SS", GERMAN)} == {("E4110", 1)}
    assert {where(unit) for unit in of("Lehr", GERMAN)} == {("E3530", 3)}
    assert [u.movement for u in of("FEB", GERMAN) if (u.attack, u.defense) == (4, 5)].count(4) == 1
    assert len({(u.attack, u.defense, u.movement) for u in of("276", GERMAN)}) == 1
    assert len({(u.attack, u.defense, u.movement) for u in of("1", ALLIED)}) == 1
    (belgian,) = (unit for unit in world().units if unit.nation == BELGIAN)
    assert where(belgian) == ("E2714", 3)


def fronts(parent: str, side: int, kind: str) -> set[tuple[int, int]]:
    return {(unit.attack, unit.defense) for unit in of(parent, side) if KINDS[unit.kind] == kind}


def test_strengths_and_late_arrivals_are_those_of_the_designer() -> None:
    """WOT-11.0: the green 106th is halved by a loss, the veterans of the 1st are not; gliders are one point
    weaker; the 12th and the 26th are the best Volksgrenadiers; two groups come days after their divisions."""
    green, veteran = of("106", ALLIED)[0], of("1", ALLIED)[0]
    assert (green.attack, green.reduced_attack) == (6, 3)
    assert (veteran.attack, veteran.reduced_attack) == (6, 5)
    ((parachute, _),), ((glider, _),) = fronts("82", ALLIED, "parachute"), fronts("82", ALLIED, "glider")
    assert glider == parachute - 1
    best = {name: max(fronts(name, GERMAN, "infantry")) for name in ("12V", "26", "18", "62", "276", "326")}
    assert min(best["12V"], best["26"]) > max(best["18"], best["62"], best["276"], best["326"])
    assert all(defense >= attack for attack, defense in best.values())
    assert Counter(unit.turn for unit in of("1", ALLIED)) == {3: 6, 6: 3}
    assert Counter(unit.turn for unit in of("3A", ALLIED) if unit.kind != KINDS.index("artillery"))[7] == 2


def test_the_two_dots_of_trucks_are_reported_but_change_nothing() -> None:
    """WOT-2.10: the same moves with and without them."""
    w = world()
    plain = World(
        board=w.board, units=[msgspec.structs.replace(u, motorized=False) for u in w.units], parents=w.parents
    )
    s, trucks = placed("full"), [unit.index for unit in w.units if unit.motorized]
    on_map = [unit for unit in trucks if s.where[unit] >= 0]
    assert len(on_map) > 20
    for unit in on_map[::5]:
        with_dots, without = routes(w, s, (unit,)), routes(plain, s, (unit,))
        assert {cell: with_dots.left(cell) for cell in with_dots} == {
            cell: without.left(cell) for cell in without
        }


def test_parents_of_the_same_number_are_different() -> None:
    """WOT-2.14, WOT-2.15"""
    assert len({world().parent_by_id[GERMAN][name] for name in ("9SS", "9", "9V")}) == 3
    assert world().parent_by_id[ALLIED]["4"] != world().parent_by_id[ALLIED]["4A"]
    gun = world().units[world().by_id["G-IND-11"]]
    assert (gun.parent, gun.optional) == (-1, "")


def test_who_enters_where() -> None:
    """WOT-8.2"""
    for unit in world().units:
        if unit.turn:
            assert (unit.entry == BRITISH_STRETCH) == (unit.nation == BRITISH), unit.id
            assert 1 <= unit.turn <= TURNS
        if unit.nation == FRENCH:
            assert unit.turn > 0
    british = {parent.id for parent in world().parents if parent.british}
    assert british == {"6", "43", "51", "53", "Gd", "29B", "33B", "34B"}


def test_the_supply_table_names_german_parents() -> None:
    """WOT-6.16"""
    problems = load_tables().supply_problems
    assert problems[5] == ("9SS", "62")
    assert problems[7] == ()
    assert {name for names in problems.values() for name in names} <= set(world().parent_by_id[GERMAN])


def test_the_combat_table_is_sound() -> None:
    """WOT-10.7, WOT-10.8: better odds or a better die never hurt; from 1:1 up both sides lose."""
    crt = load_tables().crt
    assert sorted(crt) == list(range(-3, 7))
    assert crt[1][3] == (1, 2)
    for odds, results in crt.items():
        for die, (attacker, defender) in enumerate(results):
            if odds >= 0:
                assert min(attacker, defender) >= 1
            later = [results[k] for k in range(die, 6)] + [crt[k][die] for k in crt if k > odds]
            assert all(a <= attacker and d >= defender for a, d in later)
        if odds < 0:
            assert [defender for _, defender in results].count(0) == 3


# --- the default set-up ----------------------------------------------------------------------------


@cache
def placed(profile: str) -> WaveState:
    w = world()
    s = setup.opening(w, Variant(profile=profile))
    events: list[Event] = []
    for side in (ALLIED, GERMAN):
        assert setup.check_auto(w, s, side) is None
        setup.set_up_all(w, s, side, events)
        assert setup.check_end(w, s, side) is None
    return s


@pytest.mark.parametrize("profile", ["full", "basic"])
def test_the_default_set_up_keeps_the_rules(profile: str) -> None:
    """WOT-3.3, WOT-3.4, WOT-3.5, WOT-3.6, WOT-3.7, WOT-3.8, WOT-7.1, WOT-7.4, WOT-7.6"""
    w, s = world(), placed(profile)
    stacks: dict[int, list[Unit]] = {}
    for side in (ALLIED, GERMAN):
        for unit in setup.starters(w, s, side):
            refusal = setup.area_refusal(w, s, unit, s.where[unit])
            assert refusal is None, (w.units[unit].id, refusal)
            stacks.setdefault(s.where[unit], []).append(w.units[unit])
    for cell, stack in stacks.items():
        label = w.grid.label(cell)
        assert len(stack) == 1 or not any(unit.artillery for unit in stack), label
        assert len(stack) <= 4, label
        assert sum(unit.parent == -1 for unit in stack) <= 3, label
        assert len({unit.side for unit in stack}) == 1, label


def test_the_default_markers_keep_the_rules() -> None:
    """WOT-3.7, WOT-7.7"""
    w = world()
    assert sorted(real for _, real in w.historical.pol) == [False, False, True, True]
    assert len({cell for cell, _ in w.historical.pol}) == 4
    for cell, _ in w.historical.pol:
        assert w.board.road >> cell & 1
        assert w.board.place[cell] == NO_PLACE
        assert w.grid.distance(cell, w.board.pol_centre) <= 3
    assert len(w.historical.kg) == 4
    assert {w.units[unit].parent for unit in w.historical.kg} == {w.kg_parent}
    assert len({w.historical.units[unit] for unit in w.historical.kg}) == 1


def test_the_americans_hold_the_line_and_the_germans_crowd_it() -> None:
    """No stretch of three hexes of the front is without a defender."""
    w, s = world(), placed("full")
    held = {cell for unit in w.of_side[ALLIED] if (cell := s.where[unit]) >= 0}
    near = {other for cell in held for other in (cell, *w.grid.neighbours[cell])}
    for cell in bits(w.board.front[ALLIED]):
        around = {other for k in w.grid.neighbours[cell] for other in (k, *w.grid.neighbours[k])}
        assert near & around, w.grid.label(cell)
    crowd = Counter(s.where[unit] for unit in w.of_side[GERMAN] if s.where[unit] >= 0)
    assert max(crowd.values()) == 4


def test_everybody_is_in_supply_when_the_second_day_begins() -> None:
    """WOT-6.6: lines traced from the default set-up, as on turn 2."""
    w, s = world(), placed("full").clone()
    s.turn = 2
    for side in (ALLIED, GERMAN):
        fed = supply.traced(w, s, side)
        for unit in w.of_side[side]:
            if s.where[unit] >= 0:
                assert fed >> s.where[unit] & 1, f"{w.units[unit].id} in {w.grid.label(s.where[unit])}"


# --- broken data -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            ",E4217,1,",
            ",E9917,1,",
            r"units\.csv, line \d+, setup_hex: found 'E9917'; expected a hex of the map",
        ),
        (
            ",8,9,7,7,8,2,",
            ",8,9,7,7,8,3,",
            r"units\.csv, line \d+, steps: found '3'; expected a whole number",
        ),
        (",panzer,", ",tank,", r"units\.csv, line \d+, kind: found 'tank'; expected 'infantry'"),
    ],
)
def test_broken_units_are_reported_by_line_and_remedy(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = data_file("units.csv").read_text(encoding="utf-8")
    (tmp_path / "units.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataFileError, match=message):
        load_units(load_board().grid, tmp_path)


def test_every_parent_has_a_name(tmp_path: Path) -> None:
    """In texts the 1st SS Panzer Division, on counters and in orders 1SS; a missing name is an error."""
    german = world().parent_by_id[GERMAN]
    assert world().parents[german["1SS"]].name == "1st SS Panzer Division"
    copy = copied("wave_of_terror", tmp_path)
    edit(copy, "parents.csv", "german,Lehr,Panzer Lehr Division,Panzer Lehr,deduced\n", "")
    with pytest.raises(UserError, match=r"units\.csv, line \d+, parent: found 'Lehr'; .* of parents\.csv"):
        load_units(world().grid, copy)
