"""Tigers for the levels and the veteran: a movement step is planned as a whole; only the dump is hidden."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import Moving, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.search.adapter import Adapter
from ardennes.players.tigers.scripts.base import Exploit
from ardennes.players.tigers.staff.ground import exit_race, exit_worth
from ardennes.players.tigers.staff.player import Staff
from ardennes.players.toolkit.weights import Weights

PATIENCE = 0.72  # what a turn of delay leaves of a division about to leave


class TigersAdapter(Adapter):
    work = 4000
    horizon = 1
    scripts = ("rush", "cutter", "turtle", "end_run")
    spread = 2.0

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Tigers)
        return Staff(game, side, seed, weights)

    def moment(self, view: TigersState) -> Hashable | None:
        return (view.turn, view.phase) if view.stack and isinstance(view.stack[-1], Moving) else None

    def shared(self, player: Player) -> Sequence[object]:
        """Links of the map, marches and ways; none of these lists is changed once it is found."""
        if not isinstance(player, Exploit):
            return ()
        return (*player.links, *player.fields.values(), *player.reach.values())

    def lead(self, game: Any, state: TigersState) -> float:
        """How near the Germans are to breaking out, as games of two staffs went: with 2.8 divisions
        out or about to leave they win every second one, fewer late in the game or when outnumbered."""
        w: World = game.world
        race = exit_race(w, state)
        units = [[u for u in w.of_side[side] if state.where[u] >= 0] for side in (GERMAN, ALLIED)]
        near = sorted(exit_worth(w, u) * PATIENCE ** race.turns(u, state.where[u]) for u in units[GERMAN])[
            -4:
        ]
        balance = sum(w.factor[u] for u in units[GERMAN]) - sum(w.factor[u] for u in units[ALLIED])
        late = 0.1 * max(0, state.turn - 5)
        leaving: float = sum(near)
        return state.exited / 4 + leaving - 2.8 - late + 0.01 * (balance - 10)

    def describe(self, game: AnyGame, state: TigersState) -> str:
        return f"{state.exited / 4:g} divisions are out by turn {state.turn}"

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
