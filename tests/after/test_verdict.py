"""When a match was decided: one answer, in every view and with every account."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest

from ardennes.after import summary, verdict
from ardennes.after.account import Account, Moment, Swing
from ardennes.after.analysis import light_account
from ardennes.after.page import report_page
from ardennes.after.summary import summary_of
from ardennes.after.swings import date
from ardennes.commands.analyse import lines_of
from tests.after.playing import EACH, finished

DAYS = re.compile(r"\d{1,2} (?:December|January)")
VARIED = (
    *EACH,
    "tigers/staff_random",
    pytest.param("wave_of_terror/by_hand", marks=pytest.mark.long),
    pytest.param("playsheet/by_hand", marks=pytest.mark.long),
)


def named_days(name: str, account: Account | None, side: int | None) -> set[str]:
    """Return the days that end page, report and terminal give for the decision."""
    match = finished(name)
    outcome = summary_of(match, side, account)
    places = [re.match(r"[^:.]*", outcome.lead[0])]
    if account is not None:
        plain = msgspec.structs.replace(account, luck=())  # otherwise luck would replace the day
        places.append(re.search("<h1>(.*?)</h1>", report_page(match, plain, side)))
        lines = [line for line in lines_of(match, account) if line.startswith("Decided")]
        places += [re.match(".*", line) for line in lines]
    return {day for place in places if place for day in DAYS.findall(place[0])}


@pytest.mark.parametrize("name", VARIED)
def test_every_surface_names_the_same_day(name: str) -> None:
    account = light_account(finished(name), samples=2)
    assert account.decided is not None
    for side in (None, 1):
        assert named_days(name, account, side) == {date(account.decided.day)}
    assert summary_of(finished(name), 0, account).decided == account.decided


@pytest.mark.parametrize("name", VARIED)
def test_the_end_page_names_no_day_before_there_is_an_account(name: str) -> None:
    assert named_days(name, None, 0) == set()


@pytest.mark.parametrize("name", EACH)
def test_without_a_model_the_score_decides_on_every_surface(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ardennes.after.analysis.value_of", lambda *ignored: None)
    monkeypatch.setattr(summary, "value_of", lambda *ignored: None)
    account = light_account(finished(name))
    assert account.decided is not None
    assert account.decided.by == "score"
    days = {date(account.decided.day)}
    assert [named_days(name, one, 0) for one in (account, None)] == [days, days]


@pytest.mark.parametrize("name", EACH)
def test_an_account_that_drops_a_turning_point_takes_every_surface_with_it(name: str) -> None:
    """A deep account may not confirm the light one's estimate; every view follows the deep one."""
    light = light_account(finished(name), samples=2)
    assert light.decided is not None
    rest = tuple(swing for swing in light.swings if swing.order != light.decided.order)
    deep = msgspec.structs.replace(light, swings=rest)
    deep = msgspec.structs.replace(deep, decided=verdict.deciding_day(finished(name), deep))
    assert deep.decided is None or deep.decided.day != light.decided.day
    expected = {date(deep.decided.day)} if deep.decided else set()
    assert all(named_days(name, deep, side) == expected for side in (None, 1))


def moment(order: int, win: float) -> Moment:
    return Moment(order, 1, 16, "moves", win, 0.0, win, win)


def swing(order: int, before: float, after: float) -> Swing:
    day = 16 + order // 10
    return Swing(
        order, order + 10, day, date(day), "", before, after, (after - before, 0.0), 0.0, order + 1, ""
    )


@pytest.mark.parametrize(
    ("curve", "decided"),
    [
        ((0.5, 0.8, 0.9, 1.0), 16),  # the largest
        ((0.2, 0.8, 0.1, 0.6, 1.0), 18),  # the largest was lost again
        ((0.1, 0.8, 0.05, 0.5, 1.0), 19),
        ((0.9, 0.8, 0.7, 1.0), 18),
    ],
)
def test_a_gain_that_was_lost_again_did_not_decide(curve: tuple[float, ...], decided: int) -> None:
    match = finished("tigers/peiper_staff")  # the German won
    steps = list(pairwise(curve))
    account = msgspec.structs.replace(
        light_account(match, samples=2),
        curve=tuple(moment(10 * at, win) for at, win in enumerate(curve)),
        swings=tuple(swing(10 * at, before, after) for at, (before, after) in enumerate(steps)),
    )
    result = verdict.deciding_day(match, account)
    assert result is not None
    assert result.day == decided
    assert verdict.deciding_day(match, msgspec.structs.replace(account, swings=())) is None
