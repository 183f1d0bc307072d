"""Points, levels and the end of the game (BTA-10)."""

from __future__ import annotations

import pytest

from ardennes.games.breakthrough.rules.combat.casualties import eliminate
from ardennes.games.breakthrough.rules.model.events import GameOver
from ardennes.games.breakthrough.rules.model.state import EXITED, FINAL_SUPPLY, Award, Gone, Variant
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.outcome import victory
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.games.breakthrough.schema.world import printed_world
from ardennes.hexes import bits
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.board import Field


def german_map(day: int = 27) -> Field:
    """The Germans own every hex; all their roads lead home, all bridges are intact."""
    field = Field(day)
    field.s.german = field.w.grid.mask & ~field.w.closed_to_german
    field.s.bridges = (1 << len(field.w.board.bridges)) - 1
    field.s.follows = None
    return field


class TestTowns:
    def test_seven_days_of_st_vith(self) -> None:
        field = Field(27)
        field.give(True, "19,23")
        events: list[Event] = []
        for turn in range(6, 13):
            victory.tally_towns(field.w, field.s, turn, events)
        end = [line for line in victory.end_awards(field.w, field.s, 12) if line.source == "town_end"]
        assert victory.score(field.s) + sum(line.points for line in end) == 200  # BTA-T-82

    def test_two_days_of_bastogne(self) -> None:
        field = Field(27)
        field.give(True, "7,13")
        victory.tally_towns(field.w, field.s, 11, [])
        victory.tally_towns(field.w, field.s, 12, [])
        end = [line for line in victory.end_awards(field.w, field.s, 12) if line.source == "town_end"]
        assert victory.score(field.s) + sum(line.points for line in end) == 150  # BTA-T-83

    def test_only_listed_towns(self) -> None:
        field = Field(27)
        field.give(True, "13,15", "8,5")  # Houffalize and St. Hubert are towns without points
        assert victory.german_towns(field.w, field.s) == []


class TestExits:
    def gone(self, field: Field) -> Gone:
        return Gone(field.w.by_id["GE-2PZ-3"], 10, 61, field.cell("14,0"))

    def test_a_third_a_turn(self) -> None:
        field = german_map()
        assert victory.exit_points(field.w, field.s, self.gone(field), 12) == 60  # BTA-T-84

    def test_nothing_without_the_road(self) -> None:
        field = german_map()
        field.give(False, "14,0")
        assert victory.exit_points(field.w, field.s, self.gone(field), 12) == 0
        field = Field(27)
        field.give(True, "14,0")
        assert victory.exit_points(field.w, field.s, self.gone(field), 12) == 0


class TestElimination:
    def test_engineers_and_battalions_do_not_count(self) -> None:
        field = Field(24)
        units = [
            field.put("US-106-422", "12,8"),
            field.put("US-106-423", "12,7"),
            field.put("US-TD-A", "12,6"),
            field.put("US-1102-ENG", "12,5"),
            field.division("GE-116PZ-DIV", "13,20", ("GE-116PZ-60", "GE-116PZ-156")),
            field.put("GE-PZ-LXVI", "13,21"),
        ]
        for unit in units:
            eliminate(field.w, field.s, unit, field.s.strength[unit], [])
        assert victory.score(field.s) == 0  # BTA-T-85
        assert [line.points for line in field.s.ledger] == [50, 50, -100]
        assert all(field.s.where[unit] < 0 for unit in units)
        part = field.w.by_id["GE-116PZ-60"]
        assert (field.s.where[part], field.s.inside[part]) == (field.s.where[units[4]], -1)


