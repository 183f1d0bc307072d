"""The plan environment: the agent sets the staff's knobs, and the staff plays the turn.

A knob scales one of the staff's weights (players/<game>/weights.toml). Every weight has two knobs, each for
some of the staff's decisions: in Tigers and Wave of Terror one for movement and one for everything else, in
Breakthrough one for the second operation of a day and one for everything before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from ardennes.env.against import Step
from ardennes.env.play import Play
from ardennes.env.seats import MODES, check_mode, next_seed
from ardennes.errors import UserError
from ardennes.games.breakthrough.rules.model.state import AMERICAN_SECOND, GERMAN_SECOND
from ardennes.kernel.contract import AnyGame, Order, part_played
from ardennes.kernel.kit import part
from ardennes.players.api import Player
from ardennes.players.toolkit.weights import WORK, Weights, load_weights
from ardennes.words import closest

PLACES = "places"  # suffix of sections of weights that only short scenarios use
STRETCH = 4.0  # a knob at its maximum multiplies the weight by four, at its minimum it divides by four


def _moving(game: AnyGame, view: Any) -> bool:
    return any(decision.kind == "move" for decision in game.decisions(view))


def _second(game: AnyGame, view: Any) -> bool:
    return view.phase in (AMERICAN_SECOND, GERMAN_SECOND)


class Way(NamedTuple):
    """How the staff of a game is given weights."""

    make: str  # (game, side, seed, weights)
    when: str  # name of the decisions that have separate knobs
    apart: Callable[[AnyGame, Any], bool]  # whether a decision is one of them
    fixed: frozenset[str] = frozenset()  # weights without knobs: read only once, or rarely relevant


WAYS = {
    "tigers": Way("ardennes.players.tigers.staff.player:Staff", "moving", _moving),
    "breakthrough": Way(
        "ardennes.players.breakthrough.staff.player:staff_for",
        "second",
        _second,
        frozenset({"least_odds", "lonely", "ride"}),
    ),
    "wave_of_terror": Way("ardennes.players.wave_of_terror.staff.player:staff_for", "moving", _moving),
}


class Knob(NamedTuple):
    """One weight of the staff in some of its decisions."""

    section: str
    weight: str
    when: str = ""  # empty: in all decisions without separate knobs

    def __str__(self) -> str:
        return f"{self.section}.{self.weight}" + (f" ({self.when})" if self.when else "")


def knobs_of(game: AnyGame, side: int) -> list[Knob]:
    """Return the knobs of a side's staff: without the weights of the other side and of the other kind of
    scenario. Some may not be requested.
    """
    if game.id not in WAYS:
        raise UserError(f"the staff of {game.name} has no knobs; those with knobs are: {', '.join(WAYS)}")
    way, tables = WAYS[game.id], load_weights(game.id)
    mine, short = game.sides[side], {s for s in tables if s.endswith(PLACES)}
    asked = set(tables) - {WORK, *game.sides} - short
    asked |= short & {PLACES, f"{mine}_{PLACES}"} if short and part_played(game) else {mine}
    result = [
        Knob(section, weight)
        for section, table in tables.items()
        if section in asked
        for weight in table
        if weight not in way.fixed
    ]
    return [*result, *(knob._replace(when=way.when) for knob in result)]


def chosen(knobs: Sequence[Knob], names: Sequence[str] | None) -> list[Knob]:
    """Return the named knobs, in the order of the names; all if none is named."""
    if names is None:
        return list(knobs)
    by_name = {str(knob): knob for knob in knobs}
    for name in names:
        if name not in by_name:
            text = f"there is no knob {name!r}; there are: {', '.join(by_name)}."
            raise UserError(text + closest(name, by_name))
    if len(set(names)) < len(names) or not names:
        raise UserError(f"name at least one knob, and each only once, not {', '.join(names) or 'none'}")
    return [by_name[name] for name in names]


class _Scaled(Weights):
    """Return a table of weights for the present setting of the knobs."""

    def __init__(self, table: Weights) -> None:
        super().__init__(table)
        self.scale: dict[str, float] = {}

    def __getitem__(self, name: str) -> float:
        return super().__getitem__(name) * self.scale.get(name, 1.0)


class KnobbedStaff:
    """A staff whose knobs may change between its decisions."""

    name = "knobs"

    def __init__(self, game: AnyGame, side: int, seed: int, knobs: Sequence[Knob]) -> None:
        self.game, self.knobs, self.way = game, knobs, WAYS[game.id]
        self.weights = {section: _Scaled(table) for section, table in load_weights(game.id).items()}
        self.staff: Player = part(self.way.make)(game, side, seed, self.weights)
        self.scales = [1.0] * len(knobs)

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        apart = self.way.apart(self.game, view)
        for table in self.weights.values():
            table.scale.clear()
        for knob, scale in zip(self.knobs, self.scales, strict=True):
            if bool(knob.when) == apart:
                self.weights[knob.section].scale[knob.weight] = scale
        return self.staff.act(view, side)


class Plan(gymnasium.Env[dict[str, Any], Any]):
    """Each step is one turn of one side.

    Knobs are numbers from -1 to 1, or levels: 0, or the middle level, leaves the weight as it is.
    """

    def __init__(
        self,
        play: Play,
        side: int,
        levels: int | None,
        render_mode: str | None,
        knobs: Sequence[str] | None = None,
    ) -> None:
        self.play, self.side, self.levels = play, side, levels
        self.render_mode = check_mode(render_mode)
        self.metadata = {"render_modes": list(MODES), "render_fps": 4}
        self.knobs = chosen(knobs_of(play.game, side), knobs)
        count = len(self.knobs)
        if levels is not None and (levels < 3 or levels % 2 == 0):
            raise UserError(f"{levels} levels have no middle one; use an odd number of at least 3")
        self.action_space: spaces.Space[Any] = (
            spaces.Box(-1.0, 1.0, (count,), np.float32)
            if levels is None
            else spaces.MultiDiscrete([levels] * count)
        )
        parts = play.observer.space
        self.observation_space = spaces.Dict({name: parts[name] for name in ("planes", "units", "state")})
        self.staff: KnobbedStaff

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        seed = next_seed(seed, self.np_random)
        self.staff = KnobbedStaff(self.play.game, self.side, 2 * seed + self.side, self.knobs)
        self.play.begin(seed, {self.side: self.staff})
        return self._seen(), self.play.info(self.side)

    def scales(self, action: Any) -> list[float]:
        """Return the factor of each knob's weight."""
        turned = np.asarray(action, float)
        if self.levels is not None:
            turned = 2.0 * turned / (self.levels - 1) - 1.0
        return [float(one) for one in STRETCH ** np.clip(turned, -1.0, 1.0)]

    def step(self, action: Any) -> Step:
        play, side = self.play, self.side
        self.staff.scales = self.scales(action)
        play.settle(last_turn=max(1, play.table.turn()))  # setup belongs to the first turn
        ended = play.result is not None
        return self._seen(), play.rewards()[side], ended, play.truncated, play.info(side)

    def _seen(self) -> dict[str, Any]:
        return dict(self.play.observer.position(self.play.view(self.side), self.side))

    def render(self) -> Any:
        return self.play.render(self.side) if self.render_mode is not None else None
