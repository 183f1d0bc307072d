"""Attacks: for each enemy hex the best group that may attack it together, valued over the combat table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.artillery import silent
from ardennes.games.wave_of_terror.rules.attacks import attackers_of, targets
from ardennes.games.wave_of_terror.rules.forecast import FACES, steps_in
from ardennes.games.wave_of_terror.rules.losses import points_for
from ardennes.games.wave_of_terror.rules.odds import (
    across,
    automatic,
    defense_of,
    losses_at,
    odds,
    odds_name,
    shifts_of,
    strength,
)
from ardennes.games.wave_of_terror.rules.position import units_at
from ardennes.games.wave_of_terror.rules.state import DONE, WaveState
from ardennes.games.wave_of_terror.rules.supply import could_be_fed, hungry
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits

GUN = 3.5  # what a bombarding unit adds in the average, WOT-10.23


class Taste(NamedTuple):
    """What a player thinks battles are worth."""

    ground: Callable[[int], float]  # an enemy hex that is emptied
    kill: float = 1.0  # a point for enemy steps
    loss: float = 1.0  # a point for own steps
    price: float = 0.05  # a unit used
    least: float = 0.0  # value below which nobody attacks
    least_column: int = -9  # place on the scale of WOT-10.7 below which nobody attacks
    progress: float = 0.0  # of the ground, for each part of the defenders killed when it does not fall
    their_guns: float = 0.6  # of the guns that could, those the enemy is thought to use


class Assault(NamedTuple):
    """A battle worth declaring."""

    target: int
    units: tuple[int, ...]
    column: int  # place on the scale of WOT-10.7
    value: float
    emptied: float  # chance that the hex falls

    def told(self, place: str) -> str:
        chance = round(100 * self.emptied)
        return f"{odds_name(self.column)} against {place}, {chance} % that it falls"


class Battles:
    """The attacks of one phase on one position. `guns` are those of ours not yet promised to a battle."""

    def __init__(self, w: World, s: WaveState, side: int, taste: Taste) -> None:
        self.w, self.s, self.side, self.taste = w, s, side, taste
        self.guns = [] if silent(s, side) else _ready(w, s, side)
        self._their_guns = [] if silent(s, 1 - side) else _ready(w, s, 1 - side)
        self._near: dict[int, frozenset[int]] = {}
        self._results: dict[int, list[tuple[int, int]]] = {}
        self._against: dict[int, tuple[int, int, int, int]] = {}

    def best_of(self, target: int, units: Sequence[int]) -> Assault | None:
        """The best group of these units, which stand beside the target in `s`."""
        found: Assault | None = None
        for group in companies(self.w, self.s, units):
            assault = self._grow(target, group)
            if assault is not None and (found is None or assault.value > found.value):
                found = assault
        return found

    def _grow(self, target: int, group: Sequence[int]) -> Assault | None:
        """The strongest first, one more at a time; the best group on the way, which is the smallest that
        reaches its column."""
        w, s, most = self.w, self.s, self.w.limits.attack_independents
        unfed = set(hungry(w, s, group)) if s.variant.full else set[int]()

        def weight(unit: int) -> float:
            reasons = across(w, s.where[unit], target) + (unit in unfed)
            return w.attack[unit][s.steps[unit]] / (1 << reasons)

        ranked = sorted(group, key=lambda u: (-weight(u), u))
        best: Assault | None = None
        chosen: list[int] = []
        alone = 0
        for unit in ranked:
            if s.variant.full and w.parent[unit] < 0:
                if alone >= most:
                    continue
                alone += 1
            chosen.append(unit)
            assault = self.value(target, chosen, unfed)
            if best is None or assault.value > best.value:
                best = assault
        if best is None or best.value < self.taste.least or best.column < self.taste.least_column:
            return None
        return best

    def value(self, target: int, units: Sequence[int], unfed: Iterable[int] = ()) -> Assault:
        """What an attack by these units is worth in the average."""
        w, s, taste = self.w, self.s, self.taste
        defense, steps, worth, against = self._defence(target)
        attack = strength(w, s, units, target, set(unfed)).total
        support = self._support(units)
        shifts = shifts_of(w, s, units, target)
        column = odds(round(attack + GUN * support), round(defense + GUN * against), shifts).position
        mine = sum(s.steps[u] for u in units)
        gain = emptied = part = 0.0
        results = self._table(column)
        for lost, killed in results:
            kills = min(killed, steps)
            gain += taste.kill * kills * worth - taste.loss * min(lost, mine)
            if kills >= steps:
                emptied += 1
            else:
                part += taste.progress * kills / steps
        emptied /= len(results)
        ground = taste.ground(target) * (emptied + part / len(results))
        value = gain / len(results) + ground - taste.price * len(units)
        return Assault(target, tuple(sorted(units)), column, value, emptied)

    def _defence(self, target: int) -> tuple[int, int, int, int]:
        """Of a target: its factors, its steps, what a step scores, and the guns thought to help it."""
        found = self._against.get(target)
        if found is None:
            w, s = self.w, self.s
            here = units_at(w, s, target)
            guns = 0.0
            if not any(w.artillery[u] for u in here):
                able = len(self._in_range(self._their_guns, {target}))
                guns = min(able, w.limits.guns[1 - self.side]) * self.taste.their_guns
            worth = points_for(w, here[0], 1) if here else 1
            found = defense_of(w, s, target), steps_in(w, s, target), worth, round(guns)
            self._against[target] = found
        return found

    def _support(self, units: Sequence[int]) -> int:
        """Own guns not yet promised that reach one of the attackers."""
        if not self.guns:
            return 0
        able = len(self._in_range(self.guns, {self.s.where[u] for u in units}))
        return min(able, self.w.limits.guns[self.side])

    def _in_range(self, guns: Sequence[int], cells: Collection[int]) -> list[int]:
        found = [self._reach(cell) for cell in cells]
        return [gun for gun in guns if any(gun in near for near in found)]

    def _reach(self, cell: int) -> frozenset[int]:
        """The guns of both sides within range of a hex."""
        near = self._near.get(cell)
        if near is None:
            distance, where, reach = self.w.grid.distance, self.s.where, self.w.limits.gun_range
            both = (*self.guns, *self._their_guns)
            near = frozenset(gun for gun in both if distance(where[gun], cell) <= reach)
            self._near[cell] = near
        return near

    def promise(self, assault: Assault) -> None:
        """The guns that will help the attack are not there for the next one."""
        near = self._in_range(self.guns, {self.s.where[u] for u in assault.units})
        for gun in near[: self.w.limits.guns[self.side]]:
            self.guns.remove(gun)

    def _table(self, column: int) -> list[tuple[int, int]]:
        found = self._results.get(column)
        if found is None:
            w = self.w
            beyond = automatic(w, column)
            found = [beyond] if beyond else [losses_at(w, column, die) for die in range(1, FACES + 1)]
            self._results[column] = found
        return found


def companies(w: World, s: WaveState, units: Sequence[int]) -> list[list[int]]:
    """The largest groups of these units that may attack together, but for the number of independents,
    WOT-10.16, WOT-10.17; in the basic game all of them."""
    if not s.variant.full:
        return [list(units)] if units else []
    alone = [u for u in units if w.parent[u] < 0]
    by_parent: dict[int, list[int]] = {}
    for unit in units:
        if w.parent[unit] >= 0:
            by_parent.setdefault(w.parent[unit], []).append(unit)
    found = [[*group, *alone] for group in by_parent.values()]
    return found or ([alone] if alone else [])


def _ready(w: World, s: WaveState, side: int) -> list[int]:
    """Artillery of the side that could bombard in this phase."""
    return [
        gun
        for gun in w.guns
        if w.side[gun] == side and s.where[gun] >= 0 and not s.marks[gun] & DONE and could_be_fed(w, s, gun)
    ]


def moved(s: WaveState, posts: Mapping[int, int]) -> WaveState:
    """The position with some units elsewhere, good for reckoning battles only."""
    other = s.clone()
    for unit, cell in posts.items():
        other.where[unit] = cell
    return other


def pack(battles: Battles) -> list[Assault]:
    """Attacks from where everybody stands, none sharing a unit, the best first."""
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
