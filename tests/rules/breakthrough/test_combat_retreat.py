"""Retreats and advances after combat (BTA-8.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ardennes.games.breakthrough.rules.combat import resolve
from ardennes.games.breakthrough.rules.combat.retreat import fall_back, retreat_chance, retreat_hex
from ardennes.games.breakthrough.rules.model.events import Advanced, Eliminated, Retreated, StoodFast
from ardennes.games.breakthrough.rules.model.state import ADVANCE, DEAD, MOVED
from ardennes.games.breakthrough.schema.terms import TRAVEL
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.board import Field


class TestChance:
    def test_of_the_example(self) -> None:
        assert retreat_chance(Field().w, 40, 4, 90, 1) == 29  # BTA-T-60

    def test_never_without_loss(self) -> None:
        assert retreat_chance(Field().w, 40, 0, 40, 0) == 0

    def test_is_not_rounded(self) -> None:
        assert retreat_chance(Field().w, 30, 1, 97, 0) == 5 + Fraction(250, 30) + Fraction(3, 2)

    @pytest.mark.parametrize(("loss", "fort", "expected"), [(30, 0, 95), (1, 5, 0)])
    def test_stays_within_its_bounds(self, loss: int, fort: int, expected: int) -> None:
        assert retreat_chance(Field().w, 40, loss, 90, fort) == expected


class TestWhere:
    """BTA-8.4d."""

    def test_american_goes_west_german_east(self) -> None:
        field = Field(20)
        american = field.put("US-28-112", "12,8")
        field.put("GE-26VG-39", "12,9")
        there = retreat_hex(field.w, field.s, american, [field.cell("12,9")])
        assert there == field.cell("12,7")
        field = Field(20)
        german = field.put("GE-26VG-39", "12,8")
        field.give(True, *(f"{x},{y}" for x in range(11, 14) for y in range(7, 12)))
        field.put("US-28-112", "12,7")
        assert retreat_hex(field.w, field.s, german, [field.cell("12,7")]) == field.cell("12,9")

    def test_a_quiet_enemy_hex_is_better_than_a_friendly_one_in_a_zone(self) -> None:
        field = Field(20)
        unit = field.put("US-28-112", "12,8")
        field.give(True, "12,7")
        attackers = [field.put("GE-26VG-39", "12,9"), field.put("GE-26VG-77", "11,8")]
        field.put("GE-12VG-27", "14,7")  # its zone takes 13,7 and 13,6
        cells = [field.s.where[u] for u in attackers]
        assert retreat_hex(field.w, field.s, unit, cells) == field.cell("12,7")

    def test_nowhere(self) -> None:
        field = Field(20)
        unit = field.put("US-28-112", "12,8")
        around = [n for n in field.w.grid.neighbours[field.cell("12,8")] if n >= 0]
        germans = ("GE-26VG-39", "GE-26VG-77", "GE-26VG-78", "GE-12VG-27", "GE-12VG-48", "GE-12VG-89")
        for name, cell in zip(germans, around, strict=True):
            field.put(name, field.w.grid.label(cell))
        assert retreat_hex(field.w, field.s, unit, around) is None

    def test_never_into_column_0_for_the_german(self) -> None:
        field = Field(20)
        unit = field.put("GE-5FJ-13", "1,20")
        around = [n for n in field.w.grid.neighbours[field.cell("1,20")] if n >= 0]
        outside = [n for n in around if field.w.grid.column[n] != 0]
        names = ("US-2-9", "US-2-23", "US-2-38", "US-99-393")
        for name, cell in zip(names, outside, strict=True):
            field.put(name, field.w.grid.label(cell))
        assert retreat_hex(field.w, field.s, unit, outside) is None  # BTA-7.6f


class TestCost:
    def test_a_unit_in_a_town_stands_and_bleeds(self) -> None:
        field = Field(20)
        unit = field.put("US-7A-CCB", "19,23", strength=30, efficiency=70)
        events: list[Event] = []
        fall_back(field.w, field.s, unit, [field.cell("19,24")], events)
        assert events == [StoodFast("US-7A-CCB", "19,23", 5, "it is in a town")]  # BTA-T-62
        assert (field.s.strength[unit], field.s.efficiency[unit]) == (25, 70)

    def test_into_a_zone_costs_a_tenth(self) -> None:
        field = Field(20)
        unit = field.put("US-28-112", "12,8", strength=24, artillery=30, fort=3, points=9)
        field.put("GE-26VG-39", "12,9")
        field.put("GE-26VG-77", "12,6")  # its zone lies on 12,7 and both hexes beside it
        field.put("GE-26VG-78", "10,8")
        field.put("GE-12VG-27", "14,7")
        events: list[Event] = []
        fall_back(field.w, field.s, unit, [field.cell("12,9")], events)
        retreats = [e for e in events if isinstance(e, Retreated)]
        assert [e.loss for e in retreats] == [2]  # BTA-T-63
        assert field.s.strength[unit] == 22
        assert field.s.artillery[unit] == 30  # BTA-6.4d: retreats keep it
        assert field.s.fort[unit] == 0
        assert field.s.marks[unit] & MOVED
        assert field.s.points[unit] < 9

    def test_the_last_point_is_the_end(self) -> None:
        field = Field(20)
        unit = field.put("US-106-422", "19,23", strength=1)
        events: list[Event] = []
        fall_back(field.w, field.s, unit, [field.cell("19,24")], events)
        assert [type(e) for e in events[:2]] == [StoodFast, Eliminated]
        assert field.s.where[unit] == DEAD
        assert sum(line.points for line in field.s.ledger) == 50


class TestAdvance:
    def attackers(self, *marks: int) -> tuple[Field, list[int]]:
        field = Field(20)
        names = ("GE-26VG-39", "GE-26VG-77", "GE-26VG-78", "GE-12VG-27")
        labels = ("12,9", "12,9", "12,9", "13,8")
        units = [
            field.put(name, label, marks=mark, artillery=15)
            for name, label, mark in zip(names, labels, marks, strict=False)
        ]
        return field, units

    def test_flagged_ones_in_plotting_order_up_to_three(self) -> None:
        field, units = self.attackers(0, ADVANCE, ADVANCE, ADVANCE)
        events: list[Event] = []
        resolve.advance(field.w, field.s, [units[3], *units[:3]], field.cell("12,8"), events)
        moved = [e.unit for e in events if isinstance(e, Advanced)]
        assert moved == ["GE-12VG-27", "GE-26VG-77", "GE-26VG-78"]
        assert field.s.where[units[0]] == field.cell("12,9")
        assert [field.s.artillery[u] for u in units] == [15, 7, 7, 7]  # BTA-6.4d
        assert field.s.german >> field.cell("12,8") & 1

    def test_even_without_points(self) -> None:
        field, units = self.attackers(ADVANCE)
        field.s.points[units[0]] = 1
        resolve.advance(field.w, field.s, units, field.cell("12,8"), [])
        assert field.s.where[units[0]] == field.cell("12,8")
        assert field.s.points[units[0]] == 0  # BTA-8.4e

    def test_not_off_the_road_in_travel_mode(self) -> None:
        field, units = self.attackers(ADVANCE)
        field.s.mode[units[0]] = TRAVEL
        direction = field.w.grid.direction(field.cell("12,9"), field.cell("12,8"))
        assert direction is not None
        road = bool(field.w.board.links[direction] >> field.cell("12,9") & 1)
        resolve.advance(field.w, field.s, units, field.cell("12,8"), [])
        assert (field.s.where[units[0]] == field.cell("12,8")) == road
