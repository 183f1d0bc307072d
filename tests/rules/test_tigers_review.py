"""Regression tests from a review of the rules: each failed before its fault was fixed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.games.tigers.cases.casebook import CASEBOOK
from ardennes.games.tigers.cases.given import lay_out
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.chances import takes
from ardennes.games.tigers.rules.combat.odds import odds_of
from ardennes.games.tigers.rules.combat.results import loss_sets
from ardennes.games.tigers.rules.explain.why_not import against_move
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.events import (
    Advanced,
    CombatResult,
    Disrupted,
    EntrenchmentLost,
    Moved,
    OddsSet,
)
from ardennes.games.tigers.rules.model.position import set_bridge
from ardennes.games.tigers.rules.model.state import (
    DISRUPTED,
    GERMAN_ENGINEERS,
    NO_BRIDGE,
    Advancing,
    BlowingUp,
    Bombing,
    ChoosingFight,
    Declaring,
    Frame,
    Moving,
    OnTheWay,
    Ordering,
    PeiperGoesOn,
    SettingUp,
    StandingFast,
)
from ardennes.games.tigers.rules.movement.bridges import destroy, return_markers
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.outcome.victory import RESULTS, result_of
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import EXIT
from ardennes.games.tigers.words import WORDING
from ardennes.kernel.contract import Event, Order, Refusal, Rolled
from ardennes.kernel.offers import holds
from ardennes.kernel.offers import orders as all_orders


class Play:
    """A position set up with the vocabulary of the case files."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("terrain", "clear")
        self.table = lay_out(Fields("review", "situation", "given", given))
        self.state, self.dice = self.table.state, self.table.dice
        game: Any = self.table.game
        self.game: Tigers = game
        self.world = self.game.world

    def _order(self, order: str | Order) -> Order:
        return WORDING.parse(self.world, order, self.state) if isinstance(order, str) else order

    @property
    def side(self) -> int:
        side: int = self.game.to_move(self.state)[0]
        return side

    def refusal(self, order: str | Order) -> Refusal | None:
        result: Refusal | None = self.game.check(
            self.game.view(self.state, self.side), self.side, self._order(order)
        )
        return result

    def rule(self, order: str | Order) -> str:
        """Return the rule that a refusal names; empty if the order is legal."""
        refusal = self.refusal(order)
        return refusal.rule if refusal else ""

    def do(self, *orders: str | Order) -> list[Event]:
        """Give orders that must be legal; other decisions get the usual answer. Return the events."""
        events: list[Event] = []
        for order in orders:
            while type(self._order(order)) not in DECISIONS[type(self.state.stack[-1])].answers:
                events += self._answer(CASEBOOK.default(self.table, self.side))
            events += self._answer(self._order(order))
        return events

    def until(self, *asked: type[Frame]) -> list[Event]:
        """Give the usual answers until one of these is asked."""
        events: list[Event] = []
        while self.asked not in asked:
            events += self._answer(CASEBOOK.default(self.table, self.side))
        return events

    def _answer(self, order: Order) -> list[Event]:
        assert self.refusal(order) is None, f"{order}: {self.refusal(order)}"
        events: list[Event] = self.game.apply(self.state, self.side, order, self.dice)
        return events

    def hex(self, unit: str) -> str:
        cell = self.state.where[self.world.by_id[unit]]
        return self.world.grid.label(cell) if cell >= 0 else ""

    def has(self, unit: str, flag: int) -> bool:
        return bool(self.state.status[self.world.by_id[unit]] & flag)

    @property
    def asked(self) -> type[Frame] | None:
        return type(self.state.stack[-1]) if self.state.stack else None

    def offers(self) -> list[Order]:
        return list(all_orders(self.game.offers(self.game.view(self.state, self.side), self.side)))


