"""Reach and routes over a grid: a bucket queue over whole-number costs, and bitboard floods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ardennes.hexes import Grid

Step = Callable[[int, int], Iterable[tuple[int, int]]]


class Reach(NamedTuple):
    """Cheapest cost to every node reached, and the node each was reached from."""

    cost: dict[int, int]
    came_from: dict[int, int]

    def route(self, node: int) -> list[int]:
        """The nodes from the start (left out) to `node`."""
        path = []
        while node in self.came_from:
            path.append(node)
            node = self.came_from[node]
        path.reverse()
        return path


class Routes:
    """Where units can go with the points they have, what is left of them on arrival, and the cheapest way."""

    __slots__ = ("_found", "_labels", "points")

    def __init__(self, grid: Grid, points: int, found: Reach) -> None:
        self.points, self._labels, self._found = points, grid.labels, found

    def __contains__(self, cell: int) -> bool:
        return cell in self._found.came_from

    def __iter__(self) -> Iterator[int]:
        """The hexes that can be reached, the one they stand in left out."""
        return iter(self._found.came_from)

    def __len__(self) -> int:
        return len(self._found.came_from)

    def left(self, cell: int) -> int:
        """Points left on arrival."""
        return self.points - self._found.cost[cell]

    def cells(self, cell: int) -> list[int]:
        """The way to a hex, without the hex they stand in."""
        return self._found.route(cell)

    def path(self, cell: int) -> tuple[str, ...]:
        """The same as an order writes it."""
        return tuple([self._labels[step] for step in self._found.route(cell)])


def reach(start: int, budget: int, steps: Step, enter: Callable[[int], bool] | None = None) -> Reach:
    """Cheapest ways from a node within a budget; `steps(node, spent)` yields (next node, cost > 0).

    A node is whatever whole number the caller makes of hex and mode. A budget below 0 reaches the start only.
    `enter` is asked of nodes that could be come to, where that is not worked out for every step.
    """
    budget = max(budget, 0)
    best = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent in range(budget + 1):
        for node in buckets[spent]:  # grows only in later buckets, since every cost is above 0
            if best[node] != spent:
                continue
            for nxt, cost in steps(node, spent):
                total = spent + cost
                if total < best.get(nxt, budget + 1) and (enter is None or enter(nxt)):
                    best[nxt] = total
                    came[nxt] = node
                    buckets[total].append(nxt)
    return Reach(best, came)


def flood(grid: Grid, start: int, allowed: int) -> int:
    """All hexes of `allowed` joined to the start hexes (those in `allowed`) by neighbouring hexes."""
    seen = start & allowed
    edge = seen
    while edge:
        edge = grid.ring(edge) & allowed & ~seen
        seen |= edge
    return seen


def flood_links(grid: Grid, start: int, allowed: int, links: tuple[int, ...]) -> int:
    """As `flood`, but stepping only where a link joins the hexes.

    links[d] holds the hexes from which a step in direction d is allowed.
    """
    seen = start & allowed
    edge = seen
    while edge:
        edge = spread(grid, edge, links) & allowed & ~seen
        seen |= edge
    return seen


def spread(grid: Grid, start: int, links: tuple[int, ...]) -> int:
    """The neighbours reached by one step over the links; links[d] as in `flood_links`."""
    return stepped(grid.shifts, start, links) & grid.mask


def stepped(shifts: tuple[int, ...], start: int, links: tuple[int, ...]) -> int:
    """The same for links that never lead off the map."""
    up, right, rdown, down, left, lup = shifts
    return (
        (start & links[0]) << up
        | (start & links[1]) << right
        | (start & links[2]) << rdown
        | (start & links[3]) >> -down
        | (start & links[4]) >> -left
        | (start & links[5]) >> -lup
    )
