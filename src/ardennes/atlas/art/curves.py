"""Smooth lines: splines as SVG paths, parallel lines, and reproducible noise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor, hypot

from ardennes.atlas.project import Point


def number(value: float) -> str:
    """Format a coordinate to a tenth of a pixel, as short as possible."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def rectangle(left: float, top: float, right: float, bottom: float) -> str:
    """Format position and size of a rectangle as SVG attributes."""
    size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
    return f'x="{number(left)}" y="{number(top)}" {size}'


def _path(letter: str, start: Point, pieces: Iterable[Sequence[Point]]) -> str:
    """Format segments of one kind, each relative to the end of the one before, which is shortest."""
    x, y = _tenths(start)
    text = [f"M{pair(start)}{letter}"]
    for piece in pieces:
        for u, v in map(_tenths, piece):
            text += (_short(u - x), _short(v - y))
        x, y = _tenths(piece[-1])
    return "".join(text).replace(f"{letter} ", letter)


def _tenths(point: Point) -> tuple[int, int]:
    return round(10 * point[0]), round(10 * point[1])


def _short(tenths: int) -> str:
    """Format a step with its separator from the one before: its sign, or a space."""
    whole, rest = divmod(abs(tenths), 10)
    digits = (str(whole) if whole or not rest else "") + (f".{rest}" if rest else "")
    return f"{'-' if tenths < 0 else ' '}{digits}"


def straight(points: Sequence[Point], closed: bool = False) -> str:
    return _path("l", points[0], [[point] for point in points[1:]]) + ("z" if closed else "")


def soft(points: Sequence[Point]) -> str:
    """Return a path that starts and ends at the end points and is attracted by those between."""
    if len(points) < 3:
        return straight(points)
    inner = points[1:-1]
    pieces = [(here, middle(here, there)) for here, there in pairwise(inner)]
    return _path("q", points[0], [*pieces, (inner[-1], points[-1])])


def soft_ring(points: Sequence[Point]) -> str:
    """Return a closed path that is attracted by its points."""
    pieces = [(here, middle(here, there)) for here, there in pairwise([*points, points[0]])]
    return _path("q", middle(points[-1], points[0]), pieces) + "z"


def sampled(points: Sequence[Point], pieces: int = 8) -> list[Point]:
    """Return the curve of `soft` as a line of many points."""
    if len(points) < 3:
        return list(points)
    inner = points[1:-1]
    knots = [points[0], *(middle(a, b) for a, b in pairwise(inner)), points[-1]]
    line = [points[0]]
    for start, pull, end in zip(knots, inner, knots[1:], strict=False):
        for k in range(1, pieces + 1):
            t = k / pieces
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            line.append((a * start[0] + b * pull[0] + c * end[0], a * start[1] + b * pull[1] + c * end[1]))
    return line


def through(points: Sequence[Point], tension: float = 0.5) -> str:
    """Return a smooth path through every point."""
    if len(points) < 3:
        return straight(points)
    pieces = []
    for k, (here, there) in enumerate(pairwise(points)):
        before = points[k - 1] if k else here
        after = points[k + 2] if k + 2 < len(points) else there
        pull = tension / 3 * 2
        out = (here[0] + (there[0] - before[0]) * pull / 2, here[1] + (there[1] - before[1]) * pull / 2)
        back = (there[0] - (after[0] - here[0]) * pull / 2, there[1] - (after[1] - here[1]) * pull / 2)
        pieces.append((out, back, there))
    return _path("c", points[0], pieces)


def outward(edges: str) -> Point:
    """Return the direction off the sheet from a hex on these edges (letters of N W S E)."""
    dx = float("E" in edges) - float("W" in edges)
    dy = float("S" in edges) - float("N" in edges)
    far = hypot(dx, dy) or 1.0
    return dx / far, dy / far


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def towards(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def length(line: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def every(line: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Yield points at equal steps along a line, each with the direction of the line there."""
    result = []
    left = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        far = hypot(bx - ax, by - ay)
        at = left
        while at <= far and far > 0:
            t = at / far
            result.append(((ax + (bx - ax) * t, ay + (by - ay) * t), ((bx - ax) / far, (by - ay) / far)))
            at += step
        left = at - far
    return result


def beside(line: Sequence[Point], away: float) -> list[Point]:
    """Return the line moved to its right (on the sheet, in its direction) by `away` pixels."""
    moved = []
    for k, point in enumerate(line):
        a, b = line[max(k - 1, 0)], line[min(k + 1, len(line) - 1)]
        far = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        moved.append((point[0] - (b[1] - a[1]) / far * away, point[1] + (b[0] - a[0]) / far * away))
    return moved


def noise(x: float, y: float, seed: int) -> float:
    """Return smooth noise between -1 and 1: the same for the same place, on every machine."""
    i, j = floor(x), floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    low = _hash(i, j, seed) * (1 - u) + _hash(i + 1, j, seed) * u
    high = _hash(i, j + 1, seed) * (1 - u) + _hash(i + 1, j + 1, seed) * u
    return low * (1 - v) + high * v


def _hash(i: int, j: int, seed: int) -> float:
    n = (i * 0x9E3779B1 + j * 0x85EBCA77 + seed * 0xC2B2AE3D) & 0xFFFFFFFF
    n = ((n ^ (n >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    n = ((n ^ (n >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return ((n ^ (n >> 15)) & 0xFFFF) / 32767.5 - 1


def wobbled(point: Point, size: float, wave: float, seed: int) -> Point:
    """Return the point moved by noise of this size, which changes over a wavelength."""
    x, y = point
    return (
        x + size * noise(x / wave, y / wave, seed),
        y + size * noise(x / wave + 41.3, y / wave + 17.9, seed + 1),
    )
