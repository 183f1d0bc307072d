"""Attacks worth making: groups of units against a hex, grown one by one by what the combat is worth."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.breakthrough.rules.combat.casualties import guns_cost
from ardennes.games.breakthrough.rules.combat.declare import attack_cost, check_unplotted
from ardennes.games.breakthrough.rules.combat.odds import (
    across_river,
    attack_of,
    defence_of,
    printed,
    reduced_artillery,
)
from ardennes.games.breakthrough.rules.combat.retreat import no_way_back
from ardennes.games.breakthrough.rules.model.orders import ChangeMode, Move, Plot
from ardennes.games.breakthrough.rules.model.position import (
    occupied,
    stack_at,
    stack_points,
    stacking,
    zone_of,
)
from ardennes.games.breakthrough.rules.movement.stance import mode_cost
from ardennes.games.breakthrough.schema.terms import ISOLATED, TRAVEL
from ardennes.hexes import bits
from ardennes.players.breakthrough.draft import Draft

MOST = 6  # units in one attack
Draws = tuple[tuple[float, float], ...]
MEAN: Draws = ((0.5, 0.5),)
SPREAD: Draws = tuple((a / 6, b / 6) for a in (1, 3, 5) for b in (1, 3, 5))
NOWHERE, BESIDE, OUT = range(3)  # where a defender may retreat to


class Retreats(NamedTuple):
    """The constants of BTA-8.4a, BTA-8.4b, BTA-8.4c as numbers that are quick to reckon with."""

    base: float
    cut: float  # for each percent lost
    worn: float  # for each point of efficiency missing
    fort: float
    cap: float
    stand: float  # share lost where there is no way back
    beside: float  # and in a zone


class Post(NamedTuple):
    """A unit and the hex it would attack from."""

    unit: int
    cell: int
    left: int  # points it would have there, before the attack
    dismounts: bool  # it comes in travel mode and changes when there
    hexes: int  # it moves so far: its artillery is halved each time, BTA-6.4d


class Defender(NamedTuple):
    """An enemy unit as an attacker meets it, by what is believed of it."""

    unit: int
    strength: int
    full: int  # printed
    efficiency: int
    fort: int
    counts: int  # stacking points that score
    gives_up: float  # chance that it surrenders, BTA-4.3b


class Defence(NamedTuple):
    """An enemy hex as an attacker meets it."""

    cell: int
    units: tuple[Defender, ...]
    strength: int
    modified: float
    guns: int
    share: float  # what counts of each of the attacker's artillery points
    town: bool


class Result(NamedTuple):
    """What an attack may be expected to bring."""

    odds: float
    own_loss: float
    their_loss: float
    emptied: float  # chance that the hex falls
    scored: float  # stacking points destroyed, those half destroyed in part


@dataclass(frozen=True)
class Attack:
    target: int
    posts: tuple[Post, ...]
    result: Result
    value: float


@dataclass(frozen=True)
class Taste:
    """What an attacker cares about."""

    ground: Callable[[int], float]  # worth of an enemy hex
    price: Callable[[Post], float]  # what it costs to use a unit so
    kill: float = 0.7  # an enemy strength point
    loss: float = 0.7  # an own one
    count: float = 0.0  # a stacking point destroyed
    least_odds: float = 1.0
    least: float = 0.5  # an attack worth less is not made
    tired: int = 60  # efficiency below which a unit does not attack


class Battles:
    """All attacks a side could make in one operation phase."""

    def __init__(self, draft: Draft, taste: Taste, pinned: Container[int] = ()) -> None:
        self.draft, self.w, self.taste = draft, draft.w, taste
        self.pinned = pinned  # units that attack from where they stand or not at all
        self.defences = {
            cell: self._defence(cell) for cell in bits(occupied(draft.w, draft.s, 1 - draft.side))
        }
        self.attack: dict[tuple[int, bool], float] = {}
        c = draft.w.constants
        self.own_least, self.own_span = float(c.cas_const), float(c.cas_rand)
        self.their_least, self.their_span = float(c.def_lo), float(c.def_span)
        self.cap = float(c.def_loss_cap)
        self.held, self.zone = occupied(draft.w, draft.s, draft.side), zone_of(draft.w, draft.s, draft.side)
        self.odds_of_retreat = Retreats(
            float(c.ret_base),
            float(c.ret_per_cas_pct),
            float(c.ret_per_eff_point),
            float(c.ret_per_fort),
            float(c.ret_cap),
            float(c.no_retreat_loss),
            float(c.zoc_retreat_loss),
        )

    def _defence(self, cell: int) -> Defence:
        w, s = self.w, self.draft.s
        units = tuple(stack_at(w, s, cell))
        return Defence(
            cell,
            tuple(self._defender(u) for u in units),
            sum(s.strength[u] for u in units),
            float(sum(defence_of(w, s, u).total for u in units)),
            sum(s.artillery[u] for u in units),
            float(reduced_artillery(w, s, 1, cell, units)),
            no_way_back(w, cell),
        )

    def _defender(self, unit: int) -> Defender:
        w, s = self.w, self.draft.s
        counts = stacking(w, s, unit) if w.units[unit].counts else 0
        gives_up = w.limits.surrender_pct / 100 if s.supply[unit] == ISOLATED else 0.0
        full = max(1, printed(w, s, unit))
        return Defender(unit, s.strength[unit], full, s.efficiency[unit], s.fort[unit], counts, gives_up)

    def posts(self, units: Iterable[int]) -> dict[int, list[Post]]:
        """By enemy hex: for each unit that could attack it the best hex to do so from."""
        w, foes = self.w, occupied(self.w, self.draft.s, 1 - self.draft.side)
        beside = w.grid.ring(foes)
        result: dict[int, dict[int, Post]] = {}
        for unit in units:
            for post in self._stands(unit, beside):
                for target in bits(w.grid.near[post.cell] & foes):
                    best = result.setdefault(target, {}).get(unit)
                    if best is None or self._better(post, best, target):
                        result[target][unit] = post
        return {target: list(posts.values()) for target, posts in result.items()}

    def _better(self, post: Post, other: Post, target: int) -> bool:
        def key(p: Post) -> tuple[bool, int, int, int]:
            return (not across_river(self.w, p.cell, target), -p.hexes, p.left, -p.cell)

        return key(post) > key(other)

    def _stands(self, unit: int, beside: int) -> list[Post]:
        """Hexes next to an enemy from which the unit could attack in this phase."""
        w, s = self.w, self.draft.s
        need = attack_cost(w, unit)
        tired = s.efficiency[unit] < self.taste.tired
        if tired or s.supply[unit] == ISOLATED or check_unplotted(w, s, unit) is not None:
            return []
        rides = s.mode[unit] == TRAVEL
        if rides:
            need += mode_cost(w, s, unit, False)
        if s.points[unit] < need:
            return []
        here = s.where[unit]
        result = [Post(unit, here, s.points[unit], rides, 0)] if beside >> here & 1 else []
        if unit in self.pinned:
            return result
        reach = self.draft.routes(unit)
        for cell in reach:
            if beside >> cell & 1 and reach.left(cell) >= need and self._room(unit, cell):
                result.append(Post(unit, cell, reach.left(cell), rides, len(reach.cells(cell))))
        return result

    def _room(self, unit: int, cell: int) -> bool:
        s, w = self.draft.s, self.w
        others = [u for u in stack_at(w, s, cell) if u != unit]
        return stack_points(w, s, others) + stacking(w, s, unit) <= w.limits.stacking_points_per_hex

    def strength(self, unit: int, cell: int, target: int) -> float:
        """Its modified strength in an attack from a hex in normal mode, artillery apart."""
        w, s = self.w, self.draft.s
        key = unit, across_river(w, cell, target)
        if key not in self.attack:
            where, mode = s.where[unit], s.mode[unit]
            s.where[unit], s.mode[unit] = cell, 0
            self.attack[key] = float(attack_of(w, s, unit, target).total)
            s.where[unit], s.mode[unit] = where, mode
        return self.attack[key]

    def expect(self, target: int, posts: tuple[Post, ...], draws: Draws = MEAN) -> Result:
        """What comes of the combat, BTA-8.3a, BTA-8.4a, over some draws of its two numbers."""
        w, s, d = self.w, self.draft.s, self.defences[target]
        guns = d.share * sum(s.artillery[p.unit] >> p.hexes for p in posts)
        odds = (sum(self.strength(p.unit, p.cell, target) for p in posts) + guns) / max(
            1.0, d.modified + d.guns
        )
        whole = sum(s.strength[p.unit] for p in posts)
        ours, theirs = guns_cost(w, d.guns, Fraction(int(guns)))
        way_out = self._way_out(target, posts)
        lost = killed = emptied = scored = 0.0
        for u1, u2 in draws:
            base = whole * (self.own_least + self.own_span * u1)
            own = min(whole, base + ours)
            hit = min(self.cap * d.strength, base * odds * (self.their_least + self.their_span * u2)) + theirs
            lost += own
            empty = 1.0
            for unit in d.units:
                left, gone, dead = self._fate(unit, hit / d.strength, way_out)
                empty *= gone
                killed += unit.strength - left
                scored += unit.counts * (dead + (1 - dead) * (1 - left / unit.full) ** 2)
            emptied += empty
        n = len(draws)
        before = sum(u.counts * (1 - u.strength / u.full) ** 2 for u in d.units)
        return Result(odds, lost / n, killed / n, emptied / n, scored / n - before)

    def _way_out(self, target: int, posts: tuple[Post, ...]) -> int:
        """Where the defenders could retreat to: nowhere, only beside attackers, or out of reach, BTA-8.4b."""
        if self.defences[target].town:
            return NOWHERE
        held, zone = self.held, self.zone
        for post in posts:
            held |= 1 << post.cell
            zone |= self.w.grid.near[post.cell]
        free = self.w.grid.near[target] & ~held
        return NOWHERE if not free else BESIDE if not free & ~zone else OUT

    def _fate(self, unit: Defender, share: float, way_out: int) -> tuple[float, float, float]:
        """(strength left, chance that it is no longer there, chance that it is destroyed) after a loss of a
        share of the hex."""
        c, had = self.odds_of_retreat, unit.strength
        lost = int(share * had + 0.5)
        if lost >= had:
            return 0.0, 1.0, 1.0
        left, flees, dead = float(had - lost), 0.0, 0.0
        if lost:
            cut = 100 * lost / had
            worn = max(40.0, unit.efficiency - cut)
            flees = (
                min(c.cap, max(0.0, c.base + c.cut * cut + c.worn * (100 - worn) - c.fort * unit.fort)) / 100
            )
            more = (
                0
                if way_out == OUT
                else max(1, int(left * (c.stand if way_out == NOWHERE else c.beside) + 0.5))
            )
            if more >= left:
                dead = flees
            left -= flees * min(more, left)
        gone = dead if way_out == NOWHERE else flees
        stays = 1 - unit.gives_up
        return stays * left, unit.gives_up + stays * gone, unit.gives_up + stays * dead

    def value(self, target: int, posts: tuple[Post, ...], draws: Draws = MEAN) -> tuple[float, Result]:
        """Worth of the attack in victory points, and what it is expected to bring."""
        t, d, r = self.taste, self.defences[target], self.expect(target, posts, draws)
        share = r.their_loss / max(1, d.strength)
        worth = r.their_loss * t.kill - r.own_loss * t.loss + t.count * r.scored
        worth += t.ground(target) * (r.emptied + 0.4 * share * (1 - r.emptied))
        return worth - sum(t.price(p) for p in posts), r

    def best(self, target: int, posts: list[Post]) -> Attack | None:
        """The best group against a hex, grown by the unit that helps most."""
        group: tuple[Post, ...] = ()
        best: Attack | None = None
        cornered = any(unit.gives_up for unit in self.defences[target].units)  # at any odds, BTA-4.3b
        least_odds = 0.0 if cornered else self.taste.least_odds
        while len(group) < MOST:
            tried: list[tuple[float, int, Post, Result]] = []
            for post in posts:
                if post not in group and self._fits(group, post):
                    value, result = self.value(target, (*group, post))
                    tried.append((value, -post.unit, post, result))
            if not tried:
                break
            value, _, post, result = max(tried, key=lambda x: x[:2])
            weak = best is None or best.result.odds < least_odds
            if not weak and best is not None and value <= best.value + 0.05:
                break
            group = (*group, post)
            best = Attack(target, group, result, value)
        if best is None or best.result.odds < least_odds:
            return None
        value, result = self.value(target, best.posts, SPREAD)
        return Attack(target, best.posts, result, value) if value >= self.taste.least else None

    def _fits(self, group: tuple[Post, ...], post: Post) -> bool:
        w, s = self.w, self.draft.s
        coming = [p.unit for p in (*group, post) if p.cell == post.cell]
        there = [u for u in stack_at(w, s, post.cell) if u not in coming]
        return stack_points(w, s, there) + stack_points(w, s, coming) <= w.limits.stacking_points_per_hex

    def attacks(self, units: Iterable[int]) -> list[Attack]:
        """The best attacks that share no unit, the best first. Nothing is ordered yet."""
        posts = self.posts(units)
        best = {target: self.best(target, options) for target, options in sorted(posts.items())}
        chosen: list[Attack] = []
        used: set[int] = set()
        while ranked := [a for a in best.values() if a is not None]:
            attack = max(ranked, key=lambda a: (a.value, -a.target))
            chosen.append(attack)
            used |= {p.unit for p in attack.posts}
            del best[attack.target]
            for target, other in list(best.items()):
                if other is not None and used & {p.unit for p in other.posts}:
                    best[target] = self.best(target, [p for p in posts[target] if p.unit not in used])
        return chosen

    def order(self, attack: Attack, advance: Callable[[int], bool]) -> set[int]:
        """Give the orders of an attack; the units that took part."""
        draft, place = self.draft, self.draft.place(attack.target)
        r = attack.result
        why = (
            f"attack on {place} at about {r.odds:.1f}:1: {r.emptied:.0%} to take it, "
            f"{r.own_loss:.0f} lost for {r.their_loss:.0f}"
        )
        taken: set[int] = set()
        for post in attack.posts:
            name = draft.name(post.unit)
            if post.cell != draft.s.where[post.unit]:
                reach = draft.routes(post.unit)
                if post.cell not in reach or not draft.give(Move(name, reach.path(post.cell)), why):
                    continue
            if post.dismounts and not draft.give(ChangeMode(name, False), why):
                continue
            if draft.give(Plot(name, draft.label(attack.target)), why):
                taken.add(post.unit)
                draft.flag(post.unit, advance(post.unit), why)
        return taken
