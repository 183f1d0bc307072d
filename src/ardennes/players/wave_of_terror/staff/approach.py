"""Plan attacks that begin with a move: which units can reach which enemy hex, and the value of the attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.combat.odds import across
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import DONE, MOVED, WaveState
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.rules.movement.supply import struck
from ardennes.games.wave_of_terror.rules.special.british import commitment_refusal
from ardennes.hexes import bits, board_of
from ardennes.players.wave_of_terror.battle import Assault, Battles, Taste, companies
from ardennes.players.wave_of_terror.ground import kind_of
from ardennes.players.wave_of_terror.look import Look


class Approach(NamedTuple):
    """An attack, and the hex from which each unit makes it."""

    assault: Assault
    posts: dict[int, int]


class Approaches:
    """The attacks that could be made after a movement phase."""

    def __init__(self, look: Look, s: WaveState, units: Sequence[int], taste: Taste, first: bool) -> None:
        self.look, self.w, self.s = look, look.w, s.clone()
        self.s.fight_first = first
        self.battles = Battles(self.w, self.s.clone(), look.side, taste)  # its copy serves only battles
        self.load: dict[int, list[int]] = {}  # by hex: units that will move there
        self.gone: set[int] = set()  # units that will leave their hex for an attack
        self.reach = self._reaches(units)

    def _reaches(self, units: Sequence[int]) -> dict[int, int]:
        """Return the hexes next to an enemy that each unit is in or can reach."""
        w, s = self.w, self.s
        enemy = self.look.d.occupied[self.look.enemy]
        beside = w.grid.ring(enemy) & ~enemy
        near = beside
        for _ in range(6):
            near |= w.grid.ring(near)
        result: dict[int, int] = {}
        known = self.look.reaches
        for unit in units:
            cell = s.where[unit]
            if cell < 0 or not near >> cell & 1 or s.marks[unit] & (DONE | MOVED):
                continue
            key = (cell, w.movement[unit], kind_of(w, unit), self._apart(unit))
            if key not in known:
                known[key] = board_of(routes(w, s, (unit,))) & beside | (1 << cell) & beside
            if known[key]:
                result[unit] = known[key]
        return result

    def _apart(self, unit: int) -> int:
        """Return the parent if it may affect where the unit can go, else -1.

        British units (WOT-8.5) and units with supply problems (WOT-6.16) differ by parent.
        """
        parent = self.w.parent[unit]
        apart = struck(self.s, unit) or (parent >= 0 and self.w.parents[parent].british)
        return parent if apart else -1

    def pack(self) -> list[Approach]:
        """Return attacks, the best first; no unit is in two of them."""
        by_target: dict[int, list[int]] = {}
        for unit, cells in self.reach.items():
            for target in bits(self.w.grid.ring(cells) & self.look.d.occupied[self.look.enemy]):
                if commitment_refusal(self.w, self.s, (unit,), target) is None:
                    by_target.setdefault(target, []).append(unit)
        waiting = {t: a for t, units in by_target.items() if (a := self.best(t, units)) is not None}
        used: set[int] = set()
        chosen: list[Approach] = []
        while waiting:
            target = max(waiting, key=lambda t: (waiting[t].assault.value, -t))
            result = waiting.pop(target)
            if not used.isdisjoint(result.posts) or any(cell in self.load for cell in result.posts.values()):
                again = self.best(target, [u for u in by_target[target] if u not in used])
                if again is None:
                    continue
                if again.assault.value < result.assault.value - 1e-9:
                    waiting[target] = again
                    continue
                result = again
            chosen.append(result)
            used.update(result.posts)
            for unit, cell in result.posts.items():
                self.load.setdefault(cell, []).append(unit)
                if self.s.where[unit] != cell:
                    self.gone.add(unit)
        return chosen

    def best(self, target: int, units: Sequence[int]) -> Approach | None:
        """Return the best attack on the hex by units that can reach a hex next to it."""
        result: Approach | None = None
        for company in companies(self.w, self.s, units):
            if 2 * sum(self.w.attack[u][self.s.steps[u]] for u in company) < self.look.strength_at(target):
                continue  # worse than 1:2
            posts = self._place(target, company)
            if not posts:
                continue
            assault = self._from(posts, target)
            if assault is not None and (result is None or assault.value > result.assault.value):
                result = Approach(assault, {u: posts[u] for u in assault.units})
        return result

    def _from(self, posts: dict[int, int], target: int) -> Assault | None:
        """Return the best attack by units in those hexes."""
        where = self.battles.s.where
        for unit, cell in posts.items():
            where[unit] = cell
        result = self.battles.best_of(target, sorted(posts))
        for unit in posts:
            where[unit] = self.s.where[unit]
        return result

    def _place(self, target: int, company: Sequence[int]) -> dict[int, int]:
        """Return a hex next to the target for each unit that can reach one.

        Units already there stay, then the strongest choose first. They avoid water and spread around.
        """
        w, s, near = self.w, self.s, self.w.grid.near[target]
        posts: dict[int, int] = {}
        taken: dict[int, list[int]] = {}

        def fits(unit: int, cell: int) -> bool:
            here = [u for u in units_at(w, s, cell) if u not in self.gone and u not in company]
            here += [u for u in self.load.get(cell, ()) if u not in here] + taken.get(cell, [])
            return not judge(w, [*here, unit])

        def rank(unit: int) -> tuple[bool, int, int]:
            return not near >> s.where[unit] & 1, -w.attack[unit][s.steps[unit]], unit

        for unit in sorted(company, key=rank):
            cells = [c for c in bits(self.reach.get(unit, 0) & near) if fits(unit, c)]
            if not cells:
                continue
            here = s.where[unit]
            best = min(cells, key=lambda c: (across(w, c, target), len(taken.get(c, ())) // 3, c != here, c))
            if here in cells and not across(w, here, target):
                best = here
            posts[unit] = best
            taken.setdefault(best, []).append(unit)
        return posts
