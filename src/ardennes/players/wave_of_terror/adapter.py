"""Wave of Terror for the levels and the veteran: a couplet is planned as a whole; stacks hide units."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import holder, units_at
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.rules.outcome.victory import enemy_cities
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.search.adapter import Adapter
from ardennes.players.toolkit.weights import Weights
from ardennes.players.wave_of_terror.staff.common import Staff
from ardennes.players.wave_of_terror.staff.player import staff_for

PLANNED = (f.Declaring, f.Moving)


ST_VITH = 30  # points that holding St. Vith is worth, since it may win by itself, WOT-4.5


class WaveAdapter(Adapter):
    work = 8000
    horizon = 1
    spread = 30.0
    scripts = ("rush", "turtle", "end_run", "cutter")

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, WaveOfTerror)
        return staff_for(game, side, seed, weights)

    def moment(self, view: Any) -> Hashable | None:
        if not view.stack or not isinstance(view.stack[-1], PLANNED):
            return None
        return (view.turn, view.couplet, view.acting)

    def shared(self, player: Player) -> Sequence[object]:
        """Ways of the map, and what it saw when the phase before began."""
        if not isinstance(player, Staff):
            return ()
        return (player.ways, player.look, player.risk, player.now)

    def lead(self, game: Any, state: f.WaveState) -> float:
        """The points so far and those of the cities held now, WOT-4.7, and who holds St. Vith."""
        w: World = game.world
        cities = [enemy_cities(w, state, side).bit_count() for side in (GERMAN, ALLIED)]
        ahead = state.points[GERMAN] - state.points[ALLIED] + w.limits.city_points * (cities[0] - cities[1])
        return ahead + (ST_VITH if holder(state, w.board.st_vith) == GERMAN else -ST_VITH)

    def describe(self, game: Any, state: f.WaveState) -> str:
        german, allied = state.points[GERMAN], state.points[ALLIED]
        return f"German {german}, Allied {allied} points on turn {state.turn}"

    def drawn(self, game: Any, view: f.WaveState, side: int, rng: Random) -> f.WaveState:
        """Unseen units lie below the tops that are seen, WOT-7.3, mostly below those of their own parent; the
        faces of the POL markers are dealt anew."""
        w, state = game.world, view.clone()
        if view.unseen:
            _fill(w, state, 1 - side, rng)
        if side == GERMAN:
            faces = [1] * w.limits.pol_real + [0] * w.limits.pol_dummy
            rng.shuffle(faces)
            state.depots = [f.Depot(depot.cell, faces.pop()) for depot in view.depots]
        return state


def _fill(w: World, s: f.WaveState, enemy: int, rng: Random) -> None:
    """Put every unseen unit somewhere; as many as there is no place for have not come in yet, WOT-8.1."""
    pool = [unit for unit in w.of_side[enemy] if s.where[unit] == f.UNSEEN]
    rng.shuffle(pool)
    places = [cell for cell, count in s.unseen for _ in range(count)]
    rng.shuffle(places)
    # Artillery lies alone and would be seen; the latest are the likeliest to be still on their way.
    pool.sort(key=lambda unit: (w.artillery[unit] > 0, w.units[unit].turn))
    inside, outside = pool[: len(places)], pool[len(places) :]
    stacks = {cell: list(units_at(w, s, cell)) for cell in places}
    rng.shuffle(inside)
    for near in (True, False):
        for cell in places[:]:
            stack = stacks[cell]
            parents = {w.parent[unit] for unit in stack}
            fits = [unit for unit in inside if not near or w.parent[unit] in parents]
            result = next((unit for unit in fits if not judge(w, [*stack, unit])), None)
            if result is None and near:
                continue
            unit = result if result is not None else fits[0]
            inside.remove(unit)
            places.remove(cell)
            stack.append(unit)
            s.where[unit] = cell
    for unit in outside:
        s.where[unit] = f.NOT_YET
    s.unseen = []
    if enemy == GERMAN and s.kg_cell >= 0:
        s.kg = tuple(sorted({*s.kg, *(u for u in stacks.get(s.kg_cell, ()) if w.parent[u] == w.kg_parent)}))
    s.kg_cell = -1 if s.kg else s.kg_cell
    s.follows = None


ADAPTER = WaveAdapter()
