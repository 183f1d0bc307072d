"""The sequence of play (BTA-2.1d, BTA-2.3, BTA-2.4a, BTA-3.2, BTA-10.2a) and the Game contract."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ardennes.dice import Dice, ScriptedDice, SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.events import Fought, GameOver, PhaseBegan, TurnBegan
from ardennes.games.breakthrough.rules.model.orders import END, Artillery, Blow, GroundAttack, Interdict, Plot
from ardennes.games.breakthrough.rules.model.state import (
    AIR,
    GERMAN_FIRST,
    GERMAN_SECOND_COMBAT,
    ORGANIZATION,
    BreakthroughState,
    Variant,
)
from ardennes.games.breakthrough.rules.sequence.phases import enter, next_phase, run
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.terms import AMERICAN, CLEAR_SKY, FOG, GERMAN
from ardennes.kernel.contract import Event

GAME = Breakthrough()
W = GAME.world
OPTIONS = {option.key: option.default for option in GAME.options}
DAY = (
    ("supply", ""), ("reinforcement", ""), ("organization", "american"), ("organization", "german"),
    ("american first operation", "american"), ("german first operation", "german"),
    ("american second operation", "american"), ("german second operation", "german"),
)  # fmt: skip


class Always:
    """Dice that always show the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        return self.face


def begin(scenario: str = "twelve", dice: Dice | None = None) -> tuple[BreakthroughState, list[Event]]:
    state = opening(W, Variant(), scenario)
    events: list[Event] = []
    run(W, state, dice or SealedDice(seed_from_number(1)), events)
    return state, events


def phases(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.phase, event.side) for event in events if isinstance(event, PhaseBegan)]


def play_out(state: BreakthroughState, dice: Dice, days: int = 99) -> list[Event]:
    """Let everybody end every phase at once."""
    events: list[Event] = []
    last = state.turn + days
    while GAME.to_move(state) and state.turn < last:
        events += GAME.apply(state, state.acting, END, dice)
    return events


def test_the_game_is_found_by_its_id() -> None:
    assert isinstance(find_game("breakthrough"), Breakthrough)


def test_16_december_opens_with_supply_and_has_no_american_organization() -> None:
    state, events = begin("first_seven")
    assert phases(events) == [("supply", ""), ("reinforcement", ""), ("organization", "german")]
    assert state.phase == ORGANIZATION
    assert state.acting == GERMAN


def test_last_seven_opens_with_the_weather_and_the_air_phase() -> None:
    fog, events = begin("last_seven", ScriptedDice([80]))
    assert fog.weather == FOG
    assert fog.phase == AIR
    assert fog.acting == AMERICAN
    assert [type(event) for event in events][-2:] == [TurnBegan, PhaseBegan]
    overcast, events = begin("last_seven", Always(50))
    assert overcast.air == [0, 0]
    assert phases(events)[0] == ("supply", ""), "nobody flies: no air phase"


def test_phases_of_a_day_without_air_come_in_their_order() -> None:
    state, _ = begin()
    dice = SealedDice(seed_from_number(1))
    events = play_out(state, dice, 1)  # to 17 December, overcast
    rest = play_out(state, dice, 1)
    outcome = phases(events) + phases(rest)
    start = outcome.index(("supply", ""))
    assert tuple(outcome[start : start + len(DAY)]) == DAY


@pytest.mark.parametrize(("scenario", "days"), [("first_seven", 7), ("last_seven", 7), ("twelve", 12)])
def test_a_game_lasts_so_many_days_and_ends_with_the_final_supply(scenario: str, days: int) -> None:
    dice = SealedDice(seed_from_number(3))
    state, events = begin(scenario, dice)
    events += play_out(state, dice)
    assert sum(isinstance(event, TurnBegan) for event in events) == days
    assert phases(events)[-1] == ("final supply", "")
    assert isinstance(events[-1], GameOver)
    assert state.over
    assert GAME.to_move(state) == ()
    assert GAME.decisions(state) == ()
    assert GAME.result(state) is not None
    refusal = GAME.check(state, GERMAN, END)
    assert refusal is not None
    assert refusal.rule == "BTA-10.2a"


def test_american_acts_first_in_the_air_phase_and_a_side_without_points_is_passed_over() -> None:
    state, _ = begin()
    state.turn, state.weather, state.air = 7, CLEAR_SKY, [0, 6]
    events: list[Event] = []
    dice = SealedDice(seed_from_number(5))
    enter(W, state, dice, events, AIR)
    assert state.acting == AMERICAN
    events = GAME.apply(state, AMERICAN, END, dice)
    assert state.phase == ORGANIZATION
    assert ("air", "german") not in phases(events)


def test_air_phase_waits_for_its_end_even_without_points() -> None:
    state, _ = begin()
    state.turn, state.air = 3, [2, 0]
    dice = SealedDice(seed_from_number(5))
    enter(W, state, dice, [], AIR)
    assert state.acting == GERMAN
    for _ in range(2):
        assert GAME.check(state, GERMAN, Interdict()) is None
        GAME.apply(state, GERMAN, Interdict(), dice)
    assert (state.phase, state.acting) == (AIR, GERMAN)
    refusal = GAME.check(state, GERMAN, Interdict())
    assert refusal is not None
    assert refusal.rule == "BTA-3.2"
    GAME.apply(state, GERMAN, END, dice)
    assert state.phase == ORGANIZATION
    assert state.interdiction == [2, 0]


