"""What the environments of PettingZoo and Gymnasium share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from ardennes.env.play import Play
from ardennes.errors import UserError

MODES = ("ansi",)


def check_mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in MODES:
        raise UserError(f"there is no render mode {render_mode!r}; there is: {', '.join(MODES)}")
    return render_mode


def masked_space(play: Play) -> spaces.Dict:
    mask = spaces.Box(0, 1, (play.slots,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(dict(play.observer.space)), "action_mask": mask})


def masked(play: Play, side: int) -> dict[str, Any]:
    """Return what a side sees, and which slots it may choose."""
    return {"observation": play.observe(side), "action_mask": play.mask(side)}


def next_seed(seed: int | None, rng: np.random.Generator) -> int:
    """Return the seed of the next match: the given one, or one from the generator."""
    return seed if seed is not None else int(rng.integers(2**31))


class Seats:
    """What both environments of PettingZoo share: an agent for each side, with constant spaces."""

    def __init__(self, play: Play, render_mode: str | None, name: str) -> None:
        self.play = play
        self.render_mode = check_mode(render_mode)
        self.metadata: dict[str, Any] = {"name": name, "render_modes": list(MODES)}
        self.possible_agents = list(play.game.sides)
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: masked_space(play) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(play.slots) for agent in self.possible_agents
        }
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Start a match, up to the first choice."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.play.begin(next_seed(seed, self.np_random))
        self.play.settle()
        self.agents = list(self.possible_agents)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
