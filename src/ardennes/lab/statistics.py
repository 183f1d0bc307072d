"""Statistics of a set of games: shares with confidence intervals, levels, turns, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from ardennes.charts.intervals import Z_95, Interval, wilson
from ardennes.lab.record import GameRecord, SideRecord

# Student's two-sided 95 % by degrees of freedom, from 1 on; beyond the table it approaches the normal.
_STUDENT_95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


def half_interval(deviation: float | None, values: int) -> float:
    """Return half of the 95 % interval of a mean; infinite for a single value."""
    if deviation is None or values < 2:
        return float("inf")
    freedom = values - 1
    # Beyond the table: the first term of the expansion around the normal distribution.
    times = (
        _STUDENT_95[freedom - 1] if freedom <= len(_STUDENT_95) else Z_95 + (Z_95**3 + Z_95) / (4 * freedom)
    )
    return times * deviation / sqrt(values)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed; 0 for none."""
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


class Tally(NamedTuple):
    """Games, wins and draws of a side or a player."""

    games: int
    wins: int
    draws: int

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.wins, self.games)


def tally(records: Iterable[GameRecord], side: str) -> Tally:
    """Return a side's results in the finished games."""
    done = [r for r in records if r.finished]
    return Tally(
        len(done),
        sum(r.winner == side for r in done),
        sum(r.winner == "draw" for r in done),
    )


def together(*tallies: Tally) -> Tally:
    return Tally(sum(t.games for t in tallies), sum(t.wins for t in tallies), sum(t.draws for t in tallies))


class Pairs(NamedTuple):
    """Seeds played twice with the sides swapped: which player did better on the same side."""

    seeds: int
    better: tuple[int, int]  # seeds in which either player did better, by its side before the swap
    lead: float  # mean lead of the first on the first side
    interval: Interval  # 95 % interval of that mean

    @property
    def alike(self) -> int:
        return self.seeds - sum(self.better)


def pairs(records: Iterable[GameRecord]) -> Pairs:
    """Compare seeds of which both games were finished: the sides are rarely equal, but both players had
    either side with the same luck.
    """
    done = [r for r in records if r.finished]
    second = {r.seed: r for r in done if r.swapped}
    both = [(r, second[r.seed]) for r in done if not r.swapped and r.seed in second]
    leads = [float(one.margin - other.margin) for one, other in both]
    mean = fmean(leads) if leads else 0.0
    spread = Z_95 * stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else float("inf")
    return Pairs(
        len(both),
        (sum(a.worth > b.worth for a, b in both), sum(b.worth > a.worth for a, b in both)),
        mean,
        Interval(mean - spread, mean + spread),
    )


def levels(records: Iterable[GameRecord]) -> dict[str, int]:
    """Return level of victory -> games, the most frequent first."""
    counts = Counter(r.level for r in records if r.finished)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def turn_counts(records: Iterable[GameRecord]) -> dict[int, int]:
    """Return game-turns played -> games."""
    return dict(sorted(Counter(r.turns for r in records if r.finished).items()))


def behaviour(sides: Sequence[SideRecord]) -> dict[str, float]:
    """Return each behaviour counter's mean over games."""
    total: Counter[str] = Counter()
    for side in sides:
        total.update(side.counts)
        total["repaired refusals"] += side.refused
    return {name: total[name] / len(sides) for name in sorted(total)} if sides else {}


class Pace(NamedTuple):
    """Return a player's seconds per game-turn."""

    mean: float
    p95: float
    slowest: float


def pace(sides: Iterable[SideRecord]) -> Pace:
    seconds = [t for side in sides for t in side.turn_seconds]
    mean = sum(seconds) / len(seconds) if seconds else 0.0
    return Pace(mean, percentile(seconds, 0.95), max(seconds, default=0.0))
