"""`turtle`: towns, else the best ground nearby; digs in, never attacks. Punishes attacks at bad odds."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import DEFENDING
from ardennes.games.breakthrough.rules.model.position import occupied
from ardennes.games.breakthrough.schema.terms import TERRAINS
from ardennes.hexes import board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import Mission

GARRISON = 80.0  # strength wanted in a town
NEARBY = 2  # hexes a unit without a town goes for better ground


class Turtle(Commander):
    name = "turtle"
    attacks = False

    def missions(self, draft: Draft) -> list[Mission]:
        result = []
        for cell in sorted(self.towns()):
            if self.held(draft) >> cell & 1:
                why = f"holds {draft.place(cell)}"
                result.append(Mission(1 << cell, GARRISON, lambda unit, turns: 10 / (1 + turns), why))
        for unit in draft.mine():
            result.append(self._shelter(draft, unit))
        return result

    def _shelter(self, draft: Draft, unit: int) -> Mission:
        """The best ground within a short walk: where it stands, if nothing is better."""
        w, here = self.w, draft.s.where[unit]
        foes = occupied(w, draft.s, 1 - self.side)
        cells = [c for c in w.grid.cells if w.grid.distance(c, here) <= NEARBY and not foes >> c & 1]
        cover = {c: w.tables.modifiers[TERRAINS[w.board.terrain[c]]][DEFENDING] for c in cells}
        most = max(cover.values())
        goals = 1 << here if cover.get(here) == most else board_of(c for c in cells if cover[c] == most)
        return Mission(goals, 1.0, lambda unit, turns: 0.1, "finds cover nearby", only=unit)

    def dug_in_early(self, draft: Draft, unit: int) -> bool:
        return True


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Breakthrough)
    return Turtle(game, side, seed)
