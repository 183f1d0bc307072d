"""Decisions tried again: only from views, the same every time, and reported only if clear."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from ardennes.after import analysis, checks, decisions
from ardennes.after.analysis import best_account, deep_account, light_account
from ardennes.after.course import Course, course_of
from ardennes.after.decisions import ATTACKS, CLEAR, Decided, Follower, Judge, Look, attacked, judged, planned
from ardennes.after.value import Value, value_of
from ardennes.games.tigers.rules.model.orders import Attack
from ardennes.players.playsheet.adapter import PlaysheetAdapter
from ardennes.players.search.adapter import Adapter, adapter_of
from tests.after.playing import finished

PEIPER = "tigers/peiper_staff"
SMALL = 500  # orders of work
ENOUGH = {"wave_of_terror/skyline_exploit": 2000}  # ... for it to find something clear
EXPLOITS = [
    "tigers/peiper_exploit",
    "breakthrough/clervaux_exploit",
    "wave_of_terror/skyline_exploit",
    "playsheet/xlvii_corps_exploit",
]


def judge_of(name: str) -> tuple[Judge, Value, Course]:
    """A separate judge for every test; its reading of the match is cached."""
    match, (value, course) = finished(name), followed(name)
    return Judge(match, value), value, course


@functools.cache
def followed(name: str) -> tuple[Value, Course]:
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    return value, course_of(match, value, 4)


def test_the_phases_of_a_match_are_found_with_their_orders() -> None:
    match = finished(PEIPER)
    result = planned(match, adapter_of(match.game))
    assert {decided.side for decided in result} == {0, 1}
    for decided in result:
        assert match.journal[decided.at].order == decided.orders[0]
        assert match.journal[decided.at].side == decided.side
    turns = [decided.turn for decided in result]
    assert turns == sorted(turns)


@pytest.mark.parametrize("name", EXPLOITS)
def test_every_attack_is_a_decision_with_all_its_orders(name: str) -> None:
    match = finished(name)
    for phase in planned(match, adapter_of(match.game)):
        attacks = [order for order in phase.orders if type(order).__name__ in ATTACKS]
        result = [decided for decided in attacked(phase) if decided.target]
        assert sorted(map(repr, attacks)) == sorted(repr(order) for one in result for order in one.made)
        for one in attacked(phase):
            assert match.journal[one.at].order == one.orders[0]
            assert match.journal[one.at].side == one.side
            assert one.at < one.until <= phase.until


@pytest.mark.parametrize(
    "name", [*EXPLOITS[:2], *(pytest.param(name, marks=pytest.mark.long) for name in EXPLOITS[2:])]
)
def test_an_attack_is_left_out_and_nothing_else(name: str) -> None:
    judge, _, course = judge_of(name)
    decided = next(one for one in judge.decisions(course) if one.target)
    _, view, plans = judge.plans(decided)
    left = plans[1].player
    assert isinstance(left, Follower)
    assert not set(map(repr, left.left)) & set(map(repr, decided.made))
    assert len(left.left) == len(decided.orders) - len(decided.made)
    gains = (0.2, 0.3, 0.25, 0.2)
    outcome = judge.told(decided, 1, Look(0, 1, gains, (0.0, 0.0), 1))
    assert outcome.kind == "attack made at a loss"
    game: Any = judge.game
    label = game.label(view, decided.made[0])
    assert label in outcome.given
    assert outcome.better.startswith("Leave out")
    assert label in outcome.better
    assert outcome.worth == pytest.approx(0.2375)


def test_an_attack_may_be_made_otherwise_or_where_none_was_made() -> None:
    """The staff would send two units to 1207, which one attacked, and one to 1208, which none attacked."""
    given = Attack(("1207",), ("A",))
    two, other = Attack(("1207",), ("A", "B")), Attack(("1208",), ("C",))
    attack = Decided(5, 0, 1, 16, (given, other), (5, 6), target="1207")
    assert Judge.ways(attack, [two, other]) == [(), (two,)]
    assert Judge.ways(attack, [given, other]) == [()]
    end = attack._replace(target="")
    assert Judge.ways(end, [other, two]) == [(other,)]
    assert Judge.ways(end, []) == []


@pytest.mark.long
@pytest.mark.parametrize("attack", [False, True])
@pytest.mark.parametrize("name", EXPLOITS)
def test_looks_are_the_same_every_time_and_on_views_alone(
    name: str, attack: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A twin of the position, which the side cannot distinguish from it, gets the same verdict."""
    judge, _, course = judge_of(name)
    match = judge.match
    decided, twin = next(
        (decided, twins[0])
        for decided in judge.decisions(course)
        if bool(decided.target) == attack
        and (twins := match.game.hidden_twins(match.state_at(decided.at), decided.side))
        and len(judge.plans(decided)[2]) > 1
    )
    first = judge.look(0, decided, 1, 0, 1)
    assert first
    monkeypatch.setattr(match, "state_at", lambda seq: twin)
    assert judge.look(0, decided, 1, 0, 1) == first


