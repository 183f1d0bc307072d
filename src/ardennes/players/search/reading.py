"""Who sits opposite? Of the players one knows, the one whose moves the enemy's look like.

His last turn is played anew as each of them would have played it. The one who comes nearest to what is seen
becomes likelier. Nothing is known of him but what a view shows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import exp
from statistics import fmean

STAFF = "staff"
Sight = frozenset[Hashable]  # what a side sees of the enemy: who stands where

LIKELY = 2 / 3  # that he plays like a staff, before he has moved; the rest is shared by the others
OPEN = 0.25  # how much of that is never given up: he may change his mind
TELLING = 12.0  # how much likelier one is that foresaw all of what is seen, beside one that foresaw nothing
FADES = 0.8  # what a turn leaves of what was learned before


class Reading:
    """What a seat makes of its enemy in one match."""

    def __init__(self, scripts: Iterable[str]) -> None:
        scripts = tuple(scripts)
        others = (1 - LIKELY) / len(scripts) if scripts else 0.0
        self.before = {STAFF: 1 - others * len(scripts), **dict.fromkeys(scripts, others)}
        self.signs = dict.fromkeys(self.before, 0.0)
        self.chances = self.before

    def learn(self, seen: Sight, foreseen: Iterable[tuple[str, Sight]]) -> None:
        """The enemy has moved: `foreseen` is what he would look like, by player."""
        likeness: dict[str, list[float]] = {}
        for name, sight in foreseen:
            likeness.setdefault(name, []).append(alike(seen, sight))
        if len(likeness) < 2:  # nothing to tell apart
            return
        middle = fmean(map(fmean, likeness.values()))
        for name in self.signs:
            # One playout more that came out as in the middle: what happened once says little.
            result = fmean([*likeness.get(name, ()), middle])
            self.signs[name] = self.signs[name] * FADES + TELLING * (result - middle)
        self.chances = self._chances()

    def _chances(self) -> dict[str, float]:
        most = max(self.signs.values())
        weights = {name: chance * exp(self.signs[name] - most) for name, chance in self.before.items()}
        whole = sum(weights.values())
        return {
            name: OPEN * chance + (1 - OPEN) * weights[name] / whole for name, chance in self.before.items()
        }

    def enemies(self, count: int) -> list[str]:
        """Who plays the enemy in the first `count` playouts, each as often as he is likely."""
        return dealt(self.chances, count)

    def likeliest(self) -> str:
        return max(self.chances, key=lambda name: self.chances[name])


def alike(one: Sight, other: Sight) -> float:
    """The share of what is in either that is in both."""
    both = len(one | other)
    return len(one & other) / both if both else 1.0


def dealt(chances: Mapping[str, float], count: int) -> list[str]:
    """Names as often as they are likely, the one that has come too seldom next."""
    owed = dict.fromkeys(chances, 0.0)
    result: list[str] = []
    for _ in range(count):
        for name, chance in chances.items():
            owed[name] += chance
        name = max(owed, key=lambda name: owed[name])
        owed[name] -= 1
        result.append(name)
    return result
