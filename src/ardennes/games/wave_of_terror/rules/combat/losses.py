"""Step losses: all splits that the rule allows, the usual one, and the points for steps (WOT-10.9,
WOT-4.8)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import Eliminated, StepLost
from ardennes.games.wave_of_terror.rules.model.orders import Lose
from ardennes.games.wave_of_terror.rules.model.position import lift, units_at
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets
from ardennes.games.wave_of_terror.rules.model.state import DEAD, Losing, Overstacked, WaveState
from ardennes.games.wave_of_terror.rules.movement.stacking import cures
from ardennes.games.wave_of_terror.rules.outcome.victory import score
from ardennes.games.wave_of_terror.rules.special.kampfgruppe_peiper import remove_lost_unit
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deciding, Lasting
from ardennes.kernel.offers import Offer
from ardennes.words import counted

FULL = 2  # steps of a unit that can still flip


class Bill:
    """The losses of one side in a battle: units that must lose a step, and how many to choose from which
    others.

    No unit is eliminated while another still has two steps; one-step units count as reduced, WOT-10.9.
    """

    __slots__ = ("choose", "forced", "pool")

    def __init__(self, s: WaveState, units: Sequence[int], loss: int) -> None:
        full = sorted(unit for unit in units if s.steps[unit] == FULL)
        if loss <= len(full):
            self.forced: tuple[int, ...] = ()
            self.pool = full
            self.choose = loss
        else:  # losses beyond the steps present are ignored
            self.forced = tuple(full)
            self.pool = sorted(units)
            self.choose = min(loss - len(full), len(self.pool))

    @property
    def ways(self) -> int:
        """Return the number of splits."""
        return comb(len(self.pool), self.choose)

    def split(self, chosen: Chosen) -> tuple[int, ...]:
        """Return every step of a split, with a unit once for each step it loses."""
        return tuple(sorted((*self.forced, *chosen)))


def involved(w: World, s: WaveState, attacker: bool) -> list[int]:
    """Return the units that take a side's losses: the attackers, or all units in the hex, WOT-10.9.

    Supporting artillery takes no losses.
    """
    b = s.fought
    return (
        [unit for unit in b.attackers if s.where[unit] >= 0] if attacker else list(units_at(w, s, b.target))
    )


def splits(s: WaveState, units: Sequence[int], loss: int) -> list[tuple[int, ...]]:
    """Return all splits that WOT-10.9 allows."""
    bill = Bill(s, units, loss)
    return [bill.split(chosen) for chosen in combinations(bill.pool, bill.choose)]


def usual(w: World, s: WaveState, units: Sequence[int], loss: int) -> tuple[int, ...]:
    """Return the usual split: units with the lowest attack and defense first, ties by id."""
    bill = Bill(s, units, loss)

    def worth(unit: int) -> tuple[int, str]:
        steps = s.steps[unit]
        return w.attack[unit][steps] + w.defense[unit][steps], w.units[unit].id

    return bill.split(tuple(sorted(bill.pool, key=worth)[: bill.choose]))


def lose_offers(w: World, s: WaveState, units: Sequence[int], loss: int) -> Sequence[Offer]:
    """Offer all splits as a tree."""
    bill = Bill(s, units, loss)
    names = {w.units[unit].id: unit for unit in bill.pool}
    forced = {w.units[unit].id for unit in bill.forced}

    def more(chosen: Chosen) -> Sequence[int]:
        left = later(bill.pool, chosen)
        need = bill.choose - len(chosen)
        return left[: max(0, len(left) - need + 1)] if need else ()

    def made(chosen: Chosen) -> Sequence[Offer]:
        return (Lose(w.names(bill.split(chosen))),) if len(chosen) == bill.choose else ()

    def chosen_in(order: Order) -> tuple[str, ...] | None:
        """Return the units of a split that were chosen, without those that flip in any case."""
        if not isinstance(order, Lose) or not names.keys() >= set(order.units):
            return None
        return tuple(
            name for name in dict.fromkeys(order.units) if order.units.count(name) > (name in forced)
        )

    return sets(w, more, made, chosen_in)


def check_lose(w: World, s: WaveState, units: Sequence[int], loss: int, order: Lose) -> Refusal | None:
    """Return why the losses cannot be split like this, or None."""
    bill = Bill(s, units, loss)
    named = [w.by_id[name] for name in order.units]
    for unit in named:
        if unit not in units:
            return Refusal("WOT-10.9", f"{w.units[unit].name} is not in this battle.")
        if named.count(unit) > s.steps[unit]:
            facts = f"{w.units[unit].name} has only {counted(s.steps[unit], 'step')} to lose."
            return Refusal("WOT-10.9", facts)
    need = len(bill.forced) + bill.choose
    if len(named) != need:
        facts = f"You must lose {counted(need, 'step')}, but the order names {len(named)}."
        return Refusal("WOT-10.9", facts, "Name a unit once for each step that it loses.")
    full = [unit for unit in units if s.steps[unit] == FULL and named.count(unit) == 0]
    dead = [unit for unit in units if named.count(unit) == s.steps[unit]]
    if full and dead:
        lost, strong = w.units[dead[0]].name, w.units[full[0]].name
        facts = f"{lost} cannot be eliminated while {strong} still has two steps."
        return Refusal("WOT-10.9", facts, f"Take a step from {strong} first.")
    return None


def points_for(w: World, unit: int, steps: int) -> int:
    """Return the points that lost steps of a unit bring the enemy, WOT-4.8."""
    return steps * (w.limits.gun_step_points if w.artillery[unit] else w.limits.step_points)


def take_losses(w: World, s: WaveState, steps: Sequence[int], place: str, rule: str, events: Events) -> None:
    """Remove the steps by a rule, and score them together for the enemy, WOT-4.8.

    A unit is named once for each step.
    """
    if not steps:
        return
    points = 0
    for unit in dict.fromkeys(steps):
        count = list(steps).count(unit)
        points += points_for(w, unit, count)
        _lose(w, s, unit, count, rule, events)
    what = f"{len(steps)} step{'s' * (len(steps) > 1)} at {place}"
    score(w, s, 1 - w.side[steps[0]], what, points, "WOT-4.8", events)


def _lose(w: World, s: WaveState, unit: int, count: int, rule: str, events: Events) -> None:
    """Reduce a full unit, or eliminate a reduced one, WOT-2.13."""
    place, info = w.grid.label(s.where[unit]), w.units[unit]
    s.steps[unit] -= count
    if s.steps[unit] > 0:
        events.append(StepLost(info.id, place, s.steps[unit], rule))
        return
    lift(w, s, unit, DEAD)
    events.append(Eliminated(info.id, place, count, rule))
    remove_lost_unit(w, s, unit, events)


class Losses(Deciding[World, WaveState, Losing]):
    """Choose which steps the side loses in a battle."""

    kind, rule, answers = "losses", "WOT-10.9", (Lose,)
    standing = "Steps lost in battle"

    def lasting(self, w: World, s: WaveState, frame: Losing) -> Sequence[Lasting]:
        return [Lasting("usual", "as proposed", self.usual(w, s, frame))]

    def prompt(self, w: World, s: WaveState, frame: Losing) -> str:
        count = s.fought.due(frame.attacker)
        what = "Choose the step" if count == 1 else f"Choose the {count} steps"
        return f"{what} that you lose {w.at_place(s.fought.target)}. Units with two steps come first."

    def offers(self, w: World, s: WaveState, frame: Losing) -> Sequence[Offer]:
        return lose_offers(w, s, involved(w, s, frame.attacker), s.fought.due(frame.attacker))

    def usual(self, w: World, s: WaveState, frame: Losing) -> Lose:
        return Lose(w.names(usual(w, s, involved(w, s, frame.attacker), s.fought.due(frame.attacker))))

    def check(self, w: World, s: WaveState, frame: Losing, order: Lose) -> Refusal | None:
        return check_lose(w, s, involved(w, s, frame.attacker), s.fought.due(frame.attacker), order)

    def apply(self, w: World, s: WaveState, frame: Losing, order: Lose, dice: Dice, events: Events) -> None:
        s.stack.pop()
        steps = sorted(w.by_id[name] for name in order.units)
        take_losses(w, s, steps, w.grid.label(s.fought.target), self.rule, events)


class Overstacking(Deciding[World, WaveState, Overstacked]):
    """Choose which units of an overfull hex are eliminated; they score, WOT-4.8."""

    kind, rule, answers = "overstacked", "WOT-7.2", (Lose,)

    def prompt(self, w: World, s: WaveState, frame: Overstacked) -> str:
        return f"{w.place(frame.cell)} has too many units. Choose which are eliminated."

    def offers(self, w: World, s: WaveState, frame: Overstacked) -> list[Lose]:
        return [Lose(w.names(units)) for units in cures(w, s, frame.cell)]

    def check(self, w: World, s: WaveState, frame: Overstacked, order: Lose) -> Refusal | None:
        if tuple(sorted(w.by_id[name] for name in order.units)) in cures(w, s, frame.cell):
            return None
        facts = f"These are not the fewest units that must leave {w.place(frame.cell)}."
        return Refusal("WOT-7.2", facts, "Choose one of the sets offered.")

    def apply(
        self, w: World, s: WaveState, frame: Overstacked, order: Lose, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        steps = [unit for name in order.units for unit in [w.by_id[name]] * s.steps[w.by_id[name]]]
        take_losses(w, s, steps, w.grid.label(frame.cell), self.rule, events)
