"""Breakthrough for the levels and the veteran: an operation phase is planned as a whole."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.state import (
    AMERICAN_FIRST,
    AMERICAN_SECOND,
    GERMAN_FIRST,
    GERMAN_SECOND,
    SUPPLY,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.movement.allowance import first_allowance
from ardennes.games.breakthrough.rules.outcome.victory import score, score_now, thresholds
from ardennes.kernel.contract import AnyGame
from ardennes.players.api import Player
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft, Memory
from ardennes.players.breakthrough.staff.player import staff_for
from ardennes.players.search.adapter import Adapter
from ardennes.players.toolkit.weights import Weights

PLANNED = (AMERICAN_FIRST, GERMAN_FIRST, AMERICAN_SECOND, GERMAN_SECOND)
SEEN_ANEW = ("menace", "roads", "theirs")  # by a commander, whenever a phase begins
FIRST_AND_SECOND = ((GERMAN_FIRST, GERMAN_SECOND), (AMERICAN_FIRST, AMERICAN_SECOND))  # by side
KEPT = 0.4  # of the first allowance, thought to be left after the first operation phase
WEAR = 8  # points of efficiency, and percent of strength, by which a guess may be wrong


class BreakthroughAdapter(Adapter):
    work = 2000
    horizon = 1
    scripts = ("turtle", "rush", "end_run", "cutter")
    spread = 600.0

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        assert isinstance(game, Breakthrough)
        return staff_for(game, side, seed, weights)

    def moment(self, view: BreakthroughState) -> Hashable | None:
        return (view.turn, view.phase) if view.phase in PLANNED else None

    def shared(self, player: Player) -> Sequence[object]:
        """The nets of steps, and what it saw when the phase before began."""
        if not isinstance(player, Commander):
            return ()
        return (player.memory.nets, *(seen for name, seen in vars(player).items() if name in SEEN_ANEW))

    def drawn(self, game: Any, view: BreakthroughState, side: int, rng: Random) -> BreakthroughState:
        """Enemy units as the staff believes them to be, each a little better or worse, with the points they
        may still have today."""
        draft = Draft(game, side, view, Memory(), keen=True)
        s, limits = draft.s, game.world.limits
        first, second = FIRST_AND_SECOND[1 - side]
        if SUPPLY < s.phase < second:
            for unit in draft.foes:
                points = first_allowance(game.world, s, unit)
                s.points[unit] = points if s.phase <= first else int(points * KEPT)
        if not s.variant.show_strengths:
            for unit in draft.foes:
                worn = s.efficiency[unit] + rng.randint(-WEAR, WEAR)
                s.efficiency[unit] = max(limits.efficiency_min, min(limits.efficiency_max, worn))
                most = max(s.strength[unit], printed(game.world, s, unit))
                parts = max(1, len(game.world.units[unit].components))
                guess = round(s.strength[unit] * (1 + rng.randint(-WEAR, WEAR) / 100))
                s.strength[unit] = max(min(parts, most), min(most, guess))
        return s

    def lead(self, game: Any, state: BreakthroughState) -> float:
        """The German score if the game ended with the day before, against the least that is no American
        victory."""
        drawn = [least for name, least in thresholds(game.world, state.scenario) if "Draw" in name]
        return score_now(game.world, state, state.turn - 1) - (drawn[0] if drawn else 0)

    def describe(self, game: AnyGame, state: BreakthroughState) -> str:
        return f"the German score is {score(state)} on day {state.turn}"


ADAPTER = BreakthroughAdapter()
