"""A second implementation of Breakthrough's rules, straight from the rulebook and without the engine's
functions: plain sets and loops, slow and easy to read.

Only the reconstructed constants are the game's own. Tests compare both on positions of random games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.model.state import (
    ADVANCE,
    DEAD,
    MOVED,
    BreakthroughState,
)
from ardennes.games.breakthrough.schema.terms import (
    ENG,
    GERMAN,
    ISOLATED,
    NORMAL,
    PZGR,
    SUPPLIED,
    TOWN,
    TRAVEL,
    UNSUPPLIED,
)
from ardennes.games.breakthrough.schema.world import World

# By terrain (clear, rough, town, forest): cost for mobile and other units, in mud and in frost; defence.
MUD = ((3, 3), (6, 3), (4, 3), (8, 3))
FROST = ((3, 3), (4, 3), (4, 3), (6, 3))
DEFENCE = (Fraction(1), Fraction(13, 10), Fraction(2), Fraction(17, 10))
KEYS = {GERMAN: (4, 3, 5, 2, 6, 1), 1 - GERMAN: (1, 2, 6, 3, 5, 4)}


@dataclass
class Opinion:
    """A position to work on, which is changed in place."""

    w: World
    s: BreakthroughState

    def around(self, cell: int) -> list[int]:
        return [n for n in self.w.grid.neighbours[cell] if n >= 0]

    def there(self, cell: int) -> list[int]:
        """The hex list."""
        here = [u for u in range(len(self.w.units)) if self.s.where[u] == cell]
        return sorted(here, key=lambda u: self.s.came[u])

    def zone(self, side: int) -> set[int]:
        """BTA-7.6a."""
        held = [self.s.where[u] for u in self.w.of_side[side] if self.s.where[u] >= 0]
        return {n for cell in held for n in self.around(cell)}

    def owns(self, side: int, cell: int) -> bool:
        return bool(self.s.german >> cell & 1) == (side == GERMAN)

    def parts(self, unit: int) -> list[int]:
        inside = [p for p in self.w.units[unit].components if self.s.inside[p] == unit]
        return inside or [unit]

    def bridge(self, a: int, b: int) -> int | None:
        return self.w.board.bridge_at.get(self.w.grid.hexside(a, b))

    def down(self, bridge: int | None) -> bool:
        """BTA-4.1d."""
        cut = self.s.variant.bridge_cuts_road
        return bridge is not None and cut and not self.s.bridges >> bridge & 1

    def supplied_roads(self, side: int) -> set[int]:
        """BTA-4.1a."""
        board, grid = self.w.board, self.w.grid
        road = {c for c in grid.cells if board.road >> c & 1 and self.owns(side, c)}
        todo = [c for c, _, whose in board.edge_roads if whose == side and c in road]
        result = set(todo)
        while todo:
            cell = todo.pop()
            for way, to in enumerate(grid.neighbours[cell]):
                linked = to in road and to not in result and board.links[way] >> cell & 1
                if linked and not self.down(self.bridge(cell, to)):
                    result.add(to)
                    todo.append(to)
        return result

    def states(self, side: int) -> dict[int, int]:
        """BTA-4.1b, BTA-4.1c, BTA-4.1d, BTA-4.2a, BTA-4.2b, BTA-4.2c."""
        s, roads = self.s, self.supplied_roads(side)
        enemies = {s.where[u] for u in self.w.of_side[1 - side] if s.where[u] >= 0}
        own = [u for u in self.w.of_side[side] if s.where[u] >= 0]
        divisions = {s.where[u] for u in own if self.w.units[u].components}

        def open_(cell: int) -> bool:
            return self.owns(side, cell) and cell not in enemies

        result = {}
        for unit in own:
            cell = s.where[unit]
            first = [n for n in self.around(cell) if open_(n)]
            second = [m for n in first for m in self.around(n) if open_(m)]
            near = [e for e in self.around(cell) if e in enemies]
            covered = {*near, *(n for e in near for n in self.around(e))}
            if roads & {cell, *first, *second}:
                result[unit] = SUPPLIED
            elif set(self.around(cell)) <= covered and not divisions & {cell, *self.around(cell)}:
                result[unit] = ISOLATED
            else:
                result[unit] = UNSUPPLIED
        return result

    def barred(self, unit: int, to: int) -> bool:
        """BTA-7.6f, BTA-7.6g, BTA-7.6j and enemy units."""
        w, s, side = self.w, self.s, self.w.side[unit]
        stack = self.there(to)
        column = w.grid.column[to]
        closed = side != GERMAN and s.variant.historical and s.day <= 22
        closed = closed and s.variant.corridor_from <= column <= 17
        closed = closed and not all(w.units[p].asterisk for p in self.parts(unit))
        return (
            any(w.side[u] != side for u in stack)
            or (side == GERMAN and column == 0)
            or closed
            or sum(len(self.parts(u)) for u in [*stack, unit]) > 3
        )

    def cost(self, unit: int, frm: int, to: int, zones: bool = True) -> int | None:
        """What a step costs by the table of BTA-13.5; None: it may not be made."""
        w, s, side = self.w, self.s, self.w.side[unit]
        way = w.grid.neighbours[frm].index(to)
        travel = s.mode[unit] == TRAVEL
        if self.barred(unit, to):
            return None
        if travel:
            bridge = self.bridge(frm, to)
            modes = [s.mode[u] for u in self.there(to)]
            if not w.board.links[way] >> frm & 1 or self.down(bridge) or TRAVEL in modes:
                return None
            points = 2 if w.board.terrain[to] == TOWN else 1
            points += 1 if modes else 0
            points += 2 * s.crossings[bridge] if bridge is not None and side == GERMAN else 0
        else:
            table = FROST if s.day >= 24 else MUD
            points = table[w.board.terrain[to]][0 if w.units[unit].mobile else 1]
            if w.board.rivers[way] >> frm & 1:
                wading = self.wading(unit, frm, to)
                if wading is None:
                    return None
                points += wading
        points += 0 if self.owns(side, to) else 1
        free = not zones or (w.units[unit].id == "GE-150-SK-SS" and s.day <= 17)
        zone = self.zone(1 - side) if not free else set()
        return points + (6 if travel else 4) * (frm in zone) + 2 * (to in zone)

    def wading(self, unit: int, frm: int, to: int) -> int | None:
        """BTA-7.6i, BTA-6.7e."""
        units = self.w.units
        helped = any(units[u].kind == ENG for u in [unit, *self.there(frm), *self.there(to)])
        if not units[unit].mobile:
            return 3 if helped else 5
        if units[unit].kind == ENG:
            return 3
        return (4 if helped else 8) if units[unit].kind == PZGR else None


@dataclass
class Combats(Opinion):
    """The combats of a phase, chapter 8; `score` gathers what the losses are worth."""

    dice: Dice
    rolls: int
    score: int = 0

    def die(self, sides: int) -> int:
        self.rolls += 1
        return self.dice.roll(self.rolls - 1, "", sides)

    def fight_all(self) -> None:
        for target in dict.fromkeys(plot.target for plot in self.s.plots):
            attackers = [p.unit for p in self.s.plots if p.target == target and self.s.where[p.unit] >= 0]
            for unit in self.there(target):  # BTA-4.3b
                if self.s.supply[unit] == ISOLATED and self.die(100) <= 40:
                    self.eliminate(unit)
            defenders = self.there(target)
            if defenders:
                self.fight(attackers, defenders, target)
            if not self.there(target):
                for unit in attackers:
                    frm = self.s.where[unit]
                    if frm >= 0 and self.s.marks[unit] & ADVANCE and self.cost(unit, frm, target) is not None:
                        self.enter(unit, target, retreat=False)

    def strength(self, unit: int, target: int | None) -> Fraction:
        """BTA-8.2a, BTA-8.2b; without a target it defends."""
        w, s = self.w, self.s
        factor = Fraction(s.efficiency[unit], 100) * (Fraction(6, 10) if s.mode[unit] == TRAVEL else 1)
        if target is None:
            factor *= DEFENCE[w.board.terrain[s.where[unit]]] * (1 + Fraction(3, 10) * s.fort[unit])
            factor *= (1, Fraction(3, 4), Fraction(1, 2))[s.supply[unit]]
        else:
            way = w.grid.neighbours[s.where[unit]].index(target)
            factor *= Fraction(3, 4) if w.board.rivers[way] >> s.where[unit] & 1 else 1
            factor *= 1 if s.supply[unit] == SUPPLIED else Fraction(1, 2)
        divisional = Fraction(5, 4) if w.units[unit].components else 1
        return s.strength[unit] * min(factor, Fraction(3)) * divisional

    def fight(self, attackers: list[int], defenders: list[int], target: int) -> None:
        s = self.s
        for unit in defenders:
            s.points[unit] = max(0, s.points[unit] - 3)  # BTA-7.9c
        attack, defence = (sum(s.strength[u] for u in units) for units in (attackers, defenders))
        level = Fraction(sum(s.strength[u] * s.fort[u] for u in defenders), defence)
        town = Fraction(1, 2) if self.w.board.terrain[target] == TOWN else 1
        guns = sum(s.artillery[u] for u in attackers) * town * (1 - level / 10)  # BTA-8.2c
        against = sum(s.artillery[u] for u in defenders)
        odds = (sum(self.strength(u, target) for u in attackers) + guns) / (
            sum(self.strength(u, None) for u in defenders) + against
        )
        u1, u2 = Fraction(self.die(1000) - 1, 1000), Fraction(self.die(1000) - 1, 1000)
        c = self.w.constants
        base = attack * (c.cas_const + c.cas_rand * u1)  # BTA-8.3a
        other = min(c.def_loss_cap * defence, base * odds * (c.def_lo + c.def_span * u2))
        before = {u: s.strength[u] for u in defenders}
        self.lose(attackers, min(attack, half_up(base + against // 10)), c.eff_per_pct_attacker)
        lost = self.lose(defenders, min(defence, half_up(other + guns // 20)), c.eff_per_pct_defender)
        near = {s.where[u] for u in attackers if s.where[u] >= 0}
        for unit in defenders:
            if s.where[unit] >= 0 and lost[unit]:
                self.retreat(unit, Fraction(100 * lost[unit], before[unit]), near)

    def lose(self, units: list[int], loss: int, wear: Fraction) -> dict[int, int]:
        """BTA-8.3c, BTA-8.3d, BTA-8.3e, BTA-8.1b, BTA-6.4e."""
        s = self.s
        shares = dict(zip(units, shared([s.strength[u] for u in units], loss), strict=True))
        for unit, share in shares.items():
            part = Fraction(share, s.strength[unit])
            s.strength[unit] -= share
            if not s.strength[unit]:
                self.eliminate(unit)
            elif share:
                s.efficiency[unit] = max(40, s.efficiency[unit] - half_up(wear * 100 * part))
                s.artillery[unit] -= math.floor(part * self.w.constants.art_loss_share * s.artillery[unit])
        return shares

    def eliminate(self, unit: int) -> None:
        """BTA-8.3d, BTA-10.1d."""
        s = self.s
        parts = self.parts(unit)
        worth = sum(self.w.units[p].counts for p in parts)
        self.score += -50 * worth if self.w.side[unit] == GERMAN else 50 * worth
        for part in {*parts, unit}:
            s.where[part] = DEAD
        s.strength[unit] = s.artillery[unit] = s.points[unit] = s.fort[unit] = s.marks[unit] = 0

    def retreat(self, unit: int, casualties: Fraction, near: set[int]) -> None:
        """BTA-8.4a, BTA-8.4b, BTA-8.4c, BTA-8.4d."""
        s, c, frm, side = self.s, self.w.constants, self.s.where[unit], self.w.side[unit]
        tired = c.ret_per_eff_point * (100 - s.efficiency[unit])
        percent = c.ret_base + c.ret_per_cas_pct * casualties + tired - c.ret_per_fort * s.fort[unit]
        if self.die(100) > min(max(percent, Fraction(0)), c.ret_cap):
            return
        to = None if self.w.board.terrain[frm] == TOWN else self.way_back(unit, near)
        if to is None:
            s.strength[unit] -= max(1, half_up(c.no_retreat_loss * s.strength[unit]))
        else:
            self.enter(unit, to, retreat=True)
            if to in self.zone(1 - side):
                s.strength[unit] -= max(1, half_up(c.zoc_retreat_loss * s.strength[unit]))
        if s.strength[unit] <= 0:
            self.eliminate(unit)

    def way_back(self, unit: int, near: set[int]) -> int | None:
        grid, frm, side = self.w.grid, self.s.where[unit], self.w.side[unit]
        zone = self.zone(1 - side)
        best: tuple[int, int] | None = None
        for key in KEYS[side]:
            to = self.by_key(frm, key)
            if to is None or self.cost(unit, frm, to) is None:
                continue
            rearward = grid.row[to] > grid.row[frm] if side == GERMAN else grid.row[to] < grid.row[frm]
            away = all(grid.distance(to, cell) > 1 for cell in near)
            score = 4 * (to not in zone) + 3 * self.owns(side, to) + 2 * away + rearward
            if best is None or score > best[0]:
                best = (score, to)
        return best[1] if best else None

    def by_key(self, cell: int, key: int) -> int | None:
        """BTA-MAP-4."""
        x, y = self.w.grid.column[cell], self.w.grid.row[cell]
        odd = x % 2
        dx, dy = ((0, -1), (1, odd - 1), (1, odd), (0, 1), (-1, odd), (-1, odd - 1))[key - 1]
        return self.w.grid.find(f"{x + dx},{y + dy}")

    def enter(self, unit: int, to: int, *, retreat: bool) -> None:
        """BTA-8.4e, BTA-1.4b, BTA-7.8b, BTA-6.4d, BTA-6.7f."""
        s, frm, side = self.s, self.s.where[unit], self.w.side[unit]
        points = self.cost(unit, frm, to, zones=False)
        assert points is not None
        s.points[unit] = max(0, s.points[unit] - points)
        bridge = self.bridge(frm, to)
        if bridge is not None and s.mode[unit] == TRAVEL and side == GERMAN:
            s.crossings[bridge] += 1
        s.where[unit], s.came[unit], s.serial = to, s.serial, s.serial + 1
        s.german = s.german | 1 << to if side == GERMAN else s.german & ~(1 << to)
        s.fort[unit], s.marks[unit] = 0, s.marks[unit] | MOVED
        if s.mode[unit] == NORMAL:
            s.efficiency[unit] = max(40, s.efficiency[unit] - 1)
        if s.artillery[unit] and not retreat:
            saved = s.artillery[unit] // 2
            s.pools[self.w.divisions[self.w.units[unit].division].pool] += s.artillery[unit] - saved
            s.artillery[unit] = saved


def half_up(value: Fraction | int) -> int:
    return math.floor(value + Fraction(1, 2))


def shared(weights: Sequence[int], total: int) -> list[int]:
    """By largest remainder, the first of equals first, BTA-8.3e."""
    exact = [Fraction(total * weight, sum(weights)) for weight in weights]
    shares = [math.floor(part) for part in exact]
    order = sorted(range(len(weights)), key=lambda i: (shares[i] - exact[i], i))
    for i in order[: total - sum(shares)]:
        shares[i] += 1
    return shares
