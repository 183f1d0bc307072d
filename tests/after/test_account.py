"""The account of a finished match: it adds up, it is refused before the end, it stays the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.after import analysis
from ardennes.after.account import Account
from ardennes.after.analysis import light_account
from ardennes.after.course import course_of
from ardennes.after.value import value_of
from ardennes.errors import UserError
from tests.after.playing import EACH, SHORT, finished, played

GOLDEN = Path(__file__).parent / "peiper_staff.json"  # written anew by `python -m tests.after.test_account`


@pytest.mark.parametrize("name", EACH)
def test_orders_and_dice_add_up_to_the_result(name: str) -> None:
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    course = course_of(match, value, 4)
    first, last = course.stretches[0], course.stretches[-1]
    dice = sum(stretch.dice.gain for stretch in course.stretches if stretch.dice)
    orders = sum(
        (stretch.dice.mean.worth if stretch.dice else stretch.after.worth) - stretch.before.worth
        for stretch in course.stretches
    )
    assert last.after == value.chances(match.state)
    assert orders + dice == pytest.approx(last.after.worth - first.before.worth)
    for one, other in zip(course.stretches, course.stretches[1:], strict=False):
        assert (one.until, one.after) == (other.first, other.before)
    assert last.until == match.seq
    for (_, evening), (morning, _) in pairwise(course.held.values()):
        assert evening == morning  # what changed hands in the last phase of a day belongs to that day


@pytest.mark.parametrize("name", EACH)
def test_an_account_hangs_together(name: str) -> None:
    match = finished(name)
    account = light_account(match, samples=4)
    result = match.result()
    assert result is not None
    assert account.trust is not None
    orders = [moment.order for moment in account.curve]
    assert orders == sorted(orders)
    assert account.curve[-1].order == match.seq
    assert account.curve[-1].win == float(result.winner == 0)
    assert all(moment.phase for moment in account.curve)
    assert len({moment.turn for moment in account.curve}) > 2
    for swing in account.swings:
        assert sum(swing.orders) + swing.dice == pytest.approx(swing.after - swing.before, abs=1e-12)
        assert str(swing.day) in swing.name
    ours, theirs = account.luck
    assert ours.total == -theirs.total
    assert ours.total + ours.adjusted == pytest.approx(float(result.winner == 0))
    assert 0 < ours.rarity <= 1
    gains = [abs(throw.gain) for throw in ours.largest]
    assert gains == sorted(gains, reverse=True)
    assert all(throw.what and throw.came for throw in ours.largest)


def test_more_may_be_lost_than_is_left() -> None:
    """A battle costs the defenders of the Skyline Drive two steps, and they have one."""
    account = light_account(finished("wave_of_terror/skyline_staff"), samples=2)
    assert account.curve[-1].order == finished("wave_of_terror/skyline_staff").seq


def test_a_match_that_is_not_over_is_refused() -> None:
    match = played(SHORT[0], orders=40)
    with pytest.raises(UserError, match="not over after 40 orders"):
        light_account(match)
    with pytest.raises(UserError, match="not over after 40 orders"):
        analysis.deep_account(match)


def test_without_a_model_nothing_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "value_of", lambda game, scenario, players: None)
    account = light_account(finished(SHORT[0]))
    assert (account.trust, account.curve, account.luck, account.swings) == (None, (), (), ())
    assert account.versions["game"] == "tigers"


def test_the_same_match_has_the_same_account() -> None:
    assert light_account(finished(SHORT[1]), 4) == light_account(played(SHORT[1]), 4)


def rounded(plain: Any) -> Any:
    """Without the last digits of floats, which machines may not share, and the version of the program."""
    if isinstance(plain, float):
        return round(plain, 4)
    if isinstance(plain, dict):
        return {key: rounded(value) for key, value in plain.items() if key not in ("engine", "players")}
    return [rounded(value) for value in plain] if isinstance(plain, list | tuple) else plain


def test_the_account_of_a_golden_match_is_golden() -> None:
    account = light_account(finished("tigers/peiper_staff"))
    recorded = msgspec.json.decode(GOLDEN.read_bytes(), type=Account)
    assert rounded(msgspec.to_builtins(account)) == rounded(msgspec.to_builtins(recorded))


if __name__ == "__main__":
    GOLDEN.write_bytes(
        msgspec.json.format(msgspec.json.encode(light_account(finished("tigers/peiper_staff"))))
    )
