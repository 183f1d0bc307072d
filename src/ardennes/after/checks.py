"""Turning points checked by play.

The model alone names a turning point; it may take an advance that is thrown back at once for a turn. So the
positions before and after it are played on by staffs on both sides, many times. If the 95 % interval of the
change holds 0, the turning point is dropped. If all of it lies on the other side, play is right and the model
wrong: the turning point keeps its day and takes its chances from play. Games are played to the end where the
work allows, else for two turns, after which the model values the position. Work is counted in orders, never
timed, so that every machine finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from ardennes.after.account import Check, Swing
from ardennes.after.processes import spread
from ardennes.after.swings import MOST as LISTED
from ardennes.after.value import Value
from ardennes.kernel.match import Match
from ardennes.players.api import make_player
from ardennes.players.search.playout import after_turns, dice_of, play_on

STAFF = "staff"
TRIALS, LEAST, MOST = 4, 24, 60  # games from a position: to learn their cost, to play to the end, at most
TURNS = 2  # played where the end is too far
LONGEST = 20_000  # orders of one game
BATCH = 8  # games of a job
# Orders played in all: a minute or two on two cores; less where a staff thinks longer.
WORK, SLOW = 120_000, {"breakthrough": 40_000, "wave_of_terror": 60_000, "playsheet": 60_000}

Progress = Callable[[float, str], None]


class Job(NamedTuple):
    order: int  # the position: orders before it
    first: int  # number of the first game
    games: int
    turns: int  # 0: to the end


class Played(NamedTuple):
    """Games played on from a position: what each was worth to the first side, and the orders they took."""

    worth: tuple[float, ...]
    orders: int


Run = Callable[[Sequence[Job]], Iterable[Played]]


def play_job(match: Match[Any], value: Value, job: Job) -> Played:
    """Play a position of a match on, game by game."""
    game, start = match.game, match.state_at(job.order)
    worth, orders = [], 0
    for number in range(job.first, job.first + job.games):
        staffs = [make_player(STAFF, game, side, number) for side in range(len(game.sides))]
        stop = after_turns(game, start, job.turns) if job.turns else lambda state: False
        course = play_on(game, start, staffs, dice_of("turning point", job.order, number), stop, LONGEST)
        worth.append(value.worth(course.state))
        orders += course.orders
    return Played(tuple(worth), orders)


def checked(
    match: Match[Any],
    value: Value,
    swings: Sequence[Swing],
    progress: Progress,
    workers: int = 1,
    work: int = 0,
) -> tuple[tuple[Swing, ...], tuple[Swing, ...]]:
    """Return the turning points that play finds too, and those it drops, each with what play found."""
    if not swings:
        return (), ()
    work = work or SLOW.get(match.game.id, WORK)
    orders = sorted({order for swing in swings for order in (swing.order, swing.until)})
    with spread(match, value, workers, play_job) as run:
        turns, games = _affordable(run, orders, work)
        jobs = [
            Job(order, first, min(BATCH, games - first), turns)
            for first in range(0, games, BATCH)
            for order in orders
        ]
        worth: dict[int, list[float]] = {order: [] for order in orders}
        for number, (job, played) in enumerate(zip(jobs, run(jobs), strict=True), 1):
            worth[job.order] += played.worth
            progress(number / len(jobs), f"{number * BATCH} games played from turning points")
    tried = [_with_check(swing, worth, match.seq, games, turns) for swing in swings]
    dropped = tuple(swing for swing in tried if swing.check and not swing.check.clear)
    good = [swing for swing in tried if swing not in dropped]
    largest = sorted(good, key=lambda swing: -abs(swing.after - swing.before))[:LISTED]
    return tuple(sorted(largest, key=lambda swing: swing.order)), dropped


def _affordable(run: Run, orders: Sequence[int], work: int) -> tuple[int, int]:
    """Return (turns to play, 0 for all; games from each position) that the work allows."""
    for turns in (0, TURNS):
        trials = run([Job(order, 0, TRIALS, turns) for order in orders])
        cost = sum(played.orders for played in trials) / TRIALS  # of one game from every position
        games = MOST if not cost else int(work / cost)
        if games >= LEAST or turns:
            break
    return turns, max(TRIALS, min(MOST, ceil(games)))


def _with_check(swing: Swing, worth: dict[int, list[float]], end: int, games: int, turns: int) -> Swing:
    before, after = worth[swing.order], worth[swing.until]
    error = sqrt(_variance(before) / games + (0.0 if swing.until == end else _variance(after) / games))
    check = Check(round(fmean(before), 6), round(fmean(after), 6), round(error, 6), games, turns)
    if check.clear and (check.change > 0) != (swing.after > swing.before):
        return msgspec.structs.replace(
            swing, before=check.before, after=check.after, orders=(), dice=0.0, check=check
        )
    return msgspec.structs.replace(swing, check=check)


def _variance(values: Sequence[float]) -> float:
    """The variance with one more game that was drawn: games that all ended alike prove no certainty."""
    return stdev((*values, 0.5)) ** 2
