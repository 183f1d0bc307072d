"""The Gymnasium environment: one side against a computer player."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces

from ardennes.env.play import Play
from ardennes.env.seats import MODES, check_mode, masked, masked_space, next_seed

Step = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


class Against(gymnasium.Env[dict[str, Any], Any]):
    """Each step chooses one branch; the other side answers at once."""

    def __init__(self, play: Play, side: int, render_mode: str | None) -> None:
        self.play, self.side = play, side
        self.render_mode = check_mode(render_mode)
        self.metadata = {"render_modes": list(MODES), "render_fps": 4}
        self.observation_space = masked_space(play)
        self.action_space = spaces.Discrete(play.slots)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.play.begin(next_seed(seed, self.np_random))
        self.play.settle()
        return masked(self.play, self.side), self.play.info(self.side)

    def step(self, action: Any) -> Step:
        play, side = self.play, self.side
        order = play.take(side, int(action))
        if order is not None:
            play.give(side, order)
            play.settle()
        ended = play.result is not None
        return masked(play, side), play.rewards()[side], ended, play.truncated, play.info(side)

    def render(self) -> Any:
        return self.play.render(self.side) if self.render_mode is not None else None
