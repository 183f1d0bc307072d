"""A position played on: by players of its own, with dice of its own, as far as one likes.

Whoever studies a position from a seat forks that seat's view, with what it hides drawn from what is known
(`Adapter.drawn` of the game); nothing here ever holds the state or the dice of a match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from ardennes.dice import SEED_BYTES, BattleDice, Dice
from ardennes.kernel.contract import AnyGame, Order, Result
from ardennes.kernel.offers import sample
from ardennes.players.api import Player

Stop = Callable[[Any], bool]


class Course(NamedTuple):
    """How a position went on."""

    state: Any
    orders: int  # given on the way: the work it took
    result: Result | None  # None: the game is not over there
    ended: bool  # by the stop or the end of the game; else the work was used up before


def play_on(
    game: AnyGame, state: Any, players: Sequence[Player], dice: Dice, stop: Stop, most: int
) -> Course:
    """Play a copy of the position on until the stop, the end, or so many orders.

    Players are asked on views, as in a match. One that fails or gives an order that is refused is helped out
    by the first legal one: a draw of what is hidden may be odd, and one bad order must not end the study.
    """
    s = state.clone()
    for given in range(most):
        sides = game.to_move(s)
        if not sides or stop(s):
            return Course(s, given, game.result(s), True)
        order = _order(game, s, players[sides[0]], sides[0], given)
        if order is None:
            return Course(s, given, None, False)
        game.apply(s, sides[0], order, dice)
    return Course(s, most, game.result(s), not game.to_move(s))


def _order(game: AnyGame, s: Any, player: Player, side: int, given: int) -> Order | None:
    view = game.view(s, side)
    try:
        order, _ = player.act(view, side)
        if getattr(player, "checked", None) is order or game.check(view, side, order) is None:
            return order
    except Exception:  # whatever it is, the study goes on; in a match it is told (players/stand_in.py)
        view = game.view(s, side)
    return sample(game.offers(view, side), Random(given))


def dice_of(*names: object) -> BattleDice:
    """Dice fixed by the names alone; no match can have the same, whose seeds are made in another way."""
    grain = "\0".join(("ardennes playout", *map(str, names)))
    return BattleDice(hashlib.blake2b(grain.encode(), digest_size=SEED_BYTES).digest())


def after_turns(game: AnyGame, state: Any, turns: int) -> Stop:
    """Stops where so many game-turns have gone by; every game's phase mark begins with the turn."""
    last = game.phase_mark(state)[0] + turns
    return lambda s: game.phase_mark(s)[0] >= last
