"""`rush`: moves to the nearest place that scores and attacks at 1:1. It punishes a thin line."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.guns import bring_up, support, within_reach
from ardennes.players.playsheet.places import hostile_places, ours
from ardennes.players.playsheet.scripts.base import all_towards, attack_at_even


class Rush(Commander):
    name = "rush"

    def write(self, draft: Draft) -> None:
        attacked = attack_at_even(draft)
        for target in attacked:
            support(draft, within_reach(draft, target, 4)[1], target, "attack", "supports the attack")
        goals = hostile_places(draft) or draft.enemy.strength or ours(draft)
        all_towards(draft, goals, "moves to the next place")
        bring_up(draft, sorted(draft.enemy.strength))
        fly(draft, [(draft.enemy.strength[cell], cell, "attack") for cell in attacked])


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return Rush(game, side, seed)
