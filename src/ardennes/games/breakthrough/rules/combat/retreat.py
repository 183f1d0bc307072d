"""Retreats after combat: whether a unit falls back, where to, and what it costs.

Rules: BTA-8.4a, BTA-8.4b, BTA-8.4c, BTA-8.4d, BTA-8.4e.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat.casualties import lose_strength
from ardennes.games.breakthrough.rules.model.events import Retreated, StoodFast
from ardennes.games.breakthrough.rules.model.position import in_enemy_zone, owned
from ardennes.games.breakthrough.rules.model.rolls import chance
from ardennes.games.breakthrough.rules.model.rounding import half_up_of
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import enter_hex
from ardennes.games.breakthrough.rules.movement.step import may_enter
from ardennes.games.breakthrough.schema.terms import AMERICAN, KEYS, TOWN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Events

ZERO = Fraction(0)
# Among equal retreat hexes, by the keys of BTA-MAP-4: the German goes east first, the American west.
PREFERRED = ((4, 3, 5, 2, 6, 1), (1, 2, 6, 3, 5, 4))


def retreat_chance(w: World, before: int, loss: int, efficiency: int, fort: int) -> Fraction:
    """Return the chance in percent that a defender retreats, BTA-8.4a.

    It depends on its casualties, its efficiency after the combat and its fortification. A unit without loss
    never retreats.
    """
    if not loss:
        return ZERO
    c = w.constants
    parts = (
        (c.ret_base, 1, 1),
        (c.ret_per_cas_pct, 100 * loss, before),
        (c.ret_per_eff_point, w.limits.efficiency_max - efficiency, 1),
        (c.ret_per_fort, -fort, 1),
    )
    above, below = 0, 1  # whole numbers are faster, and forecasts call this often
    for rate, times, of in parts:
        each = rate.denominator * of
        above, below = above * each + rate.numerator * times * below, below * each
    if above <= 0:
        return ZERO
    cap = c.ret_cap
    return cap if above * cap.denominator >= cap.numerator * below else Fraction(above, below)


def retreat_hex(w: World, s: BreakthroughState, unit: int, attackers: Iterable[int]) -> int | None:
    """Return the hex a unit falls back to, or None if it may enter no neighbouring hex, BTA-8.4d.

    It prefers hexes away from the attackers and towards friendly lines.
    """
    side, frm = w.side[unit], s.where[unit]
    near, own = list(attackers), owned(w, s, side)
    c, row = w.constants, w.grid.row
    quiet, friendly, away = float(c.ret_to_quiet), float(c.ret_to_friendly), float(c.ret_to_away)
    best, most = None, -1.0
    for key in PREFERRED[side]:
        to = w.grid.neighbours[frm][KEYS[key - 1]]
        if to == OFF_MAP or may_enter(w, s, unit, frm, to) is not None:
            continue
        score = friendly if own >> to & 1 else 0.0
        if not in_enemy_zone(w, s, side, to):
            score += quiet
        if all(w.grid.distance(to, cell) > 1 for cell in near):
            score += away
        if (row[to] < row[frm]) if side == AMERICAN else (row[to] > row[frm]):
            score += float(c.ret_to_rear)
        if score > most:
            best, most = to, score
    return best


def extra_loss(strength: int, share: Fraction) -> int:
    """Return a share of the remaining strength, at least one point."""
    return max(1, half_up_of(share.numerator * strength, share.denominator))


def no_way_back(w: World, cell: int) -> bool:
    """Return whether the hex is a town, where units never retreat, BTA-8.4b."""
    return w.board.terrain[cell] == TOWN


def resolve_retreat(
    w: World,
    s: BreakthroughState,
    unit: int,
    before: int,
    loss: int,
    attackers: list[int],
    dice: Dice,
    events: Events,
) -> None:
    """Roll whether one defender retreats, and carry the retreat out."""
    if not loss:
        return
    percent = retreat_chance(w, before, loss, s.efficiency[unit], s.fort[unit])
    key = f"does {w.units[unit].id} retreat from {w.grid.label(s.where[unit])}"
    what = f"retreat of {w.units[unit].name} from {w.hex_text(s.where[unit])}"
    if chance(s, dice, events, key, what, "BTA-8.4a", percent):
        fall_back(w, s, unit, attackers, events)


def fall_back(w: World, s: BreakthroughState, unit: int, attackers: list[int], events: Events) -> None:
    """Move the unit back one hex, or charge it a loss if it cannot move, BTA-8.4b, BTA-8.4c.

    In an enemy zone it loses strength too.
    """
    name, frm = w.units[unit].id, s.where[unit]
    to = None if no_way_back(w, frm) else retreat_hex(w, s, unit, attackers)
    if to is None:
        lost = extra_loss(s.strength[unit], w.constants.no_retreat_loss)
        why = "it is in a town" if no_way_back(w, frm) else "it has no hex to retreat to"
        events.append(StoodFast(name, w.grid.label(frm), lost, why))
        _lower_known_strength(s, unit, lost)
        lose_strength(w, s, unit, lost, events)
        return
    enter_hex(w, s, unit, to, retreat=True, pay=True)  # BTA-8.4e: even without enough points
    lost = 0
    if in_enemy_zone(w, s, w.side[unit], to):
        lost = extra_loss(s.strength[unit], w.constants.zoc_retreat_loss)
    events.append(Retreated(name, (w.grid.label(frm), w.grid.label(to)), lost))
    if lost:
        _lower_known_strength(s, unit, lost)
        lose_strength(w, s, unit, lost, events)


def _lower_known_strength(s: BreakthroughState, unit: int, loss: int) -> None:
    """Lower the strength that the enemy knows by the loss, which the enemy sees."""
    s.known[unit] = max(1, s.known[unit] - loss)
