"""The cost of a game between two staffs: CPU time, also in units of a fixed loop run in between, so that a
busy or different machine gives the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

from ardennes.games import find_game
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.players.api import Player, make_player
from ardennes.players.search.playout import dice_of, play_on
from bench.measure import Figure, fixed_loop
from bench.positions import SEED

WHOLE = {"tigers": "campaign", "breakthrough": "twelve"}
GAMES, QUICK_GAMES = 3, 1
EVERY = 20  # orders between two runs of the fixed loop
MOST_ORDERS = 20_000


class Paced:
    """A player that runs the fixed loop now and then."""

    def __init__(self, player: Player) -> None:
        self.player, self.name = player, player.name
        self.asked, self.loops, self.spent = 0, 0, 0.0

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        self.asked += 1
        if self.asked % EVERY == 0:
            began = process_time()
            fixed_loop()
            self.loops, self.spent = self.loops + 1, self.spent + process_time() - began
        return self.player.act(view, side)


class Cost(NamedTuple):
    """The cost of one game."""

    seconds: float
    loops: float  # the same in units of the fixed loop
    days: int
    orders: int


def game_between_staffs(game_id: str, scenario: str, seed: int, name: str = "staff") -> Cost:
    game, dice = find_game(game_id, scenario), dice_of("bench", seed)
    state = game.start(scenario, settle_options(game, {}), dice)
    players = [Paced(make_player(name, game, side, seed)) for side in range(len(game.sides))]
    began = process_time()
    course = play_on(game, state, players, dice, lambda s: False, MOST_ORDERS)
    waited = sum(p.spent for p in players)
    seconds = process_time() - began - waited
    a_loop = waited / sum(p.loops for p in players)
    return Cost(seconds, seconds / a_loop, game.phase_mark(course.state)[0], course.orders)


def title() -> str:
    return "Games between two staffs, one core"


def run(quick: bool, say: Callable[[str], None]) -> list[Figure]:
    figures = []
    for game_id, scenario in WHOLE.items():
        game = find_game(game_id, scenario)
        say(f"games of {game.name} between two staffs")
        first, *rest = [
            game_between_staffs(game_id, scenario, SEED + n)
            for n in range(1 + (QUICK_GAMES if quick else GAMES))
        ]
        orders, days = (sum(getattr(cost, of) for cost in rest) for of in ("orders", "days"))
        seconds, loops = (sum(getattr(cost, of) for cost in rest) for of in ("seconds", "loops"))
        for what, unit, value in (
            (f"the first game ({first.orders} orders, {first.days} days)", "s", first.seconds),
            ("the first game, in fixed loops", "loops", first.loops),
            (f"a game after it ({orders / len(rest):.0f} orders)", "s", seconds / len(rest)),
            ("a day of it", "s", seconds / days),
            ("a day of it, in fixed loops", "loops", loops / days),
            ("an order of it, in fixed loops", "loops", loops / orders),
        ):
            figures.append(Figure(f"{game.name}: {what}", unit, value, None, "", None, "", game_id))
    return figures
