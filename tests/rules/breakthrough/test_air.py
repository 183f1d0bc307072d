"""Weather and the Air Phase (BTA-9.0, BTA-3)."""

from __future__ import annotations

import pytest

from ardennes.dice import NoDice, ScriptedDice
from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.model.events import (
    Eliminated,
    GroundAttacked,
    TurnBegan,
    UnitsInterdicted,
)
from ardennes.games.breakthrough.rules.model.orders import END, AirDrop, GroundAttack, Interdict
from ardennes.games.breakthrough.rules.model.state import AIR, INTERDICTED, ORGANIZATION
from ardennes.games.breakthrough.rules.sequence.weather import air_points, begin_turn, frozen, weather_on
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    CLEAR_SKY,
    FOG,
    GERMAN,
    ISOLATED,
    NORMAL,
    OVERCAST,
    SUPPLIED,
    TRAVEL,
    UNSUPPLIED,
)
from ardennes.games.breakthrough.schema.world import printed_world
from ardennes.kernel.contract import Event
from ardennes.kernel.offers import orders
from tests.rules.breakthrough.board import Field


class TestWeather:
    @pytest.mark.parametrize(
        ("day", "die", "weather"),
        [
            (20, 50, OVERCAST), (20, 51, FOG), (23, 16, OVERCAST), (23, 17, FOG), (23, 50, FOG),
            (23, 51, CLEAR_SKY), (26, 34, FOG), (26, 35, CLEAR_SKY), (16, 100, OVERCAST),
        ],
    )  # fmt: skip
    def test_one_die(self, day: int, die: int, weather: int) -> None:
        assert weather_on(printed_world(), day, die) == weather  # BTA-T-81

    @pytest.mark.parametrize(
        ("level", "day", "weather", "side", "points"),
        [
            (1, 20, OVERCAST, AMERICAN, 0), (1, 20, FOG, AMERICAN, 6), (1, 23, CLEAR_SKY, AMERICAN, 10),
            (4, 18, OVERCAST, GERMAN, 3), (3, 20, FOG, GERMAN, 1), (3, 18, FOG, GERMAN, 2),
            (3, 23, CLEAR_SKY, GERMAN, 0), (4, 23, CLEAR_SKY, GERMAN, 0),
        ],
    )  # fmt: skip
    def test_air_points(self, level: int, day: int, weather: int, side: int, points: int) -> None:
        assert air_points(printed_world(), level, day, weather, side) == points  # BTA-T-80

    def test_no_die_when_only_one_weather_is_possible(self) -> None:
        field = Field(17)
        events: list[Event] = []
        begin_turn(field.w, field.s, NoDice(), events)
        assert field.s.weather == OVERCAST
        assert field.s.air == [0, 0]

    def test_a_new_turn(self) -> None:
        field = Field(24)
        unit = field.put("GE-26VG-39", "12,8", marks=INTERDICTED)
        field.s.interdiction = [1, 3]
        events: list[Event] = []
        begin_turn(field.w, field.s, ScriptedDice([60]), events)
        assert events[-1] == TurnBegan(9, 24, "clear", True, 0, 6)
        assert (field.s.interdiction, field.s.marks[unit]) == ([0, 0], 0)

    def test_the_ground_freezes_on_the_24th(self) -> None:
        assert [frozen(Field(day).w, day) for day in (23, 24, 27)] == [False, True, True]


def field_with_air(points: int = 3) -> Field:
    field = Field(23)
    field.s.phase, field.s.acting = AIR, AMERICAN
    field.s.air = [0, points]
    field.s.weather = CLEAR_SKY
    return field


