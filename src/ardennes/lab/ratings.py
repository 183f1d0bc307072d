"""Ratings by Bradley and Terry: what a player is worth on either side of a game, from everybody's results.

The chance that A with the first side beats B with the second grows with A's rating there less B's, and with
what the scenario gives the first side; a draw is half a win. A mild prior keeps who has won or lost
everything from infinity. Points are those of chess (400 more: ten to one), and on either side the staff has
1500.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from ardennes.lab.arena import Outcome, Result
from ardennes.lab.record import DRAW
from ardennes.lab.statistics import Z_95

SCALE = 400 / log(10)
ANCHOR, ANCHOR_RATING = "staff", 1500
PRIOR = 600 / SCALE  # standard deviation of a rating before any game
ENOUGH = 1e-9
ROUNDS = 100
ROUNDED = 10  # ratings are told in tens: the rest is noise


class Rating(NamedTuple):
    """A player on a side; half the width of the 95 % interval of its distance from the staff."""

    player: str
    side: str
    rating: float
    within: float
    games: int


class Game(NamedTuple):
    """One game as the ratings see it."""

    scenario: str
    first: str  # who had the first side
    second: str
    points: float  # of the first side


def games_of(results: Iterable[Result]) -> list[Game]:
    """Every sound game of every result, played under the usual options."""
    found = []
    for result in results:
        head = result.head
        if head.options:
            continue
        for pair in result.sound():
            a, b = head.players
            found.append(Game(head.scenario, a, b, _points(pair.first, head.sides)))
            found.append(Game(head.scenario, b, a, _points(pair.swapped, head.sides)))
    return found


def _points(outcome: Outcome, sides: Sequence[str]) -> float:
    return 0.5 if outcome.winner == DRAW else float(outcome.winner == sides[0])


def rate(games: Sequence[Game], sides: Sequence[str]) -> list[Rating]:
    """Every player that has played, by side, the best first."""
    players = sorted({name for g in games for name in (g.first, g.second)})
    names = [("side", side, name) for side in (0, 1) for name in players]
    names += [("scenario", 0, scenario) for scenario in sorted({g.scenario for g in games})]
    at = {name: number for number, name in enumerate(names)}
    values, spread = fit(
        [
            (at["side", 0, g.first], at["side", 1, g.second], at["scenario", 0, g.scenario], g.points)
            for g in games
        ],
        len(names),
    )
    found = []
    for side, word in enumerate(sides):
        anchor = at.get(("side", side, ANCHOR))
        for name in players:
            i = at["side", side, name]
            if anchor is None:
                ahead, variance = values[i], spread[i][i]
            else:
                ahead = values[i] - values[anchor]
                variance = spread[i][i] + spread[anchor][anchor] - 2 * spread[i][anchor]
            count = sum((g.first, g.second)[side] == name for g in games)
            within = Z_95 * SCALE * sqrt(max(0.0, variance))
            found.append(Rating(name, word, ANCHOR_RATING + SCALE * ahead, within, count))
    return sorted(found, key=lambda r: (list(sides).index(r.side), -r.rating, r.player))


def fit(games: Sequence[tuple[int, int, int, float]], unknowns: int) -> tuple[list[float], list[list[float]]]:
    """The likeliest values under the prior, by Newton's method, and their covariances.

    A game is (who has the first side, who has the second, the scenario, points of the first side).
    """
    values = [0.0] * unknowns
    precision = [[0.0] * unknowns for _ in range(unknowns)]
    for _ in range(ROUNDS):
        slope = [-value / PRIOR**2 for value in values]
        precision = [[(i == j) / PRIOR**2 for j in range(unknowns)] for i in range(unknowns)]
        for first, second, scenario, points in games:
            chance = 1 / (1 + exp(values[second] - values[first] - values[scenario]))
            signs = ((first, 1.0), (second, -1.0), (scenario, 1.0))
            for i, sign in signs:
                slope[i] += sign * (points - chance)
                for j, other in signs:
                    precision[i][j] += sign * other * chance * (1 - chance)
        step = [sum(c * s for c, s in zip(row, slope, strict=True)) for row in inverse(precision)]
        values = [value + max(-2.0, min(2.0, move)) for value, move in zip(values, step, strict=True)]
        if max(map(abs, step), default=0.0) < ENOUGH:
            break
    return values, inverse(precision)


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By elimination; the prior makes every pivot positive."""
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
