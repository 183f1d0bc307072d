"""A process that plays one match as fast as it can and prints each order once
it is saved; made to be killed.
"""

from __future__ import annotations

import sys
from random import Random

import msgspec

from ardennes.kernel.offers import sample
from ardennes.server.matches.service import Room
from ardennes.server.storage.sql import Store


def main(address: str, match: str, seed: int) -> None:
    room = Room(Store(address))
    rng = Random(seed)
    while True:
        with room.at(match) as live:
            if live.match.result() is not None:
                return
            side = live.game.to_move(live.match.state)[0]
            order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
            assert order is not None
            room.play(live, side, order)
            acknowledged = (live.match.seq, side, msgspec.to_builtins(order))
        sys.stdout.write(msgspec.json.encode(acknowledged).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
