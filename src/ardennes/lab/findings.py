"""Results of a run: shares with intervals, and differences between configurations over the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from ardennes.charts.drawing import number
from ardennes.charts.intervals import Interval, wilson
from ardennes.games import find_game, measuring_for
from ardennes.history import chronicle
from ardennes.kernel.contract import in_scenario
from ardennes.kernel.match import settle_options
from ardennes.kernel.measures import Measuring
from ardennes.lab.bids import Point, choices, curve
from ardennes.lab.dice import dice_for
from ardennes.lab.experiment import MEASURES, Configuration, Experiment, changed_game
from ardennes.lab.history import attacks_by_ratio, hexes_in_play
from ardennes.lab.record import DRAW, Campaign
from ardennes.lab.run import SIDES, Key, Run, add_pairs
from ardennes.lab.sequential import Bounds, Contest, share_interval, share_of
from ardennes.lab.statistics import half_interval
from ardennes.lab.tables import Tables
from ardennes.words import counted

OUTCOMES = ("german", "allied", "draw")


class Shares(msgspec.Struct, frozen=True):
    """The winners of the games of a configuration."""

    config: int
    name: str
    games: int  # finished games
    broken: int
    wins: dict[str, int]  # german, allied, draw

    @property
    def intervals(self) -> dict[str, Interval]:
        return {who: wilson(count, self.games) for who, count in self.wins.items()}


class Difference(msgspec.Struct, frozen=True):
    """The difference of a measure between a configuration and the first one, over games with
    the same seed.
    """

    measure: str
    config: int
    name: str
    pairs: int
    base: float  # mean of the first configuration over these games
    mean: float
    half: float  # half of the 95 % interval; infinite if there is only one game

    @property
    def verdict(self) -> str:
        """Return why the difference may be zero; empty if it is clear."""
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
    """Yield the difference for each measure and configuration, over seeds that both configurations have
    finished.
    """
    result = []
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
            half = half_interval(deviation, pairs)
            result.append(Difference(MEASURES[measure], config, name, pairs, base, mean, half))
    return result


def means(tables: Tables, experiment: Experiment) -> dict[str, float]:
    """Return the mean of each measure over all finished games, by the title of the measure."""
    columns = ", ".join(f"avg({measure}::double)" for measure in experiment.measures)
    (values,) = tables.ask(f"select {columns} from games where winner <> ''").rows
    return dict(zip((MEASURES[measure] for measure in experiment.measures), values, strict=True))


class Effect(NamedTuple):
    """The effect of one factor at any levels of the others: the steps of a Morris design that changed it."""

    measure: str
    factor: str
    steps: int
    mean: float  # mean change of the measure per step upward
    size: float  # mean absolute change: Morris's mu*
    half: float  # half of the 95 % interval of the size
    sigma: float  # spread of the steps: the effect depends on other factors, or on the dice
    noise: float  # size expected of a factor without effect, from so few games per step

    @property
    def verdict(self) -> str:
        return "" if self.size - self.half > self.noise else "no clear effect"


def effects(tables: Tables, experiment: Experiment) -> list[Effect]:
    """Return effects by measure and factor of a Morris design; games of a step share their seeds."""
    every, order = experiment.configurations, experiment.factors
    result = []
    for measure in experiment.measures:
        by_factor: dict[str, list[tuple[float, float]]] = {name: [] for name in order}
        for config, pairs, mean, deviation in tables.ask(
            f"""select b.config, count(*), avg(o.{measure}::double - b.{measure}::double),
                       stddev_samp(o.{measure}::double - b.{measure}::double)
                from games b join games o on (o.config, o.seed, o.swapped) = (b.config + 1, b.seed, b.swapped)
                where o.winner <> '' and b.winner <> '' group by b.config order by b.config"""
        ).rows:
            before, after = every[config - 1].levels, every[config].levels
            changed = [name for name in order if before[name] != after[name]]
            if config % (len(order) + 1) and len(changed) == 1:
                levels = order[changed[0]]
                up = levels.index(after[changed[0]]) > levels.index(before[changed[0]])
                error = deviation / sqrt(pairs) if deviation is not None else 0.0
                by_factor[changed[0]].append((mean if up else -mean, error))
        result += [_effect(MEASURES[measure], name, steps) for name, steps in by_factor.items() if steps]
    return result


def _effect(measure: str, factor: str, steps: Sequence[tuple[float, float]]) -> Effect:
    values = [mean for mean, _ in steps]
    sizes = [abs(value) for value in values]
    many = len(steps) > 1
    return Effect(
        measure,
        factor,
        len(steps),
        fmean(values),
        fmean(sizes),
        half_interval(stdev(sizes) if many else None, len(steps)),
        stdev(values) if many else 0.0,
        sqrt(2 / pi) * fmean(error for _, error in steps),
    )


class Better(NamedTuple):
    """The results of the German's player in the pairs of a configuration, over both sides."""

    name: str
    players: tuple[str, str]
    pairs: int
    share: float  # of the points
    interval: Interval
    decision: str  # decision of the test, if there is one

    def __str__(self) -> str:
        low, high = self.interval
        text = (
            f"{self.players[0]} gets {100 * self.share:.0f} % of the points against {self.players[1]} in "
            f"{counted(self.pairs, 'pair')} (95 % interval {100 * low:.0f} to {100 * high:.0f})"
        )
        return f"{text}; the test says: {self.decision}." if self.decision else f"{text}."


