"""Compute exactly how a battle may end, over all faces of the artillery dice and the battle's die
(WOT-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ardennes.games.wave_of_terror.rules.combat.odds import (
    Odds,
    automatic,
    defense_of,
    losses_at,
    odds,
    shifts_of,
    strength,
)
from ardennes.games.wave_of_terror.rules.model.orders import Attack, Fly, Support
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import Supporting, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import hungry
from ardennes.games.wave_of_terror.rules.special.aerial_supply import wishes_of
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Chance, Order

FACES = 6


@dataclass(frozen=True, slots=True)
class Outlook:
    """A battle over all dice. Losses are those of the table, not limited by the steps present."""

    odds: Odds  # without the artillery dice counted in `guns`
    guns: tuple[int, int]  # artillery dice of attacker and defender
    results: Mapping[tuple[int, int], Fraction]  # (attacker's, defender's) loss -> chance
    positions: Mapping[int, Fraction]  # column on the scale of WOT-10.7 -> chance
    defenders: int  # steps in the hex; hidden units count as full

    @property
    def emptied(self) -> Fraction:
        """Return the chance that no defender remains."""
        return sum((c for (_, loss), c in self.results.items() if loss >= self.defenders), Fraction(0))

    def mean(self) -> tuple[Fraction, Fraction]:
        """Return the average losses of attacker and defender."""
        attacker = sum((a * c for (a, _), c in self.results.items()), Fraction(0))
        return attacker, sum((d * c for (_, d), c in self.results.items()), Fraction(0))


@cache
def sums(dice: int) -> tuple[tuple[int, int], ...]:
    """Return (sum, number of ways) for this many dice."""
    ways = {0: 1}
    for _ in range(dice):
        grown: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, FACES + 1):
                grown[total + face] = grown.get(total + face, 0) + count
        ways = grown
    return tuple(sorted(ways.items()))


def outlook(
    w: World,
    s: WaveState,
    attackers: Sequence[int],
    target: int,
    guns: tuple[int, int] = (0, 0),
    aircraft: bool = False,
    unfed: Collection[int] | None = None,
) -> Outlook:
    """Return the outlook of an attack on the hex with this many artillery units on either side."""
    starved = hungry(w, s, attackers) if unfed is None else unfed
    attack = strength(w, s, attackers, target, starved).total
    defense = defense_of(w, s, target)
    shifts = shifts_of(w, s, attackers, target, aircraft)
    ways: dict[int, int] = {}  # by position
    for more, count in sums(guns[0]):
        for against, times in sums(guns[1]):
            position = odds(attack + more, defense + against, shifts).position
            ways[position] = ways.get(position, 0) + count * times
    whole = FACES ** (guns[0] + guns[1])
    results: dict[tuple[int, int], Fraction] = {}
    for position, count in ways.items():
        beyond = automatic(w, position)
        faces = [beyond] if beyond else [losses_at(w, position, die) for die in range(1, FACES + 1)]
        for result in faces:
            chance = Fraction(count, whole * len(faces))
            results[result] = results.get(result, Fraction(0)) + chance
    return Outlook(
        odds=odds(attack, defense, shifts),
        guns=guns,
        results=dict(sorted(results.items())),
        positions={position: Fraction(count, whole) for position, count in sorted(ways.items())},
        defenders=steps_in(w, s, target),
    )


def steps_in(w: World, s: WaveState, target: int) -> int:
    """Return the steps in the hex; hidden units count as full."""
    known = sum(s.steps[unit] for unit in units_at(w, s, target))
    return known + sum(2 * count for cell, count in s.unseen if cell == target)


def battle_outlook(w: World, s: WaveState, order: Order) -> Outlook | None:
    """Return the outlook of the battle that an order declares or continues, or None for other orders."""
    if isinstance(order, Attack):
        attackers = [w.by_id[name] for name in order.units]
        unfed = hungry(w, s, sorted(attackers), wishes_of(w, order))
        return outlook(w, s, attackers, w.grid.at(order.hex), unfed=unfed)
    b = s.battle
    if b is None or not isinstance(order, Support | Fly):
        return None
    guns = [len(b.attack_guns), len(b.defence_guns)]
    aircraft = b.aircraft
    if isinstance(order, Support):
        frame = s.stack[-1]
        if not isinstance(frame, Supporting):
            return None
        guns[0 if frame.attack else 1] = len(order.units)
    else:
        aircraft = order.yes
    return outlook(w, s, b.attackers, b.target, (guns[0], guns[1]), aircraft, b.hungry)


def chances(expected: Outlook) -> tuple[Chance, ...]:
    """Return the outlook as named outcomes whose chances sum to 1."""
    return tuple(
        Chance(chance, outcome(attacker, defender, defender >= expected.defenders))
        for (attacker, defender), chance in expected.results.items()
    )


def outcome(attacker: int, defender: int, empty: bool) -> str:
    """Return the name of an outcome: "1/2", "1/2, the hex is empty"."""
    losses = f"{attacker}/{defender}"
    return f"{losses}, the hex is empty" if empty else losses
