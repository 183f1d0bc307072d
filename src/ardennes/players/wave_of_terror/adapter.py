"""Connect Wave of Terror to the levels and the veteran, which plan whole couplets with hidden units."""

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


ST_VITH = 30  # points for holding St. Vith, which alone may win the game, WOT-4.5


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
        """Return the cached steps of the map, and the position when the last phase began."""
        if not isinstance(player, Staff):
            return ()
        return (player.ways, player.look, player.risk, player.now)

    def lead(self, game: Any, state: f.WaveState) -> float:
        """Return the German lead: points, those of cities held now (WOT-4.7), and a value for St. Vith."""
        w: World = game.world
        cities = [enemy_cities(w, state, side).bit_count() for side in (GERMAN, ALLIED)]
        ahead = state.points[GERMAN] - state.points[ALLIED] + w.limits.city_points * (cities[0] - cities[1])
        return ahead + (ST_VITH if holder(state, w.board.st_vith) == GERMAN else -ST_VITH)

    def describe(self, game: Any, state: f.WaveState) -> str:
        german, allied = state.points[GERMAN], state.points[ALLIED]
        return f"points on turn {state.turn}: German {german}, Allied {allied}"

    def drawn(self, game: Any, view: f.WaveState, side: int, rng: Random) -> f.WaveState:
        """Return a position that the view allows, with hidden facts drawn at random.

        Hidden units are below visible ones, mostly of the same parent, WOT-7.3; POL markers get random faces.
        """
        w, state = game.world, view.clone()
        if view.unseen:
            _fill(w, state, 1 - side, rng)
        if side == GERMAN:
            faces = [1] * w.limits.pol_real + [0] * w.limits.pol_dummy
            rng.shuffle(faces)
            state.depots = [f.Depot(depot.cell, faces.pop()) for depot in view.depots]
        return state


def _fill(w: World, s: f.WaveState, enemy: int, rng: Random) -> None:
    """Place the hidden units in stacks; those without a place have not entered yet, WOT-8.1."""
    pool = [unit for unit in w.of_side[enemy] if s.where[unit] == f.UNSEEN]
    rng.shuffle(pool)
    places = [cell for cell, count in s.unseen for _ in range(count)]
    rng.shuffle(places)
    # Artillery never stacks, so it would be visible; late reinforcements are most likely still off the map.
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