def kinds(events: list[Event]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


# KampfGruppe Peiper and the Tigers


def test_attached_tigers_move_into_contact_with_peiper() -> None:
    """TIA-KGP-8, TIA-ZOC-12: attached units owe no separate attacks, they attack with Peiper."""
    play = Play(
        phase="german movement",
        units=["G-KGP at 1007", "G-501 at 1007", "D: us infantry 3 at 806"],
        dice=[6],
    )
    play.do(o.Move("G-KGP", ("907",), attach=("G-501",)))
    assert play.hex("G-501") == "907"
    assert play.rule("end") == "TIA-ZOC-12"
    assert play.rule(o.Attack(("806",), ("G-KGP",))) == "TIA-KGP-8"
    assert play.rule(o.Attack(("806",), ("G-KGP", "G-501"))) == ""


# Obligations


LAPSED = ["A: german infantry 1 at 907 moved_now", "D: us infantry 9 at 806"]


def test_a_lapsed_obligation_does_not_freeze_the_others() -> None:
    """TIA-ZOC-15: an attack that is no longer possible lapses; other units still move."""
    units = [
        "A: german infantry 1 at 908",
        "G-506 at 906",
        "D: us infantry 9 at 806",
        "B: german infantry 3 at 1404",
    ]
    play = Play(phase="german movement", units=units, dice=[2])
    play.do("move A 907", "move G-506 1006 1007 908 807")  # and breaks down on the way
    assert play.hex("G-506") == "1007"
    assert play.rule("move B 1304") == ""


def test_a_lapsed_obligation_leaves_the_others_binding() -> None:
    """TIA-ZOC-12, TIA-ZOC-15: only what is impossible lapses."""
    units = [*LAPSED, "B: german infantry 3 at 1404 moved_now", "E: us infantry 3 at 1304"]
    play = Play(phase="german declaration", units=units)
    assert play.rule("end") == "TIA-ZOC-12"
    play.do("attack 1304 with B")
    assert play.state.attacks[0].owed


def test_too_weak_a_unit_may_come_close_but_binds_nobody() -> None:
    """Option weak_contact_lapses: TIA-CRT-17 still binds those that attack."""
    units = [
        "A: german infantry 4 at 907",
        "D: us infantry 3 at 806",
        "E: us infantry 9 at 908 entrenched",
        "F: us infantry 9 at 908 entrenched",
        "H: us infantry 5 at 908",
    ]
    play = Play(phase="german declaration", units=units, options={"weak_contact_lapses": True})
    assert play.rule("attack 806 with A") == "TIA-CRT-17"


# KampfGruppe Peiper again: attachment, budget, legs


def test_a_unit_is_attached_once_and_its_die_rolled_once() -> None:
    """TIA-KGP-8, TIA-TIGER-4: a bridge blown in front of Peiper gives the 501. no second die."""
    play = Play(
        phase="german movement",
        units=["G-KGP at 1007", "G-501 at 1007"],
        sides={"1007/907": "river bridge"},
        bridges={"1007/907": {"owner": "allied"}},
        dice=[1, 6],
    )
    play.do(o.Move("G-KGP", ("907",), attach=("G-501",)))
    assert play.rule(o.Move("G-KGP", ("1006",), attach=("G-501",))) == "TIA-KGP-8"
    play.do("move G-KGP 1006 1005")
    assert (play.hex("G-KGP"), play.hex("G-501")) == ("1005", "1006")


def test_naming_a_unit_twice_attaches_nobody() -> None:
    units = ["G-KGP at 1007", "G-501 at 1007", "D: us infantry 3 at 907"]
    play = Play(phase="german declaration", units=units, dice=[6])
    twice = o.Attack(("907",), ("G-KGP", "G-501"), ("G-501", "G-501"))
    assert play.rule(twice) == "TIA-KGP-8"


def test_a_disrupted_tiger_is_attached_no_longer() -> None:
    """TIA-KGP-8: Disruption ends the attachment, so that Peiper advances without it."""
    units = ["G-KGP at 1007", "G-501 at 1007", "D: us cavalry 1 at 907"]
    play = Play(phase="german declaration", weather="clear", units=units, dice=[6, 4, 1, 1])
    play.do(o.Attack(("907",), ("G-KGP", "G-501"), ("G-501",)))
    play.until(Bombing)
    play.do("end", "bomb AIR-365 1007", "end")
    play.until(StandingFast)
    assert play.has("G-501", DISRUPTED)
    assert not play.has("G-KGP", DISRUPTED)
    play.do("stand fast no", "distance 1", "advance G-KGP 907")
    assert (play.hex("G-KGP"), play.hex("G-501")) == ("907", "1007")


def test_peipers_end_is_the_end_of_the_attachment() -> None:
    """TIA-KGP-8, TIA-STACK-8: without Peiper the 501. acts alone."""
    units = ["G-KGP at 1007", "G-501 at 1007", *(f"V{n}: german infantry 2 at 907" for n in range(3))]
    play = Play(phase="german movement", units=[*units, "D: us cavalry 1 at 806"], dice=[6])
    play.do(o.Move("G-KGP", ("907",), attach=("G-501",)), "end", "remove G-KGP")
    assert play.rule("attack 806 with G-501") == ""


def test_peiper_pays_for_an_attack_across_a_bridged_river() -> None:
    """TIA-RIVER-4 out of the single budget of TIA-KGP-6: 2 MF moved and 1 paid leave 1."""
    play = Play(
        phase="german movement",
        units=["G-KGP at 1009", "D: us cavalry 1 at 907"],
        sides={"1007/907": "river bridge"},
        bridges={"1007/907": {"owner": "german"}},
        dice=[4],
    )
    play.do("move G-KGP 1008 1007", "attack 907 with G-KGP", "fight 1")
    play.until(PeiperGoesOn)
    assert play.rule("move G-KGP 1006") == ""
    assert play.rule("move G-KGP 1006 1005") == "TIA-MOVE-1"


def test_peiper_must_have_left_what_a_river_attack_costs() -> None:
    """TIA-RIVER-4: also if the OMF was spent on advances alone."""
    play = Play(
        phase="german declaration",
        units=["G-KGP at 1007 spent=4 attacked", "D: us cavalry 1 at 907"],
        sides={"1007/907": "river bridge"},
        bridges={"1007/907": {"owner": "german"}},
        peiper={"attacks": 1, "acted": True, "advanced": True},
    )
    assert play.rule("attack 907 with G-KGP") == "TIA-RIVER-4"


def test_a_winning_exit_after_an_interrupted_move() -> None:
    """TIA-VIC-1: the game ends at once, also for a unit that had to be led elsewhere."""
    play = Play(
        terrain="map",
        supplied="all",
        phase="german movement",
        units=["P: german armor 4 at 407"],
        exited=1.5,
        dice=[6, 1],
    )
    play.do(o.Move("P", ("308r", "309r")))
    assert play.asked is OnTheWay
    events = play.do(o.Move("P", ("208r", "209r", "110r", "exitr")))
    assert result_of(play.world, play.state) == RESULTS["german strategic"]
    assert kinds(events)[-3:] == ["moved", "exited", "game_over"]


def test_a_winning_exit_in_a_leg_of_peipers() -> None:
    units = ["G-KGP at 210", "D: us cavalry 1 at 209"]
    play = Play(phase="german declaration", units=units, exited=1.5, dice=[1])
    play.do("attack 209 with G-KGP", "fight 1")
    play.until(PeiperGoesOn)
    play.do(o.Move("G-KGP", ("exit",)))
    assert result_of(play.world, play.state) == RESULTS["german strategic"]


LEG = ["G-KGP at 1007", "D: us cavalry 1 at 907", "E: us infantry 2 at 1005", "F: german infantry 4 at 1105"]


def _leg_beside_a_pending_attack() -> Play:
    """Peiper has destroyed D; F's attack on E in 1005 is still to come."""
    play = Play(phase="german declaration", units=LEG, dice=[1], other_dice=6)
    play.do("attack 907 with G-KGP", "attack 1005 with F", "fight 1")
    play.until(PeiperGoesOn)
    return play


def test_peipers_later_attacks_are_extra() -> None:
    """TIA-CRT-23, TIA-KGP-6: also on a hex with a declared attack still to come."""
    play = _leg_beside_a_pending_attack()
    play.do("move G-KGP 1006")
    assert play.rule("end") == "TIA-ZOC-12"
    assert play.rule("attack 1005 with G-KGP") == ""


def test_what_peiper_relied_on_cannot_be_cancelled() -> None:
    """TIA-CRT-17, TIA-CRT-18: Peiper attacked beside E because E was to be attacked; so it is."""
    units = ["G-KGP at 1007", "D: us cavalry 1 at 1006", *LEG[2:], "C: us cavalry 1 at 1107"]
    play = Play(phase="german declaration", units=units, dice=[1, 1], other_dice=6)
    play.do("attack 1006 with G-KGP", "attack 1005 with F", "end")
    assert play.rule("cancel 2") == ""
    play.do("fight 1", "advance G-KGP 1006")
    play.until(PeiperGoesOn)
    play.do("attack 1107 with G-KGP")
    play.until(ChoosingFight, StandingFast)
    play.do("stand fast no")
    play.until(ChoosingFight, StandingFast)
    assert play.asked is StandingFast  # nothing else is left to F


# Movement


def test_a_tiger_with_its_bonus_enters_no_enemy_zone() -> None:
    """TIA-TIGER-5, TIA-MOVE-3: a move that ends in a zone is not entitled to the bonus spent first."""
    play = Play(phase="german movement", units=["G-506 at 1007", "D: us infantry 3 at 806 disrupted"])
    assert play.rule(o.Move("G-506", ("907",), omb=True)) == "TIA-MOVE-3"
    assert play.rule(o.Move("G-506", ("907",))) == ""


def test_onto_a_friend_across_a_watched_river_is_a_whole_move() -> None:
    """TIA-ZOC-9, TIA-ZOC-11: allowed as the one hex of a move, not at the end of a longer one."""
    units = [
        "A: german infantry 3 at 1007",
        "B: german infantry 3 at 1008",
        "F: german infantry 3 at 907",
        "C: us cavalry 1 at 1006",
    ]
    play = Play(phase="german movement", units=units, sides={"1007/907": "river"})
    assert play.rule("move A 907") == ""
    assert play.rule("move B 1007 907") == "TIA-ZOC-9"


def test_a_bridge_blown_at_the_first_step_is_no_new_breakdown_die() -> None:
    """TIA-TIGER-3: one die per move, also if the move has to be led elsewhere."""
    play = Play(
        phase="german movement",
        units=["G-506 at 1007"],
        sides={"1007/907": "river bridge"},
        bridges={"1007/907": {"owner": "allied"}},
        dice=[1, 6],
    )
    play.do("move G-506 907 906 905")
    play.do("move G-506 1006 1005 1004")
    assert play.hex("G-506") == "1006"


def test_anyone_who_rode_at_all_cannot_come_into_contact() -> None:
    """Option any_road_disrupts: it will be Disrupted, so it cannot make the attack it would owe."""
    road = {"1009-1008-1007": "road"}
    units = ["A: german armor 5 at 1009", "D: us infantry 3 at 806"]
    play = Play(phase="german movement", units=units, sides=road, options={"any_road_disrupts": True})
    assert play.rule("move A 1008r 1007 907") == "TIA-ROAD-3"
    assert Play(phase="german movement", units=units, sides=road).rule("move A 1008r 1007 907") == ""


# One combat, TIA-CRT-26


def test_the_bridge_of_attackers_who_died_may_still_be_blown() -> None:
    """TIA-BRIDGE-11, TIA-CRT-26: the losses of an AE come first, yet they attacked across it."""
    play = Play(
        phase="german declaration",
        units=["A: german infantry 2 at 1007", "D: us infantry 4 at 907"],
        sides={"1007/907": "river bridge"},
        dice=[6],
    )
    play.do("attack 907 with A", "fight 1", "stand fast no")
    assert play.hex("A") == ""
    assert play.asked is BlowingUp
    play.do("blow 1007/907")


def test_who_dropped_out_used_no_bridge() -> None:
    """TIA-BRIDGE-11, TIA-CRT-25: only units of the combat have attacked across a bridge."""
    play = Play(
        phase="german declaration",
        units=["A: german infantry 2 at 1007", "B: german infantry 3 at 906", "D: us infantry 5 at 907"],
        sides={"1007/907": "river bridge"},
        weather="clear",
        dice=[1, 4],
    )
    play.do("attack 907 with A B")
    play.until(Bombing)
    play.do("end", "bomb AIR-365 1007", "end", "fight 1")
    events = play.do("stand fast no")
    assert "combat_result" in kinds(events)
    assert play.asked is not BlowingUp


def test_a_lone_skorzeny_dies_whatever_else_is_attacked() -> None:
    """TIA-SKORZ-2: alone in one of several attacked hexes it needs no die."""
    units = ["A: us infantry 4 at 1006", "G-SKORZ at 1007", "D: german infantry 4 at 907"]
    play = Play(phase="allied declaration", units=units, dice=[4])
    play.do("attack 1007,907 with A", "fight 1", "stand fast no")
    assert play.hex("G-SKORZ") == ""
    assert play.hex("D") == "907"


def test_a_chosen_d_is_reported_and_does_not_stop_peiper() -> None:
    """TIA-CRT-15, TIA-SS-4 under the option: D is not worse than D."""
    play = Play(
        phase="german declaration",
        units=["G-KGP at 1007", "D: us infantry 4 at 907"],
        options={"dae_choice": "attacker"},
        dice=[6],
    )
    play.do("attack 907 with G-KGP", "fight 1", "stand fast no")
    events = play.do("effect D")
    assert kinds(events)[0] == "effect_chosen"
    assert not play.state.kgp_stopped


def test_losses_as_near_as_possible() -> None:
    """Option ae_losses_at_most: 3 and 2 match a defence of 5, so 4 alone is not enough."""
    assert loss_sets([(1, 4), (2, 3), (3, 2)], 5, at_most=True) == [(2, 3)]
    assert loss_sets([(1, 3), (2, 2), (3, 0)], 5, at_most=True) == [(1, 2)]


def test_each_event_names_the_rule_that_did_it() -> None:
    """TIA-CRT-10, TIA-ENTR-3: the log cites the rule that applied."""
    entrenched = ["A: german infantry 8 at 1007", "D: us infantry 4 at 907 disrupted entrenched"]
    play = Play(phase="german declaration", units=entrenched, dice=[3])
    events = play.do("attack 907 with A", "fight 1", "stand fast no")
    assert [e.rule for e in events if isinstance(e, EntrenchmentLost)] == ["TIA-ENTR-3"]
    play = Play(
        phase="german declaration",
        units=["A: german infantry 8 at 1007", "D: us infantry 4 at 907"],
        dice=[5],
    )
    events = play.do("attack 907 with A", "fight 1", "stand fast no")
    assert [e.rule for e in events if isinstance(e, Disrupted)] == ["TIA-CRT-10"]


def test_the_dump_falls_when_its_defenders_withdraw() -> None:
    """TIA-FUEL-4: with other units in the hex it is captured as soon as they have left, on a D too."""
    play = Play(
        phase="german declaration",
        units=["A: german infantry 9 at 1007", "D: us infantry 4 at 907"],
        dump={"hex": "907", "known": True},
        dice=[4],
    )
    play.do("attack 907 with A", "fight 1", "stand fast no", "retreat D 807", "advance A 907")
    assert play.state.dump_owner == GERMAN


def test_the_dump_discovered_in_a_retreat_may_close_the_ring() -> None:
    """TIA-FUEL-2, TIA-CRT-19: a retreat cannot enter its hex, so on a D1 the unit is surrounded and stays."""
    units = [
        "A: us infantry 4 at 1007",
        "B: us infantry 4 at 1006",
        "D: german infantry 4 at 907",
        *(f"C{n}: us cavalry 1 at {hex}" for n, hex in enumerate(("908", "906", "806"))),
    ]
    play = Play(phase="allied declaration", units=units, dump={"hex": "807"}, dice=[3])
    events = play.do("attack 907 with A B", "fight 1", "distance 1", "retreat D 807")
    assert "dump_revealed" in kinds(events)
    assert play.hex("D") == "907"
    assert play.has("D", DISRUPTED)


def test_a_ring_is_no_pin() -> None:
    """TIA-ADV-6: in turn 1 a D1 that a ring turns into a D was not held there by the attacker."""
    ring = ["A: german armor 5 at 1007", "B: german armor 3 at 1006"]
    ring += [f"V{n}: german infantry 2 at {hex}" for n, hex in enumerate(("908", "906", "806", "807"))]
    play = Play(turn=1, phase="german declaration", units=[*ring, "D: us infantry 2 at 907"], dice=[6])
    play.do("attack 907 with A B", "fight 1")
    play.do("stand fast no")
    assert play.asked is not Advancing


def test_who_advanced_contains_nobody() -> None:
    """TIA-ADV-6: units that contain do not advance, even where they would still be adjacent."""
    units = ["X: german armor 6 at 1007", "Y: german armor 6 at 1006", "D: us armor brigade 4 at 907"]
    play = Play(phase="german declaration", units=units, dice=[1])
    play.do("attack 907 with X Y", "fight 1", "stand fast no", "distance 0", "advance X 908")
    assert play.asked is not Advancing or play.rule("advance Y 1005") == "TIA-ADV-6"


def test_an_advance_rides_over_a_lone_skorzeny() -> None:
    """TIA-MOVE-6: a unit that does not block movement does not block an advance either."""
    units = ["A: us armor 7 at 1007", "D: german infantry 1 at 907", "G-SKORZ at 806"]
    play = Play(phase="allied declaration", units=units, dice=[1])
    play.do("attack 907 with A", "fight 1", "stand fast no")
    assert play.rule("advance A 907 806") == ""


def test_nobody_retreats_onto_von_der_heydte() -> None:
    """TIA-RET-11: a retreat never enters an enemy-occupied hex."""
    units = ["A: german infantry 4 at 1007", "B: german infantry 4 at 1006", "D: us infantry 4 at 907"]
    play = Play(phase="german declaration", units=[*units, "G-VDH at 806"], dice=[3])
    play.do("attack 907 with A B", "fight 1", "stand fast no", "distance 1", "retreat D 807")
    play = Play(phase="german declaration", units=[*units, "G-VDH at 806"], dice=[3])
    play.do("attack 907 with A B", "fight 1", "stand fast no", "distance 1")
    assert play.rule("retreat D 806") == "TIA-RET-11"


def test_nobody_retreats_to_a_dump_about_to_be_attacked() -> None:
    """TIA-RET-8: also if nothing but the dump is there."""
    units = ["A: german infantry 8 at 1007", "B: german infantry 4 at 706", "D: us infantry 4 at 907"]
    play = Play(
        phase="german declaration", units=units, dump={"hex": "806", "known": True}, dice=[3], other_dice=6
    )
    play.do("attack 907 with A", "attack 806 with B", "fight 1", "stand fast no", "distance 1")
    assert play.rule("retreat D 806") == "TIA-RET-8"


def test_an_attack_continues_against_the_hexes_still_defended() -> None:
    """TIA-CRT-25: Peiper cleared one of two hexes in an extra attack; the other is attacked all the same."""
    units = [
        "G-KGP at 1007",
        "D: us cavalry 1 at 907",
        "F: german infantry 6 at 1105",
        "X: us cavalry 1 at 1106",
        "E: us cavalry 1 at 1005",
    ]
    play = Play(phase="german declaration", units=units, dice=[1, 1], other_dice=6)
    play.do("attack 907 with G-KGP", "attack 1005,1106 with F", "fight 1")
    play.until(PeiperGoesOn)
    play.do("move G-KGP 1107", "attack 1106 with G-KGP")
    events = play.until(ChoosingFight)
    events += play.do("fight 2")
    assert [e.targets for e in events if isinstance(e, OddsSet)][-1] == ("1005",)


def test_the_barrage_reaches_across_the_front() -> None:
    """TIA-SETUP-9: an Allied unit on the German side of the line is adjacent to it as well."""
    play = Play(
        turn=1, phase="german declaration", units=["A: german infantry 4 at 1406", "D: us infantry 4 at 1306"]
    )
    odds = play.game.odds(play.state, o.Attack(("1306",), ("A",)))
    assert ("barrage", 1, "TIA-SETUP-9") in odds.shifts


# Decisions with nothing to decide: nobody is asked


def test_peiper_is_not_asked_when_there_is_nothing_it_could_do() -> None:
    """An attack that the unit is owed is not an option if nobody is adjacent."""
    units = ["G-KGP at 1007 factor=8 spent=4 moved", "D: us cavalry 1 at 907"]
    play = Play(phase="german declaration", units=units, dice=[1], other_dice=6)
    play.do("attack 907 with G-KGP", "fight 1", "stand fast no", "end")
    assert play.asked is not PeiperGoesOn


def test_movement_is_passed_over_where_nobody_can_stir() -> None:
    """A surrounded unit cannot move, so nobody is asked."""
    ring = [f"D{hex}: us infantry 9 at {hex}" for hex in ("103", "202", "201")]
    play = Play(phase="german reinforcements", units=["A: german infantry 2 at 102", *ring])
    play.do("ruthless no")
    assert play.asked is not Moving


def test_free_set_up_ends_when_every_unit_has_its_place() -> None:
    """With nothing left to place the setup is over."""
    play = Play(turn=0, phase="set up", units=["G-12SS at 1308"], terrain="map")
    play.do("setup free", "set up G-12SS 1407")
    assert play.asked is not SettingUp


def test_a_legal_attack_is_never_passed_over() -> None:
    """All together may be too weak for lack of supply when one alone is not."""
    units = ["A: german infantry 2 at 907", "G-SKORZ at 907 unsupplied", "D: us infantry 10 at 806"]
    play = Play(phase="german movement", units=units)
    play.do("end")
    assert play.asked is Declaring
    assert play.rule("attack 806 with A") == ""


# Supply, entry, bridges, dice


def test_a_road_through_an_edge_hex_brings_supply() -> None:
    """TIA-SUPPLY-1: it need not leave the map there, as at 1210 or 1302."""
    play = Play(
        phase="allied supply",
        supplied="traced",
        supply_edge={"allied": ["1210"]},
        sides={"1210-1209-1208-1207-1206-1205-1204": "road"},
        units=["D: us infantry 4 at 1203"],
    )
    assert in_supply(play.world, play.state, play.world.by_id["D"])


def test_cavalry_watches_woods_at_the_edge() -> None:
    """TIA-REINF-8, TIA-ZOC-4: woods limit its zone for supply only."""
    units = ["C: us cavalry 1 at 1504", "G-246VG waiting"]
    play = Play(phase="german reinforcements", map={"1604": "forest"}, units=units, ruthless_turn=1)
    assert play.rule("enter G-246VG 1604") == "TIA-REINF-8"


def test_von_der_heydte_guards_a_bridge() -> None:
    """TIA-BRIDGE-12: undefended means that no enemy ground unit stands in either hex."""
    play = Play(
        phase="allied movement",
        units=["A: us infantry 4 at 907", "G-VDH at 1007"],
        sides={"1007/907": "river bridge"},
        bridges={"1007/907": {"owner": "german"}},
    )
    play.do("move A 1007")  # no die
    assert play.hex("A") == "1007"


def test_what_comes_back_is_reported() -> None:
    """TIA-BRIDGE-10: a marker after six turns, under the option the engineers' bridge itself."""
    for option in (False, True):
        play = Play(
            turn=4, phase="german bridges", sides={"1007/907": "river"}, options={"bridge_returns": option}
        )
        world, state = play.world, play.state
        set_bridge(world, state, 0, GERMAN_ENGINEERS, GERMAN)
        destroy(world, state, 0, "blown", "TIA-BRIDGE-3", [])
        events: list[Event] = []
        state.turn, pool = 10, state.markers[GERMAN]
        return_markers(world, state, events)
        assert kinds(events) == ["bridge_restored" if option else "marker_returned"]
        assert state.markers[GERMAN] == pool + (not option)
        assert state.bridge[0] == (GERMAN_ENGINEERS if option else NO_BRIDGE)


def test_index_b_is_a_matter_of_display() -> None:
    """TIA-CRT-5: the same die and result, shown as 7 minus the die."""
    reported = {}
    for index in ("A", "B"):
        play = Play(
            phase="german declaration",
            units=["A: german infantry 8 at 1007", "D: us infantry 4 at 907"],
            options={"die_index": index},
            dice=[2],
        )
        events = play.do("attack 907 with A", "fight 1", "stand fast no")
        result = next(e for e in events if isinstance(e, CombatResult))
        assert (result.die, result.result) == (2, "D2")
        reported[index] = play.game.tell(result)
    assert "rolled 2" in reported["A"]
    assert "rolled 5" in reported["B"]


def test_peipers_second_battle_has_a_die_of_its_own() -> None:
    """Dice keyed by what they are for must not repeat the first battle for the same hex."""
    units = ["G-KGP at 1007", "D: us infantry 4 at 907"]
    play = Play(phase="german declaration", units=units, dice=[4, 4], other_dice=6)
    events = play.do("attack 907 with G-KGP", "fight 1", "stand fast no", "attack 907 with G-KGP")
    events += play.do("stand fast no")
    battles = [e.what for e in events if isinstance(e, Rolled) and e.rule == "TIA-CRT-5"]
    assert len(battles) == len(set(battles)) == 2


def test_a_crowd_under_bombs_is_ordered_step_by_step() -> None:
    """TIA-AIR-3: twelve retreated units have too many orders to list."""
    units = [f"V{n}: german infantry 2 at 907" for n in range(12)]
    play = Play(phase="allied air", weather="clear", units=units, other_dice=4)
    play.do("bomb AIR-365 907", "end")
    play.until(Ordering)
    offers = play.game.offers(play.state, play.side)
    assert len(offers) == 12
    order = o.OrderStack(tuple(f"V{n}" for n in reversed(range(12))))
    assert holds(offers, order)
    play.do(order)


def test_a_retreat_into_supply_is_offered_first() -> None:
    """TIA-RET-9: of equal routes the one into supply is offered first, for a player that takes the first
    offer.
    """
    units = ["A: german infantry 4 at 1007", "B: german infantry 4 at 1006", "D: us infantry 4 at 907"]
    for edge, first in (("409", "807"), ("404", "806")):
        play = Play(
            phase="german declaration",
            units=units,
            supplied="traced",
            supply_edge={"allied": [edge], "german": ["1610"]},
            dice=[2],
            other_dice=6,
        )
        play.do("attack 907 with A B", "fight 1", "stand fast no", "distance 1")
        assert play.offers()[0] == o.Retreat("D", (first,))


def test_weakness_is_no_excuse_for_a_spent_bonus() -> None:
    """Option weak_contact_lapses: it forgives odds below 1:5, not a unit that may not attack, TIA-MOVE-4."""
    play = Play(
        phase="german movement",
        map={"907": "forest"},
        units=["A: german infantry 3 at 1009", "D: us armor 4 at 806"],
        options={"weak_contact_lapses": True},
    )
    assert play.rule("move A 1008 1007 907") == "TIA-ZOC-15"


def test_those_attached_are_reported_to_move_and_advance() -> None:
    """TIA-KGP-8: a reader of the events knows every unit's hex."""
    units = ["G-KGP at 1008", "G-501 at 1008", "D: us cavalry 1 at 907"]
    play = Play(phase="german movement", units=units, dice=[6, 1], other_dice=6)
    events = play.do(o.Move("G-KGP", ("1007",), attach=("G-501",)))
    assert [e.unit for e in events if isinstance(e, Moved)] == ["G-KGP", "G-501"]
    events = play.do("attack 907 with G-KGP G-501", "fight 1", "stand fast no", "advance G-KGP 907")
    assert [e.unit for e in events if isinstance(e, Advanced)] == ["G-KGP", "G-501"]


def test_why_a_unit_cannot_leave_the_map() -> None:
    """The reasons against the exit, which is not a hex: far from it and next to it."""
    play = Play(phase="german movement", units=["A: german armor 5 at 907", "B: german armor 5 at 102"])
    view = play.game.view(play.state, GERMAN)
    reasons = {u: against_move(play.world, view, play.world.by_id[u], EXIT) for u in ("A", "B")}
    assert {u: [reason.rule for reason in result] for u, result in reasons.items()} == {
        "A": ["TIA-VIC-1"],
        "B": [],
    }


def test_the_chance_to_take_a_hex_is_a_share_of_six_faces() -> None:
    """2:1 against one division: D2, D2, D1, D1 drive it out, D and - do not."""
    units = ["A: german armor 5 at 907", "B: german armor 3 at 907", "D: us infantry 4 at 806"]
    play = Play(phase="german declaration", units=units)
    attackers = [play.world.by_id[name] for name in ("A", "B")]
    cells = [play.world.grid.at("806")]
    column = odds_of(play.world, play.state, attackers, cells).column
    assert takes(play.world, play.state, attackers, cells, column) == Fraction(2, 3)
