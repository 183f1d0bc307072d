"""Shared by the tests of the environments: a short scenario of each game, and random agents."""

from __future__ import annotations

from random import Random

from ardennes.env.play import Play
from ardennes.env.walk import Walk

SHORT = {
    "tigers": "peiper",
    "breakthrough": "losheim",
    "wave_of_terror": "elsenborn",
    "playsheet": "lxvi_corps",
}
IN_TURN = ("tigers", "breakthrough", "wave_of_terror")


def played(play: Play, orders: int, seed: int = 1) -> Play:
    """Return the match after about this many random orders."""
    rng = Random(seed)
    play.begin(seed)
    play.settle()
    while len(play.table.journal) < orders and not play.over:
        side = next(iter(play.walks))
        order = play.take(side, rng.choice(play.walks[side].allowed()))
        if order is not None:
            play.give(side, order)
            play.settle()
    return play


def put(play: Play, state: object, side: int) -> None:
    """Set up a position, and let one side begin to choose in it."""
    play.lay(state)
    if side in play.game.to_move(state):
        walk = Walk(play.game.offers(play.view(side), side), play.slots)
        assert walk.begin() is None
        play.walks[side] = walk
