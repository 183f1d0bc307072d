"""What a run has found: shares with intervals, differences between configurations by the same seeds."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import msgspec

from ardennes.charts.drawing import number
from ardennes.charts.intervals import Z_95, Interval, wilson
from ardennes.lab.experiment import MEASURES, Experiment
from ardennes.lab.run import Run, add_pairs
from ardennes.lab.sequential import Bounds, Contest, share_interval, share_of
from ardennes.lab.tables import Tables
from ardennes.words import counted

OUTCOMES = ("german", "allied", "draw")


class Shares(msgspec.Struct, frozen=True):
    """Who won the games of a configuration."""

    config: int
    name: str
    games: int  # finished
    broken: int
    wins: dict[str, int]  # german, allied, draw

    @property
    def intervals(self) -> dict[str, Interval]:
        return {who: wilson(count, self.games) for who, count in self.wins.items()}


class Difference(msgspec.Struct, frozen=True):
    """A measure of a configuration less that of the first one, game by game with the same seed."""

    measure: str
    config: int
    name: str
    pairs: int
    base: float  # mean of the first configuration over these games
    mean: float
    half: float  # of the 95 % interval; infinite where one game cannot tell

    @property
    def verdict(self) -> str:
        """Why it may be none; empty where it is not."""
        if self.mean == self.half == 0:
            return "the same in every game"
        return "" if abs(self.mean) > self.half else "no clear difference"

    @property
    def told(self) -> str:
        return f"{number(self.mean, sign=True)} ± {number(self.half)}"


def shares(tables: Tables) -> list[Shares]:
    counts = ", ".join(f"count(*) filter (winner = '{who}')" for who in OUTCOMES)
    answer = tables.ask(
        f"""select config, any_value(variant), count(*) filter (winner <> ''),
                   count(*) filter (winner = ''), {counts}
            from games group by config order by config"""
    )
    return [
        Shares(config, name, games, broken, dict(zip(OUTCOMES, wins, strict=True)))
        for config, name, games, broken, *wins in answer.rows
    ]


def differences(tables: Tables, experiment: Experiment) -> list[Difference]:
    """Of each measure and each configuration but the first, over the seeds both have finished."""
    found = []
    for measure in experiment.measures:
        answer = tables.ask(
            f"""select o.config, any_value(o.variant), count(*), avg(b.{measure}::double),
                       avg(o.{measure}::double - b.{measure}::double),
                       stddev_samp(o.{measure}::double - b.{measure}::double)
                from games o join games b using (seed, swapped)
                where b.config = 1 and o.config > 1 and o.winner <> '' and b.winner <> ''
                group by o.config order by o.config"""
        )
        for config, name, pairs, base, mean, deviation in answer.rows:
            half = Z_95 * deviation / sqrt(pairs) if deviation is not None else float("inf")
            found.append(Difference(MEASURES[measure], config, name, pairs, base, mean, half))
    return found


class Better(NamedTuple):
    """What the German's player got out of the pairs of a configuration, with either side."""

    name: str
    players: tuple[str, str]
    pairs: int
    share: float  # of the points
    interval: Interval
    decision: str  # of the test, where there is one

    def __str__(self) -> str:
        low, high = self.interval
        told = (
            f"{self.players[0]} gets {100 * self.share:.0f} % of the points against {self.players[1]} in "
            f"{counted(self.pairs, 'pair')} (95 % interval {100 * low:.0f} to {100 * high:.0f})"
        )
        return f"{told}; the test says: {self.decision}." if self.decision else f"{told}."


def better(run: Run) -> list[Better]:
    """By configuration, where seeds are played in pairs."""
    experiment = run.experiment
    found = []
    for one in experiment.configurations if experiment.pairs else ():
        keys = [experiment.job(one.number, at) for at in range(experiment.stop.games)]
        test = Contest(experiment.stop.sprt or Bounds())
        whole = [(a, b) for a, b in zip(keys[::2], keys[1::2], strict=True) if {a, b} <= run.done.keys()]
        add_pairs(test, [run.done[key] for pair in whole for key in pair])
        found.append(
            Better(
                one.name,
                (one.german, one.allied),
                test.pairs,
                share_of(test.counts),
                share_interval(test.counts),
                test.decision if experiment.stop.sprt else "",
            )
        )
    return found
