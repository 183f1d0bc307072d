"""Provable dice: a stream committed to in advance, scripted dice, and every die at once.

A game draws `dice.roll(index, key)`: index counts the dice of the match, key describes what the die is for.
The sealed stream uses only the index, so that anyone can roll a finished match again. Keyed dice use only the
key, so that two computer players meet the same luck in the same battle.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

T = TypeVar("T")
SEED_BYTES = 32
MOST_SIDES = 65536


class DiceError(Exception):
    """The dice cannot give what was requested."""


class Dice(Protocol):
    def roll(self, index: int, key: str, sides: int = 6) -> int: ...


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from_number(number: int) -> bytes:
    """Return the seed for a small whole number, for simulations and tests."""
    return hashlib.blake2b(b"ardennes seed %d" % number, digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """Return what is published before the first die: the hash of the seed."""
    return hashlib.sha256(b"ardennes dice\0" + seed).hexdigest()


def chained(promised: str, first: int, seed: bytes, nonces: Sequence[str]) -> str:
    """Return the promise after a change of dice: to another seed, or with the players' shares.

    It can be computed from the earlier promise, the promise of the new seed and the shares.
    """
    words = "\0".join((promised, str(first), commitment(seed), *nonces))
    return hashlib.sha256(b"ardennes dice from here on\0" + words.encode()).hexdigest()


def share_promise(nonce: str) -> str:
    """Return what a player publishes before any share is revealed: the hash of that player's share."""
    return hashlib.sha256(b"ardennes share\0" + nonce.encode()).hexdigest()


def number_of(seeds: Iterable[bytes], upto: int = 1_000_000) -> int | None:
    """Return the small number of one of the seeds: such a seed can be guessed by trying, as here."""
    wanted = set(seeds)
    return next((number for number in range(upto) if seed_from_number(number) in wanted), None)


def keeps_promise(seed: bytes, promised: str) -> bool:
    return hmac.compare_digest(commitment(seed).encode(), promised.encode())


def _die(key: bytes, message: bytes, sides: int) -> int:
    """Return an unbiased die from a keyed hash: bytes above the last full multiple of `sides` are skipped.

    A die of more than 256 sides takes two bytes at a time.
    """
    if not 2 <= sides <= MOST_SIDES:
        raise DiceError(f"a die has 2 to {MOST_SIDES} sides, not {sides}")
    width = 1 if sides <= 256 else 2
    fair = 256**width - 256**width % sides
    block = 0
    while True:
        stream = hashlib.blake2b(message + b"#%d" % block if block else message, key=key).digest()
        for at in range(0, len(stream), width):
            value = int.from_bytes(stream[at : at + width], "big")
            if value < fair:
                return value % sides + 1
        block += 1


class SealedDice:
    """The dice of a match: a stream fixed by its seed and the players' nonces."""

    __slots__ = ("_key",)

    def __init__(self, seed: bytes, nonces: Sequence[str] = ()) -> None:
        mixed = hashlib.blake2b(seed, digest_size=SEED_BYTES)
        for nonce in nonces:
            word = nonce.encode()
            # the length distinguishes ("ab", "c") from ("a", "bc")
            mixed.update(b"%d:%b" % (len(word), word))
        self._key = mixed.digest()

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        return _die(self._key, b"%d" % index, sides)


class KeyedDice:
    """Dice that depend on what is rolled for, not on how many were rolled before."""

    __slots__ = ("_key",)

    def __init__(self, seed: bytes) -> None:
        self._key = seed

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        return _die(self._key, key.encode(), sides)


class BattleDice:
    """Keyed dice in which the second roll for the same key is a different die.

    They give the same luck in the same battle, whatever was rolled before.
    """

    __slots__ = ("_asked", "_dice")

    def __init__(self, seed: bytes) -> None:
        self._dice = KeyedDice(seed)
        self._asked: Counter[str] = Counter()

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        self._asked[key] += 1
        times = self._asked[key]
        return self._dice.roll(index, key if times == 1 else f"{key}, time {times}", sides)


class ScriptedDice:
    """Dice with scripted values, in order."""

    def __init__(self, values: Iterable[int]) -> None:
        self._values = list(values)
        self.used = 0

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        if self.used >= len(self._values):
            raise DiceError(f"the script has {len(self._values)} dice; one more was rolled for: {key}")
        value = self._values[self.used]
        if not 1 <= value <= sides:
            raise DiceError(f"scripted die {self.used + 1} is {value}; a die for {key} shows 1 to {sides}")
        self.used += 1
        return value

    @property
    def left(self) -> int:
        return len(self._values) - self.used


class NoDice:
    """Dice for code that must not roll any."""

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        raise DiceError(f"no die may be rolled here, but one was requested for: {key}")


def roll_percent(dice: Dice, index: int, key: str, percent: float) -> int:
    """Roll a die of a hundred for a chance in percent: the event happens if the die is not above it.

    When all outcomes are enumerated, only whether it happens makes a branch, not each of the hundred faces.
    """
    if isinstance(dice, _Branching):
        return dice.cut(int(percent))
    return dice.roll(index, key, 100)


class _Branching:
    """Follow a fixed prefix of branches, then take the first ones, and record the shape of the tree."""

    __slots__ = ("_prefix", "branches", "chance", "taken", "values")

    def __init__(self, prefix: list[int]) -> None:
        self._prefix = prefix
        self.taken: list[int] = []  # the branch taken at each roll
        self.branches: list[int] = []  # how many there were
        self.values: list[int] = []  # the face of the die
        self.chance = Fraction(1)

    def _branch(self, branches: int) -> int:
        at = len(self.taken)
        branch = self._prefix[at] if at < len(self._prefix) else 0
        self.taken.append(branch)
        self.branches.append(branches)
        return branch

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        value = self._branch(sides) + 1
        self.values.append(value)
        self.chance /= sides
        return value

    def cut(self, percent: int) -> int:
        """A die of a hundred that is either up to the percentage, or above it."""
        under = min(max(percent, 0), 100)
        happens = under == 100 or (under > 0 and self._branch(2) == 0)
        if 0 < under < 100:
            self.chance *= Fraction(under if happens else 100 - under, 100)
        self.values.append(1 if happens else 100)
        return self.values[-1]


def every_outcome(run: Callable[[Dice], T], limit: int = 7776) -> list[tuple[Fraction, tuple[int, ...], T]]:
    """Run a function over every possible sequence of dice: (probability, dice, result)."""
    result: list[tuple[Fraction, tuple[int, ...], T]] = []
    prefix: list[int] = []
    while True:
        dice = _Branching(prefix)
        outcome = run(dice)
        result.append((dice.chance, tuple(dice.values), outcome))
        if len(result) > limit:
            raise DiceError(f"more than {limit} sequences of dice; this is too much to list exactly")
        prefix = dice.taken
        while prefix and prefix[-1] == dice.branches[len(prefix) - 1] - 1:
            prefix.pop()
        if not prefix:
            return result
        prefix[-1] += 1