@pytest.mark.long
@pytest.mark.parametrize("name", [PEIPER, *EXPLOITS[1:]])
def test_only_what_is_clear_on_fresh_dice_is_reported(name: str) -> None:
    judge, value, course = judge_of(name)
    reported: list[float] = []
    work = ENOUGH.get(name, SMALL)
    verdicts = judged(judge.match, value, course, lambda share, words: reported.append(share), work=work)
    assert verdicts.found or name not in ENOUGH
    assert verdicts.tried > 0
    assert not verdicts.why_not
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    for one in verdicts.found:
        assert one.pairs == decisions.FRESH
        assert one.worth > CLEAR * one.error
        assert one.given
        assert one.better


def test_decided_positions_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, _, course = judge_of(PEIPER)
    monkeypatch.setattr(judge, "believed", lambda state, side: 0.98)
    assert judge.decisions(course) == []


@pytest.mark.long
def test_where_the_hidden_part_is_not_drawn_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaysheetAdapter, "drawn", Adapter.drawn)
    judge, value, course = judge_of("playsheet/xlvii_corps_exploit")
    verdicts = judged(judge.match, value, course, lambda share, words: None)
    assert (verdicts.tried, verdicts.found) == (0, ())
    assert "not judged" in verdicts.why_not


@pytest.mark.long
def test_a_deep_account_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "playsheet/xlvii_corps_staff"
    monkeypatch.setattr(PlaysheetAdapter, "drawn", Adapter.drawn)  # judge no decision, which is fast
    monkeypatch.setattr(analysis, "FULL", 2)
    monkeypatch.setattr(checks, "SLOW", {"playsheet": 1})
    light = light_account(finished(name), samples=2)
    assert best_account(finished(name), tmp_path).verdicts is None
    first = deep_account(finished(name), folder=tmp_path)
    assert all(swing.check and swing.check.clear for swing in first.swings)
    assert {swing.day for swing in light.swings} <= {swing.day for swing in (*first.swings, *first.dropped)}
    assert best_account(finished(name), tmp_path) == first, "all surfaces follow the deep account"
    (saved,) = tmp_path.iterdir()

    def never(*given: object) -> Course:
        raise AssertionError("it was made again")

    monkeypatch.setattr(analysis, "course_of", never)
    assert deep_account(finished(name), folder=tmp_path) == first
    saved.write_text("{")
    with pytest.raises(AssertionError, match="made again"):
        deep_account(finished(name), folder=tmp_path)


def test_orders_given_are_followed_as_long_as_they_are_legal() -> None:
    judge, _, course = judge_of(PEIPER)
    decided: Decided = judge.decisions(course)[0]
    state = judge.match.state_at(decided.at)
    follower = judge.follower(decided, 1)
    for expected in decided.orders[:3]:
        if judge.game.to_move(state) != (decided.side,):
            break
        view = judge.game.view(state, decided.side)
        order, why = follower.act(view, decided.side)
        assert (order, why) == (expected, "as given")
        judge.game.apply(state, decided.side, order, judge.match.dice)
