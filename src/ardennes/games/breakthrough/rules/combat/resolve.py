"""Combat phases: fight the plotted attacks hex by hex (BTA-8.0a)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat.arithmetic import forget, report
from ardennes.games.breakthrough.rules.combat.casualties import eliminate, losses_at, stakes_of, suffer
from ardennes.games.breakthrough.rules.combat.odds import odds_of
from ardennes.games.breakthrough.rules.combat.retreat import resolve_retreat
from ardennes.games.breakthrough.rules.model.events import Advanced, Fought
from ardennes.games.breakthrough.rules.model.position import stack_at
from ardennes.games.breakthrough.rules.model.rolls import chance, face_of, uniform
from ardennes.games.breakthrough.rules.model.rounding import half_up, share_out
from ardennes.games.breakthrough.rules.model.state import ADVANCE, PLOTTED, BreakthroughState, Fight
from ardennes.games.breakthrough.rules.movement.moves import enter_hex
from ardennes.games.breakthrough.rules.movement.step import may_enter
from ardennes.games.breakthrough.schema.terms import ISOLATED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events


def targets_of(s: BreakthroughState) -> list[int]:
    """Return the attacked hexes in the order in which they were first plotted, BTA-8.0a."""
    return list(dict.fromkeys(plot.target for plot in s.plots))


def attackers_of(s: BreakthroughState, target: int) -> list[int]:
    """Return all units that plotted against a hex, in plotting order, BTA-8.0a."""
    return [plot.unit for plot in s.plots if plot.target == target]


def fight_all(w: World, s: BreakthroughState, side: int, dice: Dice, events: Events) -> None:
    """Run a side's combat phase; it contains no decisions."""
    if s.plots:
        forget(s)
    for target in targets_of(s):
        attackers = [unit for unit in attackers_of(s, target) if s.where[unit] >= 0]
        fight(w, s, attackers, target, dice, events)
    for plot in s.plots:
        s.marks[plot.unit] &= ~PLOTTED
    s.plots.clear()


def fight(
    w: World, s: BreakthroughState, attackers: list[int], target: int, dice: Dice, events: Events
) -> None:
    """Resolve one combat: surrenders, the defenders' points, odds, losses, retreats, advances, BTA-8.0a."""
    surrenders(w, s, target, dice, events)
    defenders = list(stack_at(w, s, target))
    if defenders and attackers:
        _battle(w, s, attackers, defenders, target, dice, events)
    if not stack_at(w, s, target):
        advance(w, s, attackers, target, events)


def surrenders(w: World, s: BreakthroughState, target: int, dice: Dice, events: Events) -> None:
    """Roll whether each isolated defender surrenders, before anything else is computed, BTA-4.3b."""
    for unit in list(stack_at(w, s, target)):
        if s.supply[unit] != ISOLATED:
            continue
        key = f"does {w.units[unit].id} surrender in {w.grid.label(target)}"
        what = f"surrender of {w.units[unit].name} {w.at_hex(target)}"
        if chance(s, dice, events, key, what, "BTA-4.3b", w.limits.surrender_pct):
            eliminate(w, s, unit, s.strength[unit], events, surrendered=True)


def pay_defence(w: World, s: BreakthroughState, unit: int) -> None:
    """Charge a defender for the combat, not below 0, BTA-7.9c."""
    price = w.tables.costs["defend"].usual[0 if w.mobile[unit] else 1]
    s.points[unit] = max(0, s.points[unit] - price)


def _battle(
    w: World,
    s: BreakthroughState,
    attackers: list[int],
    defenders: list[int],
    target: int,
    dice: Dice,
    events: Events,
) -> None:
    for unit in defenders:
        pay_defence(w, s, unit)
    odds = odds_of(w, s, attackers, target, defenders)
    place = w.grid.label(target)
    key, what = f"losses at {place}", f"losses {w.at_hex(target)}"
    u1 = uniform(s, dice, events, f"the attackers' {key}", f"the attackers' {what}", "BTA-8.3a")
    u2 = uniform(s, dice, events, f"the defenders' {key}", f"the defenders' {what}", "BTA-8.3a")
    loss = attacker_loss, defender_loss = losses_at(w, odds, u1, u2)
    shown, hundredths = shown_strength(w, odds.defending), int(odds.odds * 100)
    before = {unit: s.strength[unit] for unit in defenders}
    cells = sorted({s.where[unit] for unit in attackers})
    exact = tuple(map(str, stakes_of(odds)))
    events.append(Fought(place, w.names(attackers), w.names(defenders), hundredths, shown, *loss, exact))
    draws = face_of(u1), face_of(u2)
    fought = Fight(w.side[attackers[0]], target, hundredths, shown, loss, draws)
    report(w, s, odds, fought, events)
    _update_known_attackers(s, attackers, attacker_loss)
    suffer(w, s, attackers, attacker_loss, True, events)
    lost = suffer(w, s, defenders, defender_loss, False, events)
    _update_known_defenders(s, [u for u in defenders if s.where[u] >= 0], shown - defender_loss)
    for unit in defenders:
        if s.where[unit] >= 0:
            resolve_retreat(w, s, unit, before[unit], lost[unit], cells, dice, events)


def shown_strength(w: World, total: int) -> int:
    """Return the strength of a defending hex as the enemy sees it: rounded to the step, at least one step,
    BTA-8.0b."""
    step = int(w.constants.shown_strength_step)
    return max(step, step * half_up(Fraction(total, step)))


def _update_known_defenders(s: BreakthroughState, units: Sequence[int], total: int) -> None:
    """Share the remaining shown strength among the defenders, in proportion to what the enemy knew."""
    for unit, share in zip(units, share_out([s.known[u] for u in units], max(total, 0)), strict=True):
        s.known[unit] = max(1, share)


def _update_known_attackers(s: BreakthroughState, units: Sequence[int], loss: int) -> None:
    """Lower what the enemy knows of the attackers by their loss; their strength stays hidden."""
    known = [s.known[unit] for unit in units]
    for unit, share in zip(units, share_out(known, loss), strict=True):
        s.known[unit] = max(1, s.known[unit] - share)


def advance(w: World, s: BreakthroughState, attackers: Sequence[int], target: int, events: Events) -> None:
    """Move the flagged attackers into the empty hex in plotting order, even without enough points.

    Stacking and ground may prevent it, BTA-7.9d, BTA-8.4d, BTA-8.4e.
    """
    for unit in attackers:
        frm = s.where[unit]
        if frm < 0 or not s.marks[unit] & ADVANCE or may_enter(w, s, unit, frm, target) is not None:
            continue
        enter_hex(w, s, unit, target, pay=True)
        events.append(Advanced(w.units[unit].id, (w.grid.label(frm), w.grid.label(target))))
