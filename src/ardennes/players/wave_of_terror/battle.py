"""Find the best group of units to attack each enemy hex, valued over the combat table."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.combat.artillery import silent
from ardennes.games.wave_of_terror.rules.combat.chances import FACES, steps_in
from ardennes.games.wave_of_terror.rules.combat.declare import attackers_of, targets
from ardennes.games.wave_of_terror.rules.combat.losses import points_for
from ardennes.games.wave_of_terror.rules.combat.odds import (
    across,
    automatic,
    defense_of,
    losses_at,
    odds_name,
    ratio,
    shifts_of,
    strength,
)
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import DONE, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import could_be_fed, hungry
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits

GUN = 3.5  # average of the die that a bombarding unit adds, WOT-10.23


class Taste(NamedTuple):
    """The values that a player gives to the results of battles."""

    ground: Callable[[int], float]  # of an enemy hex that is emptied
    kill: float = 1.0  # of a point for enemy steps
    loss: float = 1.0  # of a point for own steps
    price: float = 0.05  # of using a unit
    least: float = 0.0  # value below which it does not attack
    least_column: int = -9  # position on the scale of WOT-10.7 below which it does not attack
    progress: float = 0.0  # share of the ground's value for each share of the defenders eliminated
    their_guns: float = 0.6  # share of its artillery in range that the enemy is expected to use


class Assault(NamedTuple):
    """A battle worth declaring."""

    target: int
    units: tuple[int, ...]
    column: int  # position on the scale of WOT-10.7
    value: float
    emptied: float  # chance that the hex is emptied

    def text(self, place: str) -> str:
        """Return the odds and the chance of success as a reason; `place` is the target's name."""
        chance = round(100 * self.emptied)
        return f"{place} at {odds_name(self.column)}; the chance to empty it is {chance} %"


class Defence(NamedTuple):
    """The defenders of a hex."""

    factors: int
    steps: int
    worth: int  # points for a step
    guns: int  # artillery units expected to help
    ground: float  # value of emptying the hex


class Battles:
    """The attacks of one phase on one position. `guns` is the own artillery not yet promised to a battle.

    Attackers may be placed elsewhere in `s` between two calls: cached values depend only on the enemy, the
    artillery and the hexes of the attackers.
    """

    def __init__(self, w: World, s: WaveState, side: int, taste: Taste) -> None:
        self.w, self.s, self.side, self.taste = w, s, side, taste
        self.guns = [] if silent(s, side) else _ready(w, s, side)
        self._their_guns = [] if silent(s, 1 - side) else _ready(w, s, 1 - side)
        self._near: dict[int, frozenset[int]] = {}
        self._against: dict[int, Defence] = {}
        self._shifts: dict[tuple[int, frozenset[int]], int] = {}
        self._helped: dict[frozenset[int], int] = {}

    def best_of(self, target: int, units: Sequence[int]) -> Assault | None:
        """Return the best attack by some of these units, which are next to the target in `s`."""
        result: Assault | None = None
        for group in companies(self.w, self.s, units):
            assault = self._grow(target, group)
            if assault is not None and (result is None or assault.value > result.value):
                result = assault
        return result

    def _grow(self, target: int, group: Sequence[int]) -> Assault | None:
        """Return the best attack by the strongest units, added one at a time.

        It is the smallest group that reaches its column.
        """
        w, s, most = self.w, self.s, self.w.limits.attack_independents
        unfed = set(hungry(w, s, group)) if s.variant.full else set[int]()

        def weight(unit: int) -> float:
            reasons = across(w, s.where[unit], target) + (unit in unfed)
            return w.attack[unit][s.steps[unit]] / (1 << reasons)

        ranked = sorted(group, key=lambda u: (-weight(u), u))
        best: tuple[float, int, float] | None = None
        size = 0
        chosen: list[int] = []
        alone = 0
        for unit in ranked:
            if s.variant.full and w.parent[unit] < 0:
                if alone >= most:
                    continue
                alone += 1
            chosen.append(unit)
            result = self.value(target, chosen, unfed)
            if best is None or result[0] > best[0]:
                best, size = result, len(chosen)
        if best is None or best[0] < self.taste.least or best[1] < self.taste.least_column:
            return None
        value, column, emptied = best
        return Assault(target, tuple(sorted(chosen[:size])), column, value, emptied)

    def value(self, target: int, units: Sequence[int], unfed: Collection[int]) -> tuple[float, int, float]:
        """Return the average value of an attack by these units, its column, and the chance to empty the
        hex."""
        w, s = self.w, self.s
        against = self._defence(target)
        cells = frozenset([s.where[u] for u in units])
        attack = strength(w, s, units, target, unfed).total
        support = self._support(cells)
        shifts = self._shifts.get((target, cells))
        if shifts is None:
            shifts = sum(line.columns for line in shifts_of(w, s, units, target))
            self._shifts[target, cells] = shifts
        column = shifts + ratio(round(attack + GUN * support), round(against.factors + GUN * against.guns))
        taste, mine = self.taste, sum([s.steps[u] for u in units])
        weights = taste.kill, against.worth, taste.loss, taste.progress
        gain, emptied, part = outcome(w, column, against.steps, mine, *weights)
        return gain + against.ground * (emptied + part) - taste.price * len(units), column, emptied

    def _defence(self, target: int) -> Defence:
        result = self._against.get(target)
        if result is None:
            w, s = self.w, self.s
            here = units_at(w, s, target)
            guns = 0.0
            if not any(w.artillery[u] for u in here):
                able = len(self._in_range(self._their_guns, {target}))
                guns = min(able, w.limits.guns[1 - self.side]) * self.taste.their_guns
            worth = points_for(w, here[0], 1) if here else 1
            result = self._against[target] = Defence(
                defense_of(w, s, target),
                steps_in(w, s, target),
                worth,
                round(guns),
                self.taste.ground(target),
            )
        return result

    def _support(self, cells: frozenset[int]) -> int:
        """Return the number of own artillery units, not yet promised, that reach one of the attackers."""
        if not self.guns:
            return 0
        result = self._helped.get(cells)
        if result is None:
            able = len(self._in_range(self.guns, cells))
            result = self._helped[cells] = min(able, self.w.limits.guns[self.side])
        return result

    def _in_range(self, guns: Sequence[int], cells: Collection[int]) -> list[int]:
        result = [self._reach(cell) for cell in cells]
        return [gun for gun in guns if any(gun in near for near in result)]

    def _reach(self, cell: int) -> frozenset[int]:
        """Return the artillery of both sides within range of a hex."""
        near = self._near.get(cell)
        if near is None:
            distance, where, reach = self.w.grid.distance, self.s.where, self.w.limits.gun_range
            both = (*self.guns, *self._their_guns)
            near = frozenset(gun for gun in both if distance(where[gun], cell) <= reach)
            self._near[cell] = near
        return near

    def promise(self, assault: Assault) -> None:
        """Reserve the artillery that will help the attack; the next attack cannot use it."""
        near = self._in_range(self.guns, {self.s.where[u] for u in assault.units})
        for gun in near[: self.w.limits.guns[self.side]]:
            self.guns.remove(gun)
        self._helped.clear()


