"""What the tests of the environments share: a short scenario of each game, and machines that know nothing."""

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
    """The match after about so many orders chosen by chance."""
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
    """Lay a position, and let one side begin to choose in it."""
    play.lay(state)
    if side in play.game.to_move(state):
        walk = Walk(play.game.offers(play.view(side), side), play.slots)
        assert walk.begin() is None
        play.walks[side] = walk
