"""The PettingZoo AEC environment: the side that must decide chooses one branch per step."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from ardennes.env.play import Play
from ardennes.env.seats import Seats, masked


class Turns(Seats, AECEnv[str, Any, Any]):
    """Agents are the sides, by their names."""

    def __init__(self, play: Play, render_mode: str | None) -> None:
        super().__init__(play, render_mode, f"ardennes_{play.game.id}_v0")
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
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
        """Select the next agent, and update everybody's info."""
        play = self.play
        self.terminations = dict.fromkeys(self.agents, play.result is not None)
        self.truncations = dict.fromkeys(self.agents, play.truncated)
        self.infos = {agent: play.info(side) for side, agent in enumerate(self.agents)}
        chooses = next(iter(play.game.to_move(play.state)), 0)
        self.agent_selection = self.possible_agents[chooses]

    def render(self) -> str | None:
        """Return the map as text as the choosing side sees it."""
        if self.render_mode is None:
            return None
        return self.play.render(self.possible_agents.index(self.agent_selection))
