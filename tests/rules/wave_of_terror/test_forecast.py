"""The outlook of a battle against the battle itself over every die (WOT-10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ardennes.dice import every_outcome
from ardennes.games.wave_of_terror.rules.combat.chances import battle_outlook, chances, outlook, sums
from ardennes.games.wave_of_terror.rules.model.events import BattleResult
from ardennes.games.wave_of_terror.rules.model.orders import END, Attack, Fly, Support
from ardennes.games.wave_of_terror.rules.model.state import Supporting
from ardennes.games.wave_of_terror.schema.terms import CLEAR_SKIES
from tests.rules.wave_of_terror.battlefield import AROUND, HERE, Battlefield

A, B, FOE, FRIEND = "G-1SS-3", "G-1SS-4", "A-1-1", "A-1-2"


def field_of(attack: int, defense: int) -> Battlefield:
    field = Battlefield(factors={A: (attack, 5), FOE: (6, defense)}, terrain={HERE: "forest"})
    field.put(AROUND[0], A)
    field.put(HERE, FOE)
    return field


@pytest.mark.parametrize(("attack", "defense"), [(6, 6), (12, 5), (40, 4), (2, 9), (1, 9)])
def test_outlook_is_what_play_gives(attack: int, defense: int) -> None:
    field = field_of(attack, defense)
    order = Attack((A,), HERE)
    counted: dict[tuple[int, int], Fraction] = {}
    for chance, _, events in every_outcome(lambda dice: field.game.apply(field.s.clone(), 0, order, dice)):
        [result] = [event for event in events if isinstance(event, BattleResult)]
        key = result.attacker_loss, result.defender_loss
        counted[key] = counted.get(key, Fraction(0)) + chance
    outcome = battle_outlook(field.w, field.s, order)
    assert outcome is not None
    assert outcome.results == counted
    assert sum(outcome.results.values()) == 1
    assert sum(outcome.positions.values()) == 1


def test_outcomes_say_when_the_hex_is_emptied() -> None:
    """A loss of all steps in the hex, no less."""
    field = field_of(12, 5)
    result = battle_outlook(field.w, field.s, Attack((A,), HERE))
    assert result is not None
    named = {chance.outcome for chance in chances(result)}
    steps = field.s.steps[field.unit(FOE)]
    for attacker, defender in result.results:
        assert (f"{attacker}/{defender}, the hex is empty" in named) == (defender >= steps)
    assert any(defender == steps for _, defender in result.results)
    assert any(defender < steps for _, defender in result.results)


def test_guns_are_counted_die_by_die() -> None:
    """A gun on each side: 36 pairs of dice before the battle's own, as play rolls them."""
    field = field_of(10, 7)
    field.put("E2004", "G-ART-1")
    field.put("E1607", "A-ART-1")
    field.order(Attack((A,), HERE))
    assert isinstance(field.s.stack[-1], Supporting)
    field.order(Support(("G-ART-1",)))
    order = Support(("A-ART-1",))
    outcome = battle_outlook(field.w, field.s, order)
    assert outcome is not None
    assert outcome.guns == (1, 1)
    counted: dict[tuple[int, int], Fraction] = {}
    for chance, _, events in every_outcome(lambda dice: field.game.apply(field.s.clone(), 1, order, dice)):
        [result] = [event for event in events if isinstance(event, BattleResult)]
        key = result.attacker_loss, result.defender_loss
        counted[key] = counted.get(key, Fraction(0)) + chance
    assert outcome.results == counted


def test_preview_is_offered_for_what_leads_to_a_battle() -> None:
    field = field_of(12, 6)
    field.s.weather, field.s.aircraft = CLEAR_SKIES, 1
    order = Attack((A,), HERE)
    chances = field.game.preview(field.s, 0, order)
    assert sum(chance.probability for chance in chances) == 1
    assert field.game.preview(field.s, 0, END) == ()
    field.order(order)
    assert field.game.preview(field.s, 1, Fly(True)) != field.game.preview(field.s, 1, Fly(False))


def test_emptied_and_mean() -> None:
    field = field_of(99, 4)
    result = outlook(field.w, field.s, [field.unit(A)], field.cell(HERE))
    assert result.emptied == 1
    assert list(result.mean()) == [0, 4]
    field.put(HERE, FRIEND)
    weak = outlook(field.w, field.s, [field.unit(A)], field.cell(HERE))
    assert weak.defenders == 4


def test_sums_of_dice() -> None:
    assert dict(sums(0)) == {0: 1}
    assert dict(sums(2))[7] == 6
    assert sum(ways for _, ways in sums(5)) == 6**5
