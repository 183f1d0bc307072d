"""`end_run`: leaves the map as German, blocks every exit as Allied. It punishes open exits."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import SUPPLIED
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.marching import leave
from ardennes.players.playsheet.scripts.base import all_towards, attack_at_even


class EndRun(Commander):
    name = "end_run"

    def write(self, draft: Draft) -> None:
        exits = dict.fromkeys(sorted(draft.w.exits), 0)
        if draft.side == GERMAN:
            for unit in sorted(draft.free):
                if draft.w.units[unit].combat and draft.s.marks[unit] & SUPPLIED:
                    leave(draft, unit, "leaves the map towards Liège and Antwerp")
            attacked = attack_at_even(draft)
            all_towards(draft, exits, "moves to the nearest exit")
        else:
            attacked = []
            held = {draft.s.where[unit] for unit in draft.fighters}
            open_exits = [cell for cell in exits if cell not in held]
            all_towards(draft, open_exits, "blocks an exit", bold=False)
        fly(draft, [(1.0, cell, "attack") for cell in attacked])


def make(game: AnyGame, side: int, seed: int) -> Player:
    assert isinstance(game, Playsheet)
    return EndRun(game, side, seed)
