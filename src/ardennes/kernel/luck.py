"""The luck report: what each side's dice showed beside what fair dice show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.match import Match


@dataclass
class Luck:
    """The dice of one side: those rolled in carrying out its orders."""

    dice: int = 0
    shown: int = 0  # sum of the faces
    expected: float = 0.0  # the same for fair dice
    variance: float = 0.0

    def add(self, die: Rolled) -> None:
        self.dice += 1
        self.shown += die.die
        self.expected += (die.sides + 1) / 2
        self.variance += (die.sides**2 - 1) / 12

    @property
    def mean(self) -> float:
        return self.shown / self.dice if self.dice else 0.0

    @property
    def expected_mean(self) -> float:
        return self.expected / self.dice if self.dice else 0.0

    @property
    def by_chance(self) -> float:
        """How often fair dice are at least this far from what is expected (normal approximation)."""
        if not self.variance:
            return 1.0
        return erfc(abs(self.shown - self.expected) / sqrt(2 * self.variance))


def luck_of(match: Match[Any]) -> list[Luck]:
    """The luck of every side, from the events of the whole match played again."""
    found = [Luck() for _ in match.game.sides]
    for entry, events, _ in match.replay():
        for die in rolled(events):
            found[entry.side].add(die)
    return found


def rolled(events: Iterable[Event]) -> Iterable[Rolled]:
    return (event for event in events if isinstance(event, Rolled))
