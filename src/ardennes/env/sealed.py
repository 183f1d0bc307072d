"""The PettingZoo parallel environment: both sides write orders at once, without knowing each other's."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from ardennes.env.play import DICE, Play
from ardennes.env.seats import Seats, masked
from ardennes.errors import UserError
from ardennes.lab.dice import dice_for

Told = dict[str, Any]


class Sealed(Seats, ParallelEnv[str, Any, Any]):
    """In each step every side chooses one branch. A side that has sealed its orders waits in
    the last slot.
    """

    def __init__(self, play: Play, render_mode: str | None) -> None:
        game = play.game
        start = game.start(play.scenario, play.options, dice_for(DICE, 0))
        if len(game.to_move(start)) < len(game.sides):
            raise UserError(f"the sides of {game.name} decide in turn; use ardennes.env.aec({game.id!r})")
        super().__init__(play, render_mode, f"ardennes_{game.id}_sealed_v0")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        self.begin(seed)
        return self._seen()

    def step(self, actions: dict[str, Any]) -> tuple[Told, Told, Told, Told, Told]:
        play = self.play
        chosen = {self.possible_agents.index(agent): int(slot) for agent, slot in actions.items()}
        orders = {side: play.take(side, slot) for side, slot in chosen.items() if side in play.walks}
        for side, order in orders.items():
            if order is None or side not in play.walks:
                continue
            if play.game.check(play.view(side), side, order) is None:
                play.give(side, order)
            else:  # chosen before something was revealed, so the side chooses again
                del play.walks[side]
        play.settle()
        observations, infos = self._seen()
        rewards = dict(zip(self.agents, play.rewards(), strict=True))
        ended = dict.fromkeys(self.agents, play.result is not None)
        cut = dict.fromkeys(self.agents, play.truncated)
        if play.over:
            self.agents = []
        return observations, rewards, ended, cut, infos

    def _seen(self) -> tuple[Told, Told]:
        """Return each agent's observation and info."""
        sides = list(enumerate(self.agents))
        return (
            {agent: masked(self.play, side) for side, agent in sides},
            {agent: self.play.info(side) for side, agent in sides},
        )

    def render(self) -> str | None:
        """Return the map as text as each side sees it."""
        if self.render_mode is None:
            return None
        return "\n".join(self.play.render(side) for side in range(len(self.possible_agents)))
