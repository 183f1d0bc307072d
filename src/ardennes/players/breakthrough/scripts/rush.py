"""`rush`: straight for the nearest town of the enemy's, at any odds from 1:1. Punishes a thin line."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.position import occupied
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import Mission

CROWD = 200.0  # strength that goes for one town at once


class Rush(Commander):
    name = "rush"

    def missions(self, draft: Draft) -> list[Mission]:
        """Every town that is not its own, the nearer the better; when all are taken, the enemy himself."""
        wanted = [cell for cell in sorted(self.towns()) if not self.held(draft) >> cell & 1]
        foes = occupied(self.w, draft.s, 1 - self.side)
        goals = [1 << cell for cell in wanted] or [1 << cell for cell in bits(foes)]
        near = [Mission(goal, CROWD, _nearer, f"on to {draft.place(next(bits(goal)))}") for goal in goals]
        everything = board_of(wanted) or foes
        return [*near, Mission(everything, 1e9, lambda unit, turns: 1 / (10 + turns), "after the others")]


def _nearer(unit: int, turns: float) -> float:
    return 10 / (1 + turns)


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Breakthrough)
    return Rush(game, side, seed)
