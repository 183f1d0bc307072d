"""Counts of legal orders in a few positions of each game, as chess programs count moves (`perft`).

    tigers/peiper_staff 12: german 37 812

The position after 12 orders of that rules golden: the German side has 37 legal orders, and after each of them
the sides to move have 812 in all. The second number is left out if the first is large. If even the first is
too large to count, as on a sheet of the playsheet, `allied 74 of 2951` says that the tree of offers has 74
offers at its root and 2951 one level below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.golden import rules
from ardennes.golden.file import ENDING, RULES, Lines
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.match import Match
from ardennes.kernel.offers import Branch, Offer, orders

FILE = Path(RULES) / "counts.txt"
LINE = re.compile(r"(\w+/\w+) (\d+)(?:: (.*))?")
MOST = 3000  # orders that are counted
BOTH = 30  # up to so many orders, the orders that follow each are counted too


class Position(NamedTuple):
    match: str
    orders: int  # orders given before
    counts: str  # as recorded


def read(folder: Path) -> list[Position]:
    """Read the positions and their recorded counts."""
    path = folder / FILE
    result = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        parts = LINE.fullmatch(line)
        if parts is None:
            raise UserError(f"{path}, line {number}: expected MATCH ORDERS: SIDE COUNT, found {line!r}")
        result.append(Position(parts[1], int(parts[2]), parts[3] or ""))
    return result


def record(folder: Path) -> None:
    """Count the legal orders of every position again."""
    if (folder / FILE).is_file():
        lines = [f"{at.match} {at.orders}: {count(folder, at)}\n" for at in read(folder)]
        (folder / FILE).write_text("".join(lines), encoding="utf-8", newline="\n")


def count(folder: Path, position: Position) -> str:
    """Return by side the number of legal orders, and of pairs of orders if there are few."""
    golden = rules.read(Lines(folder / RULES / f"{position.match}{ENDING}"))
    match = rules.load(golden, find_game(golden.golden.recipe.game), position.orders)
    game, parts = match.game, []
    for side in game.to_move(match.state):
        legal = list(islice(_legal(game, match.state, side), MOST))
        if len(legal) == MOST:
            parts.append(
                f"{game.sides[side]} {_size_of_tree(game.offers(game.view(match.state, side), side))}"
            )
            continue
        parts.append(f"{game.sides[side]} {len(legal)}")
        if len(legal) <= BOTH:
            parts[-1] += f" {sum(_after(match, side, order) for order in legal)}"
    return ", ".join(parts)


def _size_of_tree(offers: Sequence[Offer]) -> str:
    """Return how many offers there are at the root of the tree, and one level below."""
    below = sum(len(offer.offers()) for offer in offers if isinstance(offer, Branch))
    return f"{len(offers)} of {below}"


def _legal(game: AnyGame, state: Any, side: int) -> Iterator[Order]:
    return orders(game.offers(game.view(state, side), side))


def _after(match: Match[Any], side: int, order: Order) -> int:
    """Return how many orders there are after an order; at most `MOST` for each side."""
    game, state = match.game, match.state.clone()
    game.apply(state, side, order, match.dice)
    if game.result(state) is not None:
        return 0
    return sum(len(list(islice(_legal(game, state, mover), MOST))) for mover in game.to_move(state))
