"""Decisions tried again: on views alone, the same every time, told only where it is clear."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.after import analysis, decisions
from ardennes.after.analysis import deep_account
from ardennes.after.course import Course, course_of
from ardennes.after.decisions import CLEAR, Decided, Judge, judged, planned
from ardennes.after.value import Value, value_of
from ardennes.players.adapter import Adapter, adapter_of
from ardennes.players.playsheet.plans import PlaysheetAdapter
from tests.after.playing import finished

PEIPER = "tigers/peiper_staff"
SMALL = 2000  # orders of work


def judge_of(name: str) -> tuple[Judge, Value, Course]:
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    return Judge(match, value), value, course_of(match, value, 4)


def test_the_phases_of_a_match_are_found_with_their_orders() -> None:
    match = finished(PEIPER)
    found = planned(match, adapter_of(match.game))
    assert {decided.side for decided in found} == {0, 1}
    for decided in found:
        assert match.journal[decided.at].order == decided.orders[0]
        assert match.journal[decided.at].side == decided.side
    turns = [decided.turn for decided in found]
    assert turns == sorted(turns)


@pytest.mark.long
@pytest.mark.parametrize("name", ["tigers/peiper_exploit", "breakthrough/clervaux_exploit"])
def test_looks_are_the_same_every_time_and_on_views_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin of the position, which the side cannot tell from it, is judged alike."""
    judge, _, course = judge_of(name)
    match = judge.match
    decided, twin = next(
        (decided, twins[0])
        for decided in judge.decisions(course)
        if (twins := match.game.hidden_twins(match.state_at(decided.at), decided.side))
        and len(judge.plans(decided)[2]) > 1
    )
    first = judge.look(0, decided, 1, 0, 1)
    assert first
    monkeypatch.setattr(match, "state_at", lambda seq: twin)
    assert judge.look(0, decided, 1, 0, 1) == first


@pytest.mark.long
def test_only_what_is_clear_on_fresh_dice_is_told() -> None:
    judge, value, course = judge_of(PEIPER)
    told: list[float] = []
    verdicts = judged(judge.match, value, course, lambda share, words: told.append(share), work=SMALL)
    assert verdicts.tried > 0
    assert told == sorted(told)
    assert told[-1] == 1.0
    for one in verdicts.found:
        assert one.pairs == decisions.FRESH
        assert one.worth > CLEAR * one.error
        assert one.given
        assert one.better


def test_decided_positions_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, _, course = judge_of(PEIPER)
    monkeypatch.setattr(judge, "believed", lambda state, side: 0.98)
    assert judge.decisions(course) == []


def test_where_the_hidden_part_is_not_drawn_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaysheetAdapter, "drawn", Adapter.drawn)
    _, value, course = judge_of("playsheet/xlvii_corps_staff")
    verdicts = judged(finished("playsheet/xlvii_corps_staff"), value, course, lambda share, words: None)
    assert (verdicts.tried, verdicts.found) == (0, ())
    assert "not judged" in verdicts.why_not


def test_a_deep_account_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "playsheet/xlvii_corps_staff"
    monkeypatch.setattr(PlaysheetAdapter, "drawn", Adapter.drawn)  # no decision is judged: that is quick
    monkeypatch.setattr(analysis, "FULL", 2)
    first = deep_account(finished(name), folder=tmp_path)
    (kept,) = tmp_path.iterdir()

    def never(*given: object) -> Course:
        raise AssertionError("it was made again")

    monkeypatch.setattr(analysis, "course_of", never)
    assert deep_account(finished(name), folder=tmp_path) == first
    kept.write_text("{")
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
