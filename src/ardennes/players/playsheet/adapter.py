"""The adapter of the Operational Playsheet for the levels and the veteran, which plan a whole order sheet."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import DEAD, PlaysheetState
from ardennes.games.playsheet.rules.outcome.victory import bounds_of, ended_now
from ardennes.games.playsheet.schema.sheet import VICTORY
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, turn_words
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.playsheet.drawing import draw_enemy
from ardennes.players.playsheet.staff.player import staff_for
from ardennes.players.search.adapter import Adapter
from ardennes.players.search.playout import dice_of
from ardennes.players.search.reading import Sight
from ardennes.players.toolkit.weights import Weights
from ardennes.words import counted

NEAR = 0.8  # factor for each hex of distance from a place that the Germans can still take
STEP = 0.15  # German points that a step of status is worth


class PlaysheetAdapter(Adapter):
    work = 8000
    horizon = 2
    spread = 8.0
    scripts = ("rush", "turtle", "end_run", "cutter")

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Playsheet)
        return staff_for(game, side, seed, weights)

    def moment(self, view: Any) -> Hashable | None:
        return int(view.turn)

    def sight(self, game: Any, view: PlaysheetState, side: int) -> Sight:
        """Return nothing: the reports of a turn fit every plan of the enemy, and misled the veteran."""
        return frozenset()

    def lead(self, game: Any, state: PlaysheetState) -> float:
        """Return the German lead: points now over a draw, places near German units, and steps lost."""
        w: World = game.world
        allied, german = (
            sum(_lost(w, state, u) for u in w.of_side[side] if state.where[u] >= 0 or state.where[u] == DEAD)
            for side in (ALLIED, GERMAN)
        )
        there = [state.where[u] for u in w.of_side[GERMAN] if w.combat[u] and state.where[u] >= 0]
        near = sum(
            place.points * NEAR ** min(w.distance(place.hex, cell) for cell in there)
            for place in w.objectives
            if state.places[place.index] == ALLIED and there
        )
        even = next((low for low, level in bounds_of(w, state) if VICTORY[level] == "draw"), 0)
        return ended_now(w, state).points - (even or 0) + near / 2 + STEP * (allied - german)

    def describe(self, game: Any, state: PlaysheetState) -> str:
        w: World = game.world
        return f"the Germans have {counted(ended_now(w, state).points, 'point')} on {turn_words(state.turn)}"

    def drawn(self, game: Any, view: PlaysheetState, side: int, rng: Random) -> PlaysheetState:
        """Draw the enemy from the reports; if the enemy has sealed, the staff writes its sheet."""
        s = draw_enemy(game.world, view, side, rng)
        enemy = 1 - side
        if s.sealed[enemy]:
            s.sealed[enemy] = False
            staff = staff_for(game, enemy, 0)
            while not s.sealed[enemy]:  # the last order of a sheet seals it
                order, _ = staff.act(game.view(s, enemy), enemy)
                game.apply(s, enemy, order, dice_of("no die falls while sheets are written"))
        return s


def _lost(w: World, s: PlaysheetState, unit: int) -> int:
    return w.units[unit].status - (s.status[unit] if s.where[unit] >= 0 else 0)


ADAPTER = PlaysheetAdapter()
