"""Sequential tests: is one player better than another, with as few games as possible?

The unit is a pair: one seed played twice with the sides swapped. After every pair each test compares two
hypotheses by the logarithm of their likelihood ratio (generalised: open parameters take their likeliest
value) and stops when the ratio leaves the bounds of Wald's test. Two measures of a pair are tested:

- its points: what the first player got out of both games, 0 to 1 in steps of a quarter (five outcomes);
- its lead: by how much the first player did better with the same side, which still tells players apart where
  one side always wins. Its scale differs from game to game, so the hypotheses speak of its standard
  deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean
from typing import Literal

from ardennes.charts.intervals import Z_95, Interval

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # possible points of a pair, both games together
SEEN_LITTLE = 1e-3  # pseudo-count of each outcome, so that none is considered impossible
FEWEST = 8  # pairs before the leads are tested: their spread is not known earlier
STEPS = 60  # bisection steps that find the likeliest distribution; beyond float precision

Decision = Literal["better", "not better", "open"]


@dataclass(frozen=True)
class Bounds:
    """The hypotheses, and the accepted error rates."""

    share: float = 0.55  # share of the points that counts as better; 0.5 does not
    lead: float = 0.3  # lead in standard deviations that counts as better; 0 does not
    alpha: float = 0.05  # chance that a player that is not better is called better, by both tests together
    beta: float = 0.05  # chance that either test misses a player that is as good as it asks for

    @property
    def accept(self) -> float:
        """Return the log-likelihood ratio at which a test says "better". Either test may, so each has half of
        alpha.
        """
        return log((1 - self.beta) / (self.alpha / 2))

    @property
    def reject(self) -> float:
        return log(self.beta / (1 - self.alpha / 2))


def likeliest(counts: Sequence[float], mean: float, values: Sequence[float] = POINTS) -> list[float]:
    """Return the distribution with this mean that makes the counts most likely:

    q / (1 + x (value - mean)), where q is the observed share of a value and x Lagrange's multiplier for the
    mean.
    """
    total = sum(counts)
    shares = [count / total for count in counts]
    off = [value - mean for value in values]
    low, high = -1 / max(off), -1 / min(off)  # beyond these limits some probability would be negative
    for _ in range(STEPS):
        x = (low + high) / 2
        if sum(q * d / (1 + x * d) for q, d in zip(shares, off, strict=True)) > 0:
            low = x
        else:
            high = x
    return [q / (1 + (low + high) / 2 * d) for q, d in zip(shares, off, strict=True)]


def points_ratio(counts: Sequence[int], share: float, even: float = 0.5) -> float:
    """Return the log-likelihood ratio of the first player's share being `share` rather than even."""
    if not any(counts):
        return 0.0
    smooth = [count + SEEN_LITTLE for count in counts]
    better, same = likeliest(smooth, share), likeliest(smooth, even)
    return sum(n * log(p / q) for n, p, q in zip(smooth, better, same, strict=True))


def lead_ratio(leads: Sequence[float], ahead: float) -> float:
    """Return the log-likelihood ratio of the mean lead being `ahead` standard deviations rather than 0;
    normal, the standard deviation unknown under both.
    """
    count = len(leads)
    square = fmean(x * x for x in leads) if leads else 0.0
    if count < FEWEST:
        return 0.0
    if square == 0.0:  # all equal: whatever the deviation, a mean of 0
        return -count * ahead * ahead / 2
    mean = fmean(leads)

    def cost(shift: float) -> float:
        """Return the negative log-likelihood per pair, at the standard deviation that fits the hypothesis
        best.
        """
        half = shift * mean / 2
        deviation = sqrt(half * half + square) - half
        return log(deviation) + (square / deviation - 2 * shift * mean) / (2 * deviation) + shift * shift / 2

    return count * (cost(0.0) - cost(ahead))


def decide(ratio: float, bounds: Bounds) -> Decision:
    if ratio >= bounds.accept:
        return "better"
    return "not better" if ratio <= bounds.reject else "open"


class Contest:
    """Both tests over pairs as they arrive; a decision is final."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.counts = [0] * len(POINTS)
        self.leads: list[float] = []
        self.by_points: Decision = "open"
        self.by_lead: Decision = "open"

    def add(self, points: float, lead: float) -> None:
        """Add a pair: the first player's points (0 to 1) and lead."""
        self.counts[POINTS.index(points)] += 1
        self.leads.append(lead)
        if self.by_points == "open":
            self.by_points = decide(self.points_ratio, self.bounds)
        if self.by_lead == "open":
            self.by_lead = decide(self.lead_ratio, self.bounds)

    @property
    def pairs(self) -> int:
        return len(self.leads)

    @property
    def points_ratio(self) -> float:
        return points_ratio(self.counts, self.bounds.share)

    @property
    def lead_ratio(self) -> float:
        return lead_ratio(self.leads, self.bounds.lead)

    @property
    def decision(self) -> Decision:
        """Return "better" if either test says so, "not better" if both do."""
        if "better" in (self.by_points, self.by_lead):
            return "better"
        return "open" if "open" in (self.by_points, self.by_lead) else "not better"


def share_of(counts: Sequence[int]) -> float:
    """Return the mean points of a pair; even if there is none."""
    total = sum(counts)
    return sum(n * p for n, p in zip(counts, POINTS, strict=True)) / total if total else 0.5


def share_interval(counts: Sequence[int], z: float = Z_95) -> Interval:
    """Return the interval of the mean points of a pair.

    It adds z²/2 pairs won and as many lost, as Agresti and Coull do for plain wins, so that twenty pairs won
    do not count as certainty.
    """
    more = z * z / 2
    weights = [
        count + (more if value in (0.0, 1.0) else 0.0) for count, value in zip(counts, POINTS, strict=True)
    ]
    total = sum(weights)
    mean = sum(w * p for w, p in zip(weights, POINTS, strict=True)) / total
    variance = sum(w * (p - mean) ** 2 for w, p in zip(weights, POINTS, strict=True)) / total
    spread = z * sqrt(variance / total)
    return Interval(max(0.0, mean - spread), min(1.0, mean + spread))
