"""`end_run`: the German takes the shortest road to the exits and leaves; the American races there to bar
them. Punishes open roads to the west."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.schema.terms import GERMAN
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import Mission

BAR = 90.0  # strength the American puts into each exit


class EndRun(Commander):
    name = "end_run"
    leaves = True
    least_odds = 1.5

    def missions(self, draft: Draft) -> list[Mission]:
        exits = self.w.board.exits
        if self.side == GERMAN:
            return [
                Mission(exits, 1e9, lambda unit, turns: 1 / (1 + turns), "by the shortest road to the exits")
            ]
        guards = [
            Mission(
                1 << cell, BAR, lambda unit, turns: 10 / (1 + turns), f"bars the exit {draft.label(cell)}"
            )
            for cell in bits(exits)
        ]
        towns = [
            Mission(
                1 << cell, BAR, lambda unit, turns: 1 / (1 + turns), f"bars the road at {draft.place(cell)}"
            )
            for cell in sorted(self.towns())
        ]
        return guards + towns

    def ground(self, draft: Draft, cell: int) -> float:
        return 20.0 if self.w.board.road >> cell & 1 else 2.0


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Breakthrough)
    return EndRun(game, side, seed)
