"""Blocked hexsides: cliffs and gorges that no road crosses, as a line with teeth on both sides."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from ardennes.atlas.art.curves import straight
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.pins import Side
from ardennes.atlas.project import Point

_SHORT = 0.06  # share of a hexside left free at either end
_SPACING, _TOOTH = 5.2, 4.6  # pixels


def blocked_sides(scene: Scene) -> list[Side]:
    return [side for side, row in scene.sides.items() if row.marks.get("blocked") == "yes"]


def cliffs(scene: Scene, theme: Theme) -> str:
    """Draw all blocked hexsides of the map; nothing if a game has none."""
    lines = []
    for side in blocked_sides(scene):
        (ax, ay), (bx, by) = (scene.corner(corner) for corner in scene.spec.plane.side(*side))
        dx, dy = (bx - ax) * _SHORT, (by - ay) * _SHORT
        lines.append(((ax + dx, ay + dy), (bx - dx, by - dy)))
    return cliff(lines, theme) if lines else ""


def cliff(lines: Iterable[tuple[Point, Point]], theme: Theme) -> str:
    """Draw straight cliffs with teeth on alternating sides."""
    edges, teeth = [], []
    for (ax, ay), (bx, by) in lines:
        far = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        edges.append(straight([(ax, ay), (bx, by)]))
        count = max(2, round(far / _SPACING))
        for k in range(count):
            at = (k + 0.5) * far / count
            x, y, way = ax + ux * at, ay + uy * at, _TOOTH if k % 2 else -_TOOTH
            teeth.append(straight([(x, y), (x - uy * way, y + ux * way)]))
    return (
        f'<g fill="none" stroke="{theme.cliff}" stroke-linecap="round">'
        f'<path d="{"".join(edges)}" stroke-width="3.4"/><path d="{"".join(teeth)}" stroke-width="1.7"/></g>'
    )