def test_unspent_air_points_and_replacements_vanish_with_the_organization_phase() -> None:
    state, _ = begin()
    state.turn = 5
    dice = SealedDice(seed_from_number(1))
    enter(W, state, dice, [], ORGANIZATION)
    state.air = [1, 2]
    assert state.acting == AMERICAN
    assert state.replacements == [10, 15, 15, 10]
    GAME.apply(state, AMERICAN, END, dice)
    assert state.acting == GERMAN
    assert state.air == [1, 0]
    GAME.apply(state, GERMAN, END, dice)
    assert state.air == [0, 0]
    assert state.replacements == [0, 0, 0, 0]


@pytest.mark.parametrize(("level", "points"), [(1, [10, 15, 45, 30]), (4, [20, 30, 15, 10])])
def test_replacements_by_level(level: int, points: list[int]) -> None:
    state = opening(W, Variant(level=level), "twelve")
    for day, expected in ((18, [0, 0, 0, 0]), (19, points)):
        state.turn = day - 15
        enter(W, state, SealedDice(seed_from_number(1)), [], ORGANIZATION)
        assert state.replacements == expected


def test_after_the_last_combat_comes_the_next_turn_or_the_end() -> None:
    state, _ = begin()
    state.phase = GERMAN_SECOND_COMBAT
    assert next_phase(W, state) == 0
    state.turn = 12
    assert next_phase(W, state) == 13


def test_german_does_not_move_first_on_16_december_but_attacks_are_fought() -> None:
    state, _ = begin()
    dice = SealedDice(seed_from_number(4))
    while state.phase != GERMAN_FIRST:
        GAME.apply(state, state.acting, END, dice)
    plot = next(
        Plot(W.units[unit].id, label)
        for unit in W.of_side[GERMAN]
        if state.where[unit] >= 0
        for label in W.labels([n for n in W.grid.neighbours[state.where[unit]] if n >= 0])
        if GAME.check(state, GERMAN, Plot(W.units[unit].id, label)) is None
    )
    GAME.apply(state, GERMAN, plot, dice)
    events = GAME.apply(state, GERMAN, END, dice)
    assert any(isinstance(event, Fought) and event.hex == plot.hex for event in events)
    assert state.plots == []


# The game as the engine sees it


@pytest.mark.parametrize(
    ("side", "rule", "order"),
    [
        (AMERICAN, "BTA-2.3", END),
        (GERMAN, "BTA-2.3", Interdict()),
        (GERMAN, "BTA-2.3", GroundAttack("7,13")),
        (GERMAN, "BTA-13.2", Artillery("GE-nobody", 3)),
        (GERMAN, "BTA-MAP-6", Blow("GE-ENG-XLVII", "7,13/7,14")),
        (GERMAN, "BTA-6.0", Artillery("US-106-422", 3)),
        (GERMAN, "BTA-6.0", Artillery("GE-26VG-DIV", 3)),
    ],
)
def test_refusals_name_their_rule(side: int, rule: str, order: object) -> None:
    state, _ = begin()
    refusal = GAME.check(state, side, order)  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.rule == rule
    assert rule in GAME.rule_ids()


def test_unknown_hexes_are_refused() -> None:
    state, _ = begin()
    dice = SealedDice(seed_from_number(4))
    while state.phase != GERMAN_FIRST:
        GAME.apply(state, state.acting, END, dice)
    refusal = GAME.check(state, GERMAN, Plot("GE-26VG-78", "77,1"))
    assert refusal is not None
    assert refusal.rule == "BTA-MAP-1"


def test_bridges_are_tidied_from_either_bank() -> None:
    engineers = "GE-ENG-XLVII"
    assert GAME.tidy(Blow(engineers, "9,23/9,22")) == Blow(engineers, "9,22/9,23")
    assert GAME.tidy(Blow(engineers, "nowhere")) == Blow(engineers, "nowhere")


def test_scenarios_and_options_come_from_the_data() -> None:
    assert [scenario.id for scenario in GAME.scenarios] == [
        "first_seven",
        "last_seven",
        "twelve",
        "last_seven_free",
        "losheim",
        "clervaux",
    ]
    assert set(OPTIONS) == {
        "level", "historical", "two_player", "show_strengths", "corridor_from", "BLOWN_BRIDGE_CUTS_ROAD",
        "FUEL_MOBILE_ONLY", "bid",
    }  # fmt: skip


def test_the_supply_phase_of_the_first_day_rolls_nothing() -> None:
    state = opening(W, Variant(), "twelve")
    dice = ScriptedDice([])
    events: list[Event] = []
    run(W, state, dice, events)
    assert state.rolls == 0
    assert state.phase == ORGANIZATION
