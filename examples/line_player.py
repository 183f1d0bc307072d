"""A computer player in one file, without importing ardennes: `ardennes play --allied "cmd:python3 THIS_FILE"`.

It prefers attacks: among a few random paths through the offers it takes the order that shows the most dice odds.
docs/reference/player-protocol.md explains the lines.
"""

import json
import random
import sys

TRIES = 4  # random orders to look at in each decision


def send(**line):
    print(json.dumps(line), flush=True)


def receive():
    """Return the next line of the engine; the end of the input is a stop."""
    return json.loads(sys.stdin.readline() or '{"do": "stop"}')


def ask(**line):
    send(**line)
    return receive()


def random_path(rng, root):
    """Walk down the offers to an order; None if the walk ended in an empty branch."""
    path, page = [], root
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


def first_path(root, path=()):
    """Return the path to the first order; None if there is none on the first pages."""
    for offer in root["offers"]:
        if offer.get("aside"):
            continue
        here = [*path, offer["at"]]
        below = here if "order" in offer else first_path(ask(do="offers", path=here), here)
        if below is not None:
            return below
    return None


def decide(rng, number, root):
    """Give the order with the most possible outcomes of its dice; ties go to the first one found."""
    paths = [path for path in (random_path(rng, root) for _ in range(TRIES)) if path]
    if not paths:
        return send(do="order", number=number, path=first_path(root), why="the first order offered")
    chances = [len(ask(do="odds", path=path).get("chances", [])) for path in paths]
    best = chances.index(max(chances))
    return send(do="order", number=number, path=paths[best], why=f"{chances[best]} possible results")


def main():
    rng = random.Random(0)
    root = None
    while (line := receive())["do"] != "stop":
        if line["do"] == "hello":
            send(do="hello", protocol=1, name="The Prober")
        elif line["do"] == "game":
            rng = random.Random(line["seed"])  # the same seed gives the same match
        elif line["do"] == "offers":
            root = line
        elif line["do"] == "time":
            decide(rng, line["number"], root)


main()
