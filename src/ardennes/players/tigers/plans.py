"""Tigers for the levels and the veteran: a movement step is planned as a whole; only the dump is hidden."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.position import derived
from ardennes.games.tigers.rules.state import Moving, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.adapter import Adapter
from ardennes.players.contract import Player
from ardennes.players.tigers.staff import Staff
from ardennes.players.toolkit.weights import Weights


class TigersAdapter(Adapter):
    scripts = ("turtle", "rush", "end_run", "cutter")
    spread = 2.0

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Tigers)
        return Staff(game, side, seed, weights)

    def moment(self, view: TigersState) -> Hashable | None:
        return (view.turn, view.phase) if view.stack and isinstance(view.stack[-1], Moving) else None

    def drawn(self, game: Any, view: TigersState, side: int, rng: Random) -> TigersState:
        """The dump lies in one of its hexes where no German stands and nobody is attacked, TIA-FUEL-2."""
        w = game.world
        if side == ALLIED or view.dump_known or w.dump < 0 or view.where[w.dump] >= 0:
            return view
        open_ = w.board.dump_hexes & ~derived(w, view).fighters[GERMAN]
        for attack in view.attacks:
            for target in attack.targets:
                open_ &= ~(1 << target)
        state = view.clone()
        if cells := list(bits(open_)):
            state.where[w.dump] = rng.choice(cells)
        return state


ADAPTER = TigersAdapter()
