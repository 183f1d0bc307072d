"""Military features of the map: the front of 16 December, the West Wall, and the exits."""

from __future__ import annotations

from functools import cache

from ardennes.atlas import geodata
from ardennes.atlas.art.curves import beside, every, number, outward, sampled, straight
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.art.water import course, trails
from ardennes.atlas.frame import BLEED
from ardennes.atlas.plane import Corner
from ardennes.atlas.project import Point


def _allied_right(scene: Scene, line: list[Corner]) -> list[Corner]:
    """Return the line directed so that the Allied hexes are on its right."""
    a, b = line[0], line[1]
    one, two = scene.spec.plane.sides[min(a, b), max(a, b)]
    row = scene.sides[min(one, two), max(one, two)]
    allied = scene.frame.centre(scene.spec.grid.at(row.hex_a))
    (ax, ay), (bx, by) = scene.corner(a), scene.corner(b)
    right = (bx - ax) * (allied[1] - ay) - (by - ay) * (allied[0] - ax) > 0
    return line if right else line[::-1]


@cache
def front_lines(scene: Scene) -> list[list[Point]]:
    """Return the front, slightly on the Allied side of its hexsides."""
    links = [scene.spec.plane.side(*side) for side, row in scene.sides.items() if row.front == "yes"]
    real = [[scene.on_sheet(lon, lat) for part in geodata.lines("front") for lon, lat in part.points]]
    trails_ = [_allied_right(scene, trail) for trail in trails(links)]
    return [beside(sampled(course(scene, trail, real, trails_), 5), 8.5) for trail in trails_]


def front(scene: Scene, theme: Theme) -> str:
    """Draw a dashed line on the Allied side of the hexsides."""
    path = "".join(straight(line) for line in front_lines(scene))
    return (
        f'<defs><path id="front" d="{path}"/></defs><g fill="none" stroke-linejoin="round">'
        f'<use href="#front" stroke="{theme.halo}" stroke-width="5.6" opacity=".8"/>'
        f'<use href="#front" stroke="{theme.front}" stroke-width="3" stroke-dasharray="13 7"/></g>'
    )


@cache
def tooth_spots(scene: Scene) -> list[tuple[Point, Point]]:
    """Return where the dragon's teeth are, on the German side of the Siegfried
    hexsides, and their direction.
    """
    links = [scene.spec.plane.side(*side) for side, row in scene.sides.items() if row.siegfried == "yes"]
    lines = [sampled(course(scene, _allied_right(scene, trail), []), 5) for trail in trails(links)]
    return [spot for line in lines for spot in every(beside(line, -10.5), 11.6)]


def west_wall(scene: Scene, theme: Theme) -> str:
    """Draw dragon's teeth that point at the Allies."""
    teeth = []
    for (x, y), (dx, dy) in tooth_spots(scene):
        foot, tip = (dx * 4.3, dy * 4.3), (x - dy * 8.2, y + dx * 8.2)
        teeth.append(straight([(x - foot[0], y - foot[1]), tip, (x + foot[0], y + foot[1])], closed=True))
    return (
        f'<path d="{"".join(teeth)}" fill="{theme.wall}" stroke="{theme.wall_edge}" stroke-width=".9" '
        'stroke-linejoin="round"/>'
    )


def exits(scene: Scene, theme: Theme) -> str:
    """Draw an arrow off the map at every exit hex, with the value of a division there."""
    drawn = []
    words = {"full": "1", "half": "½", "yes": ""}
    for cell, row in scene.rows.items():
        if row.marks.get("exit") not in words:
            continue
        x, y = scene.frame.centre(cell)
        dx, dy = outward(scene.sides_of_sheet(cell))
        rim = scene.frame.radius * (0.98 if dy == 0 else 0.866 if dx == 0 else 0.93)
        at = (x + dx * (rim + BLEED * 0.46), y + dy * (rim + BLEED * 0.46))
        drawn.append(_arrow(theme, at, (dx, dy), words[row.marks["exit"]]))
    return "".join(drawn)


def _arrow(theme: Theme, at: Point, way: Point, word: str) -> str:
    (x, y), (dx, dy) = at, way
    shape = [(15, 0), (1, -13), (1, -8.5), (-15, -8.5), (-15, 8.5), (1, 8.5), (1, 13)]
    corners = [(x + u * dx - v * dy, y + u * dy + v * dx) for u, v in shape]
    arrow = (
        f'<path d="{straight(corners, closed=True)}" fill="{theme.exit}" stroke="{theme.halo}" '
        'stroke-width="1.6" stroke-linejoin="round"/>'
    )
    if not word:
        return arrow
    return f'{arrow}<text class="x" x="{number(x - 2 * dx)}" y="{number(y - 2 * dy + 5.4)}">{word}</text>'
