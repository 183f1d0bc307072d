"""`cutter`: blocks the supply roads of the enemy's front. It punishes an open rear."""

from __future__ import annotations

from collections import Counter

from ardennes.games.playsheet.game import Playsheet
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.scripts.base import all_towards, attack_at_even

CUTS = 6  # goals at a time


class Cutter(Commander):
    name = "cutter"

    def write(self, draft: Draft) -> None:
        attacked = attack_at_even(draft)
        all_towards(draft, feeding_roads(draft), "blocks the enemy's supply road")
        fly(draft, [(1.0, cell, "attack") for cell in attacked])


def feeding_roads(draft: Draft) -> list[int]:
    """Return road hexes on the supply paths of most reported enemies, without an enemy nearby."""
    w, used = draft.w, Counter[int]()
    back = dict.fromkeys(bits(w.sources[1 - draft.side]), -1)
    queue = list(back)
    for cell in queue:
        for near, _ in w.road_ways[cell]:
            if near not in back:
                back[near] = cell
                queue.append(near)
    for cell in draft.enemy.strength:
        at = min((c for c in (cell, *w.near[cell]) if c in back), default=-1)
        while at >= 0:
            used[at] += 1
            at = back[at]
    sources = {source for source, cell in back.items() if cell < 0}
    free = [c for c in used if not draft.enemy.touches(c) and c not in sources]
    return sorted(free, key=lambda c: (-used[c], c))[:CUTS]


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return Cutter(game, side, seed)
