"""A front drawn from the owners of hexes. Single hexes a column drove through make ownership ragged, so it is
smoothed before a line is drawn; the true hexes can be tinted beneath the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ardennes.hexes import bits

Point = tuple[float, float]
Edge = tuple[int, int]  # two neighbouring hexes, the lower number first
Neighbours = Sequence[Sequence[int]]  # by hex; -1 off the map
CUT = 0.5


def smoothed(neighbours: Neighbours, ground: int, held: int, passes: int = 2) -> dict[int, float]:
    """By hex of the ground how much of it and around it is held, from 0 to 1: the mean with the neighbours,
    taken again and again."""
    cells = list(bits(ground))
    near = {cell: [n for n in neighbours[cell] if n >= 0 and ground >> n & 1] for cell in cells}
    value = {cell: float(held >> cell & 1) for cell in cells}
    for _ in range(passes):
        value = {c: (value[c] + sum(value[n] for n in near[c])) / (1 + len(near[c])) for c in cells}
    return value


def front_lines(
    neighbours: Neighbours, position: Callable[[int], Point], ground: int, held: int, passes: int = 2
) -> list[list[Point]]:
    """The lines between what is held and what is not, the longest first; a pocket's ends where it begins.

    The middles of hexes that touch each other make triangles; the line runs through a triangle where the
    smoothed value passes one half.
    """
    value = smoothed(neighbours, ground, held, passes)
    links: dict[Edge, list[Edge]] = {}
    for triangle in _triangles(neighbours, value):
        crossed = [edge for edge in triangle if (value[edge[0]] > CUT) != (value[edge[1]] > CUT)]
        if crossed:
            first, second = crossed
            links.setdefault(first, []).append(second)
            links.setdefault(second, []).append(first)

    def point(edge: Edge) -> Point:
        a, b = edge
        share = (CUT - value[a]) / (value[b] - value[a])
        (ax, ay), (bx, by) = position(a), position(b)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    return sorted(([point(edge) for edge in chain] for chain in _chains(links)), key=len, reverse=True)


def _triangles(neighbours: Neighbours, value: Mapping[int, float]) -> Iterator[tuple[Edge, Edge, Edge]]:
    """Each three hexes that touch each other once, as the three pairs of them."""
    for cell in value:
        near = [other for other in neighbours[cell] if other > cell and other in value]
        for number, one in enumerate(near):
            for other in near[number + 1 :]:
                if other in neighbours[one]:
                    low, high = sorted((one, other))
                    yield (cell, low), (cell, high), (low, high)


def _chains(links: Mapping[Edge, Sequence[Edge]]) -> Iterator[list[Edge]]:
    """The pairs joined into lines: those with ends first, then the rings."""
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
