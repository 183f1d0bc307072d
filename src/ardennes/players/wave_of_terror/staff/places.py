"""The staff in a short scenario, in which the number of places held decides at the end."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.model.position import held
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.hexes import bits
from ardennes.players.wave_of_terror.battle import Taste
from ardennes.players.wave_of_terror.ground import WHEELS
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want
from ardennes.players.wave_of_terror.staff.common import Staff
from ardennes.players.wave_of_terror.staff.posts import Post

LAST_COUPLET = 2


class PlacesStaff(Staff):
    """The plan of both sides: a unit in each place, full stacks near the enemy, the rest to enemy places."""

    def last(self, s: WaveState) -> bool:
        """Return whether this is the side's last segment; the Allied one ends the game, WOT-5.2."""
        return s.turn >= self.w.turns and s.couplet == LAST_COUPLET

    def final(self, s: WaveState) -> bool:
        return self.side == ALLIED and self.last(s)

    def targets(self, look: Look) -> int:
        """Return the places that the enemy holds."""
        return self.w.board.cities & ~held(self.w, look.s, self.side)

    def posts(self, look: Look) -> list[Post]:
        """Return a post for a unit in each place, then for full stacks in those that the enemy is near."""
        p, s = self.weights["places"], look.s
        mine = held(self.w, s, self.side)
        lost = self.targets(look)
        foes = look.d.occupied[look.enemy]
        result = [Post(c, 1, "to take", far=int(p["beside"])) for c in bits(lost & ~foes)]
        if self.final(s):
            return result  # a place remains held after all units have left it, WOT-3.11
        far = look.theirs.to(foes, WHEELS)
        own = sorted(bits(self.w.board.cities & mine), key=lambda c: (far[c], c))
        result += [Post(c, 1, "to hold", far=int(p["come"])) for c in own if far[c] <= p["soon"]]
        full = [c for c in own if far[c] <= p["close"]]
        stack = int(p["german_stack"] if self.side == GERMAN and not self.last(s) else p["stack"])
        return result + [Post(c, stack, "to hold", far=int(p["come"]), strong=p["strong"]) for c in full]

    def marches(self, look: Look, free: Sequence[int]) -> dict[int, Want]:
        lost = self.targets(look)
        places = lost or self.w.board.cities
        if self.side == ALLIED and not self.final(look.s):
            places = self.w.board.cities
        want = Want(places, "advances on the next place" if lost else "stays near the places")
        return {unit: want for unit in free if not self.w.artillery[unit]}

    def taste(self, look: Look) -> Taste:
        p = self.weights["places"]
        usual = super().taste(look)
        if self.final(look.s):  # only ground counts now
            return usual._replace(kill=0.1, loss=0.0, price=0.0, least=0.01, least_column=-9)
        loss = p["allied_loss"] if self.side == ALLIED else p["german_loss"]
        return usual._replace(loss=usual.loss * loss)

    def ground(self, look: Look, cell: int) -> float:
        p, w = self.weights["places"], self.w
        if w.board.cities >> cell & 1:
            return p["taken"]
        b = self.weights["battle"]
        value = p["near"] if w.grid.ring(1 << cell) & w.board.cities else 0.0
        if w.places >> cell & 1:
            return value + b["town"]
        return value + b["road"] if w.board.road >> cell & 1 else value

    def fear(self) -> float:
        return super().fear() * self.weights["places"]["risk"]
