"""`turtle`: garrisons what counts, in the best cover there is, and never attacks. Punishes haste."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.hexes import board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.tigers.scripts.base import COLUMNS, Exploit
from ardennes.players.tigers.scripts.ground import FAR, cover

GARRISON = 2  # units a post
CROSSINGS = ("Namur", "Liege")  # what the Allies hold besides, against a run for the exits
COVER = 1.6  # hexes a unit without a post goes for a defence bonus


class Turtle(Exploit):
    name = "turtle"
    least = len(COLUMNS) + 9  # beyond any column: it attacks only what it owes

    def look(self, s: TigersState) -> None:
        """Posts for as many units as there are, the nearest to each; the others dig in where they are."""
        w = self.w
        foes = derived(w, s).combat[1 - self.side]
        names = (*w.german_places, *(CROSSINGS if self.side == ALLIED else ()), *w.allied_places)
        posts = [w.board.hex_of[name] for name in dict.fromkeys(names) if name in w.board.hex_of]
        free = [u for u in w.of_side[self.side] if s.where[u] >= 0 and w.units[u].combat]
        self.home = {u: s.where[u] for u in free}
        self.post: dict[int, int] = {}
        posts = [post for post in posts if not foes >> post & 1]
        for reach in (0, FAR):  # whoever stands at a post keeps it
            for post in posts:
                while free and list(self.post.values()).count(post) < GARRISON:
                    unit = min(free, key=lambda u: (w.grid.distance(post, s.where[u]), u))
                    if w.grid.distance(post, s.where[unit]) > reach:
                        break
                    self.post[unit] = post
                    free.remove(unit)

    def goals(self, s: TigersState, unit: int) -> int:
        return board_of([self.post.get(unit, self.home.get(unit, s.where[unit]))])

    def cost(self, s: TigersState, unit: int, cell: int) -> float:
        shelter = cover(self.w, unit, cell)
        if unit in self.post:
            return self.field(s, 1 << self.post[unit], unit)[cell] - 0.5 * shelter
        return self.w.grid.distance(cell, self.home.get(unit, cell)) - COVER * shelter

    def content(self, s: TigersState, unit: int) -> bool:
        """At its post, or without one in cover."""
        post = self.post.get(unit)
        return cover(self.w, unit, s.where[unit]) > 0 if post is None else post == s.where[unit]

    def prey(self, s: TigersState) -> list[int]:
        return []

    def stands_fast(self, s: TigersState) -> bool:
        """A post is held where the odds against it are no better than even."""
        assert s.battle is not None
        return s.battle.column <= COLUMNS.index("1:1") and any(
            t in s.battle.targets for t in self.post.values()
        )


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Tigers)
    return Turtle(game, side, seed)
