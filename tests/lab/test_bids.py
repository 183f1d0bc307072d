"""Bids: they do not change play, so one set of games shows the result of each bid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes import cli, players
from ardennes.charts.intervals import Interval
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import margin_for
from ardennes.lab import bids
from ardennes.lab.bids import Point, even
from ardennes.lab.dice import dice_for
from ardennes.lab.play import play_game, play_on, set_table

# Rules that count the bid; a player that read them would see it.
COUNTING = {"by_counted", "by_points", "end_awards", "ledger", "level_now", "result_of", "result_with"}
FROM_VICTORY = re.compile(r"rules\.victory import \(?([\w\s,]+)")


@pytest.mark.parametrize("path", sorted(Path(players.__path__[0]).rglob("*.py")), ids=lambda p: p.stem)
def test_no_player_looks_at_the_bid(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\.bid\b|with_bid|[\"']bid[\"']", source)
    asked = {name for names in FROM_VICTORY.findall(source) for name in re.findall(r"\w+", names)}
    assert not asked & COUNTING


def played(name: str, scenario: str, bid: int) -> tuple[Any, Any]:
    """A game between random players, and its final state."""
    game = find_game(name)
    options = {"bid": bid}
    table = set_table(game, ["random", "random"], 7, scenario=scenario, options=options, dice="keyed")
    play_on(table, 20_000)
    return table.game, table


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "scenario", "bid"),
    [("tigers", "campaign", 1), ("playsheet", "short", 10), ("breakthrough", "first_seven", 800)],
)
def test_a_bid_changes_what_the_end_counts_as_and_nothing_else(name: str, scenario: str, bid: int) -> None:
    game, without = played(name, scenario, 0)
    _, with_it = played(name, scenario, bid)
    assert without.journal == with_it.journal
    assert game.with_bid(without.state, bid).winner == game.result(with_it.state).winner
    assert game.with_bid(with_it.state, 0) == game.result(without.state)
    ends = game.with_bid(without.state, bid), game.result(without.state)
    better, plain = (margin_for(game, end, 0) for end in ends)
    assert (better > plain) == (game.sides[0] == "german"), "the lab's margin is the first side's"


@pytest.mark.parametrize("name", GAMES)
def test_a_match_without_a_bid_is_the_match_it_always_was(name: str) -> None:
    game = find_game(name)
    scenario = game.scenarios[0].id

    def begun(options: dict[str, Any]) -> str:
        return str(game.start(scenario, options, dice_for("keyed", 1)).digest())

    assert begun({}) == begun({"bid": 0}) != begun({"bid": bids.choices(game, scenario)[-1]})


def point(bid: int, share: float, low: float, high: float) -> Point:
    return Point(bid, 0, 0, share, Interval(low, high))


def test_the_even_bid() -> None:
    curve = [
        point(-1, 0.1, 0.0, 0.3),
        point(0, 0.4, 0.2, 0.6),
        point(1, 0.55, 0.4, 0.8),
        point(2, 0.9, 0.7, 1),
    ]
    assert even(curve) == (1, 0, 1)
    assert even(curve[:1]) is None


@pytest.mark.long
def test_the_curve_of_real_games() -> None:
    game = find_game("tigers")
    records = [play_game(game, ["rush", "random"], seed, bids=(-1, 0, 2)) for seed in (1, 2)]
    result = bids.curve([record.by_bid for record in records])
    assert [p.bid for p in result] == [-1, 0, 2]
    assert result[1].wins == sum(r.winner == "german" for r in records)
    assert result[0].share <= result[1].share <= result[2].share


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "tigers", "--games", "2", "--workers", "1", "--find-bid"]
    assert cli.run(words) == 0
    assert re.search(r"Even with a bid of -?\d|No bid makes it even", capsys.readouterr().out)


def test_the_bids_on_record_can_be_chosen() -> None:
    for line in bids.record():
        game = find_game(line.game)
        there_are = bids.choices(game, line.scenario)
        assert {line.bid, line.low, line.high} <= set(there_are), line
        for option in line.options:
            key, _, value = option.partition("=")
            assert value in [str(choice) for choice in next(s.choices for s in game.options if s.key == key)]
        assert line.scenario in [scenario.id for scenario in game.scenarios]


def test_the_bid_on_record_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("tigers")
    line = bids.on_record(game, "campaign", {})
    assert line is not None
    assert bids.on_record(game, "bastogne", {}) is None
    assert cli.run(["simulate", "tigers", "--games", "1", "--workers", "1", "--find-bid"]) == 0
    assert f"On record: {line.told()}." in " ".join(capsys.readouterr().out.split())


def test_a_line_for_other_options_is_taken_where_they_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = bids.OnRecord(
        game="wave_of_terror", scenario="campaign", options=(), rules=1, first=1, games=4, wins=2, draws=0,
        bid=0, low=-5, high=5,
    )  # fmt: skip
    basic = msgspec.structs.replace(usual, options=("profile=basic",))
    monkeypatch.setattr(bids, "record", lambda: (usual, basic))
    game = find_game("wave_of_terror")
    assert bids.on_record(game, "campaign", {"profile": "full"}) is usual
    assert bids.on_record(game, "campaign", {"profile": "basic"}) is basic


def test_where_a_bid_counts_nothing_none_is_looked_for() -> None:
    with pytest.raises(UserError, match=r"only the places decide.*use a bid in: campaign"):
        bids.asked(find_game("tigers"), "bastogne")
