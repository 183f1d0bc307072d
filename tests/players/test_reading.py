"""Recognizing the opponent: learned from its moves, dropped when its moves no longer fit."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ardennes.games import find_game
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.match import settle_options
from ardennes.players.api import make_player
from ardennes.players.search.adapter import adapter_of
from ardennes.players.search.playout import Course, dice_of
from ardennes.players.search.reading import OPEN, STAFF, Reading, Sight, alike, dealt
from ardennes.players.search.veteran import OWN, Plan, Veteran
from tests.players.watched import watch

SCRIPTS = ("rush", "turtle", "end_run", "cutter")
HERE: Sight = frozenset({(1, 10), (2, 20), (3, 30)})
THERE: Sight = frozenset({(1, 11), (2, 21), (3, 31)})
RUSHED = [(STAFF, THERE), (STAFF, THERE), ("rush", HERE), ("turtle", THERE)]


def test_half_of_what_is_seen_is_half_alike() -> None:
    assert alike(HERE, HERE) == 1
    assert alike(HERE, THERE) == 0
    assert alike(HERE, frozenset({(1, 10), (2, 20)})) == pytest.approx(2 / 3)
    assert alike(frozenset(), frozenset()) == 1


def test_before_it_has_moved_two_of_three_playouts_are_against_a_staff() -> None:
    enemies = Counter(Reading(SCRIPTS).enemies(120))
    assert enemies[STAFF] == 80
    assert {enemies[name] for name in SCRIPTS} == {10}
    assert Counter(Reading(()).enemies(9)) == {STAFF: 9}


def test_each_comes_as_often_as_it_is_likely_and_nobody_in_a_row() -> None:
    assert dealt({"a": 0.5, "b": 0.25, "c": 0.25}, 8) == ["a", "b", "c", "a"] * 2


def test_who_looks_like_one_is_taken_for_it_and_the_others_stay_possible() -> None:
    reading = Reading(SCRIPTS)
    for _ in range(2):
        reading.learn(HERE, RUSHED)
    assert reading.likeliest() == "rush"
    assert reading.chances["rush"] > 0.6
    assert reading.chances[STAFF] >= OPEN * reading.before[STAFF]
    assert sum(reading.chances.values()) == pytest.approx(1)
    assert min(reading.chances.values()) > 0


def test_one_playout_proves_less_than_many() -> None:
    once, often = Reading(SCRIPTS), Reading(SCRIPTS)
    once.learn(HERE, RUSHED)
    often.learn(HERE, [*RUSHED, *[("rush", HERE)] * 4])
    assert Reading(SCRIPTS).chances["rush"] < once.chances["rush"] < often.chances["rush"]


def test_what_tells_nobody_apart_teaches_nothing() -> None:
    reading = Reading(SCRIPTS)
    reading.learn(HERE, [])
    reading.learn(HERE, [("rush", HERE), ("rush", THERE)])  # no other to compare with
    reading.learn(HERE, [(name, HERE) for name in (STAFF, *SCRIPTS)])
    reading.learn(frozenset(), [(name, frozenset()) for name in (STAFF, *SCRIPTS)])
    assert reading.chances == pytest.approx(Reading(SCRIPTS).chances)


def test_a_change_of_mind_is_seen() -> None:
    reading = Reading(SCRIPTS)
    for _ in range(3):
        reading.learn(HERE, RUSHED)
    for _ in range(6):
        reading.learn(HERE, [(STAFF, HERE), ("rush", THERE), ("turtle", THERE)])
    assert reading.likeliest() == STAFF


@pytest.mark.long
@pytest.mark.parametrize("enemy", ["rush", STAFF])
def test_the_veteran_knows_whom_it_plays(enemy: str) -> None:
    """Also if it knows no enemy strength: in Breakthrough, after a day."""
    game = find_game("breakthrough", "losheim")
    veteran = Veteran(game, GERMAN, 1, 1500)
    seats = [veteran, make_player(enemy, game, ALLIED, 1)]
    watch(game, seats, 1, "losheim", lambda s: s.turn > 2)
    assert veteran.reading.likeliest() == enemy
    assert (
        veteran.reading.chances["rush"] > 0.7 if enemy == "rush" else veteran.reading.chances["rush"] < 0.05
    )
    assert veteran.counters["not read"] == 0


def test_it_says_whom_the_enemy_plays_like() -> None:
    game = find_game("tigers", "st_vith")
    veteran = Veteran(game, GERMAN, 1, 300)
    own = veteran.proposal(OWN, veteran.plain)
    own.worth, own.won, own.ends = [1.0] * 4, [1.0] * 4, [""] * 4
    assert "The enemy" not in veteran.explain([own], own)
    for _ in range(2):
        veteran.reading.learn(HERE, RUSHED)
    assert veteran.explain([own], own).endswith(" The enemy seems to play like rush.")


class Noting(Veteran):
    """Record after which phases there was something to observe, and the cost when a search began."""

    def __init__(self, game: AnyGame, side: int, seed: int, work: int) -> None:
        super().__init__(game, side, seed, work)
        self.before: list[int] = []  # work spent before the first playout of a search

    def playout(self, view: Any, plan: Plan, number: int, most: int) -> Course:
        if plan.name == OWN and number == 0:
            self.before.append(self.spent)
        return super().playout(view, plan, number, most)

    def foreseen(self, view: Any, order: Order) -> list[tuple[str, Sight]]:
        result = super().foreseen(view, order)
        self.counters[f"{self.moment} {bool(result)}"] = 1
        return result


def test_nothing_is_read_before_the_enemy_has_had_a_turn() -> None:
    """In Tigers the Germans plan twice in a turn: in between, dice move the enemy, not its own orders."""
    game = find_game("tigers", "st_vith")
    veteran = Noting(game, GERMAN, 1, 300)
    watch(game, [veteran, make_player("rush", game, ALLIED, 1)], 1, "st_vith", lambda s: s.turn > 3)
    noted = {name for name in veteran.counters if name.startswith("(")}
    assert noted == {"(1, 9) True", "(2, 2) False"}
    # otherwise playouts would seem more expensive, and fewer plans would be compared
    assert set(veteran.before) == {0}


def test_the_playsheets_reports_are_not_read() -> None:
    game = find_game("playsheet", "lxvi_corps")
    state = game.start("lxvi_corps", settle_options(game, {}), dice_of("reports"))
    assert state.reports
    assert not adapter_of(game).sight(game, game.view(state, 0), 0)
