"""What a battle in Tigers is worth: the combat table read exactly, with retreats that cannot be made."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence

from ardennes.games.tigers.rules.combat.odds import Met, met_in, odds_allow, odds_of
from ardennes.games.tigers.rules.combat.results import ATTACKERS_LOST, RETREATS, for_unit
from ardennes.games.tigers.rules.model.position import derived, units_at
from ardennes.games.tigers.rules.model.state import DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.schema.terms import DIVISION, DUMP, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits
from ardennes.players.toolkit.packages import Post
from ardennes.players.toolkit.weights import Weights


def unit_worth(w: World, unit: int) -> float:
    return unit_worths(w)[unit]


@functools.lru_cache(maxsize=8)
def unit_worths(w: World) -> list[float]:
    return [
        0.3 if info.kind in (VDH, DUMP) else info.factor + (0.5 if info.size == DIVISION else 0.2)
        for info in w.units
    ]


class BattleJudge:
    """Values battles of one side on a scratch state; attackers are thought into their hexes."""

    def __init__(
        self,
        w: World,
        s: TigersState,
        side: int,
        weights: Weights,
        ground: Sequence[float],
        contacts: Sequence[int],
        fixed: Sequence[int] = (),
    ) -> None:
        self.w, self.s, self.side = w, s, side
        self.weights = weights
        self.ground = ground
        self.contacts = contacts
        self.prices: dict[Post, float] = {}  # what a unit gives up elsewhere by fighting from there
        self.zone = 0  # zones of fresh divisions known to stay
        for unit in fixed:
            self.add_zone(unit, s.where[unit])
        self._memo: dict[tuple[int, frozenset[Post]], float | None] = {}
        self._prices: dict[Post, float] = {}
        self._rooms: dict[tuple[int, bool, int, int], int] = {}
        self._blows: dict[tuple[str, int, tuple[int, ...]], float] = {}
        self._stacks: dict[int, list[int]] = {}  # own units by hex, as they stand
        self._met: dict[int, Met] = {}
        self._defenders: dict[int, list[int]] = {}

    def add_zone(self, unit: int, cell: int) -> None:
        if self.w.units[unit].size == DIVISION and not self.s.status[unit] & DISRUPTED:
            self.zone |= self.w.grid.near[cell]

    def strength(self, unit: int) -> int:
        return self.w.factor[unit]

    def price(self, post: Post) -> float:
        result = self._prices.get(post)
        if result is None:
            result = self.weights["price"] * (self.w.factor[post.unit] + 0.5) + self.prices.get(post, 0.0)
            self._prices[post] = result
        return result

    def entails(self, cell: int) -> int:
        return self.contacts[cell]

    def fits(self, cell: int, units: Sequence[int], gone: Collection[int]) -> bool:
        there = self._stacks.get(cell)
        if there is None:
            there = self._stacks[cell] = units_at(self.w, self.s, cell, self.side)
        return stack_fits(self.w, cell, [*[u for u in there if u not in gone and u not in units], *units])

    def column(self, target: int, posts: Sequence[Post]) -> int | None:
        """The final odds column; None when the attack is not allowed."""
        w, s = self.w, self.s
        units = [p.unit for p in posts]
        if True not in [w.is_combat[u] for u in units]:
            return None
        before = [s.where[u] for u in units]
        for unit, cell in posts:
            s.where[unit] = cell
        try:
            odds = odds_of(w, s, units, (target,), (self.met(target),))
            self.defence = odds.total_defence
            return odds.column if odds_allow(s, odds) else None
        finally:
            for unit, cell in zip(units, before, strict=True):
                s.where[unit] = cell

    def forecast(self, target: int, posts: tuple[Post, ...]) -> str:
        """Say the odds and the chances: "at 3:1: 5 in 6 to drive it out, none in 6 to hurt us"."""
        column = self.column(target, posts)
        if column is None:
            return "at odds below 1:5"
        results = [self.w.tables.crt[die][column] for die in range(1, 7)]
        out = sum(1 for r in results if r in ("D1", "D2", "D3", "DD", "DE"))
        hurt = sum(1 for r in results if r in ("AD", "AE", "D/AE"))
        return f"at {self.w.tables.odds[column]}: {out} in 6 to take the hex, {hurt} in 6 to hurt us"

    def worth(self, target: int, posts: tuple[Post, ...]) -> float | None:
        key = target, frozenset(posts)
        if key not in self._memo:
            self._memo[key] = self._worth(target, posts)
        return self._memo[key]

    def _worth(self, target: int, posts: tuple[Post, ...]) -> float | None:
        column = self.column(target, posts)
        if column is None:
            return None
        rooms = self.rooms(target, posts)
        value, known = 0.0, dict[str, float]()
        for die in range(1, 7):
            result = self.w.tables.crt[die][column]
            if result not in known:
                known[result] = self._outcome(result, target, posts, rooms)
            value += known[result]
        return value / 6

    def _outcome(self, result: str, target: int, posts: tuple[Post, ...], rooms: tuple[int, ...]) -> float:
        w, k = self.w, self.weights
        if result == "AD":
            return -k["own_disrupt"] * sum([w.factor[p.unit] for p in posts])
        if result in ATTACKERS_LOST:
            return self._struck(result, target, rooms, -k["loss"] * self.losses(posts, self.defence))
        key = result, target, rooms
        known = self._blows.get(key)
        if known is None:
            known = self._blows[key] = self._struck(result, target, rooms, 0.0)
        return known

    def _struck(self, result: str, target: int, rooms: tuple[int, ...], value: float) -> float:
        """The value with what the result does to the defenders, who have so much room to retreat."""
        s, k = self.s, self.weights
        if result not in RETREATS and result != "DE":
            return value
        gone = True
        for unit, room in zip(self.defenders(target), rooms, strict=True):
            down = bool(s.status[unit] & DISRUPTED)
            fate = for_unit(result, disrupted=down, no_retreat=False, surrounded=room == 0)
            steps = RETREATS.get(fate, 0)
            worth = unit_worth(self.w, unit)
            if fate == "DE" or (steps and abs(room) < steps):
                value += k["kill"] * worth
            elif steps:
                value += k["dislodge"] * worth
            else:
                gone = False
                value += 0.1 * worth if down else k["disrupt"] * worth
        if gone and result != "D/AE":
            value += self.ground[target]
        return value

    def met(self, target: int) -> Met:
        result = self._met.get(target)
        if result is None:
            result = self._met[target] = met_in(self.w, self.s, target, self.side)
        return result

    def defenders(self, target: int) -> list[int]:
        result = self._defenders.get(target)
        if result is None:
            units = self.met(target).defenders
            result = self._defenders[target] = [d for d in units if d != self.w.dump]
        return result

    def losses(self, posts: Sequence[Post], defence: int) -> float:
        """The cheapest units that make up the defence strength."""
        lost = 0.0
        for post in sorted(posts, key=lambda p: self.w.factor[p.unit]):
            if defence <= 0:
                break
            defence -= self.w.factor[post.unit]
            lost += unit_worth(self.w, post.unit)
        return lost

    def rooms(self, target: int, posts: Sequence[Post]) -> tuple[int, ...]:
        """By defender: how many hexes it could retreat, at most 3; 0: it is surrounded."""
        w, zone, cells = self.w, self.zone, 0
        for unit, cell in posts:
            cells |= 1 << cell
            if w.is_division[unit]:
                zone |= w.grid.near[cell]
        result = []
        for unit in self.defenders(target):
            key = target, w.units[unit].mechanized, zone, cells
            room = self._rooms.get(key)
            if room is None:
                room = self._rooms[key] = self._room(target, unit, target, zone, cells, list(bits(cells)), 3)
            result.append(room)
        return tuple(result)

    def _room(
        self, target: int, unit: int, here: int, zone: int, cells: int, foes: list[int], left: int
    ) -> int:
        if not left:
            return 0
        w, s, grid = self.w, self.s, self.w.grid
        d = derived(w, s)
        closed = d.fighters[self.side] | cells
        friends = d.fighters[1 - self.side]
        apart = w.apart
        away = apart[here][target] + 1
        nearest = min(map(apart[here].__getitem__, foes))
        best = 0
        for direction, to in enumerate(grid.neighbours[here]):
            if to == OFF_MAP or closed >> to & 1:
                continue
            if zone >> to & 1 and not friends >> to & 1:
                continue
            if apart[to][target] != away or min(map(apart[to].__getitem__, foes)) < nearest:
                continue
            river = w.board.river_at[here][direction]
            if river >= 0 and s.bridge[river] == NO_BRIDGE and w.units[unit].mechanized:
                continue
            best = max(best, 1 + self._room(target, unit, to, zone, cells, foes, left - 1))
            if best == left:
                break
        return best
