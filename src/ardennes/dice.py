"""Provable dice: a sealed stream committed to beforehand, scripted dice, and every die at once.

A game draws `dice.roll(index, key)`: index counts the dice of the match, key says in words what the
die is for. The sealed stream uses the index alone, so that anyone can roll a finished match again;
keyed dice use the key alone, so that two computer players meet the same luck in the same battle.
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
    """The dice were asked for something they cannot give."""


class Dice(Protocol):
    def roll(self, index: int, key: str, sides: int = 6) -> int: ...


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from_number(number: int) -> bytes:
    """The seed that stands for a small whole number, for simulations and tests."""
    return hashlib.blake2b(b"ardennes seed %d" % number, digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """What is published before the first die: the seed's hash."""
    return hashlib.sha256(b"ardennes dice\0" + seed).hexdigest()


def chained(promised: str, first: int, seed: bytes, nonces: Sequence[str]) -> str:
    """The promise once other dice follow from a die on: those of another seed, or with the players' shares.

    Whoever knows the promise before, the promise of the seed and the shares can work it out.
    """
    words = "\0".join((promised, str(first), commitment(seed), *nonces))
    return hashlib.sha256(b"ardennes dice from here on\0" + words.encode()).hexdigest()


def share_promise(nonce: str) -> str:
    """What a player publishes before anybody's share is shown: the hash of his own."""
    return hashlib.sha256(b"ardennes share\0" + nonce.encode()).hexdigest()


def number_of(seeds: Iterable[bytes], upto: int = 1_000_000) -> int | None:
    """The small number one of the seeds stands for: such a seed can be found by trying, as it is here."""
    wanted = set(seeds)
    return next((number for number in range(upto) if seed_from_number(number) in wanted), None)


def keeps_promise(seed: bytes, promised: str) -> bool:
    return hmac.compare_digest(commitment(seed).encode(), promised.encode())


def _die(key: bytes, message: bytes, sides: int) -> int:
    """An unbiased die from a keyed hash: bytes past the last full multiple of `sides` are thrown away.

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
            mixed.update(b"%d:%b" % (len(word), word))  # the length keeps ("ab", "c") apart from ("a", "bc")
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
    """Keyed dice, of which a second one for the very same thing is another die: the same luck in the same
    battle, whatever was rolled before."""

    __slots__ = ("_asked", "_dice")

    def __init__(self, seed: bytes) -> None:
        self._dice = KeyedDice(seed)
        self._asked: Counter[str] = Counter()

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        self._asked[key] += 1
        times = self._asked[key]
        return self._dice.roll(index, key if times == 1 else f"{key}, time {times}", sides)


class ScriptedDice:
    """Dice that show what they are told, in order."""

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
    """Where no die may be rolled."""

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        raise DiceError(f"no die may be rolled here, yet one was wanted for: {key}")


def roll_percent(dice: Dice, index: int, key: str, percent: float) -> int:
    """A die of a hundred for a chance of so many percent: it happens when the die is not above it.

    Where every outcome is listed, only whether it happens makes a branch, not each of the hundred faces.
    """
    if isinstance(dice, _Branching):
        return dice.cut(int(percent))
    return dice.roll(index, key, 100)


class _Branching:
    """Follows a fixed prefix of branches, then takes the first ones, and remembers the shape of the tree."""

    __slots__ = ("_prefix", "branches", "chance", "taken", "values")

    def __init__(self, prefix: list[int]) -> None:
        self._prefix = prefix
        self.taken: list[int] = []  # the branch taken at each roll
        self.branches: list[int] = []  # how many there were
        self.values: list[int] = []  # what the die showed
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
        """A die of a hundred that counts only as up to the percentage, or above it."""
        under = min(max(percent, 0), 100)
        happens = under == 100 or (under > 0 and self._branch(2) == 0)
        if 0 < under < 100:
            self.chance *= Fraction(under if happens else 100 - under, 100)
        self.values.append(1 if happens else 100)
        return self.values[-1]


def every_outcome(run: Callable[[Dice], T], limit: int = 7776) -> list[tuple[Fraction, tuple[int, ...], T]]:
    """Run something over every possible sequence of dice: (probability, dice, what came of it)."""
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
