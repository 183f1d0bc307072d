"""Whether the Germans can reach the printed victory levels: with luck, a passive enemy, or a bid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.outcome.victory import thresholds
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.sheet import VICTORY
from ardennes.kernel.contract import AnyGame
from ardennes.lab import bids
from ardennes.lab.best_dice import BEST
from ardennes.lab.record import DRAW, GameRecord
from ardennes.results.data import Row
from ardennes.results.part import Matchup, Part, Work, markdown, share

FIRST = 1_205_001  # seed; nothing was adjusted on seeds from here on
SCENARIOS = (  # and how many games two staffs play
    ("breakthrough", "first_seven", 24),
    ("breakthrough", "last_seven", 20),
    ("breakthrough", "twelve", 20),
    ("playsheet", "short", 40),
    ("playsheet", "full", 40),
)
FEW = 8  # games of each other experiment
# What is played: its name in the table, the enemy, and the dice.
STAFFS = "staff"
CELLS = (
    (STAFFS, "staff", "keyed"),
    ("staff, best dice", "staff", BEST),
    ("staff that never attacks", "peaceful", "keyed"),
    ("units that never move", "still", "keyed"),
)


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return list(_rows(work))


def _rows(work: Work) -> Iterator[Mapping[str, Any]]:
    for game_id, scenario, many in SCENARIOS:
        game = find_game(game_id)
        title = next(one.name for one in game.scenarios if one.id == scenario)
        draw, win = levels(game, scenario)
        for cell, enemy, dice in CELLS:
            players = ("staff", enemy) if game.sides[0] == bids.FOR else (enemy, "staff")
            judged = cell == STAFFS
            games = many if judged else FEW
            matchup = Matchup(game_id, scenario, *players, FIRST, games, dice=dice, with_bids=judged)
            done = [record for record in work.play(matchup) if record.finished]
            points = [record.points for record in done]
            yield {
                "game": game_id,
                "scenario": scenario,
                "name": title,
                "enemy": cell,
                "games": len(done),
                "german_wins": sum(record.winner == bids.FOR for record in done),
                "draws": sum(record.winner == DRAW for record in done),
                "draw_from": draw,
                "win_from": win,
                "mean_points": round(fmean(points), 1),
                "sd_points": round(stdev(points), 1),
                "best_points": max(points),
                **(_even(done) if judged else {"bid": "", "bid_low": "", "bid_high": ""}),
                "first_seed": FIRST,
            }


def levels(game: AnyGame, scenario: str) -> tuple[int, int]:
    """Return the least German points for a draw and for a German victory (BTA-10.2b, OPS-VIC-3)."""
    if isinstance(game, Breakthrough):
        least = dict(thresholds(game.world, scenario))
        return least["Draw"], least["German Tactical"]
    assert isinstance(game, Playsheet)
    played = game.world.scenarios[scenario]
    bounds = {
        VICTORY[level]: least for least, level in game.world.sheet.victory[played.short] if least is not None
    }
    return bounds["draw"], bounds["German tactical"]


def _even(done: Sequence[GameRecord]) -> Mapping[str, object]:
    """The bid nearest to even, and the bids that may be even; empty where no bid may be."""
    result = bids.even(bids.curve([record.by_bid for record in done]))
    if result is None:
        return {"bid": "", "bid_low": "", "bid_high": ""}
    return {"bid": result.bid, "bid_low": result.low, "bid_high": result.high}


def _table(rows: Sequence[Row]) -> list[str]:
    header = ("scenario", "against", "German wins", "draws", "points: mean ± sd", "best", "draw / win from")
    return markdown(header, (_cells(row) for row in rows))


def _cells(row: Row) -> tuple[str, ...]:
    wins, games, draws = (int(row[name]) for name in ("german_wins", "games", "draws"))
    decided = games - draws
    return (
        f"`{row['game']}` `{row['scenario']}`" if row["enemy"] == STAFFS else "",
        row["enemy"],
        share(wins, decided) if decided else "none decided",
        str(draws),
        f"{float(row['mean_points']):.0f} ± {float(row['sd_points']):.0f}",
        row["best_points"],
        f"{row['draw_from']} / {row['win_from']}",
    )


def _bids(rows: Sequence[Row]) -> list[str]:
    header = ("scenario", "games", "bid that makes it even", "95 %")
    lines = []
    for row in rows:
        if row["enemy"] == STAFFS:
            known = row["bid"] != ""
            bid = bids.signed(int(row["bid"])) if known else "none"
            span = " to ".join(bids.signed(int(row[end])) for end in ("bid_low", "bid_high")) if known else ""
            lines.append((f"`{row['game']}` `{row['scenario']}`", row["games"], bid, span))
    return markdown(header, lines)


PART = Part(
    name="balance",
    about="whether the Germans can reach the printed levels of victory (about half an hour)",
    games=("breakthrough", "playsheet"),
    seeds=f"{FIRST} to {FIRST + max(many for _, _, many in SCENARIOS) - 1}",
    measure=measure,
    tables={"balance": _table, "balance-bids": _bids},
)