class TestGroundAttack:
    def test_disrupted_and_strafed(self) -> None:
        """BTA-T-65."""
        field = field_with_air()
        unit = field.put("GE-116PZ-60", "12,8", strength=55, efficiency=70, mode=TRAVEL)
        events: list[Event] = []
        dice = ScriptedDice([50, 33])
        missions.DECISION.apply(field.w, field.s, AMERICAN, GroundAttack("12,8"), dice, events)
        s = field.s
        assert (s.efficiency[unit], s.strength[unit], s.mode[unit]) == (40, 39, NORMAL)
        outcome = next(e for e in events if isinstance(e, GroundAttacked))
        assert outcome.loss == 16
        shown = outcome.seen_by(AMERICAN)
        assert isinstance(shown, GroundAttacked)
        assert shown.loss == -1
        assert s.air == [0, 2]

    def test_normal_mode_is_not_strafed(self) -> None:
        field = field_with_air()
        unit = field.put("GE-116PZ-60", "12,8", efficiency=70)
        dice = ScriptedDice([51])
        missions.DECISION.apply(field.w, field.s, AMERICAN, GroundAttack("12,8"), dice, [])
        assert (dice.left, field.s.efficiency[unit]) == (0, 70)

    def test_the_last_strength_point(self) -> None:
        field = field_with_air()
        field.put("GE-116PZ-60", "12,8", strength=1, mode=TRAVEL)
        events: list[Event] = []
        missions.DECISION.apply(
            field.w, field.s, AMERICAN, GroundAttack("12,8"), ScriptedDice([51, 33]), events
        )
        assert [e for e in events if isinstance(e, Eliminated)]
        assert sum(line.points for line in field.s.ledger) == -50

    def test_refusals(self) -> None:
        field = field_with_air()
        field.put("US-2-9", "12,8")
        refusal = missions.DECISION.check(field.w, field.s, AMERICAN, GroundAttack("12,8"))
        assert refusal is not None
        assert refusal.rule == "BTA-3.2"
        field.s.air = [0, 0]
        for order in (Interdict(), GroundAttack("12,8")):
            refusal = missions.DECISION.check(field.w, field.s, AMERICAN, order)
            assert refusal is not None
            assert refusal.rule == "BTA-3.2"
        assert missions.DECISION.check(field.w, field.s, AMERICAN, END) is None

    def test_offers_are_what_check_accepts(self) -> None:
        field = field_with_air(1)
        for number, label in enumerate(("12,8", "14,9", "3,3")):
            field.put(("GE-26VG-39", "GE-26VG-77", "GE-26VG-78")[number], label)
        field.put("US-2-9", "20,20")
        result = list(orders(missions.DECISION.offers(field.w, field.s, AMERICAN)))
        assert result[:2] == [END, Interdict()]
        assert {o.hex for o in result[2:] if isinstance(o, GroundAttack)} == {"12,8", "14,9", "3,3"}
        assert all(missions.DECISION.check(field.w, field.s, AMERICAN, o) is None for o in result)
        field.s.air = [0, 0]
        assert missions.DECISION.offers(field.w, field.s, AMERICAN) == [END]


class TestInterdiction:
    def test_more_points_more_chance(self) -> None:
        w = printed_world()
        assert [missions.interdiction_chance(w, n) for n in (0, 1, 6, 9, 10, 14)] == [0, 10, 60, 90, 90, 90]

    def test_each_unit_is_rolled_for_in_chart_order(self) -> None:
        field = field_with_air()
        units = [field.put("GE-12VG-27", "12,8"), field.put("GE-116PZ-60", "13,8")]
        american = field.put("US-2-9", "20,20")
        for _ in range(3):
            missions.DECISION.apply(field.w, field.s, AMERICAN, Interdict(), NoDice(), [])
        assert (field.s.air, field.s.interdiction) == ([0, 0], [0, 3])
        events: list[Event] = []
        missions.resolve_interdiction(field.w, field.s, ScriptedDice([30, 31]), events)
        hit, spared = sorted(units)
        assert field.s.marks[hit] & INTERDICTED
        assert not field.s.marks[spared] & INTERDICTED
        assert not field.s.marks[american] & INTERDICTED
        assert events[-1] == UnitsInterdicted(GERMAN, (field.w.units[hit].id,))
        assert all(event.seen_by(AMERICAN) is None for event in events)


class TestAirDrop:
    def test_one_level_at_a_time(self) -> None:
        """BTA-T-50."""
        field = field_with_air(2)
        field.s.phase, field.s.acting, field.s.turn = ORGANIZATION, AMERICAN, 7
        unit = field.put("US-101-501", "7,13", supply=ISOLATED)
        visited = []
        for _ in range(2):
            assert missions.check_drop(field.w, field.s, AMERICAN, AirDrop("7,13")) is None
            missions.do_drop(field.w, field.s, AirDrop("7,13"), [])
            visited.append((field.s.supply[unit], field.s.points[unit]))
        assert visited == [(UNSUPPLIED, 4), (SUPPLIED, 9)]
        refusal = missions.check_drop(field.w, field.s, AMERICAN, AirDrop("7,13"))
        assert refusal is not None
        assert refusal.rule == "BTA-3.5"

    def test_only_where_it_helps(self) -> None:
        field = field_with_air(2)
        field.put("US-101-501", "7,13")
        field.put("GE-26VG-39", "7,15", supply=ISOLATED)
        for label in ("7,13", "7,15", "3,3"):
            refusal = missions.check_drop(field.w, field.s, AMERICAN, AirDrop(label))
            assert refusal is not None, label
            assert refusal.rule == "BTA-3.5"
        assert missions.droppable(field.w, field.s, AMERICAN) == []
        needy = field.put("US-101-502", "7,14", supply=UNSUPPLIED)
        assert missions.droppable(field.w, field.s, AMERICAN) == [field.s.where[needy]]
