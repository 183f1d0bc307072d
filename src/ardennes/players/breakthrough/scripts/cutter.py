"""`cutter`: goes for the road hexes that most of the enemy's supply hangs on. Punishes unguarded roads."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.position import occupied, owned
from ardennes.games.breakthrough.rules.movement.roads import open_links, supplied_roads
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.reach import flood_links
from ardennes.players.api import Player
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import Mission

CUTS = 5  # hexes it goes for at once
HUNTERS = 100.0  # strength that goes for each
REACH = 12  # hexes from its own units within which it looks for cuts
PATIENCE = 6  # hexes a cut may be farther off to be worth half


class Cutter(Commander):
    name = "cutter"
    least_odds = 1.5

    def missions(self, draft: Draft) -> list[Mission]:
        cuts = self.cuts(draft)
        result = [
            Mission(
                1 << cell,
                HUNTERS,
                lambda unit, turns: 10 / (1 + turns),
                f"cuts the road at {draft.place(cell)}",
            )
            for cell in cuts
        ]
        foes = occupied(self.w, draft.s, 1 - self.side)
        return [*result, Mission(foes, 1e9, lambda unit, turns: 1 / (10 + turns), "at the enemy")]

    def cuts(self, draft: Draft) -> list[int]:
        """Enemy road hexes without a unit, by how many road hexes would be cut off with them, the nearer the
        better."""
        w, s, enemy = self.w, draft.s, 1 - self.side
        road, links = owned(w, s, enemy) & w.board.road, open_links(w, s)
        whole = supplied_roads(w, s, enemy)
        mine = {s.where[unit] for unit in draft.mine()}
        worth: dict[int, float] = {}
        for cell in bits(whole & ~occupied(w, s, enemy)):
            far = min((w.grid.distance(cell, at) for at in mine), default=99)
            if far > REACH:
                continue
            left = flood_links(w.grid, w.edge[enemy], road & ~(1 << cell), links)
            worth[cell] = (whole & ~left).bit_count() / (PATIENCE + far)
        chosen: list[int] = []
        for cell in sorted(worth, key=lambda c: (-worth[c], c)):
            if all(w.grid.distance(cell, other) > 2 for other in chosen):
                chosen.append(cell)
        return chosen[:CUTS]

    def ground(self, draft: Draft, cell: int) -> float:
        return 15.0 if self.w.board.road >> cell & 1 else 2.0


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Breakthrough)
    return Cutter(game, side, seed)
