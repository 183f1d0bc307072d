"""The German staff takes and holds St. Vith, takes cities, and runs for the exits while a road is open."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.model.position import ENEMY, held
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.hexes import OFF_MAP, bits
from ardennes.players.wave_of_terror.ground import WHEELS
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want
from ardennes.players.wave_of_terror.staff.common import Staff
from ardennes.players.wave_of_terror.staff.posts import Post

FAST = 6  # least movement factor of units that run for the exits


class GermanStaff(Staff):
    siege: Sequence[int] = ()  # parents that besiege St. Vith

    def posts(self, look: Look) -> list[Post]:
        g, w = self.weights["german"], self.w
        mine = held(w, look.s, GERMAN)
        result = []
        if mine >> w.board.st_vith & 1:
            self.siege = ()
            result.append(Post(w.board.st_vith, int(g["garrison"]), "to hold", far=14, strong=0.5))
            result += self._guard(look)
        elif not look.met[w.board.st_vith] & ENEMY:  # a unit that enters it takes it, WOT-3.11
            result.append(Post(w.board.st_vith, int(g["garrison"]), "to take", far=14))
        else:
            result += self._ring(look)
        result += self._empty(look, mine)
        for cell in bits(w.board.cities & mine & ~w.board.german_side & ~(1 << w.board.st_vith)):
            result.append(Post(cell, int(g["cities"]), "to hold", far=8))
        return result

    def _empty(self, look: Look, mine: int) -> list[Post]:
        """Return a post for each empty enemy city nearby, which a unit takes by entering, WOT-3.11."""
        board, near = self.w.board, int(self.weights["german"]["beside"])
        empty = board.cities & ~mine & ~look.d.occupied[look.enemy] & ~(1 << board.st_vith)
        return [Post(cell, 1, "to take", far=near) for cell in bits(empty)]

    def _guard(self, look: Look) -> list[Post]:
        """Return posts around St. Vith if the enemy is near: its loss may lose the game, WOT-4.5."""
        g, w = self.weights["german"], self.w
        st_vith = w.board.st_vith
        if look.theirs.to(look.d.occupied[look.enemy], WHEELS)[st_vith] > g["guard_from"]:
            return []
        cells = [c for c in w.grid.neighbours[st_vith] if c != OFF_MAP and not look.met[c] & ENEMY]
        return [Post(cell, int(g["guard"]), "to guard St. Vith from", far=20) for cell in cells]

    def _ring(self, look: Look) -> list[Post]:
        """Return posts around St. Vith for two divisions in turn, so that each attacks from all sides."""
        w = self.w
        self.besiegers(look)
        cells = [c for c in w.grid.neighbours[w.board.st_vith] if c != OFF_MAP]
        posts = []
        for at, cell in enumerate(cells):
            if self.siege and not look.met[cell] & ENEMY:
                parent = self.siege[at % len(self.siege)]
                posts.append(Post(cell, w.limits.stack, "to besiege St. Vith from", far=40, parent=parent))
        return posts

    def besiegers(self, look: Look) -> None:
        """Choose the strongest divisions near St. Vith for the siege; each stays while it is strong."""
        g, w = self.weights["german"], self.w
        field = look.marches.to(1 << w.board.st_vith, WHEELS)
        strength: dict[int, float] = {}
        near: dict[int, list[int]] = {}
        for unit in look.mine:
            if w.parent[unit] >= 0:
                parent = w.parent[unit]
                strength[parent] = strength.get(parent, 0.0) + w.attack[unit][look.s.steps[unit]]
                near.setdefault(parent, []).append(field[look.s.where[unit]])
        staying = [p for p in self.siege if strength.get(p, 0.0) >= g["siege_least"]]
        able = [
            parent
            for parent in strength
            if strength[parent] >= g["siege_least"]
            and sorted(near[parent])[len(near[parent]) // 2] <= g["siege_far"]
            and parent not in staying
        ]
        able.sort(key=lambda p: (-strength[p], p))
        self.siege = [*staying, *able[: max(0, int(g["siege"]) - len(staying))]]

    def marches(self, look: Look, free: Sequence[int]) -> dict[int, Want]:
        w, s = self.w, look.s
        st_vith = 1 << w.board.st_vith
        cities = w.board.cities & ~held(w, s, GERMAN)
        result: dict[int, Want] = {}
        open_exits = self.exits & ~look.d.occupied[look.enemy]
        retake = self.weights["german"]["retake"] if cities & st_vith else 0.0
        field = look.marches.to(st_vith, WHEELS, limit=int(retake)) if retake else ()
        for unit in free:
            here = s.where[unit]
            near = bool(retake) and here >= 0 and field[here] <= retake
            if cities & st_vith and (near or w.parent[unit] in self.siege):
                result[unit] = Want(st_vith, "advances on St. Vith")
            elif w.movement[unit] >= FAST:
                result[unit] = Want(open_exits or self.exits, "runs for the exits")
            else:
                result[unit] = Want(cities or look.d.occupied[look.enemy], "advances on the next city")
        return result

    def ground(self, look: Look, cell: int) -> float:
        value = super().ground(look, cell)
        return value + self.weights["battle"]["exit"] if self.exits >> cell & 1 else value

    def brings_in(self, look: Look, unit: int) -> bool:
        optional = self.w.units[unit].optional
        if optional not in ("10SS", "11") or look.s.free_entry or optional in look.s.paid:
            return True
        return self.w.turns - look.s.turn >= self.weights["german"]["brings"]
