"""CMA-ES: improve many numbers at once by trying several points around the best so far.

This is the separable form, whose covariance is diagonal. A few hundred trials of some dozen weights are not
enough to learn how the weights depend on each other, but enough to learn how far each may go. After N.
Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), and R. Ros and N. Hansen (2008) for the rates of the
diagonal.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random

Point = tuple[float, ...]


class Evolution:
    """Start at a point; `ask` for points, then `tell` how good each was (greater is better)."""

    def __init__(self, start: Sequence[float], spread: float, rng: Random, population: int = 0) -> None:
        if not start:
            raise ValueError("there are no numbers to improve")
        self.rng, self.size = rng, len(start)
        size = self.size
        self.population = population or 4 + int(3 * log(size))
        self.mean = list(start)
        self.step = spread
        self.variance = [1.0] * size
        self.way = [0.0] * size  # recent path of the mean, without the covariance: is the step too short?
        self.track = [0.0] * size  # recent path of the mean: which directions pay?
        self.generation = 0
        raw = [log(self.population / 2 + 0.5) - log(rank + 1) for rank in range(self.population // 2)]
        # weights of the better half, the best with the most
        self.shares = [share / sum(raw) for share in raw]
        self.mass = 1 / sum(share**2 for share in self.shares)
        n = size
        self.way_rate = (self.mass + 2) / (n + self.mass + 5)
        self.damping = 1 + 2 * max(0.0, sqrt((self.mass - 1) / (n + 1)) - 1) + self.way_rate
        self.track_rate = (4 + self.mass / n) / (n + 4 + 2 * self.mass / n)
        one = 2 / ((n + 1.3) ** 2 + self.mass)
        many = 2 * (self.mass - 2 + 1 / self.mass) / ((n + 2) ** 2 + self.mass)
        faster = (n + 2) / 3  # a diagonal has that much less to learn
        self.one_rate = min(1.0, one * faster)
        self.many_rate = min(1 - self.one_rate, max(0.0, many) * faster)
        self.usual = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))  # expected length of a random vector

    def ask(self) -> list[Point]:
        """Return the points of the next generation."""
        return [
            tuple(
                mean + self.step * sqrt(variance) * self.rng.gauss(0, 1)
                for mean, variance in zip(self.mean, self.variance, strict=True)
            )
            for _ in range(self.population)
        ]

    def tell(self, points: Sequence[Point], worth: Sequence[float]) -> None:
        """Report how good the points were; the next ones are nearer to the better ones."""
        if len(points) != self.population or len(worth) != len(points):
            raise ValueError(f"{self.population} points need a value, not {len(worth)}")
        self.generation += 1
        best = sorted(range(len(points)), key=lambda i: (-worth[i], i))[: len(self.shares)]
        steps = [[(x - mean) / self.step for x, mean in zip(points[i], self.mean, strict=True)] for i in best]
        moved = [
            sum(share * step[k] for share, step in zip(self.shares, steps, strict=True))
            for k in range(self.size)
        ]
        self.mean = [mean + self.step * by for mean, by in zip(self.mean, moved, strict=True)]
        keep = sqrt(self.way_rate * (2 - self.way_rate) * self.mass)
        self.way = [
            (1 - self.way_rate) * way + keep * by / sqrt(variance)
            for way, by, variance in zip(self.way, moved, self.variance, strict=True)
        ]
        length = sqrt(sum(way * way for way in self.way))
        settled = sqrt(1 - (1 - self.way_rate) ** (2 * self.generation))
        steady = length / settled < (1.4 + 2 / (self.size + 1)) * self.usual
        keep = sqrt(self.track_rate * (2 - self.track_rate) * self.mass) if steady else 0.0
        self.track = [
            (1 - self.track_rate) * track + keep * by for track, by in zip(self.track, moved, strict=True)
        ]
        lost = 0.0 if steady else self.one_rate * self.track_rate * (2 - self.track_rate)
        for k in range(self.size):
            spread = self._shared([step[k] ** 2 for step in steps])
            self.variance[k] = (
                (1 - self.one_rate - self.many_rate + lost) * self.variance[k]
                + self.one_rate * self.track[k] ** 2
                + self.many_rate * spread
            )
        # One generation may not change the step by more than e.
        self.step *= exp(max(-1.0, min(1.0, self.way_rate / self.damping * (length / self.usual - 1))))

    def _shared(self, values: Sequence[float]) -> float:
        return sum(share * value for share, value in zip(self.shares, values, strict=True))
