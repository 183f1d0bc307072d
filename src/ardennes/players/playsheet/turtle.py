"""`turtle`: best ground near what counts, digs in, never attacks. Punishes attacks without a point."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Player
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.desk import Desk
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.guns import behind_the_line
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.places import hostile_places, ours

GARRISON = 3  # units that go to one place


class Turtle(Commander):
    name = "turtle"

    def write(self, desk: Desk) -> None:
        """Places not garrisoned draw the nearest units that nobody holds in place."""
        wanted = ours(desk) if desk.side != GERMAN else [*ours(desk), *hostile_places(desk)[:4]]
        for cell in sorted(wanted):
            missing = GARRISON - sum(desk.s.where[unit] == cell for unit in desk.fighters)
            idle = [u for u in desk.fighters if u in desk.free and desk.s.where[u] not in wanted]
            idle = [u for u in idle if not desk.touching(u)]
            field = {row: desk.field(row, {cell: 0}) for row in range(5)}
            idle.sort(key=lambda u: (field[desk.w.units[u].row][desk.s.where[u]], u))
            for unit in idle[: max(0, missing)]:
                march(desk, unit, field[desk.w.units[unit].row], "garrison")
        front = sorted({desk.s.where[u] for u in desk.fighters if desk.touching(u)})
        behind_the_line(desk, [(desk.enemy.near(cell, 2), cell, 2) for cell in front])
        fly(desk, [(desk.enemy.near(cell, 2), cell, "defence") for cell in front])


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return Turtle(game, side, seed)
