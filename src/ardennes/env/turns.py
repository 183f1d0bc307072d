"""The PettingZoo AEC environment: whoever has to decide chooses one branch a step."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ardennes.env.play import Play
from ardennes.env.seats import check_mode, masked, masked_space, next_seed


class Turns(AECEnv[str, dict[str, Any], Any]):
    """Agents are the sides, by their names."""

    def __init__(self, play: Play, render_mode: str | None) -> None:
        self.play = play
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"ardennes_{play.game.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = list(play.game.sides)
        self.observation_spaces = {agent: masked_space(play) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(play.slots) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.play.begin(next_seed(seed, self.np_random))
        self.play.settle()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell()

    def observe(self, agent: str) -> dict[str, Any]:
        return masked(self.play, self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        side = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        order = self.play.take(side, int(action))
        if order is not None:
            self.play.give(side, order)
            self.play.settle()
        self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
        self._accumulate_rewards()
        self._tell()

    def _tell(self) -> None:
        """Who chooses next, and what everybody is told."""
        play = self.play
        self.terminations = dict.fromkeys(self.agents, play.result is not None)
        self.truncations = dict.fromkeys(self.agents, play.truncated)
        self.infos = {agent: play.info(side) for side, agent in enumerate(self.agents)}
        chooses = next(iter(play.game.to_move(play.state)), 0)
        self.agent_selection = self.possible_agents[chooses]

    def render(self) -> str | None:
        """The map in text as whoever chooses sees it."""
        if self.render_mode is None:
            return None
        return self.play.render(self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """There is nothing to close."""
