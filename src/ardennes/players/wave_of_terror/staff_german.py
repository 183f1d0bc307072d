"""The German staff: takes St. Vith and keeps it, runs for the exits while a road is open, takes cities."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.position import held
from ardennes.games.wave_of_terror.terms import GERMAN, TURNS
from ardennes.hexes import bits
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want
from ardennes.players.wave_of_terror.posts import Post
from ardennes.players.wave_of_terror.staff_common import Staff

FAST = 6  # movement factor of units that run for the exits


class GermanStaff(Staff):
    def posts(self, look: Look) -> list[Post]:
        g, w = self.weights["german"], self.w
        mine = held(w, look.s, GERMAN)
        found = []
        if mine >> w.board.st_vith & 1:
            found.append(Post(w.board.st_vith, int(g["garrison"]), "holds", far=12, strong=0.5))
        for cell in bits(w.board.cities & mine & ~w.board.german_side & ~(1 << w.board.st_vith)):
            found.append(Post(cell, int(g["cities"]), "holds", far=8))
        return found

    def marches(self, look: Look, free: Sequence[int]) -> dict[int, Want]:
        w, s = self.w, look.s
        st_vith = 1 << w.board.st_vith
        cities = w.board.cities & ~held(w, s, GERMAN)
        found: dict[int, Want] = {}
        open_exits = self.exits & ~look.d.occupied[look.enemy]
        siege = cities & st_vith
        for unit in free:
            fast = w.movement[unit] >= FAST
            if fast and (not siege or w.parent[unit] % 2):
                found[unit] = Want(open_exits or self.exits, "runs for the exits")
            elif siege:
                found[unit] = Want(st_vith, "on to St. Vith")
            else:
                found[unit] = Want(cities or look.d.occupied[look.enemy], "on to the next city")
        return found

    def ground(self, look: Look, cell: int) -> float:
        value = super().ground(look, cell)
        return value + self.weights["battle"]["exit"] if self.exits >> cell & 1 else value

    def brings_in(self, look: Look, unit: int) -> bool:
        optional = self.w.units[unit].optional
        if optional not in ("10SS", "11") or look.s.free_entry or optional in look.s.paid:
            return True
        return TURNS - look.s.turn >= self.weights["german"]["brings"]
