"""A front line drawn from the owners of hexes.

Single hexes on a column's route make ownership ragged, so it is smoothed before the line is drawn; the true
hexes can be tinted beneath the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", int, str)  # a hex, by its number or by its label
Point = tuple[float, float]
Edge = tuple[T, T]  # two neighbouring hexes, the lower first
Near = Mapping[T, Iterable[T]]  # by hex: its neighbours
PASSES = 2
CUT = 0.5


def smoothed(near: Near[T], shares: Mapping[T, float], passes: int = PASSES) -> dict[T, float]:
    """Return by hex how much of it and its surroundings is held, from 0 to 1: repeated means with the
    neighbours.
    """
    around = {cell: [other for other in near[cell] if other in shares] for cell in shares}
    value = dict(shares)
    for _ in range(passes):
        value = {c: (value[c] + sum(value[n] for n in around[c])) / (1 + len(around[c])) for c in value}
    return value


def front_lines(
    near: Near[T], position: Callable[[T], Point], shares: Mapping[T, float], passes: int = PASSES
) -> list[list[Point]]:
    """Return the lines between held and other ground, the longest first; the line around a pocket is closed.

    The centers of touching hexes form triangles; the line crosses a triangle where the smoothed value passes
    one half.
    """
    value = smoothed(near, shares, passes)
    links: dict[Edge[T], list[Edge[T]]] = {}
    for triangle in _triangles(near, value):
        crossed = [edge for edge in triangle if (value[edge[0]] > CUT) != (value[edge[1]] > CUT)]
        if crossed:
            first, second = crossed
            links.setdefault(first, []).append(second)
            links.setdefault(second, []).append(first)

    def point(edge: Edge[T]) -> Point:
        a, b = edge
        share = (CUT - value[a]) / (value[b] - value[a])
        (ax, ay), (bx, by) = position(a), position(b)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    return sorted(([point(edge) for edge in chain] for chain in _chains(links)), key=len, reverse=True)


def _triangles(near: Near[T], value: Mapping[T, float]) -> Iterator[tuple[Edge[T], Edge[T], Edge[T]]]:
    """Yield each three mutually adjacent hexes once, as three pairs."""
    for cell in value:
        above = [other for other in near[cell] if other > cell and other in value]
        for number, one in enumerate(above):
            for other in above[number + 1 :]:
                if other in near[one]:
                    low, high = sorted((one, other))
                    yield (cell, low), (cell, high), (low, high)


def _chains(links: Mapping[Edge[T], Sequence[Edge[T]]]) -> Iterator[list[Edge[T]]]:
    """Join the pairs into lines: first open lines, then rings."""
    left = set(links)
    for start in [edge for edge in links if len(links[edge]) == 1] + list(links):
        if start not in left:
            continue
        chain = [start]
        left.discard(start)
        while ahead := [edge for edge in links[chain[-1]] if edge in left]:
            chain.append(ahead[0])
            left.discard(ahead[0])
        if len(chain) > 2 and chain[0] in links[chain[-1]]:
            chain.append(chain[0])
        yield chain
