"""The Allied staff blocks the exits, holds St. Vith and the cities, and attacks isolated enemies."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.model.position import ENEMY, NEAR, held
from ardennes.games.wave_of_terror.schema.terms import ALLIED, BRITISH
from ardennes.hexes import bits, board_of
from ardennes.players.wave_of_terror.battle import Taste
from ardennes.players.wave_of_terror.ground import WHEELS
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want
from ardennes.players.wave_of_terror.staff.common import Staff
from ardennes.players.wave_of_terror.staff.posts import Post

LOWEST = -9  # position on the scale of WOT-10.7 below every attack


BLOCKS = "to block the way west through"


class AlliedStaff(Staff):
    _alarm: tuple[Look, int] | None = None

    def posts(self, look: Look) -> list[Post]:
        """Return the posts: gates near the enemy, St. Vith, open cities, other gates, then more units.

        A gate is an exit or a bridge over the Meuse.
        """
        a, w = self.weights["allied"], self.w
        gates = [*bits(self.exits), *self.bridges]
        far = look.theirs.to(look.d.occupied[look.enemy], WHEELS)  # about the same in both directions
        gates.sort(key=lambda gate: (far[gate], gate))
        st_vith = w.board.st_vith
        garrison = [Post(st_vith, int(a["garrison"]), "to hold", far=16, strong=1.0)]
        if look.met[st_vith] & ENEMY:
            garrison = []  # only an empty hex can be taken by entering it, WOT-3.11
        urgent = [gate for gate in gates if far[gate] < a["soon"]]
        pressed = [gate for gate in urgent if look.met[gate] & NEAR]
        full = int(a["door_near"])
        result = [Post(gate, full, BLOCKS, far=30, strong=1.0) for gate in pressed]
        close = [gate for gate in urgent if far[gate] < a["close"]]
        result += [Post(gate, int(a["door"]), BLOCKS) for gate in close]
        result += garrison
        result += self._empty(look)
        result += [Post(gate, int(a["door"]), BLOCKS) for gate in urgent]
        result += [Post(gate, full, BLOCKS, strong=0.5) for gate in close]
        result += self._cities(look)
        later = [gate for gate in gates if gate not in urgent and far[gate] < a["later"]]
        return result + [Post(gate, int(a["door"]), BLOCKS) for gate in later]

    def _empty(self, look: Look) -> list[Post]:
        """Return a post for each empty city that the enemy is near or holds."""
        w, near = self.w, int(self.weights["allied"]["beside"])
        far = look.theirs.to(look.d.occupied[look.enemy], WHEELS)
        anybody = look.d.occupied[ALLIED] | look.d.occupied[look.enemy]
        lost = ~held(w, look.s, ALLIED)
        return [
            Post(cell, 1, "to get first to", far=near)
            for cell in bits(w.board.cities & ~anybody & ~w.board.german_side)
            if far[cell] <= near or lost >> cell & 1
        ]

    def spearheads(self, look: Look) -> int:
        """Return the hexes of enemies that are near an exit."""
        if self._alarm is None or self._alarm[0] is not look:
            field = look.theirs.to(self.exits, WHEELS)
            near = [cell for cell in look.foes if field[cell] <= self.weights["allied"]["alarm"]]
            self._alarm = look, board_of(near)
        return self._alarm[1]

    def _cities(self, look: Look) -> list[Post]:
        """Return posts in cities that are in danger, or lost and empty."""
        a, w = self.weights["allied"], self.w
        lost = ~held(w, look.s, ALLIED)
        theirs = look.d.occupied[look.enemy]
        far = look.theirs.to(theirs, WHEELS)
        result = []
        for cell in bits(w.board.cities & ~theirs & ~w.board.german_side):
            if (far[cell] < a["danger"] or lost >> cell & 1) and cell != w.board.st_vith:
                result.append((far[cell], Post(cell, int(a["cities"]), "to hold", far=20, strong=0.5)))
        return [post for _, post in sorted(result)]

    def marches(self, look: Look, free: Sequence[int]) -> dict[int, Want]:
        """Send units to the enemies west of the starting front, first to those near the exits.

        British units go to enemies beyond the Meuse.
        """
        w, a = self.w, self.weights["allied"]
        foes = look.d.occupied[look.enemy]
        inside = foes & ~w.board.german_side or foes
        beyond = foes & w.board.west_of_meuse or self.exits
        alarm = self.spearheads(look)
        st_vith = 1 << w.board.st_vith
        lost = bool(st_vith & ~held(w, look.s, ALLIED))
        result = {}
        for unit in free:
            british = w.units[unit].nation == BRITISH
            want = Want(beyond if british else inside, "advances on the enemy")
            here = look.s.where[unit]
            if lost and not british and here >= 0:
                if look.marches.for_unit(st_vith, unit, here)[here] <= a["retake"]:
                    want = Want(st_vith, "retakes St. Vith")
            if alarm and (here < 0 or look.marches.for_unit(alarm, unit, here)[here] <= a["hunt"]):
                want = Want(alarm, "hunts the spearhead")
            result[unit] = want
        return result

    def ground(self, look: Look, cell: int) -> float:
        value = super().ground(look, cell)
        if self.spearheads(look) >> cell & 1:
            value += self.weights["allied"]["spearhead"]
        return value + self._late(look, cell) if self._is_late(look) else value

    def _is_late(self, look: Look) -> bool:
        """Return whether the end is near, but only in the full game.

        Without artillery and supply the Allies retake St. Vith at the usual odds.
        """
        return look.s.variant.full and self.w.turns - look.s.turn < self.weights["allied"]["late"]

    def taste(self, look: Look) -> Taste:
        """Return the usual values, which in the last turns allow any odds if losses are worth it."""
        usual = super().taste(look)
        return usual._replace(least_column=LOWEST) if self._is_late(look) else usual

    def _late(self, look: Look, cell: int) -> float:
        """Return what the last turns add to the value of a hex.

        St. Vith decides the game whatever the points, WOT-4.5; cities count only at the end, WOT-4.7.
        """
        a, w = self.weights["allied"], self.w
        st_vith = w.board.st_vith
        if cell == st_vith:
            return a["late_st_vith"]
        if w.grid.near[st_vith] >> cell & 1 and not held(w, look.s, ALLIED) >> st_vith & 1:
            return a["late_near"]
        return a["late_city"] if w.board.cities >> cell & 1 and not w.board.german_side >> cell & 1 else 0.0

    def brings_in(self, look: Look, unit: int) -> bool:
        return self.w.units[unit].optional != "5A-8"
