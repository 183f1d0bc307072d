"""The losses of a combat in strength, efficiency and artillery, and the points for units lost.

Rules: BTA-8.3a, BTA-8.3b, BTA-8.3c, BTA-8.3d, BTA-8.3e, BTA-8.1b, BTA-6.4e, BTA-10.1d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.breakthrough.rules.combat.efficiency import set_efficiency, worn_by_combat
from ardennes.games.breakthrough.rules.combat.odds import Odds
from ardennes.games.breakthrough.rules.model.events import Eliminated, Scored, Surrendered, Worn
from ardennes.games.breakthrough.rules.model.position import lift, parts_of
from ardennes.games.breakthrough.rules.model.rounding import half_up, share_out
from ardennes.games.breakthrough.rules.model.state import DEAD, Award, BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events


def guns_cost(w: World, defender_artillery: int, reduced_artillery: Fraction) -> tuple[int, int]:
    """Return the strength points that enemy artillery costs (attacker, defender), whole points only,
    BTA-8.3b."""
    per_attacker = w.limits.artillery_points_per_attacker_loss
    per_defender = w.limits.artillery_points_per_defender_loss
    return defender_artillery // per_attacker, int(reduced_artillery // per_defender)


def base_losses(
    w: World, attacking: int, defending: int, odds: Fraction, u1: Fraction, u2: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the losses (attacker, defender) before artillery and rounding.

    The attacker's follow from its unmodified strength, the defender's from the attacker's loss and the odds,
    BTA-8.3a.
    """
    c = w.constants
    attacker = attacking * (c.cas_const + c.cas_rand * u1)
    defender = attacker * odds * (c.def_lo + c.def_span * u2)
    return attacker, min(c.def_loss_cap * defending, defender)


def losses(
    w: World,
    attacking: int,
    defending: int,
    odds: Fraction,
    defender_artillery: int,
    reduced_artillery: Fraction,
    u1: Fraction,
    u2: Fraction,
) -> tuple[int, int]:
    """Return the losses (attacker, defender) in whole points; a side never loses more than it has, BTA-8.3a,
    BTA-8.3b."""
    attacker, defender = base_losses(w, attacking, defending, odds, u1, u2)
    guns_a, guns_d = guns_cost(w, defender_artillery, reduced_artillery)
    return min(attacking, half_up(attacker + guns_a)), min(defending, half_up(defender + guns_d))


class Stakes(NamedTuple):
    """The values that determine the losses of a combat."""

    attacking: int
    defending: int
    odds: Fraction
    defender_artillery: int
    reduced_artillery: Fraction


def stakes_of(odds: Odds) -> Stakes:
    """Return the values of these odds that determine the losses."""
    guns = odds.defender_artillery, odds.reduced_artillery
    return Stakes(odds.attacking, odds.defending, odds.odds, *guns)


def losses_at(w: World, odds: Odds, u1: Fraction, u2: Fraction) -> tuple[int, int]:
    """Return the losses (attacker, defender) for two draws at these odds."""
    return losses(w, *stakes_of(odds), u1, u2)


def guns_lost(w: World, before: int, loss: int, held: int) -> int:
    """Return the artillery points that a unit loses for good with this loss of strength, BTA-6.4e."""
    return int(Fraction(loss, before) * w.constants.art_loss_share * held)


def suffer(
    w: World, s: BreakthroughState, units: Sequence[int], loss: int, attacking: bool, events: Events
) -> dict[int, int]:
    """Share a side's loss among its units and apply it; return the loss by unit.

    Equal remainders go to the first in the list. Efficiency and artillery fall too, and a unit reduced to
    nothing is eliminated, BTA-8.3c, BTA-8.3d, BTA-8.3e.
    """
    before = [s.strength[unit] for unit in units]
    shares = share_out(before, loss)
    for unit, had, lost in zip(units, before, shares, strict=True):
        if not lost:
            continue
        worn = worn_by_combat(w, had, lost, attacking)
        guns = guns_lost(w, had, lost, s.artillery[unit])
        if lose_strength(w, s, unit, lost, events, unreported=lost):
            set_efficiency(w, s, unit, s.efficiency[unit] - worn)
            s.artillery[unit] -= guns
            place, left = w.grid.label(s.where[unit]), (s.strength[unit], s.efficiency[unit])
            events.append(Worn(w.side[unit], w.units[unit].id, place, lost, *left, guns))
    return dict(zip(units, shares, strict=True))


def award(s: BreakthroughState, turn: int, source: str, what: str, points: int, events: Events) -> None:
    """Add a line to the score ledger."""
    s.ledger.append(Award(turn, source, what, points))
    events.append(Scored(source, what, points))


def loss_points(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the points that the loss of a unit adds to the German score.

    Each stacking point counts; engineers and battalions do not, BTA-10.1d.
    """
    counting = sum(w.units[part].counts for part in parts_of(w, s, unit))
    return counting * w.tables.points["us_elim" if w.side[unit] == AMERICAN else "ge_elim"]


def eliminate(
    w: World, s: BreakthroughState, unit: int, loss: int, events: Events, *, surrendered: bool = False
) -> None:
    """Remove the unit for good, with its parts and all its artillery, BTA-8.3d, BTA-6.4e."""
    kind = w.units[unit]
    event = Surrendered if surrendered else Eliminated
    events.append(event(kind.side, kind.id, w.grid.label(s.where[unit]), loss))
    points = loss_points(w, s, unit)
    for part in parts_of(w, s, unit):
        if part != unit:
            lift(w, s, part, DEAD)
            s.inside[part] = -1
            s.strength[part] = s.known[part] = 0
    lift(w, s, unit, DEAD)
    s.strength[unit] = s.known[unit] = s.artillery[unit] = s.points[unit] = s.marks[unit] = s.fort[unit] = 0
    if points:
        source = "us_elim" if kind.side == AMERICAN else "ge_elim"
        award(s, s.turn, source, kind.id, points, events)


def lose_strength(
    w: World, s: BreakthroughState, unit: int, loss: int, events: Events, unreported: int = 0
) -> bool:
    """Take strength from a unit; return False if it is eliminated, BTA-8.3d.

    `unreported` is the part of the loss that no event has shown yet.
    """
    s.strength[unit] -= loss
    if s.strength[unit] > 0:
        return True
    eliminate(w, s, unit, unreported, events)
    return False
