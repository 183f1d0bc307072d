"""Estimate what a stack is likely to lose to the enemies around it."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.combat.chances import FACES
from ardennes.games.wave_of_terror.rules.combat.odds import automatic, losses_at, ratio
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.players.wave_of_terror.look import Look

SHARE = 0.7  # of the enemy factors nearby that attack one hex
MOST_FULL, MOST_BASIC = 66, 130  # most factors of one division, or of all units, against a hex
FAVOUR = 1  # columns that the enemy gains by fighting first or from all sides


class Risk:
    """The risks of hexes in a position for the own side."""

    def __init__(self, look: Look) -> None:
        self.look, self.w = look, look.w
        self._most = MOST_FULL if look.s.variant.full else MOST_BASIC
        self._means: dict[int, tuple[float, float]] = {}
        self._cached: dict[tuple[int, int, int], float] = {}
        self._cover: dict[int, int] = {}

    def of(self, cell: int, defense: int, steps: int) -> float:
        """Return the steps lost if the enemy attacks, less half of the enemy's own losses."""
        threat = self.look.threat[cell]
        if not threat:
            return 0.0
        key = (cell, defense, steps)
        result = self._cached.get(key)
        if result is None:
            strength = min(round(SHARE * threat), self._most)
            column = ratio(strength, defense) - self.cover(cell) + FAVOUR
            lost, cost = self._mean(column)
            result = self._cached[key] = max(0.0, min(lost, steps) - 0.5 * cost)
        return result

    def cover(self, cell: int) -> int:
        result = self._cover.get(cell)
        if result is None:
            result = self._cover[cell] = self.look.cover(cell)
        return result

    def _mean(self, column: int) -> tuple[float, float]:
        result = self._means.get(column)
        if result is None:
            result = self._means[column] = mean_losses(self.w, column)
        return result


def mean_losses(w: World, column: int) -> tuple[float, float]:
    """Return the average losses of defender and attacker in a column."""
    beyond = automatic(w, column)
    results = [beyond] if beyond else [losses_at(w, column, die) for die in range(1, FACES + 1)]
    return sum(d for _, d in results) / len(results), sum(a for a, _ in results) / len(results)