class TestStrengthLeft:
    def test_before_any_play_on_the_21st(self) -> None:
        w = printed_world()
        s = opening(w, Variant(), "last_seven")
        assert victory.percentages(w, s) == (86, 79)  # BTA-T-90
        assert victory.score(s) == 175

    def test_full_at_the_start(self) -> None:
        w = printed_world()
        for two_player in (False, True):
            s = opening(w, Variant(two_player=two_player), "twelve")
            assert victory.percentages(w, s) == (100, 100)

    def test_exited_units_count_as_present(self) -> None:
        field = Field(20)
        unit = field.w.by_id["GE-1SS-Piper"]
        field.s.where[unit] = EXITED
        field.s.gone = [Gone(unit, 5, 60, field.cell("14,0"))]
        other = field.put("GE-26VG-39", "13,20", strength=10)
        full = field.w.units[unit].combat + field.w.units[other].combat
        assert victory.percentage(field.w, field.s, GERMAN) == 100 * 70 // full

    def test_twenty_points_for_each_percent(self) -> None:
        field = Field(27)
        german, american = field.put("GE-26VG-39", "13,20"), field.put("US-2-9", "12,5")
        field.s.strength[german] = field.w.units[german].combat * 3 // 4
        field.s.strength[american] = field.w.units[american].combat // 2
        percent = victory.percentages(field.w, field.s)
        line = next(a for a in victory.end_awards(field.w, field.s, 12) if a.source == "strength_pct")
        assert line.points == 20 * (percent[0] - percent[1])


class TestRoads:
    def test_all_of_the_zone(self) -> None:
        """93 road hexes, at most 279 points, BTA-MAP-37; those on open roads to the east count."""
        field = german_map()
        zone = field.w.board.zone & field.w.board.road
        assert zone.bit_count() == 93
        assert victory.scoring_roads(field.w, field.s) == zone & supplied_roads(field.w, field.s, GERMAN)
        line = next(a for a in victory.end_awards(field.w, field.s, 12) if a.source == "road_hex")
        assert line.points == 3 * victory.scoring_roads(field.w, field.s).bit_count()

    def test_owned_but_cut_off(self) -> None:
        field = Field(27)
        for cell in list(bits(field.w.board.zone & field.w.board.road))[:31]:
            field.s.german |= 1 << cell
        assert victory.scoring_roads(field.w, field.s) == 0


class TestLevels:
    @pytest.mark.parametrize(
        ("points", "level"),
        [
            (640, "American Strategic"), (1099, "American Strategic"), (1100, "American Tactical"),
            (1199, "American Tactical"), (1200, "Draw"), (1699, "Draw"), (1700, "German Tactical"),
            (1899, "German Tactical"), (1900, "German Strategic"),
        ],
    )  # fmt: skip
    def test_first_seven_days(self, points: int, level: str) -> None:
        assert victory.level_of(printed_world(), "first_seven", points) == level  # BTA-T-88

    @pytest.mark.parametrize(
        ("points", "level"),
        [
            (1699, "American Strategic"), (1700, "American Tactical"), (1800, "Draw"), (2299, "Draw"),
            (2300, "German Tactical"), (2699, "German Tactical"), (2700, "German Strategic"),
        ],
    )  # fmt: skip
    def test_the_others(self, points: int, level: str) -> None:
        for scenario in ("last_seven", "twelve"):
            assert victory.level_of(printed_world(), scenario, points) == level  # BTA-T-89


class TestEnd:
    """The last Supply Phase, BTA-10.2a."""

    def test_the_ledger_is_the_score(self) -> None:
        field = german_map()
        field.put("GE-26VG-39", "13,20")
        field.put("US-2-9", "12,5", strength=20)
        field.s.ledger.append(Award(1, "opening", "so far", 1000))
        events: list[Event] = []
        assert victory.result_of(field.w, field.s) is None
        victory.end_game(field.w, field.s, events)
        result = victory.result_of(field.w, field.s)
        assert result is not None
        assert events[-1] == GameOver(result.points, result.level)
        assert result.points == sum(line.points for line in field.s.ledger)
        assert (field.s.phase, field.s.acting) == (FINAL_SUPPLY, -1)
        towns = sum(t.turn + t.end for t in field.w.board.towns)
        roads = 3 * victory.scoring_roads(field.w, field.s).bit_count()
        percents = 20 * (100 - 40)
        assert result.points == 1000 + towns + roads + percents
        assert result.winner == GERMAN

    def test_who_wins(self) -> None:
        field = Field(27)
        levels = {"American Strategic": AMERICAN, "Draw": None, "German Strategic": GERMAN}
        for level, winner in levels.items():
            least = dict(victory.thresholds(field.w, field.s.scenario)).get(level, 0)
            field.s.over, field.s.ledger = level, [Award(1, "exit", "", least)]
            result = victory.result_of(field.w, field.s)
            assert result is not None
            assert result.winner == winner
