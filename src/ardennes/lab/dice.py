"""Dice for comparing players: the same luck in the same battle, whatever was rolled before."""

from __future__ import annotations

from collections import Counter

from ardennes.dice import Dice, KeyedDice, SealedDice, seed_from_number
from ardennes.errors import UserError

KINDS = ("keyed", "sealed")


class BattleDice:
    """Dice keyed by what is rolled for. A second die for the very same thing is another die."""

    def __init__(self, seed: bytes) -> None:
        self._dice = KeyedDice(seed)
        self._asked: Counter[str] = Counter()

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        self._asked[key] += 1
        times = self._asked[key]
        return self._dice.roll(index, key if times == 1 else f"{key}, time {times}", sides)


class ShownDice:
    """Passes dice on and remembers (face, sides) of each, so that a broken game can be told die by die."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.shown: list[tuple[int, int]] = []

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        face = self._dice.roll(index, key, sides)
        self.shown.append((face, sides))
        return face


def dice_for(kind: str, seed: int) -> Dice:
    """The dice of the game with this seed."""
    if kind not in KINDS:
        raise UserError(f"there are no {kind!r} dice; there are: {', '.join(KINDS)}")
    grain = seed_from_number(seed)
    return BattleDice(grain) if kind == "keyed" else SealedDice(grain)
