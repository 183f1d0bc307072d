"""Find better weights for a staff: CMA-ES over factors of them, scored by games against others.

Each candidate plays the same seeds from both sides against each opponent; the score of a game counts who won
and by how much. Every generation has new seeds, so that candidates cannot overfit. The result is the mean of
the last generation, and it must show its gain on fresh seeds. It is only a doctrine: whether it replaces the
staff is decided in the arena.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from math import exp, log
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from ardennes.charts.intervals import Interval
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.match import settle_options
from ardennes.lab.arena import mean_interval
from ardennes.lab.dice import dice_for
from ardennes.lab.evolution import Evolution, Point
from ardennes.lab.play import MAX_ORDERS
from ardennes.lab.pool import spread
from ardennes.players.api import make_player
from ardennes.players.search.adapter import adapter_of
from ardennes.players.search.doctrine import Doctrine, bent
from ardennes.players.search.playout import play_on
from ardennes.players.toolkit.weights import WORK, load_weights

TUNED = "tuned"  # the doctrine's name
FARTHEST = log(8.0)  # a factor is between an eighth and eight


class Bout(NamedTuple):
    """One game of a candidate."""

    factors: Point  # the tuned weights, in order
    scenario: str
    against: str
    seed: int
    side: int


class Played(NamedTuple):
    bout: Bout
    worth: float  # score of the candidate, from 0 (lost) to 1 (won)
    won: float  # half for a draw
    seconds: float


@dataclass(frozen=True)
class Tuning:
    """What is tuned, and against which players; it is sent to the workers."""

    game: str
    scenarios: tuple[str, ...]
    against: tuple[str, ...]
    weights: tuple[str, ...]  # "section.weight"
    games: int  # seeds per scenario and opponent, each from both sides
    options: Mapping[str, Any] = field(default_factory=dict)

    def doctrine(self, factors: Sequence[float]) -> Doctrine:
        return Doctrine(TUNED, dict(zip(self.weights, factors, strict=True)))

    def bouts(self, factors: Point, first: int) -> list[Bout]:
        """Return the games of a candidate with seeds from the first on; every seed is played once per
        scenario and opponent from each side.
        """
        return [
            Bout(factors, scenario, against, first + n, side)
            for scenario in self.scenarios
            for against in self.against
            for n in range(self.games)
            for side in (0, 1)
        ]

    def play(self, bouts: Sequence[Bout]) -> list[Played]:
        return [self._play(bout) for bout in bouts]

    def _play(self, bout: Bout) -> Played:
        began = perf_counter()
        game = find_game(self.game, bout.scenario)
        adapter, mine = adapter_of(game), 2 * bout.seed + bout.side
        weights = bent(load_weights(game.id), self.doctrine(bout.factors))
        seats = [make_player(bout.against, game, side, 2 * bout.seed + side) for side in (0, 1)]
        seats[bout.side] = adapter.staff(game, bout.side, mine, weights)
        dice = dice_for("keyed", bout.seed)
        start = game.start(bout.scenario, settle_options(game, dict(self.options)), dice)
        course = play_on(game, start, seats, dice, lambda _: False, MAX_ORDERS)
        if course.result is None:  # endless: as bad as lost, so that it is not selected for
            return Played(bout, 0.0, 0.0, perf_counter() - began)
        winner = course.result.winner
        won = 0.5 if winner is None else float(winner == bout.side)
        worth = adapter.worth(game, course.state, course.result, bout.side)
        return Played(bout, worth, won, perf_counter() - began)

    @property
    def plain(self) -> Point:
        return (1.0,) * len(self.weights)


class Told(NamedTuple):
    """The figures of a generation."""

    generation: int
    staff: float  # score of the unchanged staff on these seeds
    mean: float  # scores of the candidates
    best: float
    step: float


def tunable(game_id: str, only: Sequence[str]) -> tuple[str, ...]:
    """Return the weights whose names match one of the patterns; by default all that express the staff's
    priorities. A weight of 0 stays 0 whatever its factor.
    """
    tables = load_weights(game_id)
    known = [
        f"{section}.{name}"
        for section, table in tables.items()
        if section != WORK
        for name in table
        if table.plain(name)
    ]
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise UserError(f"no weight fits {pattern!r}; there are: {', '.join(known)}")
    return tuple(name for name in known if not only or any(fnmatchcase(name, one) for one in only))


def started(tuning: Tuning, doctrine: Mapping[str, float]) -> Point:
    """Return the factors of a doctrine, 1 by default; refuse names that are not tuned."""
    for name in doctrine:
        if name not in tuning.weights:
            raise UserError(f"the doctrine names {name!r}, which is not tuned: {', '.join(tuning.weights)}")
    result = tuple(float(doctrine.get(name, 1.0)) for name in tuning.weights)
    for name, factor in zip(tuning.weights, result, strict=True):
        if not exp(-FARTHEST) <= factor <= exp(FARTHEST):
            raise UserError(f"the factor of {name} must be between an eighth and eight, not {factor:g}")
    return result


def tune(
    tuning: Tuning,
    start: Point,
    generations: int,
    first: int,
    reach: float,
    population: int,
    workers: int,
    tell: Callable[[Told], None],
) -> Generator[Point]:
    """Yield the mean after each generation, as factors."""
    evolution = Evolution(list(map(log, start)), reach, Random(f"tune {first}"), population)
    for generation in range(generations):
        points = evolution.ask()
        candidates = [tuple(map(_factor, point)) for point in points]
        seed = first + generation * tuning.games
        tried = [*candidates, tuning.plain]
        worth = worths(tuning, tried, seed, workers)
        evolution.tell(points, worth[:-1])
        tell(Told(generation + 1, worth[-1], fmean(worth[:-1]), max(worth[:-1]), evolution.step))
        yield tuple(map(_factor, evolution.mean))


def _factor(logarithm: float) -> float:
    return exp(max(-FARTHEST, min(FARTHEST, logarithm)))


def worths(tuning: Tuning, candidates: Sequence[Point], seed: int, workers: int) -> list[float]:
    """Return the mean score of each candidate's games."""
    jobs = [bout for factors in candidates for bout in tuning.bouts(factors, seed)]
    result: dict[Bout, float] = {}
    for batch in spread(tuning.play, jobs, workers):
        result |= {one.bout: one.worth for one in batch}
    return [fmean(result[bout] for bout in tuning.bouts(factors, seed)) for factors in candidates]


