"""Combat: strengths, odds, losses, artillery, surrender, the order of things (BTA-8, BTA-4.3b)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ardennes.dice import ScriptedDice
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat import resolve
from ardennes.games.breakthrough.rules.combat.casualties import losses
from ardennes.games.breakthrough.rules.combat.odds import attack_of, defence_of, odds_of, reduced_artillery
from ardennes.games.breakthrough.rules.model.events import (
    Advanced,
    Eliminated,
    Fought,
    Retreated,
    StoodFast,
    StrengthsExplained,
    Surrendered,
)
from ardennes.games.breakthrough.rules.model.knowledge import view
from ardennes.games.breakthrough.rules.model.rounding import half_up, share_out
from ardennes.games.breakthrough.rules.model.state import ADVANCE, DEAD
from ardennes.games.breakthrough.rules.outcome.victory import score
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, TERRAINS, TRAVEL, UNSUPPLIED
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.board import Field

HALF = 501  # the face of the thousand-sided die for u = 0.5


def terrain(field: Field, label: str, word: str) -> None:
    assert TERRAINS[field.w.board.terrain[field.cell(label)]] == word, f"the test wants {word} in {label}"


def fight(field: Field, side: int, faces: list[int]) -> tuple[list[Event], ScriptedDice]:
    events: list[Event] = []
    dice = ScriptedDice(faces)
    resolve.fight_all(field.w, field.s, side, dice, events)
    return events, dice


def kinds(events: list[Event], *types: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, types)]


class TestSharing:
    def test_largest_remainder(self) -> None:
        assert share_out([60, 25, 15], 7) == [4, 2, 1]  # BTA-T-61

    def test_equal_remainders_go_to_the_first(self) -> None:
        assert share_out([25, 25], 3) == [2, 1]
        assert share_out([10, 10, 10], 1) == [1, 0, 0]

    @pytest.mark.parametrize("total", range(101))
    def test_nobody_gets_more_than_it_has(self, total: int) -> None:
        shares = share_out([1, 2, 97], total)
        assert sum(shares) == total
        assert all(0 <= share <= weight for share, weight in zip(shares, [1, 2, 97], strict=True))

    def test_halves_go_up(self) -> None:
        assert [half_up(Fraction(n, 2)) for n in (0, 1, 2, 3, 9)] == [0, 1, 1, 2, 5]


class TestStrength:
    """The modifiers of BTA-13.6."""

    def test_efficiency_multiplies_directly(self) -> None:
        field = Field()
        unit = field.put("US-2-9", "13,24", strength=50, efficiency=80)
        terrain(field, "13,24", "clear")
        assert defence_of(field.w, field.s, unit).total == 40  # BTA-T-51

    def test_forest_and_fort(self) -> None:
        field = Field()
        unit = field.put("US-99-394", "25,28", fort=3, efficiency=60)
        terrain(field, "25,28", "forest")
        result = defence_of(field.w, field.s, unit)
        assert result.total == Fraction("77.52")  # BTA-T-52
        assert [line.rule for line in result.lines] == ["BTA-8.2a", "BTA-7.8c", "BTA-8.1a"]

    def test_the_product_stops_at_three_and_divisions_come_after(self) -> None:
        field = Field()
        terrain(field, "19,23", "town")
        unit = field.put("US-99-394", "19,23", strength=40, fort=2)
        assert defence_of(field.w, field.s, unit).total == 120  # BTA-T-53
        field = Field()
        whole = field.division("GE-116PZ-DIV", "19,23", ("GE-116PZ-60", "GE-116PZ-156"), fort=2)
        assert defence_of(field.w, field.s, whole).total == Fraction("393.75")

    def test_across_a_river_unsupplied(self) -> None:
        field = Field()
        whole = field.division(
            "GE-116PZ-DIV", "9,23", ("GE-116PZ-16", "GE-116PZ-60", "GE-116PZ-156"),
            strength=155, efficiency=90, supply=UNSUPPLIED,
        )  # fmt: skip
        field.put("US-28-bn5", "9,22")
        result = attack_of(field.w, field.s, whole, field.cell("9,22"))
        assert result.product == Fraction("0.3375")  # BTA-T-55
        assert result.total == Fraction("65.390625")

    def test_isolated_defender(self) -> None:
        field = Field()
        terrain(field, "12,8", "rough")
        unit = field.put("US-28-112", "12,8", strength=40, fort=1, efficiency=50, supply=ISOLATED)
        assert defence_of(field.w, field.s, unit).total == Fraction("16.9")  # BTA-T-56

    def test_travel_mode(self) -> None:
        field = Field()
        attacker = field.put("GE-116PZ-60", "14,24", strength=55, mode=TRAVEL)
        defender = field.put("US-28-112", "13,24", strength=45, mode=TRAVEL)
        assert attack_of(field.w, field.s, attacker, field.cell("13,24")).total == 33  # BTA-T-57
        assert defence_of(field.w, field.s, defender).total == 27

    def test_artillery_against_town_and_fort(self) -> None:
        field = Field()
        town = field.put("US-7A-CCB", "19,23", fort=2)
        clear = field.put("US-28-112", "12,8", fort=5)
        w, s = field.w, field.s
        assert reduced_artillery(w, s, 60, field.cell("19,23"), [town]) == 24  # BTA-T-58
        assert reduced_artillery(w, s, 60, field.cell("12,8"), [clear]) == 30

    def test_the_mean_fort_is_weighted_by_strength(self) -> None:
        field = Field()
        strong = field.put("US-28-112", "12,8", strength=30, fort=4)
        weak = field.put("US-106-424", "12,8", strength=10, fort=0)
        level = Fraction(30 * 4, 40)
        result = reduced_artillery(field.w, field.s, 50, field.cell("12,8"), [strong, weak])
        assert result == 50 * (1 - level / 10)


class TestLosses:
    def test_artillery_costs_whole_points(self) -> None:
        field = Field()
        zero = Fraction(0)
        quiet = losses(field.w, 100, 1000, Fraction(1), 0, zero, zero, zero)
        guns = losses(field.w, 100, 1000, Fraction(1), 35, Fraction(24), zero, zero)
        assert (guns[0] - quiet[0], guns[1] - quiet[1]) == (3, 1)  # BTA-T-59

    def test_nobody_loses_more_than_it_has(self) -> None:
        field = Field()
        u = Fraction(1, 2)
        assert losses(field.w, 5, 105, Fraction(1, 20), 90, Fraction(0), u, u)[0] == 5  # BTA-T-91

    def test_the_cap_is_three_quarters_before_guns(self) -> None:
        field = Field()
        u = Fraction(999, 1000)
        assert losses(field.w, 200, 10, Fraction(40), 0, Fraction(0), u, u)[1] == 8  # 7.5, half up

    def test_two_regiments_against_one_in_the_forest(self) -> None:
        """BTA-T-60 in full."""
        field = Field(16)
        field.put("US-99-394", "25,28", fort=1, points=9)
        for unit in ("GE-12VG-27", "GE-12VG-48"):
            field.put(unit, "25,29", strength=25, artillery=33)
        odds = odds_of(
            field.w, field.s, [field.w.by_id["GE-12VG-27"], field.w.by_id["GE-12VG-48"]],
            field.cell("25,28"), [field.w.by_id["US-99-394"]],
        )  # fmt: skip
        assert (odds.attack, odds.defence) == (Fraction("109.4"), Fraction("88.4"))
        field.plot("25,28", "GE-12VG-27", "GE-12VG-48")
        events, dice = fight(field, GERMAN, [HALF, HALF, 30])
        fought = kinds(events, Fought)[0]
        assert isinstance(fought, Fought)
        assert (fought.odds, fought.shown, fought.attacker_loss, fought.defender_loss) == (123, 40, 3, 4)
        s, number = field.s, field.w.by_id
        facts = {
            unit: (s.strength[number[unit]], s.efficiency[number[unit]])
            for unit in ("US-99-394", "GE-12VG-27", "GE-12VG-48")
        }
        assert facts == {"US-99-394": (36, 90), "GE-12VG-27": (23, 88), "GE-12VG-48": (24, 94)}
        assert s.points[number["US-99-394"]] == 6  # BTA-7.9c
        assert s.artillery[number["GE-12VG-27"]] == 33 - 2  # floor(8% of 33), BTA-6.4e
        assert not kinds(events, Retreated, StoodFast)  # 30 is above 29
        assert dice.left == 0

    def test_it_retreats_at_29(self) -> None:
        field = Field(16)
        unit = field.put("US-99-394", "25,28", fort=1)
        for attacker in ("GE-12VG-27", "GE-12VG-48"):
            field.put(attacker, "25,29", strength=25, artillery=33)
        field.plot("25,28", "GE-12VG-27", "GE-12VG-48")
        events, _ = fight(field, GERMAN, [HALF, HALF, 29])
        assert len(kinds(events, Retreated)) == 1
        assert field.s.fort[unit] == 0
        assert field.s.efficiency[unit] == 89


class TestSurrender:
    def surrounded(self, face: int) -> tuple[Field, list[Event], ScriptedDice]:
        field = Field(19)
        field.put("US-106-423", "18,28", supply=ISOLATED)
        field.put("GE-18VG-293", "17,27", points=6, marks=ADVANCE)
        field.put("GE-18VG-294", "19,28", points=6, marks=ADVANCE)
        field.plot("18,28", "GE-18VG-294", "GE-18VG-293")
        events, dice = fight(field, GERMAN, [face, HALF, HALF, 100])
        return field, events, dice

    def test_forty_surrenders(self) -> None:
        field, events, dice = self.surrounded(40)  # BTA-T-64, BTA-T-92
        assert kinds(events, Surrendered)
        assert not kinds(events, Fought, Eliminated)
        assert dice.left == 3
        assert [e.unit for e in events if isinstance(e, Advanced)] == ["GE-18VG-294", "GE-18VG-293"]
        assert score(field.s) == 50
        assert field.s.where[field.w.by_id["US-106-423"]] == DEAD
        assert [field.s.efficiency[field.w.by_id[u]] for u in ("GE-18VG-293", "GE-18VG-294")] == [99, 99]

    def test_forty_one_fights_on(self) -> None:
        _, events, _ = self.surrounded(41)
        assert not kinds(events, Surrendered)
        assert kinds(events, Fought)


class TestOrder:
    def test_a_retreated_unit_defends_again(self) -> None:
        """BTA-T-93: P first, then its neighbour Q, into which the unit of P fell back."""
        field = Field(20)
        first = field.put("US-28-112", "12,8", strength=40, efficiency=50, points=9)
        second = field.put("US-106-424", "12,7", strength=40, points=9)
        field.put("GE-26VG-39", "12,9", strength=200)
        field.put("GE-26VG-77", "13,7", strength=20)
        for label in ("11,7", "11,8", "13,8"):
            field.put({"11,7": "GE-12VG-27", "11,8": "GE-12VG-48", "13,8": "GE-12VG-89"}[label], label)
        field.plot("12,8", "GE-26VG-39")
        field.plot("12,7", "GE-26VG-77")
        events, _ = fight(field, GERMAN, [HALF, HALF, 1, HALF, HALF, 100, 100, 100])
        fought = [e for e in events if isinstance(e, Fought)]
        assert fought[1].defenders == field.w.names([second, first])
        assert field.s.points[first] == 0  # 9 - 3 - the step - 3, not below 0
        assert field.s.points[second] == 6

    def test_plots_are_gone_afterwards(self) -> None:
        field = Field(20)
        field.put("US-28-112", "12,8")
        field.put("GE-26VG-39", "12,9")
        field.plot("12,8", "GE-26VG-39")
        fight(field, GERMAN, [1, 1, 100])
        assert field.s.plots == []

    def test_american_attack(self) -> None:
        field = Field(24)
        field.put("GE-26VG-39", "12,8", strength=5)
        for unit in ("US-2-9", "US-2-23", "US-2-38"):
            field.put(unit, "12,7", marks=ADVANCE)
        field.plot("12,8", "US-2-9", "US-2-23", "US-2-38")
        events, _ = fight(field, AMERICAN, [1000, 1000, 1])
        assert len(kinds(events, Advanced)) == 3
        assert not field.s.german >> field.cell("12,8") & 1


class TestReport:
    """BTA-8.0b, BTA-8.2a, BTA-8.2b, BTA-8.2c: odds, modifiers of each unit, losses and draws after the
    combat."""

    def fought(self) -> tuple[Field, list[Event]]:
        field = Field(16)
        field.put("US-99-394", "25,28", fort=1, efficiency=90)
        field.put("GE-12VG-27", "25,29", strength=25, artillery=33)
        field.plot("25,28", "GE-12VG-27")
        events, _ = fight(field, GERMAN, [HALF, 7, 100])
        return field, events

    def test_each_side_is_reported_its_own_part(self) -> None:
        field, events = self.fought()
        attack, defence = kinds(events, StrengthsExplained)
        assert isinstance(attack, StrengthsExplained)
        assert isinstance(defence, StrengthsExplained)
        assert (attack.owner, attack.attacking, attack.hex) == (GERMAN, True, "25,28")
        assert attack.lines[0][1:] == ("25", "BTA-13.2")
        assert attack.lines[-1] == ("Artillery 33, reduced", "+29.7", "BTA-8.2c")
        reported = [(what, value) for what, value, _ in defence.lines]
        assert reported[1:-1] == [
            ("– forest", "×1.7"),
            ("– fortification 1", "×1.3"),
            ("– efficiency 90", "×0.9"),
        ]
        assert reported[-1] == ("= 394/99", "79.56")
        for event, other in ((attack, AMERICAN), (defence, GERMAN)):
            assert event.seen_by(other) is None
        assert "fortification 1 ×1.3" in Breakthrough(field.w).tell(defence)
        assert "= 394th Infantry (99th Infantry) 79.56" in Breakthrough(field.w).tell(defence)

    def test_it_is_kept_for_the_side_it_concerns(self) -> None:
        field, events = self.fought()
        (fought,) = field.s.fights
        assert (fought.side, fought.cell, fought.draws) == (GERMAN, field.cell("25,28"), (HALF, 7))
        event = kinds(events, Fought)[0]
        assert isinstance(event, Fought)
        assert fought.losses == (event.attacker_loss, event.defender_loss)
        for side in (GERMAN, AMERICAN):
            visible = view(field.w, field.s, side)
            assert visible.fights == field.s.fights
            assert len(visible.reckonings[side]) == 1
            assert visible.reckonings[1 - side] == ()
        assert view(field.w, field.s, None).reckonings == [(), ()]

    def test_it_stays_until_the_next_combats(self) -> None:
        field, _ = self.fought()
        fight(field, AMERICAN, [])
        assert len(field.s.fights) == 1, "nobody attacked"
        field.put("GE-26VG-39", "12,8", strength=5)
        field.put("US-2-9", "12,7")
        field.plot("12,8", "US-2-9")
        fight(field, AMERICAN, [1, 1, 100])
        assert [fought.side for fought in field.s.fights] == [AMERICAN]


class TestKnowledgeOfStrength:
    def test_shown_in_steps_of_five(self) -> None:
        w = Field().w
        assert [resolve.shown_strength(w, n) for n in (1, 7, 8, 12, 13, 40)] == [5, 5, 10, 10, 15, 40]

    def test_the_enemy_remembers_what_it_saw(self) -> None:
        field = Field(20)
        unit = field.put("US-28-112", "12,8", strength=22)
        field.s.known[unit] = 45
        field.put("GE-26VG-39", "12,9", strength=40)
        field.plot("12,8", "GE-26VG-39")
        events, _ = fight(field, GERMAN, [HALF, HALF, 100])
        fought = kinds(events, Fought)[0]
        assert isinstance(fought, Fought)
        assert field.s.known[unit] == 20 - fought.defender_loss
