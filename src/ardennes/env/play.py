"""A match between an agent that chooses slots and computer players: what all environments share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ardennes.env.observe import Array, Observation, Observer
from ardennes.env.text import Drawing
from ardennes.env.walk import NoOrder, Walk
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame, Order, Result, margin_for
from ardennes.kernel.match import check_scenario, settle_options
from ardennes.lab.play import MAX_ORDERS, BrokenGame, Table, decide, seat, set_table
from ardennes.players.api import Player, make_player

REWARDS = ("result", "margin")
SLOTS = 128  # of 1,000 lists in random play 3 of Wave of Terror are longer, and 58 of the playsheet
DICE = "keyed"  # as in the lab: the same luck in the same battle, whatever was rolled before


def side_named(game: AnyGame, name: str) -> int:
    if name not in game.sides:
        raise UserError(f"{game.name} has no side {name!r}; it has: {', '.join(game.sides)}")
    return game.sides.index(name)


class Play:
    """A match, the side that chooses, and what each side sees."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        slots: int = SLOTS,
        reward: str = REWARDS[0],
        text: bool = False,
        max_orders: int = MAX_ORDERS,
        opponents: Mapping[int, str] | None = None,
    ) -> None:
        whole = find_game(game)
        self.scenario = whole.scenarios[0].id if scenario is None else scenario
        check_scenario(whole, self.scenario)
        self.game = find_game(game, self.scenario)
        self.options = settle_options(self.game, options or {})
        if reward not in REWARDS:
            raise UserError(f"there is no reward {reward!r}; there are: {', '.join(REWARDS)}")
        if slots < 2:
            raise UserError(
                f"{slots} slots are too few: one for a choice and one to turn the page are needed"
            )
        self.slots, self.reward, self.text, self.max_orders = slots, reward, text, max_orders
        self.opponents = dict(opponents or {})
        for side, name in self.opponents.items():
            make_player(name, self.game, side, 0)  # an unknown name is reported now, not at the first reset
        self.observer = Observer(self.game, self.scenario, self.options, slots)
        self.drawing = Drawing(self.game)
        self.players: dict[int, Player] = {}
        self.walks: dict[int, Walk] = {}
        self.seen: dict[int, Observation] = {}
        self.table: Table
        self.result: Result | None = None
        self.truncated = False

    def begin(self, seed: int, also: Mapping[int, Player] | None = None) -> None:
        """Start a match with the dice and players of the seed."""
        table = set_table(self.game, (), seed, scenario=self.scenario, options=self.options, dice=DICE)
        self.players = {side: seat(self.game, name, side, seed) for side, name in self.opponents.items()}
        self.players |= also or {}
        table.players = [self.players.get(side, _NOBODY) for side in range(len(self.game.sides))]
        self.table = table
        self.lay(self.game.start(self.scenario, self.options, table.dice))

    def lay(self, state: Any) -> None:
        """Continue from a position of this match."""
        self.table.state = state
        self.walks.clear()
        self.seen.clear()
        self.result, self.truncated = None, False

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def over(self) -> bool:
        return self.result is not None or self.truncated

    def view(self, side: int) -> Any:
        return self.game.view(self.state, side)

    # Actions

    def take(self, side: int, slot: int) -> Order | None:
        """Choose a slot; return the order it leads to, which is not given yet, or None.

        A slot that may not be chosen counts as the next one that may, so that an agent without a mask can
        play too; `allows` says whether it may.
        """
        walk = self.walks[side]
        allowed = walk.allowed()
        return walk.take(next((one for one in allowed if one >= slot), allowed[0]))

    def allows(self, side: int, slot: int) -> bool:
        return bool(self.mask(side)[slot])

    def give(self, side: int, order: Order) -> None:
        """Give an order, and discard what was seen before it.

        If both sides decide at once, another side's partial choice remains valid: orders written in one phase
        do not affect each other.
        """
        mark = self.game.phase_mark(self.state)
        self.game.apply(self.state, side, order, self.table.dice)
        self.table.journal.append((side, order))
        self.seen.clear()
        self.walks.pop(side, None)
        if self.walks:
            same = self.game.phase_mark(self.state) == mark
            still = self.game.to_move(self.state) if same else ()
            self.walks = {other: walk for other, walk in self.walks.items() if other in still}

    def settle(self, last_turn: int | None = None) -> None:
        """Continue until somebody has something to choose, the match is over, or a turn is."""
        while (sides := self.game.to_move(self.state)) and not self.truncated:
            if last_turn is not None and self.table.turn() > last_turn:
                return
            if not self._one(sides):
                return
            self.truncated = len(self.table.journal) >= self.max_orders
        self.result = self.game.result(self.state)
        if self.result is None and not self.truncated:
            raise BrokenGame("nobody is to move, and the game is not over")
        self.truncated = self.result is None

    def _one(self, sides: tuple[int, ...]) -> bool:
        """Give one order that needs no choice; False if there is none."""
        for side in sides:
            if side in self.players:
                self.give(side, decide(self.table, self.view(side), side)[0])
                return True
            if side in self.walks:
                continue
            walk = Walk(self.game.offers(self.view(side), side), self.slots)
            try:
                order = walk.begin()
            except NoOrder:
                text = f"the {self.game.sides[side]} side is to move and no order is offered"
                raise BrokenGame(text) from None
            self.walks[side] = walk
            if order is not None:
                self.give(side, order)
                return True
        return False

    def rewards(self) -> tuple[float, ...]:
        """Return each side's reward at the end of the match; one side gains what the other loses."""
        sides = self.game.sides
        if self.result is None:
            return (0.0,) * len(sides)
        if self.reward == "margin":
            return tuple(float(margin_for(self.game, self.result, side)) for side in range(len(sides)))
        winner = self.result.winner
        return tuple(0.0 if winner is None else 1.0 if side == winner else -1.0 for side in range(len(sides)))

    # Observations

    def mask(self, side: int) -> Array:
        """Return by slot whether it may be chosen. A side with nothing to choose waits in the last one."""
        mask = np.zeros(self.slots, np.int8)
        mask[self.walks[side].allowed() if side in self.walks else self.slots - 1] = 1
        return mask

    def observe(self, side: int) -> Observation:
        """Return what the side knows, and what it may choose."""
        if side not in self.seen:
            self.seen[side] = self.observer.position(self.view(side), side)
        observation: Observation = {name: array.copy() for name, array in self.seen[side].items()}
        observation["choices"], observation["trail"] = self.observer.choices(
            self.walks.get(side), self.seen[side]
        )
        return observation

    def info(self, side: int) -> dict[str, Any]:
        """Return how the match ended; if `text` was requested, also the choice as text."""
        info: dict[str, Any] = {}
        if self.result is not None:
            info["level"], info["margin"] = self.result.level, self.result.margin
        if self.text:
            view = self.view(side)
            info["prompt"] = self.drawing.prompt(view, side)
            info["choices"] = self.drawing.choices(view, side, self.walks.get(side))
        return info

    def render(self, side: int) -> str:
        """Return the map as text as the side sees it, and what it may choose."""
        return self.drawing.board(self.view(side), side, self.walks.get(side))


class _Nobody:
    """The player of an agent's side."""

    name = "slots"

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        raise AssertionError("an agent that chooses slots is not asked for an order")


_NOBODY = _Nobody()
