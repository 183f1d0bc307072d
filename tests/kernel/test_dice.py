"""Dice: fair, provable, scripted, and all at once."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes import dice
from ardennes.dice import (
    Dice,
    DiceError,
    KeyedDice,
    NoDice,
    ScriptedDice,
    SealedDice,
    every_outcome,
    roll_percent,
    seed_from_number,
)

SEED = dice.seed_from_number(1)
GOLDEN_PLAIN = [5, 1, 1, 2, 5, 4, 6, 1, 4, 4, 5, 5, 6, 1, 6, 2, 4, 4, 5, 2]
GOLDEN_NONCES = [1, 3, 6, 5, 1, 3, 2, 1, 4, 5, 1, 4, 2, 6, 3, 4, 1, 4, 2, 3]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 12, 20, 100])
def test_sealed_dice_show_no_bias(sides: int) -> None:
    stream = SealedDice(SEED)
    rolls = Counter(stream.roll(index, "", sides) for index in range(1000 * sides if sides < 50 else 50_000))
    assert set(rolls) == set(range(1, sides + 1))
    freedom = sides - 1
    assert chi_square([rolls[face] for face in range(1, sides + 1)]) < freedom + 5 * (2 * freedom) ** 0.5


def test_neighbouring_dice_do_not_hang_together() -> None:
    stream = SealedDice(dice.seed_from_number(2))
    rolls = [stream.roll(index, "") for index in range(36_001)]
    pairs = Counter(pairwise(rolls))
    assert chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) < 35 + 5 * 70**0.5


def test_streams_of_different_seeds_do_not_hang_together() -> None:
    first = [SealedDice(dice.seed_from_number(n)).roll(0, "") for n in range(12_000)]
    assert chi_square(list(Counter(first).values())) < 5 + 5 * 10**0.5


def test_bytes_past_the_last_full_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With six sides the bytes 252 to 255 would favour 1 to 4."""
    blocks = iter([bytes([255] * 64), bytes([254, 253, 252, 251]) + bytes(60)])

    class Fixed:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def digest(self) -> bytes:
            return next(blocks)

    monkeypatch.setattr(hashlib, "blake2b", Fixed)
    assert KeyedDice(b"").roll(0, "") == 251 % 6 + 1


def test_the_sealed_stream_goes_by_index_alone() -> None:
    stream = SealedDice(SEED)
    rolls = [stream.roll(index, "weather") for index in range(50)]
    assert [SealedDice(SEED).roll(index, f"other {index}") for index in reversed(range(50))] == rolls[::-1]
    assert [SealedDice(dice.seed_from_number(2)).roll(index, "") for index in range(50)] != rolls


def test_a_recorded_stream_never_changes() -> None:
    """These values reproduce old matches: a change here breaks every save file."""
    assert [SealedDice(bytes(32)).roll(i, "") for i in range(20)] == GOLDEN_PLAIN
    assert [SealedDice(bytes(32), ("ab", "c")).roll(i, "") for i in range(20)] == GOLDEN_NONCES


def test_nonces_change_the_stream_and_do_not_run_together() -> None:
    def stream(*nonces: str) -> list[int]:
        return [SealedDice(SEED, nonces).roll(index, "") for index in range(60)]

    streams = [
        stream(),
        stream("a"),
        stream("b"),
        stream("ab", "c"),
        stream("a", "bc"),
        stream("abc"),
        stream(""),
    ]
    assert len({tuple(rolls) for rolls in streams}) == len(streams)


def test_keyed_dice_go_by_key_alone() -> None:
    keyed = KeyedDice(SEED)
    assert {keyed.roll(index, "turn 3 battle 2") for index in range(20)} == {keyed.roll(0, "turn 3 battle 2")}
    assert len({keyed.roll(0, f"battle {n}") for n in range(60)}) == 6


def test_a_promise_is_kept_by_its_seed_only() -> None:
    promised = dice.commitment(SEED)
    assert dice.keeps_promise(SEED, promised)
    assert not dice.keeps_promise(dice.seed_from_number(2), promised)
    assert not dice.keeps_promise(SEED, promised[:-1] + ("0" if promised[-1] != "0" else "1"))
    assert SEED.hex() not in promised


def test_new_seeds_are_long_and_new() -> None:
    assert len({dice.new_seed() for _ in range(50)}) == 50
    assert {len(dice.new_seed()), len(SEED)} == {dice.SEED_BYTES}


