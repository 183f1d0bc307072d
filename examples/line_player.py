"""A computer player in one file that does not import ardennes.

    ardennes play tigers --allied "cmd:python3 examples/line_player.py"

It looks at a few random legal orders and gives the one with the most possible results of its dice.
docs/reference/player-protocol.md explains the lines.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

Line = dict[str, Any]

TRIES = 4  # random orders to look at in each decision


def send(**line: Any) -> None:
    print(json.dumps(line), flush=True)


def receive() -> Line:
    """Return the next line of the engine; the end of the input is a stop."""
    line: Line = json.loads(sys.stdin.readline() or '{"do": "stop"}')
    return line


def ask(**line: Any) -> Line:
    send(**line)
    return receive()


def random_path(rng: random.Random, root: Line) -> list[int] | None:
    """Walk down the offers to an order; None if the walk ended in an empty branch."""
    path: list[int] = []
    page = root
    while True:
        if page["pages"] > 1:
            page = ask(do="offers", path=path, page=rng.randrange(page["pages"]))
        choices = [offer for offer in page["offers"] if not offer.get("aside")]
        if not choices:
            return None
        choice = rng.choice(choices)
        path = [*path, choice["at"]]
        if "order" in choice:
            return path
        page = ask(do="offers", path=path)


def first_path(root: Line, path: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """Return the path to the first order; None if there is none on the first pages."""
    for offer in root["offers"]:
        if offer.get("aside"):
            continue
        here = (*path, offer["at"])
        below = here if "order" in offer else first_path(ask(do="offers", path=here), here)
        if below is not None:
            return below
    return None


def decide(rng: random.Random, number: int, root: Line) -> None:
    """Give the order with the most possible outcomes of its dice; ties go to the first one found."""
    paths = [path for path in (random_path(rng, root) for _ in range(TRIES)) if path]
    if not paths:
        send(do="order", number=number, path=first_path(root), why="the first order offered")
        return
    chances = [len(ask(do="odds", path=path).get("chances", [])) for path in paths]
    best = chances.index(max(chances))
    send(do="order", number=number, path=paths[best], why=f"{chances[best]} possible results")


def main() -> None:
    rng = random.Random(0)
    root: Line = {}
    while (line := receive())["do"] != "stop":
        if line["do"] == "hello":
            send(do="hello", protocol=1, name="The Prober")
        elif line["do"] == "game":
            rng = random.Random(line["seed"])  # the same seed gives the same match
        elif line["do"] == "offers":
            root = line
        elif line["do"] == "time":
            decide(rng, line["number"], root)


if __name__ == "__main__":
    main()