def better(run: Run) -> list[Better]:
    """Return results by configuration, if seeds are played in pairs."""
    experiment = run.experiment
    result = []
    for one in experiment.configurations if experiment.pairs else ():
        keys = [experiment.job(one.number, at) for at in range(experiment.stop.games)]
        test = Contest(experiment.stop.sprt or Bounds())
        whole = [(a, b) for a, b in zip(keys[::2], keys[1::2], strict=True) if {a, b} <= run.done.keys()]
        add_pairs(test, [run.done[key] for pair in whole for key in pair])
        result.append(
            Better(
                one.name,
                (one.german, one.allied),
                test.pairs,
                share_of(test.counts),
                share_interval(test.counts),
                test.decision if experiment.stop.sprt else "",
            )
        )
    return result


def by_bid(tables: Tables, game: str, one: Configuration) -> list[Point]:
    """Return how often the Germans would have won the games of a configuration with each bid."""
    judged = choices(find_game(game), one.scenario)
    answer = tables.ask(
        "select won_with, drawn_with from games where config = ? and winner <> '' order by all", [one.number]
    )
    return curve(
        [
            {bid: "german" if bid in won else DRAW if bid in drawn else "allied" for bid in judged}
            for won, drawn in answer.rows
        ]
    )


# Compared with 1944


def measured(game: str, one: Configuration) -> Measuring[Any, Any] | None:
    """Return a measuring of a configuration's game at its start: its hexes, and what a strength point stands
    for.
    """
    result = in_scenario(changed_game(find_game(game), one.name, one.change)[0], one.scenario)
    return measuring_for(
        result, result.start(one.scenario, settle_options(result, one.options), dice_for("keyed", 1))
    )


def men_of(game: str, one: Configuration) -> tuple[int, int]:
    """Return the men per strength point under a configuration, German and Allied."""
    measuring = measured(game, one)
    return (
        (measuring.men[measuring.german], measuring.men[1 - measuring.german])
        if measuring is not None
        else (0, 0)
    )


def campaigns(tables: Tables, game: str, one: Configuration) -> list[Campaign]:
    """Return the finished games of a configuration for comparison with history, in the order
    of their seeds.
    """
    measuring = measured(game, one)
    if measuring is None:
        return []
    mine = "semi join (select * from games where winner <> '') using (config, seed, swapped) where config = ?"
    rates = dict(
        zip(SIDES, (measuring.men[measuring.german], measuring.men[1 - measuring.german]), strict=True)
    )
    in_play = hexes_in_play(game, measuring)
    row_of = {chronicle.hexes(game)[row].hex: row for row in in_play}
    lost: dict[Key, dict[int, dict[str, tuple[int, int]]]] = {}
    for *key, day, side, men, strength in tables.ask(
        f"""select seed, swapped, day, side, sum(men), arg_max(strength, turn)
            from turns {mine} group by all order by all""",
        [one.number],
    ).rows:
        lost.setdefault((one.number, *key), {}).setdefault(day, {})[side] = men, strength * rates[side]
    ground: dict[Key, dict[int, str]] = {key: {} for key in lost}
    for *key, day, german in tables.ask(
        f"select seed, swapped, day, arg_max(german, turn) from control {mine} group by all", [one.number]
    ).rows:
        if day in chronicle.EVENINGS:
            ground[one.number, *key][day] = f"{sum(1 << row_of[hex_] for hex_ in german):x}"
    fought: dict[Key, list[tuple[int, int, int, int]]] = {key: [] for key in lost}
    for *key, side, attack, defence, cases, failed in tables.ask(
        f"""select seed, swapped, side, attack, defence, count(*), count(*) filter (not cleared)
            from battles {mine} group by all order by all""",
        [one.number],
    ).rows:
        other = SIDES[1 - SIDES.index(side)]
        fought[one.number, *key].append((attack * rates[side], defence * rates[other], cases, failed))
    covers = f"{sum(1 << row for row in in_play):x}"
    result = []
    for game_, days in lost.items():
        men, present = (
            {day: (sides["german"][at], sides["allied"][at]) for day, sides in days.items()} for at in (0, 1)
        )
        result.append(Campaign(covers, ground[game_], men, present, attacks_by_ratio(fought[game_])))
    return result
