"""Read orders as JSON from standard input and print the states before and after the last one.

`ardennes verify --golden --against REV` runs this text with the code of another commit, so it uses only
functions that exist in every version of the program.
"""

from __future__ import annotations

import sys

import msgspec

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel.match import Match, Setting, settle_options


def main() -> None:
    job = msgspec.json.decode(sys.stdin.buffer.read())
    game = find_game(job["game"])
    setting = Setting(job["scenario"], settle_options(game, job["options"]), seed_from_number(job["seed"]))
    match = Match(game, setting)
    before = match.state.record()
    for side, order in job["orders"]:
        before = match.state.record()
        match.play(side, game.read_order(order))
    states = {"before": before, "after": match.state.record(), "boards": match.state.boards}
    sys.stdout.buffer.write(msgspec.json.encode(states))


if __name__ == "__main__":
    main()