@functools.lru_cache(maxsize=8192)
def outcome(
    w: World, column: int, steps: int, mine: int, kill: float, worth: int, loss: float, progress: float
) -> tuple[float, float, float]:
    """Return averages of an attack by `mine` steps on `steps`.

    These are the value of both sides' losses, the chance to empty the hex, and the share of its value gained
    otherwise.
    """
    beyond = automatic(w, column)
    results = [beyond] if beyond else [losses_at(w, column, die) for die in range(1, FACES + 1)]
    gain = emptied = part = 0.0
    for lost, killed in results:
        kills = min(killed, steps)
        gain += kill * kills * worth - loss * min(lost, mine)
        if kills >= steps:
            emptied += 1
        else:
            part += progress * kills / steps
    count = len(results)
    return gain / count, emptied / count, part / count


def companies(w: World, s: WaveState, units: Sequence[int]) -> list[list[int]]:
    """Return the largest groups of these units that may attack together, WOT-10.16, WOT-10.17.

    The limit of independent units is ignored. In the basic game all units may attack together.
    """
    if not s.variant.full:
        return [list(units)] if units else []
    alone = [u for u in units if w.parent[u] < 0]
    by_parent: dict[int, list[int]] = {}
    for unit in units:
        if w.parent[unit] >= 0:
            by_parent.setdefault(w.parent[unit], []).append(unit)
    result = [[*group, *alone] for group in by_parent.values()]
    return result or ([alone] if alone else [])


def _ready(w: World, s: WaveState, side: int) -> list[int]:
    """Return the side's artillery that could bombard in this phase."""
    return [
        gun
        for gun in w.guns
        if w.side[gun] == side and s.where[gun] >= 0 and not s.marks[gun] & DONE and could_be_fed(w, s, gun)
    ]


def pack(battles: Battles) -> list[Assault]:
    """Return attacks from the units' present hexes, the best first; no unit is in two of them."""
    free = {
        target: set(attackers_of(battles.w, battles.s, battles.side, target))
        for target in bits(targets(battles.w, battles.s, battles.side))
    }
    waiting = {t: a for t in free if (a := battles.best_of(t, sorted(free[t]))) is not None}
    used: set[int] = set()
    chosen: list[Assault] = []
    while waiting:
        target = max(waiting, key=lambda t: (waiting[t].value, -t))
        assault = waiting.pop(target)
        if used.isdisjoint(assault.units):
            chosen.append(assault)
            used.update(assault.units)
            battles.promise(assault)
            continue
        again = battles.best_of(target, sorted(free[target] - used))
        if again is not None:
            waiting[target] = again
    return chosen
