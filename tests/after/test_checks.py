"""Turning points are checked by replays: false ones are dropped, true ones stay, the same every time."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ardennes.after.account import Account, Check, Swing
from ardennes.after.analysis import light_account
from ardennes.after.checks import Job, checked, play_job
from ardennes.after.page import report_page
from ardennes.after.swings import date
from ardennes.after.value import Value, value_of
from ardennes.commands.analyse import lines_of
from ardennes.kernel.match import Match
from tests.after.accounts import account_of
from tests.after.playing import EACH, SHORT, finished

WORK = 600  # orders: some games of a short match


def tried(match: Match[Any], *swings: Swing, work: int = WORK) -> tuple[tuple[Swing, ...], tuple[Swing, ...]]:
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    return checked(match, value, swings, lambda share, words: None, work=work)


def claimed(order: int, until: int, before: float, after: float) -> Swing:
    """A claim of a model about a part of a match."""
    return Swing(order, until, 17, date(17), "", before, after, (after - before, 0.0), 0.0, until, "")


@pytest.mark.parametrize(
    "name", [SHORT[0], *(pytest.param(name, marks=pytest.mark.long) for name in SHORT[1:])]
)
def test_a_turning_point_that_play_does_not_find_is_dropped(name: str) -> None:
    """The model claims a jump between equal positions, and one that ended the match."""
    match = finished(name)
    result = match.result()
    assert result is not None
    won = float(result.winner == 0)
    false = claimed(match.seq, match.seq, 0.2, 0.8)
    true = claimed(0, match.seq, 0.5, won)
    good, dropped = tried(match, false, true)
    assert [swing.order for swing in dropped] == [match.seq]
    assert all(one.check is not None for one in (*good, *dropped))
    for swing in good:
        assert swing.check is not None
        assert swing.check.after == won
        assert swing.check.clear


def test_play_that_finds_the_opposite_takes_the_place_of_the_model() -> None:
    match = finished("tigers/peiper_staff")  # the Germans, the first side, won
    (only,), dropped = tried(match, claimed(0, match.seq, 0.9, 0.4))
    assert dropped == ()
    assert only.check is not None
    assert (only.before, only.after) == (only.check.before, 1.0)
    assert only.orders == ()


@pytest.mark.long
def test_the_same_work_finds_the_same() -> None:
    match = finished(SHORT[0])
    swings = light_account(match, samples=2).swings
    assert tried(match, *swings, work=500) == tried(match, *swings, work=500)
    few, many = (
        [one.check.games for part in tried(match, *swings, work=work) for one in part if one.check]
        for work in (500, 2000)
    )
    assert max(few) < min(many)


@pytest.mark.long
def test_little_work_plays_some_turns_and_says_so() -> None:
    match = finished("tigers/staff")
    good, dropped = tried(match, claimed(0, 80, 0.4, 0.5), work=1)
    assert [one.check.turns for one in (*good, *dropped) if one.check] == [2]


def test_games_of_a_position_differ_and_a_position_at_the_end_is_its_result() -> None:
    match = finished("tigers/peiper_staff")
    value = value_of(match.game, match.setting.scenario)
    assert isinstance(value, Value)
    assert len(set(play_job(match, value, Job(3, 0, 8, 0)).worth)) > 1
    end = play_job(match, value, Job(match.seq, 0, 3, 0))
    assert (end.worth, end.orders) == ((1.0, 1.0, 1.0), 0)


@pytest.mark.parametrize(
    ("change", "error", "clear"),
    [(0.2, 0.05, True), (-0.2, 0.05, True), (0.2, 0.11, False), (0.0, 0.0, False)],
)
def test_an_interval_that_holds_nothing_is_not_clear(change: float, error: float, clear: bool) -> None:
    assert Check(0.5, 0.5 + change, error, 60).clear == clear


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("eyes", [0, 1])
def test_report_and_terminal_say_what_play_found(name: str, eyes: int) -> None:
    """Handmade: 35 to 60 % in 60 games for the first side, and one turning point that was not confirmed."""
    match = finished(name)
    deep, light = (account_of(match, kind) for kind in ("deep", "light"))
    page = report_page(match, deep, eyes)
    before, after = (35, 60) if eyes == 0 else (65, 40)
    sign = "+" if eyes == 0 else "−"
    assert f"60 times from each position: {before} → {after} %, a change of {sign}25 points" in page
    assert "Not confirmed: 20 December, Wiltz." in page
    assert "Estimated by the model only" in report_page(match, light, eyes)
    text = "\n".join(lines_of(match, deep))
    assert "Turning points (checked by play)" in text
    assert "Not confirmed: 20 December, Wiltz" in text
    assert "estimated by the model" in "\n".join(lines_of(match, light))


@pytest.mark.parametrize("adjusted", [1.26, -0.18, 0.5])
def test_the_result_less_luck_is_a_balance_and_says_so(adjusted: float) -> None:
    match = finished(SHORT[0])
    account = account_of(match, "light")
    luck = tuple(msgspec.structs.replace(one, adjusted=adjusted) for one in account.luck)
    account = msgspec.structs.replace(account, luck=luck)
    points = f"{100 * adjusted:.0f}".replace("-", "−")
    page = report_page(match, account, 0)
    assert f"Without the luck your result is {points} points" in page
    assert "This is a balance, not a chance" in page
    assert "share of this match" not in page
    assert f"result without luck {100 * adjusted:.0f} points" in "\n".join(lines_of(match, account))


def test_the_static_report_names_the_order_to_look_at() -> None:
    match = finished(SHORT[0])
    account: Account = account_of(match, "light")
    swing = account.swings[0]
    page = report_page(match, account, 0)
    assert f"Largest change at order {swing.step}: {swing.step_text}" in page
    assert re.search(rf'class="small look" data-order="{swing.step}"', page)