class Gain(NamedTuple):
    """The tuned and the unchanged staff against one opponent in one scenario, on the same seeds and sides."""

    scenario: str
    against: str
    games: int
    tuned: float  # games won, half for a draw
    staff: float
    worth: float  # gain per game
    interval: Interval


def gains(tuning: Tuning, factors: Point, seed: int, workers: int) -> list[Gain]:
    jobs = [*tuning.bouts(factors, seed), *tuning.bouts(tuning.plain, seed)]
    results: dict[Bout, Played] = {}
    for batch in spread(tuning.play, list(dict.fromkeys(jobs)), workers):
        results |= {one.bout: one for one in batch}
    result = []
    for scenario in tuning.scenarios:
        for against in tuning.against:
            fits = [b for b in tuning.bouts(factors, seed) if (b.scenario, b.against) == (scenario, against)]
            ours = [results[bout] for bout in fits]
            theirs = [results[bout._replace(factors=tuning.plain)] for bout in fits]
            by_seed: dict[int, float] = {}  # both sides of a seed share their luck
            for a, b in zip(ours, theirs, strict=True):
                by_seed[a.bout.seed] = by_seed.get(a.bout.seed, 0.0) + (a.worth - b.worth) / 2
            mean, interval = mean_interval(list(by_seed.values()))
            won = sum(one.won for one in ours), sum(one.won for one in theirs)
            result.append(Gain(scenario, against, len(fits), *won, mean, interval))
    return result


def written(tuning: Tuning, factors: Point, said: Sequence[str]) -> str:
    """Format the doctrine as a file, with its origin."""
    lines = [*(f"# {line}" for line in said), f"[{TUNED}]"]
    lines += [f'"{name}" = {factor:.3g}' for name, factor in zip(tuning.weights, factors, strict=True)]
    return "\n".join(lines) + "\n"
