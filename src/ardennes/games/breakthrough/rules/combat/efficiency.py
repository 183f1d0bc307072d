"""Efficiency: movement, combat and lack of supply lower it, rest restores it (BTA-8.1a, BTA-8.1b,
BTA-8.1c)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.rounding import half_up_of
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import ISOLATED, NORMAL, SUPPLIED
from ardennes.games.breakthrough.schema.world import World


def set_efficiency(w: World, s: BreakthroughState, unit: int, value: int) -> None:
    """Set the unit's efficiency, limited to 40 to 100, BTA-8.1a."""
    s.efficiency[unit] = min(max(value, w.limits.efficiency_min), w.limits.efficiency_max)


def wear_by_move(w: World, s: BreakthroughState, unit: int) -> None:
    """Lower the efficiency for a hex entered in normal mode; travel mode costs none, BTA-8.1b, BTA-7.7e."""
    if s.mode[unit] == NORMAL:
        set_efficiency(w, s, unit, s.efficiency[unit] - int(w.constants.eff_move_loss))


def worn_by_combat(w: World, before: int, loss: int, attacking: bool) -> int:
    """Return the efficiency points that a loss in combat costs; attackers lose more than defenders,
    BTA-8.1b."""
    rate = w.constants.eff_per_pct_attacker if attacking else w.constants.eff_per_pct_defender
    return half_up_of(rate.numerator * 100 * loss, rate.denominator * before)


def disrupt(w: World, s: BreakthroughState, unit: int) -> None:
    """Halve the unit's efficiency after an air attack, BTA-3.4."""
    set_efficiency(w, s, unit, s.efficiency[unit] // 2)


def start_of_turn(w: World, s: BreakthroughState, unit: int) -> None:
    """Update the unit's efficiency at the start of a turn, BTA-8.1b, BTA-8.1c, BTA-4.3a.

    A supplied unit rests, and gains one point for each unused operation point; other units lose efficiency.
    """
    state = s.supply[unit]
    if state == SUPPLIED:
        change = int(w.constants.eff_recover_supplied) + s.points[unit]
    elif state == ISOLATED:
        change = -int(w.constants.eff_loss_isolated)
    else:
        change = -int(w.constants.eff_loss_unsupplied)
    set_efficiency(w, s, unit, s.efficiency[unit] + change)
