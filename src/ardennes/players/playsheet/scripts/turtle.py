"""`turtle`: garrisons the places that score, digs in, never attacks. It punishes pointless attacks."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.guns import behind_the_line
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.places import hostile_places, ours

GARRISON = 3  # units that go to one place


class Turtle(Commander):
    name = "turtle"

    def write(self, draft: Draft) -> None:
        """Send the nearest idle units to places without a full garrison."""
        wanted = ours(draft) if draft.side != GERMAN else [*ours(draft), *hostile_places(draft)[:4]]
        for cell in sorted(wanted):
            missing = GARRISON - sum(draft.s.where[unit] == cell for unit in draft.fighters)
            idle = [u for u in draft.fighters if u in draft.free and draft.s.where[u] not in wanted]
            idle = [u for u in idle if not draft.touching(u)]
            field = {row: draft.field(row, 1 << cell) for row in range(5)}
            idle.sort(key=lambda u: (field[draft.w.units[u].row][draft.s.where[u]], u))
            for unit in idle[: max(0, missing)]:
                march(draft, unit, field[draft.w.units[unit].row], "garrisons a place")
        front = sorted({draft.s.where[u] for u in draft.fighters if draft.touching(u)})
        behind_the_line(draft, [(draft.enemy.near(cell, 2), cell, 2) for cell in front])
        fly(draft, [(draft.enemy.near(cell, 2), cell, "defence") for cell in front])


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return Turtle(game, side, seed)
