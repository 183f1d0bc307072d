"""Whatever is played: the invariants of the rules hold after every order, in both profiles."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.orders import (
    Advance,
    Attack,
    End,
    Enter,
    Fly,
    Move,
    Place,
    Support,
)
from ardennes.games.wave_of_terror.rules.model.position import Derived, derived, holder
from ardennes.games.wave_of_terror.rules.model.state import (
    DEAD,
    DONE,
    EXITED,
    RECOVERY,
    SETUP,
    TOP,
    WaveState,
)
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, TURNS
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import sample

GAME = WaveOfTerror()
W = GAME.world
LOOKS = 3  # orders drawn before the boldest is given
BOLDNESS: dict[type[Order], int] = {
    Attack: 5, Advance: 5, Support: 4, Fly: 4, Enter: 3, Move: 2, End: 0, Place: 0,
}  # fmt: skip


def faults(s: WaveState) -> list[str]:
    """Return what is wrong with a position; empty if it is valid."""
    result = []
    d, fresh = derived(W, s), Derived(W, s)
    if (d.stacks, list(d.occupied), list(d.guns)) != (fresh.stacks, list(fresh.occupied), list(fresh.guns)):
        result.append("the cached data of the position is not what follows from it")
    for cell, stack in d.stacks.items():
        label = W.grid.label(cell)
        if len({W.side[unit] for unit in stack}) > 1:
            result.append(f"WOT-9.4: both sides stand in {label}")
        if s.step != SETUP and holder(s, cell) != W.side[stack[0]]:
            result.append(f"WOT-3.11: {label} is not controlled by those who stand in it")
        if judge(W, stack) and not any(unit in s.kg for unit in stack):
            result.append(f"WOT-7.1: too many units in {label}")
        if sum(bool(s.marks[unit] & TOP) for unit in stack) != 1:
            result.append(f"WOT-7.3: not one unit lies on top in {label}")
    for unit, cell in enumerate(s.where):
        steps = s.steps[unit]
        if cell >= 0 and not 1 <= steps <= W.units[unit].steps:
            result.append(f"WOT-2.13: {W.units[unit].id} has {steps} steps")
        if (cell == DEAD) != (steps <= 0):
            result.append(
                f"WOT-2.13: {W.units[unit].id} is {'dead' if cell == DEAD else 'alive'} with {steps}"
            )
    for side in (GERMAN, ALLIED):
        if s.points[side] != sum(award.points for award in s.ledger if award.side == side):
            result.append("the points are not those of the ledger")
    if s.aircraft < 0 or any(marker.left < 0 for marker in s.markers):
        result.append("WOT-6.15, WOT-10.14: more was used than there was")
    return result


def lost_steps(s: WaveState, side: int) -> int:
    """What the side's losses are worth to the enemy, WOT-4.8."""
    total = 0
    for unit in W.of_side[side]:
        if s.where[unit] >= 0 or s.where[unit] == DEAD:
            worth = 2 if W.artillery[unit] else 1
            total += worth * (W.units[unit].steps - s.steps[unit])
    return total


@pytest.mark.long
@pytest.mark.parametrize(
    ("profile", "seed", "turns"),
    [("full", 1, TURNS), ("basic", 1, 3), pytest.param("basic", 1, TURNS, marks=pytest.mark.slow)],
)
def test_positions_stay_sound(profile: str, seed: int, turns: int) -> None:
    dice, rng = SealedDice(seed_from_number(seed)), Random(seed)
    s = GAME.start("campaign", {"profile": profile}, dice)
    given: Counter[str] = Counter()
    while (sides := GAME.to_move(s)) and s.turn <= turns:
        offers = GAME.offers(GAME.view(s, sides[0]), sides[0])
        drawn = [order for _ in range(LOOKS) if (order := sample(offers, rng)) is not None]
        order = max(drawn, key=lambda order: BOLDNESS.get(type(order), 1))
        given[type(order).__name__] += 1
        before = s.step
        for event in GAME.apply(s, sides[0], order, dice):
            assert GAME.tell(event)
        if sum(given.values()) % 20 == 0:
            assert faults(s) == []
        if before < RECOVERY <= s.step:
            assert not any(s.marks[unit] & DONE for unit in W.guns)
        assert s.turn <= TURNS
    assert faults(s) == []
    assert s.over or turns < TURNS
    assert given["Attack"] > 100 * turns // TURNS
    for side in (GERMAN, ALLIED):
        by_steps = sum(a.points for a in s.ledger if a.side != side and a.rule == "WOT-4.8")
        assert by_steps == lost_steps(s, side)
    assert profile == "full" or not given["Support"]
    assert not any(cell == EXITED for cell in s.where) or s.over == "german strategic"
