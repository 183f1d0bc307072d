"""Reach and routes over a grid: a bucket queue over integer costs, and bitboard floods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ardennes.hexes import Grid

Step = Callable[[int, int], Iterable[tuple[int, int]]]


class Reach(NamedTuple):
    """The cheapest cost to every node reached, and each node's predecessor."""

    cost: dict[int, int]
    came_from: dict[int, int]

    def route(self, node: int) -> list[int]:
        """Return the nodes from the start (excluded) to `node`."""
        path = []
        while node in self.came_from:
            path.append(node)
            node = self.came_from[node]
        path.reverse()
        return path


class Routes:
    """Where units can go with their points, what they have left on arrival, and the cheapest way."""

    __slots__ = ("_found", "_labels", "points")

    def __init__(self, grid: Grid, points: int, found: Reach) -> None:
        self.points, self._labels, self._found = points, grid.labels, found

    def __contains__(self, cell: int) -> bool:
        return cell in self._found.came_from

    def __iter__(self) -> Iterator[int]:
        """Return the hexes that can be reached, without the units' own hex."""
        return iter(self._found.came_from)

    def __len__(self) -> int:
        return len(self._found.came_from)

    def left(self, cell: int) -> int:
        """Return the points left on arrival."""
        return self.points - self._found.cost[cell]

    def cells(self, cell: int) -> list[int]:
        """Return the way to a hex, without the units' own hex."""
        return self._found.route(cell)

    def path(self, cell: int) -> tuple[str, ...]:
        """Return the way as an order contains it."""
        return tuple([self._labels[step] for step in self._found.route(cell)])


def reach(start: int, budget: int, steps: Step, enter: Callable[[int], bool] | None = None) -> Reach:
    """Find the cheapest ways from a node within a budget; `steps(node, spent)` yields (next node, cost > 0).

    A node is any integer that the caller makes of hex and mode. With a budget below 0 only the start is
    reached. `enter` filters nodes, so that `steps` need not check them every time.
    """
    budget = max(budget, 0)
    best = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent in range(budget + 1):
        for node in buckets[spent]:  # grows only in later buckets, because every cost is above 0
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
    """Return all hexes of `allowed` connected to the start hexes (those in `allowed`)."""
    visited = start & allowed
    edge = visited
    while edge:
        edge = grid.ring(edge) & allowed & ~visited
        visited |= edge
    return visited


def flood_links(grid: Grid, start: int, allowed: int, links: tuple[int, ...]) -> int:
    """Like `flood`, but step only over links. links[d] contains the hexes with a link in direction d."""
    visited = start & allowed
    edge = visited
    while edge:
        edge = spread(grid, edge, links) & allowed & ~visited
        visited |= edge
    return visited


def spread(grid: Grid, start: int, links: tuple[int, ...]) -> int:
    """Return the neighbors one step away over the links; links[d] as in `flood_links`."""
    return stepped(grid.shifts, start, links) & grid.mask


def stepped(shifts: tuple[int, ...], start: int, links: tuple[int, ...]) -> int:
    """Like `step_links`, for links that never leave the map."""
    up, right, rdown, down, left, lup = shifts
    return (
        (start & links[0]) << up
        | (start & links[1]) << right
        | (start & links[2]) << rdown
        | (start & links[3]) >> -down
        | (start & links[4]) >> -left
        | (start & links[5]) >> -lup
    )
