"""How a match ended: the parts add up, in the same form in every game, and the text matches the facts."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.after.account import Account, Decided, Fortune
from ardennes.after.summary import Voice, dates, follow, level_at, one_in, short_of, summary_of, titled
from ardennes.errors import UserError
from ardennes.games import measures_of
from ardennes.kernel.contract import Result
from ardennes.kernel.wire import Score, ScoreLevel
from tests.after.accounts import account_of
from tests.after.playing import SHORT, finished, played

WHOLE = (
    "breakthrough/rush_turtle_last_seven",
    "wave_of_terror/rush_turtle_basic",
    "playsheet/staff_short",
)
LONG = ("tigers/staff", *(pytest.param(name, marks=pytest.mark.long) for name in WHOLE))
# In the longest games only the daily score is checked; short ones cover the rest.
TOLD = (*SHORT, "tigers/staff", *(pytest.param(name, marks=pytest.mark.slow) for name in WHOLE))
SCALE = [
    ScoreLevel("American Strategic", None, 1),
    ScoreLevel("Draw", 1800, None),
    ScoreLevel("German Tactical", 2300, 0),
    ScoreLevel("German Strategic", 2700, 0),
]


@pytest.mark.parametrize("name", [*SHORT, *LONG])
def test_the_parts_of_the_score_add_up_and_give_the_result(name: str) -> None:
    match = finished(name)
    outcome, result = follow(match), match.result()
    score = outcome.seen.score(match.state)
    assert result is not None
    german = [part.points for part in score.parts if part.side == outcome.seen.german]
    if score.what:
        assert sum(german) == score.total
        reached = level_at(score)
        assert reached is not None
        assert (reached.name, reached.winner) == (result.level, result.winner)
    if score.other is not None:
        assert score.total - score.other == result.points
    elif score.what:
        assert score.total == result.points


@pytest.mark.parametrize("name", TOLD)
def test_what_is_reported_is_what_was_measured(name: str) -> None:
    match = finished(name)
    outcome, rows = summary_of(match), measures_of(match)
    german = [row for row in rows.turns if row.side == outcome.german]
    assert [one.points for one in outcome.growth] == [row.points for row in german]
    assert outcome.growth[-1].order == match.seq
    for which, side in enumerate((outcome.german, 1 - outcome.german)):
        assert sum(row.men[which] for row in outcome.losses) == sum(
            r.men for r in rows.turns if r.side == side
        )
    assert [front.day for front in outcome.fronts] == list(dict.fromkeys(row.day for row in german))
    assert outcome.fronts[-1].paths
    assert outcome.then.paths
    assert len(outcome.figures) == 5
    assert len(outcome.advances) <= 7
    assert outcome.lead
    assert outcome.history


@pytest.mark.parametrize("name", ["tigers/staff", *SHORT])
def test_battles_have_the_chance_the_rules_give_them(name: str) -> None:
    """From 0 to 1; goals that the rules do not have are never reached."""
    battles = follow(finished(name)).seen.found.battles
    assert battles
    assert all(battle.chance is not None and 0 <= battle.chance <= 1 for battle in battles)
    sure = [battle for battle in battles if battle.chance == 0]
    assert not any(battle.cleared for battle in sure) or name.startswith("breakthrough")


def test_a_match_that_runs_is_refused() -> None:
    with pytest.raises(UserError, match="not over"):
        summary_of(played(SHORT[0], 20))


def test_it_is_reported_to_anyone_who_played() -> None:
    match = finished("tigers/staff")  # the Allies won
    account = account_of(match, "light")
    day = Decided(20, 300, 400, "chance")
    account = msgspec.structs.replace(account, decided=day)
    lost, won, looked = (" ".join(summary_of(match, side, account).lead) for side in (0, 1, None))
    assert lost.startswith("You lost on")
    assert won.startswith("You won on")
    assert looked.startswith("The Allies won on")
    assert "You" not in looked


@pytest.mark.parametrize(
    ("points", "winner", "level", "side", "message"),
    [
        (2655, 0, "German Tactical", 0, "45 points short of a strategic victory"),
        (2655, 0, "German Tactical", 1, "356 points short of a draw"),
        (2655, 0, "German Tactical", None, "45 points short of a strategic victory"),
        (2299, None, "Draw", 0, "1 point short of a tactical victory"),
        (1800, None, "Draw", 1, "1 point short of a strategic victory"),
        (2900, 0, "German Strategic", 0, ""),
        (2900, 0, "German Strategic", 1, "201 points short of holding them to a tactical victory"),
        (900, 1, "American Strategic", 1, ""),
        (900, 0, "German Strategic", 0, ""),  # a different reason ended the match
    ],
)
def test_how_far_it_was_to_the_next_level(
    points: int, winner: int | None, level: str, side: int | None, message: str
) -> None:
    score = Score("points", points, [], SCALE)
    result = Result(winner, level, points, "", "", points)
    assert short_of(score, result, 0, Voice(("German", "American"), side)) == message


def test_luck_is_one_of_the_numbers_once_it_is_known() -> None:
    match = finished(SHORT[0])
    luck = Fortune(0, -0.11, 0.0, 1 / 6, 40, 0.6, ())
    account = Account("", {}, (), None, (luck,), ())
    before, after = summary_of(match, 0), summary_of(match, 0, account)
    assert before.figures[-1].what == "units destroyed"
    assert (after.figures[-1].value, after.figures[-1].beside) == (
        "1 in 6",
        "they cost 11 points of winning chance",
    )
    assert before.figures[:4] == after.figures[:4]


@pytest.mark.parametrize(
    ("level", "winner", "message"),
    [
        ("German Tactical", 0, "German tactical victory"),
        ("U.S. Strategic Victory", 1, "U.S. strategic victory"),
        ("Allied victory", 1, "Allied victory"),
        ("draw", None, "A draw"),
    ],
)
def test_a_level_as_a_heading(level: str, winner: int | None, message: str) -> None:
    assert titled(level, winner) == message


def test_days_and_shares_as_text() -> None:
    assert dates([26, 24]) == "24 and 26 December"
    assert dates([31, 32]) == "31 December and 1 January"
    assert (one_in(0.17), one_in(0.9), one_in(0.001)) == ("1 in 6", "1 in 2", "1 in 1,000")
