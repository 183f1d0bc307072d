"""The dice of an answer: those of the real table, or the program's own from a seed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ardennes.dice import SealedDice, seed_from_number
from ardennes.errors import UserError

SEEDS = 1_000_000


class Rolls:
    """Rolls for what the words say, and remembers."""

    def __init__(self, given: Sequence[int], seed: int | None) -> None:
        self.given = tuple(given)
        self.seed = None if given else seed if seed is not None else secrets.randbelow(SEEDS)
        self.rolled: list[tuple[str, int]] = []
        self._dice = SealedDice(seed_from_number(self.seed)) if self.seed is not None else None

    def __call__(self, what: str) -> int:
        at = len(self.rolled)
        if self._dice is not None:
            value = self._dice.roll(at, what)
        elif at < len(self.given):
            value = self.given[at]
        else:
            raise UserError(
                f"One more die is needed, for: {what}. {len(self.given)} given; roll it and add --die N."
            )
        self.rolled.append((what, value))
        return value

    def check(self) -> None:
        """Dice that nobody asked for are a mistake at the table."""
        if len(self.rolled) < len(self.given):
            needed = ", ".join(what for what, _ in self.rolled) or "none"
            raise UserError(f"{len(self.given)} dice given, {len(self.rolled)} needed ({needed}).")
