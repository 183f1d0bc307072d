"""Dice for comparing players: the same luck in the same battle, whatever was rolled before."""

from __future__ import annotations

from ardennes.dice import BattleDice, Dice, SealedDice, seed_from_number
from ardennes.errors import UserError

KINDS = ("keyed", "sealed")


class ShownDice:
    """Pass dice on and record (face, sides) of each, so that a failed game can be reproduced die by die."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.shown: list[tuple[int, int]] = []

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        face = self._dice.roll(index, key, sides)
        self.shown.append((face, sides))
        return face


def dice_for(kind: str, seed: int) -> Dice:
    """Return the dice of the game with this seed."""
    if kind not in KINDS:
        raise UserError(f"there are no {kind!r} dice; there are: {', '.join(KINDS)}")
    grain = seed_from_number(seed)
    return BattleDice(grain) if kind == "keyed" else SealedDice(grain)
