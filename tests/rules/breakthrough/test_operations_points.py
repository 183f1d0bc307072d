"""Allowances: what units get twice a day (BTA-7.4a, BTA-7.4b, BTA-7.4c, BTA-7.4d, BTA-7.4e, BTA-2.4b,
BTA-2.4c, BTA-2.4d, BTA-2.4e)."""

from __future__ import annotations

import pytest

from ardennes.games.breakthrough.rules.model.events import PointsGiven
from ardennes.games.breakthrough.rules.model.state import AMERICAN_SECOND, INTERDICTED
from ardennes.games.breakthrough.rules.movement.allowance import (
    first_allowance,
    hand_out_first,
    hand_out_second,
    second_points,
)
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, SUPPLIED, TRAVEL, UNSUPPLIED
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.field import Field

INF, ARM, CAV, VG, PZ, PZGR, PIPER, RCN, ENG = (
    "US-82-504", "US-7A-CCA", "US-14C-32", "GE-12VG-27", "GE-116PZ-16", "GE-116PZ-156", "GE-1SS-Piper",
    "GE-LEHR-REC", "GE-ENG-ISS",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "points"),
    [(INF, 9), (ARM, 15), (CAV, 20), (VG, 12), (PZ, 24), (PZGR, 20), (PIPER, 32), (RCN, 28), (ENG, 20),
     ("US-1102-ENG", 9), ("GE-150-SK-SS", 20)],
)  # fmt: skip
def test_first_allowance_by_kind(name: str, points: int) -> None:
    """BTA-7.4a."""
    field = Field()
    assert first_allowance(field.w, field.s, field.put(name, "20,10")) == points


def test_supply_interdiction_and_trucks_in_this_order() -> None:
    """BTA-7.4b, BTA-7.4e."""
    field = Field()
    w, s = field.w, field.s
    piper = field.put(PIPER, "20,10", supply=UNSUPPLIED)
    assert first_allowance(w, s, piper) == 16
    assert first_allowance(w, s, piper, supply=SUPPLIED) == 32
    assert first_allowance(w, s, piper, supply=ISOLATED) == 0
    recon = field.put(RCN, "20,12", marks=INTERDICTED)
    assert first_allowance(w, s, recon) == 14
    s.supply[recon] = UNSUPPLIED
    assert first_allowance(w, s, recon) == 7
    trucks = field.put(INF, "20,14", mode=TRAVEL, marks=INTERDICTED, supply=UNSUPPLIED)
    assert first_allowance(w, s, trucks) == 4  # 18, 9, 4: rounded down after each step
    tanks = field.put(ARM, "20,16", mode=TRAVEL)
    assert first_allowance(w, s, tanks) == 15  # no trucks needed
    volks = field.put(VG, "20,18", mode=TRAVEL)
    assert first_allowance(w, s, volks) == 12  # only Americans have them


@pytest.mark.parametrize(
    ("name", "unused", "points"),
    [(PZ, 10, 15), (PZ, 24, 20), (VG, 12, 12), (INF, 9, 12), (ARM, 15, 24), (CAV, 6, 23), (PZGR, 20, 20)],
)
def test_second_points_carry_half_up_to_the_cap(name: str, unused: int, points: int) -> None:
    """BTA-7.4c."""
    field = Field()
    assert second_points(field.w, field.s, field.put(name, "20,10", points=unused)) == points


def test_trucks_double_the_second_allowance_and_the_cap() -> None:
    field = Field()
    unit = field.put(INF, "20,10", points=6, mode=TRAVEL)
    assert second_points(field.w, field.s, unit) == 21
    field.s.points[unit] = 18
    assert second_points(field.w, field.s, unit) == 24


def test_no_second_allowance_on_the_first_day() -> None:
    """BTA-7.4d."""
    field = Field(day=16)
    unit = field.put(PZGR, "20,10", points=14)
    assert second_points(field.w, field.s, unit) == 7


def test_shares_of_the_first_two_days() -> None:
    """BTA-2.4b, BTA-2.4d, BTA-2.4e."""
    field = Field(day=16)
    w, s = field.w, field.s
    names = ("US-106-422", "US-14C-32", "US-1102-ENG", PZ, PZGR, "GE-ENG-IISS")
    units = [field.put(name, f"20,{at}") for at, name in enumerate(names, 5)]
    assert [first_allowance(w, s, unit) for unit in units] == [0, 20, 9, 12, 20, 0]
    s.turn = 2
    assert [first_allowance(w, s, unit) for unit in units] == [4, 20, 9, 24, 20, 20]
    s.points[units[0]] = 4
    assert second_points(w, s, units[0]) == 6


def test_a_divisional_unit_takes_the_smallest_share_of_those_in_it() -> None:
    field = Field(day=16)
    parts = ("GE-116PZ-60", "GE-116PZ-156")
    unit = field.division("GE-116PZ-DIV", "20,10", parts)
    assert first_allowance(field.w, field.s, unit) == 24  # the tank regiment, at one half, is not in it
    field.s.inside[field.unit("GE-116PZ-16")] = unit
    assert first_allowance(field.w, field.s, unit) == 12


def test_handing_out_reaches_units_on_the_map_alone() -> None:
    field = Field(phase=AMERICAN_SECOND)
    w, s = field.w, field.s
    unit, enemy = field.put(INF, "20,10", points=8), field.put(VG, "20,20", points=3)
    events: list[Event] = []
    hand_out_second(w, s, AMERICAN, events)
    assert (s.points[unit], s.points[enemy]) == (12, 3)
    assert events == [PointsGiven(AMERICAN, second=True)]
    assert events[0].seen_by(GERMAN) is None
    hand_out_first(w, s, GERMAN)
    assert (s.points[unit], s.points[enemy]) == (12, 12)
    assert s.points[field.unit("GE-12VG-48")] == 0
