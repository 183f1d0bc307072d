"""The forecast of a combat agrees with the combat itself, over every draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.rules.combat import casualties, chances, loss_counts, resolve
from ardennes.games.breakthrough.rules.combat import odds as strength
from ardennes.games.breakthrough.rules.model.events import Fought
from ardennes.games.breakthrough.rules.model.position import stack_at
from ardennes.games.breakthrough.rules.model.state import Plotted
from ardennes.games.breakthrough.schema.terms import GERMAN, ISOLATED
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.board import Field

# Faces instead of a thousand, so that every pair can be tried: with 40, as with a thousand, the first face of
# the defender's draw is a whole number of steps from 0, with 30 it is not.
FEW = (30, 40)


def battle(case: str) -> tuple[Field, list[int], int]:
    """A field, the attackers and the attacked hex."""
    field = Field(20)
    target = {"town": "19,23", "forest": "25,28"}.get(case, "12,8")
    near = [field.w.grid.label(n) for n in field.w.grid.neighbours[field.cell(target)] if n >= 0]
    facts = {"efficiency": 70, "fort": 1, "artillery": 12} if case == "forest" else {}
    field.put("US-28-112", target, strength=1 if case == "remnant" else 40, **facts)
    if case in ("stack", "surrender"):
        field.put("US-106-424", target, strength=12, efficiency=60)
        field.put("US-106-422", target, strength=25, fort=2)
    if case == "surrender":
        for unit in stack_at(field.w, field.s, field.cell(target))[:2]:
            field.s.supply[unit] = ISOLATED
    attackers = [field.put("GE-26VG-39", near[0], strength=1 if case == "lone" else 60, artillery=20)]
    if case != "lone":
        attackers.append(field.put("GE-26VG-77", near[1], strength=45, efficiency=80))
    return field, attackers, field.cell(target)


CASES = ("town", "forest", "open", "remnant", "stack", "lone", "surrender")


@pytest.mark.parametrize("faces", FEW)
@pytest.mark.parametrize("case", CASES)
def test_losses_counted_over_every_pair_of_draws(
    case: str, faces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    field, attackers, target = battle(case)
    odds = strength.odds_of(field.w, field.s, attackers, target, stack_at(field.w, field.s, target))
    wanted = Counter(
        casualties.losses_at(field.w, odds, Fraction(i, faces), Fraction(j, faces))
        for i in range(faces)
        for j in range(faces)
    )
    monkeypatch.setattr(loss_counts, "FINE", faces)
    assert loss_counts.count_losses(field.w, odds) == dict(wanted)


@pytest.mark.parametrize("case", CASES)
def test_chances_sum_to_one(case: str) -> None:
    field, attackers, target = battle(case)
    before = field.s.digest()
    result = chances.outlook(field.w, field.s, attackers, target)
    assert sum(chance.probability for chance in chances.chances(result)) == 1
    assert field.s.digest() == before


@pytest.mark.parametrize("case", CASES)
def test_play_agrees(case: str) -> None:
    """Played 600 times, every outcome occurs about as often as forecast."""
    plays = 600
    field, attackers, target = battle(case)
    result = chances.outlook(field.w, field.s, attackers, target)
    defenders = list(stack_at(field.w, field.s, target))
    emptied, left, lost = 0, Counter[int](), 0
    for number in range(plays):
        s = field.s.clone()
        s.plots = [Plotted(unit, target) for unit in attackers]
        events: list[Event] = []
        resolve.fight_all(field.w, s, GERMAN, SealedDice(seed_from_number(number)), events)
        emptied += not stack_at(field.w, s, target)
        left.update(u for u in defenders if s.where[u] >= 0 and s.where[u] != target)
        lost += sum(e.defender_loss for e in events if isinstance(e, Fought))

    def near(count: int, chance: Fraction) -> bool:
        expected = float(chance) * plays
        return bool(abs(count - expected) <= 5 * (expected * (1 - float(chance))) ** 0.5 + 1e-9)

    assert near(emptied, result.emptied)
    assert all(near(left[unit], result.retreats[unit]) for unit in defenders)
    mean = float(result.mean_loss(of_defender=True))
    assert abs(lost / plays - mean) < 0.1 * mean + 0.1


def test_surrender_is_counted() -> None:
    field, attackers, target = battle("surrender")
    result = chances.outlook(field.w, field.s, attackers, target)
    assert sorted(result.surrenders.values()) == [0, Fraction(2, 5), Fraction(2, 5)]


def test_units_already_plotted_join_in() -> None:
    field, attackers, target = battle("open")
    field.s.plots = [Plotted(attackers[0], target)]
    together = chances.plotted_outlook(field.w, field.s, target, [attackers[1]])
    assert together == chances.outlook(field.w, field.s, attackers, target)
    alone = chances.plotted_outlook(field.w, field.s, target)
    assert alone.odds is not None
    assert together.odds is not None
    assert alone.odds.odds < together.odds.odds