@pytest.mark.parametrize("sides", [-1, 0, 1, 65537])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(DiceError, match=f"not {sides}"):
        SealedDice(SEED).roll(0, "", sides)


def test_scripted_dice_show_their_script_and_then_say_what_was_wanted() -> None:
    script = ScriptedDice([3, 6])
    assert script.left == 2
    assert [script.roll(0, "a"), script.roll(7, "b")] == [3, 6]
    assert (script.left, script.used) == (0, 2)
    with pytest.raises(DiceError, match=r"2 dice.*weather"):
        script.roll(2, "weather")


@pytest.mark.parametrize("value", [0, 7, -1])
def test_scripted_dice_that_cannot_be(value: int) -> None:
    script = ScriptedDice([value])
    with pytest.raises(DiceError, match="1 to 6"):
        script.roll(0, "air")
    assert script.left == 1


def test_no_dice() -> None:
    with pytest.raises(DiceError, match="retreat"):
        NoDice().roll(0, "retreat")


@given(st.lists(st.sampled_from([2, 3, 4, 6]), max_size=4))
def test_every_outcome_lists_each_sequence_once(faces: list[int]) -> None:
    def run(rolling: Dice) -> tuple[int, ...]:
        return tuple(rolling.roll(i, "", sides) for i, sides in enumerate(faces))

    result = every_outcome(run)
    expected = list(product(*(range(1, sides + 1) for sides in faces)))
    assert [rolled for _, rolled, _ in result] == expected
    assert [outcome for _, _, outcome in result] == expected
    assert {chance for chance, _, _ in result} == {Fraction(1, len(expected))}


def test_every_outcome_follows_dice_that_lead_to_more_dice() -> None:
    """A six is rolled again, up to three times: the chances still sum to exactly 1."""

    def run(rolling: Dice) -> int:
        total = 0
        for index in range(3):
            die = rolling.roll(index, "")
            total += die
            if die < 6:
                break
        return total

    result = every_outcome(run)
    assert len(result) == 5 + 5 + 6
    assert sum(chance for chance, _, _ in result) == 1
    assert dict.fromkeys(total for _, _, total in result if total > 12) == dict.fromkeys(range(13, 19))
    assert sum(chance for chance, _, total in result if total == 18) == Fraction(1, 216)


def test_every_outcome_without_dice_is_one_outcome() -> None:
    assert every_outcome(lambda _: "calm") == [(Fraction(1), (), "calm")]


def test_every_outcome_stops_at_its_limit() -> None:
    def run(rolling: Dice) -> int:
        return sum(rolling.roll(i, "") for i in range(3))

    assert len(every_outcome(run, limit=216)) == 216
    with pytest.raises(DiceError, match="more than 215"):
        every_outcome(run, limit=215)


def test_a_die_of_many_sides_takes_two_bytes_and_shows_every_side() -> None:
    dice = KeyedDice(seed_from_number(5))
    visited = {dice.roll(0, f"draw {n}", 1000) for n in range(12_000)}
    assert visited == set(range(1, 1001))


def test_a_percentage_branches_in_two_where_every_outcome_is_listed() -> None:
    def two_chances(dice: Dice) -> tuple[bool, bool]:
        return roll_percent(dice, 0, "first", 40) <= 40, roll_percent(dice, 1, "second", 33.9) <= 33.9

    result = {outcome: chance for chance, _, outcome in every_outcome(two_chances)}
    assert result == {
        (True, True): Fraction(4, 10) * Fraction(33, 100),
        (True, False): Fraction(4, 10) * Fraction(67, 100),
        (False, True): Fraction(6, 10) * Fraction(33, 100),
        (False, False): Fraction(6, 10) * Fraction(67, 100),
    }


@pytest.mark.parametrize(("percent", "happens"), [(0, False), (100, True), (-5, False), (140, True)])
def test_a_sure_percentage_makes_no_branch(percent: int, happens: bool) -> None:
    result = every_outcome(lambda dice: roll_percent(dice, 0, "sure", percent) <= percent)
    assert [(chance, outcome) for chance, _, outcome in result] == [(Fraction(1), happens)]


def test_a_percentage_is_a_die_of_a_hundred_in_play() -> None:
    assert roll_percent(ScriptedDice([37]), 0, "blowing a bridge", 50) == 37
