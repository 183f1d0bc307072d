"""Ratings by Bradley and Terry: a player's strength on either side of a game, from all results.

The chance that A with the first side beats B with the second grows with A's rating there minus B's, and with
the scenario's advantage for the first side; a draw is half a win. A player's rating on a side is its
strength, plus or minus half of how much better it is with the first side than with the second. A prior says
that strengths differ widely, and sides and scenarios less; it also keeps the ratings of players that won or
lost everything finite. Points are those of chess (400 more: ten to one), and on either side the staff has
1500.

Every scenario has separate ratings: a player that storms a town in three days may be weak on the whole map,
and combined results would describe neither. Scenarios in which the staff has not played have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from ardennes.charts.intervals import Z_95
from ardennes.lab.arena import Outcome, Result
from ardennes.lab.record import DRAW

SCALE = 400 / log(10)
ANCHOR, ANCHOR_RATING = "staff", 1500
# Prior standard deviations: of strengths, of the difference between sides, of scenarios.
PRIOR = {"strength": 600 / SCALE, "side": 200 / SCALE, "scenario": 300 / SCALE}
ENOUGH = 1e-9
ROUNDS = 100
ROUNDED = 10  # ratings are rounded to tens: the rest is noise


class Rating(NamedTuple):
    """A player on a side; half the width of the 95 % interval of its distance from the staff."""

    player: str
    side: str
    rating: float
    within: float
    games: int


class Game(NamedTuple):
    """One game as input for the ratings."""

    scenario: str
    first: str  # the player with the first side
    second: str
    points: float  # of the first side


def games_of(results: Iterable[Result]) -> list[Game]:
    """Return every completed game of every result that was played under the default options."""
    games = []
    for result in results:
        head = result.head
        if head.options:
            continue
        for pair in result.sound():
            a, b = head.players
            games.append(Game(head.scenario, a, b, _points(pair.first, head.sides)))
            games.append(Game(head.scenario, b, a, _points(pair.swapped, head.sides)))
    return games


def _points(outcome: Outcome, sides: Sequence[str]) -> float:
    return 0.5 if outcome.winner == DRAW else float(outcome.winner == sides[0])


def by_scenario(results: Iterable[Result]) -> dict[str, list[Rating]]:
    """Return the ratings of one game, for each scenario in which the staff has played.

    The scenario with the most rated players, then the most games, comes first. Pairs of an interrupted
    contest count too.
    """
    apart: dict[str, list[Result]] = {}
    for result in results:
        apart.setdefault(result.head.scenario, []).append(result)
    ratings = {}
    for scenario, here in apart.items():
        games = games_of(here)
        if any(ANCHOR in (g.first, g.second) for g in games):
            ratings[scenario] = rate(games, here[0].head.sides)
    return dict(
        sorted(ratings.items(), key=lambda one: (-len(one[1]), -sum(r.games for r in one[1]), one[0]))
    )


Row = dict[int, float]  # unknown -> its coefficient in the first side's lead


def rate(games: Sequence[Game], sides: Sequence[str]) -> list[Rating]:
    """Return every player that has played, by side, the best first."""
    players = sorted({name for g in games for name in (g.first, g.second)})
    scenarios = sorted({g.scenario for g in games})
    names = [(kind, name) for kind in ("strength", "side") for name in players]
    names += [("scenario", scenario) for scenario in scenarios]
    at = {name: number for number, name in enumerate(names)}

    def worth(player: str, side: int) -> Row:
        """Return the coefficients of a player's rating on a side."""
        return {at["strength", player]: 1.0, at["side", player]: -0.5 if side else 0.5}

    met: dict[tuple[str, str, str], list[float]] = {}
    for g in games:
        met.setdefault((g.scenario, g.first, g.second), []).append(g.points)
    rows = []
    for (scenario, first, second), points in met.items():
        lead = _less(worth(first, 0), worth(second, 1))
        rows.append((lead | {at["scenario", scenario]: 1.0}, sum(points), len(points)))
    values, spread = fit(rows, [PRIOR[kind] for kind, _ in names])
    result = []
    for side, word in enumerate(sides):
        for name in players:
            ahead = _less(worth(name, side), worth(ANCHOR, side)) if ANCHOR in players else worth(name, side)
            rating = ANCHOR_RATING + SCALE * sum(c * values[i] for i, c in ahead.items())
            variance = sum(c * d * spread[i][j] for i, c in ahead.items() for j, d in ahead.items())
            count = sum((g.first, g.second)[side] == name for g in games)
            result.append(Rating(name, word, rating, Z_95 * SCALE * sqrt(max(0.0, variance)), count))
    return sorted(result, key=lambda r: (list(sides).index(r.side), -r.rating, r.player))


def _less(one: Row, other: Row) -> Row:
    return {i: one.get(i, 0.0) - other.get(i, 0.0) for i in one | other}


def fit(
    met: Sequence[tuple[Row, float, int]], priors: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the likeliest values of the unknowns under their priors, by Newton's method, and their
    covariances.

    Each matchup is a row of coefficients, the points of the first side, and the number of games.
    """
    size = len(priors)
    values = [0.0] * size
    precision = [[0.0] * size for _ in range(size)]
    for _ in range(ROUNDS):
        slope = [-value / prior**2 for value, prior in zip(values, priors, strict=True)]
        precision = [[(i == j) / prior**2 for j in range(size)] for i, prior in enumerate(priors)]
        for row, points, games in met:
            chance = 1 / (1 + exp(-sum(c * values[i] for i, c in row.items())))
            for i, c in row.items():
                slope[i] += c * (points - games * chance)
                for j, d in row.items():
                    precision[i][j] += c * d * games * chance * (1 - chance)
        step = [sum(c * s for c, s in zip(row, slope, strict=True)) for row in inverse(precision)]
        values = [value + max(-2.0, min(2.0, move)) for value, move in zip(values, step, strict=True)]
        if max(map(abs, step), default=0.0) < ENOUGH:
            break
    return values, inverse(precision)


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Solve by elimination; the prior makes every pivot positive."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [value / scale for value in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[size:] for row in rows]


def rounded(rating: float) -> int:
    return ROUNDED * round(rating / ROUNDED)
