"""Snap lines to a hex grid: rivers along hexsides, roads from hex to hex."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

from ardennes.atlas.plane import Corner, HexPlane, corner_point
from ardennes.atlas.project import Point

_STEP = 0.02  # sampling step along a line, in hexes
_STRAY = 0.5  # extra cost of a hexside away from the river, per hex of distance squared


def densify(line: Sequence[Point], step: float = _STEP) -> list[Point]:
    """Return the line with a point at least every `step`."""
    dense = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        pieces = max(1, ceil(hypot(bx - ax, by - ay) / step))
        dense += [(ax + (bx - ax) * k / pieces, ay + (by - ay) * k / pieces) for k in range(1, pieces + 1)]
    return dense


def stretches_on_map(plane: HexPlane, line: Sequence[Point]) -> list[list[Point]]:
    """Return the parts of a line that are on the map."""
    parts: list[list[Point]] = [[]]
    for point in densify(line):
        if plane.hex_at(point) is not None:
            parts[-1].append(point)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]


def distance_to(point: Point, line: Sequence[Point]) -> float:
    """Return the shortest distance from a point to a line of at least two points."""
    px, py = point
    best = 1e9
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        along = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length))
        best = min(best, hypot(px - ax - along * dx, py - ay - along * dy))
    return best


def river_sides(plane: HexPlane, line: Sequence[Point]) -> list[tuple[int, int]]:
    """Return the hexsides that follow a river best, in order downstream."""
    sides = []
    for part in stretches_on_map(plane, line):
        coarse = part[::10] if part[::10][-1] == part[-1] else [*part[::10], part[-1]]
        path = _corner_path(plane, coarse) if len(coarse) > 1 else []
        for a, b in pairwise(path):
            sides.append(plane.sides[min(a, b), max(a, b)])
    return sides


def _corner_path(plane: HexPlane, line: Sequence[Point]) -> list[Corner]:
    """Return the cheapest path along hexsides from the corner nearest the line's start to that nearest its
    end.
    """
    start, goal = (_nearest_corner(plane, end) for end in (line[0], line[-1]))
    cost: dict[Corner, float] = {start: 0.0}
    came: dict[Corner, Corner] = {}
    price: dict[tuple[Corner, Corner], float] = {}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            break
        if spent > cost[here]:
            continue
        for there in sorted(plane.corner_links[here]):
            side = (min(here, there), max(here, there))
            if side not in price:
                price[side] = _side_price(side, line)
            if spent + price[side] < cost.get(there, 1e9) - 1e-12:
                cost[there] = spent + price[side]
                came[there] = here
                heapq.heappush(queue, (cost[there], there))
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def _side_price(side: tuple[Corner, Corner], line: Sequence[Point]) -> float:
    (ax, ay), (bx, by) = corner_point(side[0]), corner_point(side[1])
    away = [distance_to((ax + (bx - ax) * t, ay + (by - ay) * t), line) for t in (0.0, 0.5, 1.0)]
    return 0.02 + _STRAY * sum(d * d for d in away) / 3


def _nearest_corner(plane: HexPlane, point: Point) -> Corner:
    def away(corner: Corner) -> tuple[float, Corner]:
        x, y = corner_point(corner)
        return hypot(x - point[0], y - point[1]), corner

    return min(plane.corner_links, key=away)


def hexes_passed(plane: HexPlane, line: Sequence[Point]) -> list[list[int]]:
    """Return every hex that a line passes through, in order, however briefly."""
    routes = []
    for part in stretches_on_map(plane, line):
        cells = [plane.hex_at(point) for point in part]
        firsts = [cell for k, cell in enumerate(cells) if k == 0 or cell != cells[k - 1]]
        routes.append([cell for cell in firsts if cell is not None])
    return routes


def road_hexes(plane: HexPlane, line: Sequence[Point], shortest: float = 0.25) -> list[list[int]]:
    """Return the hexes of a road, in order, without corners that are only clipped (less than `shortest`
    hexes).
    """
    routes = []
    for part in stretches_on_map(plane, line):
        visits: list[list[float]] = []  # hex, length in it
        for before, point in pairwise(part):
            cell = plane.hex_at(point)
            length = hypot(point[0] - before[0], point[1] - before[1])
            if visits and visits[-1][0] == cell:
                visits[-1][1] += length
            elif cell is not None:
                visits.append([cell, length])
        routes.append(_without_clipped(plane, [(int(cell), length) for cell, length in visits], shortest))
    return [route for route in routes if route]


def _without_clipped(plane: HexPlane, visits: list[tuple[int, float]], shortest: float) -> list[int]:
    remaining = list(visits)
    k = 1
    while k < len(remaining) - 1:
        before, after = remaining[k - 1][0], remaining[k + 1][0]
        if remaining[k][1] < shortest and (before == after or plane.grid.adjacent(before, after)):
            del remaining[k]
            if before == after:
                remaining[k - 1] = (before, remaining[k - 1][1] + remaining[k][1])
                del remaining[k]
            k = max(1, k - 1)
        else:
            k += 1
    while len(remaining) > 1 and remaining[0][1] < shortest:
        del remaining[0]
    while len(remaining) > 1 and remaining[-1][1] < shortest:
        del remaining[-1]
    return [cell for cell, _ in remaining]
